"""The settings of `kpca_wsd`'s training, as a config has them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from ..errors import Errors, UserError
from ..shared.ranges import Range, shown
from .corpora.docs import ANNOTATIONS
from .model.contexts import ContextWindow
from .model.settings import ModelSettings, default_candidates, paper_settings

_DOMAINS = ("contexts", "svd2_tagger")
_PRESETS = ("default", "fast", "paper")
RANGES = {
    "latent_width": Range(1, 1000),  # each adds some eight numbers to every example
    "composite": Range(0, 1, whole=False),  # it is added to a share
    "seed": Range(0, (1 << 32) - 1),
}
AUTO = "auto"
_N_CANDIDATES = Range(1, 100)  # each is tried on every word


@dataclass(frozen=True)
class SenseSettings:
    """How the sense model is trained: the block `[initialize.components.NAME.settings]`.

    features (ContextWindow): Which features are used; see there.
    annotations (tuple): What is used beside words: any of "tags", "lemmas" and "deps", set by the components before
        this one. These components are also needed when the pipeline is used. "auto": all that they set.
    candidates (tuple): What cross-validation chooses from for each word: "default"; "fast", one good setting for all
        words without cross-validation; "paper", the equations of Wu, Su & Carpuat (2004) as printed; or a list of
        `ModelSettings` as dicts.
    domain (str): Word descriptors of the domain kernel: "contexts" learns them from the texts, "svd2_tagger" uses
        those of the tagger before this component, null uses none.
    latent_width (int): Dimensions of the descriptors that are learned from the texts.
    transform_unlabelled (bool): Whether unlabelled occurrences enter the kernel matrix (Su, Carpuat & Wu 2004).
    composite (float): Combine supervised and semi-supervised models by the rule of the same paper, with this number
        as its small constant; null for no second model.
    targets (tuple): What to add to the inventory; see `Inventory.add`.
    seed (int): Seed of the folds.
    """

    features: ContextWindow = field(default_factory=ContextWindow)
    annotations: tuple[str, ...] = ()
    candidates: tuple[ModelSettings, ...] = field(default_factory=default_candidates)
    domain: str | None = "contexts"
    latent_width: int = 50
    transform_unlabelled: bool = False
    composite: float | None = None
    targets: tuple[Mapping[str, Any], ...] = ()
    seed: int = 0

    @classmethod
    def from_dict(cls, settings: Mapping[str, Any]) -> "SenseSettings":
        """Read settings.

        settings (Mapping): By name; those left out have their defaults.
        RETURNS (SenseSettings): The settings.
        RAISES (UserError): One is unknown (K017) or has an impossible value (K001, K005).
        """
        values = dict(settings)
        _known(values, cls)
        if "features" in values:
            features = {**_of_type("features", values["features"], Mapping, "a section")}
            _known(features, ContextWindow)
            groups = _listed("groups", features.pop("groups", ContextWindow.groups))
            values["features"] = ContextWindow(**features, groups=groups)
        if "candidates" in values:
            values["candidates"] = _candidates(values["candidates"])
        for name in ("annotations", "targets"):
            if name in values:
                values[name] = (AUTO,) if values[name] == AUTO else _listed(name, values[name])
        return cls(**values)

    def in_language(self, lang: str) -> "SenseSettings":
        """Set the language of words, unless the settings name one.

        lang (str): Its code.
        RETURNS (SenseSettings): The settings.
        """
        return replace(self, features=replace(self.features, lang=self.features.lang or lang))

    def __post_init__(self) -> None:
        listed = f"of {', '.join(ANNOTATIONS)}, or {AUTO}"
        checks = [
            ("annotations", self.annotations == (AUTO,) or all(one in ANNOTATIONS for one in self.annotations), listed),
            ("domain", self.domain is None or self.domain in _DOMAINS, f"{', '.join(_DOMAINS)} or null"),
            ("latent_width", self.latent_width in RANGES["latent_width"], RANGES["latent_width"]),
            ("composite", self.composite is None or self.composite in RANGES["composite"], RANGES["composite"]),
            ("seed", self.seed in RANGES["seed"], RANGES["seed"]),
        ]
        for name, valid, wanted in checks:
            if not valid:
                raise UserError(Errors.K001.format(name=name, value=shown(getattr(self, name)), wanted=wanted))

    @property
    def taken(self) -> tuple[str, ...]:
        """What is read from documents beside words: the annotations, and sentences if they are used."""
        return (*self.annotations, *(["sentences"] if self.features.within_sentence else []))


def _known(values: Mapping[str, Any], kind: Any) -> None:
    names = [item.name for item in fields(kind)]
    for name in values:
        if name not in names:
            raise UserError(Errors.K017.format(name=name, known=", ".join(names)))


def _candidates(value: Any) -> tuple[ModelSettings, ...]:
    listed = isinstance(value, list) and len(value) in _N_CANDIDATES
    if listed and all(isinstance(item, (dict, ModelSettings)) for item in value):
        return tuple(item if isinstance(item, ModelSettings) else ModelSettings.from_dict(item) for item in value)
    if value == "default":
        return default_candidates()
    if value == "fast":
        return (ModelSettings(),)
    if value == "paper":
        return (paper_settings(),)
    wanted = f"{', '.join(_PRESETS)}, or a list of {_N_CANDIDATES.low} to {_N_CANDIDATES.high} sections"
    raise UserError(Errors.K001.format(name="candidates", value=shown(value), wanted=wanted))


def _listed(name: str, value: Any) -> tuple[Any, ...]:
    return tuple(_of_type(name, value, list | tuple, "a list"))


def _of_type(name: str, value: Any, kind: Any, wanted: str) -> Any:
    if not isinstance(value, kind):
        raise UserError(Errors.K001.format(name=name, value=shown(value), wanted=wanted))
    return value

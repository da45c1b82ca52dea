"""Settings of one word's model, and the choices cross-validation has by default."""

from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, get_args

from ...errors import Errors, UserError
from ...shared.ranges import Range, shown
from .kernel_pca import Kernel

Weighting = Literal["none", "idf", "info_gain", "gain_ratio"]
WEIGHTINGS: tuple[Weighting, ...] = ("none", "idf", "info_gain", "gain_ratio")
Step = Literal["neighbours", "vote", "ridge", "svm", "logistic"]
Metric = Literal["cosine", "euclidean"]
_SHARPNESS: dict[Step, float] = {"neighbours": 1.0, "vote": 10.0, "ridge": 8.0, "svm": 2.0, "logistic": 1.0}

_MANY = 1_000_000  # more than a word has examples
_VECTORS = Range(1, 30_000)  # the kernel matrix of n vectors takes 8 n^2 bytes: 7 GB
COMPONENTS = Range(1, _MANY)
SHARES = Range(1e-6, 1, whole=False)
SHARPNESSES = Range(1e-6, 10_000, whole=False)  # beyond, all senses are equally likely, or one alone is
RANGES = {
    "domain": Range(0, 0.999, whole=False),  # 1 would leave the features no part in the kernel
    "neighbours": Range(1, _MANY),
    "penalty": Range(0.001, 1_000_000, whole=False),  # where all contexts are alike, coefficients reach 1e12 / penalty
    "landmarks": _VECTORS,
    "max_exact": _VECTORS,
}


@dataclass(frozen=True)
class ModelSettings:
    """How one word's model is built.

    kernel (Kernel): Kernel of the weighted features.
    weighting (tuple): Feature weightings; with several, their kernels are averaged.
    sqrt (bool): Whether weights are square roots.
    domain (float): Share of the domain kernel (latent descriptors of the context) in the whole, 0 to 1 (not 1).
    center (bool): Centre the vectors in feature space.
    n_components (int or float): Number of components, or share of variance they hold; None is all.
    step (str): What decides in the space of components: "neighbours" (the paper), "vote" (of all training
        vectors, by similarity), "ridge" (least squares on the senses), "svm" or "logistic" (scikit-learn).
    neighbours (int): Number of nearest neighbours.
    metric (str): Of the neighbours: "cosine" or "euclidean".
    penalty (float): Of "ridge", relative to the mean of k(x, x); 1 / C of "svm" and "logistic".
    sharpness (float): Scores are proportional to exp(sharpness * value); by default one that suits the step.
    landmarks (int): Landmarks of the Nystroem approximation.
    max_exact (int): Training vectors above which it is used.
    """

    kernel: Kernel = field(default_factory=Kernel)
    weighting: tuple[Weighting, ...] = ("gain_ratio",)
    sqrt: bool = False
    domain: float = 0.45
    center: bool = True
    n_components: int | float | None = None
    step: Step = "ridge"
    neighbours: int = 5
    metric: Metric = "cosine"
    penalty: float = 0.05
    sharpness: float | None = None
    landmarks: int = 1000
    max_exact: int = 5000

    def __post_init__(self) -> None:
        checks = [
            ("weighting", _known_once(self.weighting), f"a list of some of {', '.join(WEIGHTINGS)}, each once"),
            ("sqrt", type(self.sqrt) is bool, "true or false"),
            ("center", type(self.center) is bool, "true or false"),
            ("n_components", _valid_components(self.n_components), f"{COMPONENTS}, {SHARES}, or null"),
            ("step", self.step in get_args(Step), f"one of {', '.join(get_args(Step))}"),
            ("metric", self.metric in get_args(Metric), "cosine or euclidean"),
            ("sharpness", self.sharpness is None or self.sharpness in SHARPNESSES, f"{SHARPNESSES}, or null"),
            *((name, getattr(self, name) in allowed, str(allowed)) for name, allowed in RANGES.items()),
        ]
        for name, valid, wanted in checks:
            if not valid:
                raise UserError(Errors.K001.format(name=name, value=shown(getattr(self, name)), wanted=wanted))

    @property
    def exponent(self) -> float:
        """The sharpness that is used."""
        return _SHARPNESS[self.step] if self.sharpness is None else self.sharpness

    def to_dict(self) -> dict[str, Any]:
        """Give the settings as JSON holds them."""
        return {**asdict(self), "weighting": list(self.weighting)}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "ModelSettings":
        """Read settings: the inverse of `to_dict`.

        RAISES (UserError): A setting is unknown or has an impossible value (K001, K005).
        """
        try:
            values = {**data, "kernel": Kernel(**data.get("kernel", {}))}
            weighting = values.get("weighting", list(cls.weighting))
            if not isinstance(weighting, list | tuple):
                raise TypeError(f"weighting must be a list, not {shown(weighting)}")
            return cls(**{**values, "weighting": tuple(weighting)})
        except TypeError as err:
            raise UserError(Errors.K005.format(why=err)) from err


def _known_once(weighting: Any) -> bool:
    known = [kind for kind in WEIGHTINGS if kind in weighting]
    return 0 < len(weighting) == len(known)


def _valid_components(value: Any) -> bool:
    return value is None or value in COMPONENTS or (type(value) is float and value in SHARES)


def paper_settings() -> ModelSettings:
    """Give the settings of Wu, Su & Carpuat (2004): plain kernel, nearest neighbour."""
    kernel = Kernel(cosine=False)
    return ModelSettings(
        kernel, ("none",), domain=0.0, n_components=100, step="neighbours", neighbours=1, metric="euclidean"
    )


def default_candidates() -> tuple[ModelSettings, ...]:
    """What cross-validation chooses from, the first preferred when all else is equal.

    Features, shares and penalty were set by cross-validation on the training part of Senseval-2 English and on 24
    Russian words (the JSON files of RL-WSD); "idf" was added after a look at line and hard (thousands of examples).
    RETURNS (tuple): Settings.
    """
    base = ModelSettings()
    weightings: tuple[tuple[Weighting, ...], ...] = (("gain_ratio",), ("gain_ratio", "idf"), ("idf",))
    return tuple(
        replace(base, weighting=weighting, domain=domain) for weighting in weightings for domain in (0.45, 0.3, 0.6)
    )

"""Settings of one word's model, and the candidates for cross-validation."""

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

ENOUGH_TOKENS = 20_000  # of text: descriptors learned from so many deserve half their share
_FEW = 120  # examples of a word, below which the penalty rises
_MANY = 1_000_000  # more than a word has examples
_VECTORS = Range(1, 30_000)  # the kernel matrix of n vectors takes 8 n^2 bytes: 7 GB
COMPONENTS = Range(1, _MANY)
VECTOR_SHARES = (0.3, 0.0, 0.5)
"""Candidates for the share of the vector kernel; the first is used where cross-validation has nothing to go by."""
SHARES = Range(1e-6, 1, whole=False)
SHARPNESSES = Range(1e-6, 10_000, whole=False)  # outside, all senses get the same score, or one gets all
RANGES = {
    "domain": Range(0, 0.999, whole=False),  # with 1, the kernel would ignore the features
    "vectors": Range(0, 0.999, whole=False),
    "neighbours": Range(1, _MANY),
    "penalty": Range(0.001, 1_000_000, whole=False),  # if all contexts are alike, coefficients reach 1e12 / penalty
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
    vectors (float): Share of the vector kernel (vectors that the pipeline has), of which the other kernels get the
        rest, 0 to 1 (not 1).
    center (bool): Centre the vectors in feature space.
    n_components (int or float): Number of components, or share of the variance that they explain; None for all.
    step (str): What decides in the space of components: "neighbours" (the paper), "vote" (of all training
        vectors, by similarity), "ridge" (least squares on the senses), "svm" or "logistic" (scikit-learn).
    neighbours (int): Number of nearest neighbours.
    metric (str): Of the neighbours: "cosine" or "euclidean".
    penalty (float): The penalty of "ridge", relative to the mean of k(x, x); 1 / C for "svm" and "logistic". With
        `evidence`, that of "ridge" is up to six times as high for a word with fewer than 120 examples.
    sharpness (float): Scores are proportional to exp(sharpness * value); by default one that suits the step.
    landmarks (int): Landmarks of the Nystroem approximation.
    max_exact (int): The approximation is used for more training vectors than this.
    evidence (bool): Whether scores are the shares of the senses where there is no evidence: features that training
        did not have make them less sharp, an empty description stays empty, and the less a context is like any in
        training, the more the shares count. Off in the paper, and in models of version 0.1.
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
    evidence: bool = True
    vectors: float = 0.0

    def __post_init__(self) -> None:
        checks = [
            ("weighting", _known_once(self.weighting), f"a list of some of {', '.join(WEIGHTINGS)}, each once"),
            ("sqrt", type(self.sqrt) is bool, "true or false"),
            ("center", type(self.center) is bool, "true or false"),
            ("evidence", type(self.evidence) is bool, "true or false"),
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
        """The sharpness in use: the setting, or the default for the step."""
        return _SHARPNESS[self.step] if self.sharpness is None else self.sharpness

    def penalty_for(self, n_examples: int) -> float:
        """Give the penalty for a word with so many examples: few can be fitted too well."""
        if not self.evidence or self.step != "ridge":
            return self.penalty
        return self.penalty * min(6.0, max(1.0, _FEW / max(n_examples, 1)))

    def to_dict(self) -> dict[str, Any]:
        """Convert the settings to JSON data; without `vectors` where they have no share, as before there were any."""
        data = {**asdict(self), "weighting": list(self.weighting)}
        if not self.vectors:
            del data["vectors"]
        return data

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
    """Give the equations of Wu, Su & Carpuat (2004) as printed: plain kernel, nearest neighbour.

    They are far behind naive Bayes, and with degree 2 behind the most frequent sense; configs/kpca_wsd_paper.cfg has
    the nearest reading that works.
    """
    kernel = Kernel(cosine=False)
    return ModelSettings(
        kernel,
        ("none",),
        domain=0.0,
        n_components=100,
        step="neighbours",
        neighbours=1,
        metric="euclidean",
        evidence=False,
    )


def default_candidates(n_tokens: int | None = None, *, vectors: bool = False) -> tuple[ModelSettings, ...]:
    """Give the candidates for cross-validation; of equally good ones the first is chosen.

    n_tokens (int): Length of the text that descriptors were learned from: with little, the domain kernel counts less.
        None for descriptors from elsewhere, which count in full.
    vectors (bool): Whether contexts are described by vectors too.
    RETURNS (tuple): Settings.
    """
    base = ModelSettings()
    trust = 1.0 if n_tokens is None else n_tokens / (n_tokens + ENOUGH_TOKENS)
    weightings: tuple[tuple[Weighting, ...], ...] = (("gain_ratio", "idf"), ("gain_ratio",), ("idf",))
    plain = tuple(
        replace(base, weighting=weighting, domain=round(domain * trust, 3))
        for domain in (0.45, 0.3, 0.6)
        for weighting in weightings
    )
    if not vectors:
        return plain
    return tuple(replace(one, vectors=share) for share in VECTOR_SHARES for one in plain)

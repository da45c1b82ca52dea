"""Settings of the induction: what reproduces the paper, and what a user may change in a config.

All other numbers are constants in the modules that use them.
"""

from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, TypeVar, get_args

from ..errors import Errors, UserError
from ..shared.ranges import Range, shown

Attr = Literal["LOWER", "ORTH", "NORM"]
Boundaries = Literal["ignore", "stop", "token"]
Scaling = Literal["raw", "log", "sqrt", "ppmi", "cca", "sqrt-cca"]
Recipe = Literal["default", "paper"]
Method = Literal["propagate", "prototype"]

T = TypeVar("T")

_CHOICES = {"attr": get_args(Attr), "scaling": get_args(Scaling), "boundaries": get_args(Boundaries)}

_MANY = 1_000_000_000  # more than any corpus has; the numbers of types fit into 32 bits
_CLUSTERS = Range(2, 10_000)  # the table of context classes by clusters takes 8 k^2 bytes: 800 MB
_RANKS = Range(1, 10_000)
_CONTEXTS = Range(1, 20_000)  # the table of contexts by contexts takes 8 w^2 bytes: 3.2 GB
BUDGET = Range(0.01, 1_000_000, whole=False)  # each round multiplies it by `step`, which must reach `stop` soon
RANGES = {
    "n_contexts": _CLUSTERS,
    "min_contexts": _CLUSTERS,
    "max_contexts": _CLUSTERS,
    "contexts_per_root_token": Range(0, 100, whole=False),  # a tenth of the types is the limit long before
    "context_start": BUDGET,
    "large_start": BUDGET,
    "stop": Range(0, 1_000_000, whole=False),  # below all budgets, only the last is used, which has no limit
    "step": Range(1.2, 1000, whole=False),  # a hundred budgets at most
    "rounds": Range(0, 20),
    "hard_rounds": Range(1, 1000),  # convergence takes ten; without any there is no assignment
    "oversize": Range(0, 10, whole=False),  # below 1 there is no merging; merging takes the square of the clusters
    "max_oversize": Range(0, 1000),
    # Without pseudo-observations an event that was not seen has the logarithm of zero, and minus infinity makes NaN of
    # every sum. The lower bounds are the smallest for which single precision is exact enough.
    "context_smoothing": Range(0.001, 1000, whole=False),
    "suffix_strength": Range(0.01, 1_000_000, whole=False),
    "shape_strength": Range(0.01, 1_000_000, whole=False),
    "power": Range(0, 1, whole=False),  # above 1 neighbours would count as more than independent
    "suffix_length": Range(1, 50),  # letters; each is one more level of the tree
    "suffix_min_types": Range(1, _MANY),
    "types_per_suffix": Range(1, _MANY),  # a divisor
    "class_prior": Range(0, 100, whole=False),  # a few hundred would outweigh all evidence
    "max_types": Range(1, _MANY),
    "n_tags": Range(1, 10_000),  # see `_CLUSTERS`
    "min_count": Range(1, _MANY),
    "w1": _CONTEXTS,
    "k1": _CONTEXTS,
    "r1": _RANKS,
    "r2": _RANKS,
    "n_passes": Range(1, 2),  # the algorithm has no third
    "max_iter": Range(1, 10_000),  # convergence takes dozens
}
STARTS = Range(1, 10)
"""How many first budgets are allowed; each is a run of its own."""


@dataclass(frozen=True)
class Refinement:
    """Settings of the likelihood refinement, which goes beyond the paper; the equations are in `induction.mixture`.

    The defaults were chosen by measurement, and what each is worth is in benchmarks/classes_notes.md: there is no need
    to change them for another language. A user may want `n_contexts`, and `max_types` to spend less or more time on a
    large vocabulary. The others stay settings because saved pipelines and artifacts carry them.

    n_contexts (int): Context classes; by default `contexts_per_root_token` times the square root of the tokens, between
        `min_contexts` and `max_contexts`, and never more than a tenth of the types.
    context_start (float): Observations that the contexts of a type count as, at most, when the context classes begin to
        anneal (the first budget).
    starts (list): First budgets of the wanted clusters; of several runs the one of the greatest likelihood is kept.
    stop, step (float): The last budget of the soft rounds, and the factor from one to the next.
    rounds (int): Soft rounds at each budget.
    hard_rounds (int): Most rounds of hard assignment at the end.
    oversize (float): Anneal `oversize * n_tags` clusters, then merge down to `n_tags`.
    max_oversize (int): Beyond this number of wanted clusters there is one run, from `large_start`, and no merging.
    large_start (float): First budget of so many clusters.
    context_smoothing (float): Pseudo-observations of a cluster's contexts, times the number of context classes.
    power (float): The contexts of a type count as its observations to this power, as neighbours are not independent.
    suffix_length (int): The longest suffix, in letters.
    suffix_min_types (int): Types that must share a suffix; one in `types_per_suffix` if that is more.
    suffix_strength (float): Pseudo-types of every cluster at a suffix.
    shape_strength (float): Pseudo-types of the overall share of a shape.
    class_prior (float): Weight of the logarithm of a cluster's number of types.
    max_types (int): Types that are annealed, the most frequent; the others of a larger vocabulary are assigned once, to
        the likeliest cluster, so that the time of a round does not grow with the vocabulary.
    """

    n_contexts: int | None = None
    min_contexts: int = 100
    max_contexts: int = 500
    contexts_per_root_token: float = 0.28
    context_start: float = 6.0
    starts: tuple[float, ...] = (2.0, 3.0, 4.0)
    stop: float = 256.0
    step: float = 2.0
    rounds: int = 2
    hard_rounds: int = 10
    oversize: float = 1.5
    max_oversize: int = 200
    large_start: float = 12.0
    context_smoothing: float = 0.3
    power: float = 0.8
    suffix_length: int = 5
    suffix_min_types: int = 2
    types_per_suffix: int = 25_000
    suffix_strength: float = 100.0
    shape_strength: float = 1.0
    class_prior: float = 1.0
    max_types: int = 100_000

    def __post_init__(self) -> None:
        object.__setattr__(self, "starts", tuple(self.starts) if isinstance(self.starts, list | tuple) else self.starts)
        valid = isinstance(self.starts, tuple) and len(self.starts) in STARTS
        if not valid or not all(start in BUDGET for start in self.starts):
            wanted = f"a list of {STARTS.low} to {STARTS.high} numbers, each {BUDGET}"
            raise UserError(Errors.S002.format(name="starts", value=shown(self.starts), wanted=wanted))
        _check(self)


@dataclass(frozen=True)
class Settings:
    """Settings of the induction (Lamar et al. 2010, sections 2 and 3); the paper's values are `PAPER`.

    n_tags (int): Clusters wanted (the paper's k2).
    attr (str): Token attribute that makes the type: "LOWER", "ORTH" or "NORM".
    normalize (bool): Whether texts that look alike are one type, however they are encoded, and upper and lower case
        are those of the language; see `shared.word_keys`. Types of version 0.1.0 are texts as they stand.
    boundaries (str): Sentence ends: "ignore" (the stream runs on), "stop" (no bigram across), "token" (a context).
    min_count (int): Types rarer than this are not clustered but assigned to the nearest centroid afterwards.
    scaling (str): What is done to the context counts before the SVD; see `descriptors.scale`.
    w1 (int): First pass: the most frequent types that serve as contexts; fewer in tiny corpora (`word_contexts`).
    other (bool): First pass: whether all other types make one more context.
    r1 (int): First pass: singular values kept on each side.
    k1 (int): First pass: clusters, which are the contexts of the second pass.
    r2 (int): Second pass: singular values kept on each side.
    n_passes (int): 1 (descriptors over words only) or 2 (then over clusters; the paper).
    max_iter (int): Most rounds of k-means.
    refine (Refinement): Settings of the refinement, a mapping of some of them, true for its defaults, or false.
    """

    n_tags: int = 45
    attr: Attr = "LOWER"
    normalize: bool = True
    boundaries: Boundaries = "ignore"
    min_count: int = 5
    scaling: Scaling = "sqrt-cca"
    w1: int = 1000
    other: bool = False
    r1: int = 50
    k1: int = 500
    r2: int = 50
    n_passes: int = 1
    max_iter: int = 30
    refine: Refinement | None = field(default_factory=Refinement)

    def __post_init__(self) -> None:
        refine: Any = self.refine
        if isinstance(refine, bool) or refine is None:
            object.__setattr__(self, "refine", Refinement() if refine else None)
        elif isinstance(refine, dict):
            object.__setattr__(self, "refine", _from_dict(Refinement, refine))
        elif not isinstance(refine, Refinement):
            raise UserError(Errors.S002.format(name="refine", value=shown(refine), wanted="true, false or a section"))
        _check(self)

    def to_dict(self) -> dict[str, Any]:
        """The settings as JSON and config files hold them."""
        values = asdict(self)
        if self.refine is None:
            return {**values, "refine": False}
        return {**values, "refine": {**values["refine"], "starts": list(self.refine.starts)}}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Settings":
        """Settings from a mapping such as a config section.

        values (dict): Settings by name; those that are missing have their defaults.
        RAISES (UserError): An unknown name (S003) or a value out of range (S002).
        """
        return _from_dict(cls, values)


def check_method(method: str) -> None:
    """Make sure that labels can be spread in the way that a setting names.

    method (str): The setting.
    RAISES (UserError): It is none of `Method` (S002).
    """
    if method not in get_args(Method):
        wanted = "one of " + ", ".join(f'"{choice}"' for choice in get_args(Method))
        raise UserError(Errors.S002.format(name="method", value=shown(method), wanted=wanted))


def _from_dict(cls: type[T], values: dict[str, Any]) -> T:
    known = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    for name in values:
        if name not in known:
            raise UserError(Errors.S003.format(name=name, known=", ".join(known)))
    return cls(**values)


def _check(settings: Any) -> None:
    """Check every field against its choices or its range, or that it is true or false."""
    for item in fields(settings):
        name, value = item.name, getattr(settings, item.name)
        wanted: Any = None
        if name in _CHOICES:
            if value not in _CHOICES[name]:
                wanted = "one of " + ", ".join(f'"{choice}"' for choice in _CHOICES[name])
        elif name in RANGES:
            optional = name == "n_contexts" and value is None
            wanted = None if optional or value in RANGES[name] else RANGES[name]
        elif item.type is bool:
            wanted = None if type(value) is bool else "true or false"
        if wanted is not None:
            raise UserError(Errors.S002.format(name=name, value=shown(value), wanted=wanted))


PAPER = Settings(scaling="raw", min_count=1, w1=1000, r1=100, k1=500, r2=300, n_passes=2, max_iter=100, refine=None)
"""The recipe of Lamar et al. (2010), with 45 clusters."""

RECIPES: dict[Recipe, Settings] = {"default": Settings(), "paper": PAPER}

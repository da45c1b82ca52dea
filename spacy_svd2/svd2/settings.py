"""Every number of the algorithm, named."""

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

from ..errors import Errors, UserError
from .counts import Boundaries

Attr = Literal["LOWER", "ORTH", "NORM"]
Scaling = Literal["raw", "log", "sqrt", "ppmi", "cca", "sqrt-cca"]

_CHOICES = {"attr": get_args(Attr), "scaling": get_args(Scaling), "boundaries": get_args(Boundaries)}
_LEAST = {"n_tags": 1, "min_count": 1, "w1": 1, "r1": 1, "k1": 1, "r2": 1, "max_iter": 1, "n_passes": 1}


@dataclass(frozen=True)
class Settings:
    """Settings of the induction; the defaults are the paper's (Lamar et al. 2010, sections 2 and 3).

    n_tags (int): Clusters wanted (the paper's k2).
    attr (str): Token attribute that makes the type: "LOWER", "ORTH" or "NORM".
    boundaries (str): Sentence ends: "ignore" (the stream runs on), "stop" (no bigram across), "token" (a context).
    min_count (int): Types rarer than this are not clustered but assigned to the nearest centroid afterwards.
    scaling (str): What is done to the context counts before the SVD; see `descriptors.scale`.
    w1 (int): First pass: the most frequent types that serve as contexts.
    other (bool): First pass: whether all other types make one more context.
    r1 (int): First pass: singular values kept on each side.
    k1 (int): First pass: clusters, which are the contexts of the second pass.
    r2 (int): Second pass: singular values kept on each side.
    n_passes (int): 1 (descriptors over words only) or 2 (then over clusters; the paper).
    max_iter (int): Most rounds of k-means.
    """

    n_tags: int = 45
    attr: Attr = "LOWER"
    boundaries: Boundaries = "ignore"
    min_count: int = 1
    scaling: Scaling = "raw"
    w1: int = 1000
    other: bool = False
    r1: int = 100
    k1: int = 500
    r2: int = 300
    n_passes: int = 2
    max_iter: int = 100

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                wanted = ", ".join(f'"{choice}"' for choice in choices)
                raise UserError(Errors.S002.format(name=name, value=getattr(self, name), wanted=f"one of {wanted}"))
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if type(value) is not int or value < least:
                raise UserError(Errors.S002.format(name=name, value=value, wanted=f"a whole number from {least} up"))
        if type(self.other) is not bool:
            raise UserError(Errors.S002.format(name="other", value=self.other, wanted="true or false"))
        if self.n_passes > 2:
            raise UserError(Errors.S002.format(name="n_passes", value=self.n_passes, wanted="1 or 2"))

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Settings":
        """Settings from a mapping such as a config section.

        RAISES (UserError): An unknown name (S003) or a value out of range (S002).
        """
        known = [field.name for field in fields(cls)]
        for name in values:
            if name not in known:
                raise UserError(Errors.S003.format(name=name, known=", ".join(known)))
        return cls(**values)

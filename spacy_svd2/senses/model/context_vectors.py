"""Descriptions of contexts from vectors that the pipeline has, for the vector kernel: plain arrays, without spaCy."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from .contexts import ContextWindow

Floats = NDArray[np.float32]
VectorKind = Literal["vectors", "tensor", "function"]
KINDS: tuple[VectorKind, ...] = get_args(VectorKind)
_N_BLOCKS: dict[VectorKind, int] = {"vectors": 1, "tensor": 2, "function": 1}


@dataclass(frozen=True, eq=False)
class VectorSource:
    """Where the vectors come from that a model was trained with.

    kind (str): "vectors" (a table of word vectors), "tensor" (a vector for each token of a document) or "function" (a
        vector for each target).
    width (int): Dimensions d of a vector.
    probes (tuple): Words whose vectors tell one table from another, most frequent in training first; only for a table.
    probe_vectors (ndarray): Their unit vectors, (p, d), float16.
    """

    kind: VectorKind
    width: int
    probes: tuple[str, ...] = ()
    probe_vectors: NDArray[np.float16] = field(default_factory=lambda: np.zeros((0, 0), dtype=np.float16))

    @property
    def bounds(self) -> list[tuple[int, int]]:
        """Columns, from and to, of each block of a description: the result of `describe_context`, or the vector."""
        return [(block * self.width, (block + 1) * self.width) for block in range(_N_BLOCKS[self.kind])]

    @property
    def size(self) -> int:
        """The columns of a description."""
        return self.bounds[-1][1]


def describe_context(vectors: NDArray[Any], start: int, end: int, window: ContextWindow, *, target: bool) -> Floats:
    """Describe the context of a target by the vectors of its tokens.

    vectors (ndarray): A vector for each token of the text, (n, d); zeros for a token without one, or that is no word.
    start (int): First token of the target.
    end (int): The token after its last.
    window (ContextWindow): How far contexts reach.
    target (bool): Whether the target's own vectors are described too: only vectors that depend on the context tell
        senses apart.
    RETURNS (ndarray): (d,) or (2 d,): the sum of the unit vectors in the window, each divided by the root of its
        distance from the target; and the sum of the target's. Sums are as good as means: the kernel takes cosines.
    """
    around = np.r_[max(0, start - window.window) : start, end : min(end + window.window, len(vectors))]
    distance = np.where(around < start, start - around, around - end + 1)
    blocks = [1 / np.sqrt(distance) @ unit_vectors(vectors[around])]
    if target:
        blocks.append(unit_vectors(vectors[start:end]).sum(axis=0))
    return np.concatenate(blocks).astype(np.float32)


def unit_vectors(vectors: NDArray[Any]) -> NDArray[np.float64]:
    """Scale vectors to length one, in double precision; those of zeros, or that hold a value not finite, are zeros."""
    rows = np.nan_to_num(np.asarray(vectors, dtype=np.float64), nan=np.inf)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    usable = np.isfinite(lengths) & (lengths > 0)
    return np.divide(rows, lengths, out=np.zeros_like(rows), where=usable)


def stack_descriptions(rows: Sequence[Floats | None], size: int) -> Floats:
    """Put descriptions into one matrix, (m, size); zeros for an occurrence without one."""
    found = np.zeros((len(rows), size), dtype=np.float32)
    for place, row in enumerate(rows):
        if row is not None:
            found[place] = row
    return found

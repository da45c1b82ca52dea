"""Kernels of sparse or dense vectors: polynomial and Gaussian, plain or of vectors scaled to length 1."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ...errors import Errors, UserError


def is_number(value: Any) -> bool:
    """RETURNS (bool): Whether a setting is a number that can be calculated with: at most 1e9 either way."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -1e9 <= value <= 1e9


@dataclass(frozen=True)
class Kernel:
    """A kernel function.

    name (str): "polynomial", (x . y + offset) ** degree, or "gaussian", exp(-gamma |x - y| ** 2).
    degree (int): Degree of the polynomial; 1 is linear.
    offset (float): 0 for the paper's homogeneous polynomial.
    gamma (float): Sharpness of the Gaussian.
    cosine (bool): Scale vectors to length 1 first (zero vectors stay).
    """

    name: Literal["polynomial", "gaussian"] = "polynomial"
    degree: int = 1
    offset: float = 0.0
    gamma: float = 1.0
    cosine: bool = True

    def __post_init__(self) -> None:
        if self.name not in ("polynomial", "gaussian"):
            raise UserError(Errors.K001.format(name="kernel", value=self.name, wanted="polynomial or gaussian"))
        if type(self.degree) is not int or not 1 <= self.degree <= 100:
            raise UserError(Errors.K001.format(name="degree", value=self.degree, wanted="a whole number from 1 to 100"))
        if not is_number(self.offset) or self.offset < 0:
            raise UserError(Errors.K001.format(name="offset", value=self.offset, wanted="0 or more"))
        if not is_number(self.gamma) or self.gamma <= 0:
            raise UserError(Errors.K001.format(name="gamma", value=self.gamma, wanted="above 0"))
        if type(self.cosine) is not bool:
            raise UserError(Errors.K001.format(name="cosine", value=self.cosine, wanted="true or false"))

    def __call__(self, first: Any, second: Any) -> NDArray[np.float64]:
        """Evaluate the kernel.

        first (ndarray or csr_array): Vectors, (m, f).
        second (ndarray or csr_array): Vectors, (n, f).
        RETURNS (ndarray): k(x, y) for each pair, (m, n), float64.
        """
        products = first @ second.T
        products = np.asarray(products.todense() if hasattr(products, "todense") else products, dtype=np.float64)
        lengths, others = squared_lengths(first), squared_lengths(second)
        if self.cosine:
            products *= _inverse_root(lengths)[:, None] * _inverse_root(others)
            lengths, others = (lengths > 0).astype(np.float64), (others > 0).astype(np.float64)
        if self.name == "gaussian":
            return np.exp(-self.gamma * np.maximum(lengths[:, None] + others - 2 * products, 0))
        return products if self.degree == 1 and self.offset == 0 else (products + self.offset) ** self.degree


def squared_lengths(matrix: Any) -> NDArray[np.float64]:
    """RETURNS (ndarray): The sum of squares of each row, (n,)."""
    squares = matrix.multiply(matrix) if hasattr(matrix, "multiply") else np.square(matrix)
    return np.asarray(squares.sum(axis=1), dtype=np.float64).ravel()


def _inverse_root(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.divide(1, np.sqrt(values), out=np.zeros_like(values), where=values > 0)

"""Damage to bytes of any kind."""

from collections.abc import Callable

from .choices import Choices, pick

_ODD = [b"\0", b"\xff", b"\x80", b"\xff\xff\xff\xff", b"\0\0\0\0", b"\xff" * 8, b"\xff\xff\xff\x7f", b"PK\x01\x02"]


def flip(data: bytes, choices: Choices) -> bytes:
    """One to four bits."""
    changed = bytearray(data)
    for _ in range(choices.integer(1, 4)):
        changed[choices.integer(0, len(data) - 1)] ^= 1 << choices.integer(0, 7)
    return bytes(changed)


def overwrite(data: bytes, choices: Choices) -> bytes:
    """A few bytes by random or odd ones."""
    at = choices.integer(0, len(data) - 1)
    new = choices.data(choices.integer(1, 16)) if choices.integer(0, 1) else pick(choices, _ODD)
    return data[:at] + new + data[at + len(new) :]


def truncate(data: bytes, choices: Choices) -> bytes:
    """At the end or the beginning."""
    at = choices.integer(0, len(data))
    return data[:at] if choices.integer(0, 3) else data[at:]


def insert(data: bytes, choices: Choices) -> bytes:
    """Random bytes, or a stretch of the same data once more."""
    at = choices.integer(0, len(data))
    if choices.integer(0, 1):
        return data[:at] + choices.data(choices.integer(1, 64)) + data[at:]
    start, end = _stretch(data, choices)
    return data[:at] + data[start:end] + data[at:]


def delete(data: bytes, choices: Choices) -> bytes:
    """A stretch."""
    start, end = _stretch(data, choices)
    return data[:start] + data[end:]


def swap(data: bytes, choices: Choices) -> bytes:
    """Two neighbouring stretches."""
    cuts = sorted(choices.integer(0, len(data)) for _ in range(3))
    return data[: cuts[0]] + data[cuts[1] : cuts[2]] + data[cuts[0] : cuts[1]] + data[cuts[2] :]


def blank(data: bytes, choices: Choices) -> bytes:
    """A stretch by zeros or ones, as a disk gives back after a crash."""
    start, end = _stretch(data, choices)
    return data[:start] + pick(choices, [b"\0", b"\xff"]) * (end - start) + data[end:]


def empty(data: bytes, choices: Choices) -> bytes:
    """Nothing, or next to nothing."""
    return data[: choices.integer(0, 4)]


BYTES: list[Callable[[bytes, Choices], bytes]] = [flip, overwrite, truncate, insert, delete, swap, blank, empty]


def damage(data: bytes, choices: Choices) -> tuple[str, bytes]:
    """RETURNS (tuple): The name of what was done, and the damaged bytes."""
    if not data:
        return "insert", choices.data(8)
    how = pick(choices, BYTES)
    return how.__name__, how(data, choices)


def _stretch(data: bytes, choices: Choices) -> tuple[int, int]:
    start = choices.integer(0, len(data) - 1)
    return start, min(len(data), start + choices.integer(1, max(1, len(data) // 4)))

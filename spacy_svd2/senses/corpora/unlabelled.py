"""What to say of a corpus without a labelled occurrence."""

from collections.abc import Sequence
from pathlib import Path

from ...corpora.whole_files import read_bytes


def why_unlabelled(paths: Sequence[Path], n_found: int) -> str:
    """Say what a corpus has instead of labelled occurrences.

    paths (Sequence): Its files.
    n_found (int): Its unlabelled occurrences.
    RETURNS (str): In parentheses after a space, or nothing if there is nothing to add.
    """
    if n_found:
        return f" ({n_found} without a sense)"
    if paths and all(map(_is_empty, paths)):
        return " (the file is empty)" if len(paths) == 1 else " (the files are empty)"
    return ""


def _is_empty(path: Path) -> bool:
    """Whether a file holds white space at most."""
    return path.is_file() and not read_bytes(path).removeprefix(b"\xef\xbb\xbf").strip()

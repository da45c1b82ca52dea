"""Sense-annotated files of every format, as instances."""

from collections.abc import Callable, Iterator
from pathlib import Path

from ..errors import Errors, UserError
from .prodigy import read_prodigy
from .rlwsd import read_rlwsd
from .sense_instance import Instance
from .sense_tsv import read_sense_tsv
from .senseval import read_senseval

_READERS: dict[str, Callable[[Path], Iterator[Instance]]] = {
    "rlwsd": read_rlwsd,
    "prodigy": read_prodigy,
    "tsv": read_sense_tsv,
}
SENSE_FORMATS = ("senseval", *_READERS)
_SUFFIXES = {
    ".xml": "senseval",
    ".pos": "senseval",
    ".jsonl": "prodigy",
    ".tsv": "tsv",
    ".txt": "rlwsd",
    ".json": "rlwsd",
}


def read_instances(path: Path, *, key: Path | None = None, format: str = "auto") -> Iterator[Instance]:
    """Read a sense-annotated corpus.

    path (Path): A file, `.gz` or not, or a folder of word files (RL-WSD).
    key (Path): A key file of Senseval's.
    format (str): One of `SENSE_FORMATS`, or "auto": by the suffix.
    YIELDS (Instance): In the order of the corpus.
    RAISES (UserError): The format is unknown or takes no key (C109, C110), and the errors of the readers.
    """
    path = Path(path)
    name = _format(path) if format == "auto" else format
    if name == "senseval":
        return read_senseval(path, key=key)
    if key is not None:
        raise UserError(Errors.C110.format(path=path, format=name))
    if name not in _READERS:
        raise UserError(Errors.C109.format(path=path, formats=", ".join(SENSE_FORMATS)))
    return _READERS[name](path)


def _format(path: Path) -> str:
    if path.is_dir():
        return "rlwsd"
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() != ".gz"]
    return _SUFFIXES.get(suffixes[-1] if suffixes else "", "")

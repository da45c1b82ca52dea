"""Pipelines made from a config, the code that they need, and how they are saved."""

import re
from itertools import product
from operator import add
from pathlib import Path
from typing import Any
from unicodedata import normalize

from spacy.attrs import ORTH
from spacy.language import Language
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]
from spacy.util import import_file, load_model_from_config
from thinc.api import Config

from ..errors import Errors, UserError
from .atomic import atomic_path

CONFIG_FILE, META_FILE = "config.cfg", "meta.json"
PIPELINE_FILES = (CONFIG_FILE, META_FILE, "tokenizer", "vocab")
"""What spaCy saves of every pipeline, beside a folder for each component."""

_RULES = ("prefix_search", "suffix_search", "infix_finditer")
_CLASS = r"\[(?:[^\]\\]|\\.)*\]"
_AFTER_LETTERS = re.compile(rf"\(\?<=((?:{_CLASS})+)\)(?=(\\[.,]|[,])?)")
_MARK = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]"


def split_after_marks(nlp: Language) -> None:
    """Have spaCy's tokenizer split text that is not composed (NFD) as it splits composed text.

    Its rules ask for a letter before a full stop or a hyphen, which the accent of "cafe\u0301." is not, and its
    exceptions, such as "après-midi", are composed. The rules are saved with the pipeline.

    nlp (Language): The pipeline; one with another tokenizer stays as it is.
    """
    tokenizer: Any = nlp.tokenizer
    if type(tokenizer) is not Tokenizer:
        return
    for name in _RULES:
        search = getattr(tokenizer, name)
        pattern = getattr(getattr(search, "__self__", None), "pattern", "")
        if pattern and _MARK not in pattern:
            rule = re.compile(_AFTER_LETTERS.sub(_also_after_marks, pattern))
            setattr(tokenizer, name, rule.finditer if name == "infix_finditer" else rule.search)
    rules = tokenizer.rules
    decomposed = {normalize("NFD", text): _decompose(pieces) for text, pieces in rules.items() if not text.isascii()}
    if not decomposed.keys() <= rules.keys():
        tokenizer.rules = {**decomposed, **rules}


def _decompose(pieces: list[dict[int, str]]) -> list[dict[int, str]]:
    """The tokens of an exception, in NFD; other attributes than their text stay."""
    return [{**piece, ORTH: normalize("NFD", piece[ORTH])} for piece in pieces]


def _also_after_marks(found: re.Match[str]) -> str:
    """A condition on the characters before a place, with up to two marks on each that is a letter."""
    classes = re.findall(_CLASS, found[1])
    if not all("a-z" in one or "A-Z" in one for one in classes):
        return found[0]
    marked = ["".join(map(add, classes, marks)) for marks in product(("", _MARK, _MARK * 2), repeat=len(classes))]
    # cheap tests first, which rule out most places: the sign that follows, or a mark before
    sign = f"(?={found[2]})" if found[2] else ""
    near_mark = f"(?<={_MARK})" if len(classes) == 1 else ""
    return f"{sign}(?:(?<={marked[0]})|{near_mark}(?:{'|'.join(f'(?<={one})' for one in marked[1:])}))"


_imported: list[str] = []


def import_code(path: Path) -> None:
    """Import a file of Python whose registered functions pipelines and configs name, as spaCy's `--code` does.

    path (Path): The file.
    RAISES (UserError): It is missing (L010), or fails (L043).
    """
    if not path.is_file():
        raise UserError(Errors.L010.format(path=path, why="no such file"))
    try:
        import_file("python_code", path)
    except Exception as err:
        raise UserError(Errors.L043.format(path=path, why=f"{type(err).__name__}: {err}")) from err
    _imported.append(str(path.absolute()))


def imported_code(*wanted: str) -> tuple[str, ...]:
    """List the files that `import_code` has imported in this process.

    *wanted (str): Files to import first, where that has not been done: a worker process begins without any.
    RETURNS (tuple): Their absolute paths.
    """
    for path in wanted:
        if path not in _imported:
            import_code(Path(path))
    return tuple(_imported)


def set_up_pipeline(config: Config) -> Language:
    """Make the pipeline of a config, with nothing learned yet.

    config (Config): The config.
    RETURNS (Language): The pipeline.
    RAISES (UserError): There is something wrong in the config (L012), or a component says what.
    """
    try:
        nlp = load_model_from_config(config, auto_fill=True)
    except (ValueError, ImportError) as err:
        if isinstance(err, UserError):
            raise
        raise UserError(Errors.L012.format(why=str(err).strip().rstrip("."))) from err
    if not hasattr(nlp.tokenizer, "to_disk"):  # fail before training, not after it
        raise UserError(Errors.L012.format(why="its tokenizer can't be saved, because it has no method to_disk"))
    return nlp


def save_pipeline(nlp: Language, out: Path) -> None:
    """Save a pipeline so that at every moment `out` holds what was there before, or the whole new pipeline.

    nlp (Language): The pipeline.
    out (Path): The directory; it may exist. A link stays a link.
    """
    with atomic_path(out) as temporary:
        nlp.to_disk(temporary)

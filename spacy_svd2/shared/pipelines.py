"""Pipelines made from a config, and saved whole."""

import re
from pathlib import Path

from spacy.language import Language
from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]
from spacy.util import load_model_from_config
from thinc.api import Config

from ..errors import Errors, UserError
from .atomic import atomic_path

PIPELINE_FILES = ("config.cfg", "meta.json", "tokenizer", "vocab")
"""What spaCy saves of every pipeline, beside a folder for each component."""

_RULES = ("prefix_search", "suffix_search", "infix_finditer")
_AFTER_LETTER = re.compile(r"\(\?<=(\[(?:[^\]\\]|\\.)*a-z(?:[^\]\\]|\\.)*\])\)")
_MARK = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]"
_AFTER_MARK = rf"(?:(?<=\1)|(?<={_MARK})(?:(?<=\1{_MARK})|(?<=\1{_MARK}{_MARK})))"  # one mark or two


def split_after_marks(nlp: Language) -> None:
    """Have spaCy's tokenizer split text that is not composed (NFD) as it splits composed text.

    Its rules ask for a letter before a full stop or a hyphen, which the accent of "cafe\u0301." is not. The rules are
    saved with the pipeline.

    nlp (Language): The pipeline; one with another tokenizer stays as it is.
    """
    if type(nlp.tokenizer) is not Tokenizer:
        return
    for name in _RULES:
        search = getattr(nlp.tokenizer, name)
        pattern = getattr(getattr(search, "__self__", None), "pattern", "")
        if _AFTER_LETTER.search(pattern) and _MARK not in pattern:
            rule = re.compile(_AFTER_LETTER.sub(_AFTER_MARK, pattern))
            setattr(nlp.tokenizer, name, rule.finditer if name == "infix_finditer" else rule.search)


def set_up_pipeline(config: Config) -> Language:
    """Make the pipeline of a config, with nothing learned yet.

    config (Config): The config.
    RETURNS (Language): The pipeline.
    RAISES (UserError): There is something wrong in the config (L012), or a component says what.
    """
    try:
        return load_model_from_config(config, auto_fill=True)
    except (ValueError, ImportError) as err:
        if isinstance(err, UserError):
            raise
        raise UserError(Errors.L012.format(why=str(err).strip().rstrip("."))) from err


def save_pipeline(nlp: Language, out: Path) -> None:
    """Save a pipeline so that at every moment `out` holds what was there before, or the whole new pipeline.

    nlp (Language): The pipeline.
    out (Path): The directory; it may exist. A link stays a link.
    """
    with atomic_path(out) as temporary:
        nlp.to_disk(temporary)

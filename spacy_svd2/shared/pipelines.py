"""Pipelines made from a config, and saved whole."""

from pathlib import Path

from spacy.language import Language
from spacy.util import load_model_from_config
from thinc.api import Config

from ..errors import Errors, UserError
from .atomic import atomic_path

PIPELINE_FILES = ("config.cfg", "meta.json", "tokenizer", "vocab")
"""What spaCy saves of every pipeline, beside a folder for each component."""


def set_up_pipeline(config: Config) -> Language:
    """Make the pipeline of a config, with nothing learned yet.

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

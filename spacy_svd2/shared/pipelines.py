"""Pipelines made from a config, the code that they need, and how they are saved."""

from pathlib import Path

from spacy.language import Language
from spacy.util import import_file, load_model_from_config
from thinc.api import Config

from ..errors import Errors, UserError
from .atomic import atomic_path

PIPELINE_FILES = ("config.cfg", "meta.json", "tokenizer", "vocab")
"""What spaCy saves of every pipeline, beside a folder for each component."""


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

    RAISES (UserError): There is something wrong in the config (L012), or a component says what.
    """
    try:
        nlp = load_model_from_config(config, auto_fill=True)
    except (ValueError, ImportError) as err:
        if isinstance(err, UserError):
            raise
        raise UserError(Errors.L012.format(why=str(err).strip().rstrip("."))) from err
    if not hasattr(nlp.tokenizer, "to_disk"):  # an error before the training, not after it
        raise UserError(Errors.L012.format(why="its tokenizer can't be saved, because it has no method to_disk"))
    return nlp


def save_pipeline(nlp: Language, out: Path) -> None:
    """Save a pipeline so that at every moment `out` holds what was there before, or the whole new pipeline.

    nlp (Language): The pipeline.
    out (Path): The directory; it may exist. A link stays a link.
    """
    with atomic_path(out) as temporary:
        nlp.to_disk(temporary)

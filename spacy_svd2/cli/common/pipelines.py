"""The pipelines that commands read and write."""

import os
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.util import load_config

from ...errors import Errors, UserError
from ...shared.pipelines import PIPELINE_FILES
from ...tagger.component import SVD2Tagger
from .progress import show_stage

FACTORY = "svd2_tagger"


def load_pipeline(name: str) -> Language:
    """Load a pipeline.

    name (str): A directory, or the name of an installed package.
    RETURNS (Language): The pipeline.
    RAISES (UserError): It can't be loaded (L001), or what a component of ours says about its data.
    """
    show_stage("load the pipeline")
    try:
        return spacy.load(name)
    except UserError:
        raise
    except (OSError, ValueError, KeyError, ImportError) as err:
        why = str(err).strip() or type(err).__name__
        raise UserError(Errors.L001.format(path=name, why=why if why[-1] in ".!?" else f"{why}.")) from err


def blank_pipeline(lang: str) -> Language:
    """RETURNS (Language): A pipeline with nothing but a tokenizer.

    RAISES (UserError): The language is unknown (L012).
    """
    try:
        return spacy.blank(lang)
    except (ImportError, ValueError) as err:
        raise UserError(Errors.L012.format(why=str(err).strip().rstrip("."))) from err


def find_tagger(nlp: Language, path: str, name: str | None = None) -> SVD2Tagger:
    """Find the tagger of a pipeline.

    nlp (Language): The pipeline.
    path (str): How messages name it.
    name (str): The component's name; by default the only svd2_tagger.
    RETURNS (SVD2Tagger): The component.
    RAISES (UserError): None (L002), several (L003), or none of that name (L002, L004).
    """
    taggers = {key: pipe for key, pipe in nlp.components if isinstance(pipe, SVD2Tagger)}
    if name is not None:
        check_component(nlp, path, name)
        taggers = {key: pipe for key, pipe in taggers.items() if key == name}
    if not taggers:
        raise UserError(Errors.L002.format(path=path, names=_names(nlp.component_names)))
    if len(taggers) > 1:
        raise UserError(Errors.L003.format(path=path, names=_names(list(taggers))))
    return next(iter(taggers.values()))


def check_component(nlp: Language, path: str, name: str) -> None:
    """RAISES (UserError): The pipeline has no such component (L004)."""
    if name not in nlp.component_names:
        raise UserError(Errors.L004.format(path=path, name=name, names=_names(nlp.component_names)))


def check_target(
    path: Path,
    *,
    force: bool = False,
    factory: str = FACTORY,
    beside: Path | None = None,
) -> None:
    """Make sure before a long training that a pipeline can go to a path, and that nothing else is lost there.

    That nothing there is read is checked for all commands, see `check_apart`.

    path (Path): Where the pipeline will go.
    force (bool): Whether whatever is there may go.
    factory (str): The component that a pipeline of ours has.
    beside (Path): Another file that is written at the end: no folder.
    RAISES (UserError): There is something that `train` did not write (L005), it is or holds the current directory
        (L030), or it can't be made (L010, L011).
    """
    if Path.cwd().is_relative_to(os.path.realpath(path)):
        raise UserError(Errors.L030.format(path=path, what=Path.cwd()))
    if beside is not None and (beside.is_dir() or not _first_folder(beside).is_dir()):
        raise UserError(Errors.L010.format(path=beside, why="it is a folder, or in something that is none"))
    parent = _first_folder(path)
    if not parent.is_dir():
        raise UserError(Errors.L011.format(path=path, parent=parent))
    if not os.access(parent, os.W_OK | os.X_OK):
        raise UserError(Errors.L010.format(path=path, why=f"no permission to write to '{parent}'"))
    if path.exists() and not force:
        if not path.is_dir():
            raise UserError(Errors.L005.format(path=path, why="is a file"))
        foreign = _foreign(path, factory)
        if foreign is not None:
            raise UserError(Errors.L005.format(path=path, why=foreign))


def _first_folder(path: Path) -> Path:
    """The nearest thing above a path that exists."""
    return next(folder for folder in path.absolute().parents if folder.exists())


def _foreign(path: Path, factory: str) -> str | None:
    """What speaks against taking a folder for an earlier pipeline of ours; None if nothing does."""
    there = {item.name for item in path.iterdir()}
    if not there:
        return None
    if not {"config.cfg", "meta.json"} <= there:
        return "holds files and is no pipeline"
    try:
        components = load_config(path / "config.cfg").get("components", {})
    except (OSError, ValueError):
        return "holds a config.cfg that can't be read"
    if factory not in (component.get("factory") for component in components.values()):
        return f"is a pipeline without {factory}"
    others = sorted(there - set(PIPELINE_FILES) - set(components))
    return f"is a pipeline with another file in it ('{others[0]}')" if others else None


def _names(names: list[str]) -> str:
    return ", ".join(names) or "none"

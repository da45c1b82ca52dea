"""The pipelines that commands read and write."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.util import load_config

from ...errors import Errors, UserError
from ...shared.pipelines import CONFIG_FILE, META_FILE, PIPELINE_FILES
from ...tagger.component import FACTORY, SVD2Tagger
from .paths import Input, Output
from .progress import show_stage


def _is_part(parts: tuple[str, ...], format: str, folder: Path) -> bool:
    """Whether a file belongs to a pipeline; its scores, for instance, may lie beside."""
    try:
        components = [*json.loads((folder / META_FILE).read_bytes())["components"]]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        components = []  # it is no pipeline, which is said when it is loaded
    return parts[0] in (*PIPELINE_FILES, *components)


PIPELINE = Input(_is_part, is_pipeline=True)
CONFIG = Input(is_pipeline=True)


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


def copy_vectors(nlp: Language, source: str) -> None:
    """Give a pipeline the word vectors of another.

    nlp (Language): The pipeline; its vocabulary is changed.
    source (str): A directory, or the name of an installed package.
    RAISES (UserError): It can't be loaded (L001), or has no vectors (L220).
    """
    vectors = load_pipeline(source).vocab.vectors
    if not vectors.size:
        raise UserError(Errors.L220.format(path=source))
    for key in vectors:
        nlp.vocab.strings.add(vectors.strings[key])
    nlp.vocab.vectors = vectors


def blank_pipeline(lang: str) -> Language:
    """Make a pipeline with nothing but a tokenizer.

    lang (str): The code of its language.
    RETURNS (Language): The pipeline.
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
    """Make sure that a pipeline has a component.

    RAISES (UserError): It has none of that name (L004).
    """
    if name not in nlp.component_names:
        raise UserError(Errors.L004.format(path=path, name=name, names=_names(nlp.component_names)))


@dataclass(frozen=True)
class OutputPipeline(Output):
    """Marks a pipeline to write: it replaces an earlier one of ours, and anything else with --force only.

    factory (str): The component that a pipeline of ours has.
    """

    sample: tuple[str, ...] = (META_FILE,)
    factory: str = FACTORY

    def check(self, path: Path, *, force: bool) -> None:
        """Refuse to replace what is no pipeline of ours, or to write where that is not permitted.

        RAISES (UserError): What is there must stay (L005), or the folder around it is closed (L010).
        """
        parent = next(folder for folder in path.absolute().parents if folder.exists())
        if not os.access(parent, os.W_OK | os.X_OK):
            raise UserError(Errors.L010.format(path=path, why=f"no permission to write to '{parent}'"))
        if not force and path.exists():
            foreign = _foreign(path, self.factory) if path.is_dir() else "is a file"
            if foreign is not None:
                raise UserError(Errors.L005.format(path=path, why=foreign))


def _foreign(path: Path, factory: str) -> str | None:
    """What speaks against taking a folder for an earlier pipeline of ours; None if nothing does."""
    there = {item.name for item in path.iterdir()}
    if not there:
        return None
    if not {CONFIG_FILE, META_FILE} <= there:
        return "holds files and is no pipeline"
    try:
        components = load_config(path / CONFIG_FILE).get("components", {})
    except (OSError, ValueError):
        return f"holds a {CONFIG_FILE} that can't be read"
    if factory not in (component.get("factory") for component in components.values()):
        return f"is a pipeline without {factory}"
    others = sorted(there - set(PIPELINE_FILES) - set(components))
    return f"is a pipeline with another file in it ('{others[0]}')" if others else None


def _names(names: list[str]) -> str:
    return ", ".join(names) or "none"

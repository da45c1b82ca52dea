"""What the commands on senses share: arguments, corpora and the component of a pipeline."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import spacy
import typer
from spacy.language import Language

from ...corpora import SenseCorpus
from ...corpora.sense_lack import why_unlabelled
from ...errors import Errors, UserError
from ...pipeline.kpca_wsd import KPCAWSD
from ..pipelines import check_component, load_pipeline

if TYPE_CHECKING:
    from ...kpca.sense_model import Occurrence

FACTORY = "kpca_wsd"
SenseFormat = Literal["auto", "senseval", "rlwsd", "prodigy", "tsv", "spacy"]

CORPUS_HELP = (
    "Examples with senses: Senseval .xml or NLTK .pos, Prodigy .jsonl, .tsv (no header; sense, left context, target, "
    "right context and optionally the word, parted by tabs), each also .gz; .spacy; a folder of RL-WSD word files."
)
KEY_HELP = "Key file of a Senseval corpus: its answers count, not those in the corpus."

KeyOption = Annotated[Path | None, typer.Option("--key", help=KEY_HELP)]
FormatOption = Annotated[SenseFormat, typer.Option("--format", help="Of the corpus; by its suffix unless given.")]
LangOption = Annotated[str, typer.Option("--lang", "-l", help="Language code of the tokenizer; xx: any language.")]
ComponentOption = Annotated[
    str | None, typer.Option("--component", help="Name of the kpca_wsd, if the pipeline has several.")
]


def open_corpus(path: Path, *, key: Path | None = None, format: str = "auto") -> SenseCorpus:
    """RETURNS (SenseCorpus): A corpus whose files are there.

    RAISES (UserError): One is not (L010).
    """
    for file in (path, *([key] if key else [])):
        if not file.exists():
            raise UserError(Errors.L010.format(path=file, why="no such file or folder"))
    return SenseCorpus([path], key=key, format=format)


def blank_pipeline(lang: str) -> Language:
    """RETURNS (Language): A pipeline with nothing but a tokenizer.

    RAISES (UserError): The language is unknown (L012).
    """
    try:
        return spacy.blank(lang)
    except ImportError as err:
        raise UserError(Errors.L012.format(why=str(err).strip())) from err


def labelled_occurrences(
    path: Path, nlp: Language, *, key: Path | None = None, format: str = "auto"
) -> "list[Occurrence]":
    """RETURNS (list): The labelled occurrences of a corpus, by words alone.

    RAISES (UserError): There is none (L101), or an error of the reader.
    """
    found = list(open_corpus(path, key=key, format=format).occurrences(nlp))
    labelled = [item for item in found if item.senses]
    if not labelled:
        raise UserError(Errors.L101.format(path=path, more=why_unlabelled([path], len(found))))
    return labelled


def load_senses(path: str, name: str | None = None) -> tuple[Language, KPCAWSD]:
    """Load a pipeline and find its disambiguator.

    path (str): A directory, or the name of an installed package.
    name (str): The component's name; by default the only kpca_wsd.
    RETURNS (tuple): The pipeline and the component, which is trained.
    RAISES (UserError): The pipeline can't be loaded (L001), or has no such component, or several (L004, L102, L103).
    """
    nlp = load_pipeline(path)
    if name is not None:
        check_component(nlp, path, name)
    found = {key: pipe for key, pipe in nlp.components if isinstance(pipe, KPCAWSD) and name in (None, key)}
    names = ", ".join(found or nlp.component_names) or "none"
    if not found:
        raise UserError(Errors.L102.format(path=path, names=names))
    if len(found) > 1:
        raise UserError(Errors.L103.format(path=path, names=names))
    component = next(iter(found.values()))
    component.get_model()
    return nlp, component

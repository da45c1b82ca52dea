"""What the commands on senses share: arguments, and reading a corpus."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import spacy
import typer
from spacy.language import Language

from ...corpora.sense_files import read_instances
from ...corpora.sense_instance import Instance
from ...errors import Errors, UserError

if TYPE_CHECKING:
    from ...kpca.sense_model import Occurrence

SenseFormat = Literal["auto", "senseval", "rlwsd", "prodigy", "tsv"]

CORPUS_HELP = "Labelled examples: Senseval .xml or NLTK .pos, Prodigy .jsonl, .tsv (each also .gz), RL-WSD folder."
KEY_HELP = "Key file of a Senseval corpus: its answers count, not those in the corpus."

KeyOption = Annotated[Path | None, typer.Option("--key", help=KEY_HELP)]
FormatOption = Annotated[SenseFormat, typer.Option("--format", help="Of the corpus; by its suffix unless given.")]
LangOption = Annotated[str, typer.Option("--lang", "-l", help="Language code of the tokenizer; xx: any language.")]


def blank_pipeline(lang: str) -> Language:
    """RETURNS (Language): A pipeline with nothing but a tokenizer.

    RAISES (UserError): The language is unknown (L012).
    """
    try:
        return spacy.blank(lang)
    except ImportError as err:
        raise UserError(Errors.L012.format(why=str(err).strip())) from err


def labelled_instances(path: Path, *, key: Path | None = None, format: str = "auto") -> list[Instance]:
    """RETURNS (list): The labelled instances of a corpus.

    RAISES (UserError): There is none (L101), or an error of the reader.
    """
    found = list(read_instances(path, key=key, format=format))
    labelled = [item for item in found if item.senses]
    if not labelled:
        more = f" ({len(found)} without a sense)" if found else ""
        raise UserError(Errors.L101.format(path=path, more=more))
    return labelled


def labelled_occurrences(
    path: Path, nlp: Language, *, key: Path | None = None, format: str = "auto"
) -> "list[Occurrence]":
    """RETURNS (list): The labelled occurrences of a corpus; errors as `labelled_instances`."""
    from ...senses.occurrences import make_occurrences

    return make_occurrences(labelled_instances(path, key=key, format=format), nlp)

"""What the commands on senses share: arguments, corpora and the component of a pipeline."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from spacy.language import Language

from ...errors import Errors, UserError
from ...senses.component import KPCAWSD
from ...senses.corpora.corpus import SenseCorpus
from ...senses.corpora.docs import SPANS_KEY
from ...senses.corpora.registry import format_names, is_read_in_folder, listed_formats
from ..common.options import FILE
from ..common.paths import Input
from ..common.pipelines import check_component, load_pipeline

if TYPE_CHECKING:
    Format = str
else:
    Format = Literal["auto", *format_names()]

_NO_NAME = "pipeline"  # what spaCy calls one that has none

CORPUS_HELP = f"Examples with senses: {listed_formats()}."
KEY_HELP = "Key file of a Senseval or unified corpus; its answers replace those in the corpus."

SENSES = Input(lambda parts, format, folder: is_read_in_folder(Path(*parts)))

KeyOption = Annotated[Path | None, typer.Option("--key", help=KEY_HELP), FILE]
FormatOption = Annotated[Format, typer.Option("--format", help="Format of the corpus; auto goes by its suffix.")]
SpansKeyOption = Annotated[
    str, typer.Option("--spans-key", help="Span group that has the senses: doc.spans[KEY] of a .spacy file.")
]
LangOption = Annotated[str, typer.Option("--lang", "-l", help="Language code of the tokenizer; xx: any language.")]
ComponentOption = Annotated[
    str | None, typer.Option("--component", help="Name of the kpca_wsd, if the pipeline has several.")
]


def open_corpus(
    path: Path,
    *,
    key: Path | None = None,
    format: str = "auto",
    spans_key: str = SPANS_KEY,
    warn_widened: bool = False,
) -> SenseCorpus:
    """Open a corpus whose files are there.

    path (Path), key (Path), format (str), spans_key (str): See `SenseCorpus`.
    warn_widened (bool): Whether to say that targets are no whole tokens: in training, once, not whenever they are read.
    RETURNS (SenseCorpus): The corpus.
    RAISES (UserError): One is not (L010).
    """
    for file in (path, *([key] if key else [])):
        if not file.exists():
            raise UserError(Errors.L010.format(path=file, why="no such file or folder"))
    return SenseCorpus([path], key=key, format=format, spans_key=spans_key, warn_widened=warn_widened)


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


def title_of(nlp: Language, path: str) -> str:
    """A pipeline's name and language, for titles. One without a name of its own is called as its folder.

    nlp (Language): The pipeline.
    path (str): Its directory, or the name of its package.
    RETURNS (str): For instance "my_senses (en)"; without the language where it is any.
    """
    name = nlp.meta["name"]
    own = name if name and name != _NO_NAME else Path(path).resolve().name
    return own if nlp.lang == "xx" else f"{own} ({nlp.lang})"

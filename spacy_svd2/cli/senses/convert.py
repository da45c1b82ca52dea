"""`kpca convert`: a sense-annotated corpus as spaCy's own binary format."""

from pathlib import Path
from typing import Annotated

import typer
from spacy.tokens import DocBin

from ...senses.corpora.docs import SPANS_KEY
from ...shared.atomic import atomic_path
from ...shared.pipelines import split_after_marks
from ..common import output
from ..common.options import ANNOTATION, CodeOption, ReplaceOption
from ..common.pipelines import blank_pipeline
from ..common.progress import show_stage
from .options import CORPUS_HELP, SENSES, FormatOption, KeyOption, LangOption, SpansKeyOption, open_corpus


def convert_cli(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help=CORPUS_HELP), SENSES],
    docs: Annotated[Path, typer.Argument(metavar="OUT", help="The .spacy file to write."), ANNOTATION],
    key: KeyOption = None,
    lang: LangOption = "xx",
    format: FormatOption = "auto",
    spans_key: SpansKeyOption = SPANS_KEY,
    force: ReplaceOption = False,
    code: CodeOption = None,
) -> None:
    """Convert a sense-annotated corpus to a .spacy file (DocBin).

    Each target is a span in doc.spans["senses"]: the sense as its label, the
    word as its id; a target with several senses has several spans.

    Examples:

    \b
      python -m spacy kpca convert train.xml.gz train.spacy --key train.key
      python -m spacy kpca convert examples.jsonl examples.spacy --lang en
    """
    if docs.suffix != ".spacy":
        raise typer.BadParameter(f"OUT must end in .spacy, which '{docs}' does not")
    data = open_corpus(corpus, key=key, format=format, spans_key=spans_key, warn_widened=True)
    nlp = blank_pipeline(lang)
    split_after_marks(nlp)
    show_stage("read and convert")
    written = DocBin(docs=data.docs(nlp), store_user_data=True)
    with atomic_path(docs) as temporary:
        written.to_disk(temporary)
    output.good(f"{docs}: {len(written):,} documents with {data.placement.total:,} targets")

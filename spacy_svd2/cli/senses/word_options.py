"""What the commands share that start from raw text: the texts, the word, its forms and its labels."""

from pathlib import Path
from typing import Annotated

import typer

from ...senses.corpora.unlabelled_texts import UnlabelledTexts
from ...senses.labelling.reading import WordInTexts, read_word
from ..common.options import FILE, UNLABELLED
from ..common.pipelines import blank_pipeline
from ..common.progress import reading_bar

TextsArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="TEXTS...",
        help="Raw text: files or folders that svd2 train reads, or examples with senses (.xml, .tsv), whose senses are "
        "ignored.",
    ),
    UNLABELLED,
]
WordOption = Annotated[str, typer.Option("--word", "-w", help="The word, as a dictionary lists it.")]
FormsOption = Annotated[
    Path | None,
    typer.Option("--forms", help="Table of inflected forms (word, tab, form), such as kpca find writes."),
    FILE,
]
LabelsOption = Annotated[
    Path | None,
    typer.Option(
        "--labels",
        help="Labels that there are: a table of contexts. Its rows are not asked for again, even without a sense.",
    ),
    FILE,
]


def find_word(word: str, texts: list[Path], lang: str, forms: Path | None, labels: Path | None = None) -> WordInTexts:
    """Read the occurrences of a word; the options are those above.

    RAISES (UserError): See `read_word`.
    """
    data, nlp = UnlabelledTexts.open(texts), blank_pipeline(lang)
    with reading_bar(data.raw, "Reading") as bar:
        return read_word(word, data, nlp, forms=forms, labels=labels, progress=bar.update)

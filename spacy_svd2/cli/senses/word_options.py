"""What the commands share that start from raw text: the texts, the word, its forms and its labels."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer
from spacy.language import Language

from ...corpora.splits.tokenizer import learn_splits
from ...senses.corpora.unlabelled_texts import UnlabelledTexts
from ...senses.labelling.automatic_forms import AutomaticForms, automatic_forms
from ...senses.labelling.forms import count_words
from ...senses.labelling.reading import WordInTexts, read_word
from ...shared.word_keys import word_key
from ..common import output
from ..common.options import FILE, UNLABELLED
from ..common.pipelines import blank_pipeline
from ..common.progress import counted, reading_bar

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
AUTO = Path("auto")
FormsOption = Annotated[
    Path | None,
    typer.Option(
        "--forms",
        help="Table of inflected forms (word, tab, form), such as kpca find writes; auto: find the forms in the texts.",
    ),
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


def words_pipeline(lang: str, splits: Path | None) -> Language:
    """Make the pipeline whose tokenizer splits the texts; the options are those above.

    RAISES (UserError): The language is unknown (L012), or the table of splits can't be used (C050, C051).
    """
    nlp = blank_pipeline(lang)
    if splits is not None:
        learn_splits(nlp, splits)
    return nlp


def read_table(
    forms: Path | None, words: Sequence[str], texts: UnlabelledTexts, nlp: Language
) -> Path | dict[str, str] | None:
    """Find the forms of words in texts if the option says so, and show them; otherwise leave the table as it is.

    forms (Path): The option `--forms`.
    words (Sequence): The words.
    texts (UnlabelledTexts): Where to look for forms.
    nlp (Language): Gives the tokenizer and the language.
    RETURNS (Path or dict): The table, or the word by its form.
    """
    if forms != AUTO:
        return forms
    key = word_key(str(nlp.lang), True)
    counts = count_words(counted(texts.sentences(nlp), "Finding forms", "sentences"), key)
    found = automatic_forms(words, counts, key, str(nlp.lang))
    show_forms(found)
    return {form: key.name(key(word)) for form, word in found.table.items()}


def show_forms(found: AutomaticForms) -> None:
    """Print which forms were found, with their counts, for each word on stderr."""
    output.say(f"Forms that count as one word, found {found.source}:", err=True)
    for word, forms in found.forms.items():
        listed = ", ".join(f"{form} ({count:,})" for form, count in forms.items())
        output.say(f"  {word}: {listed or 'no other form'}", err=True)


def find_word(
    word: str,
    data: UnlabelledTexts,
    nlp: Language,
    forms: Path | Mapping[str, str] | None,
    labels: Path | None = None,
) -> WordInTexts:
    """Read the occurrences of a word.

    word (str), data (UnlabelledTexts), nlp (Language): The word, the texts, and what splits them.
    forms (Path or dict): The result of `read_table`.
    labels (Path): The option `--labels`.
    RETURNS (WordInTexts): The occurrences.
    RAISES (UserError): See `read_word`.
    """
    with reading_bar(data.raw, "Reading") as bar:
        return read_word(word, data, nlp, forms=forms, labels=labels, progress=bar.update)

"""`kpca find`: which words of a text could be forms of a word."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from ...senses.corpora.unlabelled_texts import UnlabelledTexts
from ...senses.labelling.forms import FormCandidate, count_words, find_candidates
from ...shared.artifacts import write_text
from ...shared.delimited import join_row
from ...shared.word_keys import word_key
from ..common import output
from ..common.options import ANNOTATION, CodeOption, SplitsOption
from ..common.progress import counted
from .options import LangOption
from .word_options import TextsArgument, words_pipeline


def find_cli(
    word: Annotated[str, typer.Argument(metavar="WORD", help="The word, as a dictionary lists it.")],
    texts: TextsArgument,
    table: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the likely forms to this file, for --forms (word, tab, form)."),
        ANNOTATION,
    ] = None,
    n: Annotated[int, typer.Option("-n", "--n-forms", min=1, help="Number of forms to show at most.")] = 30,
    everything: Annotated[
        bool, typer.Option("--all", help="Write all forms shown to the table, also those that are not likely.")
    ] = False,
    lang: LangOption = "xx",
    splits: SplitsOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace a table that is there.")] = False,
    code: CodeOption = None,
) -> None:
    """Find the words of a text that could be forms of a word, with their counts.

    A form is likely if it differs from the word as many other words differ
    from each other, such as bank and banks. Which forms belong to the word,
    you decide: remove the other rows of the table.

    Examples:

    \b
      python -m spacy kpca find bank texts/ --lang en
      python -m spacy kpca find bank texts/ --lang en -o forms.tsv
      python -m spacy kpca train examples.tsv my_senses --forms forms.tsv
    """
    data, nlp = UnlabelledTexts.open(texts), words_pipeline(lang, splits)
    key = word_key(str(nlp.lang), True)
    counts = count_words(counted(data.sentences(nlp), "Reading", "sentences"), key)
    found = find_candidates(key.name(key(word)), counts, n=n)
    if table is not None:
        rows = [(found[0].form, one.form) for one in found if everything or one.is_likely]
        write_text(table, "".join(join_row(row) + "\n" for row in rows))
        output.good(f"Wrote {len(rows)} forms to {table}. Remove those that don't belong to '{word}'.", err=True)
    output.present([asdict(one) for one in found], lambda: _print_forms(found), as_json=as_json)


def _print_forms(found: list[FormCandidate]) -> None:
    rows: list[tuple[str, ...]] = [
        (one.form, f"{one.count:,}", "yes" if one.is_likely else "", one.why) for one in found
    ]
    if not any(one.count for one in found):
        output.say("No form of the word is in the texts. Check the spelling, and the language code (--lang).")
    output.table(rows, ("Form", "Count", "Likely", "Why"), ("l", "r", "l", "l"))

"""`kpca label`: a page to label occurrences of a word on."""

from typing import Annotated

import typer

from ...senses.corpora.corpus import SenseCorpus
from ...senses.corpora.unlabelled_texts import UnlabelledTexts
from ...shared.artifacts import write_text
from ..common import output
from ..common.options import CodeOption, PageOption, SplitsOption
from ..common.progress import show_stage
from .options import LangOption
from .word_options import FormsOption, LabelsOption, TextsArgument, WordOption, find_word, read_table, words_pipeline


def label_cli(
    texts: TextsArgument,
    word: WordOption,
    page: PageOption,
    n: Annotated[int, typer.Option("-n", "--count", min=1, help="Number of occurrences to show.")] = 40,
    forms: FormsOption = None,
    labels: LabelsOption = None,
    title: Annotated[str | None, typer.Option("--title", help="Heading; by default the word.")] = None,
    lang: LangOption = "xx",
    splits: SplitsOption = None,
    code: CodeOption = None,
) -> None:
    """Make a page for labelling a word's occurrences, in groups that are alike.

    The page is a single file that opens in any browser, without a server or a
    network: send it to someone who knows the language. You name the senses as
    you meet them, one key labels an occurrence, another the rest of a group.
    The browser keeps the work; "Download senses.tsv" saves the table that kpca
    train reads. With --labels, the page asks for what they leave in doubt.

    Examples:

    \b
      python -m spacy kpca label texts/ --word bank --lang en -o bank.html
      python -m spacy kpca label texts/ --word bank --forms forms.tsv
          --labels senses.tsv -o more.html
    """
    data, nlp = UnlabelledTexts.open(texts), words_pipeline(lang, splits)
    found = find_word(word, data, nlp, read_table(forms, [word], data, nlp), labels)
    glosses = {} if labels is None else SenseCorpus([labels]).glosses().get(found.word, {})
    show_stage("group the occurrences")
    from ...senses.labelling.page import senses_page

    write_text(page, senses_page(found, n, title=title or found.word, lang=lang, glosses=glosses))
    output.good(f"Wrote a page with occurrences of '{found.word}' to {page}. Open it in a browser.")

"""`svd2 label`: a page to label words on."""

from pathlib import Path
from typing import Annotated

import typer

from ...corpora.corpus import Corpus
from ...shared.artifacts import write_text
from ..common import output
from ..common.options import (
    FILE,
    CodeOption,
    PageOption,
    PipelineArgument,
    ShownCorpusOption,
    ShownFormatOption,
    ShownTokenizedOption,
    TaggerOption,
)
from ..common.pipelines import find_tagger, load_pipeline
from .sentence_output import check_for_sentences
from .suggest import choose_tagset, labels_for, suggest_occurrences, suggestions_of


def label_cli(
    pipeline: PipelineArgument,
    page: PageOption,
    n: Annotated[
        int, typer.Option("-n", "--n-words", min=1, help="Number of words, or of occurrences, to label.")
    ] = 300,
    occurrences: Annotated[
        bool, typer.Option("--occurrences", help="Label tokens of the corpus in their sentences.")
    ] = False,
    corpus: ShownCorpusOption = None,
    n_lines: Annotated[int, typer.Option("--n-lines", min=0, help="Lines of the corpus to show for each word.")] = 4,
    tags: Annotated[
        str,
        typer.Option("--tags", "-t", help="upos, or a file with a line for each tag: tag, tab, gloss, tab, UPOS tag."),
        FILE,
    ] = "upos",
    labels: Annotated[Path | None, typer.Option("--labels", "-l", help="A words.tsv to continue from."), FILE] = None,
    title: Annotated[str | None, typer.Option("--title", help="Heading; by default the pipeline's name.")] = (None),
    lang: Annotated[
        str | None,
        typer.Option("--lang", help="Language code of the words, for screen readers; by default the pipeline's."),
    ] = None,
    tokenized: ShownTokenizedOption = False,
    format: ShownFormatOption = "auto",
    component: TaggerOption = None,
    code: CodeOption = None,
) -> None:
    """Make a page for labelling words, with one key press per word.

    The page is a single file that opens in any browser, without a server or a
    network: send it to someone who knows the language. The browser keeps the
    work; the button "Download words.tsv" saves the labels to a file.

    With --occurrences, the page asks for tokens of the corpus whose tags are in
    doubt, each in its sentence, the likely tags first. Give the file that it
    saves to svd2 name --sentences. With --labels, the words of words.tsv that
    are marked "it depends" come first.

    Examples:

    \b
      python -m spacy svd2 label my_tagger -o label.html --corpus corpus.txt
      python -m spacy svd2 label my_tagger -o label.html -n 500 --tags tags.tsv
      python -m spacy svd2 label my_tagger -o label.html --labels words.tsv
      python -m spacy svd2 label my_named_tagger -o ask.html --occurrences -n 100 --corpus texts/
    """
    tagset = choose_tagset(tags)
    data = Corpus(corpus or [], format=format, tokenized=tokenized)
    if occurrences:
        out = check_for_sentences(page, (".html",))
        suggest_occurrences(
            pipeline, data, out, n=n, tags=tags, labels=labels, component=component, title=title, lang=lang
        )
        return
    _ = data.files  # a wrong path is an error before the pipeline takes its time to load
    nlp = load_pipeline(pipeline)
    given = labels_for(labels, tagset, find_tagger(nlp, pipeline, component).make_type)
    suggestions = suggestions_of(nlp, pipeline, data, n=n, n_lines=n_lines, component=component)
    from ...tagger.labelling.page import label_page

    heading = title or Path(pipeline).name
    write_text(page, label_page(suggestions, tagset, title=heading, lang=lang or str(nlp.lang), labels=given))
    output.good(f"Wrote a page with {len(suggestions)} words to {page}. Open it in a browser.")

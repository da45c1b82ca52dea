"""`svd2 splits`: how the language cuts words, asked before training."""

from pathlib import Path
from typing import Annotated

import typer

from ...corpora.corpus import Corpus
from ...corpora.splits.questions import make_questions, warn_of_unspaced_text
from ...corpora.splits.table import write_splits
from ...shared.artifacts import write_text
from ..common import output
from ..common.options import CORPUS_HELP, PAGE, TEXTS, CodeOption, Format
from ..common.paths import Output, OutputTable
from ..common.pipelines import blank_pipeline
from ..common.progress import reading_bar


class OutputSplits(Output):
    """Marks a table of splits to write, or a page to make one on."""

    def check(self, path: Path, *, force: bool) -> None:
        """Check what is there.

        RAISES (UserError): There is a table that someone may have worked on (L035), or a file that is no page (L034).
        """
        marker = PAGE if path.suffix.lower() in (".html", ".htm") else OutputTable()
        marker.check(path, force=force)


def splits_cli(
    corpus: Annotated[list[str], typer.Argument(metavar="CORPUS...", help=CORPUS_HELP), TEXTS],
    out: Annotated[
        Path,
        typer.Option("--output", "-o", help="The table to write (.tsv), or a page to decide on (.html)."),
        OutputSplits(),
    ],
    n: Annotated[int, typer.Option("-n", "--n-words", min=1, help="Words to ask about.")] = 30,
    lang: Annotated[str, typer.Option("--lang", "-l", help="Language code of the tokenizer; xx: any.")] = "xx",
    n_lines: Annotated[int, typer.Option("--n-lines", min=0, help="Lines of the corpus for each word.")] = 3,
    format: Annotated[Format, typer.Option("--format", help="Format of the files; auto: by suffix.")] = "auto",
    code: CodeOption = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace an existing table.")] = False,
) -> None:
    """Ask how the language cuts words with apostrophes, hyphens and other signs.

    A few answers show how to cut thousands of words. Each question stands for a
    clitic (il-, 'r) or a kind of word; those that affect most of the text come
    first. Correct the column `pieces` of the table: put a space wherever the
    word is cut, and remove the rows that you can't decide. Or make a page
    (.html) with buttons.

    Examples:

    \b
      python -m spacy svd2 splits corpus.txt -o splits.tsv
      python -m spacy svd2 splits texts/ -o splits.html --lang ga
      python -m spacy svd2 train corpus.txt my_tagger --splits splits.tsv
    """
    data = Corpus(corpus, format=format)
    nlp = blank_pipeline(lang)
    warn_of_unspaced_text(data, nlp)
    with reading_bar(data, "Reading") as bar:
        questions = make_questions(data, nlp, n=n, n_lines=n_lines, progress=bar.update)
    if out.suffix.lower() in (".html", ".htm"):
        from ...corpora.splits.page import splits_page

        write_text(out, splits_page(questions, title=data.files[0].name, lang=lang))
        output.good(f"Wrote a page with {len(questions)} words to {out}. Open it in a browser.")
    else:
        write_splits(out, questions)
        output.good(f"Wrote {len(questions)} words to {out}. Correct the column 'pieces'.")
    if not questions:
        output.say("No word has a sign whose cut could be in doubt.")

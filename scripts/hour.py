"""A linguist's hour, simulated: the commands that a person would run, with gold tags in place of their labels.

    python -m scripts.hour corpus/train.tsv corpus/test.tsv training/hour --lang grc --tags configs/greek_tags.tsv

Each of the first 50, 100, ... suggested words gets its most common gold tag of the training part. The tags of that part
are used for nothing else, and the test part is used for the scores alone.
"""

from pathlib import Path
from typing import Annotated

import typer
from wasabi import msg

from scripts.datasets.linguist import curve, label
from spacy_svd2.cli.tagger.app import app as svd2_app
from spacy_svd2.errors import UserError

NUMBERS = (50, 100, 200, 500, 1000)
REPORTED = 500  # about an hour's work
_SUGGESTED = 2000  # twice the most labels, for a suggestion without a gold tag is passed over


def main(
    train: Annotated[Path, typer.Argument(help="Words and gold tags to learn from (.tsv).")],
    test: Annotated[Path, typer.Argument(help="Words and gold tags to test on (.tsv).")],
    out: Annotated[Path, typer.Argument(help="Folder of the taggers, labels, scores and pages to write.")],
    lang: Annotated[str, typer.Option("--lang", help="Language code of the pages.")] = "xx",
    tags: Annotated[
        Path | None, typer.Option("--tags", help="The tags as for svd2 label: tag, gloss, UPOS tag.")
    ] = None,
    title: Annotated[str, typer.Option("--title", help="Heading of the pages.")] = "Simulated hour",
) -> None:
    """Simulate a linguist's hour: cluster, label 50 to 1,000 words, name, and score each tagger on the test part."""
    try:
        simulate(train, test, out, lang=lang, tags=tags, title=title)
    except UserError as err:
        msg.fail("Error", err, exits=1)


def simulate(train: Path, test: Path, out: Path, *, lang: str, tags: Path | None, title: str) -> None:
    """Run the commands of an hour, for each number of labels.

    train, test (Path): Word-per-line text with gold tags in its second column.
    out (Path): A folder: the pipelines, tables of words, scores, the learning curve and two pages are written to it.
    lang (str): Language code of the pages.
    tags (Path): The tags as `svd2 label --tags` takes them; UPOS tags by default.
    title (str): Heading of the pages.
    RAISES (UserError): A file can't be read.
    """
    clusters, words, scores = out / "clusters", out / "words.tsv", []
    svd2("train", train, clusters)
    svd2("suggest", clusters, "-n", _SUGGESTED, "--n-lines", 0, "-o", words, "--force")
    shown = ["--lang", lang, "--title", title, *(["--tags", tags] if tags else [])]
    svd2("label", clusters, "--corpus", train, *shown, "-o", out / "label.html")
    for n in NUMBERS:
        labelled, tagger = out / f"words-{n}.tsv", out / f"tagger-{n}"
        label(words, train, labelled, n=n, tagset=tags)
        svd2("name", clusters, labelled, "-o", tagger)
        scores.append(out / f"scores-{n}.json")
        svd2("evaluate", tagger, test, "-g", 2, "-o", scores[-1])
    learned = out / "curve.json"
    points = curve(scores, learned, name="simulated linguist")
    shown = ["--lang", lang, "--title", f"{title}, {REPORTED} labelled words"]
    svd2("report", out / f"tagger-{REPORTED}", test, "-g", 2, "--curve", learned, *shown, "-o", out / "report.html")
    msg.table(
        [(f"{n:,}", f"{accuracy:.1%}") for n, accuracy in points], header=("Labels", "Accuracy"), aligns=("r", "r")
    )


def svd2(*arguments: object) -> None:
    """Show a command as a person would type it, and run it.

    RAISES (typer.Exit): It fails.
    """
    texts = [str(argument) for argument in arguments]
    print("\n$ python -m spacy svd2", *texts, flush=True)
    if code := svd2_app(texts, standalone_mode=False):
        raise typer.Exit(code)


app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
app.command()(main)

if __name__ == "__main__":
    app(prog_name="python -m scripts.hour")

"""The commands of `python -m scripts.datasets`."""

from pathlib import Path
from typing import Annotated

import typer
from wasabi import msg

from scripts.datasets import greek_nt, linguist, russian, senseval2, treebank, turkish
from spacy_svd2.cli.common.options import FILE
from spacy_svd2.cli.common.paths import CheckedCommand, Input, Output
from spacy_svd2.errors import UserError

app = typer.Typer(
    name="datasets",
    help="Turn public data sets into corpus files.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


class Result(Output):
    """Marks a file or folder to write, which replaces what is there: it is made of public data."""

    def check(self, path: Path, *, force: bool) -> None:
        """Allow it."""


Archive = Annotated[Path, typer.Argument(help="The archive as fetched (a wheel)."), FILE]
Treebank = Annotated[
    Path, typer.Argument(help="The treebank's folder, named after it: assets/UD_Maltese-MUDT."), Input()
]
Corpus = Annotated[Path, typer.Argument(help="The corpus file to write."), Result()]


@app.command("greek-nt", cls=CheckedCommand)
def greek_nt_cli(archive: Archive, output: Corpus) -> None:
    """Greek New Testament: the wheel of bible-alignments to .tsv (word, part of speech, morphology)."""
    _wrote("words", (output, greek_nt.convert(archive, output)))


@app.command("turkish", cls=CheckedCommand)
def turkish_cli(archive: Archive, output: Corpus) -> None:
    """Turkish web and Wikipedia sentences: the wheel of turkish-treebanks to .conllu."""
    _wrote("sentences", (output, turkish.convert(archive, output)))


@app.command("russian", cls=CheckedCommand)
def russian_cli(
    archive: Annotated[Path, typer.Argument(help="The archive as fetched (an sdist)."), FILE],
    train: Annotated[Path, typer.Argument(help="The folder of training contexts to write."), Result()],
    test: Annotated[Path, typer.Argument(help="The folder of test contexts to write."), Result()],
) -> None:
    """Russian lexical sample: the sdist of rl-wsd-labeled to two folders of word files, four fifths and one."""
    _wrote("contexts", *zip((train, test), russian.convert(archive, train, test), strict=True))


@app.command("senseval2", cls=CheckedCommand)
def senseval2_cli(
    source: Annotated[Path, typer.Argument(help="Your folder of the sample."), Input()],
    output: Annotated[Path, typer.Argument(help="The folder to write."), Result()],
) -> None:
    """Senseval-2 English lexical sample: its files under the names that the project uses, decompressed."""
    senseval2.collect(source, output)
    msg.good(f"{output}: {', '.join(senseval2.NAMES)}")


@app.command("fetch-treebank", cls=CheckedCommand)
def fetch_treebank_cli(folder: Treebank) -> None:
    """Fetch a Universal Dependencies treebank with git, unless the folder is there already."""
    fetched = treebank.fetch(folder)
    msg.good(f"{folder}: fetched" if fetched else f"{folder}: there already, used as it is")


@app.command("treebank", cls=CheckedCommand)
def treebank_cli(folder: Treebank, output: Corpus) -> None:
    """Put the parts of a treebank into one .conllu file."""
    _wrote("parts", (output, treebank.collect(folder, output)))


@app.command("divide-treebank", cls=CheckedCommand)
def divide_treebank_cli(
    folder: Treebank,
    train: Annotated[
        Path, typer.Argument(help="Words and tags of its train and dev files, to write (.tsv)."), Result()
    ],
    test: Annotated[Path, typer.Argument(help="Words and tags of its test file, to write (.tsv)."), Result()],
) -> None:
    """Write the words of a treebank with their tags as .tsv: what may be learned from, and what to test on."""
    n_train, n_test = treebank.divide(folder, train, test)
    msg.good(f"{train}: {n_train:,} sentences; {test}: {n_test:,} sentences")


@app.command("divide", cls=CheckedCommand)
def divide_cli(
    corpus: Annotated[Path, typer.Argument(help="Word-per-line text (.tsv)."), FILE],
    train: Annotated[Path, typer.Argument(help="The part to learn from, to write."), Result()],
    test: Annotated[Path, typer.Argument(help="Every tenth sentence, to write."), Result()],
) -> None:
    """Hold out every tenth sentence of a corpus."""
    _wrote("sentences", *zip((train, test), linguist.divide(corpus, train, test), strict=True))


def _wrote(unit: str, *files: tuple[Path, int]) -> None:
    """Say how many words, sentences, ... each file or folder has got."""
    msg.good("; ".join(f"{path}: {n:,} {unit}" for path, n in files))


def main() -> None:
    """Run the command line; errors of the user's are shown without a traceback."""
    try:
        app(prog_name="python -m scripts.datasets")
    except UserError as err:
        msg.fail("Error", err, exits=1)


if __name__ == "__main__":
    main()

"""A ready pipeline of a treebank: cluster, label words as a simulated person would, name, score, and describe.

    python -m scripts.pipeline corpus/train.tsv corpus/test.tsv training/greek pipelines/meta/greek.json --lang grc -g 2

The words that `svd2 suggest` asks for get their most common gold tag of the training part. The tags of that part are
used for nothing else, and the test part for the scores alone. The model card says so.
"""

from pathlib import Path
from typing import Annotated, Any

import srsly
import typer
from wasabi import msg

from scripts.datasets.linguist import label
from scripts.hour import svd2
from spacy_svd2.errors import Errors, UserError
from spacy_svd2.shared.artifacts import write_text

LABELS = 1000
_SUGGESTED = 2  # suggestions for each label, for one without a gold tag is passed over
_META = ("name", "version", "description", "author", "license", "sources", "url", "email")


def main(
    train: Annotated[Path, typer.Argument(help="Text with gold tags to learn from.")],
    test: Annotated[Path, typer.Argument(help="Text with gold tags to test on.")],
    out: Annotated[Path, typer.Argument(help="The pipeline to write; other folders and files are put beside it.")],
    meta: Annotated[Path, typer.Argument(help="What meta.json shall say: name, license, sources, ... (.json).")],
    lang: Annotated[str, typer.Option("--lang", help="Language code of the pipeline.")] = "xx",
    n: Annotated[int, typer.Option("-n", "--n-labels", help="Words to label.")] = LABELS,
    column: Annotated[int | None, typer.Option("--gold-column", "-g", help="Column of the tags in a table.")] = None,
    tags: Annotated[
        Path | None, typer.Option("--tags", help="The tags as for svd2 label: tag, gloss, UPOS tag.")
    ] = None,
) -> None:
    """Make a pipeline with named tags, its scores and its model card."""
    try:
        make(train, test, out, meta, lang=lang, n=n, column=column, tags=tags)
    except UserError as err:
        msg.fail("Error", err, exits=1)


def make(
    train: Path, test: Path, out: Path, meta: Path, *, lang: str, n: int, column: int | None, tags: Path | None
) -> None:
    """Run the commands that a person would run, and describe the result.

    train, test (Path): Text with gold tags, in any format that has them.
    out (Path): The pipeline.
    meta (Path): What meta.json shall say, see `describe`.
    lang (str): Language code.
    n (int): Words to label.
    column (int): The column of the tags in a table.
    tags (Path): The tags as `svd2 label --tags` takes them; UPOS tags by default.
    RAISES (UserError): A file can't be read.
    """
    clusters, words, labels = (out.with_name(f"{out.name}-{name}") for name in ("clusters", "words.tsv", "labels.tsv"))
    gold = ["-g", column] if column else []
    svd2("train", train, clusters, "--lang", lang)
    svd2("suggest", clusters, "-n", _SUGGESTED * n, "--n-lines", 0, "-o", words, "--force")
    n_labels = label(words, train, labels, n=n, column=column, tagset=tags)
    svd2("name", clusters, labels, "-o", out, "--force")  # over the model card of an earlier run
    svd2("evaluate", out, test, *gold, "--save", "-o", out.with_name(f"{out.name}-scores.json"))
    describe(out, meta, n_labels)
    svd2("card", out, "-o", out / "README.md")


def describe(pipeline: Path, meta: Path, n_labels: int) -> None:
    """Write into a pipeline's meta.json what a file says, with the number of labels at `{n_labels}`.

    pipeline (Path): The pipeline.
    meta (Path): A JSON object with some of: name, version, description, author, license, sources, url, email.
    n_labels (int): The number of labelled words.
    RAISES (UserError): The file says something else (D022).
    """
    try:
        wanted: dict[str, Any] = dict(srsly.read_json(meta))
    except (OSError, ValueError, TypeError) as err:
        raise UserError(Errors.D022.format(path=meta, why=f"{type(err).__name__}: {err}")) from err
    if unknown := [key for key in wanted if key not in _META]:
        raise UserError(Errors.D022.format(path=meta, why=f"it has '{unknown[0]}', not only {', '.join(_META)}"))
    text = {key: value.replace("{n_labels}", f"{n_labels:,}") if isinstance(value, str) else value
            for key, value in wanted.items()}  # fmt: skip
    path = pipeline / "meta.json"
    write_text(path, srsly.json_dumps({**srsly.read_json(path), **text}, indent=2))


app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
app.command()(main)

if __name__ == "__main__":
    app(prog_name="python -m scripts.pipeline")

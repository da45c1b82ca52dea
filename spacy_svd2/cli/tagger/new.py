"""`svd2 new`: start a project for a language."""

import os
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath
from typing import Annotated

import typer

from ...errors import Errors, UserError
from ...shared.artifacts import write_text
from ..common import output
from ..common.paths import Output
from ..common.pipelines import blank_pipeline

_TEMPLATE = files("spacy_svd2.cli.tagger") / "new_project"


class OutputProject(Output):
    """Marks the folder of a new project."""

    def check(self, path: Path, *, force: bool) -> None:
        """Refuse a folder with files in it; with --force, files are added.

        RAISES (UserError): It is a file (L010), or holds files already (L042).
        """
        if path.exists() and not path.is_dir():
            raise UserError(Errors.L010.format(path=path, why="it is a file"))
        if not force and path.is_dir() and any(path.iterdir()):
            raise UserError(Errors.L042.format(path=path))


def new_cli(
    out: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help="The folder to write, named after your language."),
        OutputProject(only_adds=True),
    ],
    lang: Annotated[
        str,
        typer.Option(
            "--lang", "-l", help="spaCy's language code, which decides how text is split; xx works for any language."
        ),
    ] = "xx",
    n_tags: Annotated[int, typer.Option("--n-tags", "-k", min=1, help="Number of word clusters.")] = 45,
    force: Annotated[
        bool, typer.Option("--force", "-f", help="Write into a folder that is not empty; existing files are kept.")
    ] = False,
) -> None:
    """Start a project for your language: from a folder of texts to a tagger.

    FOLDER gets a short project.yml, the configs with every setting, and an
    empty folder texts/ for your texts. `spacy project run splits` makes a page
    on which you decide how words are cut. `spacy project run all` trains, and
    makes a page on which you label words. Run it again after labelling, and the
    tags have your names.

    Examples:

    \b
      python -m spacy svd2 new my_language
      python -m spacy svd2 new my_language --lang tr --n-tags 60
    """
    blank_pipeline(lang)  # an unknown language is an error before anything is written
    kept = write_project(out, lang=lang, n_tags=n_tags)
    for name in kept:
        output.say(f"{name} exists already and is kept as it is.")
    output.good(f"Wrote a project to {out}. What to do next:")
    output.say(
        f"""
  1. Put your texts into {out / "texts"}, as many as you have.
  2. cd "{out}"
     python -m spacy project run splits
     Open splits.html in a browser, decide how words are cut, and save
     splits.tsv in {out}.
  3. python -m spacy project run all
     Open label.html in a browser, label words, and save words.tsv in {out}.
  4. python -m spacy project run all
     Now the tags have your names: spacy.load("training/tagger")"""
    )


def write_project(folder: Path, *, lang: str, n_tags: int) -> list[str]:
    """Write the files of a new project; a file that is there stays as it is.

    folder (Path): Where it goes.
    lang (str): spaCy's code of the language.
    n_tags (int): Clusters of words to find.
    RETURNS (list): The files that were there.
    """
    name = _identifier(folder)
    changes = {
        'lang: "xx"': f'lang: "{lang}"',
        "n_tags: 45": f"n_tags: {n_tags}",
        "my_language": name,
    }
    kept = []
    for path, source in _files(_TEMPLATE):
        target, text = folder / path, source.read_text("utf8")
        if os.path.lexists(target):
            kept.append(str(path))
            continue
        if path.name == "project.yml":
            for old, new in changes.items():
                text = text.replace(old, new)
        write_text(target, text)
    return kept


def _identifier(folder: Path) -> str:
    """The folder's name as a name of a Python package, which can stand anywhere in project.yml unquoted."""
    words = re.findall("[a-z0-9]+", folder.resolve().name.lower())
    name = "_".join(words)
    return name if name[:1].isalpha() else f"tagger_{name}".rstrip("_")


def _files(folder: Traversable, path: PurePosixPath = PurePosixPath()) -> Iterator[tuple[PurePosixPath, Traversable]]:
    """The files below a folder of package data, with their paths."""
    for item in sorted(folder.iterdir(), key=lambda one: one.name):
        if item.is_dir():
            yield from _files(item, path / item.name)
        else:
            yield path / item.name, item

"""`svd2 corpus`: texts of other programs as plain text, or as annotated sentences."""

from pathlib import Path
from typing import Annotated

import typer

from ...corpora.conversion import Converted, tags_of_files, to_conllu, to_texts
from ...corpora.corpus import Corpus
from ...corpora.formats.interlinear import PUNCTUATION
from ...corpora.formats.text import ReadingOptions
from ...errors import Errors, UserError
from ...tagger.dictionaries.abbreviations import propose
from ...tagger.dictionaries.tag_map import TagMap, read_tag_map
from ..common import output
from ..common.options import CORPUS_HELP, FILE, TEXTS, Format
from ..common.paths import Output


def corpus_cli(
    corpus: Annotated[list[Path], typer.Argument(metavar="FILES...", help=CORPUS_HELP), TEXTS],
    out: Annotated[
        Path,
        typer.Option("--output", "-o", help="A folder for the texts (.txt), or a file .conllu for annotated words."),
        Output(sample=("a.txt",)),
    ],
    tier: Annotated[str, typer.Option("--tier", help="ELAN, Praat: the tier that holds the text.")] = "",
    element: Annotated[str, typer.Option("--element", help="XML, TEI: the element that holds a text.")] = "",
    part: Annotated[str, typer.Option("--part", help="Toolbox: the field; FLEx: the writing system.")] = "",
    column: Annotated[
        str | None, typer.Option("--gold-column", help="The column of the tags, if it is not the usual one.")
    ] = None,
    tags_map: Annotated[
        Path | None,
        typer.Option("--tags-map", "-m", help="The tag map of a .conllu: a table with the columns from and to."),
        FILE,
    ] = None,
    encoding: Annotated[
        str, typer.Option("--encoding", help="Encoding of text files, such as cp1252; UTF-8 unless given.")
    ] = "",
    format: Annotated[
        Format, typer.Option("--format", help="Format of the files; auto goes by content and suffix.")
    ] = "auto",
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace existing files.")] = False,
) -> None:
    """Convert FLEx, Toolbox, ELAN, Word and other files to plain text.

    Each file becomes a .txt with a line for each sentence or paragraph. The
    command shows what it took, and what it left out and why. If texts in FLEx,
    Toolbox or TEI have parts of speech, an output that ends in .conllu gets
    them as annotated sentences.

    Examples:

    \b
      python -m spacy svd2 corpus stories.flextext letters.docx -o texts/
      python -m spacy svd2 corpus recordings/*.eaf -o texts/ --tier tx
      python -m spacy svd2 corpus stories.flextext -o gold.conllu -m map.tsv
    """
    if sum(map(bool, (tier, element, part))) > 1:
        raise UserError(Errors.L067)
    options = ReadingOptions(column=column, part=tier or element or part, encoding=encoding)
    paths = [path for given in corpus for path in _files(given, format)]
    if out.suffix.lower() == ".conllu":
        tag_map = None if tags_map is None else read_tag_map(tags_map)
        mapped = _show_tags(paths, format, options, tag_map)
        reports = to_conllu(paths, out, format=format, options=options, to_upos=lambda tag: mapped.get(tag, ""))
    else:
        reports = list(to_texts(paths, out, format=format, options=options))
    _show(reports, out)


def _files(path: Path, format: str) -> list[Path]:
    """A file itself, whatever its name; of a folder the files that are read."""
    if path.is_file():
        return [path]
    return [file for file in Corpus([path], format=format).files if isinstance(file, Path)]


def _show_tags(paths: list[Path], format: str, options: ReadingOptions, tag_map: TagMap | None) -> dict[str, str]:
    """Print which universal parts of speech the tags of the files get; only those with a single one get any."""
    found = tags_of_files(paths, format=format, options=options)
    mapped: dict[str, str] = {}
    rows: list[tuple[str, ...]] = []
    for tag, (n, word) in sorted(found.items(), key=lambda item: (-item[1][0], item[0])):
        tags = propose(tag) if tag_map is None or tag == PUNCTUATION else tag_map.get(tag)
        if tags is not None and len(tags) == 1:
            mapped[tag] = tags[0]
        rows.append((tag, f"{n:,}", "?" if tags is None else "|".join(tags) or "(left out)", word))
    if rows:
        title = "UPOS" if tag_map is not None else "Proposed UPOS"
        output.table(rows, ("Tag", "Words", title, "Example"), ("l", "r", "l", "l"))
    if rows and tag_map is None:
        n, total = sum(found[tag][0] for tag in mapped), sum(n for n, _ in found.values())
        output.say(
            f"No tag map was given, so these proposals are used. It gives UPOS to {len(mapped):,} of {len(found):,} "
            f"tags ({n:,} of {total:,} words); the other words have none. To change it, give a table with the columns "
            "from and to: --tags-map map.tsv."
        )
    return mapped


def _show(reports: list[Converted], out: Path) -> None:
    rows: list[tuple[str, ...]] = [
        (one.path.name, one.format, f"{one.n_texts:,}", f"{one.n_words:,}", f"{one.n_tagged:,}") for one in reports
    ]
    output.table(rows, ("File", "Format", "Texts", "Words", "Tagged"), ("l", "l", "r", "r", "r"))
    for one in reports:
        for why, (n, line) in one.left.items():
            where = f" (the first in line {line})" if line else ""
            output.say(f"Left out of '{one.path}': {n:,} {why}{where}")
        if not one.n_texts:
            output.say(f"'{one.path}' holds no such text: nothing was written for it.")
    if not any(one.n_texts for one in reports):
        raise UserError(Errors.L082.format(what="text", out=out))
    n_texts, n_files = sum(one.n_texts for one in reports), sum(one.n_texts > 0 for one in reports)
    output.good(f"Took {output.count(n_texts, 'text')} from {output.count(n_files, 'file')}; wrote {out}")

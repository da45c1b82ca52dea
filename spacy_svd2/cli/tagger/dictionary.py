"""`svd2 dictionary`: from a dictionary to labelled words."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ...corpora.decompression import LISTED_COMPRESSED
from ...tagger.dictionaries.entry import DictionaryOptions
from ...tagger.dictionaries.labels import write_dictionary
from ...tagger.dictionaries.lexicon import Lexicon
from ...tagger.dictionaries.registry import format_names, read_dictionary
from ...tagger.dictionaries.tag_map import MappedPos, TagMap, map_pos, read_tag_map, tags_of, write_tag_map
from ..common import output
from ..common.options import FILE
from ..common.paths import OutputTable

if TYPE_CHECKING:
    DictionaryFormatName = str
else:
    DictionaryFormatName = Literal["auto", *format_names()]

_SHOWN_POS, _SHOWN_UNKNOWN = 40, 12
DICTIONARY_HELP = (
    "A dictionary: LIFT, Toolbox, CLDF, Wiktionary's JSON lines, UniMorph, lexc, Apertium, GiellaLT, or a table; also "
    f"{LISTED_COMPRESSED}."
)


def dictionary_cli(
    dictionary: Annotated[Path, typer.Argument(metavar="DICTIONARY", help=DICTIONARY_HELP), FILE],
    out: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the words with their tags to this table (.tsv)."),
        OutputTable(),
    ] = None,
    tags_map: Annotated[
        Path | None,
        typer.Option("--tags-map", "-m", help="The tag map: a table with the columns from and to."),
        FILE,
    ] = None,
    save_map: Annotated[
        Path | None,
        typer.Option("--save-map", help="Write the tag map to this table, for you to correct."),
        OutputTable(),
    ] = None,
    format: Annotated[
        DictionaryFormatName, typer.Option("--format", help="Kind of the dictionary; auto goes by its content.")
    ] = "auto",
    language: Annotated[
        str, typer.Option("--language", "-l", help="Language or writing system, if the dictionary has several.")
    ] = "",
    columns: Annotated[
        str, typer.Option("--columns", help="Of a table: the columns of words and parts of speech, such as 3,5.")
    ] = "",
    encoding: Annotated[
        str, typer.Option("--encoding", help="Of a text file, such as cp1252; UTF-8 unless given.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace tables that are there.")] = False,
) -> None:
    """Turn a dictionary into labelled words.

    The parts of speech of the dictionary (n.m., v.t., Noun) become tags by a
    tag map. Without one, tags of Universal Dependencies are proposed and
    shown. Save the proposal with --save-map, correct its column `to` (an empty
    cell leaves a part of speech out, NOUN|ADJ is for either), and give it with
    --tags-map.

    Examples:

    \b
      python -m spacy svd2 dictionary my.lift --save-map map.tsv
      python -m spacy svd2 dictionary my.lift -m map.tsv -o words.tsv
      python -m spacy svd2 dictionary my.sfm --encoding cp1252 -o words.tsv
      python -m spacy svd2 dictionary list.csv --columns 1,4 -o words.tsv
    """
    options = DictionaryOptions(language, columns, encoding)
    tag_map = None if tags_map is None else read_tag_map(tags_map)
    lexicon = read_dictionary(dictionary, format, options)
    mapped = show_pos(lexicon, tag_map, is_saved=save_map is not None)
    if save_map is not None:
        write_tag_map(save_map, mapped)
        output.good(f"Wrote the tag map to {save_map}. Correct its column 'to', and give it with --tags-map.")
    tags = lexicon.tags(tags_of(mapped))
    show_taken(lexicon, len(tags))
    if out is not None:
        write_dictionary(out, tags, lexicon.words)
        output.good(f"Wrote {output.count(len(tags), 'word')} to {out}")


def show_pos(lexicon: Lexicon, tag_map: TagMap | None, *, is_saved: bool = False) -> list[MappedPos]:
    """Print which tags the parts of speech of a dictionary get, and which are not covered.

    lexicon (Lexicon): The dictionary.
    tag_map (dict): The map; None to propose one.
    is_saved (bool): Whether the proposal is written to a table anyway, so that nobody needs to be told how.
    RETURNS (list): The parts of speech with their tags.
    """
    mapped = map_pos(lexicon, tag_map)
    output.say(f"'{lexicon.path}' is {lexicon.kind}: {_entries(lexicon.n_entries)}")
    rows: list[tuple[str, ...]] = [
        (one.pos, f"{one.n_entries:,}", _show_tags(one), ", ".join(one.examples)) for one in mapped[:_SHOWN_POS]
    ]
    title = "Tags" if tag_map is not None or lexicon.has_tags else "Proposed tags"
    output.table(rows, ("Part of speech", "Entries", title, "Examples"), ("l", "r", "l", "l"))
    if len(mapped) > _SHOWN_POS:
        output.say(f"and {len(mapped) - _SHOWN_POS:,} more: --save-map writes all of them")
    unknown = [one for one in mapped if one.tags is None]
    if unknown:
        names = ", ".join(f"{one.pos} {one.n_entries:,}" for one in unknown[:_SHOWN_UNKNOWN])
        more = f", and {len(unknown) - _SHOWN_UNKNOWN} more" * (len(unknown) > _SHOWN_UNKNOWN)
        n = _count_by_outcome(lexicon, mapped)[2]
        whose = "whose part of speech has" if n == 1 else "whose parts of speech have"
        output.say(f"Not covered: {_entries(n)}, {whose} no tag: {names}{more}")
    if tag_map is None and not lexicon.has_tags:
        _show_proposal(lexicon, mapped, is_saved=is_saved)
    if tag_map is not None and (unused := set(tag_map) - {one.pos for one in mapped}):
        output.say(f"Not in the dictionary: {', '.join(sorted(unused)[:_SHOWN_UNKNOWN])}")
    return mapped


def _show_proposal(lexicon: Lexicon, mapped: list[MappedPos], *, is_saved: bool) -> None:
    """Say that a proposal is used, how far it goes, and how to change it."""
    covered = [one for one in mapped if one.tags]
    left = [one for one in mapped if one.tags == ()]
    n_covered, n_left, n_unknown = _count_by_outcome(lexicon, mapped)
    output.say(
        f"No tag map was given, so these proposals are used. It gives tags to {len(covered):,} of {len(mapped):,} "
        f"parts of speech ({n_covered:,} of {_entries(n_covered + n_left + n_unknown)}), and leaves out "
        f"{len(left):,} ({_entries(n_left)}); {len(mapped) - len(covered) - len(left):,} are not covered "
        f"({_entries(n_unknown)})."
    )
    if is_saved:
        return
    quoted = shlex.quote(str(lexicon.path))
    output.say(
        f"To change it: python -m spacy svd2 dictionary {quoted} --save-map map.tsv, correct the column 'to' of "
        "map.tsv, and give --tags-map map.tsv."
    )


def _count_by_outcome(lexicon: Lexicon, mapped: list[MappedPos]) -> tuple[int, int, int]:
    """How many entries get a tag, are left out, and are not covered; each counts once."""
    tags = {one.pos: one.tags for one in mapped}
    n_covered = sum(n for several, n in lexicon.several.items() if any(tags[pos] for pos in several))
    n_unknown = sum(
        n
        for several, n in lexicon.several.items()
        if not any(tags[pos] for pos in several) and any(tags[pos] is None for pos in several)
    )
    return n_covered, lexicon.several.total() - n_covered - n_unknown, n_unknown


def _entries(n: int) -> str:
    return output.count(n, "entry", "entries")


def show_taken(lexicon: Lexicon, n_words: int) -> None:
    """Print how many words a dictionary gives, and why entries were left out."""
    left = ", ".join(f"{why} ({n:,})" for why, n in lexicon.left.most_common())
    forms = f", {lexicon.n_forms:,} of them other forms than the headword" if lexicon.n_forms else ""
    output.say(f"Took {output.count(len(lexicon.words), 'word')}{forms}; {n_words:,} get tags.")
    if left:
        output.say(f"Left out {_entries(lexicon.left.total())}: {left}.")


def _show_tags(one: MappedPos) -> str:
    return "?" if one.tags is None else "|".join(one.tags) or "(left out)"

"""Write tags into a copy of the file that a text comes from. All else in the copy is as it was, byte for byte."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from spacy.language import Language

from ...errors import Errors, UserError
from ..annotate import annotate_items
from ..decompression import uncompressed_name
from ..files import CorpusFile, split_suffix
from ..formats.registry import Item, format_of, guess_format, known_suffixes
from ..formats.text import ReadingOptions
from ..formats.xml_text import known_format
from ..locations import Url, as_location
from .registry import SOURCE_FORMATS, SourceFormat, listed_suffixes_of_outputs, open_output
from .source_file import SourceFile, SourceText, Span, apply_edits, open_source, word_tags


@dataclass(frozen=True)
class WrittenBack:
    """What was written.

    n_texts (int): The texts with words that were tagged.
    n_words (int): The words that were tagged.
    n_kept (int): The words that kept the part of speech that the file has.
    notes (dict): What could not be done as wanted: how often, and the first line.
    """

    n_texts: int
    n_words: int
    n_kept: int
    notes: dict[str, tuple[int, int]]


def find_source(texts: list[str], out: Path, format: str) -> tuple[Path, SourceFormat]:
    """Find the file that takes the tags, and its format.

    texts (list): The files that were named.
    out (Path): The copy to write.
    format (str): The format of the texts; "auto" to go by their content and names.
    RETURNS (tuple): The file and its format.
    RAISES (UserError): C001 there is no such file, L074 there are several, L075 it is of another format.
    """
    path = as_location(texts[0])
    if not path.exists():
        raise UserError(Errors.C001.format(path=path))
    if len(texts) > 1 or isinstance(path, Url) or path.is_dir():
        raise UserError(Errors.L074.format(out=out, n=len(texts), known=listed_suffixes_of_outputs()))
    name = guess_format(path) if format == "auto" else format
    if name == "xml":
        name = known_format(CorpusFile(path, is_markup=True)) or name
    source = next((one for one in SOURCE_FORMATS if one.name == name), None)
    wanted = known_suffixes()[split_suffix(out)]
    if source is not None and (wanted == name or split_suffix(out) == split_suffix(path)):
        return path, source
    remedy = listed_suffixes_of_outputs()
    if source is not None:
        suffix = Path(uncompressed_name(path.name)).suffix
        remedy = f"{out.name.partition('.')[0] or 'tagged'}{suffix}, or {remedy}"
    described, found = format_of(out).description, format_of(path, name).description
    raise UserError(Errors.L075.format(out=out, wanted=described, path=path, found=found, remedy=remedy))


def write_back(
    nlp: Language,
    path: Path,
    out: Path,
    format: SourceFormat,
    options: ReadingOptions,
    *,
    replace: bool = False,
    limit: int = 0,
    n_process: int = 1,
) -> WrittenBack:
    """Tag the texts of a file, and write a copy of it with the tags. The copy is complete or absent.

    nlp (Language): The pipeline.
    path (Path), format (SourceFormat): The file, see `find_source`.
    out (Path): The copy.
    options (ReadingOptions): How to read the file.
    replace (bool): Whether parts of speech that the file has are replaced.
    limit (int): How many texts to tag at most; 0 for all.
    n_process (int): Processes that run the pipeline.
    RETURNS (WrittenBack): What was written.
    RAISES (UserError): What is wrong with which line of the file.
    """
    file = CorpusFile(path, encoding="" if format.is_xml else options.encoding, is_markup=True)
    source = open_source(file, options, is_xml=format.is_xml, replace=replace)
    counts = [0, 0]

    def tag(texts: Iterable[SourceText]) -> Iterator[tuple[Any, list[str]]]:
        for doc, (words, place) in annotate_items(nlp, _items(nlp, source, texts, limit), n_process=n_process):
            tags = word_tags(doc, words)
            counts[0] += bool(words)
            counts[1] += len(words)
            yield place, tags

    content = apply_edits(source, format.write(source, tag), is_xml=format.is_xml)
    with open_output(out) as target:
        target.write(content)
    return WrittenBack(counts[0], counts[1], source.n_kept, file.left)


def _items(
    nlp: Language, source: SourceFile, texts: Iterable[SourceText], limit: int
) -> Iterator[tuple[Item, tuple[list[Span], Any]]]:
    """What the pipeline gets, with the places of the words and what the writer needs."""
    for text in islice(texts, limit or None):
        if isinstance(text.item, str) and len(text.item) > nlp.max_length:
            source.file.leave(f"texts have more than {nlp.max_length:,} characters and got no tags", 0)
        else:
            yield text.item, (text.words, text.place)

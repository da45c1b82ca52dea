"""The corpus reader of spaCy configs: files in, sentences, gold documents or examples out."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, groupby, islice, repeat, tee
from pathlib import Path
from typing import cast

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.vocab import Vocab

from ..errors import Errors, UserError
from .concordance import WrittenWords
from .files import CorpusFile, Progress, find_files
from .formats.conllu import SurfaceSentence, read_surface
from .formats.foreign import check_plain_text
from .formats.registry import Item, check_reading, format_names, format_of, known_suffixes, path_list, read_items
from .formats.text import UNTAGGED_LINE, ReadingOptions, Tokens
from .locations import Location, as_location, size_of
from .splitting import TextSplitter, words_of

_FIRST_FILES = 3


class Corpus:
    """One or more files or folders, in any of the formats, compressed or not; they are read again at each call.

    Nothing is read before the first use. Text formats are streamed; a `.spacy` file is in memory while it is read.

    paths (Sequence): Files and folders, or addresses that fsspec can open ("s3://..."). A folder stands for the files
        with known suffixes below it, sorted.
    format (str): "auto" (by suffix), or a format's name: see `formats.registry.FORMATS`.
    tokenized (bool): Whether plain text is already split by white space.
    column (str | int): The source of `token.tag_`: a column's name or 1-based number, or a key, as the format's reader
        says; by default the format's own.
    limit (int): How many units (lines, sentences, records or documents) to read at most; 0 for all.
    part (str): Which part of each file is the text: a tier, an element, a field or a writing system.
    encoding (str): The encoding of text files; "" for UTF-8.
    RAISES (UserError): C004 unknown format, C005 negative limit.
    """

    def __init__(
        self,
        paths: Sequence[str | Path] = (),
        *,
        format: str = "auto",
        tokenized: bool = False,
        column: str | int | None = None,
        limit: int = 0,
        part: str = "",
        encoding: str = "",
    ) -> None:
        check_reading(format, format_names(), limit)
        self.paths = [as_location(path) for path in paths]
        self.format = format
        self.limit = limit
        self._reading: Location | None = None
        number = isinstance(column, str) and column.isascii() and column.isdigit()
        tags = int(column) if number and column is not None else column
        self.options = ReadingOptions(tokenized, tags, part, encoding)

    @cached_property
    def files(self) -> list[Location]:
        """The files in the order they are read in.

        RETURNS (list): The files; none for an empty corpus.
        RAISES (UserError): C001 a path is missing, C002 a folder has no corpus files, C003 unknown suffix, C034 a .txt
            that holds words with tags.
        """
        files = [file for path in self.paths for file in find_files(path, self.format, known_suffixes())]
        if self.format == "auto":
            for file in files:
                if isinstance(file, Path) and file.is_file() and format_of(file, self.format).is_plain_text:
                    check_plain_text(file)
        return files

    @cached_property
    def n_bytes(self) -> int:
        """The size of the files on disk, where they may be compressed.

        RETURNS (int): Bytes.
        """
        return sum(map(size_of, self.files))

    def __call__(self, nlp: Language) -> Iterator[Example]:
        """Stream examples: gold documents, each paired with a document that has the same tokens and nothing else.

        nlp (Language): Gives the vocabulary, to which the words are added, and the tokenizer for raw text.
        RETURNS (Iterator[Example]): The examples.
        RAISES (UserError): A line of a file is wrong; the message names it.
        """
        for doc in self.docs(nlp):
            spaces = None if doc.has_unknown_spaces else [bool(token.whitespace_) for token in doc]
            yield Example(Doc(nlp.vocab, words=words_of(doc), spaces=spaces), doc)

    def docs(self, nlp: Language, *, progress: Progress | None = None) -> Iterator[Doc]:
        """Stream gold documents: tokens and spaces, sentence starts, `tag_` and `pos_` if the file has them.

        For formats that give tokens, each document is a sentence. Documents of a DocBin keep all their annotation.

        nlp (Language): Gives the vocabulary, to which the words are added, and the tokenizer for raw text.
        progress (Callable[[int], None]): See `sentences`.
        RETURNS (Iterator[Doc]): The documents.
        RAISES (UserError): What is wrong with which line of which file.
        """
        for item in self._items(progress, vocab=nlp.vocab):
            if isinstance(item, str):
                yield nlp.tokenizer(item)
            else:
                doc = item.to_doc(nlp.vocab) if isinstance(item, Tokens) else item
                if UNTAGGED_LINE in doc.user_data:
                    doc.user_data[UNTAGGED_LINE] = f"'{self._reading}', line {doc.user_data[UNTAGGED_LINE]}"
                yield doc

    def sentences(self, nlp: Language, *, progress: Progress | None = None) -> Iterator[list[str]]:
        """Stream token texts without white space, the fast path for counting; no list is empty.

        A unit is a line of plain text, a sentence, a JSON record, or a document of a DocBin, which is divided into
        sentences if it has them. No words are added to the pipeline's vocabulary.

        nlp (Language): Gives the tokenizer for raw text; not used by formats that give tokens.
        progress (Callable[[int], None]): Called with the bytes of the files read since the last call. Their sum is
            `n_bytes` when everything has been read.
        RETURNS (Iterator[list[str]]): The token texts.
        RAISES (UserError): What is wrong with which line of which file.
        """
        return _without_spaces(_word_lists(self._items(progress), TextSplitter(nlp)))

    def written_sentences(self, nlp: Language, *, progress: Progress | None = None) -> Iterator[WrittenWords]:
        """Stream the units that `sentences` has, with the text that they come from, to be shown as it is written.

        nlp (Language), progress (Callable): See `sentences`.
        RETURNS (Iterator[WrittenWords]): The token texts, each list with its text.
        RAISES (UserError): What is wrong with which line of which file.
        """
        for found in _written(self._items(progress), TextSplitter(nlp)):
            words = WrittenWords((word for word in found if not word.isspace()), found.text)
            if words:
                yield words

    def texts(self, *, progress: Progress | None = None) -> Iterator[str]:
        """Stream raw texts: lines as they are, and the words of formats that give tokens with the spaces they note.

        progress (Callable[[int], None]): See `sentences`.
        RETURNS (Iterator[str]): The texts, of the units that `sentences` has.
        RAISES (UserError): What is wrong with which line of which file.
        """
        for item in self._items(progress):
            yield item if isinstance(item, str) else item.text

    def items(self, *, progress: Progress | None = None) -> Iterator[tuple[Location, Item]]:
        """Stream what the files hold in whatever form their formats give, see `formats.registry.Item`.

        progress (Callable[[int], None]): See `sentences`.
        RETURNS (Iterator[tuple]): The file and the item.
        RAISES (UserError): What is wrong with which line of which file.
        """
        files = (CorpusFile(path, progress) for path in self.files)
        items = chain.from_iterable(zip(repeat(file.path), self._file_items(file, None)) for file in files)
        return islice(items, self.limit or None)

    def surface_sentences(self, *, progress: Progress | None = None) -> Iterator[SurfaceSentence]:
        """Stream the sentences of CoNLL-U files as they stand in the text, for evaluation on raw text.

        progress (Callable[[int], None]): See `sentences`.
        RETURNS (Iterator[SurfaceSentence]): The sentences.
        RAISES (UserError): A file is of another format (C052), or what is wrong with which line of it.
        """
        sentences: Iterator[SurfaceSentence] = iter(())
        for path in self.files:
            if format_of(path, self.format).name != "conllu":
                raise UserError(Errors.C052.format(path=path))
            sentences = chain(sentences, read_surface(CorpusFile(path, progress), self.options))
        return islice(sentences, self.limit or None)

    def file_sentences(self, file: CorpusFile, splitter: TextSplitter) -> Iterator[list[str]]:
        """Stream the token texts of one file or a range of it, as `sentences` does for all files; `limit` is ignored.

        file (CorpusFile): A file of `files`. A range of a file may have no tokens.
        splitter (TextSplitter): For raw text.
        RETURNS (Iterator[list[str]]): The token texts.
        RAISES (UserError): What is wrong with which line of which file.
        """
        items = self._file_items(file, None) if file.end is None else read_items(file, self.format, self.options)
        return _without_spaces(_word_lists(items, splitter))

    def split_texts(self, file: CorpusFile) -> Iterator[str] | None:
        """Stream text that is already split by spaces as blocks of lines, which are counted faster.

        file (CorpusFile): See `file_sentences`.
        RETURNS (Iterator[str]): Blocks of lines, see `CorpusFile.texts`; None if the file holds anything else.
        """
        plain = file.end is not None and format_of(file.path, self.format).is_plain_text
        return file.texts() if plain and self.options == ReadingOptions(tokenized=True) else None

    def given_words(self, n: int) -> Iterator[tuple[str, list[str]]]:
        """Stream the first units of the corpus for which the file itself gives the words.

        n (int): Number of units to read.
        RETURNS (Iterator[tuple]): The text and the words of each unit, without white space. If the file does not say
            whether white space follows a word, a space is assumed.
        RAISES (UserError): What is wrong with which line of which file.
        """
        files = (CorpusFile(path) for path in self.files[:_FIRST_FILES])
        items = chain.from_iterable(read_items(file, self.format, self.options) for file in files)
        for item in islice(items, min(n, self.limit or n)):
            if isinstance(item, Doc):
                yield item.text, [token.text for token in item if not token.is_space]
            elif isinstance(item, Tokens):
                yield item.text, [word for word in item.words if not word.isspace()]

    def _items(self, progress: Progress | None = None, vocab: Vocab | None = None) -> Iterator[Item]:
        files = (CorpusFile(path, progress) for path in self.files)
        items = chain.from_iterable(self._file_items(file, vocab) for file in files)
        return islice(items, self.limit or None)

    def _file_items(self, file: CorpusFile, vocab: Vocab | None) -> Iterator[Item]:
        self._reading = file.path
        items = read_items(file, self.format, self.options, vocab)
        first = next(items, None)
        if first is None:
            raise UserError(Errors.C008.format(path=file.path, line=file.n_lines))
        return chain([first], items)


def _word_lists(items: Iterator[Item], splitter: TextSplitter) -> Iterator[list[str]]:
    for is_raw, group in groupby(items, lambda item: isinstance(item, str)):
        if is_raw:
            yield from splitter.split(cast(Iterator[str], group))
        else:
            yield from chain.from_iterable(map(_split, group))


def _written(items: Iterator[Item], splitter: TextSplitter) -> Iterator[WrittenWords]:
    for is_raw, group in groupby(items, lambda item: isinstance(item, str)):
        if is_raw:
            texts, same = tee(cast(Iterator[str], group))
            yield from map(WrittenWords, splitter.split(texts), same)
        else:
            for item in cast(Iterator[Doc | Tokens], group):
                parts = item.sents if isinstance(item, Doc) and item.has_annotation("SENT_START") else [item]
                yield from map(WrittenWords, _split(item), (part.text for part in parts))


def _without_spaces(sentences: Iterator[list[str]]) -> Iterator[list[str]]:
    for words in sentences:
        if any(map(str.isspace, words)):
            words = [word for word in words if not word.isspace()]
        if words:
            yield words


def _split(item: Item) -> Iterator[list[str]]:
    """The words of each sentence of an item that has tokens."""
    if isinstance(item, Doc):
        sentences = item.sents if item.has_annotation("SENT_START") else [item]
        return ([token.text for token in sentence] for sentence in sentences)
    return iter([item.words] if isinstance(item, Tokens) else [])


def make_corpus(
    path: str | list[str] | None = None,
    *,
    format: str = "auto",
    tokenized: bool = False,
    column: str | int | None = None,
    limit: int = 0,
    part: str = "",
    encoding: str = "",
) -> Corpus:
    """Make the reader `spacy_svd2.Corpus.v1`, for `[corpora]` and `[initialize.components.NAME.corpus]` of a config.

    path (str | list[str]): A file, a folder, or several; None for an empty corpus.
    format, tokenized, column, limit, part, encoding: See `Corpus`.
    RETURNS (Corpus): The reader; `reader(nlp)` streams examples.
    RAISES (UserError): C001 empty path (it would be the current folder), C004 unknown format, C005 negative limit.
    """
    return Corpus(
        path_list(path), format=format, tokenized=tokenized, column=column, limit=limit, part=part, encoding=encoding
    )

"""What the tagger learns from: the counts of a folder, of a corpus, or of the examples that spaCy gives."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacy.errors import Errors as SpacyErrors
from spacy.language import Language
from spacy.training import Example
from spacy.vocab import Vocab

from ..corpora.corpus import Corpus
from ..errors import Errors, UserError
from ..shared.word_keys import type_maker
from .counting.counts import BigramCounts
from .counting.folder import read_counts
from .counting.local import count_corpus
from .counting.progress import OnProgress
from .counting.scan import count_bigrams
from .counting.settings import CountSettings
from .settings import Settings

Reader = Callable[[Language], Iterable[Example]]

_DUMMY = ["x", "y", "z"]  # what nlp.initialize() shows its components when there is no data


@dataclass(frozen=True)
class CountingOptions:
    """Where a corpus is counted, and what is told meanwhile. Nothing but `max_types` changes the counts.

    n_process, max_types, dask, on_read, on_progress: See `SVD2Tagger.initialize`.
    RAISES (UserError): A number is not a whole number from 1 up (N012).
    """

    n_process: int | None = None
    max_types: int | None = None
    dask: str | None = None
    on_read: Callable[[int], None] = lambda n_bytes: None
    on_progress: OnProgress = lambda progress: None

    def __post_init__(self) -> None:
        for name in ("n_process", "max_types"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < 1):
                raise UserError(Errors.N012.format(name=name, value=value))

    @property
    def in_parts(self) -> bool:
        """Whether one of them is a reason to count in parts: by several processes, or in bounded memory."""
        return (self.n_process, self.max_types, self.dask) != (None, None, None)

    @property
    def in_several_processes(self) -> bool:
        """Whether the corpus must be divided."""
        return self.dask is not None or (self.n_process or 1) > 1


def find_counts(
    nlp: Language | None,
    vocab: Vocab,
    settings: Settings,
    options: CountingOptions,
    *,
    counts: str | Path | None,
    corpus: Reader | None,
    get_examples: Callable[[], Iterable[Example]] | None,
) -> BigramCounts | None:
    """Get the counts to train on: of the folder, else of the corpus, else of the examples.

    nlp (Language): The pipeline, which a corpus needs.
    vocab (Vocab): Says what a word's type is.
    settings (Settings): How words are counted.
    options (CountingOptions): Where they are counted.
    counts (str or Path): A folder of counts.
    corpus (Callable): A corpus reader. One of ours without paths is none.
    get_examples (Callable): The examples of `spacy train`.
    RETURNS (BigramCounts): The counts; None if there is nothing to learn from.
    RAISES (UserError): See `folder_counts` and `corpus_counts`.
    """
    if counts is not None:
        lang = None if nlp is None else nlp.lang
        return folder_counts(Path(counts), settings, lang=lang, max_types=options.max_types)
    if corpus is not None and getattr(corpus, "paths", True):
        if nlp is None:
            raise ValueError(SpacyErrors.E989)
        return corpus_counts(nlp, vocab, corpus, settings, options)
    sentences = None if get_examples is None else example_sentences(get_examples)
    return None if sentences is None else _count(sentences, vocab, settings, options.max_types)


def has_data(
    counts: str | Path | None, corpus: Reader | None, get_examples: Callable[[], Iterable[Example]] | None
) -> bool:
    """Whether there is something to learn from.

    counts (str or Path), corpus (Callable), get_examples (Callable): See `find_counts`.
    RETURNS (bool): Whether there is; the examples that spaCy makes up are nothing.
    """
    is_named = counts is not None or (corpus is not None and bool(getattr(corpus, "paths", True)))
    return is_named or (get_examples is not None and example_sentences(get_examples) is not None)


def folder_counts(path: Path, settings: Settings, *, lang: str | None, max_types: int | None = None) -> BigramCounts:
    """Read a folder of counts for training with some settings.

    path (Path): The folder.
    settings (Settings): Its `attr` and `boundaries` must be those of the counts.
    lang (str): The language code of the pipeline; None not to check it.
    max_types (int): Keep the most frequent types only.
    RETURNS (BigramCounts): The counts.
    RAISES (UserError): They were made otherwise (N007), or see `read_counts`.
    """
    counts, about = read_counts(path, max_types=max_types)
    wanted: dict[str, Any] = {"attr": settings.attr, "boundaries": settings.boundaries, "lang": lang}
    for name, value in wanted.items():
        if value is not None and about.get(name) != value:
            raise UserError(Errors.N007.format(path=path, name=name, found=about.get(name), wanted=value))
    return counts


def corpus_counts(
    nlp: Language, vocab: Vocab, corpus: Reader, settings: Settings, options: CountingOptions
) -> BigramCounts:
    """Count a corpus: as it is read, by this process, or in parts, if the options ask for that.

    nlp (Language): Its tokenizer splits raw text.
    vocab (Vocab): Says what a word's type is.
    corpus (Callable): A corpus reader; one of ours without a limit can be divided into parts.
    settings (Settings): How words are counted.
    options (CountingOptions): Where they are counted.
    RETURNS (BigramCounts): The counts.
    RAISES (UserError): It is no reader (P008), can't be divided (N013), or what is wrong with which line of which file.
    """
    if not callable(corpus):
        raise UserError(Errors.P008.format(corpus=corpus))
    if isinstance(corpus, Corpus) and not corpus.limit and options.in_parts:
        return _count_in_parts(nlp, corpus, settings, options)
    if options.in_several_processes:
        raise UserError(Errors.N013)
    return _count(corpus_sentences(nlp, corpus, options.on_read), vocab, settings, options.max_types)


def corpus_sentences(nlp: Language, corpus: Reader, on_read: Callable[[int], None]) -> Iterator[list[str]]:
    """Read the token texts of a corpus, sentence by sentence.

    nlp (Language): Its tokenizer splits raw text.
    corpus (Callable): A corpus reader.
    on_read (Callable): Called with the bytes that were read since the last call, if it is a `Corpus`.
    RETURNS (Iterator): The token texts.
    """
    if isinstance(corpus, Corpus):
        return corpus.sentences(nlp, progress=on_read)
    return iter(corpus.sentences(nlp)) if hasattr(corpus, "sentences") else _texts(corpus(nlp))


def example_sentences(get_examples: Callable[[], Iterable[Example]]) -> Iterator[list[str]] | None:
    """Read the token texts of examples, sentence by sentence.

    get_examples (Callable): The examples of `spacy train`.
    RETURNS (Iterator): The token texts; None if there are no examples, or only spaCy's dummies.
    """
    first = next(iter(get_examples()), None)
    if first is None or [token.text for token in first.reference] == _DUMMY:
        return None
    return _texts(get_examples())


def _texts(examples: Iterable[Example]) -> Iterator[list[str]]:
    for example in examples:
        doc = example.reference
        for span in doc.sents if doc.has_annotation("SENT_START") else [doc]:
            yield [token.text for token in span if not token.is_space]


def _count(sentences: Iterable[list[str]], vocab: Vocab, settings: Settings, max_types: int | None) -> BigramCounts:
    normalize = type_maker(vocab, settings.attr)
    counts = count_bigrams(sentences, normalize=normalize, boundaries=settings.boundaries)
    return counts if max_types is None else counts.most_frequent(max_types)


def _count_in_parts(nlp: Language, corpus: Corpus, settings: Settings, options: CountingOptions) -> BigramCounts:
    count_settings = CountSettings.of(nlp, corpus, attr=settings.attr, boundaries=settings.boundaries)
    if options.dask is not None:
        from .counting.dask import count_with_dask

        return count_with_dask(
            corpus,
            count_settings,
            scheduler=None if options.dask == "local" else options.dask,
            n_workers=options.n_process,
            max_types=options.max_types,
            on_progress=options.on_progress,
        )
    n_process = options.n_process or 1
    with tempfile.TemporaryDirectory(prefix="spacy-svd2-") as path:
        folder = count_corpus(corpus, Path(path), count_settings, n_process=n_process, on_progress=options.on_progress)
        return folder.total(max_types=options.max_types)

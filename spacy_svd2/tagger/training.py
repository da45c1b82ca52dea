"""What the tagger learns from: the counts of a folder, of a corpus, or of the examples that spaCy gives."""

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spacy.errors import Errors as SpacyErrors
from spacy.language import Language
from spacy.training import Example
from spacy.vocab import Vocab

from ..corpora.corpus import Corpus
from ..corpora.splits.tokenizer import splits_id
from ..corpora.splitting import TextSplitter
from ..errors import Errors, UserError, Warnings
from ..shared.lookup import type_maker
from .counting import check_count
from .counting.counts import BigramCounts
from .counting.folder import CountsFolder, read_counts
from .counting.local import count_corpus
from .counting.progress import OnProgress
from .counting.scan import count_bigrams
from .counting.scratch import temporary_folder
from .counting.settings import CountSettings
from .settings import Settings

Reader = Callable[[Language], Iterable[Example]]

_LOOKED_AT, _FEW = 1000, 0.01  # sentences to compare, and the share that may differ without a warning
_DUMMY = ["x", "y", "z"]  # what nlp.initialize() shows its components when there is no data


@dataclass(frozen=True)
class CountingOptions:
    """Where a corpus is counted, and the callbacks for progress. Only `max_types` changes the counts.

    n_process, max_types, dask, on_read, on_progress: See `SVD2Tagger.initialize`.
    RAISES (UserError): A number is out of its range (N012).
    """

    n_process: int | None = None
    max_types: int | None = None
    dask: str | None = None
    on_read: Callable[[int], None] = lambda n_bytes: None
    on_progress: OnProgress = lambda progress: None

    def __post_init__(self) -> None:
        check_count("n_process", self.n_process, optional=True)
        check_count("max_types", self.max_types, optional=True)

    @property
    def in_parts(self) -> bool:
        """Whether to count in parts, for several processes or to limit memory."""
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
    """Get the counts to train on: from the folder, or else the corpus, or else the examples.

    nlp (Language): The pipeline, which a corpus needs.
    vocab (Vocab): The vocabulary, which decides the type of a word.
    settings (Settings): How words are counted.
    options (CountingOptions): Where they are counted.
    counts (str or Path): A folder of counts.
    corpus (Callable): A corpus reader. A `Corpus` without paths counts as none.
    get_examples (Callable): The examples of `spacy train`.
    RETURNS (BigramCounts): The counts; None if there is nothing to learn from.
    RAISES (UserError): See `folder_counts` and `corpus_counts`.
    """
    if counts is not None:
        lang = str(vocab.lang) or None if nlp is None else nlp.lang
        splits = None if nlp is None else splits_id(nlp) or ""
        return folder_counts(Path(counts), settings, lang=lang, splits=splits, max_types=options.max_types)
    if corpus is not None and getattr(corpus, "paths", True):
        if nlp is None:
            raise ValueError(SpacyErrors.E989)
        counts_found = corpus_counts(nlp, vocab, corpus, settings, options)
        if isinstance(corpus, Corpus):
            warn_of_splitting(nlp, corpus)
        return counts_found
    sentences = None if get_examples is None else example_sentences(get_examples)
    return None if sentences is None else _count(sentences, vocab, settings, options.max_types)


def read_settings(values: dict[str, Any], counts: str | Path | None) -> Settings:
    """Read settings; if they do not say whether words are normalized, the folder of counts does.

    values (dict): Settings by name.
    counts (str or Path): The folder of counts to train on, if any.
    RETURNS (Settings): The settings.
    RAISES (UserError): One is unknown (S003) or out of range (S002), or the folder is none of counts (N002).
    """
    counted = {} if counts is None else {"normalize": CountsFolder.open(Path(counts)).about["normalize"]}
    return Settings.from_dict({**counted, **values})


def has_data(
    counts: str | Path | None, corpus: Reader | None, get_examples: Callable[[], Iterable[Example]] | None
) -> bool:
    """Whether there is something to learn from.

    counts (str or Path), corpus (Callable), get_examples (Callable): See `find_counts`.
    RETURNS (bool): Whether there is; spaCy's dummy examples do not count.
    """
    is_named = counts is not None or (corpus is not None and bool(getattr(corpus, "paths", True)))
    return is_named or (get_examples is not None and example_sentences(get_examples) is not None)


def warn_of_splitting(nlp: Language, corpus: Corpus) -> None:
    """Warn (P110) if a corpus has words that the pipeline's tokenizer would not make from its text.

    nlp (Language): The pipeline.
    corpus (Corpus): The corpus; only its first thousand sentences are compared.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # warnings of the reader are shown when the corpus is counted
        given = list(corpus.given_words(_LOOKED_AT))
    never_made: Counter[str] = Counter()
    n_different = 0
    for (_, words), tokens in zip(given, TextSplitter(nlp).split(text for text, _ in given), strict=True):
        made = [token for token in tokens if not token.isspace()]
        if made != words:
            n_different += 1
            never_made.update(word for word in words if word not in made)
    if n_different > _FEW * len(given):
        words = [word for word, _ in never_made.most_common(5)]
        message = Warnings.P110.format(n=n_different, total=len(given), words=", ".join(words))
        warnings.warn(message, stacklevel=2)


def folder_counts(
    path: Path, settings: Settings, *, lang: str | None, splits: str | None = None, max_types: int | None = None
) -> BigramCounts:
    """Read a folder of counts for training with some settings.

    path (Path): The folder.
    settings (Settings): Its `attr`, `normalize` and `boundaries` must be those of the counts.
    lang (str): The language code of the pipeline; None not to check it.
    splits (str): What the pipeline has learned, see `splits_id`; None not to check it.
    max_types (int): Keep the most frequent types only.
    RETURNS (BigramCounts): The counts.
    RAISES (UserError): They were made with other settings or splits (N007, N020); see also `read_counts`.
    """
    counts, about = read_counts(path, max_types=max_types)
    wanted: dict[str, Any] = {name: getattr(settings, name) for name in ("attr", "normalize", "boundaries")}
    for name, value in {**wanted, "lang": lang}.items():
        if value is not None and about.get(name) != value:
            raise UserError(Errors.N007.format(path=path, name=name, found=about.get(name), wanted=value))
    counted = about.get("splits", "")
    if splits is not None and splits != counted:
        found, pipeline = (f"the splits {id_}" if id_ else "no splits" for id_ in (counted, splits))
        raise UserError(Errors.N020.format(path=path, found=found, wanted=pipeline))
    return counts


def corpus_counts(
    nlp: Language, vocab: Vocab, corpus: Reader, settings: Settings, options: CountingOptions
) -> BigramCounts:
    """Count a corpus: in this process while it is read, or in parts if the options ask for that.

    nlp (Language): Its tokenizer splits raw text.
    vocab (Vocab): Says what a word's type is.
    corpus (Callable): A corpus reader; a `Corpus` without a limit can be divided into parts.
    settings (Settings): How words are counted.
    options (CountingOptions): Where they are counted.
    RETURNS (BigramCounts): The counts.
    RAISES (UserError): It is not a reader (P008), it can't be divided (N013), or a line of a file is wrong.
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
    make_type = type_maker(vocab, settings.attr, normalize=settings.normalize, lang=str(vocab.lang))
    counts = count_bigrams(sentences, normalize=make_type, boundaries=settings.boundaries)
    return counts if max_types is None else counts.most_frequent(max_types)


def _count_in_parts(nlp: Language, corpus: Corpus, settings: Settings, options: CountingOptions) -> BigramCounts:
    count_settings = CountSettings.of(
        nlp, corpus, attr=settings.attr, boundaries=settings.boundaries, normalize=settings.normalize
    )
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
    with temporary_folder() as path:
        progress = options.on_progress
        folder = count_corpus(corpus, path, count_settings, n_process=n_process, temporary=True, on_progress=progress)
        return folder.total(max_types=options.max_types)

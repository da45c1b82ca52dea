"""The reader of sense-annotated corpora for spaCy configs: files in, examples or occurrences out."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.vocab import Vocab

from ...corpora.files import split_suffix, warn_of_skipped
from ...corpora.formats.foreign import kind_of_name
from ...corpora.formats.registry import check_reading, path_list
from ...corpora.splitting import TextSplitter
from ...errors import Errors, UserError, Warnings
from ..model.contexts import Context
from ..model.sense_model import Occurrence
from .docs import SPANS_KEY, Describe, Target, doc_occurrences, read_targets, write_targets
from .instance import Instance
from .registry import SenseFormat, format_names, format_of, why_unlabelled


@dataclass
class Placement:
    """How the targets of the last pass fitted the tokens.

    total (int): Targets.
    moved (int): Those that are not whole tokens and were widened to the tokens they touch.
    lost (int): Those that touch no token and were left out.
    first (str): The id of the first of these.
    """

    total: int = 0
    moved: int = 0
    lost: int = 0
    first: str = ""

    def count(self, instance: Instance, *, exact: bool, found: bool) -> None:
        """Count one target."""
        self.total += 1
        self.moved += found and not exact
        self.lost += not found
        if not (found and exact) and not self.first:
            self.first = instance.id


class SenseCorpus:
    """A sense-annotated file, or a folder of them; it is read again at each call, and not before the first.

    paths (Sequence): The file or files.
    key (Path): A key file with the answers of a Senseval corpus.
    format (str): "auto" (by suffix and content), or a format's name: see `registry.FORMATS`.
    encoding (str): The encoding of a Senseval file that does not declare one.
    spans_key (str): The span group that targets are read from (.spacy) and written to.
    targets_key (str): A span group for the targets without senses in the documents to predict, for a component with
        the same `targets_key`; None to let it find them.
    limit (int): How many instances (documents of a .spacy file) to read at most; 0 for all.
    warn_widened (bool): Whether to warn (C151) at the end of a pass that had to widen targets. A pass that had to
        leave out targets always warns.
    placement (Placement): How the targets of the last pass fitted the tokens.
    names (dict): The word by its key, for the instances read so far, in formats whose keys encode the word.
    RAISES (UserError): C001 empty path, C004 unknown format, C005 negative limit.
    """

    def __init__(
        self,
        paths: Sequence[Path] = (),
        *,
        key: Path | None = None,
        format: str = "auto",
        encoding: str | None = None,
        spans_key: str = SPANS_KEY,
        targets_key: str | None = None,
        limit: int = 0,
        warn_widened: bool = True,
    ) -> None:
        check_reading(format, format_names(), limit)
        self.paths = list(paths)
        self.key = key
        self.format = format
        self.encoding = encoding
        self.spans_key = spans_key
        self.targets_key = targets_key
        self.limit = limit
        self.warn_widened = warn_widened
        self.placement = Placement()
        self.names: dict[str, str] = {}

    def __call__(self, nlp: Language) -> Iterator[Example]:
        """Stream examples: gold documents with the span group, each paired with a document that has the tokens only.

        With a `targets_key`, the paired documents also have the targets, without their senses.

        nlp (Language): Gives the vocabulary and the tokenizer.
        RETURNS (Iterator[Example]): The examples.
        RAISES (UserError): What is wrong with which line of which file.
        """
        for doc in self.docs(nlp):
            spaces = None if doc.has_unknown_spaces else [bool(token.whitespace_) for token in doc]
            predicted = Doc(nlp.vocab, words=[token.text for token in doc], spaces=spaces)
            if self.targets_key is not None:
                targets = read_targets(doc, self.spans_key)
                write_targets(predicted, self.targets_key, [replace(target, senses=()) for target in targets])
            yield Example(predicted, doc)

    def docs(self, nlp: Language) -> Iterator[Doc]:
        """Stream gold documents: tokens, the span group (see `senses.corpora.docs`), tags if the file has them.

        Instances that follow each other and mark different places of one text make one document.

        nlp (Language): Gives the vocabulary and the tokenizer.
        RETURNS (Iterator[Doc]): The documents.
        RAISES (UserError): What is wrong with which line of which file.
        """
        self.placement = Placement()
        yield from islice(chain.from_iterable(map(self._file_docs(nlp), self.paths)), self.limit or None)
        self._report()

    def occurrences(
        self,
        nlp: Language,
        *,
        annotations: Sequence[str] = (),
        pipes: Sequence[Any] = (),
        describe: Describe | None = None,
    ) -> Iterator[Occurrence]:
        """Stream occurrences, the fast path for training; no words are added to the pipeline's vocabulary.

        nlp (Language): Gives the tokenizer.
        annotations (Sequence): The annotations that features use beside words; see `make_context`.
        pipes (Sequence): The components that set these annotations.
        describe (Callable): Describes contexts by vectors that these components set; see `doc_occurrences`.
        RETURNS (Iterator[Occurrence]): Labelled and unlabelled occurrences.
        RAISES (UserError): What is wrong with which line of which file, or an annotation is missing (K012).
        """
        if annotations or describe is not None:
            with nullcontext() if nlp.vocab.in_memory_zone else nlp.memory_zone():  # type: ignore[attr-defined]
                docs = self.docs(nlp)
                options: dict[str, Any] = {"annotations": annotations, "pipes": pipes, "describe": describe}
                yield from doc_occurrences(docs, spans_key=self.spans_key, **options)
            return
        self.placement = Placement()
        for path in self.paths:
            if self._format(path).makes_docs:
                docs = islice(self._format(path).read(path, Vocab()), self.limit or None)
                yield from doc_occurrences(docs, spans_key=self.spans_key)
            else:
                yield from self._plain_occurrences(nlp, path)
        self._report()

    def sentences(self, nlp: Language) -> Iterator[list[str]]:
        """Stream token texts without white space, a list for each text, for components that learn from raw text.

        nlp (Language): Gives the tokenizer; no words are added to its vocabulary.
        RETURNS (Iterator[list[str]]): The token texts.
        RAISES (UserError): What is wrong with which line of which file.
        """
        for path in self.paths:
            if self._format(path).makes_docs:
                docs = islice(self._format(path).read(path, Vocab()), self.limit or None)
                texts = ([token.text for token in doc] for doc in docs)
            else:
                texts = (words for _, words in self._split(nlp, path))
            yield from ([word for word in words if not word.isspace()] for words in texts)

    def instances(self, path: Path) -> Iterator[Instance]:
        """Stream the instances of a path that is no DocBin, up to the limit; warn (C160) about files of no format."""
        found = self._format(path)
        in_folder = found.in_folder
        if path.is_dir() and in_folder is not None:
            there = [(split_suffix(file), file) for file in sorted(path.rglob("*")) if file.is_file()]
            others = [(suffix, file) for suffix, file in there if not in_folder(file.relative_to(path))]
            warn_of_skipped(path, [one for one in others if kind_of_name(one[0])], len(there) - len(others))
        options = {"key": self.key, "encoding": self.encoding} if found.has_key else {}
        for instance in islice(found.read(path, **options), self.limit or None):
            if found.name_of is not None:
                self.names[instance.word] = found.name_of(instance.word)
            yield instance

    def glosses(self) -> dict[str, dict[str, str]]:
        """Read definitions by word and sense, if the format has any."""
        readers = ((self._format(path).glosses, path) for path in self.paths)
        return {word: found for read, path in readers if read is not None for word, found in read(path).items()}

    def check_labelled(self, occurrences: Sequence[Occurrence]) -> None:
        """Make sure that there is something to learn from.

        occurrences (Sequence): The occurrences that were read.
        RAISES (UserError): None is labelled (K008).
        """
        if not any(item.senses for item in occurrences):
            files = ", ".join(f"'{path}'" for path in self.paths)
            raise UserError(Errors.K008.format(where=f" in {files}{self.why_unlabelled(len(occurrences))}"))

    def why_unlabelled(self, n_found: int) -> str:
        """Say what the corpus has instead of labelled occurrences; see `registry.why_unlabelled`."""
        return why_unlabelled(self.paths, n_found, format=self.format, spans_key=self.spans_key)

    def _format(self, path: Path) -> SenseFormat:
        return format_of(path, self.format)

    def _file_docs(self, nlp: Language) -> Callable[[Path], Iterator[Doc]]:
        def read(path: Path) -> Iterator[Doc]:
            if self._format(path).makes_docs:
                return self._format(path).read(path, nlp.vocab)
            return (self._make_doc(nlp, group) for group in same_texts(self.instances(path)))

        return read

    def _make_doc(self, nlp: Language, group: Sequence[Instance]) -> Doc:
        first = group[0]
        if first.tokens:
            starts = [place in first.sentence_starts for place in range(len(first.tokens))]
            doc = Doc(nlp.vocab, words=list(first.tokens), tags=list(first.tags), sent_starts=starts)  # type: ignore[arg-type]
        else:
            doc = nlp.tokenizer(first.text)
        offsets = [(token.i, token.idx, token.idx + len(token)) for token in doc if not token.is_space]
        targets = []
        for instance in group:
            place = self._place(instance, offsets)
            if place:
                targets.append(Target(*place, instance.word, instance.senses))
        write_targets(doc, self.spans_key, targets)
        return doc

    def _plain_occurrences(self, nlp: Language, path: Path) -> Iterator[Occurrence]:
        for group, words in self._split(nlp, path):
            offsets = word_offsets(group[0].text, words)
            context = Context([words[number] for number, _, _ in offsets])
            number_of = {number: index for index, (number, _, _) in enumerate(offsets)}
            for instance in group:
                place = self._place(instance, offsets)
                if place:
                    start, end = number_of[place[0]], number_of[place[1] - 1] + 1
                    yield Occurrence(instance.word, context, start, end, instance.senses)

    def _split(self, nlp: Language, path: Path) -> Iterator[tuple[list[Instance], list[str]]]:
        """The instances of each text, and its tokens."""
        splitter = TextSplitter(nlp)
        groups = same_texts(self.instances(path))
        while batch := list(islice(groups, 1000)):
            texts = splitter.split([group[0].text for group in batch if not group[0].tokens])
            for group in batch:
                yield group, list(group[0].tokens) or next(texts)

    def _place(self, instance: Instance, offsets: Sequence[tuple[int, int, int]]) -> tuple[int, int] | None:
        """The target's first token and the token after its last; None if it touches no token."""
        if instance.tokens:
            self.placement.count(instance, exact=True, found=True)
            return instance.span
        low, high = instance.target_span
        touched = [item for item in offsets if item[1] < high and item[2] > low]
        exact = bool(touched) and (touched[0][1], touched[-1][2]) == (low, high)
        self.placement.count(instance, exact=exact, found=bool(touched))
        return (touched[0][0], touched[-1][0] + 1) if touched else None

    def _report(self) -> None:
        found = self.placement
        if found.lost or (found.moved and self.warn_widened):
            path = ", ".join(map(str, self.paths))
            message = Warnings.C151.format(
                moved=found.moved, total=found.total, path=path, lost=found.lost, first=found.first
            )
            warnings.warn(message, stacklevel=3)


def same_texts(instances: Iterable[Instance]) -> Iterator[list[Instance]]:
    """Group instances that follow each other and mark different places of one text.

    instances (Iterable): The instances.
    YIELDS (list): Those of one text.
    """
    group: list[Instance] = []
    for instance in instances:
        same = group and instance.text == group[0].text and instance.tokens == group[0].tokens
        if same and instance.target_span not in {other.target_span for other in group}:
            group.append(instance)
            continue
        if group:
            yield group
        group = [instance]
    if group:
        yield group


def word_offsets(text: str, words: Sequence[str]) -> list[tuple[int, int, int]]:
    """Find where the tokens of a text are, without those of white space.

    text (str): The text.
    words (Sequence): Its tokens, in order.
    RETURNS (list): For each token its number, and the offsets where it begins and ends.
    """
    found, end = [], 0
    for number, word in enumerate(words):
        if word.isspace() or not word:
            continue
        start = max(text.find(word, end), end)
        end = start + len(word)
        found.append((number, start, end))
    return found


def make_sense_corpus(
    path: str | list[str] | None = None,
    *,
    key: str | None = None,
    format: str = "auto",
    encoding: str | None = None,
    spans_key: str = SPANS_KEY,
    targets_key: str | None = None,
    limit: int = 0,
) -> SenseCorpus:
    """Make the reader `spacy_svd2.SenseCorpus.v1`, for `[corpora]` and `[initialize.components.NAME.corpus]`.

    path (str | list[str]): A file or a folder of word files, or several; None for an empty corpus.
    key, format, encoding, spans_key, targets_key, limit: See `SenseCorpus`.
    RETURNS (SenseCorpus): The reader; `reader(nlp)` streams examples.
    RAISES (UserError): C001 empty path, C004 unknown format, C005 negative limit.
    """
    return SenseCorpus(
        [Path(name) for name in path_list(path)],
        key=Path(key) if key else None,
        format=format,
        encoding=encoding,
        spans_key=spans_key,
        targets_key=targets_key,
        limit=limit,
    )

"""The base class of both components: their trained data is one artifact, read at first use."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

import numpy as np
import srsly
from numpy.typing import NDArray
from spacy import util
from spacy.pipeline import Pipe
from spacy.tokens import Doc
from spacy.vocab import Vocab

from ..errors import Errors, UserError, Warnings
from .artifacts import Artifact, ArtifactSource, artifact_to_bytes, write_artifact
from .description import Description
from .ranges import shown

ModelT = TypeVar("ModelT")

UNTRAINED = Artifact("untrained")
"""What an untrained component saves, because spaCy can save any component before it is trained."""

_PART = "model"
"""The one part of what a component saves; spaCy's `exclude` can name it."""


class WordDescriptors(NamedTuple):
    """Vectors of words that one component lends to another.

    types (Sequence): The n words, most frequent first.
    vectors (NDArray): float16 (n, d).
    counts (NDArray): int64 (n,), tokens of each word in the training corpus.
    n_tokens (int): Tokens of the whole corpus.
    """

    types: Sequence[str]
    vectors: NDArray[np.float16]
    counts: NDArray[np.int64]
    n_tokens: int


class ArtifactComponent(Pipe, Generic[ModelT]):
    """A component with a model that an artifact holds.

    A subclass says what is its own: `annotate`, `describe`, `to_artifact`, `_load`, `_label_names`,
    `_ensure_attributes`, and a `set_model` that ends with `_keep`.
    """

    untrained: ClassVar[str]
    """Message for a component without a model; it names the component as {name}."""
    unreadable: ClassVar[str]
    """Message for an artifact that can't be read; it names the component as {name} and the reason as {why}."""

    def __init__(
        self, vocab: Vocab, name: str, *, artifact: str | Path | None, scorer: Callable[..., Any] | None
    ) -> None:
        """Make a component without a model; see the subclasses for the arguments.

        RAISES (UserError): A setting is wrong (P005).
        """
        is_path = artifact is None or isinstance(artifact, str | Path)
        check_setting(name, "artifact", artifact, "the path of a file, or null", valid=is_path)
        check_setting(name, "scorer", scorer, "a function, or null", valid=scorer is None or callable(scorer))
        self.vocab = vocab
        self.name = name
        self.scorer = scorer
        self._mark = object()
        self._artifact = artifact
        self._model: ModelT | None = None
        self._strings: list[str] = []
        self._interned: Vocab | None = None

    def annotate(self, docs: list[Doc]) -> None:
        """Write on documents, in place."""
        raise NotImplementedError

    def to_artifact(self) -> Artifact:
        """The trained data, as it is saved.

        RAISES (UserError): The component is not trained.
        """
        raise NotImplementedError

    def describe(self, performance: Mapping[str, Any]) -> Description:
        """Describe the trained component for people, as a model card does.

        performance (Mapping): The scores that the pipeline carries, `nlp.meta["performance"]`.
        RETURNS (Description): The description.
        RAISES (UserError): The component is not trained.
        """
        raise NotImplementedError

    def word_descriptors(self) -> WordDescriptors | None:
        """Lend vectors of words to a later component.

        RETURNS (WordDescriptors): The vectors; None if the model keeps none.
        RAISES (UserError): The component is not trained.
        """
        return None

    def _load(self, source: ArtifactSource) -> None:
        """Read an artifact and set its model."""
        raise NotImplementedError

    def _label_names(self, model: ModelT) -> Iterable[str]:
        """What a model can give to a token or a span."""
        raise NotImplementedError

    def _ensure_attributes(self) -> None:
        """Make the extension attributes that are written, where they are not there yet."""
        raise NotImplementedError

    def __setstate__(self, state: Any) -> None:
        super().__setstate__(state)  # type: ignore[misc]
        self._ensure_attributes()  # a process that unpickles the component reads documents of others that have it

    def __call__(self, doc: Doc) -> Doc:
        """Annotate a document in place.

        doc (Doc): The document, from any tokenizer.
        RETURNS (Doc): The same document.
        RAISES (UserError): The component is not trained, or can't do its work on this document.
        """
        self.annotate([doc])
        return doc

    def pipe(self, stream: Iterable[Doc], *, batch_size: int = 256) -> Iterator[Doc]:
        """Annotate documents in place, a batch at a time.

        stream (Iterable): The documents.
        batch_size (int): Documents handled at once; an error takes its whole batch to the error handler.
        YIELDS (Doc): The same documents, in order.
        RAISES (UserError): As `__call__`.
        """
        handle = self.get_error_handler()
        for docs in util.minibatch(stream, size=batch_size):  # type: ignore[no-untyped-call]
            try:
                self.annotate(docs)
            except Exception as err:
                handle(self.name, self, docs, err)
            else:
                yield from docs

    def get_model(self) -> ModelT:
        """Get the trained model. This is a method, because spaCy probes every component for an attribute `model`.

        RETURNS (Any): The model; read from the artifact if that has not been needed so far.
        RAISES (UserError): There is none yet, or the artifact can't be read.
        """
        if self._model is None and self._artifact is not None:
            self._read(util.ensure_path(self._artifact))
        if self._model is None:
            raise UserError(self.untrained.format(name=self.name))
        return self._model

    @property
    def is_trained(self) -> bool:
        """Whether it has a model, or an artifact to read one from."""
        return self._model is not None or self._artifact is not None

    @property
    def labels(self) -> tuple[str, ...]:
        """What it can give to a token or a span; empty without a model.

        spaCy reads them while it loads a saved pipeline. The artifact may no longer exist then, which is no error here.
        """
        with suppress(UserError):
            return tuple(self._label_names(self.get_model()))
        return ()

    @property
    def label_data(self) -> list[str]:
        """The labels, as `spacy init labels` writes them."""
        return list(self.labels)

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Save the trained model to a directory, or that there is none yet.

        path (str or Path): The directory; it is made if it does not exist.
        exclude (Iterable): Names of parts to leave out ("model").
        """
        artifact = self._content()
        util.to_disk(path, {"model.npz": lambda file: write_artifact(file, artifact)}, exclude)

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Self:
        """Load what `to_disk` saved.

        RAISES (UserError): The file is missing or damaged.
        """
        util.from_disk(path, {"model.npz": self._restore}, exclude)
        return self

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """Serialize the trained model, or that there is none yet."""
        artifact = self._content()
        return util.to_bytes({_PART: lambda: artifact_to_bytes(artifact)}, exclude)

    def from_bytes(self, bytes_data: bytes, *, exclude: Iterable[str] = ()) -> Self:
        """Load what `to_bytes` gave.

        RAISES (UserError): They are something else (P007), or the artifact is damaged.
        """
        data = _artifact_in(bytes_data, self.name)
        if data is not None and _PART not in exclude:
            self._restore(data)
        return self

    def _content(self) -> Artifact:
        return self.to_artifact() if self.is_trained else UNTRAINED

    def _restore(self, source: ArtifactSource) -> None:
        if _is_untrained(source):
            self._model = None
        else:
            self._read(source)

    def _read(self, source: ArtifactSource) -> None:
        try:
            self._load(source)
        except UserError as err:
            raise UserError(self.unreadable.format(name=self.name, why=err)) from err

    def _keep(self, model: ModelT, strings: list[str]) -> None:
        """Use a model from now on.

        strings (list): What it writes, which a vocabulary must know.
        """
        self._model = model
        self._strings = strings
        self._interned = None
        self._intern(self.vocab)

    def _intern(self, vocab: Vocab) -> None:
        """Make sure that a vocabulary knows the strings that are written, for good.

        A memory zone may be open. At its end it forgets strings that are also words of its texts, so the strings must
        be added again after it.
        """
        if vocab is not self._interned:
            for string in self._strings:
                vocab.strings.add(string, allow_transient=False)  # type: ignore[call-arg]
            self._interned = None if vocab.in_memory_zone else vocab  # type: ignore[attr-defined]

    def _keeps_model(self, gone: Sequence[str | Path]) -> bool:
        """Whether a trained component keeps its model, because the files to train it again no longer exist."""
        if not gone or self._model is None:
            return False
        warnings.warn(Warnings.P101.format(name=self.name, path=gone[0]), stacklevel=3)
        return True


def check_setting(component: str, setting: str, value: Any, wanted: str, *, valid: bool) -> None:
    """Refuse a value that a component can't work with.

    component (str), setting (str), value (Any): The component, its setting, and the value given.
    wanted (str): What the setting must be.
    valid (bool): Whether the value is right.
    RAISES (UserError): It is not (P005).
    """
    if not valid:
        raise UserError(Errors.P005.format(name=component, setting=setting, value=shown(value), wanted=wanted))


def check_threshold(component: str, value: Any) -> float:
    """Read the setting `threshold` of a component.

    component (str), value (Any): See `check_setting`.
    RETURNS (float): The value.
    RAISES (UserError): It is not a number from 0 to 1 (P005).
    """
    is_number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    valid = is_number and bool(0 <= value <= 1)
    check_setting(component, "threshold", value, "a number from 0 to 1", valid=valid)
    return float(value)


def _artifact_in(message: bytes, name: str) -> bytes | None:
    """The artifact in what `to_bytes` of the component of that name gave; None if it was left out there.

    RAISES (UserError): The message is something else (P007).
    """
    try:
        found = srsly.msgpack_loads(message)
    except (ValueError, TypeError) as err:
        raise UserError(Errors.P007.format(name=name, why=str(err) or "not msgpack")) from err
    if not isinstance(found, dict) or not set(found) <= {_PART} or not isinstance(found.get(_PART, b""), bytes):
        raise UserError(Errors.P007.format(name=name, why="they hold something other than an artifact"))
    return found.get(_PART)


def _is_untrained(source: ArtifactSource) -> bool:
    """Whether a file or bytes are those of `UNTRAINED`: equal content has equal bytes."""
    wanted = artifact_to_bytes(UNTRAINED)
    if isinstance(source, Path):
        return source.is_file() and source.stat().st_size == len(wanted) and source.read_bytes() == wanted
    return source == wanted

"""Unlabelled text for `kpca_wsd`: raw text, and lexical samples whose senses do not count."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from spacy.language import Language
from spacy.training import Example

from ...corpora.corpus import Corpus
from ...corpora.locations import Location
from ...errors import Errors, UserError
from .corpus import SenseCorpus
from .registry import is_sense_corpus


@dataclass
class UnlabelledTexts:
    """Raw text, and lexical samples whose senses do not count: what `kpca_wsd` takes as `texts`.

    raw (Corpus): Raw text.
    samples (list): Lexical samples.
    """

    raw: Corpus
    samples: list[SenseCorpus] = field(default_factory=list)

    @classmethod
    def open(cls, paths: Sequence[Path]) -> "UnlabelledTexts":
        """Open texts: files that hold senses, a table of contexts too, are samples; all others are raw text.

        paths (Sequence): Files and folders.
        RETURNS (UnlabelledTexts): The texts.
        RAISES (UserError): A path is missing, or a suffix unknown.
        """
        samples = [path for path in paths if is_sense_corpus(path)]
        raw = Corpus([path for path in paths if path not in samples])
        _ = raw.files
        for path in samples:
            if not path.is_file():
                raise UserError(Errors.L010.format(path=path, why="no such file"))
        return cls(raw, [SenseCorpus([path]) for path in samples])

    @property
    def paths(self) -> list[Location]:
        """All files and folders."""
        return [*self.raw.paths, *(path for sample in self.samples for path in sample.paths)]

    def __call__(self, nlp: Language) -> Iterator[Example]:
        """Stream the texts as examples."""
        yield from self.raw(nlp)
        for sample in self.samples:
            yield from sample(nlp)

    def sentences(self, nlp: Language) -> Iterator[Sequence[str]]:
        """Stream the words of each sentence, or of each context of a sample."""
        yield from self.raw.sentences(nlp)
        for sample in self.samples:
            yield from sample.sentences(nlp)

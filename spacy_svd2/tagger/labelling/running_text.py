"""Sentences of running text with the probabilities of their tags: what the questions about tokens are chosen from."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.language import Language
from spacy.strings import get_string_id

from ...corpora.annotate import annotate
from ...corpora.corpus import Corpus
from ...corpora.files import Progress
from ...corpora.writers.conllu import SentenceIds
from ...corpora.writers.sentences import Sentence, WritingOptions, sentences_of
from ..component import SVD2Tagger

F32 = NDArray[np.float32]

MOST_SENTENCES = 20_000
"""Sentences that questions are chosen from at most, so that memory does not grow with the corpus."""
_SEED = 0


@dataclass(frozen=True)
class TaggedSentence:
    """A sentence of running text.

    id (str): Its id in CoNLL-U.
    sentence (Sentence): Its words.
    probabilities (NDArray): float32 (n_words, n_tags), by `SVD2Tagger.tag_probabilities`.
    """

    id: str
    sentence: Sentence
    probabilities: F32

    @property
    def words(self) -> list[str]:
        """The texts of the words."""
        return [word.text for word in self.sentence.words]


def tagged_sentences(
    nlp: Language, tagger: SVD2Tagger, corpus: Corpus, *, progress: Progress | None = None
) -> Iterator[TaggedSentence]:
    """Stream the sentences of a corpus, each text once.

    nlp (Language): The pipeline, which cuts the text into words and sentences.
    tagger (SVD2Tagger): Its tagger.
    corpus (Corpus): The texts.
    progress (Callable): See `Corpus.sentences`.
    RETURNS (Iterator[TaggedSentence]): The sentences.
    RAISES (UserError): A file can't be read, or the tags have no names (P012).
    """
    ids, seen = SentenceIds(), set[int]()
    for doc, source in annotate(nlp, corpus, progress=progress):
        probabilities = tagger.tag_probabilities([doc])
        words = probabilities[[token.i for token in doc if not token.is_space]]
        begin = 0
        for sentence in sentences_of(doc, source, WritingOptions()):
            end = begin + len(sentence.words)
            id, key = ids.next(sentence), get_string_id(sentence.text)
            if key not in seen:
                yield TaggedSentence(id, sentence, words[begin:end])
            seen.add(key)
            begin = end


def sample_sentences(sentences: Iterator[TaggedSentence], n: int = MOST_SENTENCES) -> list[TaggedSentence]:
    """Sample sentences evenly from a stream; the result is the same each time (Vitter 1985, algorithm R).

    sentences (Iterator): The stream.
    n (int): Sentences at most.
    RETURNS (list): The sample in the order of the stream.
    """
    generator = random.Random(_SEED)
    kept: list[tuple[int, TaggedSentence]] = []
    for number, sentence in enumerate(sentences):
        if number < n:
            kept.append((number, sentence))
        elif (at := generator.randrange(number + 1)) < n:
            kept[at] = (number, sentence)
    return [sentence for _, sentence in sorted(kept, key=lambda item: item[0])]

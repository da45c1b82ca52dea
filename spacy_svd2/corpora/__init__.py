"""Readers of corpora: plain text, CoNLL-U, word-per-line text, JSON lines and DocBin, each also gzipped."""

from .corpus import Corpus, make_corpus
from .sense_corpus import SenseCorpus, make_sense_corpus

__all__ = ["Corpus", "SenseCorpus", "make_corpus", "make_sense_corpus"]

"""Readers of corpora: plain text, CoNLL-U, word-per-line text, JSON lines and DocBin, each also gzipped."""

from .corpus import Corpus, make_corpus

__all__ = ["Corpus", "make_corpus"]

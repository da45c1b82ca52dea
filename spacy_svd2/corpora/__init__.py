"""Readers of text: plain text, CoNLL-U, word-per-line text, JSON lines and DocBin, each also gzipped."""

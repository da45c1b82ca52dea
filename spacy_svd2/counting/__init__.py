"""Counting corpora of any size: in pieces, by several processes or machines, resumable, with exact sums."""

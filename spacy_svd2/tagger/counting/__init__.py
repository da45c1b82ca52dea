"""Counting corpora of any size: in parts, by several processes or machines, resumable, with exact sums."""

PART_BYTES = 16 << 20
"""About three million words: seconds to minutes of work, and half a gigabyte of memory at the most."""

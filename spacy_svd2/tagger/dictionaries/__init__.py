"""Dictionaries as labels: entries of files that linguists have, and tags for their parts of speech."""

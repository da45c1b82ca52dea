"""The trained tagger and how it is stored."""

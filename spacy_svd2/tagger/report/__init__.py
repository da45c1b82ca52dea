"""The report page on a trained tagger."""

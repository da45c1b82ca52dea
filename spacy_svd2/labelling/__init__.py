"""From a trained tagger to labelled words: what to label, the files in between, and what was labelled."""

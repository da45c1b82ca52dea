"""From a trained tagger to labelled words: what to label, the files and the page, and what was labelled."""

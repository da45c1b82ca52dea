"""From labelled words to tags for running text."""

"""From raw text to labelled occurrences: the forms of a word, groups of its occurrences, and which ones to ask for."""

"""How good tags are: measures, the spaCy scorer, and comparisons."""

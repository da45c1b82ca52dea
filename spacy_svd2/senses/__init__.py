"""The disambiguator: word senses learned from labelled contexts, written to a `Doc` extension."""

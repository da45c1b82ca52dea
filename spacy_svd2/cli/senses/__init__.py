"""The commands of `python -m spacy kpca`."""

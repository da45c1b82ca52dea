"""The commands of `python -m spacy svd2`."""

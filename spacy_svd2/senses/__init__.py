"""What the commands of `python -m spacy kpca` do, as plain functions that return data."""

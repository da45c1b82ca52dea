"""`python -m spacy_svd2`, the same as `spacy-svd2`."""

from .cli.app import main

if __name__ == "__main__":
    main()

"""`python -m spacy_svd2`, the same as `spacy-svd2`."""

import signal


def main() -> None:
    """Run the command line, with the import of spaCy, which takes a second, ended by Ctrl-C without a traceback."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli.tagger.app import main

    signal.signal(signal.SIGINT, before)
    main()


if __name__ == "__main__":
    main()

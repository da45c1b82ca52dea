"""Part-of-speech tags and word senses for spaCy where no trained model exists."""

__version__ = "0.1.0"

"""What the form of a word says: its suffix, shape, characters and kind."""

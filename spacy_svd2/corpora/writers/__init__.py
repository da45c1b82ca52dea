"""Tagged text as files: one module for each format, and one registry that the command and its help are made from."""

"""One module per corpus format, and the registry that lists them."""

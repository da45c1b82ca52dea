"""How good senses are: the scorer and the evaluation of a pipeline."""

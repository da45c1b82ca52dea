"""Public data sets: from the archive or folder they come in to one corpus file that the readers take.

One module for each data set. `python -m scripts.datasets` runs them, as project.yml and benchmarks/project.yml do.
"""

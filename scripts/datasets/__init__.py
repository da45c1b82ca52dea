"""Public data sets: from the archive or folder they come in to one corpus file that the readers take.

One module a data set; `python -m scripts.datasets` runs them, and the project file `project.yml` uses that.
"""

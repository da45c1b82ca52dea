"""Run a module of this repository from a project's folder: `python from_root.py scripts.datasets ...`.

`spacy project run` runs every command in the folder of its project.yml, where `python -m` finds neither `scripts` nor
`benchmarks`. Paths among the arguments stay relative to the project's folder.
"""

import runpy
import sys
from pathlib import Path


def main() -> None:
    """Run the module that the first argument names, with the other arguments."""
    # in place of this folder, whose modules might hide others of the same name
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()

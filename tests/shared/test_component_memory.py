"""A million documents without a token, through both components."""

import sys
from pathlib import Path

import pytest
import spacy
from spacy.tokens import Doc

DATA = Path(__file__).parent.parent / "data"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="peaks are measured otherwise elsewhere")
def test_memory_is_flat() -> None:
    import resource

    nlp = spacy.blank("en")
    pipes = [
        nlp.add_pipe(name, config={"artifact": str(DATA / f"{name}_0.1.0.npz")}) for name in ("svd2_tagger", "kpca_wsd")
    ]

    def run(number: int) -> int:
        docs = (Doc(nlp.vocab) for _ in range(number))
        return sum(len(doc) == 0 for doc in pipes[1].pipe(pipes[0].pipe(docs)))

    run(20_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert run(1_000_000) == 1_000_000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000  # KiB

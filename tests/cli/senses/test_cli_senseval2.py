"""Golden figures on Senseval-2 English: trained by the command, scored by the command and by spaCy."""

import json
from pathlib import Path

import pytest
import spacy
from cli_helpers import Run

from spacy_svd2.senses.corpora.corpus import make_sense_corpus

pytestmark = pytest.mark.corpora


@pytest.fixture(scope="module")
def folder(corpora: Path) -> Path:
    return corpora / "wsd/senseval2-english"


@pytest.fixture(scope="module")
def pipeline(folder: Path, kpca: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("senseval2") / "pipeline"
    result = kpca("train", folder / "train.xml.gz", out, "--key", folder / "train.key", "--lang", "en")
    assert result.exit_code == 0, result.output
    return out


def test_evaluate(folder: Path, pipeline: Path, kpca: Run) -> None:
    test = [pipeline, folder / "test.xml.gz", "--key", folder / "test.key", "--json"]
    fine = json.loads(kpca("evaluate", *test).stdout)
    assert (fine["n_instances"], len(fine["per_word"]), fine["coverage"]) == (4328, 73, 1.0)
    assert fine["accuracy"] >= 0.69
    assert fine["mfs_accuracy"] == pytest.approx(0.483, abs=0.002)
    coarse = json.loads(kpca("evaluate", *test, "--sensemap", folder / "sensemap").stdout)
    assert coarse["accuracy"] > fine["accuracy"] + 0.04


@pytest.mark.filterwarnings("ignore:.C151")
def test_spacy_evaluates_targets_that_are_found_and_targets_that_are_given(folder: Path, pipeline: Path) -> None:
    nlp = spacy.load(pipeline)
    test = make_sense_corpus(str(folder / "test.xml.gz"), key=str(folder / "test.key"))
    scores = nlp.evaluate(list(test(nlp)))
    assert (test.placement.total, test.placement.lost) == (4328, 0)
    assert scores["wsd_acc"] >= 0.685
    assert scores["wsd_coverage"] >= 0.995
    assert scores["wsd_mfs_acc"] == pytest.approx(0.483, abs=0.002)
    assert len(scores["wsd_per_word"]) == 73
    test.targets_key = nlp.get_pipe("kpca_wsd").targets_key = "given"  # type: ignore[attr-defined]
    scores = nlp.evaluate(list(test(nlp)))
    assert scores["wsd_coverage"] == 1.0
    assert scores["wsd_acc"] >= 0.69

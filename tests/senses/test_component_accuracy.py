"""Golden figures of the component on Senseval-2 English, from the distributed files to spaCy's scores."""

from pathlib import Path

import pytest
import spacy

from spacy_svd2.senses.corpora.corpus import SenseCorpus, make_sense_corpus

pytestmark = pytest.mark.corpora


def reader(corpora: Path, part: str) -> SenseCorpus:
    folder = corpora / "wsd/senseval2-english"
    return make_sense_corpus(str(folder / f"{part}.xml.gz"), key=str(folder / f"{part}.key"))


@pytest.mark.filterwarnings("ignore:.C151")
def test_senseval2(corpora):
    nlp = spacy.blank("en")
    wsd = nlp.add_pipe("kpca_wsd")
    wsd.initialize(list, nlp=nlp, corpus=reader(corpora, "train"))
    test = reader(corpora, "test")
    scores = nlp.evaluate(list(test(nlp)))
    assert (test.placement.total, test.placement.lost) == (4328, 0)
    assert scores["wsd_acc"] >= 0.685
    assert scores["wsd_coverage"] >= 0.995
    assert scores["wsd_mfs_acc"] == pytest.approx(0.483, abs=0.002)
    assert len(scores["wsd_per_word"]) == 73
    test.targets_key = wsd.targets_key = "given"
    scores = nlp.evaluate(list(test(nlp)))
    assert scores["wsd_coverage"] == 1.0
    assert scores["wsd_acc"] >= 0.69

import pickle
from pathlib import Path

import spacy

from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.corpora.splits.tokenizer import learn_splits
from spacy_svd2.tagger.counting.settings import CountSettings


def test_workers_cut_words_as_the_pipeline_does(tmp_path: Path) -> None:
    """As plain data, settings go to any worker; what they say of themselves tells learned answers apart."""
    path = tmp_path / "text.txt"
    path.write_text("il-belt ta' Malta\n", "utf8")
    nlp = spacy.blank("xx")
    plain = CountSettings.of(nlp, Corpus([path]), attr="LOWER", boundaries="ignore")
    learn_splits(nlp, {"il-ktieb": ("il-", "ktieb"), "ta'": ("ta'",)})
    learned = CountSettings.of(nlp, Corpus([path]), attr="LOWER", boundaries="ignore")
    worker = pickle.loads(pickle.dumps(learned)).make_nlp()
    assert list(Corpus([path]).sentences(worker)) == [["il-", "belt", "ta'", "Malta"]]
    assert "splits" not in plain.about()
    assert learned.about()["splits"]
    assert learned.about()["tokenizer"] != plain.about()["tokenizer"]

from pathlib import Path

import numpy as np
import pytest
import spacy
from cli_helpers import Run, contents, flat
from spacy.tokens import Doc, DocBin

LABELS = ("the\tDET", "cat\tNOUN", "dog\tNOUN", "sleeps\tVERB", "barks\tVERB", "now\tADV")


@pytest.fixture(scope="module")
def named(trained: Path, run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("silver")
    (folder / "words.tsv").write_text("\n".join(["word\ttag", *LABELS, ""]))
    result = run("name", trained, folder / "words.tsv", "-o", folder / "named")
    assert result.exit_code == 0, result.output
    return folder / "named"


def docs_of(path: Path) -> list[Doc]:
    return list(DocBin().from_disk(path).get_docs(spacy.blank("xx").vocab))


def test_only_sure_tags_are_written(named: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    nlp = spacy.load(named, config={"components.svd2_tagger.prob_attr": "silver_test_prob"})
    texts = [line.split() for line in (tiny / "corpus.txt").read_text("utf8").splitlines()[:100]]
    probabilities = [token._.silver_test_prob for words in texts for token in nlp(Doc(nlp.vocab, words=words))]
    least = float(np.quantile(probabilities, 0.4, method="closest_observation"))
    out = tmp_path / "silver.spacy"
    result = run("silver", named, tiny / "gold.tsv", "-o", out, "--min-prob", least, "--limit", 100)
    assert result.exit_code == 0, result.output
    docs = docs_of(out)
    assert sum(map(len, docs)) == 400
    left_out = 0
    for doc in docs:
        tagged = nlp(Doc(nlp.vocab, words=[token.text for token in doc]))
        wanted = [token.tag_ if token._.silver_test_prob >= least else "" for token in tagged]
        assert [token.tag_ for token in doc] == wanted
        left_out += wanted.count("")
    assert left_out > 0
    assert f"{1 - left_out / 400:.1%} of 400 tokens have a tag" in flat(result.stdout)


def test_every_tenth_document_is_for_development(named: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    out, dev = tmp_path / "silver.spacy", tmp_path / "dev.spacy"
    given = ("silver", named, tiny / "corpus.txt", "--tokenized", "-p", "0", "-o", out, "--dev", dev)
    assert run(*given).exit_code == 0
    assert (len(docs_of(out)), len(docs_of(dev))) == (270, 30)
    assert all(token.tag_ for doc in docs_of(dev) for token in doc)
    first = contents(tmp_path)
    assert run(*given, "--force").exit_code == 0
    assert contents(tmp_path) == first


def test_errors(trained: Path, named: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "silver.spacy"
    assert "L017" in run("silver", trained, tiny / "corpus.txt", "-o", out).stderr
    assert "L018" in run("silver", named, tiny / "corpus.txt", "-o", out, "-p", "1").stderr
    assert run("silver", named, tiny / "corpus.txt", "-o", tmp_path / "silver.txt").exit_code == 2
    assert "C001" in run("silver", named, tiny / "none.txt", "-o", out).stderr
    assert list(tmp_path.iterdir()) == []

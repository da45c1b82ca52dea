import json
from dataclasses import replace
from pathlib import Path

import pytest
import spacy
from cli_helpers import PARTS, SMALL, Run, flat


def test_nearest_words_are_of_the_same_class(trained: Path, run: Run) -> None:
    answer = json.loads(run("neighbours", trained, "cat", "-n", "4", "--json").stdout)
    assert answer["word"] == "cat"
    assert {item["word"] for item in answer["neighbours"]} == set(PARTS["NOUN"]) - {"cat"}
    similarity = [item["similarity"] for item in answer["neighbours"]]
    assert similarity == sorted(similarity, reverse=True)
    assert all(0.8 < value <= 1 for value in similarity)
    assert all(set(item) == {"word", "similarity", "count", "tag"} for item in answer["neighbours"])


def test_word_is_looked_up_as_the_tagger_does(trained: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    assert run("neighbours", trained, "CAT").stdout == run("neighbours", trained, "cat").stdout
    run("train", tiny / "corpus.txt", tmp_path / "orth", *SMALL, "--attr", "ORTH")
    assert run("neighbours", tmp_path / "orth", "CAT").exit_code == 1


def test_table(trained: Path, run: Run) -> None:
    lines = run("neighbours", trained, "cat", "-n", "3").stdout.splitlines()
    assert lines[0].split() == ["Word", "Similarity", "Count", "Cluster"]
    assert len(lines) == 5


def test_unknown_word_gets_the_closest_spellings(trained: Path, run: Run) -> None:
    result = run("neighbours", trained, "hors")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Closest spellings: horse" in flat(result.stderr)
    assert "No spelling comes close" in flat(run("neighbours", trained, "qqq").stderr)


def test_rare_word_is_said_to_be_rare(tiny: Path, run: Run, tmp_path: Path) -> None:
    text = (tiny / "corpus.txt").read_text() + "the unicorn sleeps now\n"
    (tmp_path / "c.txt").write_text(text)
    run("train", tmp_path / "c.txt", tmp_path / "out", *SMALL)
    result = run("neighbours", tmp_path / "out", "unicorn")
    assert result.exit_code == 1
    assert "occurs 1 time(s)" in flat(result.stderr)
    words = [
        item["word"]
        for item in json.loads(run("neighbours", tmp_path / "out", "cat", "--json", "-n", "99").stdout)["neighbours"]
    ]
    assert "unicorn" not in words
    assert len(words) == 14


def test_artifact_without_descriptors_loads_and_says_so(trained: Path, run: Run, tmp_path: Path) -> None:
    nlp = spacy.load(trained)
    tagger = nlp.get_pipe("svd2_tagger")
    tagger.set_model(replace(tagger.get_model(), descriptors=None))  # type: ignore[attr-defined]
    nlp.to_disk(tmp_path / "old")
    assert [token.tag_ for token in spacy.load(tmp_path / "old")("the cat")]
    result = run("neighbours", tmp_path / "old", "cat")
    assert result.exit_code == 1
    assert "L008" in result.stderr


def test_descriptors_that_do_not_fit_are_refused(trained: Path) -> None:
    from spacy_svd2.errors import UserError
    from spacy_svd2.shared.artifacts import artifact_to_bytes
    from spacy_svd2.tagger.model.storage import model_from_artifact, model_to_artifact

    artifact = model_to_artifact(spacy.load(trained).get_pipe("svd2_tagger").get_model())  # type: ignore[attr-defined]
    artifact.arrays["descriptors"] = artifact.arrays["descriptors"][:, 1:]
    with pytest.raises(UserError, match="descriptors"):
        model_from_artifact(artifact_to_bytes(artifact))

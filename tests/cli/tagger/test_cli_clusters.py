import json
from pathlib import Path

import pytest
import spacy
from cli_helpers import PARTS, Run, flat

from spacy_svd2.cli.common.pipelines import load_pipeline


def test_words_by_frequency_with_the_prototype_first(trained: Path, run: Run) -> None:
    clusters = json.loads(run("clusters", trained, "--json").stdout)
    assert [cluster["name"] for cluster in clusters] == ["C0", "C1", "C2", "C3"]
    assert {frozenset(word for word, _ in cluster["words"]) for cluster in clusters} == set(
        map(frozenset, PARTS.values())
    )
    for cluster in clusters:
        counts = [count for _, count in cluster["words"]]
        assert counts == sorted(counts, reverse=True)
        assert cluster["prototype"] == cluster["words"][0][0]
        assert (cluster["n_tokens"], cluster["token_share"]) == (300, 0.25)
        assert cluster["type_share"] == pytest.approx(cluster["n_types"] / 15)


def test_table(trained: Path, run: Run) -> None:
    clusters = json.loads(run("clusters", trained, "-n", "2", "--json").stdout)
    lines = run("clusters", trained, "-n", "2").stdout.splitlines()
    assert lines[0].split() == ["Cluster", "Tokens", "Types", "Words", "by", "frequency"]
    first = [line.split() for line in lines[2:]]
    assert [row[0] for row in first] == ["C0", "C1", "C2", "C3"]
    assert [row[3:] for row in first] == [[word for word, _ in cluster["words"]] for cluster in clusters]
    assert all(len(row) == 5 for row in first)


def test_component_is_asked_for_where_there_are_several(trained: Path, run: Run, tmp_path: Path) -> None:
    nlp = spacy.load(trained)
    nlp.add_pipe("svd2_tagger", name="other", source=None)
    nlp.get_pipe("other").set_model(nlp.get_pipe("svd2_tagger").get_model())  # type: ignore[attr-defined]
    nlp.add_pipe("sentencizer")
    nlp.to_disk(tmp_path / "two")
    result = run("clusters", tmp_path / "two")
    assert result.exit_code == 1
    assert "svd2_tagger, other" in flat(result.stderr)
    assert run("clusters", tmp_path / "two", "--component", "other").exit_code == 0
    assert "L002" in run("clusters", tmp_path / "two", "--component", "sentencizer").stderr
    assert "L004" in run("clusters", tmp_path / "two", "--component", "nothing").stderr


def test_pipeline_without_tagger(run: Run, tmp_path: Path) -> None:
    spacy.blank("xx").to_disk(tmp_path / "p")
    result = run("clusters", tmp_path / "p")
    assert result.exit_code == 1
    assert "has no svd2_tagger" in flat(result.stderr)


def test_load_pipeline_takes_a_path_as_text(trained: Path) -> None:
    assert load_pipeline(str(trained)).pipe_names == ["svd2_tagger"]

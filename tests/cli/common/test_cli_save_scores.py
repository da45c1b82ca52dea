"""`evaluate --save`: the scores go into the pipeline's meta.json, and nothing else changes."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import spacy
from cli_helpers import Run, contents, flat
from spacy.cli.info import info
from spacy.cli.package import package

from spacy_svd2.cli.common.performance import PipelineScores, forget_scores
from spacy_svd2.errors import UserError
from spacy_svd2.tagger.evaluation.trust import EXPECTED_KEYS


@pytest.fixture
def tagger(trained: Path, tmp_path: Path) -> Path:
    """A copy of a trained pipeline."""
    return Path(shutil.copytree(trained, tmp_path / "my_tagger"))


@pytest.fixture
def disambiguator(senses: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(senses, tmp_path / "my_senses"))


def meta(pipeline: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((pipeline / "meta.json").read_text("utf8"))
    return found


def test_scores_of_tags_are_saved_and_nothing_else_changes(tagger: Path, tiny: Path, run: Run) -> None:
    before, was = contents(tagger), meta(tagger)
    result = run("evaluate", tagger, tiny / "gold.tsv", "--save", "--json")
    assert result.exit_code == 0, result.output
    assert "Saved the scores in" in flat(result.stderr)
    gold = {"tags": {"files": ["gold.tsv"], "n_tokens": 1200}}
    assert meta(tagger) == {**was, "performance": {**json.loads(result.stdout), "gold": gold}}
    assert {**contents(tagger), "meta.json": b""} == {**before, "meta.json": b""}


def test_spacy_shows_the_scores_and_the_label_scheme(tagger: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    run("evaluate", tagger, tiny / "gold.tsv", "--save")
    nlp = spacy.load(tagger)
    assert nlp.meta["performance"]["n_tokens"] == 1200
    assert nlp.meta["labels"]["svd2_tagger"] == ["C0", "C1", "C2", "C3"]
    nlp.to_disk(tmp_path / "copy")
    assert meta(tmp_path / "copy")["performance"] == meta(tagger)["performance"]


def test_packages_keep_the_scores_and_info_reads_the_pipeline(
    tagger: Path, tiny: Path, run: Run, tmp_path: Path
) -> None:
    run("evaluate", tagger, tiny / "gold.tsv", "--save")
    wanted = meta(tagger)["performance"]
    (tmp_path / "packages").mkdir()
    package(tagger, tmp_path / "packages", name="my_tagger", version="1.0.0", create_sdist=False)
    root = tmp_path / "packages" / "xx_my_tagger-1.0.0"
    assert meta(root)["performance"] == wanted
    assert meta(root / "xx_my_tagger" / "xx_my_tagger-1.0.0")["performance"] == wanted
    assert info(str(tagger), silent=True)["labels"]
    assert meta(tagger)["performance"] == wanted


def test_scores_of_senses_are_saved(disambiguator: Path, samples: Path, kpca: Run) -> None:
    result = kpca("evaluate", disambiguator, samples / "test.tsv", "--save", "--json")
    found = spacy.load(disambiguator).meta["performance"]
    gold = {"senses": {"files": ["test.tsv"], "n_instances": found["n_instances"]}}
    assert found == {**json.loads(result.stdout), "gold": gold}


def test_a_second_evaluation_replaces_the_first_and_leaves_other_scores(tagger: Path, tiny: Path, run: Run) -> None:
    data = meta(tagger)
    data["performance"] = {"ents_f": 0.5, "svd2_vi": 9.0, "pos_acc": 0.1, "gold": {"senses": {"files": ["s"]}}}
    (tagger / "meta.json").write_text(json.dumps(data), "utf8")
    run("evaluate", tagger, tiny / "gold.tsv", "--save")
    run("evaluate", tagger, tiny / "gold.conllu", "--gold-column", "xpos", "--limit", "10", "--save")
    found = meta(tagger)["performance"]
    assert found["ents_f"] == 0.5
    assert not {"svd2_vi", "pos_acc"} & found.keys()
    tags = {"files": ["gold.conllu"], "n_tokens": 40, "column": "xpos", "limit": 10}
    assert found["gold"] == {"senses": {"files": ["s"]}, "tags": tags}


def test_scores_are_the_same_bytes_each_time(tagger: Path, tiny: Path, run: Run) -> None:
    written = []
    for _ in range(2):
        run("evaluate", tagger, tiny / "gold.tsv", "--save")
        written.append((tagger / "meta.json").read_bytes())
    assert written[0] == written[1]


def test_without_the_option_nothing_is_saved(tagger: Path, tiny: Path, run: Run) -> None:
    before = contents(tagger)
    assert run("evaluate", tagger, tiny / "gold.tsv").exit_code == 0
    assert contents(tagger) == before


def test_new_names_of_tags_do_not_keep_old_scores(tagger: Path, tiny: Path, run: Run, tmp_path: Path) -> None:
    run("evaluate", tagger, tiny / "gold.tsv", "--save")
    (tmp_path / "words.tsv").write_text("word\ttag\nthe\tDET\ncat\tNOUN\nsleeps\tVERB\nnow\tADV\n", "utf8")
    result = run("name", tagger, tmp_path / "words.tsv", "-o", tmp_path / "named")
    assert result.exit_code == 0, result.output
    kept = meta(tmp_path / "named")["performance"]
    assert [*kept] == [*EXPECTED_KEYS]  # nothing but the estimate for the new tags
    assert 0 <= kept[EXPECTED_KEYS[1]] <= kept[EXPECTED_KEYS[0]] <= kept[EXPECTED_KEYS[2]] <= 1


def test_a_package_is_left_as_it_is(
    tagger: Path, tiny: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    tagger.rename("spacy")  # an installed package has this name, and spaCy loads that first
    before = contents(Path("spacy"))
    for name in ("spacy", "no_such_package", tiny):
        result = run("evaluate", name, tiny / "gold.tsv", "--save")
        assert result.exit_code == 1
        assert "[L040]" in result.stderr
        assert "evaluate the folder that it was made from" in flat(result.stderr)
    assert contents(Path("spacy")) == before


@pytest.mark.parametrize("name", ["svd2_tagger/model.npz", "config.cfg", "meta.json"])
def test_a_pipeline_that_has_changed_gets_no_scores(tagger: Path, name: str) -> None:
    opened = PipelineScores.open(str(tagger))
    content = (tagger / name).read_bytes()
    (tagger / name).unlink()
    (tagger / name).write_bytes(content + b" ")
    with pytest.raises(UserError, match=r"L041.*my_tagger.*Evaluate it again"):
        opened.save({"n_tokens": 1}, task="tags", gold=[], known=[])
    assert "performance" not in meta(tagger)


def test_what_else_lies_in_the_folder_may_change(tagger: Path) -> None:
    opened = PipelineScores.open(str(tagger))
    (tagger / "scores.json").write_text("{}", "utf8")
    opened.save({"n_tokens": 1}, task="tags", gold=[Path("a/b.tsv")], known=[])
    assert meta(tagger)["performance"]["gold"] == {"tags": {"files": ["b.tsv"]}}


@pytest.mark.parametrize("content", ["{", "[]", "\x00"])
def test_damaged_meta_data(tagger: Path, tiny: Path, run: Run, content: str) -> None:
    (tagger / "meta.json").write_text(content, "utf8")
    result = run("evaluate", tagger, tiny / "gold.tsv", "--save")
    assert (result.exit_code, "[L001]" in result.stderr) == (1, True)


def test_forgetting_leaves_what_others_measured() -> None:
    data: dict[str, Any] = {"performance": {"tag_acc": 0.5, "ents_f": 0.1, "gold": {"tags": {}}}}
    forget_scores(data, task="tags", known=["tag_acc"])
    assert data == {"performance": {"ents_f": 0.1}}
    for odd in ({"performance": [1]}, {}):
        forget_scores(odd, task="tags", known=["tag_acc"])
        assert odd == {}

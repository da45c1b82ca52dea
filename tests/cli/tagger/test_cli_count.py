import json
from pathlib import Path

import pytest
import spacy
from cli_helpers import SMALL, Run, flat

from spacy_svd2.tagger.counting.folder import read_counts


@pytest.fixture(scope="module")
def counts(run: Run, tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("counted") / "counts"
    result = run("count", tiny / "corpus.txt", "-o", out, "--tokenized")
    assert result.exit_code == 0, result.output
    return out


def model(path: Path) -> bytes:
    return (path / "svd2_tagger" / "model.npz").read_bytes()


def test_training_on_counts_gives_the_same_model(run: Run, trained: Path, counts: Path, tmp_path: Path) -> None:
    result = run("train", "--counts", counts, tmp_path / "out", *SMALL)
    assert result.exit_code == 0, result.output
    assert model(tmp_path / "out") == model(trained)


def test_training_with_two_processes_gives_the_same_model(run: Run, tiny: Path, trained: Path, tmp_path: Path) -> None:
    result = run("train", tiny / "corpus.txt", tmp_path / "out", "--tokenized", "--n-process", "2", *SMALL)
    assert result.exit_code == 0, result.output
    assert model(tmp_path / "out") == model(trained)


@pytest.mark.parametrize("n_process", ["1", "2"])
def test_training_tells_its_progress_as_json(
    run: Run, tiny: Path, trained: Path, tmp_path: Path, n_process: str
) -> None:
    options = ["--tokenized", "--json-log", "--n-process", n_process]
    result = run("train", tiny / "corpus.txt", tmp_path / "out", *options, *SMALL)
    last = json.loads([line for line in result.stderr.splitlines() if line.startswith("{")][-1])
    assert last["bytes_read"] == last["bytes_total"] == (tiny / "corpus.txt").stat().st_size
    assert (last["parts"], last["parts_total"], last["words"]) == (1, 1, 1200)
    assert model(tmp_path / "out") == model(trained)


def test_training_with_dask_gives_the_same_model(run: Run, tiny: Path, trained: Path, tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs dask[distributed]: pip install 'spacy-svd2[dask]'")
    options = ["--tokenized", "--engine", "dask", "--n-process", "2", "--json-log"]
    result = run("train", tiny / "corpus.txt", tmp_path / "out", *options, *SMALL)
    assert result.exit_code == 0, result.output
    assert model(tmp_path / "out") == model(trained)
    last = json.loads([line for line in result.stderr.splitlines() if line.startswith("{")][-1])
    assert last["bytes_read"] == last["bytes_total"] == (tiny / "corpus.txt").stat().st_size
    assert last["words"] > 0
    assert last["words_per_second"] > 0
    assert last["memory"] > 1e6
    assert last["seconds_left"] == 0


def test_a_config_trains_on_counts(counts: Path, trained: Path, tmp_path: Path) -> None:
    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger")
    settings = spacy.load(trained).config["initialize"]["components"]["svd2_tagger"]["settings"]
    nlp.config["initialize"]["components"]["svd2_tagger"] = {"counts": str(counts), "settings": settings}
    nlp.initialize()
    nlp.to_disk(tmp_path / "out")
    assert model(tmp_path / "out") == model(trained)


def test_the_options_of_the_counts_are_those_of_the_training(run: Run, tiny: Path, tmp_path: Path) -> None:
    count = ["--attr", "ORTH", "--boundaries", "stop", "--lang", "en"]
    assert run("count", tiny / "corpus.txt", "-o", tmp_path / "c", *count).exit_code == 0
    result = run("train", "--counts", tmp_path / "c", tmp_path / "out", *SMALL, "--json")
    assert result.exit_code == 0, result.output
    settings = json.loads(result.stdout)["settings"]
    assert (settings["attr"], settings["boundaries"]) == ("ORTH", "stop")
    assert spacy.load(tmp_path / "out").lang == "en"


@pytest.mark.parametrize("option", [["--attr", "ORTH"], ["--lang", "en"], ["-s", "boundaries=stop"]])
def test_options_that_contradict_the_counts(run: Run, counts: Path, tmp_path: Path, option: list[str]) -> None:
    result = run("train", "--counts", counts, tmp_path / "out", *SMALL, *option)
    assert result.exit_code == 1
    assert "[N007]" in result.output
    assert not (tmp_path / "out").exists()


def test_a_corpus_or_counts_but_not_both(run: Run, tiny: Path, counts: Path, tmp_path: Path) -> None:
    result = run("train", "--counts", counts, tiny / "corpus.txt", tmp_path / "out")
    assert result.exit_code == 2
    assert "either CORPUS... or --counts, not both" in flat(result.output)


def test_a_path_too_few(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("train", "corpus.txt")
    assert result.exit_code == 2
    assert "CORPUS or OUT is missing" in flat(result.output)
    assert "names the JSON summary" not in flat(result.output)
    result = run("train", "corpus.txt", "-o", "my_out")
    assert "-o 'my_out' names the JSON summary; OUT is an argument" in flat(result.output)
    assert "there is only 'corpus.txt'" in flat(result.output)


def test_max_types(run: Run, counts: Path, tmp_path: Path) -> None:
    result = run("train", "--counts", counts, tmp_path / "out", *SMALL, "--max-types", "9", "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["corpus"]["n_types"] == 9
    result = run("merge", counts, "-o", tmp_path / "small", "--max-types", "9")
    assert "tokens dropped" in result.output
    assert read_counts(tmp_path / "small")[0].n_types == 9


def test_merge_adds_up(run: Run, counts: Path, tmp_path: Path) -> None:
    result = run("merge", counts, counts, "-o", tmp_path / "twice")
    assert result.exit_code == 0, result.output
    once, twice = read_counts(counts)[0], read_counts(tmp_path / "twice")[0]
    assert (twice.counts == 2 * once.counts).all()
    assert twice.bigrams.sum() == twice.n_tokens - 1


def test_progress_as_json_and_silence_without_it(run: Run, tiny: Path, tmp_path: Path) -> None:
    result = run("count", tiny / "corpus.txt", "-o", tmp_path / "a")
    assert result.stderr == ""
    result = run("count", tiny / "corpus.txt", "-o", tmp_path / "b", "--json-log")
    last = json.loads(result.stderr.splitlines()[-1])
    size = (tiny / "corpus.txt").stat().st_size
    assert (last["event"], last["bytes_read"], last["bytes_total"]) == ("count", size, size)
    assert (last["words"], last["parts"], last["seconds_left"]) == (1200, 1, 0.0)


def test_an_unknown_language(run: Run, tiny: Path, tmp_path: Path) -> None:
    result = run("count", tiny / "corpus.txt", "-o", tmp_path / "a", "--lang", "nope")
    assert result.exit_code == 1
    assert "[L012]" in result.output


def test_merging_onto_counts_says_what_is_there(run: Run, counts: Path, tiny: Path, tmp_path: Path) -> None:
    assert run("count", tiny / "gold.conllu", "-o", tmp_path / "other").exit_code == 0
    result = run("merge", counts, "-o", tmp_path / "other")
    assert result.exit_code == 1
    assert "N004" in result.stderr


def test_a_finished_count_says_that_nothing_was_left(run: Run, tiny: Path, tmp_path: Path) -> None:
    command = ["count", tiny / "corpus.txt", "-o", tmp_path / "counts", "--tokenized"]
    assert "Counted 1 part to" in flat(run(*command).output)
    assert "Nothing left to count" in flat(run(*command).output)
    assert "Counted 1 part to" in flat(run(*command, "--force").output)

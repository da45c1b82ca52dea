import json
from pathlib import Path
from typing import get_args

import pytest
import spacy
from cli_helpers import PARTS, SMALL, Run, contents, flat
from spacy.util import load_config

from spacy_svd2.cli.tagger import train
from spacy_svd2.corpora.formats.registry import format_names
from spacy_svd2.errors import UserError
from spacy_svd2.tagger import settings as svd2_settings
from spacy_svd2.tagger.settings import RECIPES, Settings

CONFIGS = Path(__file__).parents[3] / "configs"


def test_pipeline_tags_text(trained: Path) -> None:
    nlp = spacy.load(trained)
    tags = [token.tag_ for token in nlp("the cat sleeps now")]
    assert len(set(tags)) == 4
    assert [token.tag_ for token in nlp("a bird sings here")] == tags


def test_saved_pipeline_records_settings_and_no_path(tiny: Path, trained: Path) -> None:
    config = load_config(trained / "config.cfg")
    block = config["initialize"]["components"]["svd2_tagger"]
    assert list(block) == ["settings"]
    expected = Settings.from_dict(
        {**RECIPES["default"].to_dict(), "n_tags": 4, "min_count": 1, "w1": 8, "r1": 3, "k1": 6, "r2": 3}
    )
    assert block["settings"] == expected.to_dict()
    assert str(tiny) not in (trained / "config.cfg").read_text()


def test_saved_pipeline_can_be_initialized_again_and_keeps_its_model(trained: Path) -> None:
    nlp = spacy.load(trained)
    before = nlp.get_pipe("svd2_tagger").to_bytes()
    nlp.initialize()
    assert nlp.get_pipe("svd2_tagger").to_bytes() == before


def test_saved_vocabulary_holds_no_word_of_the_corpus(trained: Path) -> None:
    strings = set(json.loads((trained / "vocab" / "strings.json").read_text()))
    assert not strings & {word for words in PARTS.values() for word in words if len(word) > 1}


def test_training_twice_gives_the_same_bytes(tiny: Path, run: Run, tmp_path: Path) -> None:
    for name in ("first", "second"):
        assert run("train", tiny / "corpus.txt", tmp_path / name, *SMALL).exit_code == 0
    assert contents(tmp_path / "first") == contents(tmp_path / "second")


def test_summary_for_people(tiny: Path, run: Run, tmp_path: Path) -> None:
    result = run("train", tiny / "corpus.txt", tmp_path / "out", *SMALL)
    assert result.exit_code == 0
    text = flat(result.stdout)
    stages = ["read and count", "descriptors, pass 1", "refinement", "save"]
    corpus = ["sentences 300", "tokens 1,200", "types 15", "hapaxes 0"]
    for part in [*corpus, *stages, "Peak memory", "C0 25.0%", f"Saved the pipeline to {tmp_path}"]:
        assert part in text
    assert "\x1b" not in result.output


def test_summary_for_programs(tiny: Path, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "summary.json"
    result = run("train", tiny / "corpus.txt", tmp_path / "out", *SMALL, "--json", "--output-json", path)
    report = json.loads(result.stdout)
    assert report == json.loads(path.read_text())
    assert set(report) == {"corpus", "settings", "stages", "peak_memory", "clusters"}
    assert report["corpus"] == {"n_sentences": 300, "n_tokens": 1200, "n_types": 15, "n_hapaxes": 0}
    assert [stage["name"] for stage in report["stages"]][:2] == ["set up", "read and count"]
    assert report["stages"][-1]["name"] == "save"
    assert all(set(stage) == {"name", "seconds", "cpu_seconds"} for stage in report["stages"])
    assert len(report["clusters"]) == 4
    assert sum(cluster["n_tokens"] for cluster in report["clusters"]) == 1200
    assert 10e6 < report["peak_memory"] < 10e9


@pytest.mark.parametrize("recipe", RECIPES)
def test_recipes_are_the_configs(recipe: str) -> None:
    name = {"default": "svd2.cfg", "paper": "svd2_paper.cfg"}[recipe]
    settings = load_config(CONFIGS / name)["initialize"]["components"]["svd2_tagger"]["settings"]
    assert Settings.from_dict(settings) == RECIPES[recipe]


def test_config_gives_what_the_options_leave_open(tiny: Path, run: Run, tmp_path: Path) -> None:
    config = tmp_path / "my.cfg"
    config.write_text(
        """
[paths]
raw = null
[nlp]
lang = "tr"
pipeline = ["clusters", "attribute_ruler"]
[components]
[components.clusters]
factory = "svd2_tagger"
artifact = "gone.npz"
[components.attribute_ruler]
factory = "attribute_ruler"
[initialize]
[initialize.components]
[initialize.components.clusters]
[initialize.components.clusters.corpus]
@readers = "spacy_svd2.Corpus.v1"
path = ${paths.raw}
limit = 200
[initialize.components.clusters.settings]
n_tags = 3
w1 = 8
r1 = 3
n_passes = 1
[initialize.components.attribute_ruler]
patterns = [{"patterns": [[{"TAG": "C0"}]], "attrs": {"POS": "X"}}]
"""
    )
    result = run("train", tiny / "corpus.txt", tmp_path / "out", "-c", config, "-k", "4", "--json")
    report = json.loads(result.stdout)
    assert report["corpus"]["n_sentences"] == 200
    assert report["settings"] == Settings(n_tags=4, w1=8, r1=3, n_passes=1).to_dict()
    nlp = spacy.load(tmp_path / "out")
    assert (nlp.lang, nlp.pipe_names) == ("tr", ["clusters", "attribute_ruler"])
    assert nlp.config["components"]["clusters"]["artifact"] is None
    assert {token.pos_ for token in nlp("the cat sleeps now")} == {"", "X"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[nlp", "can't be read"),
        ('[nlp]\nlang = "xx"\npipeline = []\n[components]\n', "has 0 svd2_taggers"),
        (
            '[nlp]\nlang = "xx"\npipeline = ["a", "b"]\n[components]\n'
            '[components.a]\nfactory = "svd2_tagger"\n[components.b]\nfactory = "svd2_tagger"\n',
            "has 2 svd2_taggers in its pipeline (a, b)",
        ),
    ],
)
def test_unfit_config(tiny: Path, run: Run, tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "my.cfg").write_text(text)
    result = run("train", tiny / "corpus.txt", tmp_path / "out", "-c", tmp_path / "my.cfg")
    assert result.exit_code == 1
    assert why in flat(result.stderr)
    assert "my.cfg" in result.stderr


def test_paper_recipe(tiny: Path, run: Run, tmp_path: Path) -> None:
    result = run("train", tiny / "corpus.txt", tmp_path / "out", "--recipe", "paper", "-k", "4", "--json")
    assert json.loads(result.stdout)["settings"]["scaling"] == "raw"
    assert "S101" in result.stderr  # the paper's sizes exceed this corpus


def test_choices_are_those_of_the_settings_and_readers() -> None:
    assert get_args(train.Attr) == get_args(svd2_settings.Attr)
    assert get_args(train.Scaling) == get_args(svd2_settings.Scaling)
    assert set(get_args(train.Format)) == {"auto", *format_names()}


def test_options_reach_the_settings_and_the_reader(tiny: Path, run: Run, tmp_path: Path) -> None:
    options = ["--attr", "ORTH", "--scaling", "ppmi", "--n-passes", "1", "--set", "boundaries=stop", "--limit", "50"]
    result = run("train", tiny / "gold.tsv", tmp_path / "out", *SMALL, *options, "--lang", "en", "--json")
    report = json.loads(result.stdout)
    expected = {"attr": "ORTH", "scaling": "ppmi", "n_passes": 1, "boundaries": "stop", "w1": 8}
    assert expected.items() <= report["settings"].items()
    assert report["corpus"]["n_sentences"] == 50
    assert spacy.load(tmp_path / "out").lang == "en"


def test_tokenized_text_is_split_at_spaces_only(run: Run, tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_text("don't stop.\n" * 3)
    tokens = {}
    for option in ("--tokenized", "--raw"):
        result = run("train", tmp_path / "c.txt", tmp_path / "out", option, "-l", "en", "--json", "--n-passes", "1")
        tokens[option] = json.loads(result.stdout)["corpus"]["n_tokens"]
    assert tokens == {"--tokenized": 6, "--raw": 12}


def test_several_files(tiny: Path, run: Run, tmp_path: Path) -> None:
    result = run("train", tiny / "corpus.txt", tiny / "gold.conllu", tmp_path / "out", *SMALL, "--json")
    assert json.loads(result.stdout)["corpus"]["n_sentences"] == 600


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["missing.txt", "out"], 1, "missing.txt"),
        (["CORPUS", "out", "--set", "nothing=3"], 1, "There is no setting 'nothing'"),
        (["CORPUS", "out", "--set", "w1=many"], 1, "'w1' is 'many'"),
        *((["CORPUS", "out", "--set", one], 2, "NAME=VALUE") for one in ("w1", "=3", "refine.=3", ".w1=3")),
        (["CORPUS", "out", "-s", "refine=false", "-s", "refine.stop=3"], 2, "sets a part of 'refine'"),
        (["CORPUS", "out", "-s", "refine.starts.x=3"], 2, "one section at most"),
        (["CORPUS", "out", "-k", "0"], 1, "n_tags"),
        (["CORPUS", "out", "--lang", "zz"], 1, "'spacy.lang.zz'. Check the config and the language code; xx works"),
        (["CORPUS", "out", "-c", "no.cfg"], 1, "no.cfg"),
        (["CORPUS", "out", "-c", "no.cfg", "-r", "paper"], 2, "exclude each other"),
        (["CORPUS", "CORPUS"], 1, "which this command reads"),
        (["CORPUS", "CORPUS/below/out"], 1, "is not a folder"),
    ],
)
def test_errors_name_the_fault_and_leave_no_output(
    tiny: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = contents(tiny)
    result = run("train", *(item.replace("CORPUS", str(tiny / "corpus.txt")) for item in arguments))
    assert result.exit_code == code
    assert message in flat(result.stderr)
    assert "Traceback" not in result.output
    assert list(tmp_path.iterdir()) == []
    assert contents(tiny) == before


def test_bad_line_of_a_corpus_keeps_the_earlier_pipeline(run: Run, tmp_path: Path, trained: Path, tiny: Path) -> None:
    out = tmp_path / "out"
    assert run("train", tiny / "corpus.txt", out, *SMALL).exit_code == 0
    before = contents(out)
    (tmp_path / "bad.txt").write_bytes(b"fine\n\xff\n")
    result = run("train", tmp_path / "bad.txt", out, *SMALL)
    assert result.exit_code == 1
    assert "bad.txt', line 2" in flat(result.stderr)
    assert contents(out) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.txt", "out"]


def test_earlier_pipeline_and_empty_folder_are_replaced(tiny: Path, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    for k in ("3", "4"):
        assert run("train", tiny / "corpus.txt", out, *SMALL, "-k", k).exit_code == 0
        assert len(spacy.load(out).get_pipe("svd2_tagger").labels) == int(k)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def _folder(path: Path) -> None:
    path.mkdir()
    (path / "thesis.txt").write_text("years of work")


def _other_pipeline(path: Path) -> None:
    spacy.blank("xx").to_disk(path)


def _pipeline_with_notes(path: Path) -> None:
    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger")
    nlp.to_disk(path, exclude=["svd2_tagger"])
    (path / "notes.txt").write_text("years of work")


def _file(path: Path) -> None:
    path.write_text("years of work")


@pytest.mark.parametrize("make", [_folder, _other_pipeline, _pipeline_with_notes, _file])
def test_what_is_not_ours_is_kept_unless_forced(tiny: Path, run: Run, tmp_path: Path, make: "type") -> None:
    out = tmp_path / "out"
    make(out)
    before = out.read_bytes() if out.is_file() else contents(out)
    result = run("train", tiny / "corpus.txt", out, *SMALL)
    assert result.exit_code == 1
    assert "L005" in result.stderr
    assert "--force" in result.stderr
    assert before == (out.read_bytes() if out.is_file() else contents(out))
    assert run("train", tiny / "corpus.txt", out, *SMALL, "--force").exit_code == 0
    assert spacy.load(out).pipe_names == ["svd2_tagger"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_link_to_a_folder_stays_a_link(tiny: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert run("train", tiny / "corpus.txt", tmp_path / "link", *SMALL).exit_code == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real" / "config.cfg").is_file()


def test_stages_and_saved_settings_tell_how_it_was_trained(tiny: Path, run: Run, tmp_path: Path) -> None:
    result = run("train", tiny / "corpus.txt", tmp_path / "out", "--recipe", "paper", "--json")
    report = json.loads(result.stdout)
    stages = [stage["name"] for stage in report["stages"]]
    assert (stages[:3], stages[-1]) == (["set up", "read and count", "descriptors, pass 1"], "save")
    block = load_config(tmp_path / "out" / "config.cfg")["initialize"]["components"]["svd2_tagger"]
    assert block == {"settings": report["settings"]}


def test_a_config_says_where_to_count(tiny: Path, run: Run, tmp_path: Path) -> None:
    text = (CONFIGS / "svd2.cfg").read_text().replace("labels = ${paths.labels}", "n_process = 2\nmax_types = 9")
    (tmp_path / "c.cfg").write_text(text)
    options = ["-c", tmp_path / "c.cfg", *SMALL]
    result = run("train", tiny / "corpus.txt", tmp_path / "out", *options, "--json")
    assert json.loads(result.stdout)["corpus"]["n_types"] == 9
    result = run("train", tiny / "corpus.txt", tmp_path / "out", *options, "--limit", "5")
    assert "--limit reads with one process" in flat(result.stderr)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--limit", "5", "--max-types", "3"], "--limit reads with one process"),
        (["--limit", "5", "--n-process", "2"], "--limit reads with one process"),
        (["--limit", "5", "--engine", "dask"], "--limit reads with one process"),
        (["--limit", "5", "--json-log"], "--limit reads with one process"),
        (["--scheduler", "tcp://127.0.0.1:1"], "--scheduler goes with --engine dask"),
    ],
)
def test_ways_to_count_that_contradict_each_other(
    tiny: Path, run: Run, tmp_path: Path, options: list[str], message: str
) -> None:
    result = run("train", tiny / "corpus.txt", tmp_path / "out", *SMALL, *options)
    assert result.exit_code == 2
    assert message in flat(result.stderr)
    assert not (tmp_path / "out").exists()


def test_artifact_in_the_target_is_no_pipeline_of_ours(tiny: Path, run: Run, tmp_path: Path) -> None:
    (tmp_path / "config.cfg").write_text("[nonsense")
    (tmp_path / "meta.json").write_text("{}")
    result = run("train", tiny / "corpus.txt", tmp_path, *SMALL)
    assert result.exit_code == 1
    assert "can't be read" in flat(result.stderr)


def test_config_errors_are_user_errors(tiny: Path, run: Run, tmp_path: Path) -> None:
    text = (CONFIGS / "svd2.cfg").read_text().replace('factory = "svd2_tagger"', 'factory = "svd2_tagger"\nnothing = 3')
    (tmp_path / "my.cfg").write_text(text)
    result = run("train", tiny / "corpus.txt", tmp_path / "out", "-c", tmp_path / "my.cfg")
    assert result.exit_code == 1
    assert "L012" in result.stderr
    assert not isinstance(result.exception, UserError)


@pytest.mark.parametrize("where", ["cwd", "above", "corpus"])
def test_nothing_in_use_is_replaced_even_if_forced(
    tiny: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    folder = tmp_path / "folder"
    (folder / "below").mkdir(parents=True)
    (folder / "corpus.txt").write_bytes((tiny / "corpus.txt").read_bytes())
    monkeypatch.chdir(tmp_path if where == "corpus" else folder / "below" if where == "above" else folder)
    out = {"cwd": ".", "above": "..", "corpus": folder}[where]
    result = run("train", folder / "corpus.txt", out, "--force", *SMALL)
    assert result.exit_code == 1
    assert "L030" in result.stderr
    assert (folder / "corpus.txt").read_bytes() == (tiny / "corpus.txt").read_bytes()


@pytest.mark.parametrize(("name", "code"), [("folder", "L010"), ("file/x.json", "L011"), ("out/x.json", "L030")])
def test_a_summary_that_can_not_be_written_is_known_before_training(
    tiny: Path, run: Run, tmp_path: Path, name: str, code: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("", encoding="utf8")
    result = run("train", tiny / "corpus.txt", tmp_path / "out", "-o", tmp_path / name, *SMALL)
    assert result.exit_code == 1
    assert code in result.stderr
    assert not (tmp_path / "out").exists()


def test_setting_without_a_name(tiny: Path, run: Run, tmp_path: Path) -> None:
    assert run("train", tiny / "corpus.txt", tmp_path / "out", "--set", "=1").exit_code == 2


BAMBARA = ["n' k' a fɔ .\n", "i k' a ta .\n", "n' b' a la .\n"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_pipeline_trained_on_split_text_splits_at_spaces(lang: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_text("".join(BAMBARA) * 20, "utf8")
    arguments = [tmp_path / "out", "-l", lang, "--n-passes", "1", "-k", "3"]
    result = run("train", tmp_path / "c.txt", *arguments, "--tokenized")
    assert result.exit_code == 0, result.output
    assert "splits text at white space only" in flat(result.stdout)
    assert "P110" not in result.stderr
    nlp = spacy.load(tmp_path / "out")
    nlp.to_disk(tmp_path / "again")
    for one in (nlp, spacy.load(tmp_path / "again")):
        assert [token.text for token in one("n' k'  a (fɔ)")] == ["n'", "k'", " ", "a", "(fɔ)"]
    counts = tmp_path / "counts"
    lang_of_counts = "xx" if lang == "ja" else lang
    assert run("count", tmp_path / "c.txt", "-o", counts, "--tokenized", "-l", lang_of_counts).exit_code == 0
    run("train", "--counts", counts, tmp_path / "out2", "--n-passes", "1", "-k", "3")
    assert [token.text for token in spacy.load(tmp_path / "out2")("n' (a)")] == ["n'", "(a)"]


@pytest.mark.parametrize(("counted", "other"), [("--tokenized", "--raw"), (None, "--tokenized")])
def test_counts_are_not_split_differently(counted: str | None, other: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_text("".join(BAMBARA) * 20, "utf8")
    counts, options = tmp_path / "counts", ["--n-passes", "1", "-k", "3"]
    assert run("count", tmp_path / "c.txt", "-o", counts, *([counted] if counted else [])).exit_code == 0
    result = run("train", "--counts", counts, tmp_path / "out", other, *options)
    assert result.exit_code == 1
    assert "[N022]" in result.stderr
    assert {"--tokenized", "raw"} < {word.strip("().,") for word in flat(result.stderr).split()}
    assert not (tmp_path / "out").exists()
    if counted is not None:
        assert run("train", "--counts", counts, tmp_path / "out", counted, *options).exit_code == 0


def test_counts_of_a_treebank_leave_the_choice(run: Run, tmp_path: Path) -> None:
    rows = "\n\n".join("\n".join(f"{word}\tX" for word in line.split()) for line in BAMBARA * 20)
    (tmp_path / "c.tsv").write_text(rows, "utf8")
    assert run("count", tmp_path / "c.tsv", "-o", tmp_path / "counts").exit_code == 0
    for option, tokens in {"--tokenized": ["n'", "(a)"], "--raw": ["n", "'", "(", "a", ")"]}.items():
        result = run("train", "--counts", tmp_path / "counts", tmp_path / "out", option, "--n-passes", "1", "-k", "3")
        assert result.exit_code == 0, result.output
        assert [token.text for token in spacy.load(tmp_path / "out")("n' (a)")] == tokens


def test_a_treebank_says_what_the_tokenizer_splits_otherwise(run: Run, tmp_path: Path) -> None:
    rows = "\n\n".join("\n".join(f"{word}\tX" for word in line.split()) for line in BAMBARA * 20)
    (tmp_path / "c.tsv").write_text(rows, "utf8")
    result = run("train", tmp_path / "c.tsv", tmp_path / "out", "-l", "en", "--n-passes", "1", "-k", "3")
    assert result.exit_code == 0, result.output
    assert "[P110] The pipeline's tokenizer splits 60 of the first 60 sentences" in flat(result.stderr)
    assert "for instance: n', k', b'." in flat(result.stderr)
    assert [token.text for token in spacy.load(tmp_path / "out")("n' a")] == ["n", "'", "a"]
    assert "P110" in run("count", tmp_path / "c.tsv", "-o", tmp_path / "counts", "-l", "en").stderr


def test_a_config_keeps_the_tokenizer_that_it_names(run: Run, tmp_path: Path) -> None:
    (tmp_path / "c.txt").write_text("".join(BAMBARA) * 20, "utf8")
    (tmp_path / "a.cfg").write_text(
        '[nlp]\nlang = "en"\npipeline = ["svd2_tagger"]\n[nlp.tokenizer]\n@tokenizers = "spacy.Tokenizer.v1"\n'
        '[components]\n[components.svd2_tagger]\nfactory = "svd2_tagger"\n'
    )
    arguments = ["--config", tmp_path / "a.cfg", "--tokenized", "--n-passes", "1", "-k", "3"]
    result = run("train", tmp_path / "c.txt", tmp_path / "out", *arguments)
    assert result.exit_code == 0, result.output
    assert "P110" in result.stderr
    assert [token.text for token in spacy.load(tmp_path / "out")("n' a")] == ["n", "'", "a"]

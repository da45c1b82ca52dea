"""The tagger under spaCy's own commands for training; the others are in tests/shared/test_component_commands.py."""

import json
from pathlib import Path

import pytest
import spacy
from spacy.cli._util import app
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab
from typer.testing import CliRunner

from spacy_svd2.shared.artifacts import artifact_to_bytes
from spacy_svd2.tagger.model.storage import model_to_artifact

ROOT = Path(__file__).parents[2]
CONFIG = """
[paths]
raw = null
artifact = null
train = null
dev = null

[nlp]
lang = "xx"
pipeline = ["svd2_tagger"]

[components]

[components.svd2_tagger]
factory = "svd2_tagger"

[corpora]

[corpora.train]
@readers = "spacy_svd2.Corpus.v1"
path = ${paths.train}

[corpora.dev]
@readers = "spacy_svd2.Corpus.v1"
path = ${paths.dev}

[training]
max_steps = 1

[initialize]

[initialize.components]

[initialize.components.svd2_tagger]
artifact = ${paths.artifact}
settings = SETTINGS

[initialize.components.svd2_tagger.corpus]
@readers = "spacy_svd2.Corpus.v1"
path = ${paths.raw}
tokenized = true
"""


def tags(doc):
    return [token.tag_ for token in doc]


def model_bytes(pipeline):
    return (pipeline / "svd2_tagger" / "model.npz").read_bytes()


@pytest.fixture(scope="module")
def run():
    """Run a command of spaCy in this process; give its exit code and output."""
    runner = CliRunner()

    def run(*args, fails=False):
        result = runner.invoke(app, [str(arg) for arg in args])
        assert (result.exit_code != 0) == fails, result.output + repr(result.exception)
        return result

    return run


@pytest.fixture(scope="module")
def folder(tmp_path_factory, settings, lines):
    """A config, and gold files with the first letter of each word for its tag."""
    folder = tmp_path_factory.mktemp("commands")
    (folder / "config.cfg").write_text(CONFIG.replace("SETTINGS", json.dumps(settings)), encoding="utf8")
    gold = "\n".join("".join(f"{word}\t{word[0].upper()}\n" for word in line.split()) for line in lines)
    (folder / "gold.tsv").write_text(gold, encoding="utf8")
    vocab = Vocab()
    docs = [Doc(vocab, words=line.split(), tags=[word[0].upper() for word in line.split()]) for line in lines]
    DocBin(docs=docs, attrs=["TAG"]).to_disk(folder / "gold.spacy")
    return folder


@pytest.fixture(scope="module")
def filled(run, folder):
    """The config with all that spaCy's commands for training want of it."""
    run("init", "fill-config", folder / "config.cfg", folder / "filled.cfg")
    return folder / "filled.cfg"


@pytest.fixture(scope="module")
def assembled(run, folder, corpus_file):
    run("assemble", folder / "config.cfg", folder / "out", "--paths.raw", corpus_file)
    return folder / "out"


def test_assemble(assembled, model):
    assert model_bytes(assembled) == artifact_to_bytes(model_to_artifact(model))
    nlp = spacy.load(assembled)
    assert set(tags(nlp("the cat  sits"))) <= {*model.cluster_names, "_SP"}
    assert nlp.pipe_names == ["svd2_tagger"]


def test_assembled_vocabulary_holds_no_training_words(assembled, model):
    strings = set(json.loads((assembled / "vocab" / "strings.json").read_text(encoding="utf8")))
    assert set(model.cluster_names) <= strings
    assert not {word for word in model.types if word.isalpha() and len(word) > 1} & (
        strings - set(spacy.blank("xx").vocab.strings)
    )


def test_assemble_an_artifact(run, folder, artifact, tmp_path):
    run("assemble", folder / "config.cfg", tmp_path / "out", "--paths.artifact", artifact)
    assert model_bytes(tmp_path / "out") == artifact.read_bytes()


@pytest.mark.parametrize(
    ("option", "code"), [((), "P002"), (("--paths.raw", "gone.txt"), "C001"), (("--paths.artifact", "gone"), "P003")]
)
def test_assemble_without_what_it_needs(run, folder, tmp_path, option, code):
    result = run("assemble", folder / "config.cfg", tmp_path / "out", *option, fails=True)
    assert code in str(result.exception)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("from_examples", [True, False])
def test_train(run, filled, folder, corpus_file, tmp_path, model, from_examples):
    source = () if from_examples else ("--paths.raw", corpus_file)
    gold = ("--paths.train", folder / "gold.tsv", "--paths.dev", folder / "gold.spacy")
    output = run("train", filled, "--output", tmp_path, *gold, *source).output
    assert "SVD2_V" in output
    for name in ("model-best", "model-last"):
        assert model_bytes(tmp_path / name) == artifact_to_bytes(model_to_artifact(model))
    performance = json.loads((tmp_path / "model-best" / "meta.json").read_text(encoding="utf8"))["performance"]
    assert 0 < performance["svd2_v_measure"] < 1
    assert 0 < performance["svd2_many_to_one"] < 1
    assert set(tags(spacy.load(tmp_path / "model-best")("the cat"))) <= set(model.cluster_names)


@pytest.mark.filterwarnings("ignore:.*S10")
def test_train_a_tagger_whose_tags_have_names(run, corpus_file, tmp_path):
    """As the README and configs/svd2.cfg have it: one more path names the tags."""
    words = tmp_path / "words.tsv"
    words.write_text("word\ttag\nthe\tDET\ncat\tNOUN\nsits\tVERB\n", encoding="utf8")
    gold = Doc(Vocab(), words=["the", "cat", "sits"], tags=["DET", "NOUN", "VERB"])
    DocBin(docs=[gold], attrs=["TAG"]).to_disk(tmp_path / "gold.spacy")
    run("init", "fill-config", ROOT / "configs" / "svd2.cfg", tmp_path / "train.cfg")
    options = ("--paths.raw", corpus_file, "--paths.labels", words, "--training.max_steps", 1)
    corpora = ("--paths.train", tmp_path / "gold.spacy", "--paths.dev", tmp_path / "gold.spacy")
    run("train", tmp_path / "train.cfg", "--output", tmp_path, *options, *corpora)
    words.unlink()
    nlp = spacy.load(tmp_path / "model-best")
    assert [(token.tag_, token.pos_) for token in nlp(gold.text)] == [(tag, tag) for tag in ("DET", "NOUN", "VERB")]
    assert json.loads((tmp_path / "model-best" / "meta.json").read_text("utf8"))["performance"]["tag_acc"] == 1


def test_fill_config(filled):
    config = spacy.util.load_config(filled)
    assert config["components"]["svd2_tagger"] == {
        "factory": "svd2_tagger",
        "artifact": None,
        "overwrite": False,
        "unseen": "both",
        "threshold": 0.0,
        "unknown_tag": "X",
        "prob_attr": None,
        "scorer": {"@scorers": "spacy_svd2.tagger_scorer.v1"},
    }
    weights = config["training"]["score_weights"]
    assert (weights["svd2_v_measure"], weights["tag_acc"], weights["pos_acc"]) == (1.0, 0.0, 0.0)


def test_debug_config_finds_a_misspelt_option(run, filled, tmp_path):
    path = tmp_path / "wrong.cfg"
    text = filled.read_text(encoding="utf8")
    path.write_text(text.replace('factory = "svd2_tagger"', 'factory = "svd2_tagger"\noverwrites = true'), "utf8")
    assert "overwrites" in run("debug", "config", path, fails=True).output


@pytest.mark.parametrize(
    ("registry", "name"),
    [("scorers", "tagger_scorer"), ("scorers", "wsd_scorer"), ("readers", "Corpus"), ("readers", "SenseCorpus")],
)
def test_find_function(run, registry, name):
    name = f"spacy_svd2.{name}.v1"
    output = run("find-function", name, "-r", registry).output
    assert "spacy_svd2" in output.replace(name, "")

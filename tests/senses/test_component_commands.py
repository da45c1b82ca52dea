"""kpca_wsd under spaCy's own commands."""

import json

import pytest
import spacy
from sense_helpers import LABELLED, SETTINGS, TEXT
from spacy.cli._util import app
from typer.testing import CliRunner

from spacy_svd2.senses.corpora.conversion import convert_senses
from spacy_svd2.senses.corpora.corpus import make_sense_corpus

CONFIG = """
[paths]
train = null
dev = null

[nlp]
lang = "en"
pipeline = ["kpca_wsd"]

[components]

[components.kpca_wsd]
factory = "kpca_wsd"

[corpora]

[corpora.train]
@readers = "spacy_svd2.SenseCorpus.v1"
path = ${paths.train}

[corpora.dev]
@readers = "spacy_svd2.SenseCorpus.v1"
path = ${paths.dev}

[training]
max_steps = 1

[initialize]

[initialize.components]

[initialize.components.kpca_wsd]
settings = SETTINGS
"""


@pytest.fixture(scope="module")
def run():
    runner = CliRunner()

    def run(*args):
        result = runner.invoke(app, [str(arg) for arg in args])
        assert result.exit_code == 0, result.output + repr(result.exception)
        return result.output

    return run


@pytest.fixture(scope="module")
def folder(run, tmp_path_factory):
    folder = tmp_path_factory.mktemp("commands")
    rows = []
    for text, (target, key, sense) in ((text, target) for text, *target in LABELLED):
        left, right = text.split(target, 1)
        rows.append(f"{sense}\t{left}\t{target}\t{right}\t{key}")
    (folder / "train.tsv").write_text("\n".join(rows), encoding="utf8")
    convert_senses(make_sense_corpus(str(folder / "train.tsv")), spacy.blank("en"), folder / "train.spacy")
    (folder / "short.cfg").write_text(CONFIG.replace("SETTINGS", json.dumps(SETTINGS)), encoding="utf8")
    assert "Auto-filled" in run("init", "fill-config", folder / "short.cfg", folder / "config.cfg")
    return folder


@pytest.fixture(scope="module")
def trained(run, folder):
    out = folder / "out"
    train = ("--paths.train", folder / "train.tsv", "--paths.dev", folder / "train.spacy")
    run("train", folder / "config.cfg", "--output", out, *train)
    return out / "model-last"


def test_train(trained):
    assert [item["sense"] for item in spacy.load(trained)(TEXT)._.senses] == ["shore", "money", "museum"]
    performance = json.loads((trained / "meta.json").read_text(encoding="utf8"))["performance"]
    assert performance["wsd_f"] == performance["wsd_acc"] > 0.9
    assert performance["wsd_mfs_acc"] == pytest.approx(7 / 12)


def test_evaluate(run, trained, folder):
    run("evaluate", trained, folder / "train.spacy", "--output", folder / "scores.json")
    scores = json.loads((folder / "scores.json").read_text(encoding="utf8"))
    assert scores["wsd_acc"] > 0.9
    assert scores["wsd_per_word"]["bank"]["n_instances"] == 7


def test_find_threshold(run, trained, folder):
    output = run("find-threshold", trained, folder / "train.spacy", "kpca_wsd", "threshold", "wsd_f", "--n_trials", "3")
    assert "Best threshold" in output


def test_fill_config(folder):
    assert "below_threshold" in (folder / "config.cfg").read_text(encoding="utf8")


def test_labels(run, folder):
    train = ("--paths.train", folder / "train.tsv", "--paths.dev", folder / "train.tsv")
    run("init", "labels", folder / "config.cfg", folder / "labels", *train)
    assert "money" in json.loads((folder / "labels" / "kpca_wsd.json").read_text(encoding="utf8"))

"""Every command of spaCy that a pipeline meets, with both components, as the command line starts them.

One process runs them all, through spaCy's own entry point, for each would take seconds to start; `-m slow` runs each in
a process of its own, through `python -m spacy`.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from component_helpers import LINES, SETTINGS
from sense_helpers import LABELLED
from sense_helpers import SETTINGS as SENSE_SETTINGS
from spacy.tokens import Doc, DocBin, Span
from spacy.vocab import Vocab

CONFIG = """
[paths]
raw = null
senses = null
train = null
dev = null

[nlp]
lang = "en"
pipeline = ["svd2_tagger", "kpca_wsd"]

[components]

[components.svd2_tagger]
factory = "svd2_tagger"

[components.kpca_wsd]
factory = "kpca_wsd"

[corpora]

[corpora.train]
@readers = "spacy.Corpus.v1"
path = ${paths.train}

[corpora.dev]
@readers = "spacy.Corpus.v1"
path = ${paths.dev}

[training]
max_steps = 1

[initialize]

[initialize.components]

[initialize.components.svd2_tagger]
labels = "words.tsv"
settings = TAGGER

[initialize.components.svd2_tagger.corpus]
@readers = "spacy_svd2.Corpus.v1"
path = ${paths.raw}

[initialize.components.kpca_wsd]
settings = SENSES

[initialize.components.kpca_wsd.corpus]
@readers = "spacy_svd2.SenseCorpus.v1"
path = ${paths.senses}
"""

FILES = "--paths.raw raw.txt --paths.senses senses.tsv --paths.train gold.spacy --paths.dev gold.spacy"
COMMANDS = {
    "init fill-config": "init fill-config config.cfg filled.cfg",
    "init labels": f"init labels filled.cfg labels {FILES}",
    "debug config": f"debug config filled.cfg {FILES}",
    "debug data": f"debug data filled.cfg {FILES}",
    "assemble": f"assemble filled.cfg assembled {FILES}",
    "train": f"train filled.cfg --output trained {FILES}",
    "evaluate": "evaluate assembled gold.spacy --output scores.json --per-component",
    "benchmark accuracy": "benchmark accuracy assembled gold.spacy --output accuracy.json",
    "evaluate senses": "evaluate assembled gold.spacy --spans-key senses",
    "benchmark speed": "benchmark speed assembled gold.spacy --batches 30 --batch-size 5 --warmup 0",
    "find-threshold tags": "find-threshold assembled gold.spacy svd2_tagger threshold tag_acc --n_trials 3",
    "find-threshold senses": "find-threshold assembled gold.spacy kpca_wsd threshold wsd_f --n_trials 3",
    "apply": "apply assembled raw.txt applied.spacy --batch-size 7",
    "package": "package assembled packages --name both --version 1.2.3 --build none",
}
MUST_SAY = {
    "init fill-config": "Auto-filled",
    "debug config": "Config is valid",
    "benchmark speed": "95% CI",
    "find-threshold tags": "Best threshold",
    "find-threshold senses": "Best threshold",
    "benchmark accuracy": "TAG",
    "evaluate senses": "SPAN F",
}

DRIVER = """
import contextlib, io, json, sys, traceback
from spacy.cli._util import setup_cli
found = {}
for name, command in json.load(sys.stdin).items():
    sys.argv = ["python -m spacy", *command.split()]
    said, code = io.StringIO(), 0
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            setup_cli()
        except SystemExit as error:
            code = error.code or 0
        except BaseException:
            traceback.print_exc()
            code = "traceback"
    found[name] = [code, said.getvalue()]
json.dump(found, open("found.json", "w"))
"""


def prepare(folder: Path) -> Path:
    config = CONFIG.replace("TAGGER", json.dumps(SETTINGS)).replace("SENSES", json.dumps(SENSE_SETTINGS))
    (folder / "config.cfg").write_text(config, encoding="utf8")
    (folder / "raw.txt").write_text("\n".join([*LINES, *(text for text, *_ in LABELLED)]), encoding="utf8")
    (folder / "words.tsv").write_text("word\ttag\nthe\tDET\ncat\tNOUN\nsits\tVERB\nin\tADP\n", encoding="utf8")
    rows = []
    docs = []
    vocab = Vocab()
    for text, target, key, sense in LABELLED:
        left, right = text.split(target, 1)
        rows.append(f"{sense}\t{left}\t{target}\t{right}\t{key}")
        words = text.split()
        doc = Doc(vocab, words=words, tags=["DET" if word == "the" else "NOUN" for word in words])
        start = len(left.split())
        doc.spans["senses"] = [Span(doc, start, start + len(target.split()), sense, span_id=key)]
        docs.append(doc)
    (folder / "senses.tsv").write_text("\n".join(rows), encoding="utf8")
    docs *= 10  # `debug data` calls fewer than a hundred an error
    (folder / "packages").mkdir()
    DocBin(docs=docs, attrs=["TAG"]).to_disk(folder / "gold.spacy")
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return prepare(tmp_path_factory.mktemp("users"))


@pytest.fixture(scope="module")
def found(folder):
    (folder / "driver.py").write_text(DRIVER, encoding="utf8")
    done = subprocess.run(
        [sys.executable, "driver.py"],
        cwd=folder,
        input=json.dumps(COMMANDS),
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "found.json").read_text(encoding="utf8"))


@pytest.mark.parametrize("name", COMMANDS)
def test_command(found, name):
    code, said = found[name]
    assert code == 0, said
    assert MUST_SAY.get(name, "") in said
    assert "Traceback" not in said


def test_what_the_commands_made(found, folder):
    check(folder)


def check(folder):
    assembled, trained = (spacy.load(folder / path) for path in ("assembled", "trained/model-last"))
    for nlp in (assembled, trained):
        doc = nlp("the cat sits ; Reeds hide both banks of the river")
        assert [token.tag_ for token in doc][:3] == ["DET", "NOUN", "VERB"]
        assert [item["sense"] for item in doc._.senses] == ["shore"]
    scores = json.loads((folder / "scores.json").read_text(encoding="utf8"))
    assert 0 < scores["svd2_tagger"]["tag_acc"] <= 1
    assert 0 < scores["svd2_tagger"]["svd2_many_to_one"] <= 1
    assert scores["svd2_tagger"]["svd2_vi"] > 0
    assert 0.5 < scores["kpca_wsd"]["wsd_f"] <= 1
    assert scores["kpca_wsd"]["wsd_mfs_acc"] == pytest.approx(7 / 12)
    assert scores["kpca_wsd"]["wsd_per_word"]["bank"]["n_instances"] == 70
    performance = json.loads((folder / "trained/model-best/meta.json").read_text(encoding="utf8"))["performance"]
    assert {"svd2_v_measure", "tag_acc", "wsd_f", "wsd_acc"} <= set(performance)
    assert json.loads((folder / "labels/svd2_tagger.json").read_text(encoding="utf8"))[:2] == ["DET", "NOUN"]
    assert "shore" in json.loads((folder / "labels/kpca_wsd.json").read_text(encoding="utf8"))
    docs = list(DocBin().from_disk(folder / "applied.spacy").get_docs(Vocab()))
    assert docs
    assert all(token.tag_ for doc in docs for token in doc)
    meta = json.loads((folder / "packages/en_both-1.2.3/meta.json").read_text(encoding="utf8"))
    assert any(requirement.startswith("spacy-svd2") for requirement in meta["requirements"])


def test_a_package_loads_without_importing_us(found, folder, run_python):
    code = (
        "import en_both, sys; assert not any(name.startswith('spacy_svd2') for name in sys.modules);"
        "nlp = en_both.load(); doc = nlp('the cat ; Reeds hide the bank of the river');"
        "print(doc[0].tag_, doc._.senses[0]['sense'])"
    )
    place = folder / "packages" / "en_both-1.2.3"
    shutil.copy(place / "meta.json", place / "en_both")  # as its setup.py does when a wheel is built
    assert run_python("-c", code, PYTHONPATH=str(place), cwd=folder).split() == ["DET", "shore"]


@pytest.mark.slow
def test_each_command_in_a_process_of_its_own(tmp_path, run_python):
    prepare(tmp_path)
    for name, command in COMMANDS.items():
        said = run_python("-m", "spacy", *command.split(), cwd=tmp_path)
        assert MUST_SAY.get(name, "") in said
    check(tmp_path)

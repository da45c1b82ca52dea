"""A ready pipeline: the steps of `pipelines/project.yml` on a tiny text."""

import json
from pathlib import Path

import pytest
import spacy
from spacy.cli.package import package

from scripts import pipeline
from spacy_svd2.errors import UserError

NOUNS, VERBS = ("paka", "mbwa", "mtu", "simba"), ("anakula", "analala", "anaona", "amekuja")
SENTENCES = [[(noun, "N"), (verb, "V"), (".", "P")] for noun in NOUNS for verb in VERBS]
META = {
    "name": "tiny_svd2", "version": "1.2.0", "description": "Of {n_labels} words.", "license": "CC0-1.0",
    "sources": [{"name": "Made up", "license": "CC0-1.0"}],
}  # fmt: skip


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.tsv"
    lines = ["\n".join(f"{word}\t{tag}" for word, tag in sentence) for sentence in SENTENCES]
    path.write_text("\n\n".join(lines) + "\n", "utf8")
    return path


def test_a_packaged_pipeline_says_where_its_labels_come_from(gold: Path, tmp_path: Path) -> None:
    meta, tags, out, packages = (tmp_path / name for name in ("meta.json", "tags.tsv", "tiny", "packages"))
    meta.write_text(json.dumps(META), "utf8")
    tags.write_text("N\tnoun\tNOUN\nV\tverb\tVERB\nP\tpoint\tPUNCT\n", "utf8")
    packages.mkdir()
    for _ in range(2):  # the second time over the first
        pipeline.make(gold, gold, out, meta, lang="xx", n=9, column=2, tags=tags)
    package(out, packages, create_sdist=False, force=True, silent=True)
    packaged = packages / "xx_tiny_svd2-1.2.0"
    nlp = spacy.load(packaged / "xx_tiny_svd2" / "xx_tiny_svd2-1.2.0")
    assert [(token.tag_, token.pos_) for token in nlp("simba analala .")] == [
        ("N", "NOUN"),
        ("V", "VERB"),
        ("P", "PUNCT"),
    ]
    assert nlp.meta["performance"]["tag_acc"] == 1
    assert set(nlp.meta["labels"]["svd2_tagger"]) == {"N", "V", "P"}
    assert (nlp.meta["license"], nlp.meta["sources"]) == (META["license"], META["sources"])
    card = (packaged / "README.md").read_text("utf8")
    assert "Of 9 words." in card
    assert "CC0-1.0" in card
    assert "100.0" in card


@pytest.mark.parametrize(("content", "why"), [("[]x", "ValueError"), ('{"labels": {}}', "'labels', not only name")])
def test_meta_data_that_cannot_be_used(tmp_path: Path, content: str, why: str) -> None:
    meta = tmp_path / "meta.json"
    meta.write_text(content, "utf8")
    with pytest.raises(UserError, match=f"D022.*{why}"):
        pipeline.describe(tmp_path, meta, 1)

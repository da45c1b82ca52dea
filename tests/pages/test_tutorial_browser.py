"""The tutorial of the documentation from start to end, as somebody new would follow it, in a real browser."""

import gzip
import json
import os
import struct
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
import spacy
from browser_helpers import press, text_of

from scripts.screenshots import take_screenshots
from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.tagger.labelling.labels import read_labels

pytestmark = [pytest.mark.browser, pytest.mark.corpora]

ENTER = "\ue007"
N_WORDS, SKIPPED, AMBIGUOUS = 30, 11, 17
LARGEST = 150_000


def svd2(folder: Path, *arguments: object) -> str:
    """Run a command as the tutorial has it."""
    command = [sys.executable, "-m", "spacy", "svd2", *map(str, arguments)]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "COLUMNS": "200"}
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf8", env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def key_of(browser: Any, tag: str) -> str:
    return browser.execute_script(
        "return [...document.querySelectorAll('.tag')]"
        ".find((one) => one.querySelector('.name').textContent === arguments[0]).querySelector('kbd').textContent",
        tag,
    )


def label_words(browser: Any, common: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """Label the words of the page by keyboard alone, with a slip, a doubt and an ambiguous word among them."""
    labels: dict[str, tuple[str, ...]] = {}
    for number in range(N_WORDS):
        word = text_of(browser, "word")
        tag = common.get(word, "X")
        if number == SKIPPED:
            press(browser, "s")
        elif number == AMBIGUOUS:
            other = "VERB" if tag != "VERB" else "NOUN"
            press(browser, "m", key_of(browser, tag), key_of(browser, other), ENTER)
            labels[word] = (tag, other)
        else:
            if number == 5:  # a slip of the finger, taken back
                press(browser, key_of(browser, "SYM"), "u")
                assert text_of(browser, "word") == word
            press(browser, key_of(browser, tag))
            labels[word] = (tag,)
    return labels


@pytest.mark.parametrize(("treebank", "lang", "direction"), [("mt_mudt", "mt", "ltr"), ("ug_udt", "ug", "rtl")])
def test_an_hour(
    treebank: str, lang: str, direction: str, corpora: Path, tmp_path: Path, browser: Any, downloads: Path
) -> None:
    train, test = (corpora / "ud" / f"{treebank}-ud-{part}.conllu.gz" for part in ("train", "test"))
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    for doc in Corpus([train]).docs(spacy.blank("xx")):
        for token in doc:
            seen[token.lower_][token.tag_] += 1
    common = {word: tags.most_common(1)[0][0] for word, tags in seen.items()}

    svd2(tmp_path, "train", train, "my_tagger")
    page = tmp_path / "label.html"
    svd2(tmp_path, "label", "my_tagger", "-n", 300, "--corpus", train, "--lang", lang, "-o", page)

    browser.get(page.as_uri())
    browser.execute_script("localStorage.clear()")
    browser.refresh()
    heading = browser.find_element("id", "word")
    assert (heading.get_attribute("lang"), heading.value_of_css_property("direction")) == (lang, direction)
    labels = label_words(browser, common)
    assert text_of(browser, "n-done") == str(len(labels)) == str(N_WORDS - 1)
    assert text_of(browser, "skipped") == ", 1 not sure"
    covered = text_of(browser, "coverage")
    assert float(covered.strip("%")) > 10
    browser.refresh()
    assert (text_of(browser, "n-done"), text_of(browser, "coverage")) == (str(N_WORDS - 1), covered)

    (downloads / "words.tsv").unlink(missing_ok=True)
    browser.execute_script("document.getElementById('download').focus()")
    press(browser, ENTER)
    for _ in range(100):
        if (downloads / "words.tsv").exists():
            break
        time.sleep(0.1)
    assert read_labels(downloads / "words.tsv").tags == labels
    words = tmp_path / "words.tsv"
    words.write_bytes((downloads / "words.tsv").read_bytes())

    browser.execute_script("localStorage.clear()")  # as on another computer
    browser.refresh()
    assert text_of(browser, "n-done") == "0"
    browser.find_element("id", "file").send_keys(str(words))
    for _ in range(50):
        if text_of(browser, "n-done") != "0":
            break
        time.sleep(0.1)
    assert text_of(browser, "message") == f"{len(labels)} labels taken from words.tsv (1 not sure)."
    assert (text_of(browser, "n-done"), text_of(browser, "coverage")) == (str(N_WORDS - 1), covered)

    said = svd2(tmp_path, "name", "my_tagger", words, "-o", "my_named_tagger")
    assert f"Spread {len(labels)} labelled words" in said
    nlp = spacy.load(tmp_path / "my_named_tagger")
    sentence = " ".join(next(iter(Corpus([test]).sentences(nlp))))
    assert all(token.tag_ and token.pos_ for token in nlp(sentence))
    svd2(tmp_path, "evaluate", "my_named_tagger", test, "-o", "scores.json")
    scores = json.loads((tmp_path / "scores.json").read_text("utf8"))
    assert scores["tag_acc"] == pytest.approx(scores["pos_acc"])
    assert scores["tag_acc"] > 0.5

    report = tmp_path / "report.html"
    svd2(tmp_path, "report", "my_named_tagger", test, "--lang", lang, "-o", report)
    browser.get(report.as_uri())
    assert f"{scores['tag_acc']:.1%}" in text_of(browser, "accuracy")
    word = max(labels, key=lambda word: seen[word].total())
    browser.find_element("id", "search").send_keys(word)
    rows = browser.find_elements("css selector", "#rows > tr")
    shown = [row for row in rows if row.is_displayed()]
    assert 0 < len(shown) < len(rows)
    assert word in text_of(browser, "found")

    pictures = take_screenshots([page, report], tmp_path / "pictures", words=words)
    assert [path.name for path in pictures] == ["label.png", "report.png"]
    for path in pictures:
        data = path.read_bytes()
        assert struct.unpack(">II", data[16:24]) == (1200, 800)  # the header of a PNG
        assert 20_000 < len(data) < LARGEST  # a blank page has some 5 kB


def test_the_pictures_of_the_documentation_are_small() -> None:
    root = Path(__file__).parents[2]
    pictures = sorted((root / ".github" / "images").glob("*"))
    pages = [root / "README.md", *(root / "docs").rglob("*.md")]
    text = "".join(page.read_text("utf8") for page in pages)
    assert pictures
    for path in pictures:
        assert f"images/{path.name})" in text
        assert path.stat().st_size < LARGEST
        assert len(gzip.compress(path.read_bytes())) > 20_000

"""The page for tokens and sentences in a real browser, from disk, as somebody who annotates would use it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import spacy
from browser_helpers import dark_mode, hard_to_read, overflows, press, small_screen, text_of
from ud_validation import faults

from spacy_svd2.corpora.annotate import Source
from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.corpora.writers.sentences import Sentence, Word
from spacy_svd2.tagger.labelling.running_text import TaggedSentence
from spacy_svd2.tagger.labelling.sentence_page import sentences_page, tags_to_offer
from spacy_svd2.tagger.labelling.sentence_tasks import SentenceTask, correction_tasks, random_tasks
from spacy_svd2.tagger.labelling.tagsets import UPOS, Tag

pytestmark = pytest.mark.browser

ENTER, ESCAPE = "\ue007", "\ue00c"
HOSTILE = "<script>window.hit=1</script>"
NAMES = ["NOUN", "VERB", "DET"]
TEXTS = ["the duck can swim", f"{HOSTILE} can duck"]

Tags = list[list[str]]


def sentences(texts: Sequence[str] = TEXTS) -> list[TaggedSentence]:
    """Sentences whose words are nouns, those of three letters perhaps verbs, the first sentence more in doubt."""
    found = []
    for number, text in enumerate(texts):
        words = [Word(word, "NOUN", "", None, " ") for word in text.split()]
        doubt = [0.45 if len(word.text) == 3 else 0.2 - number / 10 for word in words]
        table = np.array([[1 - one, one, 0] for one in doubt], dtype=np.float32)
        found.append(TaggedSentence(f"s{number}", Sentence(Source("text"), words, is_last=True), table))
    return found


def asked() -> list[SentenceTask]:
    """Two tokens with suggestions, and one without."""
    first, second = correction_tasks(sentences(), NAMES, 2)
    return [
        SentenceTask(first.id, first.sentence, first.choices, asked=(1, 2)),
        SentenceTask(second.id, second.sentence, second.choices, asked=(2,), blind=frozenset([2])),
    ]


Open = Callable[..., Any]


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Open:
    def open_page(tasks: Sequence[SentenceTask], tags: Sequence[Tag] = UPOS, column: str = "upos") -> Any:
        path = tmp_path / "page.html"
        path.write_text(sentences_page(tasks, tags, column=column, file="given.conllu", title="test"), "utf8")
        browser.get(path.as_uri())
        browser.execute_script("localStorage.clear()")
        browser.refresh()
        return browser

    return open_page


def given(page: Any, folder: Path, column: str | None = None) -> Tags:
    """The tags of the file that the page gives, by sentence."""
    path = folder / "given.conllu"
    text = page.execute_script("return svd2.toCoNLLU()")
    if not text:
        return []
    assert faults(text) == []
    path.write_text(text, "utf8", newline="\n")
    return [[token.tag_ for token in doc] for doc in make_corpus(str(path), column=column).docs(spacy.blank("xx"))]


def test_a_key_tags_a_token_and_only_answers_are_in_the_file(open_page: Open, tmp_path: Path) -> None:
    page = open_page(asked())
    assert given(page, tmp_path) == []
    press(page, "2")  # the second of the likely tags
    assert given(page, tmp_path) == [["", "VERB", "", ""]]
    press(page, "s")  # not sure
    assert text_of(page, "n-done") == "1"
    press(page, "1")  # there is no suggestion for this one
    assert text_of(page, "n-done") == "1"
    assert "No suggestion" in text_of(page, "ask")
    key = page.find_element("css selector", "#choices [data-tag='VERB'] kbd").text
    press(page, key)
    assert given(page, tmp_path) == [["", "VERB", "", ""], ["", "", "VERB"]]
    text = page.execute_script("return svd2.toCoNLLU()")
    assert text.count("Ask=Yes|Suggested=No") == 1
    press(page, "u", "u")
    assert given(page, tmp_path) == [["", "VERB", "", ""]]


def test_work_is_kept(open_page: Open, tmp_path: Path) -> None:
    page = open_page(asked())
    press(page, "2")
    page.refresh()
    assert given(page, tmp_path) == [["", "VERB", "", ""]]
    assert page.find_element("css selector", ".word[aria-current='true'] .form").text == "can"


def test_one_key_confirms_a_sentence_and_two_correct_a_tag(open_page: Open, tmp_path: Path) -> None:
    page = open_page(correction_tasks(sentences(), NAMES, 2))
    assert len(page.find_elements("css selector", ".is-doubtful")) == 3
    key = {
        name: page.execute_script(
            f"return JSON.parse(document.getElementById('data').text).tags.find(t => t.name === '{name}').key"
        )
        for name in ("DET", "AUX")
    }
    press(page, "1", key["DET"])  # the first doubtful word
    press(page, "2", key["AUX"])
    press(page, "b", "2")  # another word, by its letter, and the second of its likely tags
    assert given(page, tmp_path) == []
    press(page, ENTER)
    assert given(page, tmp_path) == [["DET", "NOUN", "AUX", "VERB"]]
    press(page, "1", ESCAPE, ENTER)
    assert given(page, tmp_path) == [["DET", "NOUN", "AUX", "VERB"], ["NOUN"] * 3]
    assert "That was all" in text_of(page, "message")
    press(page, "u", "u", "u")
    assert given(page, tmp_path) == []
    page.find_elements("css selector", ".word")[1].click()
    page.find_element("css selector", "#choices [data-tag='ADV']").click()
    page.find_element("id", "confirm").click()
    assert given(page, tmp_path) == [["DET", "ADV", "AUX", "NOUN"]]


def test_tags_of_ones_own_are_in_the_column_xpos(open_page: Open, tmp_path: Path) -> None:
    tags = tags_to_offer(["NN", "VB"], [Tag("XY", "more")])
    assert [tag.name for tag in tags] == ["XY", "NN", "VB"]
    assert tags_to_offer(NAMES, []) == UPOS
    page = open_page(random_tasks(sentences(TEXTS[:1]), ["NN", "VB", "D"], 1), tags, "xpos")
    page.find_element("css selector", "#choices [data-tag='XY']").click()
    assert [tag for tags in given(page, tmp_path, "xpos") for tag in tags if tag] == ["XY"]


@pytest.mark.parametrize("tasks", [asked, lambda: correction_tasks(sentences(), NAMES, 2)])
def test_a_phone_shows_all_and_nothing_of_a_corpus_is_run(open_page: Open, tasks: Any) -> None:
    page = open_page(tasks())
    assert hard_to_read(page) == []
    dark_mode(page)
    assert hard_to_read(page) == []
    small_screen(page)
    page.find_element("css selector", ".word").click()
    assert not overflows(page)
    sizes = page.execute_script(
        "return [...document.querySelectorAll('.likely button')].map((one) => one.offsetHeight)"
    )
    assert sizes
    assert min(sizes) >= 44
    assert page.execute_script("return window.hit") is None


def test_right_to_left(open_page: Open, tmp_path: Path) -> None:
    page = open_page(correction_tasks(sentences(["שלום לכל העולם"]), NAMES, 1))
    assert page.find_element("css selector", ".sentence").get_attribute("dir") == "rtl"
    first, second = page.find_elements("css selector", ".word")[:2]
    assert first.location["x"] > second.location["x"]
    press(page, ENTER)
    assert given(page, tmp_path) == [["NOUN"] * 3]


def test_the_file_is_downloaded(open_page: Open, downloads: Path) -> None:
    page = open_page(asked())
    press(page, "1")
    page.find_element("id", "download").click()
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(page, 10).until(lambda _: (downloads / "given.conllu").exists())
    assert "Ask=Yes" in (downloads / "given.conllu").read_text("utf8")

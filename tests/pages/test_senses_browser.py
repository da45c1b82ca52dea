"""The report on senses in a real browser, from disk."""

from pathlib import Path
from typing import Any

import pytest
from browser_helpers import check_structure, dark_mode, hard_to_read, overflows, small_screen, text_of

from spacy_svd2.senses.evaluation.evaluate import AnsweredOccurrence
from spacy_svd2.senses.evaluation.scoring import score_senses
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.sense_model import Occurrence, train_senses
from spacy_svd2.senses.report.page import render_report

pytestmark = pytest.mark.browser

HOSTILE = "<img src=x onerror='window.hit=1'>"
LONG = "a_sense_with_a_very_long_name_that_nobody_would_want_to_read%1:06:00::"


def occurrence(word: str, sense: str, *context: str) -> Occurrence:
    return Occurrence(word, Context([*context, word]), len(context), len(context) + 1, (sense,))


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Any:
    senses = ["shore", LONG, HOSTILE, *(f"sense{number}" for number in range(12))]
    train = [
        occurrence(f"word{number}", sense, sense, "of", f"c{at}" * 20)
        for number in range(30)
        for at, sense in enumerate(senses)
    ]
    items = [AnsweredOccurrence(one, senses[at % 4]) for at, one in enumerate(train)]
    answers = [one.answer for one in items]
    scores = score_senses([one.word for one in train], [one.senses for one in train], answers)
    path = tmp_path / "senses.html"
    model = train_senses(train)
    glosses = {"word0": {"shore": "land beside water"}}
    path.write_text(render_report(model, title="my_senses", answered=items, scores=scores, glosses=glosses), "utf8")
    browser.get(path.as_uri())
    return browser


def open_words(browser: Any) -> int:
    return len(browser.find_elements("css selector", "details.word[open]"))


def test_a_word_is_found_and_opened(page: Any) -> None:
    assert open_words(page) == 0
    page.find_element("id", "search").send_keys("WORD7")
    shown = [one for one in page.find_elements("css selector", "#rows tr, details.word") if one.is_displayed()]
    assert len(shown) == 2
    assert text_of(page, "found") == "1 word"
    page.find_element("link text", "word7").click()
    assert open_words(page) == 1
    plot = page.find_element("css selector", "details[open] .plot")
    assert plot.accessible_name == "Contexts of word7"
    assert plot.rect["height"] > 100


def test_marks_of_senses_differ(page: Any) -> None:
    script = "return [...document.querySelectorAll('.shape use')].map((one) => getComputedStyle(one).fill)"
    assert len(set(page.execute_script(script)[:8])) == 8


def test_nothing_runs_and_nothing_is_loaded(page: Any) -> None:
    assert page.execute_script("return window.hit") is None
    assert page.execute_script("return performance.getEntriesByType('resource').length") == 0


@pytest.mark.parametrize("is_open", [False, True])
def test_small_screens(page: Any, is_open: bool) -> None:
    page.execute_script("for (const one of document.querySelectorAll('details')) one.open = arguments[0]", is_open)
    small_screen(page)
    assert not overflows(page)


def test_a_report_of_many_words_is_not_long(page: Any) -> None:
    assert page.execute_script("return document.documentElement.scrollHeight") < 3000


@pytest.mark.parametrize("is_dark", [False, True])
def test_all_text_can_be_read(page: Any, is_dark: bool) -> None:
    page.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")
    if is_dark:
        dark_mode(page)
    assert hard_to_read(page) == []


def test_structure_is_told_to_screen_readers(page: Any) -> None:
    check_structure(page)

"""The page of splits in a real browser, from disk."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser_helpers import overflows, press, small_screen, text_of

from spacy_svd2.corpora.splits.families import Question
from spacy_svd2.corpora.splits.page import splits_page
from spacy_svd2.corpora.splits.table import read_splits

pytestmark = pytest.mark.browser

HOSTILE = "<script>window.hit=1</script>-'x"
QUESTIONS = [
    Question("il-belt", 9, ("il", "-", "belt"), (("fi", "il-belt", "u"),)),
    Question("ta'", 5, ("ta", "'")),
    Question("don't", 4, ("don't",)),
    Question(HOSTILE, 3, (HOSTILE,), (("<b>", HOSTILE, ""),)),
    Question("ב״ה", 2, ("ב״ה",)),
]


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Any:
    path = tmp_path / "splits.html"
    path.write_text(splits_page(QUESTIONS, title=str(tmp_path)), "utf8")  # what the browser kept goes by the title too
    browser.get(path.as_uri())
    return browser


@pytest.fixture
def answers(page: Any, tmp_path: Path) -> Callable[[], dict[str, tuple[str, ...]]]:
    def read() -> dict[str, tuple[str, ...]]:
        path = tmp_path / "given.tsv"
        path.write_text(page.execute_script("return svd2.toTSV()"), "utf8", newline="\n")
        return read_splits(path)

    return read


def test_keys_decide_and_the_table_holds_only_what_was_decided(page: Any, answers: Callable[[], Any]) -> None:
    press(page, "3")  # after the sign
    press(page, "s", "s", "1")
    assert answers() == {"il-belt": ("il-", "belt"), HOSTILE: (HOSTILE,)}
    assert text_of(page, "n-done") == "2"
    page.refresh()
    assert len(answers()) == 2
    press(page, "u", "u", "u", "u", "u")
    assert answers() == {}


def test_another_way_is_typed(page: Any, answers: Callable[[], Any]) -> None:
    field = page.find_elements("css selector", ".other input")[2]
    field.clear()
    field.send_keys("do nt\n")
    assert answers() == {}
    assert "don't" in text_of(page, "live")
    field.clear()
    field.send_keys("do n't\n")
    assert answers() == {"don't": ("do", "n't")}
    page.find_elements("css selector", "[data-at='1'] button")[1].click()
    assert answers()["ta'"] == ("ta'",)


def test_a_browser_that_keeps_nothing_says_so(page: Any, answers: Callable[[], Any]) -> None:
    page.execute_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    press(page, "3")
    assert text_of(page, "live") == "This browser can't keep your work. Download splits.tsv before you close the page."
    assert len(answers()) == 1


@pytest.mark.parametrize("kept", ["null", "7", "[", '{"answers": null}', '{"order": []}'])
def test_what_others_left_under_the_key_is_ignored(page: Any, answers: Callable[[], Any], kept: str) -> None:
    key = page.execute_script("return JSON.parse(document.getElementById('data').textContent).key")
    page.execute_script("localStorage.setItem(arguments[0], arguments[1])", key, kept)
    page.refresh()
    press(page, "3")
    assert len(answers()) == 1
    assert page.get_log("browser") == []


def test_nothing_of_a_corpus_is_run_and_a_phone_shows_all(page: Any) -> None:
    small_screen(page)
    assert not overflows(page)
    assert page.execute_script("return window.hit") is None
    assert page.get_log("browser") == []

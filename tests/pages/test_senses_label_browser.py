"""The page for labelling occurrences in a real browser, from disk, as somebody who labels would use it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import spacy
from browser_helpers import dark_mode, hard_to_read, overflows, press, small_screen, text_of

from spacy_svd2.senses.corpora.table import read_sense_tsv, read_table_glosses
from spacy_svd2.senses.labelling.page import ShownGroup, page_data
from spacy_svd2.senses.labelling.reading import WordInTexts
from spacy_svd2.senses.labelling.snippets import Snippet, find_snippets
from spacy_svd2.senses.model.contexts import Context, ContextWindow
from spacy_svd2.senses.model.sense_model import Occurrence
from spacy_svd2.shared.pages import direction, render_page

pytestmark = pytest.mark.browser

ENTER, ESCAPE, DOWN, UP = "\ue007", "\ue00c", "\ue015", "\ue013"
HOSTILE = "<img src=x onerror='window.hit=1'></script><script>window.hit=1</script>"
MONEY = ["The bank lends.", 'A "big" bank account.', "Her bank pays interest.", "That bank failed."]
SHORE = ["The bank of the river.", "A muddy bank.", f"Reeds by the bank {HOSTILE}.", "They sat on the bank."]

Open = Callable[..., Any]


def render(groups: list[list[str]], word: str = "bank", known: list[Occurrence] | None = None) -> str:
    window = ContextWindow(lang="en")
    snippets: list[list[Snippet]] = [find_snippets(lines, spacy.blank("xx"), [word], word, window) for lines in groups]
    flat = [one for group in snippets for one in group]
    points = {one.place: [100, 0] if number < len(flat) / 2 else [0, 100] for number, one in enumerate(flat)}
    shown = [ShownGroup(10 * len(group), group) for group in snippets]
    data = page_data(WordInTexts(word, window, flat, known or []), shown, points, {})
    way = direction("".join(item["left"] + item["right"] for item in data["occurrences"]))
    return render_page("occurrences", scripts=["kept_work", "table_reader"], title=HOSTILE, lang="", dir=way, data=data)


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Open:
    """Write a page and open it from disk, with nothing kept from earlier."""

    def open_page(*groups: list[str], **options: Any) -> Any:
        path = tmp_path / "senses.html"
        path.write_text(render(list(groups) or [MONEY, SHORE], **options), "utf8")
        browser.get(path.as_uri())
        browser.execute_script("localStorage.clear()")
        browser.refresh()
        return browser

    return open_page


def rows(browser: Any, folder: Path) -> list[tuple[str, str]]:
    """Sense and text of the rows of the table that the page gives."""
    path = folder / "given.tsv"
    path.write_text(browser.execute_script("return svd2.toTSV()"), "utf8", newline="\n")
    return [("|".join(one.senses), one.text) for one in read_sense_tsv(path)]


def name_sense(browser: Any, name: str, gloss: str = "") -> None:
    press(browser, "n")
    browser.find_element("id", "new-name").send_keys(name)
    browser.find_element("id", "new-gloss").send_keys(gloss + ENTER)


def test_a_word_by_keyboard_alone(open_page: Open, tmp_path: Path, downloads: Path) -> None:
    browser = open_page()
    name_sense(browser, "money", "a house that lends money")
    press(browser, "1", "g")
    name_sense(browser, "shore")
    press(browser, "2", "0", "2")
    expected = [("money", text) for text in MONEY] + [("shore", text) for text in SHORE]
    expected[6] = ("", SHORE[2])
    assert rows(browser, tmp_path) == expected
    assert read_table_glosses(tmp_path / "given.tsv") == {"bank": {"money": "a house that lends money"}}
    assert text_of(browser, "n-done") == "8"
    assert "All occurrences are done. Now download senses.tsv" in text_of(browser, "message")
    browser.find_element("id", "download").click()
    path = downloads / "senses.tsv"
    for _ in range(50):
        if path.exists():
            break
        time.sleep(0.1)
    assert path.read_bytes() == (tmp_path / "given.tsv").read_bytes()
    assert browser.execute_script("return window.hit") is None


def test_reloading_keeps_the_work_and_undo_takes_it_back(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    name_sense(browser, "money")
    press(browser, "g")
    before = rows(browser, tmp_path)
    assert len(before) == 4
    browser.refresh()
    assert rows(browser, tmp_path) == before
    assert text_of(browser, "live") == "Your earlier work is back."
    press(browser, "u")
    assert rows(browser, tmp_path) == before[:1]
    press(browser, "u")
    assert rows(browser, tmp_path) == []
    assert browser.find_element("id", "undo").is_enabled() is False


def test_a_name_is_given_once_and_escape_gives_none(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    name_sense(browser, " money ")
    press(browser, "n", "money", ENTER)
    assert browser.find_element("id", "new-name").get_attribute("aria-invalid") == "true"
    press(browser, ESCAPE, "1")
    assert [sense for sense, _ in rows(browser, tmp_path)] == ["money", "money"]
    assert len(browser.find_elements("css selector", "#choices button")) == 1


def test_lines_are_chosen_by_mouse_and_by_arrows(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    name_sense(browser, "money")
    browser.find_elements("css selector", ".line")[5].click()
    browser.find_element("id", "new-open").click()
    press(browser, "shore", ENTER)
    press(browser, UP, UP, DOWN, "1")
    assert rows(browser, tmp_path) == [("money", MONEY[0]), ("money", SHORE[1])]
    browser.find_element("css selector", "#choices [data-sense='1']").click()
    browser.find_element("id", "none").click()
    assert ("shore", SHORE[2]) in rows(browser, tmp_path)
    assert ("", SHORE[3]) in rows(browser, tmp_path)


def test_labels_that_there_are_stay_in_the_table(open_page: Open, tmp_path: Path) -> None:
    known = [Occurrence("bank", Context(["a", "bank", "loan"]), 1, 2, ("money",))]
    browser = open_page(known=known)
    press(browser, "1")
    assert rows(browser, tmp_path) == [("money", "a bank loan"), ("money", MONEY[0])]


def test_an_estimate_of_accuracy(open_page: Open) -> None:
    browser = open_page()
    name_sense(browser, "money")
    press(browser, "g")
    assert text_of(browser, "estimate") == ""
    name_sense(browser, "shore")
    press(browser, "g")
    assert text_of(browser, "estimate") == " · about 100 % right on new text (± 15)"
    press(browser, DOWN, "1")  # one of four in the second group is now of the first sense
    assert " about 88 % right" in text_of(browser, "estimate")


def test_right_to_left(open_page: Open) -> None:
    browser = open_page(["ئۇ بانك قۇردى .", "چوڭ بانك"], ["دەريا بانك"], word="بانك")
    line = browser.find_element("css selector", ".lines")
    assert browser.execute_script("return getComputedStyle(arguments[0]).direction", line) == "rtl"


def test_keyboards_of_other_scripts(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    name_sense(browser, "money")
    event = "new KeyboardEvent('keydown', {key: arguments[0], code: arguments[1], bubbles: true})"
    browser.execute_script(f"document.body.dispatchEvent({event})", "&", "Digit1")
    browser.execute_script(f"document.body.dispatchEvent({event})", "п", "KeyG")
    assert len(rows(browser, tmp_path)) == 4


@pytest.mark.parametrize("is_dark", [False, True])
def test_phones_and_contrast(open_page: Open, is_dark: bool) -> None:
    browser = open_page([*MONEY, "x" * 300 + " bank"], SHORE)
    if is_dark:
        dark_mode(browser)
    name_sense(browser, "money" * 30, "a house that lends money")
    assert hard_to_read(browser) == []
    small_screen(browser)
    assert not overflows(browser)
    browser.execute_script("scrollTo(0, 1e6)")
    bottom = "return document.querySelector(arguments[0]).getBoundingClientRect()"
    last = browser.execute_script(f"{bottom}.bottom", "main")
    assert last <= browser.execute_script(f"{bottom}.top", "#senses")  # nothing is hidden below the bar


def test_structure_is_told_to_screen_readers(open_page: Open) -> None:
    browser = open_page()
    levels = browser.execute_script("return [...document.querySelectorAll('h1, h2')].map((one) => one.tagName)")
    assert levels == ["H1", "H2", "H2"]
    unnamed = "return [...document.querySelectorAll('button, input')].filter((one) => !one.textContent.trim() && "
    assert browser.execute_script(unnamed + "!(one.labels && one.labels.length)).length") == 0
    assert browser.execute_script("return performance.getEntriesByType('resource').length") == 0

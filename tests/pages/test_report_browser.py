"""The report in a real browser, from disk."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from browser_helpers import check_structure, dark_mode, hard_to_read, overflows, press, small_screen, text_of
from spacy.strings import StringStore

from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.evaluation.agreement import compare_with_gold
from spacy_svd2.tagger.evaluation.scorer import ScoredTokens
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.report.page import report_page
from spacy_svd2.tagger.settings import Settings

pytestmark = pytest.mark.browser

SCRIPT, QUOTED = "<script>hit=1</script>", '"onclick="hit=1'
SENTENCES = [["كىتاب", SCRIPT, QUOTED], ["قەلەملىرىمىزدىن", SCRIPT, "كىتابلارنىڭكىدىن"], ["كىتاب", "cat", QUOTED]]


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Any:
    counts = count_bigrams(SENTENCES * 5, normalize=str, boundaries="stop")
    model = SVD2Model.train(counts, Settings(n_tags=3, w1=6, r1=2, refine=None))
    strings = StringStore()
    rows = [["C0", "C1", "C2"], ["C0", "C1", "C1"], [SCRIPT, QUOTED, SCRIPT]]
    hashes = np.array([[strings.add(text) for text in row] for row in rows], np.uint64)
    agreement = compare_with_gold(ScoredTokens(hashes[0], hashes[1], hashes[2]), strings, model.cluster_names)
    named = model.named({"cat": [SCRIPT], "كىتاب": [QUOTED], SCRIPT: [QUOTED, SCRIPT]})
    curves = [(SCRIPT, [(50, 0.5), (100, 0.6)]), (QUOTED, [(50, 0.6)])]
    path = tmp_path / "report.html"
    path.write_text(
        report_page(named, title=SCRIPT, lang="ug", agreement=agreement, gold_name=QUOTED, curves=curves),
        "utf8",
    )
    browser.get(path.as_uri())
    return browser


def shown(browser: Any) -> list[str]:
    rows = browser.find_elements("css selector", "#rows > tr")
    return [row.find_element("css selector", "th").text for row in rows if row.is_displayed()]


def cluster_of(browser: Any, word: str) -> str:
    script = "return JSON.parse(document.getElementById('data').textContent).find(([word]) => word === arguments[0])[2]"
    return f"C{browser.execute_script(script, word)}"


def search(browser: Any, text: str) -> None:
    field = browser.find_element("id", "search")
    field.clear()
    field.send_keys(text)


def test_search(page: Any) -> None:
    assert shown(page) == ["C0", "C1", "C2"]
    search(page, "كىتاب")
    assert shown(page) == [cluster_of(page, "كىتاب")]
    one, other = cluster_of(page, "كىتاب"), cluster_of(page, "كىتابلارنىڭكىدىن")
    assert text_of(page, "found") == (f"كىتاب {QUOTED}, {one} (10) · كىتابلارنىڭكىدىن {QUOTED}, {other} (5) · 2 words")
    search(page, "CA")
    assert shown(page) == [cluster_of(page, "cat")]
    search(page, "c1")
    assert shown(page) == ["C1"]
    search(page, "nothing")
    assert shown(page) == []
    assert "Nothing found" in text_of(page, "found")
    search(page, " ")
    assert shown(page) == ["C0", "C1", "C2"]


def test_search_by_keyboard(page: Any) -> None:
    for _ in range(30):
        press(page, "\ue004")
        if page.switch_to.active_element.get_attribute("id") == "search":
            break
    press(page, "c", "2")
    assert shown(page) == ["C2"]


def test_words_and_tags_are_text_whatever_they_hold(page: Any) -> None:
    search(page, SCRIPT)
    assert shown(page) == [cluster_of(page, SCRIPT)]
    search(page, QUOTED)
    assert QUOTED in text_of(page, "found")
    for element in page.find_elements("css selector", "bdi, td, th, title, text"):
        assert element.get_attribute("onclick") is None
    assert page.execute_script("return window.hit") is None
    assert page.execute_script("return document.scripts.length") == 2
    assert page.title == f"Tagger report: {SCRIPT}"


def test_words_run_from_right_to_left(page: Any) -> None:
    cell = page.find_element("css selector", "#rows .words")
    assert page.execute_script("return getComputedStyle(arguments[0]).direction", cell) == "rtl"
    assert cell.get_attribute("lang") == "ug"


def test_plots_can_be_seen(page: Any) -> None:
    drawings = page.find_elements("css selector", "svg")
    assert [drawing.accessible_name != "" and drawing.rect["height"] > 100 for drawing in drawings] == [True, True]
    colours = "return [...document.querySelectorAll('polyline')].map((one) => getComputedStyle(one).stroke)"
    first, second, _ = page.execute_script(colours)  # the last is the paper's
    assert "none" not in (first, second)
    assert first != second


def test_no_network_and_small_screens(page: Any) -> None:
    assert page.execute_script("return performance.getEntriesByType('resource').length") == 0
    small_screen(page)
    assert not overflows(page)


@pytest.mark.parametrize("is_dark", [False, True])
def test_all_text_can_be_read(page: Any, is_dark: bool) -> None:
    if is_dark:
        dark_mode(page)
    assert hard_to_read(page) == []


def test_structure_is_told_to_screen_readers(page: Any) -> None:
    check_structure(page)

"""The labelling page in a real browser, from disk, as somebody who labels would use it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser_helpers import dark_mode, overflows, press, small_screen, text_of

from spacy_svd2.corpora.files import CorpusFile
from spacy_svd2.shared.delimited import clean_cell, read_rows
from spacy_svd2.tagger.labelling.advice import LabelRow
from spacy_svd2.tagger.labelling.labels import Labels, read_labels
from spacy_svd2.tagger.labelling.page import label_page
from spacy_svd2.tagger.labelling.suggest import Suggestion
from spacy_svd2.tagger.labelling.tagsets import UPOS, Tag
from spacy_svd2.tagger.labelling.words_file import write_words

pytestmark = pytest.mark.browser

WORDS = ["the", "cat", "sleeps", "now", "run", '"', "this", "often"]
ENTER, TAB, LEFT, SPACE = "\ue007", "\ue004", "\ue012", " "
HOSTILE = ["<script>window.hit = 1</script>", '"><img src=x onerror="window.hit = 1">', "constructor", "__proto__"]

Open = Callable[..., Any]


def suggestions(words: list[str]) -> list[Suggestion]:
    counts = list(range(10, 10 - len(words), -1))
    covered = [sum(counts[: at + 1]) / 100 for at in range(len(words))]
    return [
        Suggestion(word, count, count / 100, ["one", "two"], [("before it", word, "after it")], coverage)
        for word, count, coverage in zip(words, counts, covered, strict=True)
    ]


@pytest.fixture
def open_page(browser: Any, tmp_path: Path) -> Open:
    """Write a page and open it from disk, with nothing kept from earlier."""

    def open_page(words: list[Suggestion] | None = None, tags: list[Tag] = UPOS, **options: Any) -> Any:
        path = tmp_path / "label.html"
        path.write_text(label_page(words or suggestions(WORDS), tags, title="test", **options), "utf8")
        browser.get(path.as_uri())
        browser.execute_script("localStorage.clear()")
        browser.refresh()
        return browser

    return open_page


def labels_of(browser: Any, folder: Path) -> dict[str, tuple[str, ...]]:
    """The labels of the table that the page gives."""
    path = folder / "given.tsv"
    path.write_text(browser.execute_script("return svd2.toTSV()"), "utf8", newline="\n")
    return read_labels(path).tags


def tab_to(browser: Any, id: str) -> None:
    for _ in range(80):
        press(browser, TAB)
        if browser.switch_to.active_element.get_attribute("id") == id:
            return
    pytest.fail(f"{id} can't be reached with the tabulator")


def upload(browser: Any, path: Path) -> str:
    browser.find_element("id", "file").send_keys(str(path))
    time.sleep(0.3)
    return text_of(browser, "message")


def test_an_hour_by_keyboard_alone(open_page: Open, tmp_path: Path, downloads: Path) -> None:
    browser = open_page()
    assert text_of(browser, "word") == "the"
    press(browser, "6", "1", "2", "4", "8")
    assert text_of(browser, "word") == '"'
    press(browser, "u")
    assert text_of(browser, "word") == "run"
    press(browser, "m", "2", "1", ENTER, "c", "s", "4")
    expected = {
        "the": ("DET",),
        "cat": ("NOUN",),
        "sleeps": ("VERB",),
        "now": ("ADV",),
        "run": ("VERB", "NOUN"),
        '"': ("PUNCT",),
        "often": ("ADV",),
    }
    assert labels_of(browser, tmp_path) == expected
    assert text_of(browser, "n-done") == "7"
    assert text_of(browser, "skipped") == ", 1 not sure"
    assert text_of(browser, "coverage") == "48.0%"  # of 10 + 9 + ... + 3, all but the 4 of "this"
    assert "All words are done" in text_of(browser, "message")

    tab_to(browser, "download")
    press(browser, ENTER)
    path = downloads / "words.tsv"
    for _ in range(50):
        if path.exists():
            break
        time.sleep(0.1)
    labels = read_labels(path)
    assert (labels.tags, labels.unlabelled) == (expected, ["this"])
    write_words(tmp_path / "own.tsv", suggestions(WORDS), tags=expected)
    assert path.read_bytes() == (tmp_path / "own.tsv").read_bytes()  # what the page writes is what Python writes


def test_reloading_keeps_the_work(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    press(browser, "6", "s", "m", "2", "1", ENTER)
    before = labels_of(browser, tmp_path)
    browser.refresh()
    assert labels_of(browser, tmp_path) == before == {"the": ("DET",), "sleeps": ("VERB", "NOUN")}
    assert text_of(browser, "word") == "now"
    assert "Your earlier work is back." in text_of(browser, "live")
    press(browser, "u", "u", "u")
    assert labels_of(browser, tmp_path) == {}
    assert text_of(browser, "word") == "the"


def test_moving_about_and_changing_ones_mind(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    press(browser, "6", "1", LEFT, LEFT)
    assert text_of(browser, "word") == "the"
    assert text_of(browser, "current") == "DET"
    assert browser.find_element("css selector", "[data-tag='5']").get_attribute("aria-pressed") == "true"
    press(browser, "5")
    assert text_of(browser, "word") == "sleeps"
    assert labels_of(browser, tmp_path) == {"the": ("PRON",), "cat": ("NOUN",)}
    browser.find_elements("css selector", "#list button")[6].click()
    assert text_of(browser, "word") == "this"


def test_buttons_by_mouse_and_by_tabulator(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    for selector in ("#several", "[data-tag='0']", "[data-tag='1']"):
        browser.find_element("css selector", selector).click()
    press(browser, ENTER)
    assert labels_of(browser, tmp_path) == {"the": ("NOUN", "VERB")}
    tab_to(browser, "several")
    press(browser, SPACE)
    assert browser.find_element("id", "accept").is_enabled() is False
    press(browser, "3", "4", "4")
    tab_to(browser, "accept")
    press(browser, ENTER)
    assert labels_of(browser, tmp_path)["cat"] == ("ADJ",)


def test_keyboards_of_other_scripts(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    event = "new KeyboardEvent('keydown', {key: arguments[0], code: arguments[1], bubbles: true})"
    send = f"document.body.dispatchEvent({event})"
    browser.execute_script(send, "ئ", "KeyN")
    browser.execute_script(send, "&", "Digit1")
    assert labels_of(browser, tmp_path) == {"the": ("NUM",), "cat": ("NOUN",)}


def test_opening_a_table_to_continue(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    press(browser, "6")
    path = tmp_path / "words.tsv"
    path.write_text('tag\tword\nNOUN\tcat\nPUNCT\t""""\nFOO\tnow\nX|SYM\telsewhere\n\tthis\n', "utf8")
    message = upload(browser, path)
    assert message.splitlines()[0] == "2 labels taken from words.tsv."
    assert "Line 4: “now” has a tag that this page does not have: FOO" in message
    assert "Line 5: “elsewhere” is not on this page" in message
    expected = {"the": ("DET",), "cat": ("NOUN",), '"': ("PUNCT",), "elsewhere": ("X", "SYM")}
    assert labels_of(browser, tmp_path) == expected
    assert text_of(browser, "word") == "sleeps"
    browser.refresh()
    assert labels_of(browser, tmp_path) == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"word\ttag\nth\xe9\tDET\n", "not UTF-8"), (b"the\tDET\n", "first line must name"), (b"", "first line must")],
)
def test_files_that_are_no_tables(open_page: Open, tmp_path: Path, content: bytes, message: str) -> None:
    browser = open_page()
    path = tmp_path / "words.tsv"
    path.write_bytes(content)
    assert message in upload(browser, path)
    assert labels_of(browser, tmp_path) == {}


def test_labels_that_the_page_was_made_with(open_page: Open, tmp_path: Path) -> None:
    browser = open_page(labels=Labels("x", [LabelRow("the", ("DET",), (), 2), LabelRow("rare", ("X",), (), 3)]))
    assert text_of(browser, "word") == "cat"
    assert labels_of(browser, tmp_path) == {"the": ("DET",), "rare": ("X",)}


def test_tags_of_ones_own_with_their_universal_tags(open_page: Open, tmp_path: Path) -> None:
    browser = open_page(tags=[Tag("N", "noun", "NOUN"), Tag("V", "verb", "VERB"), Tag("?")])
    press(browser, "1", "m", "1", "2", ENTER, "3")
    path = tmp_path / "given.tsv"
    path.write_text(browser.execute_script("return svd2.toTSV()"), "utf8")
    labels = read_labels(path)
    assert [(row.tags, row.pos) for row in labels.rows] == [
        (("N",), ("NOUN",)),
        (("N", "V"), ("NOUN", "VERB")),
        (("?",), ()),
    ]


def test_words_of_the_corpus_are_text_whatever_they_hold(open_page: Open, tmp_path: Path) -> None:
    words = [Suggestion(word, 1, 0.1, HOSTILE, [(word, word, word)]) for word in HOSTILE]
    browser = open_page(words, [Tag(word, word) for word in HOSTILE])
    for word in HOSTILE:
        assert text_of(browser, "word") == word
        assert text_of(browser, "lines") == f"{word} {word} {word}"
        press(browser, "1")
    assert labels_of(browser, tmp_path) == dict.fromkeys(HOSTILE, (HOSTILE[0],))
    assert browser.execute_script("return window.hit") is None
    assert browser.find_elements("css selector", "img") == []


def test_no_network(open_page: Open) -> None:
    browser = open_page()
    assert browser.execute_script("return performance.getEntriesByType('resource').map((one) => one.name)") == []
    blocked = (
        "const done = arguments[0];"
        "document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));"
        "fetch('data:text/plain,x').catch(() => {})"
    )
    assert browser.execute_async_script(blocked) == "connect-src"
    browser.get_log("browser")  # the breach was meant


def test_right_to_left(open_page: Open) -> None:
    line = ("مەن بۇ", "كىتاب", "نى ئوقۇدۇم")
    browser = open_page([Suggestion("كىتاب", 5, 0.5, ["دەپتەر", "قەلەم"], [line])], lang="ug")
    word = browser.find_element("id", "word")
    assert browser.execute_script("return getComputedStyle(arguments[0]).direction", word) == "rtl"
    assert word.get_attribute("lang") == "ug"
    left, middle, right = (
        browser.find_element("css selector", f"#lines {one}").rect["x"]
        for one in (".left bdi", "b", ".left ~ span bdi")
    )
    assert left > middle > right
    first, second = (one.rect["x"] for one in browser.find_elements("css selector", "#companions li"))
    assert first > second


def test_left_to_right(open_page: Open) -> None:
    browser = open_page()
    left, middle = (browser.find_element("css selector", f"#lines {one}").rect["x"] for one in (".left bdi", "b"))
    assert left < middle


def test_screen_readers_are_told(open_page: Open) -> None:
    browser = open_page()
    live = browser.find_element("id", "live")
    assert live.get_attribute("aria-live") == "polite"
    press(browser, "6")
    assert text_of(browser, "live") == "the: DET. Word 2 of 8: cat. 9 times."
    press(browser, "m", "1", "2")
    assert text_of(browser, "live") == "Chosen: NOUN, VERB"
    press(browser, "u", "u")
    assert text_of(browser, "live") == "Undone. Word 1 of 8: the. 10 times."
    buttons = [one for one in browser.find_elements("css selector", "button") if one.is_displayed()]
    assert len(buttons) > 30
    assert all(one.accessible_name.strip() for one in buttons)
    bar = browser.find_element("id", "bar")
    assert (bar.aria_role, bar.get_attribute("aria-valuenow")) == ("progressbar", "0")


def test_focus_can_be_seen(open_page: Open) -> None:
    browser = open_page()
    tab_to(browser, "skip")
    style = browser.execute_script("return getComputedStyle(document.activeElement).outline")
    assert "solid 3px" in style


def test_small_screens_need_no_scrolling_sideways(open_page: Open) -> None:
    words = [Suggestion("x" * 60, 1, 0.1, ["y" * 60], [("a" * 60, "x" * 60, "b " * 30)])]
    browser = open_page(words)
    small_screen(browser)
    assert not overflows(browser)
    rows = {one.rect["y"] for one in browser.find_elements("css selector", ".tag")}
    assert len(rows) == 6  # 17 tags, three beside each other


def test_dark_and_light(open_page: Open) -> None:
    browser = open_page()
    colour = "return getComputedStyle(document.body).backgroundColor"
    light = browser.execute_script(colour)
    dark_mode(browser)
    assert light == "rgb(246, 245, 241)"
    assert browser.execute_script(colour) == "rgb(21, 24, 29)"


TABLES = [
    'word\ttag\n"\tP\n"a, b"\tN\n"say ""x"""\tV\n"one\n\ntwo"\tX\n\nthe\tD\n"tis\tA\n5"\tN\n',
    'word;tag;note\nthe;D;"a; ""b"""\n"a, b";X\u200b;\n"""";P\n;;\n"c\nd";Y;\n',
    'Tag,Word,note\nD,the,"a\n\nb"\nX,"a, b",\nP,"""",\n',
    "a;b\nc;d\n",
    "a, b\nc, d\n",
    '"x\ty\n"z\tw"\n',
    "\ufeff\n\u3000\n\x1c\na\t\n",
    "",
]


@pytest.mark.parametrize("encoding", ["utf8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_the_page_reads_tables_as_python_does(open_page: Open, tmp_path: Path, encoding: str) -> None:
    browser = open_page()
    names = {"word": ["word"], "tag": ["tag"]}
    script = "return tableReader.readRows(tableReader.decode(new Uint8Array(arguments[0])), arguments[1])"
    for text in TABLES:
        path = tmp_path / "table.tsv"
        path.write_bytes(text.encode(encoding))
        expected = [list(row) for row in read_rows(CorpusFile(path).lines(is_table=True), names)]
        assert browser.execute_script(script, list(path.read_bytes()), names) == expected


def test_the_page_cleans_cells_as_python_does(open_page: Open) -> None:
    browser = open_page()
    cells = [f"{chr(code)}A{chr(code)}B{chr(code)}" for code in [*range(0xD800), *range(0xE000, 0x10000)]]
    found = browser.execute_script("return arguments[0].map(tableReader.cleanCell)", cells)
    assert [cell for cell, clean in zip(cells, found, strict=True) if clean_cell(cell) != clean] == []

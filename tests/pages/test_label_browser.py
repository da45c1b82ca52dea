"""The labelling page in a real browser, from disk, as somebody who labels would use it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser_helpers import dark_mode, overflows, press, text_of

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
ENTER, TAB, LEFT, SPACE, ESCAPE = "\ue007", "\ue004", "\ue012", " ", "\ue00c"
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
    assert "All words are done. Now download words.tsv" in text_of(browser, "message")
    assert "svd2 name" in text_of(browser, "message")
    message = browser.find_element("id", "message")
    assert (message.get_attribute("role"), message.get_attribute("class")) == ("status", "message is-good")

    tab_to(browser, "download")
    press(browser, ENTER)
    path = downloads / "words.tsv"
    for _ in range(50):
        if path.exists():
            break
        time.sleep(0.1)
    labels = read_labels(path)
    assert (labels.tags, labels.unlabelled) == (expected, ["this"])
    assert labels.skipped == ["this"]
    assert [row.word for row in labels.rows if row.is_ordered] == ["run"]
    write_words(tmp_path / "own.tsv", suggestions(WORDS), tags=expected, skipped=labels.skipped, ordered=["run"])
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


OTHERS = "word\ttag\tnote\nthe\tPRON\t\ncat\tNOUN\t\nsleeps\tAUX\t\nnow\tADV\t\nrun\t\tskipped\nfar\tX\t\n"


def test_conflicts_of_two_annotators(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    press(browser, "6", "1", "2")
    mine = {"the": ("DET",), "cat": ("NOUN",), "sleeps": ("VERB",)}
    path = tmp_path / "others.tsv"
    path.write_text(OTHERS, "utf8")
    upload(browser, path)
    dialog = browser.find_element("id", "conflicts")
    assert dialog.is_displayed()
    assert text_of(browser, "conflicts-title") == "2 words with other tags in others.tsv than here"
    labels = [one.text for one in dialog.find_elements("css selector", "label")]
    assert labels[:3] == ["Keep DET", "Take PRON", "Both: DET | PRON"]
    assert labels_of(browser, tmp_path) == mine  # nothing is taken before the choice
    press(browser, "1")  # keys are for the dialog
    assert labels_of(browser, tmp_path) == mine
    dialog.find_elements("css selector", "input[value=both]")[0].click()
    dialog.find_elements("css selector", "input[value=take]")[1].click()
    browser.find_element("id", "conflicts-apply").click()
    expected = {"the": ("DET", "PRON"), "cat": ("NOUN",), "sleeps": ("AUX",), "now": ("ADV",), "far": ("X",)}
    time.sleep(0.1)
    assert labels_of(browser, tmp_path) == expected
    assert text_of(browser, "skipped") == ", 1 not sure"
    first = text_of(browser, "message").splitlines()[0]
    assert first == "3 labels taken from others.tsv (1 not sure, 1 the same here already)."
    browser.refresh()
    press(browser, "u")  # the whole file
    assert labels_of(browser, tmp_path) == mine
    assert text_of(browser, "skipped") == ""
    press(browser, "u")
    assert labels_of(browser, tmp_path) == {"the": ("DET",), "cat": ("NOUN",)}


@pytest.mark.parametrize(("choice", "the"), [("keep", ("DET",)), ("take", ("PRON",)), ("both", ("DET", "PRON"))])
def test_all_conflicts_at_once_by_keyboard(open_page: Open, tmp_path: Path, choice: str, the: tuple[str, ...]) -> None:
    browser = open_page()
    press(browser, "6", "1", "2")
    path = tmp_path / "others.tsv"
    path.write_text(OTHERS, "utf8")
    upload(browser, path)
    for target in (f"button[data-all={choice}]", "#conflicts-apply"):
        for _ in range(20):
            if browser.switch_to.active_element == browser.find_element("css selector", target):
                break
            press(browser, TAB)
        press(browser, ENTER)
    time.sleep(0.1)
    assert labels_of(browser, tmp_path)["the"] == the
    assert ("2 kept as here" in text_of(browser, "message")) == (choice == "keep")


def test_a_conflict_left_undecided_changes_nothing(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    press(browser, "6")
    path = tmp_path / "others.tsv"
    path.write_text(OTHERS, "utf8")
    upload(browser, path)
    press(browser, ESCAPE)
    time.sleep(0.1)
    assert labels_of(browser, tmp_path) == {"the": ("DET",)}
    assert text_of(browser, "message") == "Nothing was taken from others.tsv."
    upload(browser, path)
    assert browser.find_element("id", "conflicts").is_displayed()  # the same file can be opened again
    browser.find_element("id", "conflicts-cancel").click()


def test_conflicts_about_words_that_are_not_on_the_page(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    for tag in ("X", "SYM"):
        (tmp_path / "words.tsv").write_text(f"word\ttag\nfar\t{tag}\n", "utf8")
        upload(browser, tmp_path / "words.tsv")
    browser.find_element("css selector", "button[data-all=both]").click()
    browser.find_element("id", "conflicts-apply").click()
    time.sleep(0.1)
    assert labels_of(browser, tmp_path) == {"far": ("X", "SYM")}
    press(browser, "u")
    assert labels_of(browser, tmp_path) == {"far": ("X",)}
    press(browser, "u")
    assert labels_of(browser, tmp_path) == {}


def test_a_file_that_disagrees_with_itself(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    (tmp_path / "words.tsv").write_text("word\ttag\nthe\tDET\nthe\tPRON\nthe\tDET\n\tNOUN\n", "utf8")
    lines = upload(browser, tmp_path / "words.tsv").splitlines()
    assert lines == [
        "1 label taken from words.tsv.",
        "Line 3: “the” has other tags in line 2. Not taken.",
        "Line 5: the tag NOUN has no word. Not taken.",
    ]
    assert labels_of(browser, tmp_path) == {"the": ("DET",)}


def test_long_lists_of_problems_are_shortened(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    rows = "".join(f"far{number}\tX\n" for number in range(200))
    (tmp_path / "words.tsv").write_text(f"word\ttag\n{rows}", "utf8")
    lines = upload(browser, tmp_path / "words.tsv").splitlines()
    assert len(lines) == 12
    assert lines[-1] == "... and 190 more lines"
    assert len(labels_of(browser, tmp_path)) == 200


def test_skipped_words_come_back(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    press(browser, "6", "s", "2", "s")
    path = tmp_path / "words.tsv"
    path.write_text(browser.execute_script("return svd2.toTSV()"), "utf8", newline="\n")
    labels = read_labels(path)
    assert labels.skipped == ["cat", "now"]
    browser.execute_script("localStorage.clear()")  # as on another computer
    browser.refresh()
    assert upload(browser, path) == "2 labels taken from words.tsv (2 not sure)."
    assert text_of(browser, "skipped") == ", 2 not sure"
    assert text_of(browser, "word") == "run"
    assert browser.execute_script("return svd2.toTSV()") == path.read_text("utf8")
    browser = open_page(labels=labels)
    assert text_of(browser, "skipped") == ", 2 not sure"


def table_of(browser: Any, folder: Path) -> tuple[Path, Labels]:
    """The table that the page gives, and what is read from it."""
    path = folder / "table.tsv"
    path.write_text(browser.execute_script("return svd2.toTSV()"), "utf8", newline="\n")
    return path, read_labels(path)


def test_words_that_depend_on_the_sentence(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    press(browser, "d", "1", "m", "2", "1", "d", LEFT, LEFT)  # without a tag; a noun; chosen tags; back to the noun
    assert text_of(browser, "word") == "cat"
    press(browser, "d")  # a noun, and it depends
    path, labels = table_of(browser, tmp_path)
    assert labels.tags == {"cat": ("NOUN",), "sleeps": ("VERB", "NOUN")}
    assert labels.depends == ["the", "cat", "sleeps"]
    assert [row.word for row in labels.rows if row.is_ordered] == ["sleeps"]
    own = tmp_path / "own.tsv"
    write_words(own, suggestions(WORDS), tags=labels.tags, depends=labels.depends, ordered=["sleeps"])
    assert path.read_bytes() == own.read_bytes()
    assert text_of(browser, "skipped") == ", 3 depend on the sentence"
    assert text_of(browser, "n-done") == "2"
    assert text_of(browser, "word") == "now"
    press(browser, "u")
    assert text_of(browser, "current") == "NOUN"
    assert table_of(browser, tmp_path)[1].depends == ["the", "sleeps"]
    press(browser, "u", "u", "u")
    assert browser.execute_script("return svd2.state.answers.every((one) => one === null)")


def test_words_that_depend_come_back(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    press(browser, "d", "1", "d", "s")
    path, labels = table_of(browser, tmp_path)
    before = path.read_text("utf8")
    browser.refresh()
    assert text_of(browser, "skipped") == ", 1 not sure, 2 depend on the sentence"
    browser.execute_script("localStorage.clear()")  # as on another computer
    browser.refresh()
    assert upload(browser, path) == "1 label taken from table.tsv (1 not sure, 2 depend on the sentence)."
    assert browser.execute_script("return svd2.toTSV()") == before
    press(browser, "u")
    assert table_of(browser, tmp_path)[1].depends == []
    browser = open_page(labels=labels)
    assert browser.execute_script("return svd2.toTSV()") == before
    path.write_text("word\ttag\tnote\ncat\tVERB\tit depends\nelsewhere\t\tdepends\n", "utf8")
    upload(browser, path)
    press(browser, TAB, TAB, TAB)
    browser.find_element("id", "conflicts-apply").click()  # the tag here stays, and the mark is taken
    time.sleep(0.2)
    found = table_of(browser, tmp_path)[1]
    assert (found.tags["cat"], found.depends) == (("NOUN",), ["the", "cat", "sleeps", "elsewhere"])


def test_the_button_for_words_that_depend_on_a_phone(open_page: Open, tmp_path: Path) -> None:
    arabic = [Suggestion(word, 3, 0.1, ["كلمة"], [("قبل", word, "بعد")]) for word in ("كتاب", "من")]
    browser = open_page(arabic)
    set_window(browser, 390, 844)
    browser.refresh()
    button = browser.find_element("id", "depends")
    button.click()
    assert text_of(browser, "word") == "من"
    assert table_of(browser, tmp_path)[1].depends == ["كتاب"]
    browser.find_element("id", "previous").click()
    assert (button.get_attribute("aria-pressed"), text_of(browser, "current")) == ("true", "it depends")
    assert not overflows(browser)
    assert len({box["top"] for box in boxes(browser, ".actions button")}) == 1


def test_work_that_an_earlier_page_kept(open_page: Open, tmp_path: Path) -> None:
    browser = open_page()
    kept = {"answers": [["DET"], None, "skip", *[None] * 5], "at": 3, "history": [[0, None], [2, None]], "others": []}
    key = browser.execute_script("return JSON.parse(document.getElementById('data').textContent).key")
    browser.execute_script("localStorage.setItem(arguments[0], JSON.stringify(arguments[1]))", key, kept)
    browser.refresh()
    press(browser, "u", "u")
    assert labels_of(browser, tmp_path) == {}
    assert text_of(browser, "word") == "the"


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


def test_the_order_of_several_tags_is_kept_where_somebody_chose_it(open_page: Open, tmp_path: Path) -> None:
    given = tmp_path / "given.tsv"
    given.write_text("word\ttag\torder\ncat\tX|NOUN\tfrequency\nrun\tNOUN|VERB\t\n")
    browser = open_page(labels=read_labels(given))

    def ordered() -> list[str]:
        path = tmp_path / "read.tsv"
        path.write_text(browser.execute_script("return svd2.toTSV()"), "utf8", newline="")
        return [row.word for row in read_labels(path).rows if row.is_ordered]

    assert ordered() == ["cat"]
    press(browser, "m", "2", "1", ENTER)  # the first word
    assert ordered() == ["the", "cat"]
    press(browser, "u")
    assert ordered() == ["cat"]
    given.write_text("word\ttag\torder\nthe\tX|NOUN\tfrequency\n")
    upload(browser, given)
    assert ordered() == ["the", "cat"]


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


LONG = [Suggestion("x" * 60, 1, 0.1, ["y" * 60] * 8, [("a" * 60, "x" * 60, "b " * 30)] * 9)]
MANY_TAGS = [Tag(f"TAG.{number}", f"a gloss of tag {number}") for number in range(40)]


def boxes(browser: Any, selector: str) -> list[dict[str, float]]:
    """Where the visible elements stand in the window: top, bottom, left, right."""
    script = (
        "return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility())"
        ".map((one) => { const {top, bottom, left, right} = one.getBoundingClientRect();"
        " return {top, bottom, left, right}; })"
    )
    return browser.execute_script(script, selector)


def set_window(browser: Any, width: int, height: int) -> None:
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1366, 625), (1280, 600), (1920, 950), (1024, 768)])
@pytest.mark.parametrize("tags", [UPOS, MANY_TAGS], ids=["upos", "many"])
def test_all_is_above_the_fold(open_page: Open, tags: list[Tag], width: int, height: int) -> None:
    browser = open_page(LONG + suggestions(WORDS), tags)
    set_window(browser, width, height)
    shown = boxes(
        browser, ".tag, #several, #skip, #depends, #undo, #previous, #next, #word, #download, #list-part summary"
    )
    assert len(shown) == len(tags) + 9
    assert all(box["top"] >= 0 and box["bottom"] <= height and box["right"] <= width for box in shown)
    assert browser.execute_script("return document.documentElement.scrollHeight") <= height
    assert not overflows(browser)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740), (844, 390), (1366, 768), (768, 1024)])
def test_buttons_stay_where_they_are(open_page: Open, width: int, height: int) -> None:
    browser = open_page(LONG + suggestions(WORDS))
    set_window(browser, width, height)
    selector = ".tag, #several, #depends, #undo, #previous, #next"
    before = boxes(browser, selector)
    press(browser, "1")  # from a word with much context to one with little
    assert boxes(browser, selector) == before
    press(browser, "m")
    assert boxes(browser, ".tag") == before[:17]
    assert boxes(browser, "#accept")[0]["top"] == boxes(browser, "#several")[0]["top"]
    assert all(box["bottom"] <= height for box in boxes(browser, "#accept, #several"))


@pytest.mark.parametrize("tags", [UPOS, MANY_TAGS], ids=["upos", "many"])
def test_a_bar_for_thumbs_on_phones(open_page: Open, tags: list[Tag]) -> None:
    browser = open_page(LONG + suggestions(WORDS), tags)
    set_window(browser, 390, 844)
    browser.refresh()
    assert not overflows(browser)
    assert browser.execute_script("return getComputedStyle(document.getElementById('tags')).position") == "fixed"
    shown = boxes(browser, ".tag, .actions button")
    assert len(shown) == len(tags) + 6
    assert all(box["top"] > 844 * 0.4 and box["bottom"] <= 844 for box in shown)
    assert all(box["bottom"] - box["top"] >= 36 for box in shown)
    assert boxes(browser, ".tags kbd") == []
    assert boxes(browser, "#word")[0]["top"] < 200
    assert text_of(browser, "ask") == "What is it most of the time?"
    browser.execute_script("scrollTo(0, 1e6)")
    assert boxes(browser, ".tag, .actions button") == shown
    assert boxes(browser, ".help")[0]["bottom"] <= shown[0]["top"]  # nothing is hidden under the bar
    browser.find_element("css selector", ".tag").click()
    assert boxes(browser, "#card")[0]["top"] >= 0  # the next word is in view


def test_several_tags_say_what_comes_next(open_page: Open) -> None:
    browser = open_page()
    assert "Press the key" in text_of(browser, "ask")
    press(browser, "m")
    assert text_of(browser, "ask").endswith("then press Enter")
    assert browser.find_element("id", "ask").is_displayed()
    assert browser.find_element("id", "accept").is_displayed()
    set_window(browser, 390, 844)
    press(browser, "1")
    assert text_of(browser, "ask").endswith("then Accept")
    assert text_of(browser, "current") == "NOUN"


def test_dark_and_light(open_page: Open) -> None:
    browser = open_page()
    colour = "return getComputedStyle(document.body).backgroundColor"
    light = browser.execute_script(colour)
    dark_mode(browser)
    assert light == "rgb(246, 245, 241)"
    assert browser.execute_script(colour) == "rgb(21, 24, 29)"


def test_labels_arrive_at_their_words_however_these_are_encoded(open_page: Open, tmp_path: Path) -> None:
    """The last two words, of an old pipeline, look alike: each keeps its own label."""
    words = ["café", "việt", "the", "\ufeffthe"]
    browser = open_page(suggestions(words))
    path = tmp_path / "theirs.tsv"
    rows = "word\ttag\ncafe\u0301\tNOUN\nvie\u0323\u0302t\tPROPN\nthe\tDET\n\ufeffthe\tX\n"
    path.write_text(rows, "utf8")
    assert "4 labels taken" in upload(browser, path)
    labels = labels_of(browser, tmp_path)
    assert labels == {"café": ("NOUN",), "việt": ("PROPN",), "the": ("DET",), "\ufeffthe": ("X",)}


TABLES = [
    'word\ttag\n"\tP\n"a, b"\tN\n"say ""x"""\tV\n"one\n\ntwo"\tX\n\nthe\tD\n"tis\tA\n5"\tN\n',
    'word;tag;note\nthe;D;"a; ""b"""\n"a, b";X\u200b;\n"""";P\n;;\n"c\nd";Y;\n',
    'Tag,Word,note\nD,the,"a\n\nb"\nX,"a, b",\nP,"""",\n',
    "a;b\nc;d\n",
    "sep=;\nword;tag\na,b;X\n",
    '"SEP=,"\na b, c\n',
    "sep=;",
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

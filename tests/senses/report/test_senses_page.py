"""The report on senses: what is in it, and that nothing from the data gets through as markup."""

from html.parser import HTMLParser

import numpy as np
import pytest

from spacy_svd2.senses.evaluation.evaluate import AnsweredOccurrence
from spacy_svd2.senses.evaluation.scoring import score_senses
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.sense_model import Occurrence, train_senses
from spacy_svd2.senses.report import page as page_module
from spacy_svd2.senses.report.page import count_confusions, render_report, snippet
from spacy_svd2.senses.report.scatter import HEIGHT, MARGIN, MAX_POINTS, SHAPES, WIDTH, make_marks, make_scatter

EVIL = "<script>alert(1)</script>"


def occurrence(text: str, sense: str, word: str = "bank") -> Occurrence:
    words = text.split()
    place = words.index("bank")
    return Occurrence(word, Context(words), place, place + 1, (sense,))


TRAIN = [
    occurrence("muddy bank of the river", "shore"),
    occurrence("steep bank of the stream", "shore"),
    occurrence("central bank of the state", "money"),
    occurrence("rich bank of the town", "money"),
    occurrence("low bank of the river", "shore"),
]


class Tags(HTMLParser):
    """Every element and attribute of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.data: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.data.append(data)


def page(sense: str = "shore", word: str = "bank", text: str = "the bank", title: str = "Report") -> str:
    train = [Occurrence(word, one.context, one.start, one.end, one.senses) for one in TRAIN]
    train.append(occurrence("soft bank", sense, word))
    model = train_senses(train)
    answered = [AnsweredOccurrence(occurrence("wet bank of a river", "shore", word), "shore", 0.9)]
    answered.append(AnsweredOccurrence(occurrence(text, sense, word), "money", 0.6))
    answers = [item.answer for item in answered]
    scores = score_senses([word] * 2, [item.gold for item in answered], answers)
    return render_report(
        model, title=title, answered=answered, scores=scores, glosses={word: {sense: f"gloss {sense}"}}
    )


def test_a_page_says_what_it_should() -> None:
    found = Tags(page())
    text = " ".join(" ".join(found.data).split())
    assert "Accuracy 50.0% 95 % interval 0.0% to 100.0%" in text
    assert "1 of 2 correct (50.0%)" in text
    assert "bank 2 6 2 1 50.0%" in text  # senses, training contexts, gold contexts, errors
    assert "gloss shore" in text
    assert "shore gloss shore 4 2 100.0% 50.0%" in text  # training, gold, precision, recall
    assert "money shore the bank" in text  # the error
    assert found.names.count("use") == 6 + 2 + 2  # training contexts, gold contexts, legend
    assert found.names.count("mark") == 1


@pytest.mark.parametrize("option", ["sense", "word", "text", "title"])
def test_markup_in_the_data_is_text(option: str) -> None:
    value = {"text": f"{EVIL} bank \"'><img src=x onerror=alert(1)>"}.get(option, f"{EVIL}\"'><b onclick=x>")
    found = Tags(page(**{option: value}))
    assert found.names.count("script") == 1
    assert not {"img", "b"} & set(found.names)
    assert not {"onerror", "onclick", "src"} & {name for name, _ in found.attributes}
    assert any("alert(1)" in text for text in found.data)


def test_nothing_is_loaded() -> None:
    found = Tags(page())
    linked = {str(value) for name, value in found.attributes if name in ("href", "src")}
    assert {value for value in linked if not value.startswith("#")} == {"data:,"}
    assert "http:" not in page()
    assert "https:" not in page()
    assert not {"style", "onclick"} & {name for name, _ in found.attributes}
    assert "unsafe" not in page()


def test_without_gold() -> None:
    text = render_report(train_senses(TRAIN), title="R")
    assert "Answers by correct sense" not in text
    assert "gold contexts" not in text


def test_confusions_count_correct_answers_for_themselves() -> None:
    def answer_occurrences(gold: tuple[str, ...], answer: str) -> AnsweredOccurrence:
        return AnsweredOccurrence(Occurrence("w", Context(["w"]), 0, 1, gold), answer)

    items = [
        answer_occurrences(("a", "b"), "b"),
        answer_occurrences(("a", "b"), "c"),
        answer_occurrences(("b",), ""),
        answer_occurrences(("b",), "b"),
    ]
    found = count_confusions(items, ["b", "a"])
    assert (found.rows, found.columns) == (["b", "a"], ["b", "(none)", "c"])
    assert found.counts == [[2, 1, 0], [0, 0, 1]]


def many_words(n: int, senses: tuple[str, str] = ("shore", "money")) -> list[Occurrence]:
    texts = [("muddy bank of the river", senses[0]), ("central bank of the state", senses[1])]
    return [occurrence(text, sense, f"bank{number}") for number in range(n) for text, sense in texts]


def test_the_page_stays_of_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_module, "MAX_WORDS", 2)
    train = many_words(4)
    items = [AnsweredOccurrence(one, "money") for one in many_words(1) * 30 + train]
    scores = score_senses([i.occurrence.word for i in items], [i.gold for i in items], [i.answer for i in items])
    found = Tags(render_report(train_senses(train), title="R", answered=items, scores=scores))
    text = " ".join(" ".join(found.data).split())
    assert found.names.count("details") == 2
    assert "Only the first 2 of 4 words are drawn, those with the most errors." in text
    assert "Errors (the first 20 of 31)" in text
    assert found.names.count("mark") == 20 + 1
    assert [name for name, _ in found.attributes].count("open") == 0


def test_gold_words_that_the_pipeline_does_not_know_are_named() -> None:
    items = [AnsweredOccurrence(occurrence("a bank", "x", f"far{number}"), "") for number in range(25)]
    scores = score_senses([i.occurrence.word for i in items], [i.gold for i in items], [i.answer for i in items])
    text = " ".join(
        "".join(Tags(render_report(train_senses(TRAIN), title="R", answered=items, scores=scores)).data).split()
    )
    assert "25 of the gold words are not known to this pipeline: far0 (1), far1 (1)" in text
    assert "far19 (1), ..." in text
    assert "far20" not in text


def test_words_and_contexts_run_in_their_direction() -> None:
    train = [Occurrence("كتاب", Context(["هذا", "كتاب", sense]), 1, 2, (sense,)) for sense in ("a", "b")]
    items = [AnsweredOccurrence(train[0], "b")]
    scores = score_senses(["كتاب"], [("a",)], ["b"])
    text = render_report(train_senses(train), title="R", answered=items, scores=scores, lang="ar")
    assert 'class="words" dir="rtl" lang="ar">هذا <mark>كتاب</mark>' in text


def test_snippet_is_cut_on_both_sides() -> None:
    one = Occurrence("b", Context(["aaaa", "b", "cccc"]), 1, 2)
    assert snippet(one, 100) == ("aaaa ", "b", " cccc")
    assert snippet(one, 3) == ("…aa ", "b", " cc…")


def test_scatter_fills_the_drawing_and_puts_outlines_on_top() -> None:
    marks = make_marks(["a", "b"])
    places = np.array([[0.0, -1.0], [2.0, 1.0], [1.0, 0.0]])
    found = make_scatter(places, marks, [0, 1, -1], ["p", "q", "r"], [True, False, False])
    assert [(point.title, point.x, point.y) for point in found.points] == [
        ("q", WIDTH - MARGIN, MARGIN),
        ("r", WIDTH / 2, HEIGHT / 2),
        ("p", MARGIN, HEIGHT - MARGIN),
    ]
    assert [point.mark.name for point in found.points] == ["b", "without a sense", "a"]


@pytest.mark.parametrize("width", [0, 1, 2])
def test_scatter_of_few_components_and_many_points(width: int) -> None:
    size = MAX_POINTS + 3
    found = make_scatter(np.zeros((size, width)), make_marks(["a"]), [0] * size, [""] * size, [False] * size)
    assert (len(found.points), found.left_out) == (MAX_POINTS, 3)


def test_marks_differ_in_colour_and_shape() -> None:
    marks = make_marks([str(n) for n in range(9)])
    assert [mark.number for mark in marks] == [0, 1, 2, 3, 4, 5, 6, 7, 7]
    assert len(set(SHAPES)) == len(SHAPES) == 8

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

from spacy_svd2.shared.pages import direction, language
from spacy_svd2.tagger.labelling.advice import LabelRow
from spacy_svd2.tagger.labelling.labels import Labels
from spacy_svd2.tagger.labelling.page import label_page, page_data
from spacy_svd2.tagger.labelling.suggest import Suggestion
from spacy_svd2.tagger.labelling.tagsets import UPOS, Tag

HOSTILE = [
    "</script><script>alert(1)</script>",
    '" onmouseover="alert(1)',
    "<!--",
    "]]>",
    "&lt;",
    "'><b>",
    "constructor",
]


class Page(HTMLParser):
    """What a browser would see: tags, and the text of each script."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.content: dict[str, list[str]] = {"script": [], "style": []}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] in self.content and data.strip():
            self.content[self.tags[-1][0]].append(data)

    def attributes(self, name: str) -> list[str]:
        return [values[name] or "" for _, values in self.tags if name in values]


def hostile_page() -> str:
    words = [Suggestion(word, 1, 0.1, HOSTILE, [(word, word, word)]) for word in HOSTILE]
    return label_page(words, [Tag(word, word) for word in HOSTILE], title=HOSTILE[0], lang='x" y="')


def test_page_is_self_contained() -> None:
    page = Page(hostile_page())
    assert page.attributes("src") == []
    assert set(page.attributes("href")) <= {"#tags", "data:,"}
    assert not re.search(r"url\(|@import|https?:", "".join(page.content["style"] + page.content["script"][1:]))


def test_policy_allows_the_style_and_the_script_by_hash_and_nothing_else() -> None:
    page = Page(hostile_page())
    policy = next(values["content"] for _, values in page.tags if values.get("http-equiv") == "Content-Security-Policy")
    data, script = page.content["script"]
    for kind, source in (("script", script), ("style", page.content["style"][0])):
        hashed = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{hashed}';" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert json.loads(data)["words"][0]["word"] == HOSTILE[0]


def test_no_word_becomes_markup() -> None:
    page = Page(hostile_page())
    assert [tag for tag, _ in page.tags].count("script") == 2
    assert "b" not in {tag for tag, _ in page.tags}
    assert page.attributes("onmouseover") == []
    assert 'x" y="' in page.attributes("lang")


def test_no_style_attributes_for_the_policy_forbids_them() -> None:
    assert Page(hostile_page()).attributes("style") == []


def test_data() -> None:
    words = [Suggestion("kitap", 5, 0.5, ["ev"], [("bu", "kitap", "")]), Suggestion("كتاب", 3, 0.3)]
    labels = Labels("x", [LabelRow("kitap", ("NOUN",), (), 2), LabelRow("rare", ("X", "SYM"), (), 3)])
    data = page_data(words, UPOS, labels)
    assert [(one["word"], one["dir"]) for one in data["words"]] == [("kitap", "ltr"), ("كتاب", "rtl"), ("rare", "ltr")]
    assert data["labels"] == {"kitap": ["NOUN"], "rare": ["X", "SYM"]}
    assert data["words"][0]["lines"] == [("bu", "kitap", "")]
    assert data["pos"] is False
    assert page_data(words, [Tag("N", "", "NOUN")])["pos"] is True


def test_key_changes_with_words_tags_and_labels_only() -> None:
    words = [Suggestion("a", 1, 0.1), Suggestion("b", 1, 0.1)]
    first = page_data(words, UPOS)["key"]
    assert first == page_data([Suggestion("a", 9, 0.2, ["c"]), words[1]], UPOS)["key"]
    labels = Labels("x", [LabelRow("a", ("X",), (), 2)])
    others = [page_data(words[::-1], UPOS), page_data(words, UPOS[1:]), page_data(words, UPOS, labels)]
    assert len({first, *(one["key"] for one in others)}) == 4


@pytest.mark.parametrize(
    ("text", "expected"), [("abc", "ltr"), ("كتاب (a)", "rtl"), ("שלום", "rtl"), ("123 .", "ltr"), ("", "ltr")]
)
def test_direction(text: str, expected: str) -> None:
    assert direction(text) == expected


def test_language() -> None:
    assert (language("xx"), language("ug")) == ("", "ug")

"""What the page for labelling occurrences shows, before any browser sees it."""

import json
import random
from pathlib import Path

import spacy

from spacy_svd2.senses.corpora.unlabelled_texts import UnlabelledTexts
from spacy_svd2.senses.labelling.page import choose_groups, senses_page
from spacy_svd2.senses.labelling.reading import WordInTexts, read_word

TOPICS = {"money": ["loan", "interest", "account", "credit"], "shore": ["river", "reeds", "muddy", "stream"]}


def word(folder: Path, labels: str = "") -> WordInTexts:
    chance = random.Random(0)
    lines = []
    for number in range(40):
        topic = list(TOPICS.values())[number % 2]
        lines.append(" ".join([*chance.sample(topic, 2), "bank", *chance.sample(topic, 3), str(number)]) + "\n")
    (folder / "raw.txt").write_text("".join(lines))
    (folder / "labels.tsv").write_text(labels)
    texts = UnlabelledTexts.open([folder / "raw.txt"])
    return read_word("bank", texts, spacy.blank("en"), labels=folder / "labels.tsv" if labels else None)


def data_of(page: str) -> dict[str, object]:
    return json.loads(page.split('id="data">')[1].split("</script>")[0])


def test_groups_are_shown_by_their_most_typical_members(tmp_path: Path) -> None:
    found = word(tmp_path)
    groups, points = choose_groups(found, 8)
    assert [(group.size, len(group.snippets)) for group in groups] == [(20, 4), (20, 4)]
    for group in groups:
        topics = {name for one in group.snippets for name, topic in TOPICS.items() if topic[0] in one.left + one.right}
        assert len(topics) <= 1
    assert len(points) == 40
    assert [len(group.snippets) for group in choose_groups(found, 5)[0]] == [4, 1]


def test_labels_are_kept_and_not_asked_for_again(tmp_path: Path) -> None:
    rows = [
        "sense\tleft\ttarget\tright\tword\tgloss",
        "money\tloan credit \tbank\t account today\tbank\ta house for money",
        "shore\tmuddy river \tbank\t reeds stream\tbank\t",
    ]
    found = word(tmp_path, "\n".join(rows) + "\n")
    data = data_of(senses_page(found, 6, title="bank", lang="en", glosses={"money": "a house for money"}))
    assert data["senses"] == [{"name": "money", "gloss": "a house for money"}, {"name": "shore", "gloss": ""}]
    assert data["known"] == [
        ["money", "loan credit", "bank", "account today", "bank"],
        ["shore", "muddy river", "bank", "reeds stream", "bank"],
    ]
    assert sum(len(group["members"]) for group in data["groups"]) == len(data["occurrences"]) == 6  # type: ignore[attr-defined,index,arg-type]


def test_what_the_browser_keeps_depends_on_what_is_shown(tmp_path: Path) -> None:
    found = word(tmp_path)
    keys = [data_of(senses_page(found, n, title=title))["key"] for n, title in ((8, "a"), (8, "b"), (6, "a"))]
    assert keys[0] == keys[1] != keys[2]
    assert senses_page(found, 8, title="a") == senses_page(found, 8, title="a")

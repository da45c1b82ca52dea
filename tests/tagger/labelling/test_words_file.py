import json
import warnings
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.shared.delimited import clean_cell
from spacy_svd2.tagger.labelling.labels import read_labels
from spacy_svd2.tagger.labelling.suggest import Suggestion
from spacy_svd2.tagger.labelling.tagsets import Tag
from spacy_svd2.tagger.labelling.words_file import write_tasks, write_words
from spacy_svd2.tagger.naming.tag_names import plain_tag, unfit_tag

CAT = Suggestion("cat", 30, 0.3, ["dog", "bird"], [("the", "cat", "sleeps"), ("", "Cat", "!")], 0.3)
QUOTE = Suggestion('"', 10, 0.1, [], [("he\tsaid", '"', "no\n")], 0.4)
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1)


def test_table(tmp_path: Path) -> None:
    path = tmp_path / "new" / "words.tsv"
    write_words(path, [CAT, QUOTE], tags={"cat": ["NOUN", "X"]})
    assert path.read_bytes().decode("utf8").split("\n") == [
        "word\ttag\tfrequency\tshare\tcoverage\tcompanions\tconcordance",
        "cat\tNOUN|X\t30\t0.300000\t0.300000\tdog bird\tthe «cat» sleeps | «Cat» !",
        '""""\t\t10\t0.100000\t0.400000\t\t"he said «""» no"',
        "",
    ]


def test_tasks_are_what_the_interface_choice_takes(tmp_path: Path) -> None:
    path = tmp_path / "words.jsonl"
    write_tasks(path, [CAT, QUOTE], [Tag("N", "noun"), Tag("V")])
    tasks = [json.loads(line) for line in path.read_text("utf8").splitlines()]
    assert [task["text"] for task in tasks] == ["cat", '"']
    assert tasks[0]["options"] == [{"id": "N", "text": "N: noun"}, {"id": "V", "text": "V"}]
    assert tasks[0]["meta"]["frequency"] == 30
    assert tasks[0]["meta"]["line 1"] == "the «cat» sleeps"


def is_tag(text: str) -> bool:
    """Whether a tag is taken without a note: "_" stands for none, and what looks like X is named as a slip of it."""
    looks_like = plain_tag(text).upper()
    return clean_cell(text) == text and not unfit_tag(text) and text != "_" and (text == "X" or looks_like != "X")


TAGS = WORDS.filter(is_tag)


@given(words=st.lists(WORDS, min_size=1, max_size=5, unique=True), tag=TAGS)
def test_labels_come_back_as_they_went_out(tmp_path_factory, words: list[str], tag: str) -> None:
    path = tmp_path_factory.mktemp("words") / "words.tsv"
    write_words(path, [Suggestion(word, 1, 0.1) for word in words], tags={word: [tag] for word in words})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_labels(path).tags == dict.fromkeys(words, (tag,))

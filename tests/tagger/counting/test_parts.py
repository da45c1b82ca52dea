import gzip
import tempfile
from pathlib import Path

import pytest
from count_helpers import content, count_settings, counted
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.errors import UserError
from spacy_svd2.tagger.counting.counts import add_up
from spacy_svd2.tagger.counting.parts import count_part, plan_parts

lines = st.lists(st.text(alphabet="abAé. \t", max_size=9), max_size=30)
ends = st.sampled_from(["\n", "\r\n"])


@settings(max_examples=60, deadline=None)
@given(lines, ends, st.booleans(), st.integers(1, 60), st.sampled_from(["ignore", "stop", "token"]), st.booleans())
def test_parts_add_up_to_the_whole(
    texts: list[str], end: str, last: bool, part_bytes: int, boundaries: str, tokenized: bool
) -> None:
    data = end.join(["Begin", *texts]) + (end if last else "")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.txt"
        path.write_bytes(b"\xef\xbb\xbf" + data.encode())
        corpus = Corpus([path, path], tokenized=tokenized)
        planned = plan_parts(corpus, part_bytes=part_bytes)
        parts = [count_part(count_settings(corpus, boundaries=boundaries), part) for part in planned]
        assert sum(part.n_bytes for part in planned) == corpus.n_bytes
        assert content(add_up(parts)) == content(counted(corpus, boundaries=boundaries))


def test_long_text_is_split_at_line_ends_and_other_files_are_not(text: Path, tmp_path: Path) -> None:
    packed = tmp_path / "b.txt.gz"
    packed.write_bytes(gzip.compress(text.read_bytes()))
    rows = tmp_path / "c.tsv"
    rows.write_text("a\tX\n\n" * 1000)
    planned = plan_parts(Corpus([text, packed, rows]), part_bytes=1000)
    split = [part for part in planned if part.path == str(text)]
    data = text.read_bytes()
    assert len(split) > 10
    assert all(data[part.end - 1 : part.end] == b"\n" for part in split[:-1] if part.end)
    assert [(part.start, part.end) for part in planned[len(split) :]] == [(0, None), (0, None)]


def test_an_error_in_the_middle_of_a_file_names_its_line(text: Path) -> None:
    good = text.read_bytes().splitlines(keepends=True)
    text.write_bytes(b"".join([*good[:1500], b"bad \xff byte\n", *good[1500:]]))
    corpus = Corpus([text])
    planned = plan_parts(corpus, part_bytes=5000)
    at = sum(map(len, good[:1500]))
    bad = next(part for part in planned if part.start <= at < (part.end or 0))
    assert bad.start > 0
    with pytest.raises(UserError, match=r"C006.*corpus\.txt', line 1501: .*0xff at byte 5"):
        count_part(count_settings(corpus), bad)


def test_text_in_utf16_is_one_part(tmp_path: Path) -> None:
    lines = "".join(f"gair{n % 7} \u0a0a {n % 5}\n" for n in range(200))  # a letter with the byte of a line end
    (tmp_path / "8.txt").write_text(lines, "utf8")
    (tmp_path / "16.txt").write_bytes(lines.encode("utf-16"))
    found = []
    for name in ("8.txt", "16.txt"):
        corpus = Corpus([tmp_path / name], tokenized=True)
        parts = plan_parts(corpus, part_bytes=500)
        assert (len(parts) == 1) == (name == "16.txt")
        found.append(content(add_up(count_part(count_settings(corpus), part) for part in parts)))
    assert found[0] == found[1]


def test_a_part_of_blank_lines_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a b\n" + "\n" * 100 + "c\n")
    corpus = Corpus([path])
    parts = [count_part(count_settings(corpus), part) for part in plan_parts(corpus, part_bytes=20)]
    assert [part.n_tokens for part in parts] == [2, 0, 0, 0, 1]
    assert content(add_up(parts)) == content(counted(corpus))


def test_a_changed_file_is_noticed(text: Path) -> None:
    corpus = Corpus([text])
    part = plan_parts(corpus)[0]
    text.write_bytes(text.read_bytes() + b"\nmore")
    with pytest.raises(UserError, match=r"N005.*corpus\.txt"):
        count_part(count_settings(corpus), part)


def test_a_language_of_its_own_tokenizer_rules(text: Path) -> None:
    corpus = Corpus([text])
    english = count_part(count_settings(corpus, lang="en"), plan_parts(corpus)[0])
    assert "n't" in english.types
    assert content(english) == content(counted(corpus, lang="en"))

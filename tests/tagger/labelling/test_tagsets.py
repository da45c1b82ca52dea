from pathlib import Path

import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.tagger.labelling.tagsets import RESERVED_KEYS, UPOS, Tag, assign_keys, read_tagset


def test_upos_has_the_seventeen_tags_of_universal_dependencies() -> None:
    from spacy.parts_of_speech import IDS

    assert {tag.name for tag in UPOS} == set(IDS) - {"", "CONJ", "SPACE", "EOL"}
    assert all(tag.gloss and tag.pos == tag.name for tag in UPOS)


def test_keys_are_digits_then_letters_of_the_name() -> None:
    keys = assign_keys(tag.name for tag in UPOS)
    assert keys[:10] == list("1234567890")
    assert dict(zip([tag.name for tag in UPOS], keys, strict=True))["NUM"] == "n"
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set(RESERVED_KEYS)


def test_letters_run_out() -> None:
    keys = assign_keys(f"标签{number}" for number in range(40))
    assert keys[10] == "a"
    assert sum(map(bool, keys)) == 10 + 26 - len(RESERVED_KEYS)
    assert keys[-1] == ""


def test_read(tmp_path: Path) -> None:
    path = tmp_path / "tags.tsv"
    path.write_text("# my tags\nN\tnoun\tNOUN\n\nVERB\n#\tnumber sign\tSYM\nPRT\tparticle\n", "utf8")
    assert read_tagset(path) == [
        Tag("N", "noun", "NOUN"),
        Tag("VERB", "", "VERB"),
        Tag("#", "number sign", "SYM"),
        Tag("PRT", "particle", ""),
    ]


def test_every_wrong_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tags.tsv"
    path.write_text("N\tnoun\nA|B\n\tgloss\nN\nV\tverb\tverb\nW\ta\tX\tmore\n", "utf8")
    with pytest.raises(UserError, match="L014") as caught:
        read_tagset(path)
    lines = str(caught.value).splitlines()
    assert [line.split(":")[0].strip() for line in lines[1:]] == ["line 2", "line 3", "line 4", "line 5", "line 6"]
    assert "'verb' is not a UPOS tag" in lines[4]


@pytest.mark.parametrize("name", ["_SP", "A\vB", "A\x00", "A\x85B", "A\u2028B", "A" * 101])
def test_what_can_be_no_tag(tmp_path: Path, name: str) -> None:
    path = tmp_path / "tags.tsv"
    path.write_text(f"NOUN\n{name}\tgloss\n", "utf8")
    with pytest.raises(UserError, match=r"L014[^\n]*\n  line 2: .* can't be a tag: it"):
        read_tagset(path)


@pytest.mark.parametrize("row", ["ＮＯＵＮ\tnoun", "N\u041eUN", "N\tnoun\tＮＯＵＮ"])
def test_tags_that_only_look_like_others(tmp_path: Path, row: str) -> None:
    path = tmp_path / "tags.tsv"
    path.write_text(f"V\tverb\tVERB\n{row}\n", "utf8")
    with pytest.raises(UserError, match=r"L014[^\n]*\n  line 2: .* looks like NOUN, .*: write NOUN"):
        read_tagset(path)


def test_no_tags(tmp_path: Path) -> None:
    path = tmp_path / "tags.tsv"
    path.write_text("\n", "utf8")
    with pytest.raises(UserError, match="there are no tags"):
        read_tagset(path)


@pytest.mark.parametrize(
    "text",
    [
        "Tag\tGloss\nN\tnoun, name\nV\tverb\n",
        'N\t"noun, name"\t\t\nV\u200b\tverb\t\t\n',
        "tag;gloss\nN;noun, name\nV;verb\n",
        'pos,tag,gloss\n,N,"noun,\nname"\n,V,verb\n',
    ],
)
@pytest.mark.parametrize("encoding", ["utf8", "utf-16"])
def test_tables_of_spreadsheets(tmp_path: Path, text: str, encoding: str) -> None:
    path = tmp_path / "tags.tsv"
    path.write_bytes(text.encode(encoding))
    assert read_tagset(path) == [Tag("N", "noun, name"), Tag("V", "verb")]

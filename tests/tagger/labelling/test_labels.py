import re
import warnings
from pathlib import Path

import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.tagger.labelling.advice import LabelRow, find_large_tag, find_weakness
from spacy_svd2.tagger.labelling.labels import count_labelled, is_word_table, read_labels
from spacy_svd2.tagger.labelling.suggest import Suggestion
from spacy_svd2.tagger.labelling.tagsets import UPOS
from spacy_svd2.tagger.labelling.words_file import write_words

UPOS_NAMES = [tag.name for tag in UPOS]


def write(folder: Path, *lines: str, name: str = "words.tsv") -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), "utf8", newline="\n")
    return path


def problems(path: Path, **options) -> list[str]:
    with pytest.raises(UserError, match="L013") as caught:
        read_labels(path, **options)
    assert str(path) in str(caught.value)
    return [line.strip() for line in str(caught.value).splitlines()[1:]]


def test_labels(tmp_path: Path) -> None:
    path = write(tmp_path, "word\ttag\tfrequency", "the\tDET\t9", "run\tVERB | NOUN\t3", "odd\t\t1", "")
    labels = read_labels(path)
    assert labels.rows == [LabelRow("the", ("DET",), (), 2), LabelRow("run", ("VERB", "NOUN"), (), 3)]
    assert labels.unlabelled == ["odd"]
    assert labels.notes == []
    assert labels.tagset == ["DET", "VERB", "NOUN"]
    assert labels.pos_of == {"DET": "DET", "VERB": "VERB", "NOUN": "NOUN"}


def test_tags_in_order_of_frequency_count_twice_as_much_as_the_next(tmp_path: Path) -> None:
    lines = ("word\ttag\torder", "run\tVERB|NOUN|ADJ\tFrequency", "duck\tNOUN|VERB\t", "cat\tNOUN\tfrequency")
    labels = read_labels(write(tmp_path, *lines))
    assert labels.tags["run"] == ("VERB", "NOUN", "ADJ")
    assert labels.counted_tags == {
        "run": ["VERB", "VERB", "VERB", "VERB", "NOUN", "NOUN", "ADJ"],
        "duck": ["NOUN", "VERB"],
        "cat": ["NOUN"],
    }
    assert labels.notes == []


def test_an_order_that_is_not_known(tmp_path: Path) -> None:
    (problem,) = problems(write(tmp_path, "word\ttag\torder", "run\tVERB|NOUN\tfirst"))
    assert problem == "line 2: the order is 'first': write 'frequency' (most common tag first) or nothing"


def test_however_many_tags_in_order_all_count() -> None:
    counted = LabelRow("w", tuple("ABCDEFGHIJ"), (), 1, is_ordered=True).counted_tags
    assert [counted.count(tag) for tag in "ABCDEFGHIJ"] == [64, 32, 16, 8, 4, 2, 1, 1, 1, 1]


def test_columns_in_any_order_and_case_with_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_bytes("\ufeffPOS\tTag\tWord\r\nNOUN\tN\tcat\r\n".encode())
    labels = read_labels(path)
    assert labels.rows == [LabelRow("cat", ("N",), ("NOUN",), 2)]
    assert labels.pos_of == {"N": "NOUN"}


def test_cells_missing_at_the_end_are_empty(tmp_path: Path) -> None:
    assert read_labels(write(tmp_path, "word\ttag\tpos", "a\tDET", "b")).tags == {"a": ("DET",)}


def test_quotation_marks_written_by_hand_or_by_a_spreadsheet(tmp_path: Path) -> None:
    labels = read_labels(write(tmp_path, "word\ttag", '"\tPUNCT', '"""x"\tX'))
    assert labels.tags == {'"': ("PUNCT",), '"x': ("X",)}


def test_a_wrong_tag_is_told_once_with_its_lines(tmp_path: Path) -> None:
    rows = ["cat\tN\tNOUN", "sees\tV\tverb", *(f"dog{number}\tN|A\tNOUN|ADJ" for number in range(9))]
    path = write(tmp_path, "word\ttag\tpos", *rows)
    assert problems(path, tags=["A", "V"]) == [
        "lines 2, 4, 5, 6, 7, ...: 'N' is not one of the tags",
        "line 3: 'verb' is not a UPOS tag",
        "The tags are: A, V",
        "If yours are others, give a file of them: --tags FILE",
        f"The UPOS tags are: {', '.join(tag.name for tag in UPOS)}",
    ]


def test_all_problems_are_told_each_with_its_line(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "word\ttag\tpos",
        "the\tDET\tDET",
        "\tNOUN",
        "cat\tNUN",
        "the\tPRON",
        "run\tVERB||NOUN",
        "go\tVERB|VERB",
        "dog\tNOUN\tNOUNS",
        "fox\tNOUN\tNOUN|VERB",
        "ox\tDET\tPRON",
        "elk\tNOUN\tNOUN\tmore",
        "\t",
        "fine\tNOUN\tNOUN",
        " \tX",
    )
    found = problems(path, tags=["DET", "NOUN", "VERB", "PRON"])
    assert [line.split(":")[0] for line in found[:-3]] == [f"line {n}" for n in (3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 14)]
    assert found[0] == "line 3: the tag 'NOUN' has no word"
    assert found[1] == "line 4: 'NUN' is not one of the tags; did you mean NOUN?"
    assert found[-3] == "The tags are: DET, NOUN, VERB, PRON"
    assert found[-2] == "If yours are others, give a file of them: --tags FILE"
    assert found[-1] == f"The UPOS tags are: {', '.join(UPOS_NAMES)}"
    assert found[2] == "line 5: 'the' is PRON here but DET in line 2: keep one, or give it both (DET|PRON)"
    assert "empty tag" in found[3]
    assert "twice" in found[4]
    assert "'NOUNS' is not a UPOS tag" in found[5]
    assert found[6] == "line 9: 2 pos for 1 tags"
    assert found[7] == "line 10: the pos of 'DET' is PRON here but DET in line 2"
    assert "4 cells, but the header has 3 columns" in found[8]


def test_word_missing_altogether(tmp_path: Path) -> None:
    assert problems(write(tmp_path, "word\ttag\tfrequency", "\t\t3")) == ["line 2: the word is empty"]


@pytest.mark.parametrize("header", ["word", "tag\tfrequency", "word\ttag\ttag", "", "the\tDET"])
def test_header_without_the_columns(tmp_path: Path, header: str) -> None:
    found = problems(write(tmp_path, header, "the\tDET"))
    assert len(found) == 1
    assert found[0].startswith("line 1: the header needs one column")


def test_the_line_that_tells_excel_the_separator_is_no_header(tmp_path: Path) -> None:
    found = read_labels(write(tmp_path, "sep=;", "word;tag", "the;DET", "a, b;X"))
    assert [(row.word, row.tags, row.line) for row in found.rows] == [("the", ("DET",), 3), ("a, b", ("X",), 4)]


@pytest.mark.parametrize("encoding", ["utf8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text",
    [
        'word;tag;comment\nthe;DET ;"a; ""b"""\n"a, b";X\u200b;\n"""";PUNCT\ufeff;\n',
        'Tag,Word,comment\nDET,the,"a\n\nb"\nX,"a, b",\nPUNCT,"""",\n',
        'word\ttag\tcomment\t\nthe\tDET\t"one\ntwo,\n\nthree"\t\n"a, b"\tX\t\t\n"\tPUNCT\n',
    ],
)
def test_tables_of_spreadsheets(tmp_path: Path, text: str, encoding: str) -> None:
    path = tmp_path / "words.tsv"
    path.write_bytes(text.encode(encoding))
    with pytest.warns(UserWarning, match=r"L201.*\n  line 1: the column 'comment' is not used$"):
        assert read_labels(path).tags == {"the": ("DET",), "a, b": ("X",), '"': ("PUNCT",)}


@pytest.mark.parametrize(
    ("tag", "advice"),
    [
        ("NOUN/VERB", "write NOUN|VERB"),
        ("VERB,NOUN", "write VERB|NOUN"),
        ("NOUN VERB", "write NOUN|VERB"),
        ("NUON", "did you mean NOUN?"),
        ("ZZZ", "is not a UPOS tag"),
        ("ＮＯＵＮ", "did you mean NOUN?"),
        ("N\u041eUN", "did you mean NOUN?"),  # with a Cyrillic O
        ("\u0391DV", "did you mean ADV?"),  # with a Greek A
        ("ＮＯＵＮ／ＶＥＲＢ", "write NOUN|VERB"),
    ],
)
def test_tags_that_are_hardly_meant(tmp_path: Path, tag: str, advice: str) -> None:
    path = write(tmp_path, "word\ttag", *(f"w{i}\t{('NOUN', 'VERB')[i % 2]}" for i in range(20)), f"x\t{tag}")
    with pytest.warns(UserWarning, match=rf"L201[\s\S]*line 22: '{tag}'[\s\S]*{re.escape(advice)}"):
        assert read_labels(path).tags["x"] == (tag,)  # it is the person's choice


def test_ten_problems_and_the_number_of_the_others(tmp_path: Path) -> None:
    rows = [row for n in range(30) for row in (f"w{n}\tNOUN", f"w{n}\tVERB")]
    found = problems(write(tmp_path, "word\ttag", *rows))
    assert (len(found), found[-1]) == (11, "and 20 more")


def test_full_width_tags_throughout(tmp_path: Path) -> None:
    path = write(tmp_path, "word\ttag", *(f"w{i}\t{('ＮＯＵＮ', 'ＶＥＲＢ')[i % 2]}" for i in range(20)))
    with pytest.warns(UserWarning, match=r"L201[\s\S]*did you mean NOUN\?\n[\s\S]*did you mean VERB\?"):
        read_labels(path)


@pytest.mark.parametrize("tag", ["Ｎ1", "N\u0391M"])
def test_tags_of_ones_own_that_look_like_a_more_frequent_one(tmp_path: Path, tag: str) -> None:
    path = write(tmp_path, "word\ttag", *(f"w{i}\t{('N1', 'NAM', 'V')[i % 3]}" for i in range(20)), f"x\t{tag}")
    with pytest.warns(UserWarning, match=rf"L201[\s\S]*line 22: '{tag}'[\s\S]*did you mean N"):
        read_labels(path)


def test_tags_in_another_script_are_no_slips(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read_labels(write(tmp_path, "word\ttag", "a\tСУЩ", "b\tГЛ", "c\tПРИЛ", "d\tΟΥΣ"))


@pytest.mark.parametrize("tag", ["ＮＯＵＮ", "N\u041eUN"])
def test_odd_tags_that_are_not_among_the_tags(tmp_path: Path, tag: str) -> None:
    with pytest.raises(UserError, match=rf"L013[\s\S]*line 2: '{tag}' is not one of the tags; .*did you mean NOUN"):
        read_labels(write(tmp_path, "word\ttag", f"a\t{tag}"), tags=["NOUN", "VERB"])
    with pytest.raises(UserError, match=rf"L013[\s\S]*line 2: '{tag}' is not a UPOS tag; .*did you mean NOUN"):
        read_labels(write(tmp_path, "word\ttag\tpos", f"a\tN\t{tag}"))


def test_the_sign_for_no_tag_is_none(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"L013[\s\S]*line 3: '_' is no tag: leave the cell empty"):
        read_labels(write(tmp_path, "word\ttag", "a\tNOUN", "b\t_"))


def test_ten_notes_and_the_number_of_the_others(tmp_path: Path) -> None:
    path = write(tmp_path, "word\ttag", *(f"w{i}\tNOUN" for i in range(200)), "x\tNUON")
    with pytest.warns(UserWarning, match="L201") as caught:
        read_labels(path, words=["w0"])
    _, first, *others = str(caught[0].message).splitlines()
    assert "did you mean NOUN" in first  # a wrong tag comes before words that are not known
    assert (len(others), others[-1]) == (10, "  and 191 more")


@pytest.mark.parametrize(
    ("tags", "why"),
    [(["N"] * 60, "all labels are 'N'"), (["N", "V"] * 4, "only 8 labelled words"), (["N", "V"] * 30, "")],
)
def test_sets_of_labels_that_can_not_work(tags: list[str], why: str) -> None:
    found = find_weakness([LabelRow(str(at), (tag,), (), at) for at, tag in enumerate(tags)])
    assert why in found
    assert bool(found) == bool(why)


def test_a_tag_that_takes_most_tokens() -> None:
    assert "'V' gets 76% of all tokens" in find_large_tag(["N", "V"], [24, 76])
    assert find_large_tag(["N", "V"], [50, 50]) == ""


def test_nothing_there(tmp_path: Path) -> None:
    assert problems(write(tmp_path, "word\ttag")) == ["there are no words in it"]
    path = tmp_path / "empty.tsv"
    path.write_text("")
    assert problems(path)[0].startswith("line 1: the header needs")


def test_wrong_encoding_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_bytes("word\ttag\nthé\tDET\n".encode("latin-1"))
    with pytest.raises(UserError, match="line 2: not UTF-8"):
        read_labels(path)


def test_case_is_one_word_where_the_types_ignore_it(tmp_path: Path) -> None:
    path = write(tmp_path, "word\ttag", "The\tDET", "the\tPRON")
    assert len(read_labels(path).rows) == 2
    assert "'the' is PRON here but DET in line 2" in problems(path, normalize=str.lower)[0]


def test_what_is_odd_is_told_by_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path, "word\ttag\tcomment", "the\tDET\tsure?", "unheard\tX", "the\tDET", "n\u2019a\tX")
    with pytest.warns(UserWarning, match="L201") as caught:
        labels = read_labels(path, words=["the", "cat", "n'a"])  # known, though with another sign
    assert len(caught) == 1
    assert labels.notes == [
        "line 1: the column 'comment' is not used",
        "line 3: 'unheard' is not a word of the model",
        "line 4: 'the' stands in line 2 already",
    ]
    assert all(note in str(caught[0].message) for note in labels.notes)
    assert labels.tags == {"the": ("DET",), "unheard": ("X",), "n\u2019a": ("X",)}


def test_a_later_line_may_label_what_an_earlier_left_open(tmp_path: Path) -> None:
    path = write(tmp_path, "word\ttag", "the\t", "the\tDET", "the\t")
    with pytest.warns(UserWarning, match="line 3"):
        labels = read_labels(path)
    assert (labels.tags, labels.unlabelled) == ({"the": ("DET",)}, [])


def test_annotations_of_prodigy(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        '{"text": "the", "accept": ["DET"], "answer": "accept"}',
        '{"text": "run", "accept": ["VERB", "NOUN"]}',
        '{"text": "odd", "accept": ["X"], "answer": "ignore"}',
        name="words.jsonl",
    )
    labels = read_labels(path)
    assert labels.tags == {"the": ("DET",), "run": ("VERB", "NOUN")}
    assert labels.unlabelled == ["odd"]


def test_annotations_that_are_not(tmp_path: Path) -> None:
    path = write(tmp_path, "{", '{"accept": []}', '{"text": "a"}', "[1]", name="words.jsonl")
    assert [line.split(":")[0] for line in problems(path)] == ["line 1", "line 2", "line 4"]


def test_count_labelled(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert count_labelled(write(tmp_path, "word\ttag\tnote", "a\tX", "b\t", "a\tY")) == 2
        assert count_labelled(write(tmp_path, "a\tb", "c\td")) is None


@pytest.mark.parametrize("tag", ["D\0T", "DE\u2028T", "_SP", "x" * 101, "A|B\x07"])
def test_what_can_not_be_a_tag(tmp_path: Path, tag: str) -> None:
    assert problems(write(tmp_path, "word\ttag", f"the\t{tag}"))[0].startswith("line 2")


@pytest.mark.parametrize("accept", ['"DET"', "[1]", '["\\ud800"]'])
def test_choices_that_are_no_list_of_tags(tmp_path: Path, accept: str) -> None:
    path = tmp_path / "words.jsonl"
    path.write_text(f'{{"text": "the", "accept": {accept}, "answer": "accept"}}\n', encoding="utf8")
    assert problems(path)[0].startswith("line 1")


def test_a_slip_among_upos_tags_is_worth_a_look(tmp_path: Path) -> None:
    lines = [f"w{i}\tNOUN" for i in range(20)]
    with pytest.warns(UserWarning, match=r"L201[\s\S]*line 22: 'PORPN' is not a UPOS tag"):
        read_labels(write(tmp_path, "word\ttag", *lines, "rome\tPORPN"))


@pytest.mark.parametrize(
    ("rows", "noted"),
    [
        (["cat\tNOUN", "sees\tVB", "runs\tVB", "the\tDT"], "'VB', 'DT'"),
        (["cat\tNN\tNOUN", "sees\tVB", "dog\tNN"], "'VB'"),
        (["cat\tNN", "sees\tVB"], None),  # a tag set of one's own
        (["cat\tNN\tNOUN", "dog\tNN", "sees\tVB\tVERB", "a\tDET"], None),
    ],
)
def test_tags_without_a_part_of_speech_among_others_that_have_one(
    tmp_path: Path, rows: list[str], noted: str | None
) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        labels = read_labels(write(tmp_path, "word\ttag\tpos", *rows))
    assert [note.partition(":")[0] for note in labels.notes] == ([noted] if noted else [])
    assert len(caught) == len(labels.notes)
    assert all("token.pos_ stays empty" in note for note in labels.notes)


def test_tags_in_small_letters_are_pointed_out_once(tmp_path: Path) -> None:
    path = write(tmp_path, "word\ttag", "cat\tnoun", "sees\tverb|noun", "the\tArt")
    with pytest.warns(UserWarning, match="L201") as caught:
        labels = read_labels(path)
    assert labels.tags["cat"] == ("noun",)  # they stay as they are
    assert labels.notes[0].startswith("'noun', 'verb': UPOS tags are written in capitals ('NOUN')")
    assert [note.partition(":")[0] for note in labels.notes[1:]] == ["'Art'"]
    assert len(caught) == 1


def test_tags_in_small_letters_with_a_pos_are_the_users_own(tmp_path: Path) -> None:
    assert read_labels(write(tmp_path, "word\ttag\tpos", "cat\tnoun\tNOUN")).notes == []


def test_a_file_without_header(tmp_path: Path) -> None:
    (found,) = problems(write(tmp_path, "cat\tNOUN", "sees\tVERB"))
    assert found.endswith("it has: cat, noun. If that is no header but a row, put a line above it: word, a tab, tag.")
    (found,) = problems(write(tmp_path, f"cat\tNOUN\t{'long ' * 30}"))
    assert "long ...." in found
    assert len(found) < 250


def test_an_empty_file(tmp_path: Path) -> None:
    assert problems(write(tmp_path)) == ["line 1: the header needs one column 'word' and 'tag', but the line is empty"]


def test_words_that_depend_on_the_sentence(tmp_path: Path) -> None:
    lines = (
        "word\ttag\tnote",
        "that\t\tdepends",
        "run\tVERB\tIt depends",
        "so\tADV\tseen",
        "odd\t\tskipped",
        "to\tADP\t",
        "to\t\tdepends",
        "on\t\tdepends",
        "on\tADP\t",
    )
    labels = read_labels(write(tmp_path, *lines))
    assert labels.depends == ["that", "run", "to", "on"]
    assert labels.tags == {"run": ("VERB",), "so": ("ADV",), "to": ("ADP",), "on": ("ADP",)}
    assert (labels.unlabelled, labels.skipped) == (["that", "odd"], ["odd"])
    path = tmp_path / "again.tsv"
    write_words(path, [Suggestion("that", 1, 1.0), Suggestion("run", 1, 1.0)], skipped=["that"], depends=["run"])
    again = read_labels(path)
    assert (again.depends, again.skipped) == (["run"], ["that"])


def test_sentences_are_no_labels(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="L091.*--sentences"):
        read_labels(write(tmp_path, "1\tthe\t_\tDET\t_\t_\t0\t_\t_\t_", name="ask.conllu"))


@pytest.mark.parametrize(
    ("lines", "is_table"),
    [
        (["word\ttag\tfrequency", "the\tDET\t9"], True),
        (["word,tag,order", "the,DET,frequency"], True),
        (["word\ttag", *(f"w{i}\tN" for i in range(30))], True),
        (["word\ttag", *(f"w{i}\tN" for i in range(29)), "w0\tN"], False),  # a word repeats: a sentence
        (["word\ttag", *(f"w{i}\tN" for i in range(20)), "", *(f"v{i}\tN" for i in range(20))], False),
        (["the\tDET", "cat\tNOUN"], False),
        ([], False),
    ],
)
def test_tables_of_words_and_of_sentences(tmp_path: Path, lines: list[str], is_table: bool) -> None:
    assert is_word_table(write(tmp_path, *lines)) is is_table
    assert not is_word_table(write(tmp_path, *lines, name="words.conllu"))

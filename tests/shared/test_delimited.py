import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.shared.delimited import join_row, split_row

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]))


@pytest.mark.parametrize(
    ("cells", "line"),
    [
        (["a", "b"], "a\tb"),
        (['"', ""], '""""\t'),
        (['say "no"'], '"say ""no"""'),
        (["a\tb\nc"], "a b c"),
        (["'", "«", "|"], "'\t«\t|"),
    ],
)
def test_join(cells: list[str], line: str) -> None:
    assert join_row(cells) == line


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ('"', ['"']),
        ('"\tPUNCT\t"', ['"', "PUNCT", '"']),
        ('""""\tx', ['"', "x"]),
        ('"a"', ["a"]),
        ('"a', ['"a']),
        ('"a" b"', ['"a" b"']),
        ("", [""]),
    ],
)
def test_split_takes_what_people_write_by_hand(line: str, cells: list[str]) -> None:
    assert split_row(line) == cells


@given(st.lists(TEXT, min_size=1))
def test_split_undoes_join(cells: list[str]) -> None:
    assert split_row(join_row(cells)) == cells


@given(st.lists(TEXT, min_size=2))
def test_the_csv_module_reads_the_same_and_writes_what_is_read(cells: list[str]) -> None:
    assert next(csv.reader([join_row(cells)], "excel-tab")) == cells
    file = io.StringIO()
    csv.writer(file, "excel-tab").writerow(cells)
    assert split_row(file.getvalue().removesuffix("\r\n")) == cells

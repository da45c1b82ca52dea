"""The first level of the validation of Universal Dependencies, and of the second what is about ids and the text.

https://universaldependencies.org/contributing/validation.html
"""

import re
import unicodedata

ID, FORM, LEMMA, MISC = 0, 1, 2, 9
SPACED = (FORM, LEMMA, MISC)


def faults(text: str) -> list[str]:
    """What is wrong with a CoNLL-U file."""
    found: list[str] = []
    if text and not text.endswith("\n\n"):
        found.append("no empty line at the end")
    if "\r" in text:
        found.append("line ends other than LF")
    if not unicodedata.is_normalized("NFC", text):
        found.append("not NFC")
    ids: list[str] = []
    for block in text.removesuffix("\n\n").split("\n\n"):
        lines = block.split("\n")
        comments = [line for line in lines if line.startswith("#")]
        rows = [line.split("\t") for line in lines if not line.startswith("#")]
        if not rows:
            found.append("a sentence without words")
        if comments != lines[: len(comments)]:
            found.append("a comment below a word")
        found += [fault for row in rows for fault in row_faults(row)]
        if all(len(row) == MISC + 1 for row in rows):
            found += sequence_faults(rows) + text_faults(comments, rows, ids)
    return found


def row_faults(row: list[str]) -> list[str]:
    if len(row) != MISC + 1:
        return [f"{len(row)} columns"]
    found = []
    for column, cell in enumerate(row):
        if not cell:
            found.append(f"column {column + 1} is empty")
        elif cell != cell.strip() or re.search(r"\s\s", cell):
            found.append(f"white space around or doubled in {cell!r}")
        elif re.search(r"\s", cell) and (column not in SPACED or ("-" in row[ID] and column != MISC)):
            found.append(f"white space in {cell!r}")
    return found


def sequence_faults(rows: list[list[str]]) -> list[str]:
    found = []
    words = [row[ID] for row in rows if "-" not in row[ID]]
    if words != [str(number) for number in range(1, len(words) + 1)]:
        found.append(f"word ids {words}")
    end = 0
    for at, row in enumerate(rows):
        if "-" in row[ID]:
            first, last = map(int, row[ID].split("-"))
            if not end < first < last <= len(words) or rows[at + 1][ID] != str(first):
                found.append(f"range {row[ID]}")
            end = last
    return found


def text_faults(comments: list[str], rows: list[list[str]], ids: list[str]) -> list[str]:
    """About `# sent_id` and `# text`; the ids of the file so far are added to."""
    found = []
    given = [comment.removeprefix("# sent_id = ") for comment in comments if comment.startswith("# sent_id")]
    if len(given) != 1 or given[0] in ids or not re.fullmatch(r"[^\s/]+", given[0]):
        found.append(f"sent_id {given}")
    ids += given
    texts = [comment.removeprefix("# text = ") for comment in comments if comment.startswith("# text")]
    if texts != [surface(rows)]:
        found.append(f"text {texts} of {surface(rows)!r}")
    return found


def surface(rows: list[list[str]]) -> str:
    """The text that the rows stand for."""
    text = ""
    end = 0
    for row in rows:
        number = int(row[ID].partition("-")[0])
        if "-" in row[ID]:
            end = int(row[ID].partition("-")[2])
        elif number <= end:
            continue
        text += row[FORM] + " " * ("SpaceAfter=No" not in row[MISC].split("|"))
    return text.removesuffix(" ")

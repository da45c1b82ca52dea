"""What is fuzzed, and damage to bytes and to text, whatever they hold."""

import gzip
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from hypothesis import strategies as st

from spacy_svd2.errors import UserError

ODD = [
    *["\0", "\ufeff", "\r", "\r\n", "\n\n", "\t", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\xa0", "\u200b", "\u0301"],
    *["e\u0301", "\u202e", "\U0001f469\u200d\U0001f467\U0001f3ff", "\uffff", "\U0010ffff", "İ", "ǆ", "ﬀ", "²", "٣"],
    *["\x1b[31m", "<script>", "\"'>", "a" * 5000, "\u0301" * 2000, '{"text": ', "[", "{", '"', "\\", "\\ud800", "null"],
    *["\\u0000", "1e999", "-1", "9" * 400, "NaN", "[]", "{}", "|", "<head>", "</head>", "<instance id='x'>", "<!--"],
    *[
        "</instance>",
        "<answer senseid=''/>",
        "<context>",
        "<wf pos=",
        "<!ENTITY a '&a;&a;'>",
        "&a;",
        "&#0;",
        "&#xD800;",
    ],
    *[
        "<![CDATA[",
        "]]>",
        "<?xml encoding='utf-7'?>",
        '<?xml version="1.0" encoding="idna"?>',
        "1-2\t_",
        "1.1\t_",
        "!!",
    ],
    *[
        "0-99999999",
        "# text = x",
        "word\ttag",
        "NOUN|",
        "_SP",
        '"tokens": ["a"], ',
        '"accept": [null], ',
        '"word": 3, ',
    ],
    '"spans": [{"start": -1, "end": 99}], ',
]
LONGEST = 2000  # spaCy takes the square of the length of a run of punctuation
ENCODINGS = ["utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1", "cp1252", "utf-7", "cp037"]

Damaged = tuple[str, bytes]
"""What was done, and what came of it."""


@dataclass(frozen=True)
class Case:
    """One hostile input.

    damage (str): What was done to a good one: its kind, a colon, details.
    data (bytes): The input.
    seed (str): The name of the good one.
    intact (bool): Whether it must have the same effect as the good one if it is accepted, because checksums cover it.
    wrapped (bool): Whether it is wrapped as `to_bytes` wraps an artifact.
    """

    damage: str
    data: bytes = field(repr=False)
    seed: str = ""
    intact: bool = False
    wrapped: bool = True


@contextmanager
def refusals_name(name: str) -> Iterator[None]:
    """A message must name the component or the file."""
    try:
        yield
    except UserError as err:
        if name not in str(err):
            raise AssertionError(f"the message does not name {name!r}: {err}") from err
        raise


@dataclass(frozen=True)
class Target:
    """A component or a format.

    cases (SearchStrategy): Hostile inputs.
    check (Callable): Reads one, and uses what it got. "same" if the damage has no effect, "other" if it has one and
        all is consistent nevertheless; raises `UserError` if the input is refused. Any other exception is a fault.
    folder (str): Where it may write.
    """

    cases: st.SearchStrategy[Case]
    check: Callable[[Case], str]
    folder: str = ""


@st.composite
def damaged_bytes(draw: st.DrawFn, data: bytes) -> Damaged:
    """A stretch with a bit flipped, overwritten, doubled, left out or blanked, or all from there on cut off."""
    start = draw(st.integers(0, len(data)))
    end = start + draw(st.integers(1, 1 + len(data) // 4))
    stretch = data[start:end]
    flipped = (int.from_bytes(stretch[:1], "big") ^ 1 << draw(st.integers(0, 7))).to_bytes(1, "big")
    odd = draw(st.binary(max_size=16) | st.sampled_from([b"\xff" * 4, bytes(8), b"\xff\xff\xff\x7f", b"PK\x01\x02"]))
    ways = {
        "bit flipped": flipped + stretch[1:],
        "bytes overwritten": odd + stretch[len(odd) :],
        "bytes inserted": odd + stretch,
        "bytes left out": b"",
        "bytes doubled": stretch * 2,
        "bytes all 0": bytes(len(stretch)),
        "bytes all 1": b"\xff" * len(stretch),
    }
    way = draw(st.sampled_from([*ways, *ways, "cut", "beginning cut"]))
    if way not in ways:
        return f"{way}: at {start} of {len(data)}", data[:start] if way == "cut" else data[start:]
    return f"{way}: {start} to {end} of {len(data)}", data[:start] + ways[way] + data[end:]


@st.composite
def damaged_text(draw: st.DrawFn, text: str, *, zipped: bool = False) -> Case:
    """Text with odd characters, pieces of syntax where they don't belong, cells and lines moved, in any encoding."""
    done = [_change(draw, text)]
    if draw(st.integers(0, 3)) == 0:
        done.append(_change(draw, done[0][1]))
    damage, data = done[0][0], done[-1][1].encode("utf8", "surrogatepass")
    way = draw(st.integers(0, 9))
    if way == 0:
        damage, data = "encoding", text.encode(draw(st.sampled_from(ENCODINGS)), "replace")
    elif way < 4:
        damage, data = draw(damaged_bytes(text.encode()))
    if zipped:
        data = gzip.compress(data, mtime=0)
        if draw(st.booleans()):
            damage, data = draw(damaged_bytes(data))
    return Case(damage, data)


def _change(draw: st.DrawFn, text: str) -> tuple[str, str]:
    odd = st.sampled_from(ODD) | st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
    if draw(st.booleans()):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.just(0) | st.integers(0, 20))
        piece = draw(odd)
        if draw(st.integers(0, 4)) == 0:
            many = (piece * draw(st.integers(100, 5000)))[:LONGEST]
            return f"piece repeated: {piece[:20]!r} at {start}", text[:start] + many + text[end:]
        return f"piece: {piece[:20]!r} at {start}", text[:start] + piece + text[end:]
    mark = draw(st.sampled_from(["\n", "\n", "\t", " ", ",", '"']))
    parts = text.split(mark)
    at, other = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
    ways = {"absent": [], "empty": [""], "doubled": [parts[at]] * 2, "another": [parts[other]], "odd": [draw(odd)]}
    way = draw(st.sampled_from(sorted(ways)))
    parts[at : at + 1] = ways[way]
    return f"part {way}: {at} between {mark!r}", mark.join(parts)

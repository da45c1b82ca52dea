"""Damage to text that people or programs write: lines, cells, JSON, markup, and characters that mislead."""

from collections.abc import Callable

from .byte_mutations import damage
from .choices import Choices, pick

CHARACTERS = [
    "\0",
    "\ufeff",
    "\r",
    "\r\n",
    "\n",
    "\n\n",
    "\t",
    "\x0b",
    "\x0c",
    "\x1c",
    "\x85",
    "\u2028",
    "\u2029",
    "\xa0",
    "\u200b",
    "\u200d",
    "\u0301",
    "e\u0301",
    "\u202e",
    "\u200f",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467\U0001f3ff",
    "\ufffd",
    "\uffff",
    "\U0010ffff",
    "ß",
    "İ",
    "ǆ",
    "ﬀ",
    "\x1b[31m",
    "<script>",
    "\"'>",
    "²",
    "٣",
    "\u0345",
    "a" * 5000,
    "\u0301" * 2000,
]
SNIPPETS = [
    '{"text": ',
    "[",
    "{",
    '"',
    "\\",
    "\\ud800",
    "\\u0000",
    "null",
    "true",
    "1e999",
    "-1",
    "9" * 400,
    "NaN",
    "[]",
    "{}",
    "|",
    "<head>",
    "</head>",
    "<instance id='x'>",
    "</instance>",
    "<answer senseid=''/>",
    "<context>",
    "</context>",
    "<wf pos=",
    "<!ENTITY a '&a;&a;'>",
    "&a;",
    "&#0;",
    "&#xD800;",
    "&#x110000;",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?xml encoding='utf-7'?>",
    '<?xml version="1.0" encoding="idna"?>',
    "1-2\t_",
    "1.1\t_",
    "0-99999999",
    "# text = x",
    "word\ttag",
    "NOUN|",
    "_SP",
    "!!",
    '"tokens": ["a"], ',
    '"spans": [{"start": -1, "end": 99}], ',
    '"accept": [null], ',
    '"word": 3, ',
    "\ufeff",
]
_LONGEST = 2000  # spaCy takes the square of the length of a run of punctuation
_ENCODINGS = ["utf-16", "utf-16-le", "utf-32", "utf-8-sig", "latin-1", "cp1252", "utf-7", "cp037"]


def characters(text: str, choices: Choices) -> str:
    """One or more odd characters somewhere."""
    for _ in range(choices.integer(1, 3)):
        at = choices.integer(0, len(text))
        text = text[:at] + pick(choices, CHARACTERS) + text[at:]
    return text


def snippet(text: str, choices: Choices) -> str:
    """A piece of syntax in a place where it does not belong."""
    at = choices.integer(0, len(text))
    end = at if choices.integer(0, 1) else min(len(text), at + choices.integer(0, 20))
    return text[:at] + pick(choices, SNIPPETS) + text[end:]


def nested(text: str, choices: Choices) -> str:
    """A piece of syntax thousands of times."""
    at = choices.integer(0, len(text))
    many = pick(choices, [*SNIPPETS, "<a>", '{"a":', "\t"]) * choices.integer(100, 5000)
    return text[:at] + many[:_LONGEST] + text[at:]


def lines(text: str, choices: Choices) -> str:
    """A line left out, doubled, moved, or joined with the next."""
    rows = text.split("\n")
    at, to = choices.integer(0, len(rows) - 1), choices.integer(0, len(rows) - 1)
    row = rows.pop(at)
    way = choices.integer(0, 3)
    rows[to:to] = [[], [row, row], [row], [row + "".join(rows[to : to + 1])]][way]
    return "\n".join(rows)


def cells(text: str, choices: Choices) -> str:
    """A cell or word emptied, doubled, or replaced by another."""
    mark = pick(choices, ["\t", " ", ",", '"'])
    parts = text.split(mark)
    at, other = choices.integer(0, len(parts) - 1), choices.integer(0, len(parts) - 1)
    parts[at : at + 1] = pick(choices, [[""], [parts[at]] * 2, [], [parts[other]], [pick(choices, CHARACTERS)]])
    return mark.join(parts)


TEXTS: list[Callable[[str, Choices], str]] = [characters, characters, snippet, snippet, nested, lines, cells, cells]


def damage_text(data: bytes, choices: Choices) -> tuple[str, bytes]:
    """RETURNS (tuple): The name of what was done, and the damaged bytes."""
    way = choices.integer(0, 9)
    if way < 3:
        return damage(data, choices)
    text = data.decode("utf8")
    if way == 3:
        return "encoding", text.encode(pick(choices, _ENCODINGS), "replace")
    how = pick(choices, TEXTS)
    text = how(text, choices)
    if way > 7:
        text = pick(choices, TEXTS)(text, choices)
    return how.__name__, text.encode("utf8")

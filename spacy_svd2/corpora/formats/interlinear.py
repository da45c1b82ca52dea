"""What the readers of annotated texts have in common."""

import re

from .text import Tokens

PUNCTUATION = "PUNCT"
"""The tag of punctuation marks, for which annotated texts have no part of speech of their own."""
_PIECES = re.compile(r'([.,;:!?…"“”„«»‹›()\[\]{}¿¡。、]*)(.*?)([.,;:!?…"“”„«»‹›()\[\]{}¿¡。、]*)', re.DOTALL)


def split_marks(words: list[str], tags: list[str], line: int) -> Tokens:
    """Make tokens of words that have punctuation marks at their ends.

    words (list): The words, such as "cat.".
    tags (list): The tag of each.
    line (int): Where they stand.
    RETURNS (Tokens): The tokens with the spaces between them.
    """
    found: list[str] = []
    of_tokens: list[str] = []
    spaces: list[bool] = []
    for word, tag in zip(words, tags, strict=True):
        match = _PIECES.fullmatch(word)
        before, inner, after = match.groups() if match else ("", word, "")
        pieces = [*((mark, PUNCTUATION) for mark in before), (inner, tag), *((mark, PUNCTUATION) for mark in after)]
        pieces = [piece for piece in pieces if piece[0]]
        found += [piece for piece, _ in pieces]
        of_tokens += [tag for _, tag in pieces]
        spaces += [False] * (len(pieces) - 1) + [True]
    return Tokens(found, of_tokens, spaces=spaces, line=line)


def find_spaces(words: list[str], text: str) -> list[bool] | None:
    """Find out which words white space follows.

    words (list): The words in their order.
    text (str): The text that they stand in.
    RETURNS (list): Whether white space follows each; None if they do not stand in the text.
    """
    spaces = []
    at = 0
    for word in words:
        found = text.find(word, at)
        if found < 0:
            return None
        at = found + len(word)
        spaces.append(at >= len(text) or text[at].isspace())
    return spaces

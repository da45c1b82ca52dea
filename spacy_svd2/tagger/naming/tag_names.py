"""What can be the name of a tag: it stands in tables, in artifacts and in `token.tag_`, and must be read there."""

import unicodedata

SPACE_TAG = "_SP"
"""The tag of white space, as spaCy's own taggers give it."""
LONGEST_TAG = 100
TAG_SEPARATOR = "|"
"""Parts several tags of a word."""
_CONTROLS = ("Cc", "Zl", "Zp", "Cs")


def unfit_tag(name: str) -> str:
    """Why a text can't be a tag.

    name (str): The text.
    RETURNS (str): The reason; "" if it can.
    """
    if not name:
        return "it is empty"
    if name == SPACE_TAG:
        return "it is the tag of white space"
    if len(name) > LONGEST_TAG:
        return f"it is longer than {LONGEST_TAG} letters"
    if TAG_SEPARATOR in name:
        return f"it holds '{TAG_SEPARATOR}', which separates several tags of a word"
    odd = next((letter for letter in name if unicodedata.category(letter) in _CONTROLS), None)
    if odd:
        return f"it holds the character U+{ord(odd):04X}"
    return "" if name == name.strip() else "it begins or ends with a space"

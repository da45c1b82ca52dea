"""How text is written as bytes: ends of lines, and what bytes look like that are not in the encoding they should be."""

_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")


def plain_line_ends(text: str) -> str:
    r"""RETURNS (str): A text whose lines end in "\n", whether they ended in that, in "\r\n" or in "\r"."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def looks_like(data: bytes) -> str:
    """Guess the encoding of a file that is not what it should be.

    data (bytes): How it begins.
    RETURNS (str): A remark to follow what is wrong, " (it looks like ...)"; "" if it looks like nothing known.
    """
    if data.startswith(_UTF16_BOMS):
        return " (it looks like UTF-16, which iconv -f UTF-16 -t UTF-8 converts)"
    return ""

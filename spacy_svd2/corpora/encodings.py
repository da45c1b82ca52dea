"""What bytes that are not UTF-8 look like, so that a message can say how to make them that."""

_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")


def looks_like(data: bytes) -> str:
    """Guess the encoding of a file that is not what it should be.

    data (bytes): How it begins.
    RETURNS (str): A remark to follow what is wrong, " (it looks like ...)"; "" if it looks like nothing known.
    """
    if data.startswith(_UTF16_BOMS):
        return " (it looks like UTF-16, which iconv -f UTF-16 -t UTF-8 converts)"
    return ""

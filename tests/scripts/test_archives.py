from pathlib import Path

import pytest

from scripts.datasets.archives import read_member, read_text_member
from spacy_svd2.errors import UserError


def test_reads_the_named_file_and_nothing_else(make_archive):
    archive = make_archive({"a.txt": "one", "b.txt": "two"})
    assert read_member(archive, "b.txt", max_bytes=3) == b"two"
    assert list(archive.parent.iterdir()) == [archive]


def test_text_has_plain_line_ends_and_no_byte_order_mark(make_archive):
    archive = make_archive({"a.txt": b"\xef\xbb\xbf\xce\xb1\r\n\xce\xb2\n"})
    assert read_text_member(archive, "a.txt", max_bytes=100) == "α\nβ\n"


def test_no_archive(tmp_path):
    with pytest.raises(UserError, match="D001"):
        read_member(tmp_path / "none.whl", "a.txt", max_bytes=10)


def test_not_an_archive(tmp_path):
    path = tmp_path / "bad.whl"
    path.write_bytes(b"no zip")
    with pytest.raises(UserError, match="D002"):
        read_member(path, "a.txt", max_bytes=10)


@pytest.mark.parametrize("start", [30, 45, 60])
def test_damaged_content(make_archive, start):
    archive = make_archive({"a.txt": bytes(range(256)) * 4})
    damaged = bytearray(archive.read_bytes())
    damaged[start + 5 : start + 15] = b"\xff" * 10
    archive.write_bytes(damaged)
    with pytest.raises(UserError, match="D002"):
        read_member(archive, "a.txt", max_bytes=10_000)


def test_wrong_archive(make_archive):
    archive = make_archive({"other.txt": "x"})
    with pytest.raises(UserError, match=r"D003.*a\.txt"):
        read_member(archive, "a.txt", max_bytes=10)


def test_too_large_when_decompressed(make_archive):
    archive = make_archive({"a.txt": b"0" * 1_000_000})
    assert archive.stat().st_size < 10_000
    with pytest.raises(UserError, match="D004"):
        read_member(archive, "a.txt", max_bytes=999_999)
    assert len(read_member(archive, "a.txt", max_bytes=1_000_000)) == 1_000_000


def test_not_utf8_names_the_line(make_archive):
    archive = make_archive({"a.txt": b"one\ntwo\n\xff\n"})
    with pytest.raises(UserError, match="D005.*line 3"):
        read_text_member(Path(archive), "a.txt", max_bytes=100)

"""Compressed files, whatever compressed them: read alike, damage said, and none fills the memory."""

import bz2
import gzip
import importlib.util
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import spacy

from spacy_svd2.corpora import decompression
from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.corpora.whole_files import read_bytes
from spacy_svd2.errors import UserError

HAS_ZSTD = importlib.util.find_spec("zstandard") is not None or sys.version_info >= (3, 14)
TEXT = b"".join(b"line %d of the text\n" % number for number in range(20_000))


def zstd(data: bytes) -> bytes:
    if sys.version_info >= (3, 14):
        from compression import zstd as module

        return module.compress(data, options={module.CompressionParameter.checksum_flag: 1})
    import zstandard

    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "lzma": lambda data: lzma.compress(data, lzma.FORMAT_ALONE),
    "zst": zstd,
}
SUFFIXES = [
    pytest.param(name, marks=pytest.mark.skipif(name == "zst" and not HAS_ZSTD, reason="no zstandard here"))
    for name in COMPRESS
]


def words(path: Path) -> list[list[str]]:
    return list(Corpus([path], tokenized=True).sentences(spacy.blank("xx")))


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_every_compression_is_read_alike(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.txt.{suffix.upper()}"
    path.write_bytes(COMPRESS[suffix](TEXT))
    assert words(path) == [line.split() for line in TEXT.decode().splitlines()]
    assert read_bytes(path) == TEXT
    path.write_bytes(COMPRESS[suffix](b"the cat\n") + COMPRESS[suffix](b"a dog\n"))
    assert words(path) == [["the", "cat"], ["a", "dog"]]
    assert Corpus([tmp_path]).files == [path]


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("damage", ["plain", "end", "middle"])
def test_damage_is_said(suffix: str, damage: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.txt.{suffix}"
    data = COMPRESS[suffix](TEXT)
    middle = len(data) // 2
    damaged = {"plain": TEXT, "end": data[:-20], "middle": data[:middle] + b"\xff" * 40 + data[middle + 40 :]}
    path.write_bytes(damaged[damage])
    with pytest.raises(UserError, match=rf"(C007.*a\.txt\.{suffix}'.* line \d+.*drop the suffix \.{suffix}|C006)"):
        words(path)
    if damage != "middle":
        with pytest.raises(UserError, match=r"C101.*a\.txt"):
            read_bytes(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_none_fills_the_memory(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decompression, "_ALWAYS", 1 << 16)
    for name in ("a.txt", "a.spacy"):
        path = tmp_path / f"{name}.{suffix}"
        path.write_bytes(COMPRESS[suffix](bytes(1 << 23)))
        with pytest.raises(UserError, match=r"C007.*inflates to more than"):
            words(path)


@pytest.mark.parametrize(("module", "suffix"), [("zstandard", "zst"), ("lzma", "xz"), ("bz2", "bz2")])
def test_a_missing_module_is_named(module: str, suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (module, "compression.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    (tmp_path / f"a.txt.{suffix}").write_bytes(b"x")
    with pytest.raises(UserError, match=rf"C031.*a\.txt\.{suffix}'.*{module}"):
        words(tmp_path / f"a.txt.{suffix}")

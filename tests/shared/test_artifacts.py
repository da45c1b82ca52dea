import json
import re
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spacy_svd2.errors import UserError
from spacy_svd2.shared.artifacts import (
    FORMAT_VERSION,
    ArraySpec,
    Artifact,
    artifact_to_bytes,
    check_writable,
    pack_strings,
    read_artifact,
    unpack_strings,
    write_artifact,
    write_text,
)
from spacy_svd2.shared.atomic import atomic_path

SCHEMA = {"x": ArraySpec("float32", 2), "n": ArraySpec("int64", 1, optional=True)}


@pytest.fixture
def artifact() -> Artifact:
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    return Artifact("toy", {"name": "ß", "k": 3}, {"x": x, "n": np.array([1, 2], dtype=np.int64)})


def test_round_trip(artifact: Artifact, tmp_path: Path) -> None:
    write_artifact(tmp_path / "new" / "a.npz", artifact)
    read = read_artifact(tmp_path / "new" / "a.npz", "toy", SCHEMA)
    assert read.meta == artifact.meta
    np.testing.assert_array_equal(read.arrays["x"], artifact.arrays["x"])
    np.testing.assert_array_equal(read.arrays["n"], artifact.arrays["n"])


def test_numpy_can_open_it(artifact: Artifact, tmp_path: Path) -> None:
    write_artifact(tmp_path / "a.npz", artifact)
    with np.load(tmp_path / "a.npz", allow_pickle=False) as archive:
        np.testing.assert_array_equal(archive["x"], artifact.arrays["x"])


def test_same_content_same_bytes(artifact: Artifact, tmp_path: Path) -> None:
    write_artifact(tmp_path / "a.npz", artifact)
    reordered = Artifact("toy", dict(reversed(artifact.meta.items())), dict(reversed(artifact.arrays.items())))
    assert (tmp_path / "a.npz").read_bytes() == artifact_to_bytes(reordered)


def test_optional_array_may_be_absent(artifact: Artifact) -> None:
    del artifact.arrays["n"]
    assert "n" not in read_artifact(artifact_to_bytes(artifact), "toy", SCHEMA).arrays


def test_every_flipped_byte_is_refused_or_harmless(artifact: Artifact) -> None:
    good = artifact_to_bytes(artifact)
    for position in range(len(good)):
        bad = bytearray(good)
        bad[position] ^= 0x55
        try:
            read = read_artifact(bytes(bad), "toy", SCHEMA)
        except UserError:
            continue
        assert read.meta == artifact.meta  # the flip hit a field of the archive that carries no data
        np.testing.assert_array_equal(read.arrays["x"], artifact.arrays["x"])


@pytest.mark.parametrize("length", [0, 1, 30, 200, -1])
def test_truncated_file(artifact: Artifact, tmp_path: Path, length: int) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(artifact_to_bytes(artifact)[:length])
    with pytest.raises(UserError, match=r"A002.*a\.npz"):
        read_artifact(path, "toy", SCHEMA)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"A001.*nowhere"):
        read_artifact(tmp_path / "nowhere", "toy", SCHEMA)


def test_other_kind(artifact: Artifact) -> None:
    with pytest.raises(UserError, match="A003"):
        read_artifact(artifact_to_bytes(artifact), "other", SCHEMA)


def test_future_version(artifact: Artifact, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spacy_svd2.shared.artifacts.FORMAT_VERSION", FORMAT_VERSION + 1)
    future = artifact_to_bytes(artifact)
    monkeypatch.undo()
    with pytest.raises(UserError, match="A004"):
        read_artifact(future, "toy", SCHEMA)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("x", np.zeros((2, 3))),
        ("x", np.zeros(3, dtype=np.float32)),
        ("x", np.full((1, 1), np.nan, dtype=np.float32)),
        ("x", np.asfortranarray(np.zeros((2, 3), dtype=np.float16))),
        ("extra", np.zeros(1)),
    ],
)
def test_array_that_breaks_the_schema(artifact: Artifact, name: str, array: np.ndarray) -> None:
    artifact.arrays[name] = array
    with pytest.raises(UserError, match=f"A005.*'{name}"):
        read_artifact(artifact_to_bytes(artifact), "toy", SCHEMA)


def test_missing_array(artifact: Artifact) -> None:
    del artifact.arrays["x"]
    with pytest.raises(UserError, match="A005.*'x' is missing"):
        read_artifact(artifact_to_bytes(artifact), "toy", SCHEMA)


def test_compressed_member_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("meta.json", json.dumps({"format": "spacy-svd2", "version": 1, "kind": "toy", "meta": {}}))
        archive.writestr("x.npy", b"\0" * 10_000_000)
    with pytest.raises(UserError, match="A002"):
        read_artifact(path, "toy", SCHEMA)


@pytest.mark.parametrize("claim", [1 << 30, (1 << 32) - 2, 1, 0])
@pytest.mark.parametrize("sizes", [[20], [24], [20, 24]], ids=["stored", "whole", "both"])
def test_a_member_whose_sizes_are_wrong_allocates_nothing(
    artifact: Artifact, tmp_path: Path, claim: int, sizes: list[int]
) -> None:
    data = bytearray(artifact_to_bytes(artifact))
    for entry in (match.start() for match in re.finditer(b"PK\x01\x02", bytes(data))):
        for at in sizes:
            data[entry + at : entry + at + 4] = claim.to_bytes(4, "little")
    (tmp_path / "a.npz").write_bytes(data)
    tracemalloc.start()
    with pytest.raises(UserError, match=r"A00[25].*a\.npz"):
        read_artifact(tmp_path / "a.npz", "toy", SCHEMA)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 << 20


@pytest.mark.parametrize(
    "value",
    ["[" * 10**6 + "]" * 10**6, "[[],[]" + ",[]" * 10**6 + "]", '{"a":' * 10**5 + "0" + "}" * 10**5, " " * (33 << 20)],
    ids=["nested", "many", "nested objects", "long"],
)
def test_a_huge_or_nested_header_takes_little_memory(value: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr("meta.json", f'{{"format": "spacy-svd2", "version": 1, "kind": "toy", "meta": {value}}}')
    del value
    tracemalloc.start()
    with pytest.raises(UserError, match=r"A002.*meta\.json"):
        read_artifact(tmp_path / "a.npz", "toy", {})
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64 << 20


def test_many_members_take_little_memory(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        for number in range(20_000):
            archive.writestr(zipfile.ZipInfo(str(number)), b"")
    tracemalloc.start()
    with pytest.raises(UserError, match=r"A002.*a\.npz.*members"):
        read_artifact(tmp_path / "a.npz", "toy", {})
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_a_header_with_unknown_parts_is_refused(artifact: Artifact, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        head = {"format": "spacy-svd2", "version": 1, "kind": "toy", "meta": {}, "more": []}
        archive.writestr("meta.json", json.dumps(head))
    with pytest.raises(UserError, match="A002.*header"):
        read_artifact(tmp_path / "a.npz", "toy", {})


@pytest.mark.parametrize(
    ("arrays", "meta"),
    [
        ({"x": np.zeros((1, 1))}, {}),
        ({"x": np.full((1, 1), np.nan, dtype=np.float32)}, {}),
        ({"x": np.zeros(3, dtype=np.float32)}, {}),
        ({"y": np.zeros(3, dtype=np.float32)}, {}),
        ({}, {"a": float("nan")}),
        ({}, {"a": "\ud800"}),
        ({}, {"a": [[]] * 2_000_000}),
        ({}, {"wrong": 1}),
    ],
)
def test_what_could_not_be_read_again_is_not_written(arrays: dict[str, Any], meta: dict[str, Any]) -> None:
    def load(artifact: Artifact, label: str) -> None:
        if artifact.meta:
            raise UserError(f"[A002] {label} is wrong")

    with pytest.raises(UserError, match="A006.*toy"):
        check_writable(Artifact("toy", meta, arrays), SCHEMA, load)


@pytest.mark.parametrize("value", ["NaN", "Infinity", '"\\ud800"', '{"\\uDFFF": 1}'])
def test_json_that_is_never_written(value: str, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        archive.writestr(
            "meta.json", f'{{"format": "spacy-svd2", "version": 1, "kind": "toy", "meta": {{"a": {value}}}}}'
        )
    with pytest.raises(UserError, match=r"A002.*meta\.json"):
        read_artifact(tmp_path / "a.npz", "toy", {})


def test_control_characters_in_json_are_read(tmp_path: Path) -> None:
    write_artifact(tmp_path / "a.npz", Artifact("toy", {"a": "\x01 \\ud800 \U0001f600"}))
    assert read_artifact(tmp_path / "a.npz", "toy", {}).meta == {"a": "\x01 \\ud800 \U0001f600"}


def test_objects_are_never_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Object"):
        write_artifact(tmp_path / "a.npz", Artifact("toy", {}, {"x": np.array([{}])}))
    assert list(tmp_path.iterdir()) == []


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_strings_round_trip(strings: list[str]) -> None:
    assert unpack_strings(*pack_strings(strings)) == strings


@pytest.mark.parametrize("offsets", [[], [1, 2], [0, 3], [0, 2, 1, 2], [0, -1, 2]])
def test_inconsistent_offsets(offsets: list[int]) -> None:
    with pytest.raises(UserError, match="A005"):
        unpack_strings(np.zeros(2, dtype=np.uint8), np.array(offsets, dtype=np.int64))


def test_invalid_utf8() -> None:
    with pytest.raises(UserError, match="A005.*UTF-8"):
        unpack_strings(np.array([0xFF], dtype=np.uint8), np.array([0, 1], dtype=np.int64))


@pytest.mark.parametrize("directory", [False, True])
def test_atomic_path_keeps_the_old_on_failure(tmp_path: Path, directory: bool) -> None:
    target = tmp_path / "out"

    def write(path: Path, text: str) -> None:
        if directory:
            path.mkdir()
            path = path / "file"
        path.write_text(text)

    def content() -> str:
        return (target / "file" if directory else target).read_text()

    with atomic_path(target) as path:
        write(path, "old")
    with pytest.raises(RuntimeError), atomic_path(target) as path:
        write(path, "half")
        raise RuntimeError
    assert content() == "old"
    with atomic_path(target) as path:
        write(path, "new")
    assert content() == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_text_is_written_as_it_is(tmp_path: Path) -> None:
    write_text(tmp_path / "a" / "page.html", "ئۇ\n")
    assert (tmp_path / "a" / "page.html").read_bytes() == "ئۇ\n".encode()
    with pytest.raises(UserError, match="L010"):
        write_text(tmp_path, "x")

"""Damage to artifacts that checksums don't show: arrays, JSON and the archive itself, written anew."""

import io
import json
import struct
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from .damage import Damaged, damaged_bytes

META = "meta.json"
DTYPES = ["<f2", "<f4", "<f8", "<i4", "<i8", "<u8", "u1", "?", "<c8", "<M8[s]", "S3", "<U2", ">i8", ">f4"]
SHAPES = [
    *["()", "(0,)", "(1,)", "(-1,)", "(1, 1, 1)", "(9223372036854775807,)", "(4611686018427387904, 4)", "(True,)"],
    *["(2.0,)", "(4294967296, 4294967296)", "[1]", "1", "(None,)", f"({'9' * 4000},)", f"({'1, ' * 2000})"],
]
CLAIMS = ["'|O'", "'<f8'", "'>f4'", "'<i8'", "'|V0'", "'|S0'", "'<f4,<f4'", "('<f4', (2,))", "[('a', '|O')]", "None"]
HEADERS = ["{}", "", "(" * 3000, "[" * 9000, "{" * 200, "-" * 5000 + "1", "__import__('os')"]
VALUES = [
    *["null", "true", "false", "0", "1", "-1", "2", "1000000000000000000", "9223372036854775808", "9" * 5000, "-0.0"],
    *["0.5", "-1.5", "1e-320", "1e300", "1e400", "NaN", "-Infinity", '""', '"x"', '"\\u0000"', '"_SP"', '"NOUN"'],
    *['"\\u2028"', '"LOWER"', f'"{"a" * 1000}"', '"\\ud800"', "[]", "{}", "[[]]", "[0]", "[null]", '["x", "x"]'],
    *['{"x": 1}', '{"": {}}', "[-1, -1]", "[0, 0, 0]", "[" * 100_000, '{"a":' * 2000 + "1" + "}" * 2000],
]
NAMES = ["../evil", "/etc/evil", "C:\\evil", "a/../../evil", "evil\0.npy", "meta.json/", "é" * 200, "objects.npy"]

Members = list[tuple[str, bytes]]


def members_of(data: bytes) -> Members:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [(name, archive.read(name)) for name in archive.namelist()]


def archive_of(members: Members, method: int = zipfile.ZIP_STORED) -> bytes:
    """An archive with these members and right checksums, also of equal names."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", method) as archive:
        warnings.simplefilter("ignore")
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content, method)
    return buffer.getvalue()


@st.composite
def damaged_artifact(draw: st.DrawFn, data: bytes) -> Damaged:
    """One array, header, value of the JSON, member or field of the archive's directory that is wrong."""
    members = members_of(data)
    at = draw(st.sampled_from([n for n, (name, _) in enumerate(members) if name != META]))
    name, content = members[at]
    way = draw(st.sampled_from(["array", "array", "array", "header", "JSON", "JSON", "members", "directory", "member"]))
    if way == "array":
        array = np.lib.format.read_array(io.BytesIO(content), allow_pickle=False)
        how, array = _damaged_array(draw, array)
        buffer = io.BytesIO()
        np.lib.format.write_array(buffer, array, allow_pickle=False)
        members[at] = (name, buffer.getvalue())
    elif way == "header":
        how, new = _damaged_header(draw, content)
        members[at] = (name, new)
    elif way == "JSON":
        at = [name for name, _ in members].index(META)
        how, text = _damaged_json(draw, json.loads(members[at][1]))
        members[at] = (META, text.encode("utf8", "surrogatepass"))
    elif way == "member":
        how, new = draw(damaged_bytes(content))
        members[at] = (name, new)
    else:
        how, archive = (_damaged_members if way == "members" else _damaged_directory)(draw, members, at)
        return f"{way} {how}", archive
    return f"{way} {how} of {name}", archive_of(members)


def _damaged_array(draw: st.DrawFn, array: Any) -> tuple[str, Any]:
    """Values, order, size, shape or type."""
    flat, size = array.reshape(-1), array.size
    place = st.integers(0, max(0, size - 1))
    extremes = st.sampled_from(_extremes(array.dtype))
    way = draw(st.sampled_from(["values", "values", "all", "near", "wrap", "order", "size", "shape", "type"]))
    with np.errstate(all="ignore"):
        if way == "values" and size:
            at = draw(st.lists(place, min_size=1, max_size=3))
            flat[at] = draw(extremes)
            return f"{way}: {at} is {flat[at[0]]}", array
        if way == "all":
            flat[:] = draw(extremes)
            return f"{way}: {flat[:1]}", array
        if way == "near" and size:
            at, other = draw(place), draw(place)
            flat[at] = flat[other] + flat.dtype.type(draw(st.integers(0, 1)))
            return f"{way}: {at} is {flat[at]}", array
        if way == "wrap" and array.dtype == np.int64 and size > 3:
            # the differences between these are positive in 64 bits: offsets that seem to ascend
            at, step = draw(st.integers(1, size - 3)), draw(st.integers(0, 2**61))
            flat[at : at + 2] = 2**62 + step, -(2**62) - step
            return f"{way}: at {at}", array
        if way == "size":
            axis = draw(st.integers(0, array.ndim - 1))
            new = draw(st.sampled_from([0, 1, max(0, array.shape[axis] - 1), array.shape[axis] + 1, 20_000]))
            rows = np.arange(new) % max(1, array.shape[axis])
            return f"{way}: {new} on axis {axis}", array.take(rows, axis) if size else np.zeros(new, array.dtype)
        if way == "shape":
            shapes = [(-1,), (1, *array.shape), (*array.shape, 1), array.shape[::-1]]
            shape = draw(st.sampled_from(shapes)) if size else (0, 1)
            return f"{way}: {shape}", array.reshape(shape)
        if way == "type":
            dtype = draw(st.sampled_from(DTYPES))
            return f"{way}: {dtype}", array.astype(dtype)
    seed = draw(st.integers(0, 99))
    mixed = np.asfortranarray(array) if seed == 0 else array[np.random.default_rng(seed).permutation(len(array))]
    return f"order: {seed}", mixed


def _extremes(dtype: Any) -> list[Any]:
    if dtype.kind == "f":
        top = np.finfo(dtype).max
        return [np.nan, np.inf, -np.inf, top, -top, 0.0, -0.0, 1.0, -1.0, np.finfo(dtype).tiny]
    top = np.iinfo(dtype).max
    return [top, np.iinfo(dtype).min, top // 2, top // 2 + 1, 0, 1, 2, top - 1]


def _damaged_header(draw: st.DrawFn, content: bytes) -> Damaged:
    """What the header of an array claims of its type and shape, and of its own length."""
    start = 10 + int.from_bytes(content[8:10], "little")
    header = content[10:start].decode("latin1").strip()
    shape, dtype = header[header.index("(") : header.index(")") + 1], header.split("'")[3]
    new = draw(
        st.sampled_from(SHAPES).map(lambda claim: header.replace(shape, claim))
        | st.sampled_from(CLAIMS).map(lambda claim: header.replace(f"'{dtype}'", claim))
        | st.sampled_from([*HEADERS, header.replace("False", "True"), header.replace("}", ", 'shape': (1,), 'x': 1}")])
    )
    version = draw(st.sampled_from([b"\1\0", b"\1\0", b"\1\0", b"\2\0", b"\3\0", b"\xff\xff"]))
    length = draw(st.just(len(new)) | st.integers(0, 65535))
    return f"claim: {new[:80]}", b"\x93NUMPY" + version + struct.pack("<H", length) + new.encode() + content[start:]


def _damaged_json(draw: st.DrawFn, head: Any) -> tuple[str, str]:
    """One value replaced by any JSON or by another of its values, renamed or left out; or the text as a whole."""
    paths = list(_paths(head))
    path, other = draw(st.sampled_from(paths)), draw(st.sampled_from(paths))
    parent, value = _at(head, path[:-1]), json.dumps(_at(head, other))
    way = draw(st.sampled_from(["value", "value", "sibling", "renamed", "absent", "text"]))
    if way == "text":
        text = json.dumps(head)
        texts = [text[: len(text) // 2], text * 2, "\ufeff" + text, text.replace(":", ": \0", 1), "", "null", "\ud800"]
        texts += [text.replace('"kind"', '"kind": "x", "kind"', 1), "[" * 200_000, " " * 100_000 + text]
        number = draw(st.integers(0, len(texts) - 1))
        return f"text: {number}", texts[number]
    new = draw(st.sampled_from(VALUES)) if way == "value" else value
    if way in ("value", "sibling"):
        parent[path[-1]] = "\0 new"
    else:
        kept = parent.pop(path[-1])
        if way == "renamed" and isinstance(parent, dict):
            parent[draw(st.sampled_from(["", "x", "\0", "__class__", "9" * 300]))] = kept
    return f"{way}: {new[:40]} at {path}", json.dumps(head).replace(json.dumps("\0 new"), new)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from _paths(item, (*path, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


def _damaged_members(draw: st.DrawFn, members: Members, at: int) -> Damaged:
    """Members renamed, there twice, absent, in one another's place, unknown, packed, or far too large or many."""
    name, content = members[at]
    other = draw(st.integers(0, len(members) - 1))
    rest = [member for n, member in enumerate(members) if n != at]
    new = draw(st.sampled_from([name.upper(), f"./{name}", f"/{name}", name + "\0", name[:-4], f"../{name}"]))
    packing = draw(st.sampled_from([zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]))
    whole = archive_of(members)
    ways = {
        "absent": lambda: archive_of(rest),
        "renamed": lambda: archive_of([*rest, (new, content)]),
        "twice": lambda: archive_of([*members, members[other]]),
        "swapped": lambda: archive_of([*rest, (name, members[other][1])]),
        "unknown": lambda: archive_of([*members, (draw(st.sampled_from(NAMES)), content)]),
        "packed": lambda: archive_of(members, packing),
        "bomb": lambda: archive_of([*rest, (name, b" " * 3_000_000)], zipfile.ZIP_DEFLATED),
        "many": lambda: archive_of([*members, *((f"{number}.npy", b"") for number in range(2000))]),
        "nested": lambda: archive_of([(META, whole)]),
        "archive twice": lambda: whole * 2,
        "prefixed": lambda: draw(st.binary(min_size=1, max_size=64)) + whole,
    }
    way = draw(st.sampled_from(sorted(ways)))
    return f"{way}: {name} or {members[other][0]}", ways[way]()


def _damaged_directory(draw: st.DrawFn, members: Members, at: int) -> Damaged:
    """A field of an entry of the central directory (flags, method, sizes, place), or of what ends the archive."""
    data = bytearray(archive_of(members))
    start = data.rindex(b"PK\x05\x06")
    field = draw(st.sampled_from([8, 10, 20, 24, 42, 0]))
    if field:
        start = -1
        for _ in range(at + 1):
            start = data.index(b"PK\x01\x02", start + 1)
    start += field or draw(st.sampled_from([4, 8, 10, 12, 16, 20]))
    size = 4 if field > 10 else 2
    new = draw(
        st.sampled_from([0, 1, 8, 14, 99, (1 << 8 * size) - 1, (1 << 8 * size - 1) - 1]) | st.integers(0, 1 << 15)
    )
    data[start : start + size] = new.to_bytes(size, "little")
    return f"field: {field} of entry {at} is {new}", bytes(data)

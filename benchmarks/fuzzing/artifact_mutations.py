"""Damage to artifacts that checksums don't show: arrays, JSON and the archive itself, written anew."""

import io
import json
import struct
import warnings
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .byte_mutations import damage
from .choices import Choices, pick

_EPOCH = (1980, 1, 1, 0, 0, 0)
META = "meta.json"

Parts = dict[str, bytes]
"""The members of an archive by name."""


@dataclass
class Raw:
    """JSON text that stands for itself."""

    text: str


def parts_of(data: bytes) -> Parts:
    """RETURNS (dict): The members of an artifact."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def archive_of(members: list[tuple[str, bytes]], method: int = zipfile.ZIP_STORED) -> bytes:
    """RETURNS (bytes): An archive with these members and right checksums, also of equal names."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", method) as archive:
        warnings.simplefilter("ignore")
        for name, content in members:
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type = method
            archive.writestr(info, content)
    return buffer.getvalue()


def mutate_array(parts: Parts, choices: Choices) -> tuple[str, bytes]:
    """One array of a wrong size, type, order or content, or in another's place."""
    names = [name for name in sorted(parts) if name != META]
    name = pick(choices, names)
    how = pick(choices, _ARRAYS)
    if how is _swapped:
        other = pick(choices, names)
        parts[name], parts[other] = parts[other], parts[name]
    elif how is _absent:
        del parts[name]
    elif how is _unknown:
        parts[pick(choices, ["x.npy", "__proto__.npy", "../x.npy", f"{name}.npy", "objects.npy"])] = parts[name]
    else:
        array = np.lib.format.read_array(io.BytesIO(parts[name]), allow_pickle=False)
        with np.errstate(all="ignore"):
            parts[name] = _npy(how(array.copy(), choices), choices)
    return how.__name__[1:], archive_of(list(parts.items()))


def mutate_member(parts: Parts, choices: Choices) -> tuple[str, bytes]:
    """One member's bytes, the header of its array included."""
    name = pick(choices, sorted(parts))
    how, parts[name] = damage(parts[name], choices)
    return how, archive_of(list(parts.items()))


def mutate_header(parts: Parts, choices: Choices) -> tuple[str, bytes]:
    """What an array's header claims of its type and shape."""
    name = pick(choices, [name for name in sorted(parts) if name != META])
    content = parts[name]
    start = 10 + int.from_bytes(content[8:10], "little")
    header = content[10:start].decode("latin1").strip()
    shape = header[header.index("(") : header.index(")") + 1]
    kind = header.split("'")[3]
    new = pick(
        choices,
        [
            header.replace(shape, pick(choices, _SHAPES)),
            header.replace(f"'{kind}'", pick(choices, _TYPES)),
            header.replace("False", pick(choices, ["True", "None", "1", "[]", "False or True"])),
            pick(
                choices, ["{}", "", "(" * 3000, "[" * 9000, "{" * 200, "-" * 5000 + "1", "__import__('os')", "'" * 99]
            ),
            header.replace("}", ", 'shape': (1,), 'x': 1}"),
        ],
    ).encode("latin1")
    version = (
        pick(choices, [b"\x01\0", b"\x02\0", b"\x03\0", b"\0\0", b"\xff\xff"])
        if choices.integer(0, 4) == 0
        else b"\x01\0"
    )
    length = len(new) if choices.integer(0, 4) else choices.integer(0, 65535)
    parts[name] = b"\x93NUMPY" + version + struct.pack("<H", length) + new + content[start:]
    return "header", archive_of(list(parts.items()))


def mutate_meta(parts: Parts, choices: Choices) -> tuple[str, bytes]:
    """One value of the JSON, or its text."""
    head = json.loads(parts[META])
    paths = list(_paths(head))
    path = pick(choices, paths)
    how = pick(choices, ["value", "value", "value", "sibling", "key", "gone", "version", "text"])
    parent = head
    for step in path[:-1]:
        parent = parent[step]
    key = path[-1]
    if how == "value":
        parent[key] = pick(choices, _VALUES)
    elif how == "sibling":
        parent[key] = _at(head, pick(choices, paths))
    elif how == "key" and isinstance(parent, dict):
        parent[pick(choices, ["", "x", "\0", "__class__", "9" * 300])] = parent.pop(key)
    elif how == "gone":
        del parent[key]
    elif how == "version":
        head["version"] = pick(choices, [0, -1, 2, 99, 10**30, 1.0, "1", None, True, [1]])
    text = _dump(head)
    if how == "text":
        text = pick(choices, _TEXTS)(text)
    parts[META] = text.encode("utf8", "surrogatepass")
    return how, archive_of(list(parts.items()))


def mutate_archive(parts: Parts, choices: Choices) -> tuple[str, bytes]:
    """What an archive can do to who reads it."""
    how = pick(choices, _ARCHIVES)
    return how.__name__[1:], how(list(parts.items()), choices)


# Arrays


def _swapped(array: Any, choices: Choices) -> Any: ...
def _absent(array: Any, choices: Choices) -> Any: ...
def _unknown(array: Any, choices: Choices) -> Any: ...


def _nothing(array: Any, choices: Choices) -> Any:
    return np.zeros(pick(choices, [(0,) * array.ndim, (0, *array.shape[1:]), (*array.shape[:-1], 0)]), array.dtype)


def _shorter(array: Any, choices: Choices) -> Any:
    axis = choices.integer(0, array.ndim - 1)
    size = array.shape[axis]
    return np.take(array, range(choices.integer(0, size)), axis=axis)


def _longer(array: Any, choices: Choices) -> Any:
    axis = choices.integer(0, array.ndim - 1)
    return np.concatenate(
        [array, np.take(array, range(min(array.shape[axis], choices.integer(1, 3))), axis=axis)], axis
    )


def _oversized(array: Any, choices: Choices) -> Any:
    return np.resize(array, (choices.integer(1, 20_000), *array.shape[1:][:1]))


def _dtype(array: Any, choices: Choices) -> Any:
    kinds = ["<f2", "<f4", "<f8", "<i4", "<i8", "<u8", "u1", "?", "<c8", "<M8[s]", "S3", "<U2"]
    return array.astype(pick(choices, kinds))


def _endian(array: Any, choices: Choices) -> Any:
    return array.astype(array.dtype.newbyteorder(">"))


def _order(array: Any, choices: Choices) -> Any:
    return np.asfortranarray(array) if array.ndim > 1 else array[::-1]


def _shape(array: Any, choices: Choices) -> Any:
    return array.reshape(pick(choices, [(-1,), (1, *array.shape), (*array.shape, 1), array.shape[::-1]]))


def _entries(array: Any, choices: Choices) -> Any:
    flat = array.reshape(-1)
    for _ in range(min(len(flat), choices.integer(1, 3))):
        flat[choices.integer(0, len(flat) - 1)] = pick(choices, _extremes(array.dtype))
    return array


def _filled(array: Any, choices: Choices) -> Any:
    return np.full_like(array, pick(choices, _extremes(array.dtype)))


def _near(array: Any, choices: Choices) -> Any:
    """A valid value in a wrong place, or one beside a valid value."""
    flat = array.reshape(-1)
    if len(flat):
        at, other = choices.integer(0, len(flat) - 1), choices.integer(0, len(flat) - 1)
        flat[at] = flat[other] + flat.dtype.type(choices.integer(0, 1))
    return array


def _shuffled(array: Any, choices: Choices) -> Any:
    order = np.random.default_rng(choices.integer(0, 1 << 30)).permutation(len(array))
    return array[order]


_ARRAYS: list[Callable[[Any, Choices], Any]] = [
    _swapped,
    _absent,
    _unknown,
    _nothing,
    _shorter,
    _longer,
    _oversized,
    _dtype,
    _endian,
    _order,
    _shape,
    _entries,
    _entries,
    _entries,
    _filled,
    _filled,
    _near,
    _near,
    _shuffled,
]


def _extremes(dtype: Any) -> list[Any]:
    if dtype.kind == "f":
        top = np.finfo(dtype).max
        return [np.nan, np.inf, -np.inf, top, -top, 0.0, -0.0, 1.0, -1.0, np.finfo(dtype).tiny, np.float64(top) / 2]
    top = np.iinfo(dtype).max
    return [top, np.iinfo(dtype).min, top // 2, top // 2 + 1, 0, 1, 2, top - 1]


def _npy(array: Any, choices: Choices) -> bytes:
    buffer = io.BytesIO()
    version = (2, 0) if choices.integer(0, 40) == 0 else (1, 0)
    np.lib.format.write_array(buffer, array, version=version, allow_pickle=False)
    return buffer.getvalue()


_SHAPES = [
    "()",
    "(0,)",
    "(1,)",
    "(-1,)",
    "(1, 1, 1)",
    "(9223372036854775807,)",
    "(4611686018427387904, 4)",
    "(True,)",
    "(2.0,)",
    "(1000000000000,)",
    "(4294967296, 4294967296)",
    "[1]",
    "1",
    "(None,)",
    f"({'9' * 4000},)",
    "(-1, -1)",
    f"({'1, ' * 2000})",
]
_TYPES = [
    "'|O'",
    "'<f4'",
    "'<f8'",
    "'>f4'",
    "'<i8'",
    "'|V8'",
    "'|S0'",
    "'<U0'",
    "[('a', '<f4')]",
    "'<f4,<f4'",
    "('<f4', (2,))",
    "None",
    "''",
    "'x'",
    "[]",
    "'|V0'",
    "'<M8[ns]'",
    "[('a', '|O')]",
    "'f'",
    "3",
]


# JSON

_DEEP: Any = Raw("[" * 500 + "]" * 500)
_VALUES: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    10**9,
    10**18,
    2**63,
    -(2**63),
    Raw("9" * 5000),
    Raw("-" + "9" * 200),
    0.0,
    -0.0,
    0.5,
    1.5,
    -1.5,
    1e-320,
    1e300,
    Raw("1e400"),
    Raw("-1e400"),
    Raw("NaN"),
    Raw("-Infinity"),
    "",
    "x",
    "\0",
    "_SP",
    " ",
    "NOUN",
    "LOWER",
    "\u2028",
    "a" * 1000,
    Raw('"\\ud800"'),
    "\U0001f600",
    [],
    {},
    [[]],
    [0],
    [None],
    ["x", "x"],
    {"x": 1},
    {"": {}},
    [1, 2],
    [-1, -1],
    [0, 0, 0],
    _DEEP,
    Raw("[" * 100_000),
    Raw('{"a":' * 2000 + "1" + "}" * 2000),
]
_TEXTS: list[Callable[[str], str]] = [
    lambda text: text[: len(text) // 2],
    lambda text: text + text,
    lambda text: "\ufeff" + text,
    lambda text: text.replace('"kind"', '"kind": "x", "kind"', 1),
    lambda text: text.replace('"version"', '"version": 9, "version"', 1),
    lambda text: text.replace(":", ": \0", 1),
    lambda text: "[" * 200_000,
    lambda text: " " * 100_000 + text,
    lambda text: text.encode("utf-16-le").decode("latin1"),
    lambda text: "",
    lambda text: "null",
    lambda text: "[]",
    lambda text: "\ud800" + text,
]


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Any:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from _paths(item, (*path, key))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return json.loads(json.dumps(value))


def _dump(value: Any) -> str:
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(key))}: {_dump(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_dump, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


# Archives

Members = list[tuple[str, bytes]]


def _traversal(members: Members, choices: Choices) -> bytes:
    names = [
        "../evil",
        "/tmp/evil",
        "..\\evil",
        "C:\\evil",
        "a/../../evil",
        "evil\0.npy",
        "meta.json/",
        "con",
        "é" * 200,
    ]
    return archive_of([*members, (pick(choices, names), b"x")])


def _renamed(members: Members, choices: Choices) -> bytes:
    at = choices.integer(0, len(members) - 1)
    name, content = members[at]
    new = pick(choices, [name.upper(), f"./{name}", f"/{name}", name + "\0", name[:-4], f"../{name}", f"x/{name}"])
    return archive_of([*members[:at], (new, content), *members[at + 1 :]])


def _twice(members: Members, choices: Choices) -> bytes:
    return archive_of([*members, pick(choices, members)])


def _compressed(members: Members, choices: Choices) -> bytes:
    return archive_of(members, pick(choices, [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]))


def _bomb(members: Members, choices: Choices) -> bytes:
    name = pick(choices, [META, members[-1][0], "bomb.npy"])
    kept = [member for member in members if member[0] != name]
    return archive_of([*kept, (name, b" " * 3_000_000)], zipfile.ZIP_DEFLATED)


def _many(members: Members, choices: Choices) -> bytes:
    return archive_of([*members, *((f"{number}.npy", b"") for number in range(choices.integer(10, 2000)))])


def _encrypted(members: Members, choices: Choices) -> bytes:
    return _patched(members, choices, 8, struct.pack("<H", pick(choices, [1, 0x41, 0x2001, 0x800, 0x20, 0xFFFF])))


def _method(members: Members, choices: Choices) -> bytes:
    return _patched(members, choices, 10, struct.pack("<H", pick(choices, [8, 12, 14, 93, 97, 99, 0xFFFF])))


def _sizes(members: Members, choices: Choices) -> bytes:
    claims = [0, 1, 0xFFFFFFFF, 0xFFFFFFFE, 0x7FFFFFFF, 1 << 20, choices.integer(0, 1 << 15)]
    return _patched(members, choices, pick(choices, [20, 24]), struct.pack("<I", pick(choices, claims)))


def _overlapping(members: Members, choices: Choices) -> bytes:
    return _patched(
        members, choices, 42, struct.pack("<I", pick(choices, [0, 1, 0xFFFFFFFF, choices.integer(0, 9999)]))
    )


def _prefixed(members: Members, choices: Choices) -> bytes:
    return choices.data(choices.integer(1, 64)) + archive_of(members)


def _commented(members: Members, choices: Choices) -> bytes:
    data = archive_of(members)
    comment = choices.data(choices.integer(1, 64))
    return data[:-2] + struct.pack("<H", len(comment)) + comment


def _directory(members: Members, choices: Choices) -> bytes:
    data = bytearray(archive_of(members))
    at = data.rindex(b"PK\x05\x06") + pick(choices, [4, 8, 10, 12, 16, 20])
    data[at : at + 2] = choices.data(2)
    return bytes(data)


def _nested(members: Members, choices: Choices) -> bytes:
    return archive_of([(META, archive_of(members))]) if choices.integer(0, 1) else archive_of(members) * 2


_ARCHIVES: list[Callable[[Members, Choices], bytes]] = [
    _traversal,
    _renamed,
    _twice,
    _compressed,
    _bomb,
    _many,
    _encrypted,
    _method,
    _sizes,
    _overlapping,
    _prefixed,
    _commented,
    _directory,
    _nested,
]


def _patched(members: Members, choices: Choices, offset: int, new: bytes) -> bytes:
    """A field of one entry of the central directory, by its offset there."""
    data = bytearray(archive_of(members))
    entries, at = [], data.find(b"PK\x01\x02")
    while at >= 0:
        entries.append(at)
        at = data.find(b"PK\x01\x02", at + 1)
    start = pick(choices, entries) + offset
    data[start : start + len(new)] = new
    return bytes(data)

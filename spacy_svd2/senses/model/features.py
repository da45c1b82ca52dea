"""Features of a target word in context, from plain token sequences: the same in training and in tagging.

A feature is a 32-bit code, a hash of its template (for instance "bigram of the words at -2 and -1") and of the strings
that fill it. Nothing is learned and no vocabulary is kept; a document is hashed once for all its targets. The features
follow Yarowsky & Florian (2002), with word shapes, prefixes and suffixes in place of tags and lemmas, so that they work
for inflected languages without a tagger or a lemmatiser.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...shared.word_keys import WordKey
from .contexts import Context, ContextWindow
from .hashed_texts import (
    OUTSIDE,
    HashedTexts,
    Hashes,
    Targets,
    hash_text,
    hash_texts,
    neighbours,
    place_targets,
    unit_texts,
    window,
)

Codes = NDArray[np.uint32]
LocalFeature = tuple[str, tuple[int, ...], Codes]

_BIGRAMS = ((-2, -1), (-1, 1), (1, 2), (-1, 0), (0, 1))
_TRIGRAMS = ((-1, 0, 1), (-2, -1, 0), (0, 1, 2))
_MIX = np.array([0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9], dtype=np.uint64)
_SHIFT = np.uint64(31)


def extract(texts: HashedTexts, targets: Targets, settings: ContextWindow) -> list[Codes]:
    """Compute the features of targets.

    texts (HashedTexts): The texts.
    targets (Targets): Their targets.
    settings (ContextWindow): Which features.
    RETURNS (list): The distinct codes of each target, ascending.
    """
    count = len(targets.start)
    every = np.arange(count)
    present = _present(texts, targets, settings)
    parts = []
    for _, gram, column in _local_columns(texts, targets, settings):
        others = [settings.positions + offset for offset in gram if offset] or [settings.positions]
        inside = every[present[:, others].any(axis=1)]
        parts.append((inside, column[inside]))
    parts += _bags(texts, targets, settings)
    parts += _annotations(texts, targets, settings)
    parts.append((np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.uint32)))
    owners = np.concatenate([owner for owner, _ in parts]).astype(np.uint64)
    codes = np.concatenate([codes for _, codes in parts])
    merged = np.unique(owners << np.uint64(32) | codes)
    cuts = np.searchsorted(merged, np.arange(1, count, dtype=np.uint64) << np.uint64(32))
    return np.split(merged.astype(np.uint32), cuts) if count else []


def feature_names(context: Context, start: int, end: int, settings: ContextWindow) -> dict[int, str]:
    """Name a target's features, to explain a decision.

    context (Context): The text.
    start (int): First token of the target.
    end (int): The token after its last.
    settings (ContextWindow): Which features.
    RETURNS (dict): Name by code, for instance "form(-1, 1)=the|of" or "word=river".
    RAISES (UserError): The target is not in the text (K003).
    """
    texts = hash_texts([context], settings)
    targets = place_targets(texts, [(0, start, end)])
    columns = ("form", "stem", "suffix", "shape")
    rows = [unit_texts(word, settings.key, settings.prefix, settings.suffix) for word in context.words]
    units = dict(zip(columns, zip(*rows, ("", "", "", ""), strict=True), strict=True))
    places, names = neighbours(texts, targets, settings)[0], {}
    own = _own_forms(texts, targets, settings)[0]
    for kind, gram, codes in _local_columns(texts, targets, settings):
        filled = [units[kind][places[settings.positions + offset]] for offset in gram]
        if kind in ("form", "stem") and 0 in gram:
            filled[gram.index(0)] = own if kind == "form" else own[: settings.prefix]
        where = ", ".join(map(str, gram))
        names[int(codes[0])] = f"{kind}({where})={'|'.join(filled)}"
    for kind, column in (("word", "form"), ("stem", "stem"), ("near", "stem")):
        codes = _mix(kind, _hashes(list(units[column][:-1])))
        names |= {code: f"{kind}={text}" for code, text in zip(codes.tolist(), units[column][:-1], strict=True)}
    annotated = list(annotation_features(context, start, end, settings))
    names |= dict(zip(_mix("annotation", _hashes(annotated)).tolist(), annotated, strict=True))
    taken = extract(texts, targets, settings)[0].tolist()
    return {code: names[code] for code in taken}


def _mix(template: str, *parts: Any) -> Codes:
    """Combine hashes with the name of a template: arrays of the same shape become one array of codes."""
    code = np.uint64(hash_text(template)) ^ parts[0]
    for index, part in enumerate((*parts[1:], None)):
        code *= _MIX[index % 3]
        code ^= code >> _SHIFT
        if part is not None:
            code += part
    return (code >> np.uint64(32)).astype(np.uint32)


def _local_columns(texts: HashedTexts, targets: Targets, settings: ContextWindow) -> list[LocalFeature]:
    """Features with a position: their kind, their positions, and a code for each target."""
    places, reach = neighbours(texts, targets, settings), settings.positions
    tables = {"form": texts.forms[places], "stem": texts.stems[places]}
    tables |= {"suffix": texts.suffixes[places], "shape": texts.shapes[places]}
    own = _own_forms(texts, targets, settings)
    tables["form"][:, reach] = _hashes(own)
    tables["stem"][:, reach] = _hashes([form[: settings.prefix] for form in own])
    return [
        (kind, gram, _mix(f"{kind}{gram}", *(tables[kind][:, reach + offset] for offset in gram)))
        for kind, gram in _local_templates(settings)
    ]


def _present(texts: HashedTexts, targets: Targets, settings: ContextWindow) -> NDArray[np.bool_]:
    """Which places around targets are in the text, (m, 2 * positions + 1), or count as if they were."""
    places = neighbours(texts, targets, settings)
    return (places < len(texts.forms) - 1) | settings.outside


def _local_templates(settings: ContextWindow) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Kinds and positions of the local features that the settings ask for."""
    offsets = range(-settings.positions, settings.positions + 1)
    if "positions" in settings.groups:
        yield from (("form", (offset,)) for offset in offsets)
        yield from (("stem", (offset,)) for offset in offsets if offset)
    for group, kind in (("suffixes", "suffix"), ("shapes", "shape")):
        if group in settings.groups:
            yield from ((kind, (offset,)) for offset in offsets)
    grams: list[tuple[str, tuple[int, ...]]] = []
    if "bigrams" in settings.groups:
        grams += [(kind, gram) for gram in _BIGRAMS for kind in ("form", "stem")]
    if "trigrams" in settings.groups:
        grams += [("form", gram) for gram in _TRIGRAMS]
    yield from ((kind, gram) for kind, gram in grams if max(map(abs, gram)) <= settings.positions)


def _own_forms(texts: HashedTexts, targets: Targets, settings: ContextWindow) -> list[str]:
    """The target as a single string, even if it has several tokens."""
    spans = np.stack([targets.text, targets.start - targets.low, targets.end - targets.low], axis=1).tolist()
    return [settings.key(" ".join(texts.contexts[text].words[start:end])) for text, start, end in spans]


def _bags(texts: HashedTexts, targets: Targets, settings: ContextWindow) -> list[tuple[NDArray[np.intp], Codes]]:
    """Features without a position: words and stems in the window, stems near the target."""
    owners, places, distance = window(targets, max(settings.window, settings.near))
    wide = texts.is_word[places] & (distance <= settings.window)
    near = texts.is_word[places] & (distance <= settings.near)
    bags = []
    if "words" in settings.groups:
        bags.append((owners[wide], _mix("word", texts.forms[places[wide]])))
    if "stems" in settings.groups:
        bags.append((owners[wide], _mix("stem", texts.stems[places[wide]])))
    if "near" in settings.groups:
        bags.append((owners[near], _mix("near", texts.stems[places[near]])))
    return bags


def _annotations(texts: HashedTexts, targets: Targets, settings: ContextWindow) -> list[tuple[NDArray[np.intp], Codes]]:
    """Features of tags, lemmas and dependencies, for the texts that have them."""
    owners: list[int] = []
    found: list[str] = []
    starts, ends = (targets.start - targets.low).tolist(), (targets.end - targets.low).tolist()
    for owner, text in enumerate(targets.text.tolist()):
        context = texts.contexts[text]
        if context.tags is None and context.lemmas is None and context.heads is None:
            continue
        named = list(annotation_features(context, starts[owner], ends[owner], settings))
        owners += [owner] * len(named)
        found += named
    return [(np.array(owners, dtype=np.intp), _mix("annotation", _hashes(found)))] if found else []


def annotation_features(context: Context, start: int, end: int, settings: ContextWindow) -> Iterator[str]:
    """Name the features of a target that come from tags, lemmas and dependencies."""
    size, reach, written = len(context.words), settings.positions, settings.key.written

    def at(values: Sequence[str], offset: int) -> str:
        place = start + offset if offset <= 0 else end - 1 + offset
        return values[place] if 0 <= place < size else OUTSIDE

    first, last = (-reach - 2, reach + 2) if settings.outside else (-start, size - end)
    inside = [offset for offset in range(-reach, reach + 1) if first <= offset <= last]
    if context.tags is not None:
        yield from (f"tag{offset} {at(context.tags, offset)}" for offset in inside)
        for gram in _BIGRAMS:
            if any(first <= offset <= last for offset in gram if offset):
                yield f"tags{gram} " + " ".join(at(context.tags, offset) for offset in gram)
        if "nearest_tags" in settings.groups:
            yield from _nearest_tags(context, context.tags, range(start, end), settings)
    if context.lemmas is not None:
        yield from (f"lemma{offset} {written(at(context.lemmas, offset))}" for offset in inside)
        low, high = max(0, start - settings.window), min(size, end + settings.window)
        around = [*range(low, min(start, high)), *range(max(end, low), high)]
        yield from (f"lemma {written(context.lemmas[place])}" for place in around)
    if context.heads is not None:
        yield from _syntax(context, context.heads, range(start, end), settings.key)


def _nearest_tags(context: Context, tags: Sequence[str], inside: range, settings: ContextWindow) -> Iterator[str]:
    """The nearest word of each tag on either side, such as the last verb before the target and the next noun."""
    before = range(inside.start - 1, max(inside.start - settings.near, 0) - 1, -1)
    after = range(inside.stop, min(inside.stop + settings.near, len(tags)))
    for side, places in (("before", before), ("after", after)):
        nearest: dict[str, str] = {}
        for place in places:
            nearest.setdefault(tags[place], settings.key(context.words[place]))
        yield from (f"nearest {side} {tag} {word}" for tag, word in nearest.items())


def _syntax(context: Context, heads: Sequence[int], inside: range, key: WordKey) -> Iterator[str]:
    """The target's head, its dependents and their dependents, each with the relation."""
    deps = context.deps or [""] * len(heads)
    names = [*map(key.written, context.lemmas)] if context.lemmas else [*map(key, context.words)]
    for place in inside:
        if heads[place] not in inside:
            yield f"head {deps[place]} {names[heads[place]]}"
    children = [place for place, head in enumerate(heads) if head in inside and place not in inside]
    yield from (f"child {deps[place]} {names[place]}" for place in children)
    below = set(children)
    for place, head in enumerate(heads):
        if head in below and place != head and place not in inside:
            yield f"grandchild {deps[head]} {names[place]}"


def _hashes(texts: Sequence[str]) -> Hashes:
    return np.array([hash_text(text) for text in texts], dtype=np.uint64)

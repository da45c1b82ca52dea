"""Readers of input, and small good files of each format to damage."""

import atexit
import gzip
import io
import json
import shutil
import tarfile
import tempfile
import warnings
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import spacy
import srsly
from spacy.tokens import Doc, DocBin, Span

from spacy_svd2.errors import UserError
from spacy_svd2.shared.artifacts import artifact_to_bytes
from spacy_svd2.shared.surrogates import lone_surrogate

from .artifact_mutations import (
    archive_of,
    mutate_archive,
    mutate_array,
    mutate_header,
    mutate_member,
    mutate_meta,
    parts_of,
)
from .byte_mutations import damage
from .choices import Choices, pick
from .text_mutations import damage_text

Mutation = Callable[[bytes, Choices], tuple[str, bytes]]


_RENEW = 500


@cache
def blank() -> Any:
    """RETURNS (Language): One for all cases, made anew now and then, for it takes up their words."""
    return spacy.blank("xx")


class InputTarget:
    """Mutated files of one format.

    suffix (str): Of the files.
    seeds (list): Good files.
    read (Callable): Reads a file, all of it; gives the strings it found.
    mutate (Callable): How to damage it.
    """

    def __init__(
        self, suffix: str, seeds: list[bytes], read: Callable[[Path], Iterable[str]], mutation: Mutation = damage_text
    ) -> None:
        self.folder = tempfile.mkdtemp(prefix="fuzz")
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.path = Path(self.folder) / f"fuzzed{suffix}"
        self.seeds = seeds
        self.read = read
        self.mutation = mutation
        self._cases = 0
        for seed in seeds:
            self.check(gzip.compress(seed) if suffix.endswith(".gz") else seed)

    def mutate(self, choices: Choices) -> tuple[str, Any]:
        """RETURNS (tuple): A name for what was done, and the content of the file."""
        self._cases += 1
        if self._cases % _RENEW == 0:
            blank.cache_clear()
            blank()
        how, data = self.mutation(pick(choices, self.seeds), choices)
        if self.path.suffix == ".gz":
            data = gzip.compress(data, mtime=0) if choices.integer(0, 1) else damage(gzip.compress(data), choices)[1]
        return how, data

    def check(self, data: bytes) -> str:
        """Read the file.

        RETURNS (str): "other": it can be read, whatever it says now.
        RAISES (UserError): It is refused, and named.
        """
        self.path.write_bytes(data)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                found = list(self.read(self.path))
            except UserError as err:
                if self.path.name not in str(err):
                    raise AssertionError(f"the message does not name the file: {err}") from err
                raise
        if not all(isinstance(string, str) for string in found) or lone_surrogate(found):
            raise AssertionError("something else than text")
        return "other"


def text_target(suffix: str, *seeds: str, **options: Any) -> InputTarget:
    """A corpus of a text format, as the tagger reads it: for counting, and as gold documents."""
    from spacy_svd2.corpora.corpus import make_corpus

    def read(path: Path) -> Iterable[str]:
        corpus = make_corpus(str(path), **options)
        strings = [word for words in corpus.sentences(blank()) for word in words]
        if not all(strings):
            raise AssertionError("an empty word")
        for doc in corpus.docs(blank()):
            strings += [token.tag_ for token in doc]
            if len(doc) == 0:
                raise AssertionError("an empty document")
        return strings

    return InputTarget(suffix, [seed.encode() for seed in seeds], read)


def sense_target(suffix: str, *seeds: str | bytes, mutation: Mutation = damage_text) -> InputTarget:
    """A corpus of senses: as occurrences, and as gold documents."""
    from spacy_svd2.senses.corpora.corpus import make_sense_corpus

    def read(path: Path) -> Iterable[str]:
        corpus = make_sense_corpus(str(path))
        strings = []
        for item in corpus.occurrences(blank()):
            if not 0 <= item.start < item.end <= len(item.context.words):
                raise AssertionError("a target outside its text")
            strings += [item.word, *item.senses, *item.context.words]
        for doc in corpus.docs(blank()):
            strings += [span.label_ for span in doc.spans.get("senses", ())]
        list(corpus.sentences(blank()))
        return strings

    return InputTarget(suffix, [seed.encode() if isinstance(seed, str) else seed for seed in seeds], read, mutation)


def labels_target(suffix: str, *seeds: str) -> InputTarget:
    """Labelled words."""
    from spacy_svd2.tagger.labelling.labels import read_labels

    def read(path: Path) -> Iterable[str]:
        labels = read_labels(path, words=["the", "cat"], normalize=str.lower)
        return [*labels.tags, *labels.tagset, *labels.pos_of.values(), *labels.unlabelled, *labels.notes]

    return InputTarget(suffix, [seed.encode() for seed in seeds], read)


def tagset_target() -> InputTarget:
    """A set of tags to choose from."""
    from spacy_svd2.tagger.labelling.tagsets import assign_keys, read_tagset

    def read(path: Path) -> Iterable[str]:
        tags = read_tagset(path)
        return [*(tag.name for tag in tags), *(tag.gloss for tag in tags), *assign_keys(tag.name for tag in tags)]

    return InputTarget(".tsv", [b"N\tnoun\tNOUN\nV\tverb\tVERB\n# a comment\nX\n"], read)


def key_target() -> InputTarget:
    """Keys and sense maps of Senseval."""
    from spacy_svd2.senses.corpora.senseval import read_key, read_sensemap

    def read(path: Path) -> Iterable[str]:
        return [*read_key(path), *read_sensemap(path)]

    return InputTarget(".key", [b"a a.1 1\na a.2 1 2 3\n"], read)


def curves_target() -> InputTarget:
    """Learning curves of the report."""
    from spacy_svd2.tagger.report.charts import curve_chart, read_curves

    def read(path: Path) -> Iterable[str]:
        return [curve.path for curve in curve_chart(read_curves(path), x_label="x", y_label="y").curves]

    return InputTarget(".json", [b'{"series": [{"name": "a", "points": [[50, 0.7], [100, 0.8]]}]}'], read)


def scores_target() -> InputTarget:
    """Files of scores, which are compared."""
    from spacy_svd2.tagger.evaluation.comparison import compare_scores

    def read(path: Path) -> Iterable[str]:
        header, rows = compare_scores([path])
        return [*header, *(cell for row in rows for cell in row)]

    return InputTarget(
        ".json", [b'{"many_to_one": 0.5, "v_measure": 0.4, "vi": 3.0, "n_tokens": 9, "n_clusters": 4}'], read
    )


def docbin_seeds() -> list[bytes]:
    """RETURNS (list): Files of spaCy's own format, with and without senses."""
    doc = Doc(blank().vocab, words=["the", "bank", "closed", "."], tags=["D", "N", "V", "P"], sent_starts=[1, 0, 0, 0])
    doc.spans["senses"] = [Span(doc, 1, 2, "money", span_id="bank")]
    full = DocBin(attrs=["ORTH", "TAG", "POS", "SENT_START", "HEAD", "DEP"], store_user_data=True, docs=[doc, doc])
    return [DocBin(docs=[doc]).to_bytes(), full.to_bytes(), DocBin(attrs=["ORTH"], docs=[doc]).to_bytes()]


def damage_docbin(data: bytes, choices: Choices) -> tuple[str, bytes]:
    """The compressed bytes, the message in them, or one of its fields."""
    import zlib

    if choices.integer(0, 4) == 0:
        return damage(data, choices)
    raw = zlib.decompress(data)
    if choices.integer(0, 3) == 0:
        how, raw = damage(raw, choices)
        return f"message: {how}", zlib.compress(raw)
    message = srsly.msgpack_loads(raw)
    key = pick(choices, sorted(message))
    value = message[key]
    odd: list[Any] = [None, 0, -1, 2**63, "x", b"", b"\xff" * 8, [], [None], {}, [[]], [b"x"], True, [2**64 - 1] * 4]
    if isinstance(value, bytes) and value and choices.integer(0, 2):
        message[key] = damage(value, choices)[1]
    elif isinstance(value, list) and value and choices.integer(0, 2):
        at = choices.integer(0, len(value) - 1)
        inner = value[at]
        value[at] = damage(inner, choices)[1] if isinstance(inner, bytes) and inner else pick(choices, odd)
    elif choices.integer(0, 5) == 0:
        del message[key]
    else:
        message[key] = pick(choices, odd)
    return f"field: {key}", zlib.compress(srsly.msgpack_dumps(message))


def counts_target() -> InputTarget:
    """A part of a folder of counts."""
    from spacy_svd2.tagger.counting.count_files import counts_from_artifact, counts_to_artifact
    from spacy_svd2.tagger.counting.scan import count_bigrams

    counts = count_bigrams([["the", "cat", "sleeps"], ["the", "dog"]] * 3, normalize=str, boundaries="stop")

    def mutation(data: bytes, choices: Choices) -> tuple[str, bytes]:
        if choices.integer(0, 3) == 0:
            return damage(data, choices)
        mutate = pick(choices, [mutate_array, mutate_meta, mutate_header, mutate_archive, mutate_member])
        how, data = mutate(parts_of(data), choices)
        return f"{mutate.__name__[7:]}: {how}", data

    def read(path: Path) -> Iterable[str]:
        found, _ = counts_from_artifact(path)
        total = (found + counts).by_frequency() if found.boundaries == "stop" else found.by_frequency()
        if int(total.bigrams.sum()) > total.n_tokens:
            raise AssertionError("more pairs than tokens")
        found.most_frequent(2)
        return found.types

    return InputTarget(".npz", [artifact_to_bytes(counts_to_artifact(counts, {"a": 1}))], read, mutation)


def manifest_target() -> InputTarget:
    """The manifest of a folder of counts."""
    from spacy_svd2.tagger.counting.folder import CountsFolder

    def read(path: Path) -> Iterable[str]:
        path.replace(path.parent / "counts.json")
        try:
            CountsFolder.open(path.parent).missing()
        except UserError as err:
            raise UserError(f"{err} {path.name}") from err  # the message names the folder
        return []

    seed = json.dumps(
        {"format": "spacy-svd2 counts", "version": 1, "about": {"attr": "LOWER"}, "pieces": [{"path": "a"}]}
    )
    return InputTarget(".json", [seed.encode()], read)


def zip_target() -> InputTarget:
    """A data archive as wheels are."""
    from scripts.datasets.archives import read_text_member

    def mutation(data: bytes, choices: Choices) -> tuple[str, bytes]:
        if choices.integer(0, 1):
            return damage(data, choices)
        return mutate_archive(parts_of(data), choices)

    seeds = [archive_of([("meta.json", b"text"), ("data/a.txt", "ä b".encode() * 30)], method) for method in (0, 8)]
    return InputTarget(".whl", seeds, lambda path: [read_text_member(path, "data/a.txt", max_bytes=10_000)], mutation)


def tar_target() -> InputTarget:
    """A data archive as source distributions are."""
    from scripts.datasets.archives import read_tar_members

    def seed() -> bytes:
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w") as archive:
            for name in ("x/data/a.txt", "../../x/data/b.txt", "/x/data/c.txt"):
                info = tarfile.TarInfo(name)
                info.size = 3
                archive.addfile(info, io.BytesIO(b"abc"))
            for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE):
                info = tarfile.TarInfo("x/data/d.txt")
                info.type, info.linkname = kind, "/etc/passwd"
                archive.addfile(info)
        return buffer.getvalue()

    def read(path: Path) -> Iterable[str]:
        return map(str, read_tar_members(path, "*/data/*.txt", max_bytes=10_000).values())

    return InputTarget(".tar.gz", [seed()], read, damage)

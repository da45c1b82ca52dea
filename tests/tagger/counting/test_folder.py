import json
import warnings
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest
from count_helpers import content, count_settings, counted, files
from hypothesis import given, settings
from hypothesis import strategies as st

from spacy_svd2.corpora.corpus import Corpus
from spacy_svd2.errors import UserError
from spacy_svd2.tagger.counting.counts import BigramCounts, add_up
from spacy_svd2.tagger.counting.folder import CountsFolder, add_up_most_frequent, merge_folders, read_counts
from spacy_svd2.tagger.counting.local import count_corpus
from spacy_svd2.tagger.counting.progress import CountProgress
from spacy_svd2.tagger.counting.scan import count_bigrams

sentences = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=6), max_size=6)


@pytest.mark.parametrize("n_process", [1, 2])
def test_a_folder_holds_the_counts_of_the_whole(text: Path, tmp_path: Path, n_process: int) -> None:
    corpus = Corpus([text])
    states: list[CountProgress] = []
    out = tmp_path / "counts"
    count_corpus(corpus, out, count_settings(corpus), n_process=n_process, part_bytes=5000, on_progress=states.append)
    counts, about = read_counts(out)
    assert content(counts) == content(counted(corpus))
    assert (about["lang"], about["attr"], about["boundaries"]) == ("xx", "LOWER", "ignore")
    last = states[-1]
    assert last.bytes_read == last.bytes_total == corpus.n_bytes
    assert last.parts == last.parts_total == len(list((out / "parts").iterdir())) > 4
    assert last.tokens == counts.n_tokens


def test_a_second_count_does_nothing_and_a_missing_part_is_counted_again(text: Path, tmp_path: Path) -> None:
    corpus = Corpus([text])
    out = tmp_path / "counts"
    folder = count_corpus(corpus, out, count_settings(corpus), part_bytes=5000)
    before = files(out)
    count_corpus(corpus, out, count_settings(corpus), part_bytes=5000)
    assert files(out) == before
    folder.part_file(2).unlink()
    with pytest.raises(UserError, match=r"N003.*are there"):
        read_counts(out)
    count_corpus(corpus, out, count_settings(corpus), part_bytes=5000)
    after = files(out)
    assert [name for name in after if after[name] != before[name]] == ["parts/000002.npz"]
    assert content(read_counts(out)[0]) == content(counted(corpus))


def test_other_settings_and_changed_files_are_noticed(text: Path, tmp_path: Path) -> None:
    corpus = Corpus([text])
    out = tmp_path / "counts"
    count_corpus(corpus, out, count_settings(corpus), part_bytes=5000)
    with pytest.raises(UserError, match=r"N004.*boundaries = 'ignore', now it is 'stop'"):
        count_corpus(corpus, out, count_settings(corpus, boundaries="stop"), part_bytes=5000)
    with pytest.raises(UserError, match="N004.*lang = 'xx', now it is 'en'"):
        count_corpus(corpus, out, count_settings(corpus, lang="en"), part_bytes=5000, force=False)
    with pytest.raises(UserError, match=r"N004.*parts of the corpus"):
        count_corpus(corpus, out, count_settings(corpus), part_bytes=2500)
    data = text.read_bytes()
    text.write_bytes(data[:-1] + b"!")
    with pytest.raises(UserError, match=r"N004.*corpus\.txt"):
        count_corpus(corpus, out, count_settings(corpus), part_bytes=5000)
    count_corpus(corpus, out, count_settings(corpus), part_bytes=5000, force=True)
    assert content(read_counts(out)[0]) == content(counted(corpus))


def test_a_folder_of_something_else_is_left_alone(text: Path, tmp_path: Path) -> None:
    corpus = Corpus([text])
    (tmp_path / "counts").mkdir()
    (tmp_path / "counts" / "mine.txt").write_text("mine")
    for force in (False, True):
        with pytest.raises(UserError, match="N002.*something else"):
            count_corpus(corpus, tmp_path / "counts", count_settings(corpus), force=force)
    assert (tmp_path / "counts" / "mine.txt").read_text() == "mine"


_HEAD = '{"format": "spacy-svd2 counts", "version": 1, "about": {}, "pieces": '


@pytest.mark.parametrize(
    "manifest",
    [
        *("", "[]", '{"format": "spacy-svd2 counts", "version": 2}', '{"about": {}}', f"{_HEAD}[]}}", f"{_HEAD}[1]}}"),
        *("[" * 100_000, f"{_HEAD}[{{}}{', {}' * 3_000_000}]}}", " " * (33 << 20)),
    ],
    ids=lambda text: text[:60],
)
def test_a_bad_manifest_is_an_error(tmp_path: Path, manifest: str) -> None:
    (tmp_path / "counts.json").write_text(manifest)
    with pytest.raises(UserError, match=r"N002.*counts\.json"):
        CountsFolder.open(tmp_path)


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-9], lambda data: data[:400] + b"\1\2\3" + data[403:], lambda data: b""]
)
def test_a_damaged_part_is_named_and_counted_again(
    text: Path, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    corpus, out = Corpus([text]), tmp_path / "counts"
    count_corpus(corpus, out, count_settings(corpus), part_bytes=5000)
    part = out / "parts" / "000001.npz"
    part.write_bytes(damage(part.read_bytes()))
    message = r"N015.*000001\.npz.*Delete"
    with pytest.raises(UserError, match=message):
        read_counts(out)
    with pytest.raises(UserError, match=message):
        merge_folders([out], tmp_path / "sum")
    with pytest.raises(UserError, match=message):
        count_corpus(corpus, out, count_settings(corpus), part_bytes=5000)
    part.unlink()
    count_corpus(corpus, out, count_settings(corpus), part_bytes=5000)
    assert content(read_counts(out)[0]) == content(counted(corpus))


def test_parts_that_change_places_are_noticed(text: Path, tmp_path: Path) -> None:
    corpus = Corpus([text])
    folder = count_corpus(corpus, tmp_path / "counts", count_settings(corpus), part_bytes=5000)
    folder.part_file(1).replace(folder.part_file(0))
    with pytest.raises(UserError, match="N003"):
        read_counts(tmp_path / "counts")
    folder.part_file(1).write_bytes(folder.part_file(0).read_bytes())
    with pytest.raises(UserError, match=r"N002.*000000\.npz"):
        read_counts(tmp_path / "counts")


def test_merging_folders(text: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("a new cat\nand NATO")
    for number, path in enumerate([text, other]):
        corpus = Corpus([path])
        count_corpus(corpus, tmp_path / str(number), count_settings(corpus), part_bytes=9000)
    total = merge_folders([tmp_path / "0", tmp_path / "1"], tmp_path / "sum")
    whole = counted(Corpus([text, other]))
    assert content(total) == content(whole) == content(read_counts(tmp_path / "sum")[0])
    assert len(json.loads((tmp_path / "sum" / "counts.json").read_text())["pieces"]) == 1
    small = merge_folders([tmp_path / "0", tmp_path / "1"], tmp_path / "small", max_types=3)
    assert content(small) == content(whole.most_frequent(3)) == content(read_counts(tmp_path / "small")[0])


def test_text_that_counts_twice_is_said(text: Path, tmp_path: Path) -> None:
    corpus = Corpus([text])
    count_corpus(corpus, tmp_path / "a", count_settings(corpus))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        merge_folders([tmp_path / "a"], tmp_path / "b")
    with pytest.warns(UserWarning, match="N102.* 1 part.*a' are also in '.*b'"):
        total = merge_folders([tmp_path / "a", tmp_path / "b"], tmp_path / "c")
    assert total.n_tokens == 2 * read_counts(tmp_path / "a")[0].n_tokens


def test_counts_made_differently_do_not_merge(text: Path, tmp_path: Path) -> None:
    corpus = Corpus([text])
    count_corpus(corpus, tmp_path / "0", count_settings(corpus))
    for name, other in {"1": {"attr": "ORTH"}, "2": {"normalize": False}, "3": {"lang": "tr"}}.items():
        count_corpus(corpus, tmp_path / name, count_settings(corpus, **other))  # type: ignore[arg-type]
    for name, what in {"1": "attr.*LOWER.*ORTH", "2": "normalize.*True.*False", "3": "lang.*xx.*tr"}.items():
        with pytest.raises(UserError, match=f"N008.*{what}"):
            merge_folders([tmp_path / "0", tmp_path / name], tmp_path / "sum")


def test_counts_of_raw_and_of_split_text_do_not_merge(text: Path, tmp_path: Path) -> None:
    (tmp_path / "treebank.tsv").write_text("a\tX\n\nb\tY\n", "utf8")
    corpora = {
        "raw": Corpus([text]),
        "split": Corpus([text], tokenized=True),
        "treebank": Corpus([tmp_path / "treebank.tsv"]),
        "split treebank": Corpus([tmp_path / "treebank.tsv"], tokenized=True),
    }
    for name, corpus in corpora.items():
        count_corpus(corpus, tmp_path / name, count_settings(corpus))
    for first, second in [("raw", "split"), ("split", "raw")]:
        with pytest.raises(UserError, match=r"N021.*split' are of text .*\(--tokenized\), those in .*raw' of raw text"):
            merge_folders([tmp_path / first, tmp_path / second], tmp_path / "sum")
    # the tokenizer has no part in the words of a treebank
    merge_folders([tmp_path / "treebank", tmp_path / "split"], tmp_path / "sum")
    assert CountsFolder.open(tmp_path / "sum").was_tokenized is True
    with pytest.raises(UserError, match="N021"):
        merge_folders([tmp_path / "sum", tmp_path / "raw"], tmp_path / "other")
    merge_folders([tmp_path / "treebank", tmp_path / "split treebank"], tmp_path / "treebanks")
    assert CountsFolder.open(tmp_path / "treebanks").was_tokenized is None


def test_counts_of_version_0_1_0_are_not_normalized(tmp_path: Path) -> None:
    old = Path(__file__).parents[2] / "data" / "counts_0.1.0"
    counts, about = read_counts(old)
    assert about["normalize"] is False
    assert {"café", "cafe\u0301"} < set(counts.types)
    file = tmp_path / "more.txt"
    file.write_text("a café is a cafe\u0301 .\n", "utf8")
    for number, normalize in enumerate([False, True]):
        corpus = Corpus([file], tokenized=True)
        count_corpus(corpus, tmp_path / str(number), count_settings(corpus, normalize=normalize))
    total = merge_folders([old, tmp_path / "0"], tmp_path / "sum")
    assert content(total) == content(add_up([counts, read_counts(tmp_path / "0")[0]]))
    with pytest.raises(UserError, match="N008.*normalize.*False.*True"):
        merge_folders([old, tmp_path / "1"], tmp_path / "other")
    with pytest.raises(UserError, match="N004"):
        count_corpus(Corpus([file]), copytree(old, tmp_path / "old"), count_settings(Corpus([file])))


@settings(deadline=None)
@given(st.lists(sentences, min_size=1, max_size=4), st.integers(1, 9), st.sampled_from(["ignore", "stop", "token"]))
def test_the_most_frequent_types_without_the_sum(corpora: list[list[list[str]]], max_types: int, edge: str) -> None:
    parts = [count_bigrams(corpus, boundaries=edge) for corpus in corpora]  # type: ignore[arg-type]
    bounded = add_up_most_frequent(lambda: iter(parts), max_types)
    assert content(bounded) == content(add_up(parts).most_frequent(max_types))


def test_max_types_must_be_positive() -> None:
    with pytest.raises(UserError, match="N012"):
        add_up_most_frequent(lambda: iter([]), 0)


@pytest.mark.parametrize("settings", [{}, {"boundaries": "stop"}])
def test_earlier_counts_stay_until_the_new_ones_are_complete(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str]
) -> None:
    corpus, out = Corpus([text]), tmp_path / "counts"
    count_corpus(corpus, out, count_settings(corpus), part_bytes=5000)
    before = files(out)
    write, written = CountsFolder.write_part, []

    def interrupted(folder: CountsFolder, number: int, counts: BigramCounts) -> None:
        if number == 2:
            raise KeyboardInterrupt
        written.append(number)
        write(folder, number, counts)

    monkeypatch.setattr(CountsFolder, "write_part", interrupted)
    with pytest.raises(KeyboardInterrupt):
        count_corpus(corpus, out, count_settings(corpus, **settings), part_bytes=5000, force=True)
    assert files(out) == before
    monkeypatch.setattr(CountsFolder, "write_part", lambda *given: (written.append(given[1]), write(*given)))
    count_corpus(corpus, out, count_settings(corpus, **settings), part_bytes=5000, force=True)
    assert written == list(range(len(written)))  # it went on where it stopped
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("counts")] == ["counts"]
    assert read_counts(out)[1]["boundaries"] == settings.get("boundaries", "ignore")


def test_counts_with_other_files_beside_are_not_replaced(text: Path, tmp_path: Path) -> None:
    corpus, out = Corpus([text]), tmp_path / "counts"
    count_corpus(corpus, out, count_settings(corpus))
    (out / "notes.txt").write_text("mine")
    with pytest.raises(UserError, match="N002.*notes.txt"):
        count_corpus(corpus, out, count_settings(corpus), force=True)
    assert (out / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize("force", [False, True])
def test_a_sum_that_is_not_written_leaves_the_earlier_one(
    text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, force: bool
) -> None:
    corpus = Corpus([text])
    count_corpus(corpus, tmp_path / "counts", count_settings(corpus))
    merge_folders([tmp_path / "counts"], tmp_path / "sum")
    before = files(tmp_path / "sum")
    write = CountsFolder.write_part

    def full(folder: CountsFolder, number: int, counts: BigramCounts) -> None:
        raise OSError(28, "No space left on device", str(folder.part_file(number)))

    monkeypatch.setattr(CountsFolder, "write_part", full)
    with pytest.raises(OSError, match="No space left"):
        merge_folders([tmp_path / "counts"], tmp_path / "sum", max_types=3 if force else None, force=force)
    assert files(tmp_path / "sum") == before
    monkeypatch.setattr(CountsFolder, "write_part", write)
    merge_folders([tmp_path / "counts"], tmp_path / "sum", max_types=3, force=True)
    assert read_counts(tmp_path / "sum")[0].n_types == 3

"""How the tagger comes by its model: from a corpus, from examples, from an artifact, and again."""

import doctest
import json
import warnings

import pytest
import spacy
from spacy.language import DEFAULT_CONFIG
from spacy.tokens import Doc, DocBin
from spacy.training import Corpus as SpacyCorpus
from spacy.training import Example
from spacy.vocab import Vocab

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.errors import UserError
from spacy_svd2.shared.artifacts import artifact_to_bytes
from spacy_svd2.tagger import component as svd2_tagger
from spacy_svd2.tagger.model.storage import model_to_artifact


def content(tagger):
    return artifact_to_bytes(model_to_artifact(tagger.get_model()))


def tags(doc):
    return [token.tag_ for token in doc]


def blank(lang="xx", **config):
    nlp = spacy.blank(lang)
    return nlp, nlp.add_pipe("svd2_tagger", config=config)


def examples_of(nlp, lines):
    return [Example.from_dict(Doc(nlp.vocab, words=line.split()), {}) for line in lines]


def set_initialize(nlp, **values):
    nlp.config["initialize"]["components"]["svd2_tagger"] = values


def reader_block(path, **options):
    return {"@readers": "spacy_svd2.Corpus.v1", "path": str(path), "tokenized": True, **options}


# The artifact of the component


def test_the_own_artifact_comes_before_the_examples(artifact, lines):
    nlp, tagger = blank(artifact=str(artifact))
    nlp.initialize(lambda: examples_of(nlp, lines[:20]))
    assert content(tagger) == artifact.read_bytes()


# From a corpus


def test_corpus_reader_in_the_config(corpus_file, settings, model):
    nlp, tagger = blank()
    set_initialize(nlp, settings=settings, corpus=reader_block(corpus_file))
    nlp.initialize()
    assert content(tagger) == artifact_to_bytes(model_to_artifact(model))


@pytest.mark.parametrize("kind", ["txt", "jsonl", "tsv", "conllu", "spacy"])
def test_formats_give_the_same_model_and_leave_no_words(tmp_path, lines, settings, model, kind):
    path = tmp_path / f"corpus.{kind}"
    if kind == "spacy":
        vocab = Vocab()
        DocBin(docs=[Doc(vocab, words=line.split()) for line in lines]).to_disk(path)
    else:
        line_of = {
            "txt": lambda line: line,
            "jsonl": lambda line: json.dumps({"tokens": line.split()}),
            "tsv": lambda line: "".join(f"{word}\n" for word in line.split()),
            "conllu": lambda line: "".join(
                "\t".join([str(number), word, *"________"]) + "\n" for number, word in enumerate(line.split(), 1)
            ),
        }[kind]
        path.write_text("\n".join(map(line_of, lines)) + "\n", encoding="utf8")
    nlp, tagger = blank()
    before = set(nlp.vocab.strings)
    tagger.initialize(list, nlp=nlp, corpus=make_corpus(str(path), tokenized=True), settings=settings)
    assert content(tagger) == artifact_to_bytes(model_to_artifact(model))
    assert set(nlp.vocab.strings) - before <= {*tagger.labels, "_SP"}


def test_raw_text_is_split_by_the_pipelines_tokenizer(tmp_path, settings):
    path = tmp_path / "raw.txt"
    path.write_text("I can't know, can I?\nyou don't see  it.\n" * 5, encoding="utf8")
    nlp, tagger = blank("en")
    set_initialize(nlp, settings=settings | {"w1": 6, "r1": 3}, corpus=reader_block(path, tokenized=False))
    nlp.initialize()
    assert set(tagger.get_model().types) == {"i", "ca", "n't", "know", ",", "can", "?", "you", "do", "see", "it", "."}


def test_readers_of_others(tmp_path, lines, settings, model):
    path = tmp_path / "corpus.spacy"
    vocab = Vocab()
    DocBin(docs=[Doc(vocab, words=line.split()) for line in lines]).to_disk(path)
    nlp, tagger = blank()
    tagger.initialize(list, nlp=nlp, corpus=SpacyCorpus(path), settings=settings)
    assert content(tagger) == artifact_to_bytes(model_to_artifact(model))
    with pytest.raises(ValueError, match="E989"):
        tagger.initialize(list, corpus=SpacyCorpus(path), settings=settings)


def test_a_reader_without_paths_is_no_corpus(lines, settings, model):
    nlp, tagger = blank()
    set_initialize(nlp, settings=settings, corpus={"@readers": "spacy_svd2.Corpus.v1", "path": None})
    nlp.initialize(lambda: examples_of(nlp, lines))
    assert content(tagger) == artifact_to_bytes(model_to_artifact(model))


# Where a corpus is counted


@pytest.mark.parametrize("way", [{"n_process": 1}, {"n_process": 2}, {"max_types": 1000}, {"dask": "local"}])
def test_wherever_a_corpus_is_counted_the_model_is_the_same(corpus_file, settings, model, way):
    if "dask" in way:
        pytest.importorskip("distributed", reason="needs dask[distributed]: pip install 'spacy-svd2[dask]'")
    nlp, tagger = blank()
    set_initialize(nlp, settings=settings, corpus=reader_block(corpus_file), **way)
    nlp.initialize()
    assert content(tagger) == artifact_to_bytes(model_to_artifact(model))


def test_max_types_keeps_the_most_frequent_wherever_they_are_counted(corpus_file, lines, settings):
    found = []
    for corpus in (
        make_corpus(str(corpus_file), tokenized=True),
        make_corpus(str(corpus_file), tokenized=True, limit=len(lines)),
        lambda nlp: examples_of(nlp, lines),
        None,
    ):
        nlp, tagger = blank()
        examples = list if corpus else lambda nlp=nlp: examples_of(nlp, lines)
        tagger.initialize(examples, nlp=nlp, corpus=corpus, settings=settings, max_types=9)
        assert tagger.get_model().statistics["n_types"] == 9
        found.append(content(tagger))
    assert len(set(found)) == 1


@pytest.mark.parametrize("way", [{"n_process": 0}, {"n_process": True}, {"max_types": 0}, {"max_types": 1.5}])
def test_numbers_that_say_nothing(corpus_file, way):
    nlp, tagger = blank()
    with pytest.raises(UserError, match=rf"N012.*{next(iter(way))} is"):
        tagger.initialize(list, nlp=nlp, corpus=make_corpus(str(corpus_file)), **way)


@pytest.mark.parametrize("way", [{"n_process": 2}, {"dask": "local"}])
def test_a_corpus_that_cannot_be_divided(corpus_file, lines, way):
    nlp, tagger = blank()
    for corpus in (make_corpus(str(corpus_file), limit=3), lambda nlp: examples_of(nlp, lines)):
        with pytest.raises(UserError, match=r"N013.*spacy_svd2\.Corpus\.v1 without a limit"):
            tagger.initialize(list, nlp=nlp, corpus=corpus, **way)


def test_training_tells_how_far_it_is(tmp_path, corpus_file, settings, model):
    labels = tmp_path / "words.tsv"
    labels.write_text("word\ttag\nthe\tDET\ncat\tNOUN\n", encoding="utf8")
    n_bytes = corpus_file.stat().st_size
    corpus = make_corpus(str(corpus_file), tokenized=True)
    nlp, tagger = blank()
    stages, read, seen = [], [], []
    told = {"on_stage": stages.append, "on_read": read.append, "on_progress": seen.append}
    tagger.initialize(list, nlp=nlp, corpus=corpus, settings=settings, labels=labels, **told)
    assert (sum(read), seen) == (n_bytes, [])
    assert stages[:2] == ["read and count", "descriptors, pass 1"]
    assert stages[-1] == "neighbours and forms"
    read.clear()
    _, tagger = blank()
    tagger.initialize(list, nlp=nlp, corpus=corpus, settings=settings, n_process=1, **told)
    assert read == []
    last = seen[-1]
    assert (last.bytes_read, last.bytes_total, last.parts, last.parts_total) == (n_bytes, n_bytes, 1, 1)
    assert last.tokens == model.statistics["n_tokens"]


# From examples


def test_examples(lines, settings, model):
    nlp, tagger = blank()
    set_initialize(nlp, settings=settings)
    nlp.initialize(lambda: examples_of(nlp, lines))
    assert content(tagger) == artifact_to_bytes(model_to_artifact(model))


def test_examples_with_empty_and_blank_documents(lines, settings, model):
    nlp, tagger = blank()
    blanks = [Doc(nlp.vocab, words=words) for words in ([], ["\n"], [" ", "\t"])]
    extra = [Example(doc.copy(), doc) for doc in blanks]
    examples = [*extra, *examples_of(nlp, lines), *extra]
    tagger.initialize(lambda: examples, nlp=nlp, settings=settings)
    assert content(tagger) != b""
    assert tagger.get_model().types == model.types
    assert tagger.get_model().labels.tolist() == model.labels.tolist()


def test_examples_are_read_sentence_by_sentence(settings):
    nlp, tagger = blank()
    words = ["a", "b", "c", "d"] * 3
    doc = Doc(nlp.vocab, words=words, sent_starts=[True, False] * 6)
    whole = Doc(nlp.vocab, words=words)
    for reference, n_sentences in ((doc, 6), (whole, 1)):
        tagger.initialize(
            lambda reference=reference: [Example(whole, reference)],
            nlp=nlp,
            settings=settings | {"n_tags": 2, "w1": 4, "r1": 2},
        )
        assert tagger.get_model().statistics["n_sentences"] == n_sentences


@pytest.mark.parametrize("texts", [[], [""], ["\n", " "]])
def test_nothing_to_learn_from(texts):
    nlp, _ = blank()
    docs = [Doc(nlp.vocab, words=[text] if text else []) for text in texts]
    with pytest.raises(UserError, match=r"P002.*svd2_tagger|S004"):
        nlp.initialize(lambda: [Example(doc, doc) for doc in docs])


def test_initialize_with_nothing_says_where_to_put_it():
    nlp, _ = blank()
    with pytest.raises(UserError, match=r"P002.*\[initialize\.components\.svd2_tagger\]"):
        nlp.initialize()


@pytest.mark.parametrize(
    ("settings", "error"),
    [({"n_tags": 0}, "S002.*n_tags"), ({"k2": 45}, "S003.*'k2'.*n_tags"), ({"attr": "X"}, "S002")],
)
def test_bad_settings(lines, settings, error):
    nlp, _ = blank()
    set_initialize(nlp, settings=settings)
    with pytest.raises(UserError, match=error):
        nlp.initialize(lambda: examples_of(nlp, lines))


def test_missing_corpus_of_an_untrained_component(tmp_path):
    nlp, _ = blank()
    set_initialize(nlp, corpus=reader_block(tmp_path / "gone.txt"))
    with pytest.raises(UserError, match=r"C001.*gone\.txt"):
        nlp.initialize()


# From an artifact, and again


@pytest.mark.parametrize("source", ["artifact", "corpus", "own artifact"])
def test_initialize_again_needs_nothing_of_the_old(tmp_path, artifact, corpus_file, settings, source, monkeypatch):
    work = tmp_path / "work"
    work.mkdir()
    (work / "tagger.npz").write_bytes(artifact.read_bytes())
    (work / "raw.txt").write_text(corpus_file.read_text(encoding="utf8"), encoding="utf8")
    monkeypatch.chdir(work)
    if source == "own artifact":
        nlp, _ = blank(artifact="tagger.npz")
    else:
        nlp, _ = blank()
        values = {"artifact": "tagger.npz"} if source == "artifact" else {"corpus": reader_block("raw.txt")}
        set_initialize(nlp, settings=settings, **values)
    nlp.initialize()
    nlp.to_disk(tmp_path / "saved")
    work.rename(tmp_path / "moved")
    monkeypatch.chdir(tmp_path)
    loaded = spacy.load(tmp_path / "saved")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        loaded.initialize()
    warned = [str(warning.message) for warning in caught if "P101" in str(warning.message)]
    assert content(loaded.get_pipe("svd2_tagger")) == artifact.read_bytes()
    assert len(warned) == (source != "own artifact")
    assert all("svd2_tagger" in text and ("raw.txt" in text or "tagger.npz" in text) for text in warned)
    assert tags(loaded("the cat sits")) == tags(nlp("the cat sits"))


def test_initialize_again_without_data_keeps_the_model(nlp):
    before = tags(nlp("the cat"))
    nlp.initialize()
    nlp.initialize(list)
    assert tags(nlp("the cat")) == before


def test_initialize_again_with_data_trains_anew(lines, settings):
    nlp, tagger = blank()
    for n_tags in (4, 2):
        set_initialize(nlp, settings=settings | {"n_tags": n_tags})
        nlp.initialize(lambda: examples_of(nlp, lines))
        assert tagger.get_model().settings.n_tags == n_tags


def test_settings_without_data_are_said_to_have_no_effect(lines, settings, nlp):
    nlp, tagger = blank()
    set_initialize(nlp, settings=settings)
    nlp.initialize(lambda: examples_of(nlp, lines))
    before = content(tagger)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nlp.initialize()
    set_initialize(nlp, settings=settings | {"n_tags": 3, "w1": 7})
    with pytest.warns(UserWarning, match=r"P103.*'svd2_tagger'.*: n_tags, w1\."):
        nlp.initialize()
    assert content(tagger) == before


@pytest.mark.parametrize("way", ["examples", "corpus", "counts", "artifact", "train"])
def test_names_that_a_person_gave_are_never_lost(way, tmp_path, artifact, corpus_file, lines, settings, run_python):
    words = tmp_path / "words.tsv"
    words.write_text("word\ttag\nthe\tDET\ncat\tNOUN\n", encoding="utf8")
    nlp, tagger = blank()
    tagger.initialize(list, nlp=nlp, artifact=artifact, labels=words)
    nlp.to_disk(tmp_path / "named")
    before = content(tagger)
    if way == "train":
        vocab = Vocab()
        DocBin(docs=[Doc(vocab, words=line.split(), tags=["X"] * len(line.split())) for line in lines]).to_disk(
            tmp_path / "data.spacy"
        )
        parts = {"svd2_tagger": {"source": "named"}, "tagger": {"factory": "tagger"}}
        config = {
            "paths": {"train": "data.spacy", "dev": "data.spacy"},
            "nlp": {"lang": "xx", "pipeline": list(parts)},
            "components": parts,
            "training": {"max_steps": 1, "eval_frequency": 1},
        }
        DEFAULT_CONFIG.merge(config).to_disk(tmp_path / "train.cfg")
        run_python("-m", "spacy", "train", "train.cfg", "--output", "out", cwd=tmp_path)
        assert content(spacy.load(tmp_path / "out" / "model-last").get_pipe("svd2_tagger")) == before
        return
    loaded = spacy.load(tmp_path / "named")
    again = loaded.get_pipe("svd2_tagger")
    values = {
        "examples": {},
        "corpus": {"corpus": reader_block(corpus_file)},
        "counts": {"counts": str(tmp_path)},
        "artifact": {"artifact": str(artifact)},
    }[way]
    set_initialize(loaded, settings=settings | {"n_tags": 3}, **values)
    with pytest.warns(UserWarning, match=r"P102.*'svd2_tagger'.*'labels'.*remove_pipe"):
        loaded.initialize((lambda: examples_of(loaded, lines)) if way == "examples" else None)
    assert content(again) == before
    if way != "counts":
        set_initialize(loaded, settings=settings, labels=str(words), **values)
        loaded.initialize((lambda: examples_of(loaded, lines)) if way == "examples" else None)
        assert again.get_model().naming is not None


def test_the_example_of_its_documentation():
    result = doctest.testmod(svd2_tagger)
    assert (result.failed, result.attempted > 3) == (0, True)


def test_a_path_where_a_reader_is_needed() -> None:
    nlp = spacy.blank("en")
    tagger = nlp.add_pipe("svd2_tagger")
    with pytest.raises(UserError, match=r"P008.*'corpus\.txt', which is not a reader.*make_corpus"):
        tagger.initialize(list, nlp=nlp, corpus="corpus.txt")

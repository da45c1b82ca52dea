"""Damaged artifacts of both components and random documents, and what a loaded component must be good for."""

from collections.abc import Callable
from typing import Any

import numpy as np
import spacy
import srsly
from hypothesis import strategies as st
from spacy.tokens import Doc

from spacy_svd2.senses.component import KPCAWSD
from spacy_svd2.tagger.component import SVD2Tagger

from .archives import damaged_artifact
from .damage import ODD, Case, Target, damaged_bytes, refusals_name
from .seeds import SENSE_TEXT, TEXT, WORDS, sense_seeds, tagger_seeds, vector_of, vocab, with_tensor

PROBABILITY = "svd2_fuzz"
ODD_MESSAGES: list[Any] = [b"", None, 1, "x", [], {}, b"PK\x05\x06" + bytes(18), {"model": b""}, [b"x"], True, 1.5]


def tagger_target() -> Target:
    """Artifacts of the tagger."""
    return _component_target(tagger_seeds(), SVD2Tagger(vocab(), prob_attr=PROBABILITY), use_tagger)


def senses_target() -> Target:
    """Artifacts of the disambiguator."""
    return _component_target(sense_seeds(), KPCAWSD(vocab(), vectors=vector_of), use_senses)


def _component_target(seeds: dict[str, bytes], component: Any, use: Callable[[Any], None]) -> Target:
    def effect(data: bytes) -> bytes:
        with refusals_name(component.name):
            component.from_bytes(data)
        saved: bytes = component.to_bytes()
        return saved

    good = {name: effect(srsly.msgpack_dumps({"model": data})) for name, data in seeds.items()}

    def check(case: Case) -> str:
        found = effect(srsly.msgpack_dumps({"model": case.data}) if case.wrapped else case.data)
        if found == good[case.seed]:
            return "same"
        assert not case.intact, "accepted, but not what it was"
        use(component)
        assert effect(found) == found, "saved and loaded it is something else"
        return "other"

    @st.composite
    def cases(draw: st.DrawFn) -> Case:
        """A good artifact of which the bytes, the content, or what `to_bytes` wraps it in has been damaged."""
        name = draw(st.sampled_from(sorted(seeds)))
        data = seeds[name]
        way = draw(st.integers(0, 15))
        if way < 4:
            damage, data = draw(damaged_bytes(data))
            return Case(f"file {damage}", data, name, intact=True)
        if way == 4:
            odd = draw(st.sampled_from([*ODD_MESSAGES, {1: data}, {"model": data, "x": data}]))
            message = srsly.msgpack_dumps(odd if draw(st.booleans()) else {"model": odd})
            return Case(f"message: {str(odd)[:30]}", message, name, wrapped=False)
        damage, data = draw(damaged_artifact(data))
        if way == 5:
            data = draw(damaged_bytes(data))[1]
        return Case(damage, data, name)

    for data in good.values():  # which also imports whatever will be needed
        component.from_bytes(data)
        use(component)
    return Target(cases(), check)


def use_tagger(tagger: Any) -> None:
    """Tag, sum up, compare, choose words to label, and name; what is inconsistent raises."""
    from spacy_svd2.tagger.labelling.suggest import make_suggestions
    from spacy_svd2.tagger.model.neighbours import neighbours
    from spacy_svd2.tagger.model.summary import summarize_clusters, summarize_tags

    model = tagger.get_model()
    _tag(tagger)
    assert len(summarize_clusters(model)) == model.n_clusters
    summarize_tags(model)
    assert all(isinstance(value, int) and value >= 0 for value in model.statistics.values())
    if model.descriptors is not None and len(model.descriptors):
        assert all(np.isfinite(one.similarity) for one in neighbours(model, model.types[0], n=3))
    assert len(make_suggestions(model, n=5)) <= 5
    if model.bigrams is not None:
        assert int(model.bigrams.bigrams.sum()) <= model.bigrams.n_tokens
        labels = {word: [tag] for tag, (word, *_) in WORDS.items() if word in model.types}
        named = SVD2Tagger(tagger.vocab, prob_attr=PROBABILITY)
        named.set_model(model.named(labels or {model.types[0]: ["X"]}))
        _tag(named)


def _tag(tagger: Any) -> None:
    model, known = tagger.get_model(), {*tagger.labels, "_SP"}
    for unseen in ("both", "form", "context") if model.naming is not None else ("both",):
        tagger.unseen = unseen
        tagger.set_model(model)
        doc = tagger(Doc(tagger.vocab, words=TEXT.split(" ")))
        assert known.issuperset(token.tag_ for token in doc)
        assert model.naming is None or are_probabilities([token._.get(PROBABILITY) for token in doc])


def use_senses(wsd: Any) -> None:
    """Find senses and explain them; what is inconsistent raises."""
    from spacy_svd2.senses.model.explanation import explain

    model = wsd.get_model()
    words = SENSE_TEXT.split(" ")
    doc = wsd(with_tensor(Doc(wsd.vocab, words=words, pos=["NOUN"] * len(words))))
    for item in doc._.senses:
        assert item["sense"] in ("", *wsd.labels)
        assert are_probabilities([item["score"], item["runner_up_score"]])
    for _, _, word, prediction in wsd.predict([doc])[0]:
        assert word not in model.words or abs(sum(prediction.scores) - 1) < 1e-3
    for occurrence in wsd.occurrences(doc):
        if occurrence.word in model.words:
            explain(model, occurrence, count=3)


def documents_target() -> Target:
    """Random text through both components: alone and in one batch it gets the same, and nothing but labels."""
    nlp = spacy.blank("en")
    for name, seeds, number in (("svd2_tagger", tagger_seeds(), "named"), ("kpca_wsd", sense_seeds(), "cosine")):
        nlp.add_pipe(name).from_bytes(srsly.msgpack_dumps({"model": seeds[number]}))
    labels = {name: {"", "_SP", *pipe.labels} for name, pipe in nlp.pipeline}
    piece = st.sampled_from([*TEXT.split(" "), "", *ODD]) | st.text(st.characters(exclude_categories=["Cs"]))

    def written(doc: Doc) -> Any:
        return [token.tag_ for token in doc], doc._.senses

    def check(case: Case) -> str:
        texts = case.data.decode("utf8").split("\x1e")
        docs = [nlp(text) for text in texts]
        assert [written(doc) for doc in nlp.pipe(texts)] == [written(doc) for doc in docs]
        for doc in docs:
            assert labels["svd2_tagger"].issuperset(token.tag_ for token in doc)
            assert labels["kpca_wsd"].issuperset(item["sense"] for item in doc._.senses)
        return "other"

    text = st.lists(piece, max_size=12).map(" ".join)
    cases = st.lists(text, max_size=5).map(lambda texts: Case("text", "\x1e".join(texts).encode("utf8")))
    check(Case("text", TEXT.encode()))
    return Target(cases, check)


def are_probabilities(values: Any) -> bool:
    array = np.asarray(values, dtype=np.float64)
    return bool(np.isfinite(array).all() and (array >= 0).all() and (array <= 1 + 1e-6).all())

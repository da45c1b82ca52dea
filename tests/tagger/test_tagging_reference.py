"""Tags by a slow and obvious way, word by word, for any text: clusters, and tags with names.

The reference takes what training found (the cluster of each type, its tables) and does the tagging anew: a dictionary,
plain counting for the forms of unseen words, and a loop over neighbours.
"""

import math
import warnings
from collections import Counter

import numpy as np
import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.tokens import Doc

from spacy_svd2.tagger.component import SVD2Tagger
from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.settings import Refinement, Settings

CLOSE = 0.02  # scores of suffixes are kept in half precision
STEMS = ("walk", "talk", "sing", "hous", "tre", "Bob", "x-ray", "7", "?", "o")
ENDINGS = ("", "s", "ing", "ed", "es", "ly")
WORDS = [stem + ending for stem in STEMS for ending in ENDINGS]
VOCAB = spacy.blank("xx").vocab
SENTENCES = [np.random.default_rng(seed).choice(WORDS[:: 1 + seed % 2], 9).tolist() for seed in range(60)]

word = (
    st.sampled_from(WORDS) | st.text(st.sampled_from("walkinguesd-7?XO\u00e9"), min_size=1, max_size=9) | st.just(" ")
)
texts = st.lists(st.tuples(word, st.booleans()), max_size=12)


@pytest.fixture(scope="module")
def model() -> SVD2Model:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return SVD2Model.train(count_bigrams(SENTENCES), Settings(n_tags=6, w1=30, r1=8, min_count=2))


@pytest.fixture(scope="module")
def named(model: SVD2Model) -> SVD2Model:
    return model.named({"walks": ["V"], "house": ["N"], "singing": ["V", "N"], "?": ["P"], "bob": ["N"], "tres": ["N"]})


def tagged(model: SVD2Model, tokens: list[tuple[str, bool]], **config) -> list[str]:
    tagger = SVD2Tagger(VOCAB, **config)
    tagger.set_model(model)
    doc = Doc(VOCAB, words=[text for text, _ in tokens], sent_starts=[start for _, start in tokens])
    return [token.tag_ for token in tagger(doc)]


def form_scores(model: SVD2Model, text: str, plain: str) -> np.ndarray:
    """Log-probability of each cluster given the form of a word, up to a constant: all types are looked at each time."""
    chosen = Refinement()
    k = model.n_clusters
    labels = model.labels.tolist()
    sizes = Counter(labels)
    scores = np.array([math.log((sizes[c] + 1) / (len(labels) + k)) for c in range(k)])

    def ending(type_: str, size: int) -> str:
        return ("\x02" * size + type_)[-size:] if size else ""

    for size in range(1, chosen.suffix_length + 1):
        mine = [n for n, type_ in enumerate(model.types) if ending(type_, size) == ending(plain, size)]
        above = [n for n, type_ in enumerate(model.types) if ending(type_, size - 1) == ending(plain, size - 1)]
        if len(mine) < chosen.suffix_min_types:
            break
        for c in range(k):
            here, there = (sum(labels[n] == c for n in rows) for rows in (mine, above))
            ratio = len(above) / len(mine)
            scores[c] += math.log((here * ratio + chosen.suffix_strength) / (there + chosen.suffix_strength))
    asked = bits(plain, text[0].isupper(), text[0].isupper(), len(text) > 1 and text.isupper())
    known = [
        bits(type_, 2 * first > max(seen, 1), first > 0, 2 * whole > max(seen, 1))
        for type_, (seen, first, whole, _) in zip(model.types, model.case.tolist(), strict=True)
    ]
    for bit, value in enumerate(asked):
        share = min(max(sum(one[bit] for one in known) / len(known), 1e-6), 1 - 1e-6)
        for c in range(k):
            inside = sum(one[bit] for one, label in zip(known, labels, strict=True) if label == c)
            present = (inside + chosen.shape_strength * share) / (sizes[c] + chosen.shape_strength)
            scores[c] += math.log(present / share if value else (1 - present) / (1 - share))
    return scores


def bits(word: str, *case: bool) -> list[bool]:
    letters = [not any(map(str.isalnum, word)), any(map(str.isdigit, word))]
    return [*letters, *case, "-" in word[1:-1]]


def opening(tokens: list[tuple[str, bool]]) -> list[bool]:
    """Whether each token begins a sentence; white space that does leaves that to the word that follows, too."""
    found, pending = [], False
    for n, (text, start) in enumerate(tokens):
        pending = pending or start or n == 0
        found.append(pending)
        pending = pending and text.isspace()
    return found


@settings(deadline=None, max_examples=60)
@given(texts)
def test_clusters(model: SVD2Model, tokens: list[tuple[str, bool]]) -> None:
    known = dict(zip(model.types, model.labels.tolist(), strict=True))
    for (text, _), start, tag in zip(tokens, opening(tokens), tagged(model, tokens), strict=True):
        if text.isspace():
            assert tag == "_SP"
        elif text.lower() in known:
            assert tag == f"C{known[text.lower()]}"
        else:
            scores = form_scores(model, text.lower() if start else text, text.lower())
            assert scores[int(tag[1:])] > scores.max() - CLOSE


@settings(deadline=None, max_examples=60)
@given(texts, st.sampled_from(["both", "form", "context"]))
def test_names(named: SVD2Model, tokens: list[tuple[str, bool]], unseen: str) -> None:
    tagger, names = named.naming.tagger, named.naming.tags
    row = {type_: n for n, type_ in enumerate(named.types)}
    words = [(text, start) for (text, _), start in zip(tokens, opening(tokens), strict=True) if not text.isspace()]
    found = [
        tag for (text, _), tag in zip(tokens, tagged(named, tokens, unseen=unseen), strict=True) if not text.isspace()
    ]

    def by_form(n: int) -> np.ndarray:
        text, start = words[n]
        if unseen == "context":
            return tagger.by_prior()[0]
        return tagger.by_form([text.lower()], [text.lower() if start else text])[0]

    def says(n: int, side: str) -> np.ndarray:
        text = words[n][0].lower()
        table, by_tag = getattr(tagger, side), getattr(tagger, f"{side}_by_tag")
        return table[row[text]] if text in row else sum(p * by_tag[t] for t, p in enumerate(by_form(n)))

    for n, (text, _) in enumerate(words):
        number = row.get(text.lower())
        own = by_form(n) if number is None else tagger.probabilities[number]
        scores = np.log(own.astype(float) + tagger.least)
        if number is not None or unseen != "form":
            scores = scores + (tagger.edges[0] if words[n][1] else says(n - 1, "left"))
            scores = scores + (tagger.edges[1] if n + 1 == len(words) or words[n + 1][1] else says(n + 1, "right"))
        assert scores[names.index(found[n])] > scores.max() - 1e-3

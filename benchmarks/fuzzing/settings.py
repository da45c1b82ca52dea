"""Settings over their whole legal range: tiny corpora are trained with them, and what comes of it is saved and used."""

import json
from collections.abc import Mapping
from itertools import product
from typing import Any

from hypothesis import strategies as st

from spacy_svd2.errors import UserError
from spacy_svd2.senses.component import KPCAWSD
from spacy_svd2.senses.model import contexts, kernel_pca
from spacy_svd2.senses.model import settings as word_settings
from spacy_svd2.shared.ranges import Range
from spacy_svd2.tagger import settings as tagger_settings
from spacy_svd2.tagger.component import SVD2Tagger

from .components import PROBABILITY, use_senses, use_tagger
from .damage import Case, Target
from .seeds import WORDS, occurrences, vocab

_OF_INDUCTION = ("n_tags", "min_count", "w1", "k1", "r1", "r2", "n_passes", "max_iter")
_MOST_CHANGED = 5  # at once: each makes the training longer
_SCALINGS = ["raw", "log", "sqrt", "ppmi", "cca", "sqrt-cca"]


def numbers(allowed: Range) -> st.SearchStrategy[Any]:
    """Numbers of a range: its ends, powers of ten, and any."""
    whole = (int, float)[not allowed.whole]
    powers = [whole(10.0**power) for power in range(-6, 10)]
    listed = [allowed.low, allowed.high, *(power for power in powers if power in allowed)]
    low, high = whole(allowed.low), whole(allowed.high)
    return st.sampled_from(listed) | (st.integers(low, high) if allowed.whole else st.floats(low, high))


def some_of(strategies: Mapping[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    """A few settings that are changed, by name."""
    names = st.lists(st.sampled_from(sorted(strategies)), max_size=_MOST_CHANGED, unique=True)
    return names.flatmap(lambda chosen: st.fixed_dictionaries({name: strategies[name] for name in chosen}))


def tagger_settings_target() -> Target:
    """Settings of the induction."""
    from spacy_svd2.tagger.counting.scan import count_bigrams
    from spacy_svd2.tagger.model.model import SVD2Model
    from spacy_svd2.tagger.settings import Settings

    ranges = {name: numbers(allowed) for name, allowed in tagger_settings.RANGES.items()}
    own = {name: ranges.pop(name) for name in _OF_INDUCTION}
    own |= {"scaling": st.sampled_from(_SCALINGS), "other": st.booleans()}
    own["boundaries"] = st.sampled_from(["ignore", "stop", "token"])
    ranges["starts"] = st.lists(numbers(tagger_settings.BUDGET), min_size=1, max_size=3)
    refine = some_of(ranges)
    cases = some_of({**own, "refine": refine | st.booleans()}) | refine.map(lambda chosen: {"refine": chosen})
    sentences = [*map(list, [*product(*WORDS.values())][::3]), ["Hapax", "2", "-"], ["a\0"]]
    tagger = SVD2Tagger(vocab(), prob_attr=PROBABILITY)

    def train(chosen: dict[str, Any]) -> None:
        settings = Settings.from_dict({"n_tags": 5, "min_count": 1, "w1": 8, "r1": 3, **chosen})
        counts = count_bigrams(sentences, normalize=str.lower, boundaries=settings.boundaries)
        tagger.set_model(SVD2Model.train(counts, settings))

    return _target(cases, train, tagger, use_tagger)


def sense_settings_target() -> Target:
    """Settings of the training of senses."""
    from spacy_svd2.senses.settings import RANGES, SenseSettings
    from spacy_svd2.senses.training import learn_inventory, train

    word = {name: numbers(allowed) for name, allowed in word_settings.RANGES.items()}
    word |= {
        "kernel": some_of(
            {
                **{name: numbers(allowed) for name, allowed in kernel_pca.RANGES.items()},
                "cosine": st.booleans(),
                "name": st.sampled_from(["polynomial", "gaussian"]),
            }
        ),
        "weighting": st.lists(st.sampled_from(word_settings.WEIGHTINGS), min_size=1, max_size=3, unique=True),
        "step": st.sampled_from(["neighbours", "vote", "ridge", "svm", "logistic"]),
        "metric": st.sampled_from(["cosine", "euclidean"]),
        "n_components": numbers(word_settings.COMPONENTS) | numbers(word_settings.SHARES),
        "sharpness": numbers(word_settings.SHARPNESSES),
        "sqrt": st.booleans(),
        "center": st.booleans(),
    }
    features = {name: numbers(allowed) for name, allowed in contexts.RANGES.items()}
    cases = some_of(
        {
            **{name: numbers(allowed) for name, allowed in RANGES.items()},
            "features": some_of(features),
            "candidates": st.lists(some_of(word), min_size=1, max_size=2),
            "transform_unlabelled": st.booleans(),
            "domain": st.sampled_from(["contexts", None]),
        }
    ) | st.lists(some_of(word), min_size=1, max_size=2).map(lambda chosen: {"candidates": chosen})
    known = [*occurrences(labelled=True)] * 2
    data = [*known, *occurrences(labelled=False)]
    wsd = KPCAWSD(vocab())

    def fit(chosen: dict[str, Any]) -> None:
        settings = SenseSettings.from_dict({"candidates": "fast", **chosen})
        inventory = learn_inventory(data, settings, None, {})
        told: list[Any] = []
        model = train(
            data, settings, inventory, nlp=None, name="", texts=None, on_words=told.append, on_word=told.append
        )
        wsd.set_model(model, inventory)

    return _target(cases, fit, wsd, use_senses)


def _target(cases: st.SearchStrategy[dict[str, Any]], train: Any, component: Any, use: Any) -> Target:
    def check(case: Case) -> str:
        try:
            train(json.loads(case.data))
            saved = component.to_bytes()
            component.from_bytes(saved)
        except UserError as err:
            raise AssertionError(f"legal settings give {err}") from err
        use(component)
        assert component.to_bytes() == saved, "saved and loaded it is something else"
        return "other"

    import sklearn.linear_model
    import sklearn.svm  # noqa: F401  # cases must import nothing

    check(Case("none", b"{}"))
    return Target(cases.map(lambda chosen: Case(f"settings: {chosen}", json.dumps(chosen).encode())), check)

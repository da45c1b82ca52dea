"""Small artifacts that hold every array and every branch of the format, trained here: what is then damaged."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from spacy_svd2.shared.artifacts import artifact_to_bytes
from spacy_svd2.tagger.model.storage import model_from_artifact, model_to_artifact

WORDS = {
    "DET": ["the", "a", "my"],
    "NOUN": ["cat", "dog", "cow", "fox", "Joe", "ice-cream"],
    "VERB": ["sleeps", "barks", "sings"],
    "ADV": ["here", "there", "again", "2"],
}
WORDS_OF_TEXT = [
    *["The", "cat", "sleeps", "here", ".", "My", "ox", "\n", "sings", "3", "again", "!"],
    *["Reeds", "hide", "both", "banks", "of", "the", "river", ";", "she", "owes", "the", "bank", "money"],
]
_MONEY = ["raised its interest rates", "lends a lot of money", "has an account for money", "pays high interest"]
_SHORE = ["of the river is green", "of the lake with reeds", "is near the boat and river", "has reeds by the lake"]


@cache
def tagger_seeds() -> dict[str, bytes]:
    """RETURNS (dict): Artifacts of `svd2_tagger` by name."""
    from spacy_svd2.tagger.counting.scan import count_bigrams
    from spacy_svd2.tagger.model.model import SVD2Model
    from spacy_svd2.tagger.settings import Settings

    sentences = [
        [det, noun, verb, adverb, "."]
        for det in WORDS["DET"]
        for noun in WORDS["NOUN"]
        for verb in WORDS["VERB"]
        for adverb in WORDS["ADV"]
    ]
    found = {}
    for name, options in {
        "refined": {},
        "two passes": {"n_passes": 2, "refine": False, "scaling": "raw", "k1": 6, "r2": 3},
        "cased": {"attr": "ORTH", "boundaries": "stop", "refine": False, "other": True},
    }.items():
        settings = Settings.from_dict({"n_tags": 5, "min_count": 1, "w1": 8, "r1": 3, **options})
        lower = str if settings.attr == "ORTH" else str.lower
        counts = count_bigrams(sentences, normalize=lower, boundaries=settings.boundaries)
        model = SVD2Model.train(counts, settings)
        found[name] = artifact_to_bytes(model_to_artifact(model))
    labels = {word: (tag,) for tag, words in WORDS.items() for word in map(str.lower, words[:2])}
    named = model_from_artifact(found["refined"]).named({**labels, "fox": ("NOUN", "VERB")}, pos={"DET": "DET"})
    return {**found, "named": artifact_to_bytes(model_to_artifact(named))}


@cache
def sense_seeds() -> dict[str, bytes]:
    """RETURNS (dict): Artifacts of `kpca_wsd` by name: each kernel, each last step, both ways to describe contexts."""
    from spacy_svd2.senses.model.inventory import Inventory
    from spacy_svd2.senses.model.kernels import Kernel
    from spacy_svd2.senses.model.sense_model import train_senses
    from spacy_svd2.senses.model.settings import ModelSettings, default_candidates, paper_settings
    from spacy_svd2.senses.model.storage import model_to_artifact

    kernels = {
        "linear": Kernel(cosine=False),
        "cosine": Kernel(),
        "polynomial": Kernel(degree=3, offset=1.0),
        "gaussian": Kernel("gaussian", gamma=0.5),
    }
    settings = {name: ModelSettings(kernel) for name, kernel in kernels.items()}
    settings |= {step: ModelSettings(step=step) for step in ("neighbours", "vote", "svm", "logistic")}
    settings |= {
        "paper": paper_settings(),
        "landmarks": ModelSettings(Kernel("gaussian"), ("gain_ratio", "idf"), sqrt=True, max_exact=4, landmarks=4),
    }
    known = list(_occurrences())
    inventory = Inventory.learn(known)
    inventory.add([{"key": "river", "forms": ["river bank"], "glosses": {"1": "water"}, "pos": ["NOUN"]}])
    meta = {"inventory": inventory.to_meta()}

    def seed(**options: Any) -> bytes:
        return artifact_to_bytes(model_to_artifact(train_senses(known, **options), meta))

    found = {name: seed(candidates=[one], latent_width=4) for name, one in settings.items()}
    found["no descriptors"] = seed(latent_width=0, candidates=default_candidates()[:3])
    unlabelled = list(_occurrences(labelled=False))
    found["composite"] = seed(unlabelled=unlabelled, composite=0.1, candidates=[settings["cosine"]], latent_width=4)
    return found


def _occurrences(*, labelled: bool = True) -> Iterable[Any]:
    from spacy_svd2.senses.model.contexts import Context
    from spacy_svd2.senses.model.sense_model import Occurrence

    for sense, endings in (("money", _MONEY), ("shore", _SHORE)):
        for number, ending in enumerate(endings):
            words = ["the", "bank", *ending.split(), "."]
            yield Occurrence("bank.n", Context(words), 1, 2, (sense,) if labelled else ())
            if number < 2:
                words = ["an", "art", "gallery", *ending.split()]
                senses = (sense, "both") if number else (sense,)
                yield Occurrence("art_gallery", Context(words), 1, 3, senses if labelled else ())
    yield Occurrence("owe.v", Context(["she", "owes", "it"]), 1, 2, ("owe",) if labelled else ())


@cache
def vocabulary() -> Any:
    """RETURNS (Vocab): One for all cases, made anew by `vocabulary.cache_clear()`."""
    import spacy

    return spacy.blank("en").vocab


def is_close(values: Any) -> bool:
    """RETURNS (bool): Whether numbers are finite and from 0 to 1."""
    array = np.asarray(values, dtype=np.float64)
    return bool(np.isfinite(array).all() and (array >= 0).all() and (array <= 1 + 1e-6).all())

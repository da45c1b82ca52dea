"""What a loaded artifact must be good for, and ways to load one."""

import atexit
import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import srsly

from spacy_svd2.shared.artifacts import artifact_to_bytes
from spacy_svd2.tagger.model.storage import model_from_artifact, model_to_artifact

from .artifact_mutations import mutate_archive, mutate_array, mutate_header, mutate_member, mutate_meta, parts_of
from .byte_mutations import damage
from .choices import Choices, pick
from .seeds import WORDS_OF_TEXT, is_close, sense_seeds, tagger_seeds, vocabulary

_STRUCTURED = [mutate_array, mutate_array, mutate_array, mutate_meta, mutate_meta, mutate_header, mutate_archive]
_RENEW = 2000
_MESSAGES: list[Any] = [b"", None, 1, "x", [], {}, b"PK\x05\x06" + bytes(18), {"model": b""}, [b"x"], True, 1.5]


class ArtifactTarget:
    """Mutated artifacts of one component.

    name (str): The component's factory.
    seeds (dict): Good artifacts by name.
    """

    def __init__(self, name: str, seeds: dict[str, bytes]) -> None:
        self.name = name
        self.seeds = seeds
        self.folder = tempfile.mkdtemp(prefix="fuzz")
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self._cases = 0
        self._effects = {}
        for key, data in seeds.items():  # which also imports whatever will be needed
            component = self._from_disk(data)
            self.use(component)
            self._effects[key] = self._effect(component)

    def mutate(self, choices: Choices) -> tuple[str, Any]:
        """RETURNS (tuple): A name for what was done, and what to try: (seed, how to load, content, harmless or not)."""
        self._cases += 1
        if self._cases % _RENEW == 0:
            vocabulary.cache_clear()
            vocabulary()
        seed = pick(choices, sorted(self.seeds))
        data = self.seeds[seed]
        way = choices.integer(0, 99)
        if way < 25:
            how, data = damage(data, choices)
            return f"bytes: {how}", (seed, "numeric", data, True)
        if way < 28:
            how, data = self._message(data, choices)
            return f"msgpack: {how}", (seed, "bytes", data, False)
        parts = parts_of(data)
        mutate = mutate_member if way < 35 else pick(choices, _STRUCTURED)
        how, data = mutate(parts, choices)
        for _ in range(choices.integer(0, 3) == 3):  # sometimes damage upon damage
            how, data = f"{how} + {damage(data, choices)[0]}", damage(data, choices)[1]
        load = "disk" if way == 99 else "numeric"
        return f"{mutate.__name__[7:]}: {how.partition(' + ')[0]}", (seed, load, data, False)

    def check(self, case: Any) -> str:
        """Load what was damaged, and use it.

        RETURNS (str): "same" if it is in effect what it was, "other" if it is something else that is consistent.
        RAISES (UserError): It is refused. Any other exception is a fault.
        """
        seed, load, data, must_be_same = case
        component = getattr(self, f"_from_{load}")(data)
        self.use(component)
        effect = self._effect(component)
        if effect == self._effects[seed]:
            return "same"
        if must_be_same:
            raise AssertionError("accepted, but not what it was")
        again = self._from_numeric(effect)
        if self._effect(again) != effect:
            raise AssertionError("saved and loaded it is something else")
        return "other"

    def load(self, data: bytes) -> Any:
        """RETURNS (Pipe): The component."""
        raise NotImplementedError

    def use(self, component: Any) -> None:
        """Use whatever the artifact is for; whatever is inconsistent raises."""
        raise NotImplementedError

    def _effect(self, component: Any) -> bytes:
        raise NotImplementedError

    def _from_numeric(self, data: bytes) -> Any:
        return self.load(data)

    def _from_bytes(self, data: bytes) -> Any:
        return self._empty().from_bytes(data)

    def _from_disk(self, data: bytes) -> Any:
        (Path(self.folder) / "model.npz").write_bytes(data)
        return self._empty().from_disk(self.folder)

    def _empty(self) -> Any:
        raise NotImplementedError

    def _message(self, data: bytes, choices: Choices) -> tuple[str, bytes]:
        whole = srsly.msgpack_dumps({"model": data})
        way = choices.integer(0, 3)
        if way == 0:
            head = choices.integer(0, 24)
            return "head", damage(whole[:head] or b"\0", choices)[1] + whole[head:]
        if way == 1:
            return "type", srsly.msgpack_dumps({"model": pick(choices, _MESSAGES)})
        if way == 2:
            odd: Any = pick(choices, [*_MESSAGES, {"modl": data}, {"model": data, "x": data}, {1: data}])
            return "shape", srsly.msgpack_dumps(odd)
        return damage(whole, choices)


class TaggerTarget(ArtifactTarget):
    """Artifacts of the tagger."""

    def __init__(self) -> None:
        super().__init__("svd2_tagger", tagger_seeds())

    def load(self, data: bytes) -> Any:

        tagger = self._empty()
        tagger.set_model(model_from_artifact(data, name="fuzzed"))
        return tagger

    def use(self, component: Any) -> None:
        from spacy.tokens import Doc

        from spacy_svd2.tagger.model.neighbours import neighbours
        from spacy_svd2.tagger.model.summary import summarize_clusters, summarize_tags

        model = component.get_model()
        known = {*component.labels, "_SP"}
        tagged = []
        for unseen in ("both", "form", "context") if model.naming is not None else ("both",):
            component.unseen = unseen
            component.set_model(model)
            doc = component(Doc(vocabulary(), words=WORDS_OF_TEXT))
            tagged.append([token.tag_ for token in doc])
            _check(known.issuperset(tagged[-1]), "a tag that is not among its labels")
            _check(model.naming is None or is_close([token._.svd2_fuzz for token in doc]), "no probabilities")
        _check(len(summarize_clusters(model)) == model.n_clusters, "clusters missing")
        summarize_tags(model)
        for value in model.statistics.values():
            _check(isinstance(value, int) and value >= 0, "impossible statistics")
        if model.descriptors is not None and len(model.descriptors):
            found = neighbours(model, model.types[0], n=3)
            _check(all(np.isfinite(one.similarity) for one in found), "no similarities")
        if model.bigrams is not None:
            _check(int(model.bigrams.bigrams.sum()) <= model.bigrams.n_tokens, "more pairs than tokens")

    def _effect(self, component: Any) -> bytes:
        return artifact_to_bytes(model_to_artifact(component.get_model()))

    def _empty(self) -> Any:
        from spacy_svd2.tagger.component import SVD2Tagger

        return SVD2Tagger(vocabulary(), prob_attr="svd2_fuzz")


class SenseTarget(ArtifactTarget):
    """Artifacts of the disambiguator."""

    def __init__(self) -> None:
        super().__init__("kpca_wsd", sense_seeds())

    def load(self, data: bytes) -> Any:
        return self._from_bytes(srsly.msgpack_dumps({"model": data}))

    def use(self, component: Any) -> None:
        from spacy.tokens import Doc

        from spacy_svd2.senses.model.explanation import explain

        model = component.get_model()
        labels = set(component.labels)
        words = [*WORDS_OF_TEXT, *["the", "art", "gallery", "is", "on", "the", "river", "bank"]]
        doc = component(Doc(vocabulary(), words=words, pos=["NOUN"] * len(words)))
        for record in doc._.senses:
            _check(not record["sense"] or record["sense"] in labels, "a sense that is not among its labels")
            _check(is_close([record["score"], record["runner_up_score"]]), "scores out of range")
        for _, _, word, prediction in component.predict([doc])[0]:
            total = sum(prediction.scores)
            _check(word not in model.words or abs(total - 1) < 1e-3, "scores that don't add up")
        for occurrence in component.occurrences(doc):
            if occurrence.word in model.words:
                explain(model, occurrence, count=3)
        for word in model.words.values():
            _check(bool(np.isfinite(word.components()).all()), "no components")

    def _effect(self, component: Any) -> bytes:
        return artifact_to_bytes(component.to_artifact())

    def _empty(self) -> Any:
        from spacy_svd2.senses.component import KPCAWSD

        return KPCAWSD(vocabulary())


def _check(condition: bool, why: str) -> None:
    if not condition:
        raise AssertionError(why)

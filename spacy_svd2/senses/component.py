"""The spaCy component `kpca_wsd`: word senses, learned from labelled examples."""

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spacy import util
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.vocab import Vocab

from ..corpora.locations import missing
from ..errors import Errors, UserError, Warnings
from ..shared.artifacts import Artifact, ArtifactSource
from ..shared.component import ArtifactComponent, check_setting, check_threshold
from ..shared.description import Description
from ..shared.surrogates import lone_surrogate
from .corpora.docs import SPANS_KEY
from .evaluation.scoring import score_weights
from .model.inventory import Inventory
from .occurrences import make_occurrences
from .pipeline_vectors import CHOICES, PipelineVectors, VectorSetting
from .settings import AUTO, SenseSettings
from .targets import Found, TargetFinder
from .training import (
    Reader,
    changed_settings,
    collect_occurrences,
    find_annotations,
    learn_inventory,
    train,
)
from .word_forms import join_forms, read_forms
from .writing import RULES, BelowThreshold, SenseAttributes, decide, make_record

if TYPE_CHECKING:
    from .model.sense_model import Occurrence, Prediction, SenseModel

FACTORY = "kpca_wsd"


@Language.factory(
    FACTORY,
    assigns=["doc._.senses", "token._.sense", "doc.spans"],
    default_config={
        "artifact": None,
        "threshold": 0.0,
        "below_threshold": "abstain",
        "senses_attr": "senses",
        "sense_attr": "sense",
        "spans_key": SPANS_KEY,
        "targets_key": None,
        "vectors": None,
        "scorer": {"@scorers": "spacy_svd2.wsd_scorer.v1"},
    },
    default_score_weights=score_weights(),
)
def make_kpca_wsd(
    nlp: Language,
    name: str,
    artifact: str | None,
    threshold: float | int,
    below_threshold: BelowThreshold,
    senses_attr: str | None,
    sense_attr: str | None,
    spans_key: str | None,
    targets_key: str | None,
    vectors: VectorSetting,
    scorer: Callable[..., Any] | None,
) -> "KPCAWSD":
    """Construct a `KPCAWSD`; see there."""
    return KPCAWSD(
        nlp.vocab,
        name,
        artifact=artifact,
        threshold=threshold,
        below_threshold=below_threshold,
        senses_attr=senses_attr,
        sense_attr=sense_attr,
        spans_key=spans_key,
        targets_key=targets_key,
        vectors=vectors,
        scorer=scorer,
    )


class KPCAWSD(ArtifactComponent["SenseModel"]):
    """Write the senses of ambiguous words, by kernel PCA of their contexts (Wu, Su & Carpuat 2004).

    Each word has a model of its own, learned from labelled examples: a few dozen are enough to be useful. The features
    are the words around the target and their order, and also tags, lemmas and dependencies if the setting
    `annotations` asks for them. Every answer has a score, and without evidence there is no answer.

    >>> import spacy
    >>> from spacy.tokens import Span
    >>> from spacy.training import Example
    >>> nlp = spacy.blank("en")
    >>> wsd = nlp.add_pipe("kpca_wsd")
    >>> def example(text, word, sense):
    ...     doc = nlp.make_doc(text)
    ...     place = [token.lower_ for token in doc].index(word)
    ...     doc.spans["senses"] = [Span(doc, place, place + 1, sense, span_id="bank")]
    ...     return Example(nlp.make_doc(text), doc)
    >>> examples = [
    ...     example("The bank raised its interest rates", "bank", "money"),
    ...     example("She owes the bank a lot of money", "bank", "money"),
    ...     example("Both banks lend money at high interest", "banks", "money"),
    ...     example("He sat on the bank of the river", "bank", "shore"),
    ...     example("Reeds grow on both banks of the river", "banks", "shore"),
    ...     example("They moored the boat at the bank", "bank", "shore"),
    ... ]
    >>> wsd.initialize(lambda: examples, nlp=nlp)
    >>> doc = nlp("Reeds hide both banks of the river; she owes the bank a lot of money.")
    >>> [(span.text, span.label_) for span in doc.spans["senses"]]
    [('banks', 'shore'), ('bank', 'money')]
    >>> {name: doc._.senses[0][name] for name in ("key", "sense", "runner_up", "source")}
    {'key': 'bank', 'sense': 'shore', 'runner_up': 'money', 'source': 'model'}
    >>> doc[3]._.sense
    'shore'

    It writes

    - `doc._.senses`, a list with a plain dict for each target: "start", "end" (tokens), "text", "key" (of the word),
      "sense" and its "score", "best" and "best_score" (the sense with the highest score, even if it was not given),
      "runner_up" and "runner_up_score" (the second-best sense), "gloss", "source" and "reason". Scores are from 0 to 1,
      and those of a word's senses add up to 1; if no sense is given, "score" is that of the best. The source says what
      decided:

      - source "model": the model's best sense;
      - "most_frequent": the most frequent sense of the training data, for the reason "one_sense" (it had no other)
        or "below_threshold";
      - "none": no sense, which is "", for the reason "below_threshold" or "no_examples" (the inventory has the word,
        but no labelled example of it);

    - `token._.sense` of each token of a target that has a sense; "" elsewhere;
    - `doc.spans["senses"]`, a span for each target that has a sense: the sense as label, the word's key as id, the
      gloss as `kb_id` where there is one. `displacy.render(doc, style="span", options={"spans_key": "senses"})`.

    Targets are found by their lower-cased form in the training data or the inventory, which may have several tokens,
    or by lemma if lemmas are set; see `TargetFinder` for the order of preference. All names can be changed. When a
    document is annotated again, earlier results are removed.

    Wu, D., Su, W. & Carpuat, M. (2004). A kernel PCA method for superior word sense disambiguation. Proceedings of
    ACL, 637-644.
    """

    untrained = Errors.K013
    unreadable = Errors.K015

    def __init__(
        self,
        vocab: Vocab,
        name: str = FACTORY,
        *,
        artifact: str | Path | None = None,
        threshold: float = 0.0,
        below_threshold: BelowThreshold = "abstain",
        senses_attr: str | None = "senses",
        sense_attr: str | None = "sense",
        spans_key: str | None = SPANS_KEY,
        targets_key: str | None = None,
        vectors: VectorSetting = None,
        scorer: Callable[..., Any] | None = None,
    ) -> None:
        """Make a disambiguator, which must be initialized or loaded before use.

        vocab (Vocab): The shared vocabulary.
        name (str): The component's name in the pipeline.
        artifact (str or Path): A trained artifact. It is read when it is first needed, and not at all if the
            component is initialized or loaded from a saved pipeline, which therefore does not depend on it.
        threshold (float): Least score of a sense.
        below_threshold (str): What to do below: "abstain" or give the "most_frequent" sense.
        senses_attr (str): Name of the document's list of targets; None writes none.
        sense_attr (str): Name of the token's sense; None writes none.
        spans_key (str): Name of the span group; None writes none.
        targets_key (str): A span group with the targets to disambiguate, instead of all targets found in the text;
            the word is named by a span's id, or else by its lemma or text.
        vectors (str or Callable): Vectors that training uses beside the words: "vectors" (the word vectors of the
            vocabulary), "auto" (these, if there are any), "tensor" (the rows of `doc.tensor` that a component before
            this one sets), a function (Doc, start, end) -> vector, or None or "none" for none. A trained component uses
            those of its training, whatever the setting; a function must be set again.
        scorer (Callable): The scoring method.
        RAISES (UserError): An extension with one of these names belongs to another program (K016), or a setting is
            wrong (P005, P009).
        """
        super().__init__(vocab, name, artifact=artifact, scorer=scorer)
        rules = f"one of {', '.join(RULES)}"
        check_setting(name, "below_threshold", below_threshold, rules, valid=below_threshold in RULES)
        for setting, key in (("spans_key", spans_key), ("targets_key", targets_key)):
            valid = key is None or (isinstance(key, str) and bool(key.strip()) and not lone_surrogate([key]))
            check_setting(name, setting, key, "a name that is not empty, or null", valid=valid)
        self.threshold = check_threshold(name, threshold)
        self.below_threshold = below_threshold
        self.targets_key = targets_key
        valid = vectors is None or callable(vectors) or vectors in CHOICES
        check_setting(name, "vectors", vectors, f"one of {', '.join(CHOICES)}, a function, or null", valid=valid)
        self.vectors = vectors
        self.attributes = SenseAttributes(name, senses_attr, sense_attr, spans_key)
        self.attributes.register()

    @property
    def inventory(self) -> Inventory:
        """The words that the component looks for, with or without a model.

        RETURNS (Inventory): The words.
        RAISES (UserError): The component is not trained (K013).
        """
        self.get_model()
        return self._inventory

    def predict(self, docs: Iterable[Doc]) -> list[list[tuple[int, int, str, "Prediction"]]]:
        """Find the targets and score all their senses; nothing is written, and the threshold is not used.

        docs (Iterable): The documents.
        RETURNS (list): The targets of each document: first token, the token after the last, key of the word, and the
            scores, which are empty for a word without a model.
        RAISES (UserError): As `annotate`.
        """
        taken, model = list(docs), self.get_model()
        found = self._find(taken) if taken else []
        readers = self._vectors(taken)
        occurrences = [
            item for doc, one in zip(taken, found, strict=True) for item in self._occurrences(doc, one, readers)
        ]
        predictions = iter(model.predict(occurrences))
        return [
            [
                (int(one.places[start]), int(one.places[end - 1]) + 1, word, next(predictions))
                for start, end, word in one.targets
            ]
            for one in found
        ]

    def occurrences(self, doc: Doc) -> list["Occurrence"]:
        """Find the targets of a document as the model sees them, for instance to explain a decision.

        RAISES (UserError): As `annotate`.
        """
        self.get_model()
        return self._occurrences(doc, self._find([doc])[0], self._vectors([doc]))

    def find_targets(self, doc: Doc) -> set[tuple[int, int, str]]:
        """Find the targets of a document as in running text, whatever `targets_key` says.

        doc (Doc): The document.
        RETURNS (set): For each target its first token, the token after its last, and the key of its word.
        RAISES (UserError): The component is not trained.
        """
        self.get_model()
        (found,) = self._finder.find([doc])
        return {(int(found.places[start]), int(found.places[end - 1]) + 1, word) for start, end, word in found.targets}

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        corpus: Reader | None = None,
        artifact: str | Path | None = None,
        texts: Reader | None = None,
        forms: str | Path | Mapping[str, str] | None = None,
        settings: dict[str, Any] | None = None,
        on_stage: Callable[[str], None] = lambda stage: None,
        on_words: Callable[[int], None] = lambda n_words: None,
        on_word: Callable[[str], None] = lambda word: None,
    ) -> None:
        """Train the component, or load a trained artifact.

        get_examples (Callable): The examples of `spacy train`: the training data if no other is given. Targets are
            the spans of `doc.spans[spans_key]`: label = sense, id = the word's key; see `senses.corpora.docs`.
        nlp (Language): The pipeline; its tokenizer splits raw text, and its components before this one set the
            annotations that `settings` asks for.
        corpus (Callable): A corpus reader, such as `spacy_svd2.SenseCorpus.v1`.
        artifact (str or Path): A trained artifact to load instead of training.
        texts (Callable): A reader of unlabelled text, such as `spacy_svd2.Corpus.v1`, for word descriptors and, if
            `settings` asks for them, further occurrences.
        forms (str, Path or dict): A table of words and their forms, so that "banks" is learned and found as "bank"; or
            what `word_forms.read_forms` makes of one.
        settings (dict): See `SenseSettings`.
        on_stage (Callable): Called with the name of each stage as it begins.
        on_words (Callable): Called with the number of words, before the first is learned.
        on_word (Callable): Called with each word when it has been learned.
        RAISES (UserError): Nothing to learn from (K014), a bad setting (K001, K005, K017), or no tagger (K018) or no
            annotation (K012) although the settings ask for it.

        The first of these that is given is used: `artifact`, `corpus`, the component's own artifact, the examples. A
        component that has a model keeps it if there is nothing else, or if the files named no longer exist (with a
        warning, P101): a saved pipeline can be initialized again without the files that it was made from. Changed
        `settings` have no effect on a model that is kept (P103).
        """
        readers = [reader for reader in (corpus, texts) if reader is not None]
        named = [path for reader in readers for path in (*getattr(reader, "paths", []), getattr(reader, "key", None))]
        table = forms if isinstance(forms, str | Path) else None
        sources = [*named, table] if artifact is None else [artifact]
        if self._keeps_model(missing(path for path in sources if path)):
            return
        if artifact is not None:
            self._read(util.ensure_path(artifact))
            return
        chosen = SenseSettings.from_dict(settings or {}).in_language(str(self.vocab.lang))
        given = corpus is not None and getattr(corpus, "paths", True)
        words = dict(forms or {}) if not isinstance(forms, str | Path) else read_forms(Path(forms), chosen.features.key)
        vectors = PipelineVectors.chosen(self.name, self.vectors, self.vocab, chosen.features)
        occurrences: list[Occurrence] = []
        on_stage("read")
        if given or self._artifact is None:
            if AUTO in chosen.annotations:
                found = find_annotations(nlp, self.name, corpus if given else None, get_examples)
                chosen = replace(chosen, annotations=found)
            key = self.attributes.spans_key or SPANS_KEY
            occurrences = collect_occurrences(nlp, self.name, corpus, get_examples, chosen, key, vectors)
            occurrences = join_forms(occurrences, words, chosen.features.key)
        if given or any(item.senses for item in occurrences):
            inventory = learn_inventory(occurrences, chosen, corpus, words)
            on_stage("train")
            model = train(
                occurrences,
                chosen,
                inventory,
                nlp=nlp,
                name=self.name,
                texts=texts,
                vectors=vectors,
                on_words=on_words,
                on_word=on_word,
            )
            self.set_model(model, inventory)
        elif not self.is_trained:
            raise UserError(Errors.K014.format(name=self.name, spans_key=self.attributes.spans_key or SPANS_KEY))
        else:
            model = self.get_model()  # read from the component's own artifact, if that has not been done
            if changed := changed_settings(settings or {}, chosen, vectors, model, self._inventory.annotations):
                warnings.warn(Warnings.P103.format(name=self.name, settings=", ".join(changed)), stacklevel=2)

    def set_model(self, model: "SenseModel", inventory: Inventory | None = None) -> None:
        """Use a trained model from now on.

        model (SenseModel): The model.
        inventory (Inventory): The words to look for; by default those of the model, in the forms that their keys name.
        """
        if inventory is None:
            inventory = Inventory.from_meta({}, model.words, key=model.features.key)
        self._inventory = inventory
        self._finder = TargetFinder(self._inventory)
        entries = self._inventory.entries
        senses = {sense for word in model.words.values() for sense in word.senses}
        glosses = {gloss for entry in entries.values() for gloss in entry.glosses.values()}
        self._keep(model, sorted(senses | entries.keys() | glosses))

    def score(self, examples: Iterable[Example], **kwargs: Any) -> dict[str, Any]:
        """Score examples with the scorer, which gets the span group and the most frequent senses from this component.

        examples (Iterable): Predicted and gold documents.
        RETURNS (dict): The scores; see `score_wsd`.
        """
        words = self.get_model().words if self.is_trained else {}
        options = {
            "spans_key": self.attributes.spans_key or SPANS_KEY,
            "most_frequent": {word: model.senses[0] for word, model in words.items()},
        }
        return super().score(examples, **{**options, **kwargs})

    def to_artifact(self) -> Artifact:
        """Make the artifact that is saved, from the model and the inventory.

        RAISES (UserError): The component is not trained (K013), or its data could not be loaded again (A006).
        """
        from .model.storage import model_to_artifact

        model = self.get_model()
        meta = {"inventory": self._inventory.to_meta()}
        Inventory.from_meta(meta, path=self.name)  # nothing is saved that can't be loaded
        return model_to_artifact(model, meta)

    def describe(self, performance: Mapping[str, Any]) -> Description:
        """Describe the words, senses and settings for a model card.

        performance (Mapping): The scores that the pipeline carries, `nlp.meta["performance"]`.
        RETURNS (Description): The description.
        RAISES (UserError): The component is not trained (K013).
        """
        from .description import describe_senses

        config = {
            "threshold": self.threshold,
            "below_threshold": self.below_threshold,
            "senses_attr": self.attributes.senses_attr,
            "sense_attr": self.attributes.sense_attr,
            "spans_key": self.attributes.spans_key,
        }
        return describe_senses(self.get_model(), self.inventory, config, performance)

    def _load(self, source: ArtifactSource) -> None:
        from .model.storage import load_model

        model, meta = load_model(source)
        label = str(source) if isinstance(source, Path) else "bytes"
        self.set_model(model, Inventory.from_meta(meta, model.words, key=model.features.key, path=label))

    def _label_names(self, model: "SenseModel") -> Iterable[str]:
        """All senses, sorted."""
        return sorted({sense for word in model.words.values() for sense in word.senses})

    def _ensure_attributes(self) -> None:
        self.attributes.ensure()

    def _find(self, docs: list[Doc]) -> list[Found]:
        return self._finder.find(docs) if self.targets_key is None else self._finder.given(docs, self.targets_key)

    def _vectors(self, docs: Iterable[Doc]) -> dict[Vocab, PipelineVectors]:
        """What describes contexts by vectors, for each vocabulary of the documents; empty if the model uses none."""
        model = self.get_model()
        if model.vectors is None:
            return {}
        vocabs = {doc.vocab for doc in docs}
        return {
            vocab: PipelineVectors.trained(self.name, self.vectors, model.vectors, vocab, model.features)
            for vocab in vocabs
        }

    def _occurrences(self, doc: Doc, found: Found, readers: Mapping[Vocab, PipelineVectors]) -> list["Occurrence"]:
        features, annotations = self.get_model().features, self._inventory.annotations
        vectors = readers.get(doc.vocab)
        if vectors is None:
            return make_occurrences(doc, found, features, annotations)
        if vectors.needs_docs:
            return make_occurrences(doc, found, features, annotations, vectors.describe_doc)
        return vectors.describe_words(make_occurrences(doc, found, features, annotations))

    def annotate(self, docs: list[Doc]) -> None:
        """Disambiguate documents in place.

        docs (list): The documents, from any tokenizer.
        RAISES (UserError): The component is not trained (K013), a document lacks annotation that the model was
            trained with (K012), or already has attributes or spans there that are not this component's (K019).
        """
        self._ensure_attributes()
        for doc, found in zip(docs, self.predict(docs), strict=True):
            self._intern(doc.vocab)
            self.attributes.write(doc, [self._record(doc, *target) for target in found], self.name)

    def _record(self, doc: Doc, start: int, end: int, word: str, prediction: "Prediction") -> dict[str, Any]:
        most_frequent = self.get_model().words[word].senses[0] if prediction.senses else ""
        decision = decide(prediction, self.threshold, self.below_threshold, most_frequent)
        glosses = self._inventory.entries[word].glosses
        return make_record(doc[start:end], word, decision, prediction, glosses)

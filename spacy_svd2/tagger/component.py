"""The spaCy component `svd2_tagger`: cluster tags for every token, learned from raw text."""

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import numpy as np
from numpy.typing import NDArray
from spacy import util
from spacy.attrs import POS, TAG
from spacy.language import Language
from spacy.parts_of_speech import IDS as POS_IDS
from spacy.strings import get_string_id
from spacy.tokens import Doc, Token
from spacy.training import Example
from spacy.vocab import Vocab

from ..corpora.formats.registry import path_list
from ..corpora.locations import missing
from ..errors import Errors, UserError, Warnings
from ..shared.artifacts import Artifact, ArtifactSource
from ..shared.component import ArtifactComponent, WordDescriptors, check_setting, check_threshold
from ..shared.description import Description
from ..shared.extensions import SENSE_EXTENSIONS, check_extension_name, claim_all
from ..shared.lookup import ATTRS
from ..shared.word_keys import WordKey
from .counting.progress import OnProgress
from .evaluation.metric_table import score_weights
from .naming.tag_names import LONGEST_TAG, unfit_tag
from .settings import Method, Settings, check_method
from .tagging import Batch, ClusterTagging, NamedTagging, Tagging, Unseen, looked_up, model_types

if TYPE_CHECKING:
    from .counting.counts import BigramCounts
    from .model.model import SVD2Model

FACTORY = "svd2_tagger"


@Language.factory(
    FACTORY,
    assigns=["token.tag", "token.pos"],
    default_config={
        "artifact": None,
        "overwrite": False,
        "unseen": "both",
        "threshold": 0.0,
        "unknown_tag": "X",
        "prob_attr": None,
        "scorer": {"@scorers": "spacy_svd2.tagger_scorer.v1"},
    },
    default_score_weights=score_weights(),
)
def make_svd2_tagger(
    nlp: Language,
    name: str,
    artifact: str | None,
    overwrite: bool,
    unseen: Unseen,
    threshold: float | int,
    unknown_tag: str,
    prob_attr: str | None,
    scorer: Callable[..., Any] | None,
) -> "SVD2Tagger":
    """Construct an `SVD2Tagger`; see there."""
    return SVD2Tagger(
        nlp.vocab,
        name,
        artifact=artifact,
        overwrite=overwrite,
        unseen=unseen,
        threshold=threshold,
        unknown_tag=unknown_tag,
        prob_attr=prob_attr,
        scorer=scorer,
    )


class SVD2Tagger(ArtifactComponent["SVD2Model"]):
    """Write a tag for every token, from clusters of word types induced without annotation (Lamar et al. 2010).

    A type gets the tag of its cluster. A word that is not in the training corpus gets the likeliest cluster for its
    form (suffix, digits, hyphens and capitals), judged by the clusters of the corpus's own types. White space gets the
    tag `_SP`. Tags that are already set are kept, unless `overwrite` is on.

    >>> import spacy
    >>> from spacy.training import Example
    >>> nlp = spacy.blank("en")
    >>> tagger = nlp.add_pipe("svd2_tagger")
    >>> texts = ["the cat sleeps", "a dog barks", "the dog sleeps", "a cat barks"] * 5
    >>> examples = [Example.from_dict(nlp.make_doc(text), {}) for text in texts]
    >>> tagger.initialize(lambda: examples, nlp=nlp, settings={"n_tags": 3, "n_passes": 1, "w1": 6, "r1": 2})
    >>> [token.tag_ for token in nlp("a dog sleeps")]
    ['C0', 'C1', 'C2']
    """

    untrained = Errors.P001
    unreadable = Errors.P003

    def __init__(
        self,
        vocab: Vocab,
        name: str = FACTORY,
        *,
        artifact: str | Path | None = None,
        overwrite: bool = False,
        unseen: Unseen = "both",
        threshold: float = 0.0,
        unknown_tag: str = "X",
        prob_attr: str | None = None,
        scorer: Callable[..., Any] | None = None,
    ) -> None:
        """Make a tagger, which must be initialized or loaded before use.

        vocab (Vocab): The shared vocabulary.
        name (str): The component's name in the pipeline.
        artifact (str or Path): A trained artifact. It is read when it is first needed, and not at all if the
            component is initialized or loaded from a saved pipeline, which therefore does not depend on it.
        overwrite (bool): Whether to replace tags and parts of speech that are already set.
        unseen (str): For named tags, what decides the tag of a word that is not in the training corpus: its "form",
            the words beside it ("context"), or "both".
        threshold (float): For named tags, the probability below which a token gets `unknown_tag`.
        unknown_tag (str): The tag for such tokens.
        prob_attr (str): For named tags, the token extension for the probability of the tag; None for none.
        scorer (Callable): The scoring method.
        RAISES (UserError): A setting is wrong (P005, P009, P010), or the extension is in use by others (P006).
        """
        super().__init__(vocab, name, artifact=artifact, scorer=scorer)
        self.overwrite = overwrite
        self.unseen = unseen
        self.threshold = check_threshold(name, threshold)
        self.unknown_tag = unknown_tag
        self.prob_attr = prob_attr
        check_setting(name, "overwrite", overwrite, "true or false", valid=type(overwrite) is bool)
        check_setting(name, "unseen", unseen, f"one of {', '.join(get_args(Unseen))}", valid=unseen in get_args(Unseen))
        check_setting(name, "unknown_tag", unknown_tag, "the name of a tag", valid=isinstance(unknown_tag, str))
        if why := unfit_tag(unknown_tag):
            raise UserError(Errors.P010.format(name=name, tag=unknown_tag[:LONGEST_TAG], why=why))
        check_extension_name(prob_attr, component=name, setting="prob_attr", kind="token")
        self._ensure_attributes()

    def predict(self, docs: list[Doc]) -> tuple[NDArray[np.uint64], NDArray[np.float32] | None]:
        """Tag documents without writing on them.

        docs (list): The documents.
        RETURNS (tuple): uint64, the tag of each token of all documents, as a hash of spaCy's string store; and float32,
            the tag's probability, or None if tags are clusters. `threshold` has no effect.
        RAISES (UserError): The component is not trained (P001).
        """
        self.get_model()
        if not docs:
            return np.zeros(0, np.uint64), np.zeros(0, np.float32)
        numbers, sure = self._tagging(Batch.read(docs, self._attr)[0], confidence=True)
        return self._tag_ids[numbers], sure

    def initialize(
        self,
        get_examples: Callable[[], Iterable[Example]],
        *,
        nlp: Language | None = None,
        corpus: Callable[[Language], Iterable[Example]] | None = None,
        artifact: str | Path | None = None,
        counts: str | Path | None = None,
        settings: dict[str, Any] | None = None,
        labels: str | Path | None = None,
        sentences: str | list[str] | bool | None = None,
        tag_column: str | None = None,
        method: Method = "propagate",
        n_process: int | None = None,
        max_types: int | None = None,
        dask: str | None = None,
        on_stage: Callable[[str], None] = lambda stage: None,
        on_read: Callable[[int], None] = lambda n_bytes: None,
        on_progress: OnProgress = lambda progress: None,
    ) -> None:
        """Train the tagger, or load a trained artifact.

        get_examples (Callable): The examples of `spacy train`: their tokens are the corpus if no other is given.
        nlp (Language): The pipeline; its tokenizer splits raw text.
        corpus (Callable): A corpus reader, such as `spacy_svd2.Corpus.v1`.
        artifact (str or Path): A trained artifact to load instead of training.
        counts (str or Path): A folder of counts, as `python -m spacy svd2 count` writes it, to train on.
        settings (dict): Settings of the induction by name; see `spacy_svd2.tagger.settings.Settings`.
        labels (str or Path): A file of labelled words, whose tags are spread to all words; see `read_labels`.
        sentences (str or list): Files of annotated sentences, some of whose tokens may lack tags ("_"); or true for the
            tags that the examples of `spacy train` have.
        tag_column (str): The column of these files that holds the tags, such as "upos" or "xpos".
        method (str): How they are spread; see `spacy_svd2.tagger.naming.naming.name_types`.
        n_process (int): Processes that count the corpus in parts; with `dask`, the workers of a cluster on this
            machine. By default, this process counts the corpus while it reads it.
        max_types (int): Train on only this many of the most frequent types, with exact counts; limits the memory.
        dask (str): Count with Dask: "local" starts a cluster on this machine; otherwise, the address of a scheduler.
        on_stage (Callable): Called with the name of each stage as it begins.
        on_read (Callable): Called with the bytes read since the last call, if this process counts while it reads.
        on_progress (Callable): Called with the `CountProgress` of a count in parts.
        RAISES (UserError): Nothing to learn from (P002, S004), a bad setting (S002, S003), bad labels (L013, S005),
            counts that are damaged or were made with other settings, or a corpus that can't be counted that way (N...).

        The first of these that is given is used: `artifact`, `counts`, `corpus`, the component's own artifact, the
        examples. A component that has a model keeps it if there is nothing else, or if the files named no longer exist
        (with a warning, P101): a saved pipeline can be initialized again without the files that it was made from. It
        also keeps the names of its tags, unless `labels` gives new ones (P102). Changed `settings` have no effect
        on a model that is kept (P103).
        """
        source = artifact if artifact is not None else counts
        sources = [source] if source is not None else list(getattr(corpus, "paths", []))
        texts = [] if isinstance(sentences, bool) else path_list(sentences)
        if self._keeps_model(missing([*sources, *([Path(labels)] if labels is not None else []), *texts])):
            return
        from .training import CountingOptions, find_counts, has_data, read_settings

        examples = get_examples if self._artifact is None else None
        is_named = self._model is not None and self._model.naming is not None
        if (
            labels is None
            and not sentences
            and is_named
            and (artifact is not None or has_data(counts, corpus, examples))
        ):
            warnings.warn(Warnings.P102.format(name=self.name), stacklevel=2)
            return
        check_method(method)  # a wrong one must not be found out after a long training
        if artifact is not None:
            self._read(util.ensure_path(artifact))
        else:
            chosen = read_settings(settings or {}, counts)
            options = CountingOptions(n_process, max_types, dask, on_read, on_progress)
            on_stage("read and count")
            found = find_counts(nlp, self.vocab, chosen, options, counts=counts, corpus=corpus, get_examples=examples)
            self._train(found, chosen if settings or counts is not None else None, on_stage)
        if labels is None and not sentences:
            return
        docs = None
        if sentences:
            from .labelling.annotated import read_sentences, tagged_examples

            read = nlp or Language(self.vocab)
            docs = read_sentences(read, texts, tag_column=tag_column) if texts else tagged_examples(get_examples)
        self.name_tags(util.ensure_path(labels), sentences=docs, method=method, on_stage=on_stage)

    def name_tags(
        self,
        labels: Path | None = None,
        *,
        dictionary: Mapping[str, Sequence[str]] | None = None,
        sentences: Sequence[Doc] | None = None,
        method: Method = "propagate",
        on_stage: Callable[[str], None] = lambda stage: None,
    ) -> None:
        """Give the tags names, from a file of labelled words, a dictionary, annotated sentences, or any of them.

        labels (Path), method (str): See `initialize`.
        dictionary (Mapping): Tags of words, which count where `labels` has none for the word.
        sentences (Sequence): Documents some of whose tokens have tags.
        on_stage (Callable): Called with the name of each stage as it begins.
        RAISES (UserError): Lines that can't be used (L013), no label (L020, L021), no known word (S005), a model
            without word pairs (S006).
        """
        from .labelling.answers import Answers, name_model

        model = self.get_model()
        answers = Answers(labels, dictionary, sentences)
        self.set_model(name_model(model, answers, self.make_type, method=method, on_stage=on_stage))

    def tag_probabilities(self, docs: Sequence[Doc]) -> NDArray[np.float32]:
        """Compute the probabilities of all tags for each token, by labelled words and annotated sentences together.

        docs (Sequence): The documents.
        RETURNS (NDArray): float32 (n, n_tags), a row for each token of all documents, which sums to one; zeros for
            white space. Columns are the tags in the order of `labels`.
        RAISES (UserError): The component is not trained (P001), or its tags have no names (P012).
        """
        naming = self.get_model().naming
        if naming is None or not isinstance(self._tagging, NamedTagging):
            raise UserError(Errors.P012.format(name=self.name))
        if not docs:
            return np.zeros((0, len(naming.tags)), np.float32)
        return self._tagging.posterior(Batch.read(list(docs), self._attr)[0])

    @property
    def make_type(self) -> WordKey:
        """The function from the text of a token to its type in the model.

        RAISES (UserError): The component is not trained (P001).
        """
        return model_types(self.get_model(), self.vocab)

    def _train(self, counts: "BigramCounts | None", settings: Settings | None, on_stage: Callable[[str], None]) -> None:
        """Train on counts; without counts, keep the model that the component has."""
        from .model.model import SVD2Model

        if counts is not None:
            lang = str(self.vocab.lang)
            self.set_model(SVD2Model.train(counts, settings or Settings(), lang=lang, on_stage=on_stage))
            return
        if not self.is_trained:
            raise UserError(Errors.P002.format(name=self.name))
        used = self.get_model().settings.to_dict()  # read from its own artifact, if necessary
        wanted = used if settings is None else settings.to_dict()
        if changed := [name for name, value in wanted.items() if value != used.get(name)]:
            warnings.warn(Warnings.P103.format(name=self.name, settings=", ".join(changed)), stacklevel=3)

    def set_model(self, model: "SVD2Model") -> None:
        """Use a trained model from now on."""
        self._attr = ATTRS[looked_up(model, self.vocab)]
        if model.naming is None:
            self._tagging: Tagging = ClusterTagging(model, self.vocab)
        else:
            self._tagging = NamedTagging(model, model.naming, self.vocab, unseen=self.unseen)
        tags = [*self._tagging.tags, self.unknown_tag]
        pos = [*self._tagging.pos, self.unknown_tag if self.unknown_tag in POS_IDS and any(self._tagging.pos) else ""]
        self._tag_ids = np.fromiter(map(get_string_id, tags), dtype=np.uint64, count=len(tags))
        self._pos_ids = np.array([POS_IDS[name] if name else 0 for name in pos], dtype=np.uint64)
        self._keep(model, tags)

    def to_artifact(self) -> Artifact:
        """Make the artifact that is saved, from the model.

        RAISES (UserError): The component is not trained (P001), its data could not be loaded again (A006), or the file
            that it was loaded from has been overwritten (A007).
        """
        from .model.storage import model_to_artifact

        return model_to_artifact(self.get_model())

    def word_descriptors(self) -> WordDescriptors | None:
        """Give the latent descriptors of the frequent types, for instance for `kpca_wsd`.

        RETURNS (WordDescriptors): The descriptors; None if the artifact keeps none.
        RAISES (UserError): The component is not trained (P001).
        """
        model = self.get_model()
        if model.descriptors is None:
            return None
        n = len(model.descriptors)
        return WordDescriptors(model.types[:n], model.descriptors, model.counts[:n], int(model.counts.sum()))

    def describe(self, performance: Mapping[str, Any]) -> Description:
        """Describe the corpus, the tags and the settings for a model card.

        performance (Mapping): The scores that the pipeline carries, `nlp.meta["performance"]`.
        RETURNS (Description): The description.
        RAISES (UserError): The component is not trained (P001).
        """
        from .description import describe_tagger

        config = {"unseen": self.unseen, "threshold": self.threshold, "unknown_tag": self.unknown_tag}
        return describe_tagger(self.get_model(), config, performance)

    def _load(self, source: ArtifactSource) -> None:
        from .model.storage import model_from_artifact

        self.set_model(model_from_artifact(source))

    def _label_names(self, model: "SVD2Model") -> Iterable[str]:
        """The tags without `_SP`; if they are clusters, the most frequent first."""
        return model.tag_names

    def annotate(self, docs: list[Doc]) -> None:
        """Tag documents in place.

        docs (list): The documents, from any tokenizer.
        RAISES (UserError): The component is not trained (P001), or would replace tags of another svd2_tagger (P011).
        """
        self.get_model()
        self._check_free(docs)
        written = [TAG, POS] if self._pos_ids.any() else [TAG]
        batch, before = Batch.read(docs, self._attr, written)
        confidence = self.threshold > 0 or self.prob_attr is not None
        numbers, sure = self._tagging(batch, confidence=confidence)
        if sure is not None:
            numbers = np.where(sure < self.threshold, len(self._tag_ids) - 1, numbers)
        new = np.stack([ids[numbers] for ids in (self._tag_ids, self._pos_ids)[: len(written)]], axis=1)
        if not self.overwrite:
            new = np.where(before > 0, before, new)
        for vocab in {doc.vocab for doc in docs}:
            self._intern(vocab)
        for doc, begin, end in zip(docs, batch.bounds, batch.bounds[1:], strict=False):
            doc.from_array(written, new[begin:end])  # type: ignore[arg-type]
        if sure is not None and self.prob_attr is not None:
            self._ensure_attributes()  # a worker may not have it, or it may have been removed
            for token, probability in zip(chain.from_iterable(docs), sure.tolist(), strict=True):
                token._.set(self.prob_attr, probability)

    def _check_free(self, docs: list[Doc]) -> None:
        """RAISES (UserError): Another svd2_tagger has written tags that this one would replace, or probabilities."""
        places = {"token.tag_": self.overwrite}
        if self.prob_attr is not None and self.get_model().naming is not None:
            places[f"token._.{self.prob_attr}"] = True
        for place, replaces in places.items():
            may_write = claim_all(docs, place, self._mark)
            if replaces and not may_write:
                raise UserError(Errors.P011.format(name=self.name, place=place))

    def _ensure_attributes(self) -> None:
        """Make the token extension, or share one of that name that holds plain values.

        RAISES (UserError): The extension computes its values, or `kpca_wsd` keeps senses in it (P006).
        """
        if self.prob_attr is None:
            return
        if not Token.has_extension(self.prob_attr):
            Token.set_extension(self.prob_attr, default=None)
            return
        default, *computed = Token.get_extension(self.prob_attr)
        is_sense = default == "" and ("token", self.prob_attr) in SENSE_EXTENSIONS
        if any(computed) or is_sense:
            why = "kpca_wsd writes senses there" if is_sense else "an extension of that name computes its values"
            raise UserError(Errors.P006.format(name=self.name, attr=self.prob_attr, why=why))

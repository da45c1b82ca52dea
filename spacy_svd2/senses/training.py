"""From documents with labelled spans to a sense model: the data, the training."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, tee
from typing import TYPE_CHECKING, Any

import numpy as np
from spacy.errors import Errors as SpacyErrors
from spacy.language import Language
from spacy.training import Example

from ..errors import Errors, UserError, Warnings
from ..shared.component import ArtifactComponent
from .corpora.corpus import SenseCorpus
from .corpora.docs import ANNOTATIONS, doc_occurrences, run_pipes
from .model.contexts import Context
from .model.inventory import Inventory, find_forms, named
from .model.settings import VECTOR_SHARES, ModelSettings, default_candidates
from .pipeline_vectors import PipelineVectors
from .settings import AUTO, SenseSettings
from .word_forms import add_forms, likely_forms

if TYPE_CHECKING:
    from .model.latent import LatentVectors
    from .model.sense_model import Occurrence, SenseModel

Reader = Callable[[Language], Iterable[Example]]

_SHOWN_PAIRS = 10
_LOOKED_AT = 20  # documents that tell what components set


def collect_occurrences(
    nlp: Language | None,
    name: str,
    corpus: Reader | None,
    get_examples: Callable[[], Iterable[Example]],
    settings: SenseSettings,
    spans_key: str,
    vectors: PipelineVectors | None = None,
) -> list["Occurrence"]:
    """Collect the training data from the corpus, if there is one, or else from the examples.

    nlp (Language): The pipeline; the components before the one named set annotations.
    name (str): The component's name.
    corpus (Callable): A corpus reader, or None.
    get_examples (Callable): Examples with annotated spans.
    settings (SenseSettings): Which annotations are used.
    spans_key (str): The span group.
    vectors (PipelineVectors): What describes contexts by vectors, or None.
    RETURNS (list): Labelled and unlabelled occurrences; none if there is no data.
    RAISES (UserError): An annotation is missing (K012), or a vector (K022).
    """
    describe = vectors.describe_doc if vectors is not None and vectors.needs_docs else None
    pipes = pipes_before(nlp, name) if settings.taken or describe is not None else []
    options: dict[str, Any] = {"annotations": settings.taken, "pipes": pipes, "describe": describe}
    if corpus is None or not getattr(corpus, "paths", True):
        examples = get_examples()
    elif nlp is None:
        raise ValueError(SpacyErrors.E989)
    elif hasattr(corpus, "occurrences"):
        found: Iterable[Occurrence] = corpus.occurrences(nlp, **options)
        return [named(item, settings.features.key) for item in found]
    else:
        examples = corpus(nlp)
    docs = (example.reference for example in examples)
    found = doc_occurrences(docs, spans_key=spans_key, **options)
    return [named(item, settings.features.key) for item in found]


def find_annotations(
    nlp: Language | None, name: str, corpus: Reader | None, get_examples: Callable[[], Iterable[Example]]
) -> tuple[str, ...]:
    """Find out which annotations the components before one set, on some documents of the training data.

    nlp (Language), name (str): The pipeline, and the component's name.
    corpus (Callable): A corpus reader, or None.
    get_examples (Callable): Examples, for want of a corpus.
    RETURNS (tuple): Those of "tags", "lemmas" and "deps" that every document gets; annotation of the data itself
        does not count, because other texts lack it.
    """
    pipes = pipes_before(nlp, name)
    if nlp is None or not pipes:
        return ()
    read = getattr(corpus, "docs", None)
    docs = read(nlp) if read else (one.reference for one in (get_examples() if corpus is None else corpus(nlp)))
    seen = run_pipes([doc for doc in islice(docs, _LOOKED_AT) if len(doc)], pipes)
    return tuple(kind for kind, attr in ANNOTATIONS.items() if seen and all(doc.has_annotation(attr) for doc in seen))


def changed_settings(
    settings: Mapping[str, Any],
    chosen: SenseSettings,
    vectors: PipelineVectors | None,
    model: "SenseModel",
    annotations: Sequence[str],
) -> list[str]:
    """List the settings that differ from those of a trained model, as far as it records them.

    settings (Mapping): The settings given.
    chosen (SenseSettings): The same, with defaults.
    vectors (PipelineVectors): The vectors that are wanted, or None.
    model (SenseModel): The model.
    annotations (Sequence): What it uses beside words.
    RETURNS (list): Their names.
    """
    window, features = settings.get("features", {}), model.features
    differs = {f"features.{name}": getattr(chosen.features, name) != getattr(features, name) for name in window}
    listed = settings.get("annotations", AUTO) != AUTO
    differs["annotations"] = listed and {*chosen.annotations} != {*annotations}
    kind = None if model.vectors is None else model.vectors.kind
    differs["vectors"] = vectors is not None and vectors.kind != kind
    return [name for name, is_changed in differs.items() if is_changed]


def learn_inventory(
    occurrences: Sequence["Occurrence"], settings: SenseSettings, corpus: Reader | None, forms: Mapping[str, str]
) -> Inventory:
    """Collect the words to look for: those of the training data with their glosses, and those of the settings.

    occurrences (Sequence): The training data.
    settings (SenseSettings): The annotations that are used, and the targets to add.
    corpus (Callable): The reader of the data; a `SenseCorpus` has glosses.
    forms (Mapping): Further forms: the word by its form.
    RETURNS (Inventory): The words.
    RAISES (UserError): A `SenseCorpus` has targets, but none of them is labelled.
    """
    if isinstance(corpus, SenseCorpus):
        corpus.check_labelled(occurrences)
    key = settings.features.key
    names = corpus.names if isinstance(corpus, SenseCorpus) else {}
    names = {key.name(word): key.written(name) for word, name in names.items()}
    inventory = Inventory.learn(occurrences, settings.annotations, names, key=key)
    if isinstance(corpus, SenseCorpus):
        glosses = {key.name(word): found for word, found in corpus.glosses().items()}
        inventory.add([{"key": word, "glosses": glosses[word]} for word in glosses if word in inventory.entries])
    add_forms(inventory, forms)
    inventory.add(settings.targets)
    if alike := likely_forms(occurrences):
        pairs = ", ".join(f"{first} and {second}" for first, second in alike[:_SHOWN_PAIRS])
        more = f" and {len(alike) - _SHOWN_PAIRS} more" if len(alike) > _SHOWN_PAIRS else ""
        warnings.warn(Warnings.K101.format(pairs=pairs + more), stacklevel=3)
    return inventory


def pipes_before(nlp: Language | None, name: str) -> list[Any]:
    """List the components that run before the one named."""
    names = [] if nlp is None else nlp.pipe_names
    return [] if nlp is None or name not in names else [pipe for _, pipe in nlp.pipeline[: names.index(name)]]


def train(
    occurrences: Sequence["Occurrence"],
    settings: SenseSettings,
    inventory: Inventory,
    *,
    nlp: Language | None,
    name: str,
    texts: Reader | None,
    vectors: PipelineVectors | None = None,
    on_words: Callable[[int], None],
    on_word: Callable[[str], None],
) -> "SenseModel":
    """Train a model.

    occurrences (Sequence): Labelled and unlabelled ones.
    settings (SenseSettings): How to train.
    inventory (Inventory): The words; their forms are looked for in the texts, if unlabelled occurrences are used.
    nlp (Language): The pipeline: its tokenizer splits the texts, and with domain "svd2_tagger" the tagger before the
        component provides word descriptors.
    name (str): The component's name.
    texts (Callable): A reader of unlabelled text, or None.
    vectors (PipelineVectors): What describes contexts by vectors, or None.
    on_words, on_word (Callable): See `train_senses`.
    RETURNS (SenseModel): The model.
    RAISES (UserError): No occurrence is labelled (K008), there is no tagger with descriptors (K018), or raw text can't
        be described by vectors (K025).
    """
    from .model.sense_model import train_senses

    key = settings.features.key
    latent = tagger_descriptors(nlp, name, key) if settings.domain == "svd2_tagger" else None
    contexts = raw_texts(nlp, texts)
    unlabelled: Iterator[Occurrence] = iter([item for item in occurrences if not item.senses])
    if settings.transform_unlabelled or settings.composite is not None:
        if vectors is not None and vectors.needs_docs:
            raise UserError(Errors.K025.format(name=name))
        contexts, searched = tee(contexts)
        trained = {item.word for item in occurrences if item.senses}
        known = replace(inventory, entries={w: entry for w, entry in inventory.entries.items() if w in trained})
        unlabelled = iter([*(item for item in unlabelled if item.word in trained), *find_forms(searched, known)])
    source = None
    if vectors is not None:
        if not vectors.needs_docs:
            occurrences = vectors.describe_words(occurrences)
            unlabelled = iter(vectors.describe_words(unlabelled))
        source = vectors.source(occurrences)
    # the default candidates depend on the length of the text, which is not known before it is read
    candidates = None if settings.candidates == default_candidates() else settings.candidates
    if candidates == (ModelSettings(),) and source is not None:  # the preset "fast"
        candidates = (ModelSettings(vectors=VECTOR_SHARES[0]),)
    return train_senses(
        occurrences,
        unlabelled=unlabelled,
        texts=contexts if settings.domain == "contexts" else (),
        features=settings.features,
        candidates=candidates,
        latent=latent,
        latent_width=settings.latent_width if settings.domain == "contexts" else 0,
        vectors=source,
        transform_unlabelled=settings.transform_unlabelled,
        composite=settings.composite,
        seed=settings.seed,
        on_words=on_words,
        on_word=on_word,
    )


def raw_texts(nlp: Language | None, reader: Reader | None) -> Iterator[Context]:
    """Read the raw text of a corpus reader, sentence by sentence; nothing if there is no reader."""
    if reader is None or not getattr(reader, "paths", True):
        return
    if nlp is None:
        raise ValueError(SpacyErrors.E989)
    if hasattr(reader, "sentences"):
        yield from (Context(words) for words in reader.sentences(nlp))
    else:
        for example in reader(nlp):
            yield Context([token.text for token in example.reference if not token.is_space])


def tagger_descriptors(nlp: Language | None, name: str, key: Callable[[str], str]) -> "LatentVectors":
    """Get the word descriptors of the tagger that runs before a component.

    nlp (Language): The pipeline.
    name (str): The component's name.
    key (Callable): From a word to its key.
    RETURNS (LatentVectors): Its descriptors; the weight of a word is the log of (windows of 100 tokens / windows that
        have it).
    RAISES (UserError): There is no such tagger, or it keeps no descriptors (K018).
    """
    from .model.latent import LatentVectors

    lent = [pipe.word_descriptors() for pipe in pipes_before(nlp, name) if isinstance(pipe, ArtifactComponent)]
    found = next((one for one in reversed(lent) if one is not None), None)
    if found is None:
        raise UserError(Errors.K018.format(name=name))
    share = found.counts / found.n_tokens
    weights = -np.log(-np.expm1(100 * np.log1p(-np.minimum(share, 0.5))))
    return LatentVectors.from_vocabulary(found.types, found.vectors, weights, key=key)

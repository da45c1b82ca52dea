"""Description of a trained tagger for its model card."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from spacy.glossary import GLOSSARY

from ..shared.description import Description, DescriptionTable, Row, gold_of, number
from .evaluation.metric_table import shown_scores
from .evaluation.trust import EXPECTED_KEYS
from .model.summary import STATISTICS, summarize_clusters, summarize_tags

if TYPE_CHECKING:
    from .model.model import SVD2Model

_SHOWN_WORDS = 8
_SETTINGS = ("n_tags", "attr", "min_count", "scaling", "n_passes", "boundaries")
_BETTER = {True: "more", False: "less", None: ""}
_SMALL_CORPUS = 100_000  # tokens; below, tags of rare words rest on their form


def describe_tagger(model: "SVD2Model", config: Mapping[str, Any], performance: Mapping[str, Any]) -> Description:
    """Describe a tagger.

    model (SVD2Model): Its model.
    config (Mapping): Settings of the component itself.
    performance (Mapping): The scores that the pipeline carries.
    RETURNS (Description): The description.
    """
    scores = _scores(performance)
    return Description(
        summary=_summary(model),
        usage="print([(token.text, token.tag_) for token in doc])",
        tables=[
            DescriptionTable("Training corpus", ("Unit", "Number"), _corpus(model)),
            DescriptionTable("Settings", ("Setting", "Value"), _settings(model, config)),
            _labels(model),
        ],
        scores=scores,
        gold=gold_of(performance, "tags", "n_tokens") if scores else "",
        limits=[*_expected(performance), *_limits(model)],
    )


def _summary(model: "SVD2Model") -> str:
    if model.naming is None:
        return (
            f"It writes `token.tag_`: one of {model.n_clusters:,} clusters of words that stand in similar contexts, "
            "induced from raw text without annotation."
        )
    written = "`token.tag_` and `token.pos_`" if model.naming.pos else "`token.tag_`"
    return (
        f"It writes {written}: one of {len(model.naming.tags):,} tags. "
        f"{len(model.naming.labelled):,} words were labelled; their tags were spread to all other words by "
        "contexts and forms, induced from raw text without annotation."
    )


def _corpus(model: "SVD2Model") -> list[Row]:
    rows: list[Row] = [
        (title, f"{model.statistics[key]:,}") for key, title in STATISTICS.items() if key in model.statistics
    ]
    return rows if model.naming is None else [*rows, ("Labelled words", f"{len(model.naming.labelled):,}")]


def _settings(model: "SVD2Model", config: Mapping[str, Any]) -> list[Row]:
    rows: list[Row] = [(name, str(getattr(model.settings, name))) for name in _SETTINGS]
    rows.append(("refine", "yes" if model.settings.refine else "no"))
    if model.naming is None:
        return rows
    return [*rows, ("method", model.naming.method), *((name, str(value)) for name, value in config.items())]


def _labels(model: "SVD2Model") -> DescriptionTable:
    if model.naming is None:
        header: Row = ("Tag", "Share of tokens", "Most frequent words")
        groups = summarize_clusters(model, n_words=_SHOWN_WORDS)
    else:
        header = ("Tag", "Meaning", "Share of tokens", "Most frequent words")
        groups = summarize_tags(model, n_words=_SHOWN_WORDS)
    pos = {} if model.naming is None else model.naming.pos
    rows: list[Row] = []
    for group in groups:
        meaning = () if model.naming is None else (_meaning(group.name, pos.get(group.name, "")),)
        rows.append((group.name, *meaning, f"{group.token_share:.1%}", " ".join(word for word, _ in group.words)))
    return DescriptionTable.cut("Tags", header, rows)


def _meaning(tag: str, pos: str) -> str:
    """The explanation in spaCy's glossary of a tag, or of its part of speech."""
    found = str(GLOSSARY.get(tag, ""))
    return found or (f"{pos}: {GLOSSARY.get(pos, '')}" if pos else "")


def _scores(performance: Mapping[str, Any]) -> list[Row]:
    shown = shown_scores(lambda metric: number(performance, metric.key, metric.spacy_key))
    return [(metric.title, metric.text(value), _BETTER[metric.greater_is_better]) for metric, value in shown]


def _expected(performance: Mapping[str, Any]) -> list[str]:
    """The estimate that `svd2 name` has saved."""
    accuracy, low, high = (number(performance, key) for key in EXPECTED_KEYS)
    if accuracy is None or low is None or high is None:
        return []
    return [
        f"On new text like the training corpus, about {accuracy:.1%} of the tokens have the right tag, probably "
        f"between {low:.1%} and {high:.1%}: an estimate without gold tags. `python -m spacy svd2 trust --check 100` "
        "checks it."
    ]


def _limits(model: "SVD2Model") -> list[str]:
    n_tokens, n_types = (model.statistics.get(key, 0) for key in ("n_tokens", "n_types"))
    limits = []
    if model.naming is None:
        limits.append(
            "The tags C0, C1, ... are clusters without names, not parts of speech. A few hundred labelled words name "
            "them: `python -m spacy svd2 label`, then `svd2 name`."
        )
    else:
        limits.append(
            f"Only {len(model.naming.labelled):,} words have tags that a person gave; all other tags are inferred."
        )
    if 0 < n_tokens < _SMALL_CORPUS:
        limits.append(f"The training corpus is small ({n_tokens:,} tokens): tags of rare words are unreliable.")
    if n_types:
        once = model.statistics.get("n_hapaxes", 0) / n_types
        limits.append(
            f"Words that the corpus has once ({once:.1%} of its word types) and words that it does not have are tagged "
            "mostly by their form."
        )
    limits.append("Text of another kind than the training corpus has more unseen words and other contexts.")
    return limits

"""`svd2 name`: from labelled words to tags with names."""

import glob
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...shared.pipelines import save_pipeline
from ...shared.stopwatch import Stopwatch
from ...tagger.dictionaries.registry import read_dictionary
from ...tagger.dictionaries.tag_map import read_tag_map, tags_of
from ...tagger.evaluation.expected import expect
from ...tagger.evaluation.metric_table import score_names
from ...tagger.evaluation.trust import EXPECTED_KEYS, Trust
from ...tagger.labelling.labels import count_labelled, read_labels
from ...tagger.settings import Method
from ..common import output
from ..common.options import FILE, TEXTS, CodeOption, PipelineArgument, TaggerOption
from ..common.performance import forget_scores
from ..common.pipelines import OutputPipeline, find_tagger, load_pipeline
from ..common.progress import show_stage
from .dictionary import DICTIONARY_HELP, show_pos, show_taken

if TYPE_CHECKING:
    from ...tagger.naming.token_model import TokenModel

_SHOWN_WORDS = 8


def _likely(labels: Path) -> str:
    """Name the files beside that may be the labels under another name."""
    others = sorted(path.name for path in labels.parent.glob(f"{glob.escape(labels.stem)}*.[ctj]*") if path.is_file())
    return f" (is it {' or '.join(others)}? Name it {labels.name})" if others else ""


def _read_words(dictionary: Path, tags_map: Path | None) -> dict[str, tuple[str, ...]]:
    """The tags of the words of a dictionary, which is shown."""
    tag_map = None if tags_map is None else read_tag_map(tags_map)
    lexicon = read_dictionary(dictionary)
    tags = lexicon.tags(tags_of(show_pos(lexicon, tag_map)))
    show_taken(lexicon, len(tags))
    return tags


def _about(tokens: "TokenModel") -> str:
    """What the sentences contribute, by cross-validation."""
    if len(tokens.keys):
        return f"The sentences correct the tags in context, by {len(tokens.keys):,} features."
    return "The sentences are too few to correct the tags in context; their words count as labels."


def _show_trust(trust: Trust, out: Path) -> None:
    """Say how good the tags are, as far as the pipeline can know by itself."""
    few = ", and with so few labels all text may" if trust.has_few_labels else ""
    output.say(f"On new text of the same kind, about {trust.sentence}; text of another kind has fewer{few}.")
    output.say(f"Check it: python -m spacy svd2 trust {out} NEW_TEXTS --check 100 -o check.html")


def _show_depending(labels: Path, out: Path, make_type: Callable[[str], str]) -> None:
    """Say how to ask about the words whose tag depends on the sentence."""
    with warnings.catch_warnings():  # they have been shown
        warnings.simplefilter("ignore")
        n = len(read_labels(labels, normalize=make_type).depends)
    if n:
        output.say(
            f"The tag of {n} word{'s' if n > 1 else ''} depends on the sentence. Ask about them there: python -m spacy "
            f"svd2 suggest {out} --occurrences --labels {labels} --corpus TEXTS -o ask.html"
        )


def name_cli(
    pipeline: PipelineArgument,
    out: Annotated[
        Path,
        typer.Option("--output", "-o", help="Directory for the new pipeline; replaces an earlier pipeline."),
        OutputPipeline(),
    ],
    labels: Annotated[
        Path | None, typer.Argument(metavar="[WORDS]", help="The labelled words: words.tsv, or Prodigy's .jsonl."), FILE
    ] = None,
    sentences: Annotated[
        list[Path] | None,
        typer.Option(
            "--sentences",
            help="Annotated sentences, such as a .conllu file; tokens may lack tags (_); repeatable.",
        ),
        TEXTS,
    ] = None,
    tag_column: Annotated[
        str | None,
        typer.Option("--tag-column", help="The column of the tags in the sentences: upos (the default) or xpos."),
    ] = None,
    dictionary: Annotated[Path | None, typer.Option("--dictionary", "-d", help=DICTIONARY_HELP), FILE] = None,
    tags_map: Annotated[
        Path | None,
        typer.Option("--tags-map", help="Of the dictionary's parts of speech: a table with the columns from and to."),
        FILE,
    ] = None,
    method: Annotated[
        Method,
        typer.Option(
            "--method",
            "-m",
            help="propagate: a classifier of contexts and forms; prototype: each cluster takes one tag.",
        ),
    ] = "propagate",
    component: TaggerOption = None,
    if_labelled: Annotated[
        bool,
        typer.Option(
            "--if-labelled",
            help="If WORDS is missing or has no labels, save the pipeline unchanged; for project files.",
        ),
    ] = False,
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace whatever is at the output.")] = False,
    code: CodeOption = None,
) -> None:
    """Name the tags: spread the tags of labelled words to all words.

    Labelled words, from svd2 suggest or svd2 label, keep their tags. All other
    words, also those that are not in the corpus, get the tags of the labelled
    words that they resemble in form and in context. With --dictionary, the
    words of a dictionary count as labelled words, too; see svd2 dictionary.

    Annotated sentences, instead of words or beside them, show which tag of an
    ambiguous word is right in which company. A sentence may be annotated in
    part. Cross-validation decides how much to trust them.

    Examples:

    \b
      python -m spacy svd2 name my_tagger words.tsv -o my_named_tagger
      python -m spacy svd2 name my_tagger words.tsv -o other --method prototype
      python -m spacy svd2 name my_tagger words.tsv -o other --dictionary my.lift
      python -m spacy svd2 name my_tagger words.tsv --sentences some.conllu -o my_named_tagger
    """
    from ...tagger.labelling.annotated import read_sentences

    nlp = load_pipeline(pipeline)
    tagger = find_tagger(nlp, pipeline, component)
    if labels is not None and if_labelled and not (labels.exists() and count_labelled(labels) != 0):
        why = f"{labels} has no labels yet" if labels.exists() else f"There is no {labels} yet{_likely(labels)}"
        if not sentences and dictionary is None:
            save_pipeline(nlp, out)
            output.say(f"{why}: the tags of {out} stay C0, C1, ... Label words and run this again.")
            return
        output.say(f"{why}: only the {'sentences are' if dictionary is None else 'rest is'} used.")
        labels = None
    entries = None if dictionary is None else _read_words(dictionary, tags_map)
    watch = Stopwatch(show_stage)
    watch("read the labels")
    annotated = read_sentences(nlp, sentences, tag_column=tag_column) if sentences else None
    tagger.name_tags(labels, dictionary=entries, sentences=annotated, method=method, on_stage=watch)
    watch("estimate the accuracy")
    trust = expect(tagger.get_model())
    watch("save")
    forget_scores(nlp.meta, task="tags", known=[*score_names(), *EXPECTED_KEYS])  # they were those of the tags before
    if trust is not None:
        figures = zip(EXPECTED_KEYS, (trust.accuracy, trust.low, trust.high), strict=True)
        nlp.meta.setdefault("performance", {}).update({key: round(figure, 4) for key, figure in figures})
    save_pipeline(nlp, out)
    watch.stop()
    model = tagger.get_model()
    naming = model.naming
    if naming is not None:
        tags = [naming.tags[i] for i in naming.tagger.probabilities.argmax(axis=1).tolist()]
        types, tokens = Counter(tags), Counter[str]()
        for tag, count in zip(tags, model.counts.tolist(), strict=True):
            tokens[tag] += count
        words = {
            tag: [w for w, t in zip(model.types, tags, strict=True) if t == tag][:_SHOWN_WORDS] for tag in naming.tags
        }
        rows: list[tuple[str, ...]] = [
            (tag, f"{n / sum(tokens.values()):.1%}", f"{types[tag] / len(tags):.1%}", " ".join(words[tag]))
            for tag, n in tokens.most_common()
        ]
        output.table(rows, ("Tag", "Tokens", "Types", "Words, the most frequent first"), ("l", "r", "r", "l"))
        if naming.doubts:
            output.say("Check these labels: going by all the others, they look wrong.")
            output.table([*naming.doubts], ("Word", "Label", "Others suggest"), ("l", "l", "l"))
        if naming.tokens is not None:
            output.say(_about(naming.tokens))
        if trust is not None:
            _show_trust(trust, out)
        if labels is not None and not sentences:
            _show_depending(labels, out, tagger.make_type)
        output.good(f"Spread {len(naming.labelled)} labelled words to {len(tags):,} words; saved the pipeline to {out}")

"""`svd2 trust`: how many tokens of new text are right, without gold."""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray
from spacy.language import Language

from ...corpora.annotate import annotate, copy_tokens
from ...corpora.corpus import Corpus
from ...errors import Errors, UserError
from ...tagger.component import SVD2Tagger
from ...tagger.evaluation.trust import (
    NEW,
    TextCounts,
    Trust,
    check_labels,
    estimate,
    kinds_of_types,
    text_counts,
    wilson_interval,
)
from ...tagger.labelling.advice import correct_tag
from ...tagger.labelling.labels import is_word_table
from ...tagger.labelling.running_text import sample_sentences, tagged_sentences
from ...tagger.labelling.sentence_tasks import random_tasks
from ...tagger.naming.tag_names import plain_tag
from ..common import output
from ..common.options import (
    CORPUS_HELP,
    FILE,
    JSON,
    TEXTS,
    CodeOption,
    Format,
    PipelineArgument,
    TaggerOption,
)
from ..common.paths import Output
from ..common.pipelines import find_tagger, load_pipeline
from ..common.progress import reading_bar, show_stage
from .sentence_output import TASKS, check_for_sentences, check_not_for_sentences, is_for_sentences, write_tasks_for


@dataclass(frozen=True)
class OutputTrust(Output):
    """Marks figures to write, or sentences to check."""

    def check(self, path: Path, *, force: bool) -> None:
        """Check what is there.

        RAISES (UserError): There is a file that someone may have worked on (L035), or one of another kind (L034).
        """
        marker = TASKS if is_for_sentences(path) else JSON
        marker.check(path, force=force)


def trust_cli(
    pipeline: PipelineArgument,
    texts: Annotated[list[str] | None, typer.Argument(metavar="[TEXTS...]", help=CORPUS_HELP), TEXTS] = None,
    check: Annotated[
        int, typer.Option("--check", min=0, help="Write this many random tokens to the output, for a person to tag.")
    ] = 0,
    checked: Annotated[
        Path | None, typer.Option("--checked", help="A file that --check wrote, with the person's tags."), FILE
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="Write the figures to this file as JSON; with --check: .html or .conllu."),
        OutputTrust(),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=0, help="Read only this many lines or sentences.")] = 0,
    tokenized: Annotated[
        bool,
        typer.Option("--tokenized/--raw", help="Plain text is already split into words by spaces.", show_default=False),
    ] = False,
    format: Annotated[
        Format, typer.Option("--format", help="Format of the texts; auto goes by their suffixes.")
    ] = "auto",
    component: TaggerOption = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace an existing .conllu file.")] = False,
    code: CodeOption = None,
) -> None:
    """Estimate how many tokens of new text get the right tag, without gold tags.

    TEXTS should be like the text that you will tag, and not the text that the
    tagger was trained on, which has no new words. The estimate rests on the
    confidence of the tags and on how well the labelled words find each other's
    tags. Its interval is wide, and with few labels the estimate can be far
    too high.

    For a narrower one, let a person tag 100 random tokens (--check), which
    takes ten minutes, and count how many agree (--checked).

    Examples:

    \b
      python -m spacy svd2 trust my_named_tagger new_text.txt
      python -m spacy svd2 trust my_named_tagger new_text.txt --check 100 -o check.html
      python -m spacy svd2 trust my_named_tagger --checked check.conllu
    """
    corpus = Corpus(texts or [], format=format, tokenized=tokenized, limit=limit)
    if checked is None and not corpus.files:
        raise UserError(Errors.L070.format(option="TEXTS to estimate on, or answers with --checked"))
    questions = check_for_sentences(out) if check else None
    if questions is None:
        check_not_for_sentences(out, "--check 100")
    nlp = load_pipeline(pipeline)
    tagger = find_tagger(nlp, pipeline, component)
    if checked is not None:
        figures = count_checked(nlp, checked, tagger)
        output.present(figures, lambda: _show_checked(figures, tagger.labels), path=out, as_json=as_json)
        return
    with reading_bar(corpus, "Tagging") as bar:
        if questions is not None:
            sentences = sample_sentences(tagged_sentences(nlp, tagger, corpus, progress=bar.update))
            names = tagger.get_model().tag_names
            tasks = random_tasks(sentences, names, check)
            write_tasks_for(questions, tasks, names, [], title=Path(pipeline).name, lang=str(nlp.lang))
            n = sum(len(task.asked) for task in tasks)
            output.good(f"Wrote {n} random tokens to {out}. When they have tags, give the file to --checked.")
            return
        counts = _read(nlp, tagger, corpus, bar.update)
    show_stage("check the labels by each other")
    found = estimate(counts, check_labels(tagger.get_model()))
    output.present(asdict(found), lambda: _show(found), path=out, as_json=as_json)


def count_checked(nlp: Language, path: Path, tagger: SVD2Tagger) -> dict[str, Any]:
    """Compare the tags that a person gave to some tokens with those of the pipeline.

    nlp (Language): The pipeline.
    path (Path): A file of sentences, some of whose tokens have tags.
    tagger (SVD2Tagger): The tagger.
    RETURNS (dict): "accuracy", "low" and "high" (95 %), "n_tokens" and "n_right"; "matched_tags", the tags that differ
        from the tagger's in their capitals only, with those; and "unknown_tags".
    RAISES (UserError): The file can't be read, holds labelled words (L090), or no token has a tag (L072).
    """
    if is_word_table(path):
        remedy = "Give the file that --check wrote (check.conllu), with its tags."
        raise UserError(Errors.L090.format(path=path, remedy=remedy))
    found: list[tuple[str, str]] = []
    for column in (None, "xpos"):
        if found or (column and path.suffix != ".conllu"):
            break
        for doc in Corpus([path], column=column).docs(nlp):
            tagged = nlp(copy_tokens(doc, nlp.vocab))
            found += [(one.tag_, other.tag_) for one, other in zip(doc, tagged, strict=True) if one.tag]
    if not found:
        raise UserError(Errors.L072.format(path=path))
    matched = match_tags({one for one, _ in found}, tagger.labels)
    found = [(matched.get(one, one), other) for one, other in found]
    n_right = sum(one == other for one, other in found)
    low, high = wilson_interval(n_right, len(found))
    return {
        "accuracy": n_right / len(found),
        "low": low,
        "high": high,
        "n_tokens": len(found),
        "n_right": n_right,
        "matched_tags": matched,
        "unknown_tags": sorted({one for one, _ in found} - {*tagger.labels}),
    }


def match_tags(given: Collection[str], known: Sequence[str]) -> dict[str, str]:
    """Find the tags that a person meant who wrote them with other capitals.

    given (Collection): The tags that were written.
    known (Sequence): The tags of the tagger.
    RETURNS (dict): Its tag for each of those that differ in their capitals only, and from no more than one.
    """
    alike: dict[str, list[str]] = {}
    for tag in known:
        alike.setdefault(plain_tag(tag).casefold(), []).append(tag)
    found = {tag: alike.get(plain_tag(tag).casefold(), []) for tag in sorted({*given} - {*known})}
    return {tag: tags[0] for tag, tags in found.items() if len(tags) == 1}


def _read(nlp: Language, tagger: SVD2Tagger, corpus: Corpus, progress: Any) -> TextCounts:
    """The kinds and the confidence of the tokens of a corpus, by document."""
    model, make_type = tagger.get_model(), tagger.make_type
    kind_of = dict(zip(model.types, kinds_of_types(model).tolist(), strict=True))
    units: list[tuple[NDArray[np.int64], NDArray[np.float32]]] = []
    for doc, _ in annotate(nlp, corpus, progress=progress):
        at = [token.i for token in doc if not token.is_space]
        kinds = np.array([kind_of.get(make_type(doc[i].text), NEW) for i in at], dtype=np.int64)
        units.append((kinds, tagger.tag_probabilities([doc])[at].max(axis=1, initial=0)))
    return text_counts(units)


def _show(found: Trust) -> None:
    output.say(f"About {found.sentence}.")
    rows: list[tuple[str, ...]] = [
        (one.name, f"{one.share:.1%}", f"{one.confidence:.1%}", f"{one.accuracy:.1%}", f"{one.errors:.1%}")
        for one in found.kinds
        if one.share
    ]
    output.table(rows, ("Tokens", "Share", "Confidence", "Right", "Of the errors"), ("l", "r", "r", "r", "r"))
    output.say(f"Label next: {found.label_next}, because {found.why}.")
    if found.has_few_labels:
        output.say("With so few labels the estimate can be far too high: look at the interval.")
    output.say(
        "The estimate rests on the confidence of the tags, and on how well labelled words find each other's tags. To "
        "be surer, check 100 tokens: --check 100 -o check.html"
    )


def _show_checked(figures: dict[str, Any], labels: Sequence[str]) -> None:
    output.say(
        f"{figures['n_right']} of {figures['n_tokens']} checked tokens have the right tag: {figures['accuracy']:.1%}, "
        f"between {figures['low']:.1%} and {figures['high']:.1%} (95 %)."
    )
    if figures["matched_tags"]:
        shown = ", ".join(f"{tag} as {known}" for tag, known in figures["matched_tags"].items())
        output.say(f"Tags with other capitals were counted as the tagger's: {shown}.")
    if figures["unknown_tags"]:
        guesses = [(tag, correct_tag(tag, labels)) for tag in figures["unknown_tags"]]
        shown = ", ".join(f"{tag} ({guess})" if guess else tag for tag, guess in guesses)
        output.say(f"The tagger does not know these tags, which count as wrong: {shown}")

"""`svd2 suggest`: which words to label."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from spacy.language import Language

from ...corpora.corpus import Corpus
from ...errors import Errors, UserError
from ...tagger.labelling.labels import Labels, count_labelled, read_labels
from ...tagger.labelling.running_text import sample_sentences, tagged_sentences
from ...tagger.labelling.sentence_tasks import occurrence_tasks
from ...tagger.labelling.suggest import Suggestion, make_suggestions
from ...tagger.labelling.tagsets import UPOS, Tag, read_tagset
from ...tagger.labelling.words_file import write_tasks, write_words
from ..common import output
from ..common.options import (
    ANNOTATION,
    FILE,
    CodeOption,
    PipelineArgument,
    ShownCorpusOption,
    ShownFormatOption,
    ShownTokenizedOption,
    TaggerOption,
)
from ..common.paths import Output, OutputTable
from ..common.pipelines import find_tagger, load_pipeline
from ..common.progress import reading_bar, show_stage
from .sentence_output import TASKS, check_for_sentences, check_not_for_sentences, is_for_sentences, write_tasks_for

_SHOWN_COMPANIONS = 6
_NEXT_STEP = {
    ".html": "Open it in a browser.",
    ".conllu": "Tag the tokens with Ask=Yes, and give the file to svd2 name --sentences.",
}


class OutputWords(Output):
    """Marks a table of words to write, or sentences with occurrences to tag."""

    def check(self, path: Path, *, force: bool) -> None:
        """Refuse to replace labels, which are somebody's work, or a file of another kind.

        RAISES (UserError): There is such a file (L015, L034, L035), or it is named like another kind (D020).
        """
        if is_for_sentences(path):
            TASKS.check(path, force=force)
            return
        OutputTable().check(path, force=True)
        n = 0 if force or not path.exists() else count_labelled(path)
        if n is None or n:
            why = "is not a list of words" if n is None else f"holds {n} labelled word{'s' if n > 1 else ''}"
            raise UserError(Errors.L015.format(path=path, why=why))


def suggest_cli(
    pipeline: PipelineArgument,
    n: Annotated[
        int, typer.Option("-n", "--n-words", min=1, help="Number of words, or of occurrences, to label.")
    ] = 300,
    table: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="The file to write: a table for spreadsheets (.tsv); occurrences: .conllu or .html."
        ),
        OutputWords(),
    ] = None,
    occurrences: Annotated[
        bool, typer.Option("--occurrences", help="Choose tokens of the corpus, to be tagged in their sentences.")
    ] = False,
    labels: Annotated[
        Path | None,
        typer.Option(
            "--labels",
            "-l",
            help="With --occurrences: a words.tsv whose words marked 'it depends' are asked for first.",
        ),
        FILE,
    ] = None,
    corpus: ShownCorpusOption = None,
    n_lines: Annotated[int, typer.Option("--n-lines", min=0, help="Lines of the corpus to show for each word.")] = 3,
    jsonl: Annotated[
        Path | None,
        typer.Option("--jsonl", help="Write tasks for Prodigy's interface `choice` to this file."),
        ANNOTATION,
    ] = None,
    tags: Annotated[
        str, typer.Option("--tags", "-t", help="Tags to offer in --jsonl: upos, or a file (tag, tab, gloss)."), FILE
    ] = "upos",
    tokenized: ShownTokenizedOption = False,
    format: ShownFormatOption = "auto",
    why: Annotated[bool, typer.Option("--why", help="Show why each word is suggested.")] = False,
    component: TaggerOption = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace existing labels or tasks.")] = False,
    code: CodeOption = None,
) -> None:
    """Choose the words whose labels help most, best first.

    Fill in the column `tag` of the table in a spreadsheet, or use the page
    that svd2 label makes. Stop whenever you like. A word with several uses
    gets several tags, separated by "|". If the most common one is first, a
    column "order" may say so: "frequency".

    With --occurrences, choose tokens of the corpus whose tags are in doubt.
    Tag those with Ask=Yes in MISC, or make a page (.html) to tag them on, and
    give the file to svd2 name --sentences. With --labels, the words of
    words.tsv that are marked "it depends" (key d of the page, or "depends" in
    the column "note") come first.

    Examples:

    \b
      python -m spacy svd2 suggest my_tagger -n 300 -o words.tsv
      python -m spacy svd2 suggest my_tagger -o words.tsv --corpus corpus.txt
      python -m spacy svd2 suggest my_tagger -n 20 --why
      python -m spacy svd2 suggest my_tagger --jsonl words.jsonl --tags tags.tsv
      python -m spacy svd2 suggest my_named_tagger --occurrences -n 100 --corpus texts/ -o ask.html
    """
    tagset = choose_tagset(tags)
    data = Corpus(corpus or [], format=format, tokenized=tokenized)
    _ = data.files  # a wrong path is an error before the pipeline takes its time to load
    if occurrences:
        out = check_for_sentences(table)
        suggest_occurrences(pipeline, data, out, n=n, tags=tags, labels=labels, component=component)
        return
    if labels is not None:
        raise UserError(Errors.L092.format(path=labels))
    check_not_for_sentences(table, "--occurrences")
    nlp = load_pipeline(pipeline)
    suggestions = suggestions_of(nlp, pipeline, data, n=n, n_lines=n_lines, component=component)
    if table is not None:
        write_words(table, suggestions)
        output.good(f"Wrote {len(suggestions)} words to {table}")
    if jsonl is not None:
        write_tasks(jsonl, suggestions, tagset)
        output.good(f"Wrote {len(suggestions)} tasks to {jsonl}")
    if why or (table is None and jsonl is None):
        rows: list[tuple[str, ...]] = [
            (
                x.word,
                f"{x.frequency:,}",
                f"{x.cumulative_coverage:.1%}",
                x.why if why else " ".join(x.companions[:_SHOWN_COMPANIONS]),
            )
            for x in suggestions
        ]
        output.table(rows, ("Word", "Count", "Coverage", "Why" if why else "Behaves like"), ("l", "r", "r", "l"))


def suggest_occurrences(
    pipeline: str,
    corpus: Corpus,
    out: Path,
    *,
    n: int,
    tags: str,
    labels: Path | None,
    component: str | None,
    title: str | None = None,
    lang: str | None = None,
) -> None:
    """Choose tokens of a corpus whose tags are in doubt, and write their sentences.

    pipeline (str): A named pipeline.
    corpus (Corpus): The texts.
    out (Path): A page (.html), or sentences (.conllu).
    n (int): Tokens.
    tags (str): The tags to offer beside those of the pipeline: see `choose_tagset`.
    labels (Path): A words.tsv whose words marked 'it depends' are asked for first, or None.
    component (str): The tagger, if there are several.
    title, lang (str): The heading of a page, and the code of its language; by default the pipeline's.
    RAISES (UserError): No corpus (L070); what `choose_tagset` and reading the corpus raise.
    """
    if not corpus.files:
        raise UserError(Errors.L070.format(option="the texts with --corpus"))
    tagset = [] if tags == "upos" else choose_tagset(tags)
    nlp = load_pipeline(pipeline)
    tagger = find_tagger(nlp, pipeline, component)
    first = [] if labels is None else read_labels(labels, normalize=tagger.make_type).depends
    with reading_bar(corpus, "Tagging") as bar:
        sentences = sample_sentences(tagged_sentences(nlp, tagger, corpus, progress=bar.update))
    names = tagger.get_model().tag_names
    tasks = occurrence_tasks(sentences, names, n, make_type=tagger.make_type, first=first)
    write_tasks_for(out, tasks, names, tagset, title=title or Path(pipeline).name, lang=lang or str(nlp.lang))
    n_asked = sum(len(task.asked) for task in tasks)
    if labels is not None:
        words = [tagger.make_type(task.sentence.words[at].text) for task in tasks for at in task.asked]
        output.say(_about_first(first, words, labels))
    output.good(f"Wrote {len(tasks)} sentences with {n_asked} tokens to tag to {out}. {_NEXT_STEP[out.suffix.lower()]}")


def _about_first(first: Sequence[str], asked: Sequence[str], labels: Path) -> str:
    """What becomes of the words that should be asked for first."""
    if not first:
        return (
            f"No word of {labels} is marked: the page of svd2 label does it with the key d, the column 'note' with "
            "'depends'."
        )
    n = sum(word in first for word in asked)
    return f"{n} tokens are of {len({*asked} & {*first})} of the {len(first)} words that depend on the sentence."


def suggestions_of(
    nlp: Language, pipeline: str, corpus: Corpus, *, n: int, n_lines: int = 3, component: str | None = None
) -> list[Suggestion]:
    """Suggest words of a pipeline.

    nlp (Language): The pipeline.
    pipeline (str): How messages name it.
    corpus (Corpus): Where lines of context come from; may be empty.
    n (int): Words.
    n_lines (int): Lines of context for each.
    component (str): The tagger's name; the only one by default.
    RETURNS (list): The word to label first in front.
    """
    tagger = find_tagger(nlp, pipeline, component)
    model = tagger.get_model()
    show_stage("choose the words")
    with reading_bar(corpus, "Looking for lines") as bar:
        sentences = corpus.written_sentences(nlp, progress=bar.update)
        return make_suggestions(model, n=n, sentences=sentences, normalize=tagger.make_type, n_lines=n_lines)


def choose_tagset(name: str) -> list[Tag]:
    """The tags that an option names: "upos", or a file."""
    return UPOS if name.lower() == "upos" else read_tagset(Path(name))


def labels_for(path: Path | None, tagset: list[Tag], make_type: Callable[[str], str]) -> Labels | None:
    """The labels of a file that is to be continued, with tags of a set, by the types of a model."""
    return None if path is None else read_labels(path, tags=[tag.name for tag in tagset], normalize=make_type)

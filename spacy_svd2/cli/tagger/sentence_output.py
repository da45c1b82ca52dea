"""Files of sentences to annotate, which several commands write."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import Errors, UserError
from ...shared.artifacts import write_text
from ...tagger.labelling.sentence_files import column_of, write_tasks_conllu, write_tasks_jsonl
from ...tagger.labelling.sentence_tasks import SentenceTask
from ...tagger.labelling.tagsets import Tag
from ..common.options import PAGE
from ..common.paths import Output

SENTENCE_SUFFIXES = (".conllu", ".html")
CORRECTION_SUFFIXES = (*SENTENCE_SUFFIXES, ".jsonl")


def is_for_sentences(path: Path, suffixes: Sequence[str] = SENTENCE_SUFFIXES) -> bool:
    """Whether a file is named like one of sentences to annotate."""
    return path.suffix.lower() in suffixes


def check_for_sentences(path: Path | None, suffixes: Sequence[str] = SENTENCE_SUFFIXES) -> Path:
    """Make sure that an output can hold sentences to annotate.

    path (Path): The output; None if there is none.
    suffixes (Sequence): How its name may end.
    RETURNS (Path): The output.
    RAISES (UserError): Its name ends otherwise (L071).
    """
    if path is None or not is_for_sentences(path, suffixes):
        what = "There is no output" if path is None else f"Can't write '{path}'"
        raise UserError(Errors.L071.format(what=what, known=" or ".join(suffixes)))
    return path


def check_not_for_sentences(path: Path | None, option: str) -> None:
    """Make sure that an output is not named like sentences to annotate, when something else will be written to it.

    path (Path): The output; None if there is none.
    option (str): What would write sentences.
    RAISES (UserError): It is (L073).
    """
    if path is not None and is_for_sentences(path):
        raise UserError(Errors.L073.format(path=path, option=option))


@dataclass(frozen=True)
class OutputTasks(Output):
    """Marks sentences to annotate: a page is replaced, and a file that somebody may have filled in is not."""

    def check(self, path: Path, *, force: bool) -> None:
        """Check what is there.

        RAISES (UserError): There is a file that someone may have worked on (L035), or one that is no page (L034).
        """
        marker = PAGE if path.suffix.lower() == ".html" else Output()
        marker.check(path, force=force)


TASKS = OutputTasks()


def write_tasks_for(
    path: Path, tasks: Sequence[SentenceTask], names: Sequence[str], tagset: Sequence[Tag], *, title: str, lang: str
) -> None:
    """Write sentences to annotate in the format that the name of a file stands for.

    path (Path): The file.
    tasks (Sequence): The sentences.
    names (Sequence): The tags of the pipeline.
    tagset (Sequence): Further tags to choose from, and what tags mean.
    title (str): What is annotated, for the heading of a page.
    lang (str): Language code, for a page.
    """
    column = column_of([*names, *(tag.name for tag in tagset)])
    suffix = path.suffix.lower()
    if suffix == ".html":
        from ...tagger.labelling.sentence_page import sentences_page, tags_to_offer

        offered, file = tags_to_offer(names, tagset), f"{path.stem}.conllu"
        write_text(path, sentences_page(tasks, offered, column=column, file=file, title=title, lang=lang))
    elif suffix == ".jsonl":
        write_tasks_jsonl(path, tasks)
    else:
        write_tasks_conllu(path, tasks, column)

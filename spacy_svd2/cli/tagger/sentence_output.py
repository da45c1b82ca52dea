"""Files of sentences to annotate, which several commands write."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import Errors, UserError
from ...tagger.labelling.sentence_files import column_of, write_tasks_conllu
from ...tagger.labelling.sentence_tasks import SentenceTask
from ...tagger.labelling.tagsets import Tag
from ..common.options import PAGE
from ..common.paths import Output

SENTENCE_SUFFIXES = (".conllu",)


def is_for_sentences(path: Path) -> bool:
    """Whether a file is named like one of sentences to annotate."""
    return path.suffix.lower() in SENTENCE_SUFFIXES


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
    RAISES (UserError): There is no such format (L071).
    """
    if not is_for_sentences(path):
        raise UserError(Errors.L071.format(path=path, known=", ".join(SENTENCE_SUFFIXES)))
    write_tasks_conllu(path, tasks, column_of([*names, *(tag.name for tag in tagset)]))


def next_step(path: Path) -> str:
    """What to do with such a file."""
    if path.suffix.lower() == ".html":
        return " Open it in a browser."
    return " Tag the tokens with Ask=Yes, and give the file to svd2 name --sentences."

"""`svd2 correct`: sentences with tags, for a person to correct."""

from pathlib import Path
from typing import Annotated

import typer

from ...corpora.corpus import Corpus
from ...tagger.labelling.running_text import sample_sentences, tagged_sentences
from ...tagger.labelling.sentence_tasks import correction_tasks
from ..common import output
from ..common.options import CORPUS_HELP, FILE, TEXTS, CodeOption, Format, PipelineArgument, TaggerOption
from ..common.pipelines import find_tagger, load_pipeline
from ..common.progress import reading_bar
from .sentence_output import CORRECTION_SUFFIXES, TASKS, check_for_sentences, write_tasks_for
from .suggest import choose_tagset


def correct_cli(
    pipeline: PipelineArgument,
    texts: Annotated[list[str], typer.Argument(metavar="TEXTS...", help=CORPUS_HELP), TEXTS],
    out: Annotated[
        Path,
        typer.Option("--output", "-o", help="The file to write: a page (.html), .conllu, or Prodigy's .jsonl."),
        TASKS,
    ],
    n: Annotated[int, typer.Option("-n", "--n-sentences", min=1, help="Number of sentences.")] = 100,
    tags: Annotated[
        str, typer.Option("--tags", "-t", help="Tags to offer besides the tagger's: a file (tag, tab, gloss)."), FILE
    ] = "",
    tokenized: Annotated[
        bool,
        typer.Option("--tokenized/--raw", help="Plain text is already split into words by spaces.", show_default=False),
    ] = False,
    limit: Annotated[int, typer.Option("--limit", min=0, help="Read only this many lines or sentences.")] = 0,
    format: Annotated[
        Format, typer.Option("--format", help="Format of the texts; auto goes by their suffixes.")
    ] = "auto",
    component: TaggerOption = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Replace an existing .conllu or .jsonl file.")] = False,
    code: CodeOption = None,
) -> None:
    """Tag sentences for a person to correct, the least certain first.

    On the page, one key confirms a sentence, and two keys correct a tag. It
    downloads a CoNLL-U file of the confirmed sentences for svd2 name
    --sentences. In a .conllu file, doubtful tags are marked with Doubtful=Yes
    in MISC; remove the sentences that you have not read before you use it.

    Examples:

    \b
      python -m spacy svd2 correct my_named_tagger texts/ -o correct.html
      python -m spacy svd2 correct my_named_tagger texts/ -o correct.conllu -n 50
      python -m spacy svd2 correct my_named_tagger texts/ -o correct.jsonl
    """
    check_for_sentences(out, CORRECTION_SUFFIXES)
    tagset = choose_tagset(tags) if tags else []
    corpus = Corpus(texts, format=format, tokenized=tokenized, limit=limit)
    _ = corpus.files  # a wrong path is an error before the pipeline takes its time to load
    nlp = load_pipeline(pipeline)
    tagger = find_tagger(nlp, pipeline, component)
    with reading_bar(corpus, "Tagging") as bar:
        sentences = sample_sentences(tagged_sentences(nlp, tagger, corpus, progress=bar.update))
    names = tagger.get_model().tag_names
    tasks = correction_tasks(sentences, names, n)
    write_tasks_for(out, tasks, names, tagset, title=Path(pipeline).name, lang=str(nlp.lang))
    n_doubtful = sum(len(task.doubtful) for task in tasks)
    output.good(f"Wrote {len(tasks)} sentences to {out}; {n_doubtful} of their tags are doubtful.")

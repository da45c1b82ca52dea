"""`svd2 neighbours`: which words stand in the same contexts as a word."""

from dataclasses import asdict
from typing import Annotated

import typer

from ..common import output
from ..common.options import CodeOption, PipelineArgument, TaggerOption
from ..common.pipelines import find_tagger, load_pipeline


def neighbours_cli(
    pipeline: PipelineArgument,
    word: Annotated[str, typer.Argument(metavar="WORD", help="A word of the training corpus.")],
    n: Annotated[int, typer.Option("-n", "--n-words", min=1, help="Number of words to show.")] = 10,
    component: TaggerOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    code: CodeOption = None,
) -> None:
    """Show the words that occur in the most similar contexts.

    Similarity, from -1 to 1, is the mean of two cosines: of the contexts before
    the words and of those after them. Words that occur once are left out.

    Examples:

    \b
      python -m spacy svd2 neighbours my_tagger because
      python -m spacy svd2 neighbours my_tagger london -n 20 --json
    """
    nlp = load_pipeline(pipeline)
    tagger = find_tagger(nlp, pipeline, component)
    from ...tagger.model.neighbours import neighbours

    found = neighbours(tagger.get_model(), tagger.make_type(word), n=n)
    if as_json:
        output.print_json({"word": word, "neighbours": [asdict(neighbour) for neighbour in found]})
    else:
        rows: list[tuple[str, ...]] = [(x.word, f"{x.similarity:.3f}", f"{x.count:,}", x.tag) for x in found]
        output.table(rows, ("Word", "Similarity", "Count", "Cluster"), ("l", "r", "r", "l"))

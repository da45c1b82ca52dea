"""`svd2 clusters`: which words are in which cluster."""

from dataclasses import asdict
from typing import Annotated

import typer

from ..common import output
from ..common.options import CodeOption, PipelineArgument, TaggerOption
from ..common.pipelines import find_tagger, load_pipeline


def clusters_cli(
    pipeline: PipelineArgument,
    n_words: Annotated[int, typer.Option("--n-words", "-n", min=1, help="Words to show of each cluster.")] = 10,
    component: TaggerOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, with counts.")] = False,
    code: CodeOption = None,
) -> None:
    """Show the words of each cluster, the most frequent first.

    The first word is the prototype of its cluster: its part of speech suggests
    what the cluster is. The table also shows each cluster's share of the
    tokens of the corpus and of its distinct words.

    Examples:

    \b
      python -m spacy svd2 clusters my_tagger
      python -m spacy svd2 clusters my_tagger -n 30 --json > clusters.json
    """
    tagger = find_tagger(load_pipeline(pipeline), pipeline, component)
    from ...tagger.model.summary import summarize_clusters

    clusters = [asdict(cluster) for cluster in summarize_clusters(tagger.get_model(), n_words=n_words)]
    output.present(clusters, lambda: output.cluster_table(clusters, n_words=n_words), as_json=as_json)

"""`svd2 report`: a page about a trained tagger."""

from pathlib import Path
from typing import Annotated

import typer

from ...corpora.corpus import Corpus
from ...shared.artifacts import write_text
from ...tagger.evaluation.evaluate import tagged_tokens
from ..common import output
from ..common.options import FILE, TEXTS, CodeOption, Format, PageOption, PipelineArgument, TaggerOption
from ..common.pipelines import find_tagger, load_pipeline
from ..common.progress import reading_bar, show_stage


def report_cli(
    pipeline: PipelineArgument,
    gold: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[GOLD]...", help="Files or folders with gold tags to compare with."),
        TEXTS,
    ] = None,
    *,
    page: PageOption,
    gold_column: Annotated[
        str | None, typer.Option("--gold-column", "-g", help="Where to find the gold tags, as for svd2 evaluate.")
    ] = None,
    curve: Annotated[
        list[Path] | None,
        typer.Option("--curve", help="Learning curves to plot, in JSON: labelled words and accuracy; repeatable."),
        FILE,
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="Heading; by default the pipeline's name.")] = None,
    lang: Annotated[
        str | None, typer.Option("--lang", help="Language code of the words; by default the pipeline's.")
    ] = None,
    component: TaggerOption = None,
    format: Annotated[
        Format, typer.Option("--format", help="Format of the gold files; auto goes by their suffixes.")
    ] = "auto",
    code: CodeOption = None,
) -> None:
    """Make a page that shows a tagger: corpus, settings, clusters, scores.

    If the tags have names, it shows how many tokens of new text are probably
    right, and what to label next.

    The page is a single file that opens in any browser, without a server or a
    network. With gold tags, a cluster without a name counts as its most common
    gold tag, and the page shows which tags are confused.

    Examples:

    \b
      python -m spacy svd2 report my_tagger -o report.html
      python -m spacy svd2 report my_tagger test.conllu -o report.html
    """
    corpus = Corpus(gold or [], format=format, column=gold_column)
    _ = corpus.files  # a wrong path is an error before the pipeline takes its time to load
    from ...tagger.evaluation.agreement import compare_with_gold
    from ...tagger.evaluation.expected import expect
    from ...tagger.report.charts import read_curves
    from ...tagger.report.page import report_page

    curves = [one for path in curve or [] for one in read_curves(path)]
    nlp = load_pipeline(pipeline)
    model = find_tagger(nlp, pipeline, component).get_model()
    agreement = None
    if gold:
        with reading_bar(corpus, "Tagging") as bar:
            tokens = tagged_tokens(nlp, corpus.docs(nlp, progress=bar.update))
        agreement = compare_with_gold(tokens, nlp.vocab.strings, model.cluster_names)
    show_stage("estimate the accuracy")
    trust = expect(model)
    show_stage("make the page")
    text = report_page(
        model,
        title=title or Path(pipeline).name,
        lang=lang or str(nlp.lang),
        agreement=agreement,
        trust=trust,
        gold_name=", ".join(path.name for path in gold or []),
        curves=curves,
    )
    write_text(page, text)
    output.good(f"Wrote the report to {page}. Open it in a browser.")

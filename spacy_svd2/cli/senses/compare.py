"""`kpca compare`: kernel PCA and other methods on the same features and the same division of the data."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from tqdm import tqdm

from ...shared.artifacts import write_text
from ...tagger.evaluation.comparison import markdown_table, terminal_table
from ..common import output
from ..common.options import FILE, JSON, TABLE
from ..common.pipelines import blank_pipeline
from ..common.progress import show_stage
from .options import CORPUS_HELP, SENSES, FormatOption, KeyOption, LangOption, labelled_occurrences

if TYPE_CHECKING:
    from ...senses.comparison import MethodResult

_HEADER = ["Method", "Accuracy", "95 %", "Instances", "Fit (s)", "Predict (s)"]


def compare_cli(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help=CORPUS_HELP), SENSES],
    key: KeyOption = None,
    test: Annotated[
        Path | None,
        typer.Option("--test", help="A corpus to test on; without one, the corpus is cut into folds."),
        SENSES,
    ] = None,
    test_key: Annotated[Path | None, typer.Option("--test-key", help="Key file of the test corpus."), FILE] = None,
    folds: Annotated[
        int, typer.Option("--folds", min=2, help="Stratified folds of each word, shuffled with seed 0.")
    ] = 5,
    lang: LangOption = "xx",
    format: FormatOption = "auto",
    methods: Annotated[
        list[str] | None,
        typer.Option("--method", "-m", metavar="NAME", help="Only this method, repeatable: names as in the JSON."),
    ] = None,
    output_path: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="Write the figures to this file as JSON; replaces no file of another kind."
        ),
        JSON,
    ] = None,
    markdown: Annotated[
        Path | None,
        typer.Option("--markdown", help="Write the table to this file in Markdown; replaces no file of another kind."),
        TABLE,
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Compare methods of disambiguation on the same features and data.

    Most frequent sense, naive Bayes, maximum entropy, linear SVM, PCA with
    the nearest neighbour, KPCA as in the paper and KPCA with its defaults.
    Accuracy with its 95 % bootstrap interval; several correct senses count as
    in Senseval's scorer. Times are seconds of work, tokenisation left out.

    Examples:

    \b
      python -m spacy kpca compare examples.jsonl
      python -m spacy kpca compare train.xml.gz --key train.key
          --test test.xml.gz --test-key test.key --lang en
    """
    from ...senses.comparison import METHODS, compare_methods, make_folds

    unknown = sorted(set(methods or []) - set(METHODS))
    if unknown:
        raise typer.BadParameter(f"no method '{unknown[0]}'; there are {', '.join(METHODS)}")
    chosen = [name for name in METHODS if name in (methods or METHODS)]
    nlp = blank_pipeline(lang)
    show_stage("read")
    known = labelled_occurrences(corpus, nlp, key=key, format=format)
    if test is None:
        splits = make_folds(known, folds)
    else:
        splits = [(known, labelled_occurrences(test, nlp, key=test_key, format=format))]
    with tqdm(total=len(chosen), desc="Methods", disable=None, leave=False, file=sys.stderr) as bar:

        def on_method(name: str) -> None:
            bar.set_postfix_str(name)
            bar.update(0 if name == chosen[0] else 1)

        results = compare_methods(splits, methods=chosen, on_method=on_method)
    _show(results, markdown=markdown, output_path=output_path, as_json=as_json)


def _show(results: "list[MethodResult]", *, markdown: Path | None, output_path: Path | None, as_json: bool) -> None:
    data = [result.to_dict() for result in results]
    rows = [_row(result) for result in data]
    if markdown is not None:
        write_text(markdown, markdown_table(_HEADER, rows))
    output.present(
        data, lambda: output.say(terminal_table(_HEADER, rows).strip("\n")), path=output_path, as_json=as_json
    )


def _row(result: dict[str, Any]) -> list[str]:
    from ...senses.comparison import TITLES

    low, high = result["interval"]
    seconds = [f"{result[name]:.2f}" for name in ("fit_seconds", "predict_seconds")]
    accuracy = [f"{result['accuracy']:.1%}", f"{low:.1%} - {high:.1%}", f"{result['n_instances']:,}"]
    return [TITLES[result["method"]], *accuracy, *seconds]

"""Kernel PCA and other methods of disambiguation on the same features and the same division of a corpus.

python -m benchmarks.compare_senses examples.jsonl
python -m benchmarks.compare_senses train.xml.gz --key train.key --test test.xml.gz --test-key test.key --lang en
"""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from spacy.language import Language
from tqdm import tqdm

from benchmarks.sense_comparison import METHODS, TITLES, MethodResult, Split, compare_methods, make_folds
from spacy_svd2.cli.common import output
from spacy_svd2.cli.common.output import markdown_table, terminal_table
from spacy_svd2.cli.common.pipelines import blank_pipeline
from spacy_svd2.cli.common.progress import show_stage
from spacy_svd2.cli.senses.options import CORPUS_HELP, FormatOption, KeyOption, LangOption, open_corpus
from spacy_svd2.errors import Errors, UserError
from spacy_svd2.senses.corpora.registry import why_unlabelled
from spacy_svd2.senses.corpora.unlabelled_texts import UnlabelledTexts
from spacy_svd2.senses.model.contexts import Context
from spacy_svd2.senses.model.sense_model import Occurrence
from spacy_svd2.senses.training import raw_texts
from spacy_svd2.shared.artifacts import write_text

_HEADER = ["Method", "Accuracy", "95 %", "Instances", "Fit (s)", "Predict (s)"]

app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command(no_args_is_help=True)
def main(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help=CORPUS_HELP)],
    key: KeyOption = None,
    test: Annotated[
        Path | None, typer.Option("--test", help="A corpus to test on; without one, the corpus is cut into folds.")
    ] = None,
    test_key: Annotated[Path | None, typer.Option("--test-key", help="Key file of the test corpus.")] = None,
    folds: Annotated[
        int, typer.Option("--folds", min=2, help="Stratified folds of each word, shuffled with seed 0.")
    ] = 5,
    lang: LangOption = "xx",
    format: FormatOption = "auto",
    unlabelled: Annotated[
        list[Path] | None,
        typer.Option("--unlabelled", "-u", help="Raw text for KPCA with its defaults, repeatable: as in kpca train."),
    ] = None,
    methods: Annotated[
        list[str] | None,
        typer.Option("--method", "-m", metavar="NAME", help="Only this method, repeatable: names as in the JSON."),
    ] = None,
    output_path: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the figures to this file as JSON.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option("--markdown", help="Write the table to this file in Markdown.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Compare methods of disambiguation on the same features and data.

    Most frequent sense, naive Bayes, maximum entropy, linear SVM, PCA and
    KPCA with the nearest neighbour, and KPCA with its defaults.
    Accuracy with its 95 % bootstrap interval; several correct senses count as
    in Senseval's scorer. Times are seconds of work, tokenisation left out.

    Examples:

    \b
      python -m benchmarks.compare_senses examples.jsonl
      python -m benchmarks.compare_senses train.xml.gz --key train.key
          --test test.xml.gz --test-key test.key --lang en
      python -m benchmarks.compare_senses examples.jsonl --unlabelled texts/
    """
    unknown = sorted(set(methods or []) - set(METHODS))
    if unknown:
        raise typer.BadParameter(f"no method '{unknown[0]}'; there are {', '.join(METHODS)}")
    chosen = [name for name in METHODS if name in (methods or METHODS)]
    try:
        nlp = blank_pipeline(lang)
        show_stage("read")
        known = labelled_occurrences(corpus, nlp, key=key, format=format)
        tested = None if test is None else labelled_occurrences(test, nlp, key=test_key, format=format)
        texts = list(raw_texts(nlp, UnlabelledTexts.open(unlabelled))) if unlabelled else []
    except UserError as err:
        output.fail(str(err))
    splits = make_folds(known, folds) if tested is None else [(known, tested)]
    data = [result.to_dict() for result in _compare(splits, chosen, texts)]
    rows = [_row(result) for result in data]
    if markdown is not None:
        write_text(markdown, markdown_table(_HEADER, rows))
    output.present(data, lambda: output.say(terminal_table(_HEADER, rows)), path=output_path, as_json=as_json)


def labelled_occurrences(
    path: Path, nlp: Language, *, key: Path | None = None, format: str = "auto"
) -> list[Occurrence]:
    """Read the labelled occurrences of a corpus, by words alone.

    RAISES (UserError): There is none (L101), or an error of the reader.
    """
    found = list(open_corpus(path, key=key, format=format).occurrences(nlp))
    labelled = [item for item in found if item.senses]
    if not labelled:
        raise UserError(Errors.L101.format(path=path, more=why_unlabelled([path], len(found))))
    return labelled


def _compare(splits: list[Split], methods: list[str], texts: list[Context]) -> list[MethodResult]:
    with tqdm(total=len(methods), desc="Methods", disable=None, leave=False, file=sys.stderr) as bar:

        def on_method(name: str) -> None:
            bar.set_postfix_str(name)
            bar.update(0 if name == methods[0] else 1)

        return compare_methods(splits, methods=methods, texts=texts, on_method=on_method)


def _row(result: dict[str, Any]) -> list[str]:
    low, high = result["interval"]
    seconds = [f"{result[name]:.2f}" for name in ("fit_seconds", "predict_seconds")]
    accuracy = [f"{result['accuracy']:.1%}", f"{low:.1%} - {high:.1%}", f"{result['n_instances']:,}"]
    return [TITLES[result["method"]], *accuracy, *seconds]


if __name__ == "__main__":
    app(prog_name="python -m benchmarks.compare_senses")

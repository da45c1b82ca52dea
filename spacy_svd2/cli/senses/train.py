"""`kpca train`: labelled examples in, a pipeline out."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, cast

import typer
from spacy.language import Language
from thinc.api import Config
from tqdm import tqdm

from ...corpora.splits.tokenizer import learn_splits
from ...senses.component import FACTORY, KPCAWSD
from ...senses.corpora.corpus import SenseCorpus
from ...senses.corpora.docs import SPANS_KEY
from ...senses.corpora.unlabelled_texts import UnlabelledTexts
from ...senses.description import summarize_training
from ...senses.labelling.automatic_forms import automatic_forms, join_words
from ...senses.labelling.forms import count_words
from ...senses.model.inventory import named
from ...shared.pipelines import save_pipeline, set_up_pipeline, split_after_marks
from ...shared.stopwatch import Stopwatch
from ...shared.word_keys import word_key
from ..common import output
from ..common.config import parse_settings
from ..common.options import (
    FILE,
    UNLABELLED,
    CodeOption,
    ForceOption,
    SettingsOption,
    SplitsOption,
    SummaryJsonOption,
    SummaryOption,
)
from ..common.pipelines import OutputPipeline, copy_vectors
from ..common.progress import print_costs, print_saved, show_stage
from .options import CORPUS_HELP, SENSES, FormatOption, KeyOption, LangOption, SpansKeyOption, open_corpus
from .word_options import AUTO, show_forms

_FEW_PER_SENSE = 20
_RAW_TEXT_HINT = (
    f"With fewer than {_FEW_PER_SENSE} examples per sense, raw text of the same kind helps most: give it with -u. With "
    "3 examples\nper sense, it raised the accuracy on the noun 'line' from 41 to 58 per cent (docs/results.md)."
)


def train_cli(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help=CORPUS_HELP), SENSES],
    out: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="Directory for the new pipeline; replaces an earlier pipeline."),
        OutputPipeline(factory=FACTORY),
    ],
    key: KeyOption = None,
    lang: LangOption = "xx",
    format: FormatOption = "auto",
    spans_key: SpansKeyOption = SPANS_KEY,
    unlabelled: Annotated[
        list[Path] | None,
        typer.Option(
            "--unlabelled",
            "-u",
            help="Text to learn word descriptors from; repeatable. What svd2 train reads, or examples with senses "
            "(.xml, .tsv), whose senses are ignored.",
        ),
        UNLABELLED,
    ] = None,
    forms: Annotated[
        Path | None,
        typer.Option(
            "--forms",
            help="Table of inflected forms (word, tab, form), so that banks counts as bank; auto: find them in the "
            "corpus and in the unlabelled text.",
        ),
        FILE,
    ] = None,
    vectors: Annotated[
        str | None,
        typer.Option(
            "--vectors",
            metavar="PIPELINE",
            help="A pipeline whose word vectors to use, and to save with the new one: its directory or package.",
        ),
    ] = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="Use one good setting for all words instead of cross-validation.")
    ] = False,
    settings: SettingsOption = None,
    splits: SplitsOption = None,
    force: ForceOption = False,
    output_json: SummaryOption = None,
    as_json: SummaryJsonOption = False,
    code: CodeOption = None,
) -> None:
    """Learn the senses of words from labelled examples; save a spaCy pipeline.

    A few dozen examples of each word are a good start. The settings of
    each word's model are chosen by cross-validation on its examples.

    Examples:

    \b
      python -m spacy kpca train examples.jsonl my_senses --lang en
      python -m spacy kpca train train.xml.gz my_senses --key train.key
          --lang en --unlabelled texts/
      python -m spacy kpca train examples.tsv my_senses --fast

    Then spacy.load("my_senses") writes senses to doc._.senses. If training is
    interrupted, OUT stays as it was.
    """
    data = open_corpus(corpus, key=key, format=format, spans_key=spans_key, warn_widened=True)
    texts = UnlabelledTexts.open(unlabelled) if unlabelled else None
    chosen = {**({"candidates": "fast"} if fast else {}), **parse_settings(settings or [])}
    watch = Stopwatch(show_stage)
    # the bar shows itself on a terminal only
    with tqdm(desc="Training", unit=" words", disable=None, leave=False) as bar:
        watch("set up")
        nlp = set_up_pipeline(pipeline_config(lang, chosen, vectors=None if vectors is None else "vectors"))
        split_after_marks(nlp)
        if vectors is not None:
            copy_vectors(nlp, vectors)
        if splits is not None:
            learn_splits(nlp, splits)
        table = forms if forms != AUTO else find_forms(data, texts, nlp)
        component = cast(KPCAWSD, nlp.get_pipe(FACTORY))
        component.initialize(
            list,
            nlp=nlp,
            corpus=data,
            texts=texts,
            forms=table,
            settings=chosen,
            on_stage=watch,
            on_words=bar.reset,
            on_word=lambda word: bar.update(),
        )
        watch("save")
        save_pipeline(nlp, out)
    watch.stop()
    report = summarize_training(component.get_model(), component.inventory, watch.stages)
    output.present(
        report, lambda: _print_report(report, out, has_texts=texts is not None), path=output_json, as_json=as_json
    )


def find_forms(corpus: SenseCorpus, texts: UnlabelledTexts | None, nlp: Language) -> dict[str, str]:
    """Find the forms of the words of a corpus in its texts and in unlabelled text, and show them.

    corpus (SenseCorpus): Examples.
    texts (UnlabelledTexts): Unlabelled text, or None.
    nlp (Language): Gives the tokenizer and the language.
    RETURNS (dict): The word by its form.
    """
    key = word_key(str(nlp.lang), True)
    occurrences = [named(item, key) for item in corpus.occurrences(nlp)]
    counts = count_words(corpus.sentences(nlp), key)
    counts.update({} if texts is None else count_words(texts.sentences(nlp), key))
    joined = join_words(occurrences, counts)
    keys = sorted({joined.get(item.word, item.word) for item in occurrences})
    names: dict[str, list[str]] = {}
    for word in keys:
        names.setdefault(key.name(key(corpus.names.get(word, word))), []).append(word)
    single = {name: words[0] for name, words in names.items() if len(words) == 1}  # bank, not bank.n and bank.v
    apart = {key.name(key(item.word)) for item in occurrences}
    found = automatic_forms([*single], counts, key, str(nlp.lang), apart=apart)
    shown = {single[name]: dict(forms) for name, forms in found.forms.items()}
    for form, word in joined.items():
        shown.setdefault(word, {})[form] = counts[form]
    found = replace(found, forms=shown)
    show_forms(found)
    return found.table


def pipeline_config(lang: str, settings: dict[str, Any], *, vectors: str | None = None) -> Config:
    """Make the config of a pipeline with nothing but the disambiguator; its settings are saved for the record."""
    return Config(
        {
            "nlp": {"lang": lang, "pipeline": [FACTORY]},
            "components": {FACTORY: {"factory": FACTORY, "vectors": vectors}},
            "initialize": {"components": {FACTORY: {"settings": settings}}},
        }
    )


def _print_report(report: dict[str, Any], out: Path, *, has_texts: bool) -> None:
    output.heading("Words")
    rows: list[tuple[str, ...]] = [
        (
            word["word"],
            f"{word['n_examples']:,}",
            f"{len(word['senses'])}",
            f"{word['most_frequent']:.1%}",
            "-" if word["accuracy"] is None else f"{word['accuracy']:.1%}",
            f"{' + '.join(word['settings']['weighting'])}, {word['settings']['domain']:g}, {word['settings']['step']}",
        )
        for word in report["words"]
    ]
    total = "-" if report["cross_validated"] is None else f"{report['cross_validated']:.1%}"
    rows.append(("all", f"{report['n_examples']:,}", f"{report['n_senses']:,}", "", total, ""))
    header = ("Word", "Examples", "Senses", "Most frequent", "Cross-validated", "Weighting, domain, last step")
    output.table(rows, header, ("l", "r", "r", "r", "r", "l"))
    print_costs(report)
    if not has_texts and report["n_examples"] < _FEW_PER_SENSE * report["n_senses"]:
        output.say(_RAW_TEXT_HINT)
    print_saved(out)

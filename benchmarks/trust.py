"""How far the estimates of accuracy without gold are from the truth.

    python -m benchmarks.trust                                          # dev files, 400 words
    python -m benchmarks.trust --languages wo_wtb zul --words 500 --tokens 1000

Words that `svd2 suggest` asks for get every tag that a tenth of their tokens has, from the train file alone; as many
tokens of its sentences are annotated as --tokens says. "text": the estimate of `svd2 trust` for the dev file, without
its tags; "expected": the one that `svd2 name` prints, from the pipeline alone.
"""

import argparse
import os
import time
from pathlib import Path

import numpy as np
import wasabi

from benchmarks.hour import TREEBANKS, UNSEEN, common_tags, suggested
from benchmarks.label_next import kinds, labelled, name_with
from benchmarks.sentences import score, train, treebank
from spacy_svd2.tagger.evaluation.expected import expect

LANGUAGES = [name for name in (*TREEBANKS, *UNSEEN) if name != "ga_idt"]  # Irish has no train file here
MOST_SENTENCES = 600
HEADER = ("language", "right", "text", "off", "expected", "off", "inside", "new", "expected", "naming", "estimate")
"""The estimates, the shares of new words in the text and as expected, and CPU seconds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", nargs="+", default=LANGUAGES)
    parser.add_argument("--words", type=int, default=400)
    parser.add_argument("--tokens", type=int, default=0, help="annotated tokens of sentences")
    arguments = parser.parse_args()
    folder = Path(os.environ.get("SPACY_SVD2_CORPORA", "no folder"))
    for number, name in enumerate(arguments.languages):
        task = treebank(folder, name, "dev")
        held = task.held[:MOST_SENTENCES]
        model = train([word for word, _ in sentence] for sentence in task.gold)
        assert model.bigrams is not None
        tags, common, shares = common_tags(task, model.bigrams)
        rows = suggested(model.bigrams, model.find_clusterings(), common, arguments.words)
        ends = np.cumsum([len(sentence) for sentence in task.gold])
        some = task.gold[: int(np.searchsorted(ends, arguments.tokens)) + 1] if arguments.tokens else []
        begin = time.process_time()
        named = name_with(model, {model.types[row]: labelled(tags, shares[row]) for row in rows}, some)
        naming = time.process_time() - begin
        expected = expect(named)
        seconds = time.process_time() - begin - naming
        assert expected is not None
        right, text = float(score(named, held)[0].mean()), kinds(named, held)
        new = [f"{text['share'][-1]:.1%}", f"{expected.kinds[-1].share:.1%}"]
        figures = [right, text["accuracy"], text["accuracy"] - right, expected.accuracy, expected.accuracy - right]
        inside = "yes" if expected.low <= right <= expected.high else "no"
        times = [f"{naming:.1f}", f"{seconds:.2f}"]
        row = [name, *(f"{100 * figure:.1f}" for figure in figures), inside, *new, *times]
        header = HEADER if not number else None
        print(wasabi.table([row], header=header, widths=[10] * len(HEADER)).strip("\n"), flush=True)


if __name__ == "__main__":
    main()

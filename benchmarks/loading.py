"""What loading a tagger takes: seconds and memory.

    python -m benchmarks.loading my_tagger/svd2_tagger/model.npz
    python -m benchmarks.loading --types 100000 1000000 --n-tags 17 --output loading.json

Each artifact is loaded in a process of its own. Beside the whole memory of the process at its peak stands what is added
to the same process that has only imported spaCy and the package. Then made-up text is tagged, so that one sees whether
the speed depends on the number of types. With `--types`, artifacts of made-up types with word pairs, without and with
named tags, are written first.
"""

import argparse
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import wasabi

from benchmarks.synthetic import synthetic_counts

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", type=Path, help="artifacts (model.npz)")
    parser.add_argument("--types", nargs="+", type=int, default=[], help="make artifacts of so many types up")
    parser.add_argument("--n-tags", type=int, default=17, help="named tags of --types")
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    arguments = parser.parse_args()
    if not arguments.models and not arguments.types:
        parser.error("give artifacts, or --types 100000 to make some up")
    with tempfile.TemporaryDirectory(prefix="svd2-loading-") as folder:
        made = [path for n in arguments.types for path in apart(make_up, n, arguments.n_tags, Path(folder))]
        rows = [apart(measure, path) for path in [*arguments.models, *made]]
    header = ("Artifact", "MB", "Types", "Pairs", "Named tags", "Load s", "CPU s", "Peak MB", "Added MB", "Tokens/s")
    print(wasabi.table([shown(row) for row in rows], header=header, divider=True, aligns=["l"] + ["r"] * 9))
    if arguments.output:
        arguments.output.write_text(json.dumps(rows, indent=1), "utf8")


def apart(work: Any, *arguments: Any) -> Any:
    """Call a function in a process of its own."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def make_up(n_types: int, n_tags: int, folder: Path) -> list[Path]:
    """Artifacts of a model that was trained on made-up counts, and of the same with tags that have names."""
    from spacy_svd2.shared.artifacts import write_artifact
    from spacy_svd2.tagger.model.model import SVD2Model
    from spacy_svd2.tagger.model.storage import model_to_artifact
    from spacy_svd2.tagger.naming.naming import Naming
    from spacy_svd2.tagger.naming.tag_model import TagModel
    from spacy_svd2.tagger.settings import Settings

    counts = synthetic_counts(n_types, 6 * n_types)
    model = SVD2Model.train(counts, Settings(n_tags=45, n_passes=1, w1=300, r1=50, max_iter=5, refine=None))
    probabilities = np.random.default_rng(0).dirichlet(np.full(n_tags, 0.1), n_types).astype(np.float32)
    tagger = TagModel.fit(counts.by_frequency(), model.labels, probabilities)
    tables = {name: getattr(tagger, name).astype(np.float16) for name in ("probabilities", "left", "right")}
    rows, tags = np.zeros(1, dtype=np.int64), [f"T{number}" for number in range(n_tags)]
    naming = Naming(tags, {}, replace(tagger, **tables), rows, probabilities[:1], "propagate")
    paths = [folder / f"{n_types}-{name}.npz" for name in ("clusters", "named")]
    for path, one in zip(paths, (model, replace(model, naming=naming)), strict=True):
        write_artifact(path, model_to_artifact(one))
    return paths


def measure(path: Path) -> Row:
    """Load an artifact, and tag text."""
    import spacy

    import spacy_svd2.tagger.model.model
    import spacy_svd2.tagger.model.storage  # noqa: F401  (so that imports are not measured)

    nlp = spacy.blank("xx")
    tagger = nlp.add_pipe("svd2_tagger", config={"artifact": str(path)})
    before, begin, cpu = peak(), time.perf_counter(), time.process_time()
    model = tagger.get_model()  # type: ignore[attr-defined]
    seconds, cpu, loaded = time.perf_counter() - begin, time.process_time() - cpu, peak()
    words = np.array([*model.types[:: max(len(model.types) // 20_000, 1)], *model.types[:1000]], dtype=object)
    drawn = np.random.default_rng(0).choice(words, (5000, 20))
    docs = [spacy.tokens.Doc(nlp.vocab, words=line.tolist()) for line in drawn]
    begin = time.process_time()
    for _ in tagger.pipe(docs):  # type: ignore[attr-defined]
        pass
    speed = drawn.size / (time.process_time() - begin)
    stored = model.word_pairs._arrays.shapes["bigrams_counts"][0] if model.word_pairs is not None else 0
    return {
        "artifact": path.name,
        "megabytes": path.stat().st_size / 1e6,
        "types": len(model.types),
        "pairs": stored,
        "named_tags": len(model.naming.tags) if model.naming is not None else 0,
        "seconds": seconds,
        "cpu_seconds": cpu,
        "peak_mb": loaded,
        "added_mb": loaded - before,
        "tokens_per_second": speed,
    }


def peak() -> float:
    """The most memory so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6


def shown(row: Row) -> tuple[str, ...]:
    whole = (f"{row[key]:,.0f}" for key in ("megabytes", "types", "pairs", "named_tags"))
    rest = (
        f"{row['seconds']:.2f}",
        f"{row['cpu_seconds']:.2f}",
        *(f"{row[key]:,.0f}" for key in ("peak_mb", "added_mb", "tokens_per_second")),
    )
    return row["artifact"], *whole, *rest


if __name__ == "__main__":
    main()

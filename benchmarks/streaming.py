"""Memory while short documents stream through several processes.

    python -m benchmarks.streaming --docs 1000000 -n 2

`nlp.pipe(n_process=...)` tags made-up documents, a tenth of whose words the tagger has never seen, in memory zones of
`--zone` documents, as spaCy recommends for streams. At the end of each zone the memory in use is noted: of this
process, and of its workers together; `own` is what the workers do not share with it, so that a copy of the artifact
would show. `pickled` counts how often the model was sent to a worker: never where processes are forked, once for each
process that is started where they are not, and never for a batch. Needs Linux.
"""

import argparse
import json
import multiprocessing
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import spacy
import wasabi
from spacy.language import Language

from benchmarks.loading import make_up
from spacy_svd2.tagger.model.model import SVD2Model

Row = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--docs", type=int, default=1_000_000, help="how many documents to tag")
    parser.add_argument("--zone", type=int, default=50_000, help="documents of a memory zone")
    parser.add_argument("-n", "--n-process", type=int, default=2, help="processes at once")
    parser.add_argument("--batch-size", type=int, default=1000, help="documents in a batch")
    parser.add_argument("--model", type=Path, help="an artifact (model.npz); one is made up if it is not given")
    parser.add_argument("--types", type=int, default=200_000, help="of the artifact that is made up")
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="svd2-streaming-") as folder:
        model = arguments.model or make_up(arguments.types, 17, Path(folder))[0]
        nlp = spacy.blank("xx")
        nlp.add_pipe("svd2_tagger", config={"artifact": str(model)}).get_model()  # type: ignore[attr-defined]
    rows = stream(nlp, arguments.docs, arguments.zone, arguments.n_process, arguments.batch_size)
    header = ("Documents", "Docs/s", "Parent MB", "Workers MB", "Own MB", "Pickled")
    cells = [tuple(f"{value:,.0f}" for value in row.values()) for row in rows]
    print(wasabi.table(cells, header=header, divider=True, aligns=["r"] * 6))
    found = {"rows": rows, "growth": growth(rows)}
    print("Growth from the second zone to the last, MB:", *(f"{k} {v:+.1f}" for k, v in found["growth"].items()))
    if arguments.output:
        arguments.output.write_text(json.dumps(found, indent=1), "utf8")


def stream(nlp: Language, n_docs: int, zone: int, n_process: int, batch_size: int) -> list[Row]:
    """Tag documents; a row for each zone."""
    rows: list[Row] = []
    sent = Sent()
    words = nlp.get_pipe("svd2_tagger").get_model().types[:5000]  # type: ignore[attr-defined]
    for first in range(0, n_docs, zone):
        last = min(first + zone, n_docs)
        begin = time.perf_counter()
        with (
            nlp.memory_zone(),
            closing(nlp.pipe(texts(words, first, last), n_process=n_process, batch_size=batch_size)) as docs,
        ):
            for number, doc in enumerate(docs, first + 1):
                assert all(token.tag for token in doc)
                if number == last:
                    rows.append(memory(number, zone / (time.perf_counter() - begin), sent.times))
    return rows


class Sent:
    """Counts how often a model is pickled from now on."""

    def __init__(self) -> None:
        self.times = 0
        as_before = SVD2Model.__reduce_ex__

        def count(model: SVD2Model, protocol: Any) -> Any:
            self.times += 1
            return as_before(model, protocol)

        SVD2Model.__reduce_ex__ = count  # type: ignore[method-assign]


def texts(words: list[str], first: int, last: int) -> Iterator[str]:
    """Ten words each, one of them new."""
    for number in range(first, last):
        known = [words[(number * step) % len(words)] for step in (1, 7, 31, 101, 211, 307, 401, 503, 601)]
        yield f"new{number} {' '.join(known)}"


def memory(n_docs: int, speed: float, pickled: int) -> Row:
    workers = [process.pid for process in multiprocessing.active_children()]
    return {
        "docs": n_docs,
        "docs_per_second": speed,
        "parent_mb": resident(os.getpid()),
        "workers_mb": sum(map(resident, workers)),
        "own_mb": sum(map(own, workers)),
        "pickled": pickled,
    }


def resident(process: int | None) -> float:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def own(process: int | None) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Dirty", "Private_Clean"))) / 1e3


def growth(rows: list[Row]) -> dict[str, float]:
    if len(rows) < 2:
        return {}
    return {key: rows[-1][key] - rows[1][key] for key in ("parent_mb", "workers_mb", "own_mb")}


if __name__ == "__main__":
    main()

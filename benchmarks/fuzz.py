"""Try hostile files on the package: mutated artifacts, and mutated input of every format.

    python -m benchmarks.fuzz --component svd2_tagger --mutations 100000
    python -m benchmarks.fuzz --component senseval --mutations 10000
    python -m benchmarks.fuzz --component kpca_wsd --guided --mutations 100000    (with atheris)

Every case must either be read, and then be usable and consistent, or be refused with a `UserError` that has a code:
no other exception, no hang, no memory blow-up, nothing written, no code run. The same numbers give the same cases:
`--first N --mutations 1` repeats one, with its traceback.
"""

import argparse
import json
import re
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

CODE = re.compile(r"\[([A-Z]\d{3})\]")


class Tally:
    """What became of the cases: by kind of mutation, the answers and how often each was given."""

    def __init__(self) -> None:
        self.kinds: dict[str, Counter[str]] = {}
        self.faults: list[dict[str, Any]] = []
        self.slowest = 0.0
        self.total = 0

    def add(self, kind: str, answer: str, seconds: float) -> None:
        self.kinds.setdefault(kind, Counter())[answer] += 1
        self.slowest = max(self.slowest, seconds)
        self.total += 1

    def report(self) -> dict[str, Any]:
        """RETURNS (dict): All of it, JSON-serialisable."""
        answers: Counter[str] = sum(self.kinds.values(), Counter())
        return {
            "mutations": self.total,
            "answers": dict(answers.most_common()),
            "faults": self.faults,
            "slowest_cpu_seconds": round(self.slowest, 3),
            "cpu_seconds": round(time.process_time(), 1),
            "kinds": {kind: dict(found.most_common()) for kind, found in sorted(self.kinds.items())},
        }


def run_case(target: Any, guard: Any, choices: Any, tally: Tally, number: int, *, verbose: bool = False) -> None:
    """Make one case, try it and note the answer."""
    import numpy as np

    from spacy_svd2.errors import UserError

    kind, case = target.mutate(choices)
    begun = time.process_time()
    try:
        with guard, np.errstate(over="raise", invalid="raise", divide="raise"):
            answer = target.check(case)
    except UserError as err:
        codes = CODE.findall(str(err))
        answer = f"refused {codes[-1]}" if codes else "FAULT"
        if not codes:
            tally.faults.append({"case": number, "kind": kind, "fault": f"a UserError without code: {err}"})
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as err:
        answer = "FAULT"
        place = traceback.extract_tb(err.__traceback__)[-1]
        ours = [frame for frame in traceback.extract_tb(err.__traceback__) if "spacy_svd2" in frame.filename]
        where = f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else f"{place.filename}:{place.lineno}"
        fault = f"{type(err).__name__}: {str(err)[:200]}"
        tally.faults.append({"case": number, "kind": kind, "fault": fault, "where": where})
        if verbose:
            traceback.print_exc()
    tally.add(kind, answer, time.process_time() - begun)


def run(component: str, *, mutations: int, first: int = 0, verbose: bool = False, seconds: float = 5.0) -> Tally:
    """Try seeded mutations.

    component (str): See `targets.TARGETS`.
    mutations (int): How many.
    first (int): The number of the first.
    verbose (bool): Print tracebacks.
    seconds (float): CPU time that a case may take.
    RETURNS (Tally): What became of them.
    """
    from .fuzzing.choices import Seeded
    from .fuzzing.guard import Guard
    from .fuzzing.targets import make_target

    target = make_target(component)
    guard, tally = Guard(seconds=seconds, folder=target.folder), Tally()
    for number in range(first, first + mutations):
        run_case(target, guard, Seeded(number), tally, number, verbose=verbose)
        if number % 10_000 == 9_999:
            print(f"{number + 1:,} cases, {len(tally.faults)} faults", file=sys.stderr, flush=True)
    return tally


def run_guided(component: str, *, mutations: int, on_end: Any) -> None:
    """Let atheris choose the mutations by the code they reach; it does not return.

    on_end (Callable): Is given the tally after the last one.
    """
    import atheris

    with atheris.instrument_imports(include=["spacy_svd2"]):
        import spacy_svd2.senses.component
        import spacy_svd2.senses.model.storage
        import spacy_svd2.tagger.component
        import spacy_svd2.tagger.model.storage  # noqa: F401

        from .fuzzing.choices import Guided
        from .fuzzing.guard import Guard
        from .fuzzing.targets import make_target

        target = make_target(component)
    guard, tally = Guard(folder=target.folder), Tally()

    def one(data: bytes) -> None:
        run_case(target, guard, Guided(atheris.FuzzedDataProvider(data)), tally, tally.total)
        if tally.total == mutations:
            on_end(tally)

    atheris.Setup([sys.argv[0], f"-runs={mutations + 100}", "-max_len=4096", "-rss_limit_mb=0", "-verbosity=0"], one)
    atheris.Fuzz()


def show(component: str, tally: Tally, path: Path | None) -> None:
    """Print a table, and write the same as JSON."""
    report = {"component": component, **tally.report()}
    print(f"{'mutation':<32}{'cases':>8}{'same':>8}{'other':>8}{'refused':>9}{'FAULTS':>8}")
    rows = [*tally.kinds.items(), ("all", sum(tally.kinds.values(), Counter()))]
    for kind, found in sorted(rows, key=lambda row: (row[0] == "all", row[0])):
        refused = sum(count for answer, count in found.items() if answer.startswith("refused"))
        numbers = (sum(found.values()), found["same"], found["other"], refused, found["FAULT"])
        print(
            f"{kind:<32}" + "".join(f"{value:>{width},}" for value, width in zip(numbers, (8, 8, 8, 9, 8), strict=True))
        )
    for fault, cases in _by_fault(tally.faults).items():
        print(f"FAULT {len(cases)} x {fault}; cases {', '.join(map(str, cases[:3]))}")
    print(f"slowest case {report['slowest_cpu_seconds']} s, all {report['cpu_seconds']} s of CPU")
    if path is not None:
        path.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", "utf8")


def _by_fault(faults: list[dict[str, Any]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for fault in faults:
        found.setdefault(f"{fault.get('where', '')} {fault['fault'][:140]}", []).append(fault["case"])
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--component", default="svd2_tagger")
    parser.add_argument("--mutations", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--guided", action="store_true", help="coverage-guided, by atheris (pip install atheris)")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU time that a case may take")
    parser.add_argument("-o", "--output", type=Path, help="write the report to this file as JSON")
    options = parser.parse_args()
    if options.guided:

        def end(tally: Tally) -> None:
            show(options.component, tally, options.output)
            sys.stdout.flush()

        run_guided(options.component, mutations=options.mutations, on_end=end)
        return
    tally = run(
        options.component,
        mutations=options.mutations,
        first=options.first,
        verbose=options.mutations <= 3,
        seconds=options.seconds,
    )
    show(options.component, tally, options.output)
    sys.exit(1 if tally.faults else 0)


if __name__ == "__main__":
    main()

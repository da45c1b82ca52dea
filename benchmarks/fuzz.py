"""Try hostile input on the package: damaged artifacts and files, odd documents, extreme settings.

    python -m benchmarks.fuzz --component svd2_tagger --examples 20000
    python -m benchmarks.fuzz --component senseval --component conllu --minutes 60 --seed 7
    python -m benchmarks.fuzz --component formats --examples 1000 --output found/

Every case must either be read, and then be usable and consistent, or be refused with a `UserError` that has a code
and names the file or the component: no other exception, no crash, no hang, no memory blow-up, nothing written, no code
run. The cases are hypothesis strategies, so that a fault is shown by the smallest damage that brings it about. They are
tried a batch at a time in processes of their own, which may crash. The same seed gives the same cases.
"""

import argparse
import multiprocessing
import pickle
import re
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import hypothesis
import numpy as np

from spacy_svd2.errors import UserError

from .fuzzing.components import documents_target, senses_target, tagger_target
from .fuzzing.damage import Case, Target
from .fuzzing.formats import FORMATS
from .fuzzing.guard import Guard
from .fuzzing.settings import sense_settings_target, tagger_settings_target

BATCH = 500
CODE = re.compile(r"\[[A-Z]\d{3}\]")
TARGETS: dict[str, Callable[[], Target]] = {
    "svd2_tagger": tagger_target,
    "kpca_wsd": senses_target,
    "documents": documents_target,
    "tagger settings": tagger_settings_target,
    "sense settings": sense_settings_target,
    **FORMATS,
}
GROUPS = {"formats": list(FORMATS), "all": list(TARGETS)}


@dataclass
class Report:
    """What became of the cases.

    answers (Counter): How often each answer came: "same", "other", "refused", "FAULT".
    faults (dict): For each place in the code what is wrong, and the smallest case that shows it.
    """

    answers: Counter[str] = field(default_factory=Counter)
    faults: dict[str, tuple[str, Case | None]] = field(default_factory=dict)


def run(target: Target, *, examples: int, seed: int = 0, minutes: float = float("inf")) -> Report:
    """Try as many cases as wanted.

    target (Target): What to try them on.
    examples (int): How many cases.
    seed (int): Other seeds give other cases.
    minutes (float): No batch begins later.
    RETURNS (Report): What became of them.
    """
    report = Report()
    end = time.monotonic() + 60 * minutes
    for start in range(0, examples, BATCH):
        if time.monotonic() > end:
            break
        with tempfile.TemporaryDirectory(prefix="fuzz") as folder:
            arguments = (target, min(BATCH, examples - start), seed + start, Path(folder), report)
            process = multiprocessing.get_context("fork").Process(target=_run_batch, args=arguments)
            process.start()
            process.join()
            report = _collect(report, Path(folder), process.exitcode)
    return report


def _run_batch(target: Target, examples: int, seed: int, folder: Path, report: Report) -> None:
    guard = Guard(target.folder, folder / "stack")
    new: set[str] = set()

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=examples, deadline=None, database=None, suppress_health_check=[*hypothesis.HealthCheck]
    )
    @hypothesis.given(target.cases)
    def trial(case: Case) -> None:
        (folder / "case").write_bytes(pickle.dumps(case))  # in case it ends this process
        answer, fault = judge(target, case, guard)
        if not new:  # afterwards only smaller cases of the same faults are tried
            report.answers[answer] += 1
        if fault is not None and (place := place_of(fault)) not in report.faults.keys() - new:
            new.add(place)
            report.faults[place] = (f"{type(fault).__name__}: {str(fault)[:300]}", case)
            raise fault

    try:
        trial()
    except BaseException:
        if not new:
            raise
    (folder / "report").write_bytes(pickle.dumps(report))


def judge(target: Target, case: Case, guard: Guard) -> tuple[str, BaseException | None]:
    """Try one case.

    RETURNS (tuple): The answer, and what is wrong; None if nothing is.
    """
    try:
        with guard, np.errstate(over="raise", invalid="raise", divide="raise"):
            return target.check(case), None
    except UserError as err:
        return ("refused", None) if CODE.search(str(err)) else ("FAULT", err)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as err:
        return "FAULT", err


def place_of(fault: BaseException) -> str:
    """The innermost line of the package that a fault went through, or else its innermost line."""
    frames = traceback.extract_tb(fault.__traceback__)
    ours = [frame for frame in frames if "spacy_svd2" in Path(frame.filename).parts] or frames
    return f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else str(fault)[:60]


def _collect(report: Report, folder: Path, code: int | None) -> Report:
    if (folder / "report").exists():
        found: Report = pickle.loads((folder / "report").read_bytes())
        return found
    case = pickle.loads((folder / "case").read_bytes()) if (folder / "case").exists() else None
    stack = (folder / "stack").read_text(encoding="utf8") if (folder / "stack").exists() else ""
    ours = re.search(r'(spacy_svd2/[\w/]+\.py)", line (\d+)', stack)
    report.answers["FAULT"] += 1
    place = ":".join(ours.groups()) if ours else "unknown"
    report.faults.setdefault(f"{place}, exit code {code}", (stack.partition("\n")[0], case))
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--component", action="append", choices=[*TARGETS, *GROUPS], help="may be given several times")
    parser.add_argument("--examples", type=int, default=20_000, help="cases for each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="for each")
    parser.add_argument("-o", "--output", type=Path, help="write the inputs that show faults to this folder")
    options = parser.parse_args()
    n_faults = 0
    warnings.simplefilter("ignore")
    for name in [name for chosen in options.component or ["all"] for name in GROUPS.get(chosen, [chosen])]:
        report = run(TARGETS[name](), examples=options.examples, seed=options.seed, minutes=options.minutes)
        print(f"{name}: " + ", ".join(f"{answer} {n:,}" for answer, n in report.answers.most_common()), flush=True)
        for place, (what, case) in report.faults.items():
            n_faults += 1
            print(f"FAULT at {place}: {what}\n  {case}", flush=True)
            if options.output is not None and case is not None:
                options.output.mkdir(parents=True, exist_ok=True)
                (options.output / f"{name}-{n_faults}").write_bytes(case.data)
    sys.exit(1 if n_faults else 0)


if __name__ == "__main__":
    main()

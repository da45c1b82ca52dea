"""Kill every command that writes, at random moments, and look at what is left.

    python -m benchmarks.kills --kills 200

A run is ended by SIGKILL, SIGTERM or Ctrl-C, or finds the disk full (a small tmpfs if it can be mounted, else a limit
on the size of files) or the folder closed to it. After each: what stood at the output is there to the byte, or the new
result is, to the byte; no process is left; the error has no traceback. The command is then run again: it must give the
result of an undisturbed run (counting goes on where it stopped), and nothing else may be left in the folder but what
SIGKILL and SIGTERM leave: hidden folders `.svd2.*.tmp`, in which an earlier result may stand aside.
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_SIGNALS = {"SIGKILL": signal.SIGKILL, "SIGTERM": signal.SIGTERM, "Ctrl-C": signal.SIGINT}
WAYS = [*_SIGNALS, *(f"{name} while writing" for name in _SIGNALS), "disk full", "file limit", "folder closed"]
_PATIENCE = 120.0
_NOBODY = 65534
_PARTS = [["the", "a", "this"], ["cat", "dog", "bird"], ["sleeps", "barks", "sings", "eats"], ["now", "here", "often"]]
_SMALL = ["-k", "4", "--min-count", "1", "-s", "w1=8", "-s", "r1=3"]
_CLI, _KPCA = "spacy_svd2.cli.tagger.app", "spacy_svd2.cli.senses.app"


@dataclass
class Command:
    """A command that writes.

    name (str): For the table.
    module (str): Of its application.
    arguments (list): With "@" before the names of files of the folder.
    outputs (list): What it writes, of the folder.
    exact (bool): Whether the result is the same to the byte each time (it holds no time of day or seconds).
    resumes (bool): Whether the next run goes on where this one stopped; what is left in between is its own.
    """

    name: str
    module: str
    arguments: list[str]
    outputs: list[str]
    exact: bool = True
    resumes: bool = False
    seconds: float = field(default=1.0, init=False)
    wanted: dict[str, bytes] = field(default_factory=dict, init=False)


COMMANDS = [
    Command("train", _CLI, ["train", "@corpus.txt", "@out", "--tokenized", *_SMALL], ["out"]),
    Command("train -o", _CLI, ["train", "@corpus.txt", "@out", *_SMALL, "-o", "@out.json"], ["out", "out.json"], False),
    Command("train -n 2", _CLI, ["train", "@texts", "@out", *_SMALL, "--n-process", "2"], ["out"]),
    Command("train dask", _CLI, ["train", "@texts", "@out", *_SMALL, "--engine", "dask", "--n-process", "2"], ["out"]),
    Command("count", _CLI, ["count", "@texts", "-o", "@counts"], ["counts"], resumes=True),
    Command("count -n 2", _CLI, ["count", "@texts", "-o", "@counts", "--n-process", "2"], ["counts"], resumes=True),
    Command("count --force", _CLI, ["count", "@texts", "-o", "@sum", "--force"], ["sum"]),
    Command("merge", _CLI, ["merge", "@counted", "@counted", "-o", "@sum", "--force"], ["sum"]),
    Command("name", _CLI, ["name", "@tagger", "@words.tsv", "-o", "@out"], ["out"]),
    Command("label", _CLI, ["label", "@tagger", "-c", "@corpus.txt", "-o", "@out.html"], ["out.html"]),
    Command(
        "suggest",
        _CLI,
        ["suggest", "@tagger", "-o", "@out.tsv", "--jsonl", "@out.jsonl", "--force"],
        ["out.tsv", "out.jsonl"],
    ),
    Command("report", _CLI, ["report", "@tagger", "@gold.tsv", "-o", "@out.html"], ["out.html"]),
    Command("evaluate", _CLI, ["evaluate", "@tagger", "@gold.tsv", "-o", "@out.json"], ["out.json"]),
    Command("kpca train", _KPCA, ["train", "@senses.tsv", "@senses_out", "--fast"], ["senses_out"]),
    Command("kpca report", _KPCA, ["report", "@wsd", "@senses.tsv", "-o", "@out.html"], ["out.html"]),
    Command("kpca evaluate", _KPCA, ["evaluate", "@wsd", "@senses.tsv", "-o", "@out.json"], ["out.json"]),
    Command("kpca convert", _KPCA, ["convert", "@senses.tsv", "@out.spacy", "--force"], ["out.spacy"]),
    Command("component.to_disk", "", ["@tagger", "@model"], ["model"]),
]


def make_folder(folder: Path) -> None:
    """Write what the commands read, and what stands at their outputs before: results of other settings."""
    generator = random.Random(0)
    rows = [[generator.choice(words) for words in _PARTS] for _ in range(400)]
    text = "".join(" ".join(row) + "\n" for row in rows)
    (folder / "corpus.txt").write_text(text)
    (folder / "texts").mkdir()
    for number in range(6):
        (folder / "texts" / f"{number}.txt").write_text(text[number * 100 :].partition("\n")[2])
    (folder / "gold.tsv").write_text("\n".join("".join(f"{w}\t{t}\n" for t, w in enumerate(row)) for row in rows))
    (folder / "words.tsv").write_text("word\ttag\n" + "".join(f"{ws[0]}\tT{n}\n" for n, ws in enumerate(_PARTS)))
    contexts = {"money": ("the rich", "lends a loan"), "shore": ("the green", "of the river")}
    lines = [f"{s}\t{a} {n}\tbank\t{b} number {n}\tbank\n" for n in range(12) for s, (a, b) in contexts.items()]
    (folder / "senses.tsv").write_text("".join(lines))
    for command in (
        Command("", _CLI, ["train", "@corpus.txt", "@tagger", *_SMALL], []),
        Command("", _KPCA, ["train", "@senses.tsv", "@wsd", "--fast", "-s", "latent_width=3"], []),
        Command("", _CLI, ["count", "@corpus.txt", "-o", "@counted"], []),
    ):
        run_here(command, folder)
    shutil.copytree(folder / "tagger", folder / "out")
    shutil.copytree(folder / "wsd", folder / "senses_out")
    shutil.copytree(folder / "counted", folder / "sum")
    (folder / "model").mkdir()
    shutil.copy(folder / "wsd" / "kpca_wsd" / "model.npz", folder / "model" / "model.npz")
    earlier = {
        "html": "<!doctype html>\n",
        "tsv": "word\tcount\ntext\t3\n",
        "json": "{\n}\n",
        "jsonl": "{}\n",
        "spacy": "?",
    }
    for suffix, content in earlier.items():
        (folder / f"out.{suffix}").write_text(content)


def run_here(command: Command, folder: Path) -> None:
    """Run a command undisturbed, in a process of its own."""
    code, error = finish(start(command, folder))
    if code != 0:
        raise SystemExit(f"{command.name} {command.arguments} failed undisturbed: {code} {error}")


@dataclass
class Run:
    """A command in a process and session of its own."""

    process: int
    errors: Path


def start(command: Command, folder: Path, prepare: Callable[[], None] = lambda: None) -> Run:
    """Fork, with everything imported already: moments are then spent on the command's own work.

    prepare (Callable): Called in the new process first.
    """
    handle, name = tempfile.mkstemp(prefix="kills")
    process = os.fork()
    if process:
        os.close(handle)
        return Run(process, Path(name))
    try:
        os.setsid()
        os.dup2(handle, 2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs don't hear it
        prepare()
        code = _call(command, [str(folder / a[1:]) if a.startswith("@") else a for a in command.arguments])
    except BaseException:
        import traceback

        traceback.print_exc()
        code = 99
    sys.stderr.flush()
    os._exit(code)


def _call(command: Command, arguments: list[str]) -> int:
    from importlib import import_module

    try:
        if not command.module:  # what any program may do, with the exit codes of ours
            import spacy

            spacy.load(arguments[0]).get_pipe("svd2_tagger").to_disk(arguments[1])
            return 0
        import_module(command.module).app(arguments)
    except SystemExit as err:
        return err.code if isinstance(err.code, int) else 0 if err.code is None else 1
    except OSError:
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def finish(run: Run, seconds: float = _PATIENCE) -> tuple[int | None, str]:
    """RETURNS (tuple): The exit code (None: it hung, and was killed), and what it wrote to stderr."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(run.process, os.WNOHANG)
        if done:
            error = run.errors.read_text("utf8", "replace")
            run.errors.unlink()
            return os.waitstatus_to_exitcode(status), error
        time.sleep(0.002)
    os.kill(run.process, signal.SIGKILL)
    os.waitpid(run.process, 0)
    return None, run.errors.read_text("utf8", "replace")


def contents(folder: Path, names: list[str]) -> dict[str, bytes]:
    """RETURNS (dict): Every file at or below some names; what killed runs left is not theirs, and judged apart."""
    files = [
        f for name in names for f in ([folder / name] if (folder / name).is_file() else (folder / name).rglob("*"))
    ]
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(files)
        if file.is_file() and not any(part.startswith(".svd2.") for part in file.relative_to(folder).parts)
    }


def session_of(leader: int) -> list[int]:
    """RETURNS (list): Processes that live in the session that one began."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        if int(fields[3]) == leader and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


class Trial:
    """One kill, and what it left.

    command (Command): The command.
    way (str): How it is stopped.
    template (Path): The folder as it was before; it is copied.
    generator (Random): Chooses the moment.
    """

    def __init__(self, command: Command, way: str, template: Path, generator: random.Random) -> None:
        self.command, self.way, self.generator = command, way, generator
        self.folder = template.parent / "work"  # always the same: counts remember the path and age of what they count
        self.folder.mkdir()
        self.mounted = way == "disk full" and _mount(self.folder)
        shutil.copytree(template, self.folder, dirs_exist_ok=True)
        self.before = contents(self.folder, command.outputs)
        self.names = {path.name for path in self.folder.iterdir()}
        self.faults: list[str] = []
        self.outcome = ""

    def __call__(self) -> "Trial":
        try:
            run = start(self.command, self.folder, self._prepare)
            self._disturb(run)
            code, error = finish(run)
            self._judge(run, code, error)
            self._again()
        finally:
            if self.mounted:
                subprocess.run(["umount", "-l", self.folder], check=True)
            shutil.rmtree(self.folder, ignore_errors=True)
        return self

    def _prepare(self) -> None:
        if self.mounted:
            return
        if self.way in ("disk full", "file limit"):
            sizes = [len(content) for content in self.command.wanted.values()]
            limit = self.generator.randrange(max(max(sizes), 2))
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        if self.way == "folder closed":
            os.setgid(_NOBODY)
            os.setuid(_NOBODY)

    def _disturb(self, run: Run) -> None:
        if self.mounted:
            free = os.statvfs(self.folder)
            left = self.generator.randrange(0, 2) * 4096 * self.generator.randrange(1, 8)
            size = free.f_bavail * free.f_frsize - left
            if size > 0:
                with (self.folder / "filler").open("wb") as filler:
                    filler.write(bytes(size))
            self.names.add("filler")
        name, _, when = self.way.partition(" while ")
        if name not in _SIGNALS:
            return
        if when:
            _wait_for_writing(self.folder, run)
            time.sleep(self.generator.choice([0, 0.001, 0.003, 0.01, 0.03]))
        else:
            time.sleep(self.generator.uniform(0, self.command.seconds * 1.1))
        if _SIGNALS[name] == signal.SIGINT:
            os.killpg(run.process, signal.SIGINT)  # as a terminal does: to all processes of the command
        else:
            os.kill(run.process, _SIGNALS[name])

    def _judge(self, run: Run, code: int | None, error: str) -> None:
        allowed = {"SIGKILL": (-9,), "SIGTERM": (-15, 143), "Ctrl-C": (130,)}.get(
            self.way.partition(" while ")[0], (1,)
        )
        self.outcome = "done before" if code == 0 else f"exit {code}"
        if code is None:
            self.faults.append("hangs")
        elif code not in (0, *allowed):
            self.faults.append(f"exit code {code}: {error[-300:]}")
        if "Traceback" in error:
            self.faults.append(f"a traceback: {error[-600:]}")
        end = time.monotonic() + 20
        while (left := session_of(run.process)) and time.monotonic() < end:
            time.sleep(0.02)
        for process in left:
            self.faults.append(f"process {process} is left")
            os.kill(process, signal.SIGKILL)
        after = contents(self.folder, self.command.outputs)
        if self.command.resumes:
            return  # judged by what the next run makes of it
        for output in self.command.outputs:
            old, new, found = (
                {path: data for path, data in files.items() if path.split("/")[0] == output}
                for files in (self.before, self.command.wanted, after)
            )
            same = found == new or (not self.command.exact and bool(found) and found.keys() == new.keys())
            is_aside = not found and any(self.folder.glob(f".svd2.*.tmp/old/{output}"))
            if found != old and not same and not is_aside:
                self.faults.append(f"'{output}' is neither the earlier nor the new one")

    def _again(self) -> None:
        """The next run: it gives the right result, and clears up."""
        (self.folder / "filler").unlink(missing_ok=True)
        leftovers = set(self.folder.rglob(".svd2.*.tmp"))
        if leftovers and not self.way.startswith(("SIGKILL", "SIGTERM")):
            self.faults.append(f"left behind: {leftovers}")
        self.outcome += ", leftovers" if leftovers else ""
        run = start(self.command, self.folder)
        code, error = finish(run)
        if code != 0:
            self.faults.append(f"the next run fails: {code} {error[-300:]}")
        after = contents(self.folder, self.command.outputs)
        wanted = self.command.wanted
        if after != wanted and (self.command.exact or after.keys() != wanted.keys()):
            self.faults.append("the next run gives something else")
        new = set(self.folder.rglob(".svd2.*.tmp")) - leftovers
        strange = {path.name for path in self.folder.iterdir() if path not in leftovers}
        strange -= {*self.names, *self.command.outputs}
        if new or strange:
            self.faults.append(f"left behind by the next run: {new} {strange}")


def _mount(folder: Path) -> bool:
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], check=False, capture_output=True)
    return done.returncode == 0


def _wait_for_writing(folder: Path, run: Run) -> None:
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end and not any(
        path.startswith(".svd2.") for _, paths, _ in os.walk(folder) for path in paths
    ):
        if not session_of(run.process):
            return
        time.sleep(0.001)


def kill(
    number: int, *, seed: int = 0, names: list[str] | None = None, ways: list[str] | None = None
) -> dict[str, Any]:
    """Kill commands, one after the other.

    number (int): How many times.
    seed (int): Of the moments.
    names (list): Commands; all by default.
    ways (list): Ways to stop them; all by default.
    RETURNS (dict): What happened, JSON-serialisable: "kills", "faults" and "outcomes" by command and way.
    """
    _import_all()
    generator = random.Random(seed)
    commands = [command for command in COMMANDS if names is None or command.name in names]
    base = Path(tempfile.mkdtemp(prefix="kills"))
    base.chmod(0o755)
    folder = base / "template"
    folder.mkdir()
    outcomes: dict[str, Counter[str]] = {}
    faults: list[dict[str, Any]] = []
    try:
        make_folder(folder)
        for command in commands:
            _measure(command, folder)
        for index in range(number):
            command = commands[index % len(commands)]
            way = generator.choice(ways or (WAYS if os.getuid() == 0 else WAYS[:-1]))
            trial = Trial(command, way, folder, generator)()
            outcomes.setdefault(way, Counter())[trial.outcome] += 1
            faults += [{"kill": index, "command": command.name, "way": way, "fault": fault} for fault in trial.faults]
            if index % 10 == 9:
                print(f"{index + 1} kills, {len(faults)} faults", file=sys.stderr, flush=True)
    finally:
        shutil.rmtree(base, ignore_errors=True)
    return {
        "kills": number,
        "faults": faults,
        "outcomes": {way: dict(found) for way, found in sorted(outcomes.items())},
    }


def _measure(command: Command, template: Path) -> None:
    """How long an undisturbed run takes, and what it gives."""
    work = template.parent / "work"
    shutil.copytree(template, work)
    begun = time.monotonic()
    run_here(command, work)
    command.seconds = time.monotonic() - begun
    command.wanted = contents(work, command.outputs)
    shutil.rmtree(work)


def _import_all() -> None:
    """Whatever the commands need: who is nobody may not read where Python is installed."""
    import concurrent.futures.process  # noqa: F401
    import encodings.cp437
    import encodings.unicode_escape  # noqa: F401

    import scipy.optimize  # noqa: F401
    import spacy

    import spacy_svd2.cli.senses.app
    import spacy_svd2.cli.tagger.app
    import spacy_svd2.senses.model.storage
    import spacy_svd2.tagger.model.storage  # noqa: F401

    nlp = spacy.blank("xx")
    nlp.add_pipe("svd2_tagger")
    nlp.add_pipe("kpca_wsd")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200, help="how many runs to end")
    parser.add_argument("--seed", type=int, default=0, help="of the moments; the same number gives the same kills")
    names = [command.name for command in COMMANDS]
    for option, known in (("--commands", names), ("--ways", WAYS)):
        text = f"default: all of {', '.join(known)}"
        parser.add_argument(option, nargs="+", choices=known, metavar="NAME", help=text)
    parser.add_argument("--output", type=Path, help="write the figures to this JSON file")
    options = parser.parse_args()
    report = kill(options.kills, seed=options.seed, names=options.commands, ways=options.ways)
    print(f"{'way':<24}{'kills':>6}  what became of the run")
    for way, found in report["outcomes"].items():
        print(f"{way:<24}{sum(found.values()):>6}  " + "; ".join(f"{count} x {what}" for what, count in found.items()))
    for fault in report["faults"]:
        print(f"FAULT {fault['kill']} {fault['command']}, {fault['way']}: {fault['fault']}")
    print(f"{report['kills']} kills of {len(options.commands or COMMANDS)} commands, {len(report['faults'])} faults")
    if options.output is not None:
        options.output.write_text(json.dumps(report, indent=1) + "\n", "utf8")
    sys.exit(1 if report["faults"] else 0)


if __name__ == "__main__":
    main()

"""The scores that a pipeline carries in its `meta.json`, under "performance", as spaCy's own pipelines do."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from spacy.util import is_package

from ...errors import Errors, UserError
from ...shared.artifacts import write_text
from ...shared.pipelines import META_FILE, PIPELINE_FILES
from ...shared.surrogates import printable
from . import output

SaveOption = Annotated[
    bool,
    typer.Option(
        "--save",
        help="Save the scores in the pipeline's meta.json (under performance), where packages and svd2 card find them. "
        "They replace earlier scores.",
    ),
]


@dataclass(frozen=True)
class PipelineScores:
    """The folder of a pipeline that scores are to be saved in, as it was before it was loaded.

    folder (Path): The folder.
    files (dict): Size, time and number of each file that spaCy loads.
    """

    folder: Path
    files: Mapping[str, tuple[int, ...]]

    @classmethod
    def open(cls, pipeline: str) -> "PipelineScores":
        """Look at a pipeline before it is loaded.

        pipeline (str): The folder.
        RETURNS (PipelineScores): The folder as it is now.
        RAISES (UserError): It is a package, or no pipeline's folder (L040), or its meta data is damaged (L001).
        """
        folder = Path(pipeline)
        if is_package(pipeline) or not (folder / META_FILE).is_file():  # of both spaCy loads the package
            raise UserError(Errors.L040.format(path=pipeline))
        return cls(folder, _stamps(folder))

    def save(
        self, scores: Mapping[str, Any], *, task: str, gold: Sequence[Path], known: Iterable[str], **notes: Any
    ) -> None:
        """Save scores, atomically; nothing else of the pipeline changes, nor do scores of other tasks.

        scores (Mapping): Scores by name, JSON-serialisable.
        task (str): What was scored: "tags" or "senses".
        gold (Sequence): What it was compared with.
        known (Iterable): The names of all scores of the task; earlier ones are removed.
        **notes (Any): What else to say of the gold data; None is left out.
        RAISES (UserError): The pipeline has changed since `open` (L041).
        """
        if _stamps(self.folder) != self.files:
            raise UserError(Errors.L041.format(path=self.folder))
        path = self.folder / META_FILE
        meta = _read_meta(self.folder)
        forget_scores(meta, task=task, known=known)
        before = meta.get("performance", {})
        entry = {
            "files": [printable(one.absolute().name) for one in gold],
            **{
                key: printable(note) if isinstance(note, str) else note
                for key, note in notes.items()
                if note is not None
            },
        }
        meta["performance"] = {**before, **scores, "gold": {**before.get("gold", {}), task: entry}}
        # as spaCy writes it
        write_text(path, json.dumps(meta, ensure_ascii=False, indent=2, separators=(",", ":"), allow_nan=False))
        output.good(f"Saved the scores in {path}", err=True)


def forget_scores(meta: dict[str, Any], *, task: str, known: Iterable[str]) -> None:
    """Remove the scores of a task: they are not those of a component that has learned something else since.

    meta (dict): A pipeline's meta data, changed in place.
    task (str), known (Iterable): See `PipelineScores.save`.
    """
    before = meta.get("performance")
    if not isinstance(before, dict):
        meta.pop("performance", None)
        return
    gone = {*known}
    kept = {key: value for key, value in before.items() if key not in gone}
    gold = kept.pop("gold", None)
    if isinstance(gold, dict) and (others := {key: value for key, value in gold.items() if key != task}):
        kept["gold"] = others
    meta["performance"] = kept


def _read_meta(folder: Path) -> dict[str, Any]:
    try:
        meta = json.loads((folder / META_FILE).read_text("utf8"))
    except (ValueError, RecursionError) as err:
        raise UserError(Errors.L001.format(path=folder, why=f"its {META_FILE} is not JSON ({err}).")) from err
    if not isinstance(meta, dict):
        raise UserError(Errors.L001.format(path=folder, why=f"its {META_FILE} is not a JSON object."))
    return meta


def _stamps(folder: Path) -> dict[str, tuple[int, ...]]:
    """What tells each file that spaCy loads from a changed one."""
    names = _read_meta(folder).get("components")
    components = [Path(name).name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    parts = [folder / name for name in (*PIPELINE_FILES, *components) if name not in ("", "..")]
    files = [file for part in parts for file in ([part] if part.is_file() else sorted(part.rglob("*")))]
    stats = {str(file): file.stat() for file in files if file.is_file()}
    return {name: (stat.st_size, stat.st_mtime_ns, stat.st_ino) for name, stat in stats.items()}

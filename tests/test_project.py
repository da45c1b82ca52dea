"""The project files: that they hang together, and that their workflows run."""

import gzip
import importlib
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
import srsly
import typer
from spacy.cli._util import app as spacy_app
from spacy.util import registry
from weasel.schemas import ProjectConfigSchema, validate

from scripts.datasets.linguist import label
from spacy_svd2.tagger.labelling.labels import read_labels
from spacy_svd2.tagger.labelling.tagsets import read_tagset

ROOT = Path(__file__).parent.parent
TEMPLATE = Path("spacy_svd2", "cli", "tagger", "new_project")
PIPELINES = Path("pipelines")
PROJECTS = (Path(), Path("benchmarks"), PIPELINES, TEMPLATE)
FROM_ROOT = {Path("benchmarks"): "from_root.py", PIPELINES: "../benchmarks/from_root.py"}
MADE_BY_PEOPLE = {"${vars.raw}", "${vars.senseval2}", "${vars.gold}", "texts"}
DATA = ("assets", "corpus", "training", "metrics", "packages", "__pycache__")
NOUNS, VERBS = ("cat", "dog", "bird", "fish"), ("sleeps", "barks", "sings", "swims")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the repository's projects, without the data that may be in the original."""
    shutil.copy(ROOT / "project.yml", tmp_path)
    for folder in ("configs", "scripts", "benchmarks", "pipelines"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns(*DATA, "project.lock"))
    return tmp_path


def run(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a workflow as a user does."""
    command = [sys.executable, "-m", "spacy", "project", "run", *arguments]
    return subprocess.run(
        command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf8", errors="replace"
    )


def write_treebank(folder: Path) -> None:
    folder.mkdir(parents=True)
    rest = "\t_" * 6
    words = [(("the", "DET"), (noun, "NOUN"), (verb, "VERB")) for noun in NOUNS for verb in VERBS]
    sentences = [
        "".join(f"{i}\t{word}\t_\t{tag}{rest}\n" for i, (word, tag) in enumerate(sentence, start=1))
        for sentence in words
    ]
    (folder / "tiny-train.conllu").write_text("\n".join(sentences))
    (folder / "LICENSE.txt").write_text("Not a corpus, in spite of its suffix.")


def write_sample(path: Path, contexts: int = 70) -> None:
    """A source distribution with two word files of `contexts` contexts, and one with too few."""
    path.parent.mkdir(parents=True)
    with tarfile.open(path, "w:gz") as archive:
        for word, size in (("лук", contexts), ("ключ", contexts), ("мир", 59)):
            lines = [f"\t\tпервый\t1\t{size // 2}", f"\t\tвторой\t2\t{size // 2}", "\t\tДругое\t3\t0"]
            around = (("старый", "железный"), ("зелёный", "вкусный"))
            lines += [f"{around[n % 2][0]}\t{word}\t{around[n % 2][1]} {n}\t{n % 2 + 1}" for n in range(size)]
            content = "".join(f"{line}\n" for line in lines).encode()
            name = f"rl_wsd_labeled-0.1.1/rl_wsd_labeled/nouns/RNC/{word}.txt"
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def write_senseval(folder: Path) -> None:
    folder.mkdir(parents=True)
    for part, numbers in (("train", range(20)), ("test", range(20, 30))):
        sides = [("river", "bank%1"), ("money", "bank%2")]
        instances = [
            f'<instance id="bank.{n}"><context>the {sides[n % 2][0]} <head>bank</head> here</context></instance>'
            for n in numbers
        ]
        text = f'<lexelt item="bank.n">{"".join(instances)}</lexelt>'
        (folder / f"{part}.xml.gz").write_bytes(gzip.compress(text.encode()))
        key = "".join(f"bank.n bank.{n} {sides[n % 2][1]}\n" for n in numbers)
        (folder / f"{part}.key").write_text(key)
    (folder / "sensemap").write_text("bank%1 1 bank\nbank%2 1 bank\n")


@pytest.mark.parametrize("folder", PROJECTS, ids=str)
def test_schema(folder: Path):
    assert validate(ProjectConfigSchema, srsly.read_yaml(ROOT / folder / "project.yml")) == []


def test_the_main_project_is_short():
    assert len((ROOT / "project.yml").read_text("utf8").splitlines()) < 150


@pytest.mark.parametrize("folder", PROJECTS, ids=str)
def test_scripts_call_what_exists_with_options_that_exist(folder: Path):
    registry.cli.get_all()
    for command in srsly.read_yaml(ROOT / folder / "project.yml")["commands"]:
        for script in command["script"]:
            words = shlex.split(script)
            assert words[0] == "python"
            start = words.pop(1)
            assert start in ("-m", FROM_ROOT.get(folder))
            _, module, *arguments = words
            if module == "pip":
                continue
            found = _command(spacy_app if module == "spacy" else _app(module))
            while hasattr(found, "commands"):
                found = found.commands[arguments.pop(0)]
            assert (start != "-m") == (folder in FROM_ROOT and module != "spacy")
            options = {name for parameter in found.params for name in parameter.opts}
            assert {word for word in arguments if word.startswith("-")} <= options, script


def _app(module: str) -> typer.Typer:
    try:
        return importlib.import_module(f"{module}.__main__").app
    except ModuleNotFoundError:
        return importlib.import_module(module).app


def _command(app: typer.Typer):
    return typer.main.get_command(app)


@pytest.mark.parametrize("folder", PROJECTS, ids=str)
def test_dependencies_are_there_or_made_before(folder: Path):
    config = srsly.read_yaml(ROOT / folder / "project.yml")
    by_name = {command["name"]: command for command in config["commands"]}
    first = next(iter(config["workflows"].values()))
    alone = [name for name in by_name if not any(name in names for names in config["workflows"].values())]
    assert set(alone) <= {"package", "suggest", "evaluate"}
    for names in [*config["workflows"].values(), *([*first, name] for name in alone)]:
        made = set(MADE_BY_PEOPLE)
        for name in names:
            for dependency in by_name[name].get("deps", []):
                assert dependency in made or (ROOT / folder / dependency).exists(), f"{name}: {dependency}"
            made.update(by_name[name].get("outputs", []))


def test_fetched_packages_are_pinned_to_one_hash():
    for path in (ROOT / "configs" / "datasets").iterdir():
        (line,) = path.read_text("utf8").splitlines()
        name, _, digest = line.partition(" --hash=sha256:")
        assert "==" in name
        assert len(digest) == 64


@pytest.mark.parametrize(("folder", "command"), [(".", "russian-train"), ("benchmarks", "turkish-train")])
def test_document(project: Path, folder: str, command: str):
    line = [sys.executable, "-m", "spacy", "project", "document", folder, "--output", "project.md"]
    subprocess.run(line, cwd=project, check=True)
    assert f"| `{command}` |" in (project / "project.md").read_text("utf8")


def test_a_module_of_the_repository_runs_from_a_project_folder_with_paths_seen_from_there(project: Path):
    (project / "benchmarks" / "gold.tsv").write_text("the\tD\n\n" * 10)
    command = [sys.executable, "from_root.py", "scripts.datasets", "divide", "gold.tsv", "train.tsv", "test.tsv"]
    subprocess.run(command, cwd=project / "benchmarks", check=True)
    assert (project / "benchmarks" / "test.tsv").read_text() == "the\tD\n\n"


def test_treebank_without_network(project):
    treebank = ("treebank", ".", "--vars.treebank", "UD_Test-Tiny", "--vars.treebank_tags", "3")
    write_treebank(project / "assets" / "UD_Test-Tiny")
    first = run(project, *treebank)
    assert first.returncode == 0, first.stdout
    table = (project / "metrics" / "UD_Test-Tiny.md").read_text("utf8").splitlines()
    assert [line.split()[1] for line in table[2:]] == ["UD_Test-Tiny-default", "UD_Test-Tiny-paper"]
    for recipe in ("default", "paper"):
        scores = json.loads((project / "metrics" / f"UD_Test-Tiny-{recipe}.json").read_text("utf8"))
        assert scores["n_tokens"] == 3 * len(NOUNS) * len(VERBS)
        assert scores["n_types"] == 1 + len(NOUNS) + len(VERBS)

    again = run(project, *treebank)
    assert again.returncode == 0, again.stdout
    assert again.stdout.count("Skipping") == 3
    assert "Running command" not in again.stdout

    with (project / "configs" / "svd2.cfg").open("a") as file:
        file.write("# changed\n")
    changed = run(project, *treebank, "--dry")
    assert changed.stdout.count("svd2 train") == 2
    assert "Skipping 'treebank-data'" in changed.stdout


def test_hour_on_a_treebank_without_network(project: Path):
    folder = project / "benchmarks" / "assets" / "UD_Test-Tiny"
    write_treebank(folder)
    for part in ("dev", "test"):
        shutil.copy(folder / "tiny-train.conllu", folder / f"tiny-ud-{part}.conllu")
    hour = ("hour-treebank", "benchmarks", "--vars.treebank", "UD_Test-Tiny", "--vars.treebank_lang", "en")
    done = run(project, *hour)
    assert done.returncode == 0, done.stdout
    out = project / "benchmarks" / "training" / "UD_Test-Tiny-hour"
    assert (out / "words-50.tsv").read_text("utf8").splitlines()[1] == "the\tDET"
    curve = json.loads((out / "curve.json").read_text("utf8"))["series"][0]["points"]
    assert curve == [[n, 1.0] for n in (50, 100, 200, 500, 1000)]  # nine words, all of them labelled
    scores = json.loads((out / "scores-500.json").read_text("utf8"))
    assert (scores["tag_acc"], scores["n_tokens"]) == (1.0, 3 * len(NOUNS) * len(VERBS))
    for page in ("label.html", "report.html"):
        assert 'lang="en"' in (out / page).read_text("utf8")

    again = run(project / "benchmarks", "hour-treebank", ".", *hour[2:])  # the same from the project's folder
    assert again.stdout.count("Skipping") == 2, again.stdout


def test_labels_of_the_greek_hour_give_no_cause_for_a_look(tmp_path, recwarn):
    """The tags in small letters are the text's own, and the table says what they are in UPOS."""
    commands = {one["name"]: one["script"] for one in srsly.read_yaml(ROOT / "benchmarks" / "project.yml")["commands"]}
    assert "--tags ../configs/greek_tags.tsv" in commands["hour-greek"][0]
    tags = read_tagset(ROOT / "configs" / "greek_tags.tsv")
    (tmp_path / "words.tsv").write_text("word\ttag\n" + "".join(f"{tag.name}-word\t\n" for tag in tags), "utf8")
    gold = "".join(f"{tag.name}-word\t{tag.name}\n" for tag in tags)
    (tmp_path / "gold.tsv").write_text(gold, "utf8")
    out = tmp_path / "out.tsv"
    label(tmp_path / "words.tsv", tmp_path / "gold.tsv", out, n=50, tagset=ROOT / "configs" / "greek_tags.tsv")
    assert read_labels(out).pos_of == {tag.name: tag.pos for tag in tags}
    assert not recwarn.list


def test_russian_without_network(project: Path):
    write_sample(project / "assets" / "rl_wsd_labeled-0.1.1.tar.gz")
    (divide,) = _scripts("russian-data", "scripts.datasets")
    subprocess.run([sys.executable, *shlex.split(divide)[1:]], cwd=project, check=True)
    for command in ("russian-train", "russian-evaluate"):
        done = run(project, command)
        assert done.returncode == 0, done.stdout
    scores = json.loads((project / "metrics" / "wsd.json").read_text("utf8"))
    assert set(scores["per_word"]) == {"nouns/RNC/ключ", "nouns/RNC/лук"}
    assert (scores["n_instances"], scores["accuracy"], scores["mfs_accuracy"]) == (28, 1.0, 0.5)
    assert "первый" in (project / "metrics" / "wsd.html").read_text("utf8")


def _scripts(name: str, module: str) -> list[str]:
    """The scripts of a command of the main project that run a module."""
    commands = {one["name"]: one["script"] for one in srsly.read_yaml(ROOT / "project.yml")["commands"]}
    return [script for script in commands[name] if f"-m {module} " in script]


def test_senseval2_from_a_folder(project: Path):
    write_senseval(project / "benchmarks" / "my_sample")
    done = run(project, "senseval2", "benchmarks", "--vars.senseval2", "my_sample")
    assert done.returncode == 0, done.stdout
    metrics = project / "benchmarks" / "metrics"
    fine, coarse = (
        json.loads((metrics / f"{name}.json").read_text("utf8")) for name in ("senseval2", "senseval2-coarse")
    )
    assert (fine["n_instances"], fine["accuracy"], fine["mfs_accuracy"]) == (10, 1.0, 0.5)
    assert coarse["mfs_accuracy"] == 1.0
    assert "Linear SVM" in (metrics / "senseval2.md").read_text("utf8")
    assert len(json.loads((metrics / "senseval2-methods.json").read_text("utf8"))) == 7


def test_raw_text(project):
    lines = [f"the {noun} {verb}" for noun in NOUNS for verb in VERBS]
    (project / "my_text.txt").write_text("\n".join(lines))
    done = run(project, "raw", ".", "--vars.raw", "my_text.txt", "--vars.raw_tags", "3", "--vars.raw_lang", "en")
    assert done.returncode == 0, done.stdout
    assert 'lang = "en"' in (project / "training" / "raw" / "config.cfg").read_text("utf8")
    assert "dog" in done.stdout.split("raw-clusters")[-1]
    for table in (project / "configs").glob("*.tsv"):
        table.unlink()  # a set of tags is no corpus of words, which is an error
    again = run(project, "raw", ".", "--vars.raw", ".", "--vars.raw_tags", "3")  # the folder that holds what it wrote
    assert again.returncode == 0, again.stdout


def test_raw_text_that_is_missing(project):
    done = run(project, "raw", ".", "--vars.raw", "none.txt")
    assert done.returncode == 1
    assert "none.txt" in done.stdout


@pytest.mark.network
def test_all(project):
    done = run(project, "all")
    assert done.returncode == 0, done.stdout
    scores = {
        recipe: json.loads((project / "metrics" / f"greek-{recipe}.json").read_text("utf8"))
        for recipe in ("default", "paper")
    }
    for values in scores.values():
        assert (values["n_tokens"], values["n_types"], values["n_clusters"]) == (137_741, 18_619, 11)
        assert values["upper_bound"] == pytest.approx(0.987, abs=0.001)
    assert scores["paper"]["many_to_one"] == pytest.approx(0.482, abs=0.02)
    assert scores["paper"]["v_measure"] == pytest.approx(0.300, abs=0.02)
    assert scores["paper"]["vi"] == pytest.approx(4.19, abs=0.1)
    assert scores["default"]["v_measure"] > 0.25
    assert "greek-paper" in (project / "metrics" / "greek.md").read_text("utf8")
    senses = json.loads((project / "metrics" / "wsd.json").read_text("utf8"))
    assert (senses["n_instances"], len(senses["per_word"]), senses["coverage"]) == (1462, 58, 1.0)
    assert senses["mfs_accuracy"] == pytest.approx(0.683, abs=0.001)
    assert senses["accuracy"] >= 0.79

    again = run(project, "all")
    assert again.returncode == 0, again.stdout
    assert again.stdout.count("Skipping") == 6
    assert "Running command" not in again.stdout

    done = run(project, "russian", "benchmarks")
    assert done.returncode == 0, done.stdout
    methods = json.loads((project / "benchmarks" / "metrics" / "wsd-methods.json").read_text("utf8"))
    accuracy = {row["method"]: row["accuracy"] for row in methods}
    assert accuracy["kpca_default"] == senses["accuracy"] == max(accuracy.values())


@pytest.mark.network
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "package", "text", "accuracy"),
    [
        ("greek", "grc_greek_nt_svd2", "ἐν ἀρχῇ ἦν ὁ λόγος", 0.92),
        ("turkish", "tr_turkish_web_svd2", "bu bir kitap .", 0.88),
    ],
)
def test_a_ready_pipeline_is_installed_and_tags(
    project: Path, tmp_path: Path, name: str, package: str, text: str, accuracy: float
) -> None:
    done = run(project, name, "pipelines")
    assert done.returncode == 0, done.stdout
    (wheel,) = (project / "pipelines" / "packages").glob(f"{package}-0.1.0/dist/*.whl")
    site = tmp_path / "site"
    subprocess.run([sys.executable, "-m", "pip", "install", "--no-deps", "--target", site, wheel], check=True)
    code = f"import spacy; nlp = spacy.load({package!r}); doc = nlp({text!r}); print(*(t.pos_ for t in doc)); "
    code += "print(nlp.meta['performance']['tag_acc'], nlp.meta['license'])"
    path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    shown = subprocess.run(
        [sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True
    ).stdout.splitlines()
    assert "NOUN" in shown[0].split()
    assert float(shown[1].split()[0]) > accuracy
    assert "simulated person" in next(site.glob(f"{package}/{package}-0.1.0/README.md")).read_text("utf8")


@pytest.mark.network
@pytest.mark.parametrize(("dataset", "folder"), [("turkish", "benchmarks"), ("russian", ".")])
def test_a_package_with_another_hash_stops_the_workflow(project: Path, dataset: str, folder: str):
    path = project / "configs" / "datasets" / f"{dataset}.txt"
    pinned = path.read_text("utf8").strip()
    path.write_text(pinned[:-4] + ("0000" if pinned[-4:] != "0000" else "1111"))
    done = run(project, dataset, folder)
    assert done.returncode != 0
    assert "HASHES" in done.stdout
    assert list((project / folder / "assets").iterdir()) == []
    assert not {"scripts.datasets", "metadata", "build"} & set(done.stdout.split())

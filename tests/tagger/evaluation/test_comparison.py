import pytest
import srsly
from typer.testing import CliRunner

from spacy_svd2.cli.common.output import markdown_table
from spacy_svd2.cli.tagger.app import app
from spacy_svd2.errors import UserError
from spacy_svd2.tagger.evaluation.comparison import compare_scores

SCORES = {
    "many_to_one": 0.5,
    "one_to_one": 0.25,
    "v_measure": 0.3333,
    "vi": 4.125,
    "n_clusters": 11,
    "n_tokens": 137741,
    "nvi": 1.5,
}
MARKDOWN = """\
| Pipeline | M-1 | 1-1 | V | VI | Clusters | Tokens |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
| a | 50.0% | 25.0% | 33.3% | 4.12 | 11 | 137,741 |
| b | 60.0% | - | - | - | - | - |
"""


@pytest.fixture
def paths(tmp_path):
    srsly.write_json(tmp_path / "a.json", SCORES)
    srsly.write_json(tmp_path / "b.json", {"many_to_one": 0.6})
    return [tmp_path / "a.json", tmp_path / "b.json"]


def test_a_row_a_file(paths):
    assert markdown_table(*compare_scores(paths)) == MARKDOWN


def test_tags_with_names_have_an_accuracy(tmp_path):
    for name, accuracy in (("named", 0.875), ("clusters", 0.0)):
        srsly.write_json(tmp_path / f"{name}.json", {**SCORES, "tag_acc": accuracy})
    paths = [tmp_path / "named.json", tmp_path / "clusters.json"]
    header, rows = compare_scores(paths)
    assert (header[1], [row[1] for row in rows]) == ("Accuracy", ["87.5%", "0.0%"])
    assert compare_scores(paths[1:])[0][1] == "M-1"


@pytest.mark.parametrize(
    ("content", "why"), [(None, "no such file"), ("{", ""), ("[1]", "no many_to_one"), ("{}", "no many_to_one")]
)
def test_no_scores(tmp_path, content, why):
    path = tmp_path / "bad.json"
    if content is not None:
        path.write_text(content)
    with pytest.raises(UserError, match=f"D009.*bad.json.*{why}"):
        compare_scores([path])


def test_command(paths, tmp_path):
    output = tmp_path / "deep" / "table.md"
    result = CliRunner().invoke(app, ["compare", *map(str, paths), "--output", str(output)])
    assert result.exit_code == 0
    assert output.read_text("utf8") == MARKDOWN
    assert [line.split()[:2] for line in result.output.splitlines() if line[:1] in "ab"] == [
        ["a", "50.0%"],
        ["b", "60.0%"],
    ]


def test_command_with_a_missing_file(tmp_path):
    result = CliRunner().invoke(app, ["compare", str(tmp_path / "none.json")])
    assert result.exit_code == 1
    assert "D009" in result.output

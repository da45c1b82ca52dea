import json
import re

import numpy as np
import pytest

from spacy_svd2.tagger.counting.scan import count_bigrams
from spacy_svd2.tagger.evaluation.agreement import Agreement, Mistake, TagScore
from spacy_svd2.tagger.model.model import SVD2Model
from spacy_svd2.tagger.report.page import least_certain, report_page
from spacy_svd2.tagger.settings import Settings

HOSTILE = "<script>alert(1)</script>"
QUOTED = '"onmouseover="alert(1)'


@pytest.fixture(scope="module")
def model() -> SVD2Model:
    counts = count_bigrams([[HOSTILE, "b", QUOTED], ["a", "b", "c"]] * 5, normalize=str, boundaries="stop")
    return SVD2Model.train(counts, Settings(n_tags=3, w1=5, r1=2, refine=None))


def test_corpus_settings_and_clusters(model: SVD2Model) -> None:
    page = report_page(model, title="mine & yours", lang="ug")
    assert "mine &amp; yours" in page
    assert re.search(r"<dt>Tokens</dt><dd>30</dd>", page)
    assert re.search(r'<th scope="row">n_tags</th><td>3</td>', page)
    assert re.search(r'<th scope="row">refine</th><td>false</td>', page)
    assert page.count('<rect class="bar"') == 3
    assert page.count('lang="ug"') == 3
    assert "Confusion matrix" not in page
    assert 'id="curve"' not in page


def test_words_are_text(model: SVD2Model) -> None:
    mistakes = [Mistake(HOSTILE, QUOTED, 1, [HOSTILE, QUOTED])]
    scores = {"v_measure": 0.5, "one_to_one": 0.5, "upper_bound": 1.0, "n_tokens": 1}
    agreement = Agreement(
        accuracy=0.5,
        scores=scores,
        mapped={"C0": HOSTILE},
        tags=[HOSTILE, QUOTED],
        matrix=[[1, 1], [0, 0]],
        tag_scores=[TagScore(HOSTILE, 2, 1, 1, 0.5, 0.6)],
        mistakes=mistakes,
    )
    named = model.named({"a": [HOSTILE], "b": [QUOTED], "c": [HOSTILE, QUOTED]})
    curves = [(HOSTILE, [(50, 0.5)]), (QUOTED, [(50, 0.6)])]
    page = report_page(named, title=QUOTED, lang=QUOTED, agreement=agreement, gold_name=HOSTILE, curves=curves)
    assert page.count("<script") == 2
    assert '"onmouseover' not in page.replace('\\"onmouseover', "")
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    searched = json.loads(data[1])
    assert sorted(row[:3] for row in searched) == sorted(
        [word, count, cluster]
        for word, count, cluster in zip(model.types, model.counts.tolist(), model.labels.tolist(), strict=True)
    )
    assert {word: tag for word, _, _, tag in searched}["b"] == QUOTED


def test_the_paper_stands_beside_ones_own_curve(model: SVD2Model) -> None:
    page = report_page(model, title="", curves=[("mine", [(50, 0.7), (500, 0.9)])])
    part = page[page.index('<section id="curve">') : page.index('<section id="clusters">')]
    assert part.count("<polyline") == 2
    assert "Lamar et al. 2010" in part
    figures = re.findall(r'<td>(.*?)</td><td class="number">(.*?)</td><td class="number">(.*?)</td>', part)
    assert figures[:2] == [("mine", "50", "70.0%"), ("mine", "500", "90.0%")]
    assert figures[-1][1:] == ("500", "87.1%")


def test_named_tags(model: SVD2Model) -> None:
    named = model.named({"a": ["DET"], "b": ["NOUN"], "c": ["X", "NOUN"]})
    page = report_page(named, title="")
    assert re.search(r"<dt>Labelled words</dt><dd>3</dd>", page)
    tags = page[page.index('<section id="tags">') : page.index('<section id="clusters">')]
    assert set(re.findall(r'<th scope="row">(\w+)</th>', tags)) == {"DET", "NOUN", "X"}
    uncertain = page[page.index('<section id="next">') : page.index('<section id="tags">')]
    rows = re.findall(r'<th scope="row" dir="ltr"><bdi>(.*?)</bdi></th>', uncertain)
    assert rows
    assert not {"a", "b", "c"} & set(rows)
    assert 'id="tags"' not in report_page(model, title="")


def test_what_matters_most_comes_first(model: SVD2Model) -> None:
    named = model.named({"a": ["DET"], "b": ["NOUN"], "c": ["X", "NOUN"]})
    order = re.findall(r'<section id="(\w+)">', report_page(named, title=""))
    assert order == ["next", "tags", "clusters", "settings", "corpus"]
    assert "svd2 label" not in report_page(named, title="")
    page = report_page(model, title="")
    assert re.findall(r'<section id="(\w+)">', page)[0] == "next"
    assert "python -m spacy svd2 label" in page  # the clusters have no names


def test_search_is_limited_to_frequent_words(model: SVD2Model) -> None:
    page = report_page(model, title="", n_searched=1)
    assert '<script type="application/json" id="data">[["b", 10, ' in page


def test_least_certain_weighs_doubt_by_frequency() -> None:
    probabilities = np.array([[1.0, 0, 0], [0.9, 0.1, 0], [0.5, 0.1, 0.4], [0.4, 0.35, 0.25]], np.float32)
    counts = np.array([1000, 100, 10, 10])
    found = least_certain(["a", "b", "c", "d"], counts, probabilities, ["X", "Y", "Z"])
    assert [one.word for one in found] == ["b", "d", "c"]
    assert (found[2].tag, found[2].second, found[2].count) == ("X", "Z", 10)
    assert found[2].second_probability == pytest.approx(0.4)
    options = {"n": 2, "labelled": np.array([1, 3])}
    found = least_certain(["a", "b", "c", "d"], counts, probabilities, ["X", "Y", "Z"], **options)
    assert [one.word for one in found] == ["c"]

"""kpca_wsd: initialization, annotations as features, descriptors, unlabelled text."""

import warnings
from pathlib import Path

import pytest
import spacy
from sense_helpers import LABELLED, SETTINGS, TEXT, examples, pipeline
from spacy.tokens import Doc
from spacy.training import Example

from spacy_svd2.corpora.corpus import make_corpus
from spacy_svd2.errors import UserError
from spacy_svd2.senses.corpora.corpus import make_sense_corpus
from spacy_svd2.senses.model.settings import default_candidates
from spacy_svd2.senses.settings import SenseSettings

TAGGER = {"n_tags": 4, "n_passes": 1, "w1": 15, "r1": 5, "min_count": 1, "refine": False}


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("senses") / "train.tsv"
    rows = []
    for text, (target, key, sense) in ((text, target) for text, *target in LABELLED):
        left, right = text.split(target, 1)
        rows.append(f"{sense}\t{left}\t{target}\t{right}\t{key}")
    path.write_text("\n".join(rows), encoding="utf8")
    return path


def model_bytes(nlp):
    return nlp.get_pipe("kpca_wsd").to_bytes()


def with_corpus(path, nlp=None, **options):
    nlp = nlp or spacy.blank("en")
    wsd = nlp.get_pipe("kpca_wsd") if nlp.has_pipe("kpca_wsd") else nlp.add_pipe("kpca_wsd")
    settings = {**SETTINGS, **options.pop("settings", {})}
    wsd.initialize(list, nlp=nlp, corpus=make_sense_corpus(str(path)), settings=settings, **options)
    return nlp


def test_corpus_and_examples_give_the_same_model(table):
    assert model_bytes(with_corpus(table)) == model_bytes(pipeline())


def test_examples_of_any_reader_do_too(table):
    nlp = spacy.blank("en")
    wsd = nlp.add_pipe("kpca_wsd")
    wsd.initialize(list, nlp=nlp, corpus=lambda nlp: iter(examples(nlp)), settings=SETTINGS)
    assert model_bytes(nlp) == model_bytes(with_corpus(table))


def test_training_leaves_no_words_in_the_vocabulary(table):
    nlp = with_corpus(table)
    assert "Reeds" not in nlp.vocab.strings
    assert {"money", "bank", "art_gallery"} <= set(nlp.vocab.strings)


def test_training_tells_how_far_it_is(table):
    nlp = spacy.blank("en")
    stages, sizes, words = [], [], []
    told = {"on_stage": stages.append, "on_words": sizes.append, "on_word": words.append}
    nlp.add_pipe("kpca_wsd").initialize(list, nlp=nlp, corpus=make_sense_corpus(str(table)), settings=SETTINGS, **told)
    assert stages == ["read", "train"]
    assert sizes == [len(nlp.get_pipe("kpca_wsd").get_model().words)]
    assert sorted(words) == sorted(nlp.get_pipe("kpca_wsd").get_model().words)


def test_nothing_to_learn_from():
    nlp = spacy.blank("en")
    wsd = nlp.add_pipe("kpca_wsd")
    with pytest.raises(UserError, match=r"K014.*doc\.spans\['senses'\]"):
        nlp.initialize()
    with pytest.raises(UserError, match="K014"):
        wsd.initialize(lambda: [Example(nlp.make_doc("x"), nlp.make_doc("x"))], nlp=nlp)
    with pytest.raises(UserError, match="K014"):
        wsd.initialize(list, nlp=nlp, corpus=make_sense_corpus())


@pytest.mark.parametrize(("content", "why"), [("", "the file is empty"), ("\tthe\tbank\tof\n", "1 without a sense")])
def test_corpus_without_a_sense(tmp_path, content, why):
    (tmp_path / "a.tsv").write_text(content)
    nlp = spacy.blank("en")
    wsd = nlp.add_pipe("kpca_wsd")
    with pytest.raises(UserError, match=rf"K008.*a\.tsv' \({why}\)"):
        wsd.initialize(list, nlp=nlp, corpus=make_sense_corpus(str(tmp_path / "a.tsv")))


def test_a_trained_component_keeps_its_model(table, tmp_path):
    nlp = with_corpus(table)
    before = model_bytes(nlp)
    nlp.initialize()
    wsd = nlp.get_pipe("kpca_wsd")
    with pytest.warns(UserWarning, match="P101"):
        wsd.initialize(list, nlp=nlp, corpus=make_sense_corpus(str(tmp_path / "gone.tsv")))
    with pytest.warns(UserWarning, match="P101"):
        wsd.initialize(list, nlp=nlp, corpus=make_sense_corpus(str(table), key=str(tmp_path / "gone.key")))
    assert model_bytes(nlp) == before
    wsd.initialize(lambda: examples(nlp, LABELLED[:7]), nlp=nlp, settings=SETTINGS)
    assert wsd.labels == ("money", "shore")


def test_a_missing_corpus_is_an_error_without_a_model(tmp_path):
    with pytest.raises(UserError, match="C001"):
        with_corpus(tmp_path / "gone.tsv")


def test_settings():
    assert SenseSettings.from_dict({}).candidates == default_candidates()
    assert [item.step for item in SenseSettings.from_dict({"candidates": "paper"}).candidates] == ["neighbours"]
    one = SenseSettings.from_dict({"candidates": [{"step": "vote", "kernel": {"degree": 2}}]}).candidates[0]
    assert (one.step, one.kernel.degree) == ("vote", 2)
    assert SenseSettings.from_dict({"features": {"within_sentence": True}}).taken == ("sentences",)


def test_candidates_are_chosen_by_cross_validation():
    labelled = [(f"word{i % 2} x bank", "bank", "bank", "ab"[i % 2]) for i in range(20)]
    model = pipeline(labelled, settings={"candidates": "default"}).get_pipe("kpca_wsd").get_model()
    assert model.choices["bank"].total == 20


# Annotations


def tagged_pipeline(table, lang="xx", **settings):
    nlp = spacy.blank(lang)
    nlp.add_pipe("svd2_tagger").initialize(lambda: examples(nlp), nlp=nlp, settings=TAGGER)
    nlp.add_pipe("kpca_wsd")
    return with_corpus(table, nlp, settings=settings)


def test_tags_of_the_tagger_are_features(table):
    nlp = tagged_pipeline(table, annotations=["tags"])
    wsd = nlp.get_pipe("kpca_wsd")
    doc = nlp(TEXT)
    assert wsd.inventory.annotations == ("tags",)
    assert wsd.occurrences(doc)[0].context.tags == [token.tag_ for token in doc]
    assert [item["sense"] for item in doc._.senses][:2] == ["shore", "money"]
    plain = tagged_pipeline(table)
    assert len(wsd.get_model().words["bank"].space.keys) > len(
        plain.get_pipe("kpca_wsd").get_model().words["bank"].space.keys
    )
    assert [doc._.senses for doc in nlp.pipe([TEXT, "", TEXT])] == [doc._.senses, [], doc._.senses]


def test_annotations_are_kept_with_the_model(table, tmp_path):
    nlp = tagged_pipeline(table, annotations=["tags"])
    nlp.to_disk(tmp_path)
    loaded = spacy.load(tmp_path)
    assert loaded(TEXT)._.senses == nlp(TEXT)._.senses
    without = spacy.load(tmp_path, exclude=["svd2_tagger"])
    with pytest.raises(UserError, match=r"K012.*token\.tag_"):
        without(TEXT)
    assert without("no target here")._.senses == []


def test_training_needs_the_annotations_too(table):
    with pytest.raises(UserError, match=r"K012.*token\.tag_"):
        with_corpus(table, settings={"annotations": ["tags"]})


def test_tags_of_the_training_data_serve_where_no_component_sets_any():
    nlp = spacy.blank("en")
    wsd = nlp.add_pipe("kpca_wsd")
    data = examples(nlp)
    for one in data:
        for token in one.reference:
            token.tag_ = token.text[-1].upper()
    wsd.initialize(lambda: data, nlp=nlp, settings={**SETTINGS, "annotations": ["tags"]})
    doc = Doc(nlp.vocab, words=["the", "bank"], tags=["E", "K"])
    assert wsd(doc)._.senses[0]["key"] == "bank"


def test_lemmas_and_dependencies_are_features():
    nlp = spacy.blank("en")
    wsd = nlp.add_pipe("kpca_wsd")
    data = examples(nlp)
    for one in data:
        for token in one.reference:
            token.lemma_, token.dep_, token.head = token.lower_.rstrip("s"), "dep", one.reference[0]
    wsd.initialize(lambda: data, nlp=nlp, settings={**SETTINGS, "annotations": ["lemmas", "deps"]})
    assert "bank" in wsd.inventory.entries["bank"].lemmas
    doc = Doc(
        nlp.vocab, words=["\n", "she", "banked"], lemmas=["", "she", "bank"], heads=[1, 2, 2], deps=["", "s", "r"]
    )
    assert [item["text"] for item in wsd(doc)._.senses] == ["banked"]
    assert wsd.occurrences(doc)[0].context.heads == [1, 1]


def test_sentences_count_if_they_should(table):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    with_corpus(table, nlp, settings={"features": {"within_sentence": True}})
    wsd = nlp.get_pipe("kpca_wsd")
    doc = nlp("Good river . The bank . River")
    assert wsd.occurrences(doc)[0].context.sentence_starts == [0, 3, 6]
    assert wsd(nlp.make_doc("the bank"))._.senses  # no sentences: the whole document


# Descriptors and unlabelled text


def test_descriptors_of_the_tagger(table):
    nlp = tagged_pipeline(table, domain="svd2_tagger")
    latent = nlp.get_pipe("kpca_wsd").get_model().latent
    tagger = nlp.get_pipe("svd2_tagger").get_model()
    assert latent.by_form
    assert latent.width == tagger.descriptors.shape[1]
    assert (latent.weights > 0).all()
    assert nlp("the bank")._.senses


def test_descriptors_need_a_tagger(table):
    with pytest.raises(UserError, match=r"K018.*'kpca_wsd'"):
        with_corpus(table, settings={"domain": "svd2_tagger"})


def test_no_descriptors(table):
    assert with_corpus(table, settings={"domain": None}).get_pipe("kpca_wsd").get_model().latent is None


@pytest.fixture
def raw(tmp_path):
    path = tmp_path / "raw.txt"
    lines = [
        f"water of the river number {i} near the bank with boats\nthe rates of the bank {i} are high" for i in range(9)
    ]
    path.write_text("\n".join(lines), encoding="utf8")
    return make_corpus(str(path))


def test_raw_text_teaches_descriptors(table, raw):
    few = with_corpus(table).get_pipe("kpca_wsd").get_model()
    more = with_corpus(table, texts=raw).get_pipe("kpca_wsd").get_model()
    assert len(more.latent.keys) > (0 if few.latent is None else len(few.latent.keys))


def test_raw_text_of_another_reader(table, raw):
    other = with_corpus(table, texts=lambda nlp: raw(nlp))
    assert model_bytes(other) == model_bytes(with_corpus(table, texts=raw))


def test_unlabelled_occurrences(table, raw):
    plain = with_corpus(table, texts=raw).get_pipe("kpca_wsd").get_model().words["bank"]
    nlp = with_corpus(table, texts=raw, settings={"transform_unlabelled": True})
    more = nlp.get_pipe("kpca_wsd").get_model().words["bank"]
    assert len(more.row_senses) == len(plain.row_senses) + 18
    assert (more.row_senses == -1).sum() == 18
    composite = with_corpus(table, texts=raw, settings={"composite": 0.05})
    assert "bank" in composite.get_pipe("kpca_wsd").get_model().composites
    assert [item["sense"] for item in composite(TEXT)._.senses][:2] == ["shore", "money"]


# Configs


@pytest.mark.filterwarnings("ignore:.S10")
@pytest.mark.parametrize("name", ["kpca_wsd", "kpca_wsd_paper", "kpca_wsd_tags"])
def test_configs(name, table, tmp_path):
    from spacy.cli._util import app
    from typer.testing import CliRunner

    config = Path(__file__).parents[2] / "configs" / f"{name}.cfg"
    out = tmp_path / "out"
    result = CliRunner().invoke(
        app, ["assemble", str(config), str(out), "--paths.train", str(table), "--nlp.lang", "en"]
    )
    assert result.exit_code == 0, result.output + repr(result.exception)
    nlp = spacy.load(out)
    model = nlp.get_pipe("kpca_wsd").get_model()
    assert [item["key"] for item in nlp(TEXT)._.senses] == ["bank", "bank", "art_gallery"]
    steps = {word.settings.step for word in model.words.values()}
    assert steps == ({"vote"} if "paper" in name else {"ridge"})
    before = model_bytes(nlp)
    nlp.initialize()
    assert model_bytes(nlp) == before


def test_the_default_config_holds_the_defaults():
    from spacy import util

    config = util.load_config(Path(__file__).parents[2] / "configs" / "kpca_wsd.cfg")
    block = config["initialize"]["components"]["kpca_wsd"]["settings"]
    assert SenseSettings.from_dict(block) == SenseSettings()
    other = util.load_config(Path(__file__).parents[2] / "configs" / "kpca_wsd_tags.cfg")
    assert other["initialize"]["components"]["kpca_wsd"]["settings"] == {**block, "annotations": ["tags"]}


def test_settings_that_a_kept_model_does_not_follow(tmp_path):
    nlp = pipeline()
    wsd = nlp.get_pipe("kpca_wsd")
    before = wsd.to_bytes()
    wsd.to_disk(tmp_path)
    again = spacy.blank("en")
    other = again.add_pipe("kpca_wsd", config={"artifact": str(tmp_path / "model.npz"), "vectors": "tensor"})
    with pytest.warns(UserWarning, match=r"P103.*features\.window, annotations, vectors\."):
        other.initialize(list, nlp=again, settings={"features": {"window": 7, "near": 8}, "annotations": ["tags"]})
    assert other.to_bytes() == before
    kept = spacy.blank("en").add_pipe("kpca_wsd", config={"artifact": str(tmp_path / "model.npz")})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kept.initialize(list, settings={"features": {"window": 50}, "annotations": [], "candidates": "fast"})
    assert kept.to_bytes() == before


@spacy.Language.component("test_tags_and_lemmas")
def tags_and_lemmas(doc: Doc) -> Doc:
    for token in doc:
        token.tag_, token.lemma_ = token.text[:1].upper(), token.lower_.rstrip("s")
    return doc


def test_automatic_annotations_are_those_that_components_before_set():
    nlp = spacy.blank("en")
    nlp.add_pipe("test_tags_and_lemmas")
    wsd = nlp.add_pipe("kpca_wsd")
    wsd.initialize(lambda: examples(nlp), nlp=nlp, settings={**SETTINGS, "annotations": "auto"})
    assert wsd.inventory.annotations == ("tags", "lemmas")
    context = wsd.occurrences(nlp("both banks of the river"))[0].context
    assert (context.tags[1], context.lemmas[1], context.heads) == ("B", "bank", None)
    plain = pipeline(settings={"annotations": "auto"})
    assert plain.get_pipe("kpca_wsd").inventory.annotations == ()
    assert plain.get_pipe("kpca_wsd").to_bytes() == pipeline().get_pipe("kpca_wsd").to_bytes()


def test_annotation_of_the_data_alone_is_not_automatic():
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    data = examples(nlp)
    for one in data:
        for token in one.reference:
            token.tag_ = "X"
    wsd = nlp.add_pipe("kpca_wsd")
    wsd.initialize(lambda: data, nlp=nlp, settings={**SETTINGS, "annotations": "auto"})
    assert wsd.inventory.annotations == ()
    assert nlp("the bank lends money")._.senses[0]["sense"] == "money"

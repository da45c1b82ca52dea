import pytest

from spacy_svd2.errors import UserError
from spacy_svd2.tagger.settings import Settings


def test_round_trip() -> None:
    settings = Settings(n_tags=17, scaling="sqrt-cca", boundaries="token", other=True)
    assert Settings.from_dict(settings.to_dict()) == settings


def test_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UserError, match=r"S003.*'ntags'.*n_tags"):
        Settings.from_dict({"ntags": 3})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n_tags", 0),
        ("n_tags", 2.5),
        ("n_tags", True),
        ("n_tags", "45"),
        ("w1", -1),
        ("max_iter", 0),
        ("n_passes", 3),
        ("scaling", "tf-idf"),
        ("attr", "LEMMA"),
        ("boundaries", "none"),
        ("other", 1),
        ("min_count", 10**30),
        pytest.param("n_tags", 10**5000, id="n_tags-5001 digits"),
        ("w1", 10**9),
        ("r1", float("nan")),
        ("refine", "yes"),
    ],
)
def test_bad_value_names_the_setting(name: str, value: object) -> None:
    with pytest.raises(UserError, match=f"S002.*'{name}'"):
        Settings.from_dict({name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            (name, value)
            for name in ("suffix_strength", "shape_strength", "context_smoothing")
            for value in (0, 1e-300)
        ),
        *((name, 1e308) for name in ("power", "class_prior", "oversize", "contexts_per_root_token", "stop")),
        *((name, 0) for name in ("context_start", "large_start", "types_per_suffix", "max_contexts", "hard_rounds")),
        *(("class_prior", value) for value in (float("inf"), float("nan"), -1, 10**400, True, "1", None, [])),
        *(("max_types", value) for value in (10**30, 1.0, 0)),
        *(("starts", value) for value in ([], 2.0, [0], [2.0, float("nan")], [2.0] * 100, [10**400])),
        ("step", 1.0),
        ("step", 1 + 1e-15),
        ("rounds", 10**9),
        ("suffix_length", 10**6),
    ],
)
def test_a_bad_value_of_the_refinement_names_the_range(name: str, value: object) -> None:
    with pytest.raises(UserError, match=rf"S002.*'{name}' is .*must be .*numbers? from .* to ") as error:
        Settings.from_dict({"refine": {name: value}})
    assert len(str(error.value)) < 200

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
    ],
)
def test_bad_value_names_the_setting(name: str, value: object) -> None:
    with pytest.raises(UserError, match=f"S002.*'{name}'"):
        Settings.from_dict({name: value})

from spacy_svd2.shared.listing import listed


def test_ten_items_and_the_number_of_the_others() -> None:
    assert listed(["a", "b"]) == "\n  a\n  b"
    assert listed([]) == ""
    assert listed([str(n) for n in range(11)]).splitlines()[-1] == "  10"
    assert listed([str(n) for n in range(12)]).splitlines()[-1] == "  and 2 more"
    assert listed([str(n) for n in range(1010)]).splitlines()[-2:] == ["  9", "  and 1,000 more"]

import subprocess
import sys
from pathlib import Path

import pytest
import spacy
from hypothesis import example, given, settings
from hypothesis import strategies as st
from spacy.language import Language

from spacy_svd2.corpora.splits.rules import Answers
from spacy_svd2.corpora.splits.tokenizer import add_common_rules, learn_splits, make_splits, splits_id
from spacy_svd2.errors import UserError


def cut(nlp: Language, text: str) -> list[str]:
    return [token.text for token in nlp.tokenizer(text)]


def learned(*rows: str, lang: str = "xx") -> Language:
    nlp = spacy.blank(lang)
    learn_splits(nlp, answers(*rows))
    return nlp


def answers(*rows: str) -> Answers:
    return {row.replace(" ", ""): tuple(row.split()) for row in rows}


@pytest.mark.parametrize(
    ("rows", "texts"),
    [
        (
            ["il- ktieb", "ta'", "ma'", "fi'", "x' inhu"],
            ["tal- belt sa' b' idejn", "( \" il- belt \" )", "Il- Belt , MA' il- 1998 !", "il- \" belt \""],
        ),
        (["o 'r", "i 'w", "sy 'n", "di-waith"], ["mae 'r ty , a 'i gath", "e-bost"]),
        (["xam-xam", "juddu-réew"], ["sañ-sañ bu mag-rakk"]),
        (["l' eau", "d' une", "qu' il", "aujourd'hui", "dit -il", "a -t-il", "grand-père", "peut-être"],
         ["s' il l' aide aujourd'hui , arc-en-ciel", "pense -il", "va -t-il ?"]),
        (["do n't", "it 's", "John 's", "I 'm"], ["does n't she 's"]),
        (["Ankara'da", "İzmir'e"], ["Bolu'da"]),
        (["buku-buku", "buku -nya"], ["anak-anak rumah -nya"]),
        (["5 km", "5 %", "1990s"], ["17 km 20 %"]),
        (["5km"], ["17km"]),
        (["a / b", "he / she"], ["and / or 1/2/2010"]),
        (["EU:n", "Dr.", "e.g."], ["WHO:n Dr. Who e.g. this ."]),
        (["כו׳", "דו״ח"], ["דו״ח"]),
    ],
)  # fmt: skip
def test_answers_hold_for_words_like_them(rows: list[str], texts: list[str]) -> None:
    """The rows are answers; texts are tokens with spaces between, which are glued where the text has none."""
    nlp = learned(*rows)
    for row in rows:
        assert cut(nlp, row.replace(" ", "")) == row.split()
    for text in texts:
        for chunk in glued(text):
            assert cut(nlp, "".join(chunk)) == chunk


def glued(text: str) -> list[list[str]]:
    """Chunks of a text: a token joins the one before where either has a sign at that edge."""
    chunks: list[list[str]] = [[]]
    for token in text.split():
        before = chunks[-1][-1] if chunks[-1] else ""
        joins = before[-1:] in "-'(\"/" or token[0] in "-'/,!?.)\"%" or token in ("n't", "km")
        chunks[-1].append(token) if joins or not before else chunks.append([token])
    return chunks


def test_exceptions_beat_clitics_and_these_the_rest() -> None:
    nlp = learned("l' eau", "d' or", "qu' on", "l' un", "aujourd'hui")
    assert cut(nlp, "Aujourd'hui, d'aujourd'hui aujourd'huil") == [
        "Aujourd'hui", ",", "d'", "aujourd'hui", "aujourd'", "huil",
    ]  # fmt: skip


def test_where_apostrophes_are_quotation_marks_several_answers_must_say_otherwise() -> None:
    assert cut(learned("a'"), "beo' a'") == ["beo'", "a'"]
    assert cut(learned("a'", "' Tá"), "'beo' a'") == ["'", "beo", "'", "a'"]
    assert cut(learned("a'", "' Tá", "ta'", "ma'"), "'beo a' sa'") == ["'", "beo", "a'", "sa'"]


def test_variants_of_a_sign_are_one() -> None:
    nlp = learned("l' eau", "xam-xam", "juddu-réew")
    assert cut(nlp, "l’eau lʼeau sañ‑sañ") == ["l’", "eau", "lʼ", "eau", "sañ‑sañ"]


@pytest.mark.parametrize("lang", ["xx", "fr", "hy", "tr"])
@pytest.mark.parametrize(
    "word",
    [
        "http://a.bc/l'eau-x",
        "www.a.bc/d-e",
        "a-b@c-d.ee",
        "3,14",
        "1.000.000",
        "10:30",
        "👩‍👩‍👧",
        "👍🏽",
        "🇫🇷",
        "❤️",
        "1️⃣",
        "10.5.2020",
    ],
)
@pytest.mark.parametrize("rows", [[], ["l' eau", "il- ktieb", "a / b"]])
def test_addresses_numbers_times_and_emoji_stay_whole(word: str, rows: list[str], lang: str) -> None:
    nlp = learned(*rows, lang=lang)
    assert cut(nlp, word) == [word]
    assert cut(nlp, f"({word}!)") == ["(", word, "!", ")"]


@pytest.mark.parametrize("mark", "։՝።፣፤፧،؛؟۔।॥។៕᙮᠃꓿꘎𑁇⸮‽»”")
def test_punctuation_of_all_scripts_is_cut_off(mark: str) -> None:
    nlp = spacy.blank("xx")
    add_common_rules(nlp)
    assert cut(nlp, f"կա{mark} կա{mark}{mark}")[:2] == ["կա", mark]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("ሰላም፡ነው", "ሰላም ፡ ነው"), ("كلمة،كلمة", "كلمة ، كلمة"), ("ի՞նչ", "ի՞նչ"), ("डॉ॰", "डॉ॰"), ("ג׳ דו״ח", "ג׳ דו״ח")],
)
def test_punctuation_within_words(text: str, tokens: str) -> None:
    nlp = spacy.blank("xx")
    add_common_rules(nlp)
    assert cut(nlp, text) == tokens.split()


def test_words_without_signs_are_as_the_language_has_them() -> None:
    nlp, plain = spacy.blank("en"), spacy.blank("en")
    add_common_rules(nlp)
    text = "I cannot gimme a dont, don't well-known U.S.A. 5km re-do 'em it's (e.g.) a/b C# $5 1990s\n\n x  y"
    assert cut(nlp, text) == cut(plain, text)


WORDS = st.text("abé'’-/5%”", min_size=1, max_size=8)


@st.composite
def answered(draw: st.DrawFn) -> Answers:
    found = {}
    for word in draw(st.lists(WORDS, max_size=6, unique_by=str.lower)):
        cuts = sorted(draw(st.sets(st.integers(1, len(word) - 1), max_size=3))) if len(word) > 1 else []
        found[word] = tuple(word[a:b] for a, b in zip([0, *cuts], [*cuts, len(word)], strict=True))
    return found


@settings(max_examples=25)
@example({"-éé": ("-", "é", "é"), "555-éé": ("5", "55", "-", "éé")}, "5-éé")
@given(answered(), WORDS)
def test_an_answered_word_is_cut_as_it_was_answered(answers: Answers, other: str) -> None:
    nlp = spacy.blank("xx")
    learn_splits(nlp, answers)
    for word, pieces in answers.items():
        assert cut(nlp, word) == list(pieces)
    assert "".join(cut(nlp, other)) == other


def test_a_saved_pipeline_needs_nothing_of_this_package(tmp_path: Path) -> None:
    nlp = learned("il- ktieb", "ta'", "ma'", "fi'")
    nlp.to_disk(tmp_path / "saved")
    program = (
        "import sys, catalogue, importlib.metadata as metadata; sys.modules['spacy_svd2'] = None; "
        "catalogue.AVAILABLE_ENTRY_POINTS = metadata.EntryPoints(); import spacy; "
        f"print([t.text for t in spacy.load({str(tmp_path / 'saved')!r})(\"il-belt ta' sa'\")])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['il-', 'belt', \"ta'\", \"sa'\"]"


def test_the_same_answers_have_the_same_rules_and_id() -> None:
    rows = ["il- ktieb", "ta'", "xam-xam"]
    first, second = learned(*rows), learned(*reversed(rows))
    assert first.tokenizer.to_bytes() == second.tokenizer.to_bytes()  # type: ignore[union-attr]
    assert splits_id(first) == splits_id(second)
    assert len({splits_id(first), splits_id(learned("ta'")), splits_id(spacy.blank("xx"))}) == 3


def test_later_answers_beat_earlier_ones() -> None:
    nlp = learned("il- ktieb", "xam-xam")
    learn_splits(nlp, answers("il-ktieb", "grand-père", "arc-en-ciel"))
    assert cut(nlp, "il-ktieb il-belt xam-xam") == ["il-ktieb", "il-belt", "xam-xam"]


def test_another_tokenizer_is_refused() -> None:
    nlp = spacy.blank("xx")
    nlp.tokenizer = lambda text: nlp.make_doc(text)
    add_common_rules(nlp)
    with pytest.raises(UserError, match="C051"):
        learn_splits(nlp, {})


def test_a_table_without_answers_adds_only_what_all_languages_share(tmp_path: Path) -> None:
    (tmp_path / "splits.tsv").write_text("word\tpieces\nil-ktieb\t\n")
    nlp, plain = spacy.blank("xx"), spacy.blank("xx")
    learn_splits(nlp, tmp_path / "splits.tsv")
    add_common_rules(plain)
    assert nlp.tokenizer.to_bytes() == plain.tokenizer.to_bytes()  # type: ignore[union-attr]
    nlp.tokenizer = lambda text: nlp.make_doc(text)
    learn_splits(nlp, tmp_path / "splits.tsv")


def test_a_row_that_was_left_as_it_is_is_an_answer() -> None:
    """Whoever leaves the pieces of `svd2 splits` confirms them, so other answers do not change the word."""
    rows = ["l' eau", "d' or", "qu' on"]
    assert cut(learned(*rows), "aujourd'hui") == ["aujourd'", "hui"]
    nlp = learned(*rows, "aujourd ' hui")
    assert cut(nlp, "aujourd'hui l'un") == ["aujourd", "'", "hui", "l'", "un"]


def test_callback_of_a_config(tmp_path: Path) -> None:
    table = tmp_path / "splits.tsv"
    table.write_text("word\tpieces\nil-ktieb\til- ktieb\n")
    nlp = make_splits(str(table))(spacy.blank("xx"))
    table.unlink()
    make_splits(str(table))(nlp)  # initialized again, without what it was made from
    assert cut(nlp, "il-belt") == ["il-", "belt"]
    assert splits_id(make_splits()(spacy.blank("xx"))) == ""
    with pytest.raises(UserError):
        make_splits(str(table))(spacy.blank("xx"))

import pytest

from spacy_svd2.tagger.counting.counts import BigramCounts
from spacy_svd2.tagger.counting.scan import count_bigrams

NOUNS, VERBS, NAMES = ("cat", "dog", "cow", "hen"), ("sleeps", "barks", "eats", "walks"), ("ann", "bob", "eve", "joe")


@pytest.fixture
def toy() -> BigramCounts:
    """Classes of words told by context: determiner, noun, verb, full stop; or name, verb, full stop."""
    sentences = [["the", noun, verb, "."] for noun in NOUNS for verb in VERBS]
    sentences += [[name, verb, "."] for name in NAMES for verb in VERBS]
    return count_bigrams(sentences * 5).by_frequency()

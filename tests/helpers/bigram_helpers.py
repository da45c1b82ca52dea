"""What the tests of counts and of their scan share."""

from hypothesis import strategies as st

from spacy_svd2.tagger.counting.counts import BigramCounts

SENTENCES = [["The", "cat", "saw", "the", "dog"], [], ["the", "Dog", "ran"], ["NATO", "!", "Go"]]

words = st.text(alphabet="abAB.", min_size=1, max_size=2)
corpora = st.lists(st.lists(words, max_size=6), max_size=8)
boundaries = st.sampled_from(["ignore", "stop", "token"])


def bigrams(counts: BigramCounts) -> dict[tuple[str, str], int]:
    table = counts.bigrams.tocoo()
    pairs = zip(table.row.tolist(), table.col.tolist(), table.data.tolist(), strict=True)
    return {(counts.types[i], counts.types[j]): n for i, j, n in pairs if n}


def plain(counts: BigramCounts) -> tuple:
    """Everything that counts hold, comparable with ==."""
    arrays = (counts.counts, counts.starts, counts.ends, counts.case)
    names = [counts.types[edge] if edge >= 0 else None for edge in counts.edges]
    return counts.types, [a.tolist() for a in arrays], bigrams(counts), names, counts.n_sentences

"""Taggers that learn from annotated tokens alone, as references: a classifier, spaCy's own, the most common tag."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import spacy
from spacy.tokens import Doc
from spacy.training import Example
from spacy.util import fix_random_seed, minibatch
from spacy.vocab import Vocab

Sentence = list[tuple[str, str]]
"""Tokens with their tags; "" where there is none."""

STEPS, LEAST_EPOCHS, BATCH = 400, 10, 8
"""spaCy's tagger: batches in all, passes over the sentences at least, sentences of a batch. Chosen on the dev file of
Wolof (hour_per_language_notes.md)."""


def classifier(sentences: Sequence[Sentence], held: Sequence[Sentence]) -> list[str]:
    """Tag tokens by logistic regression on the word, its affixes and capitals, and its neighbours.

    sentences (Sequence): What it learns from; tokens without a tag are context only.
    held (Sequence): The sentences to tag; their tags are not looked at.
    RETURNS (list): A tag for each token of all held sentences; without anything to learn from "".
    """
    from sklearn.feature_extraction import DictVectorizer
    from sklearn.linear_model import LogisticRegression

    pairs = [
        (features, tag)
        for sentence in sentences
        for features, (_, tag) in zip(described(sentence), sentence, strict=True)
        if tag
    ]
    given = [tag for _, tag in pairs]
    tokens = [features for sentence in held for features in described(sentence)]
    if len(set(given)) < 2:
        return [next(iter(given), "")] * len(tokens)
    table = DictVectorizer()
    model = LogisticRegression(max_iter=200).fit(table.fit_transform([features for features, _ in pairs]), given)
    return [str(tag) for tag in model.predict(table.transform(tokens))]


def described(sentence: Sentence) -> Iterator[dict[str, bool]]:
    """The features of each token: itself, its affixes and capitals, and the words beside it."""
    words = ["", *(word.lower() for word, _ in sentence), ""]
    for i, (text, _) in enumerate(sentence, start=1):
        word = words[i]
        names = [f"word {word}", f"before {words[i - 1]}", f"after {words[i + 1]}"]
        names += [f"{side} {part}" for n in range(1, 5) for side, part in (("begins", word[:n]), ("ends", word[-n:]))]
        names += [f"capital {i > 1 and text[:1].isupper()}", f"digit {any(map(str.isdigit, text))}"]
        yield dict.fromkeys(names, True)


def spacy_tagger(sentences: Sequence[Sentence], held: Sequence[Sentence], seed: int = 0) -> list[str]:
    """Tag tokens by spaCy's `tagger` with its default `tok2vec`, on the CPU.

    sentences (Sequence), held (Sequence): See `classifier`.
    seed (int): Of its first weights, of dropout and of the order of sentences.
    RETURNS (list): A tag for each token of all held sentences; without anything to learn from "".
    """
    fix_random_seed(seed)
    nlp = spacy.blank("xx")
    docs = [to_doc(nlp.vocab, sentence) for sentence in sentences if any(tag for _, tag in sentence)]
    examples = [Example(Doc(nlp.vocab, words=[token.text for token in doc]), doc) for doc in docs]
    if not examples:
        return [""] * sum(map(len, held))
    nlp.add_pipe("tagger")
    optimizer = nlp.initialize(lambda: examples)
    for _ in range(max(LEAST_EPOCHS, STEPS * BATCH // len(examples))):
        for batch in minibatch(examples, BATCH):
            nlp.update(batch, sgd=optimizer, drop=0.1)
    found = nlp.pipe(to_doc(nlp.vocab, [(word, "") for word, _ in sentence]) for sentence in held)
    return [token.tag_ for doc in found for token in doc]


def most_common_tags(sentences: Sequence[Sentence], held: Sequence[Sentence]) -> list[str]:
    """Tag each word with the tag that it has most often, and new words with that of words seen once.

    sentences (Sequence), held (Sequence): See `classifier`.
    RETURNS (list): A tag for each token of all held sentences.
    """
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for word, tag in (pair for sentence in sentences for pair in sentence if pair[1]):
        seen[word.lower()][tag] += 1
    once = Counter(tag for tags in seen.values() if tags.total() == 1 for tag in tags)
    best = {word: tags.most_common(1)[0][0] for word, tags in seen.items()}
    new = once.most_common(1)[0][0] if once else ""
    return [best.get(word.lower(), new) for sentence in held for word, _ in sentence]


def to_doc(vocab: Vocab, sentence: Sentence) -> Doc:
    """Make a document of the tokens of a sentence, with their tags."""
    return Doc(vocab, words=[word for word, _ in sentence], tags=[tag for _, tag in sentence])


def first_tokens(sentences: Sequence[Sentence], n: int) -> list[Sentence]:
    """The sentences of the first tokens; the tokens of the last one that are too many have no tag."""
    found: list[Sentence] = []
    for sentence in sentences:
        if n <= 0:
            break
        found.append([(word, tag if i < n else "") for i, (word, tag) in enumerate(sentence)])
        n -= len(sentence)
    return found


def accuracy(found: Sequence[str], held: Sequence[Sentence]) -> float:
    """The share of tokens that have the gold tag; 0 without tokens."""
    gold = [tag for sentence in held for _, tag in sentence]
    return sum(a == b for a, b in zip(found, gold, strict=True)) / max(len(gold), 1)

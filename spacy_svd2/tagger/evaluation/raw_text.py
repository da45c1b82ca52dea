"""Evaluate a pipeline on raw text, with the measures of the CoNLL 2018 shared task, and end to end.

Zeman et al. 2018, *CoNLL 2018 Shared Task: Multilingual Parsing from Raw Text to Universal Dependencies*, section 3:
tokens, sentences and words are compared by where they stand in the text without white space; the words of a multiword
token are aligned by their forms (longest common subsequence).
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

import wasabi
from spacy.language import Language
from spacy.tokens import Doc

from ...corpora.formats.conllu import SurfaceSentence, SurfaceToken
from ...errors import Errors, UserError

_LONGEST_TEXT, _SHOWN = 50_000, 40
RAW_MEASURES = {
    "tokens_f1": "Tokens (F1)",
    "sentences_f1": "Sentences (F1)",
    "words_f1": "Words (F1)",
    "upos_f1": "UPOS (F1 over aligned words)",
    "end_to_end": "End to end: gold tokens found with the right tag",
    "n_tokens": "Gold tokens",
}
"""The scores, and their names for people."""

Span = tuple[int, int]


@dataclass
class RawCounts:
    """What is compared, added up over texts: gold, of the system, and the same; and the gold tokens with tags."""

    tokens: list[int] = field(default_factory=lambda: [0, 0, 0])
    sentences: list[int] = field(default_factory=lambda: [0, 0, 0])
    words: list[int] = field(default_factory=lambda: [0, 0, 0])
    same_pos: int = 0
    n_tagged: int = 0
    right: int = 0

    def scores(self) -> dict[str, float | int]:
        """The scores by name, see `RAW_MEASURES`."""
        words = [*self.words[:2], self.same_pos]
        return {
            "tokens_f1": _f1(self.tokens),
            "sentences_f1": _f1(self.sentences),
            "words_f1": _f1(self.words),
            "upos_f1": _f1(words),
            "end_to_end": self.right / self.tokens[0] if self.tokens[0] else 0.0,
            "n_tokens": self.tokens[0],
        }


def evaluate_raw(
    nlp: Language, sentences: Iterable[SurfaceSentence], *, own_tags: bool = False
) -> dict[str, float | int]:
    """Tokenize and tag the text of gold sentences, and compare the result with them.

    The text is put together as the gold file notes its spaces. The pipeline gets a paragraph or document at a time
    where the file marks them, and otherwise whole sentences up to some ten thousand characters.

    nlp (Language): The pipeline. Without sentence boundaries of its own, each text is one sentence.
    sentences (Iterable): The gold sentences; read once.
    own_tags (bool): Compare `token.tag_` only, because the gold tags are no universal parts of speech.
    RAISES (UserError): There are sentences, but none has a gold tag (M002).
    RETURNS (dict): See `RAW_MEASURES`. A gold token is right end to end if one token stands where it does and has the
        tag of any of its words, or all of them joined ("ADP+DET").
    """
    counts = RawCounts()
    texts = ((_text(group), group) for group in _texts(sentences))
    first = ""
    with closing(nlp.pipe(texts, as_tuples=True)) as pairs:  # type: ignore[type-var]
        for doc, group in pairs:
            first = first or _text(group)[:_SHOWN]
            _compare(counts, group, doc, own_tags=own_tags)
    if counts.sentences[0] and not counts.n_tagged:  # the scores would be those of tags that nobody gave
        raise UserError(Errors.M002.format(n=counts.sentences[0], first=f"'{first}'"))
    return counts.scores()


def raw_table(scores: dict[str, float | int]) -> str:
    """Lay out the scores of `evaluate_raw` as a table for people."""
    rows = [(RAW_MEASURES[key], f"{n:,}" if isinstance(n, int) else f"{n:.1%}") for key, n in scores.items()]
    return wasabi.table(rows, header=("Measure", "Score"), divider=True, aligns=("l", "r"), max_col=50)


def _texts(sentences: Iterable[SurfaceSentence]) -> Iterator[list[SurfaceSentence]]:
    group: list[SurfaceSentence] = []
    size = 0
    for sentence in sentences:
        if group and (sentence.begins_paragraph or size > _LONGEST_TEXT):
            yield group
            group, size = [], 0
        group.append(sentence)
        size += sum(len(token.text) + 1 for token in sentence.tokens)
    if group:
        yield group


def _text(group: Sequence[SurfaceSentence]) -> str:
    tokens = (token for sentence in group for token in sentence.tokens)
    return "".join(token.text + " " * token.space for token in tokens).strip()


def _compare(counts: RawCounts, group: Sequence[SurfaceSentence], doc: Doc, *, own_tags: bool) -> None:
    gold = [token for sentence in group for token in sentence.tokens]
    found = [token for token in doc if not token.is_space]
    gold_spans = _spans(token.text for token in gold)
    spans = _spans(token.text for token in found)
    _add(counts.tokens, gold_spans, spans)
    ends = [doc[sentence.end - 1].i for sentence in doc.sents] if doc.has_annotation("SENT_START") else []
    _add(counts.sentences, _sentence_spans(group, gold_spans), _found_sentences(doc, ends))
    pos = doc.has_annotation("POS")
    system = [(token.lower_, token.pos_ if pos else token.tag_) for token in found]
    aligned = list(_aligned(gold, gold_spans, [form for form, _ in system], spans))
    counts.words[0] += sum(len(token.words) for token in gold)
    counts.words[1] += len(system)
    counts.words[2] += len(aligned)
    counts.same_pos += sum(gold[i].pos[k] == system[j][1] for i, k, j in aligned)
    given = ({token.tag_} if own_tags else {token.tag_, token.pos_} for token in found)
    tags = dict(zip(spans, given, strict=True))
    for token, span in zip(gold, gold_spans, strict=True):
        wanted = {*token.tags, "+".join(token.tags)} - {""} if any(token.tags) else set()
        counts.n_tagged += bool(wanted)
        counts.right += not wanted.isdisjoint(tags.get(span, ()))


def _spans(texts: Iterable[str]) -> list[Span]:
    """Where texts stand, end to end, white space not counted."""
    spans: list[Span] = []
    at = 0
    for text in texts:
        end = at + len("".join(text.split()))
        spans.append((at, end))
        at = end
    return spans


def _sentence_spans(group: Sequence[SurfaceSentence], spans: Sequence[Span]) -> list[Span]:
    found: list[Span] = []
    first = 0
    for sentence in group:
        last = first + len(sentence.tokens)
        found.append((spans[first][0], spans[last - 1][1]))
        first = last
    return found


def _found_sentences(doc: Doc, ends: Sequence[int]) -> list[Span]:
    texts = [doc[start + 1 : end + 1].text for start, end in zip([-1, *ends], ends, strict=False)] or [doc.text]
    return [span for span in _spans(texts) if span[0] < span[1]]


def _add(counts: list[int], gold: Sequence[Span], found: Sequence[Span]) -> None:
    for i, n in enumerate((len(gold), len(found), len(set(gold) & set(found)))):
        counts[i] += n


def _aligned(
    gold: Sequence[SurfaceToken], gold_spans: Sequence[Span], forms: Sequence[str], spans: Sequence[Span]
) -> Iterator[tuple[int, int, int]]:
    """The aligned words: the gold token, which of its words, and the system's word."""
    j = 0
    for i, (token, (start, end)) in enumerate(zip(gold, gold_spans, strict=True)):
        while j < len(spans) and spans[j][0] < start:
            j += 1
        inside = j
        while inside < len(spans) and spans[inside][1] <= end:
            inside += 1
        if len(token.words) > 1:
            yield from ((i, k, j + n) for k, n in _common([word.lower() for word in token.words], forms[j:inside]))
        elif spans[j : j + 1] == [(start, end)]:
            yield i, 0, j


def _common(gold: Sequence[str], found: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The longest common subsequence of two short sequences, as pairs of places."""
    longest = [[0] * (len(found) + 1) for _ in range(len(gold) + 1)]
    for i in reversed(range(len(gold))):
        for j in reversed(range(len(found))):
            same = gold[i] == found[j]
            longest[i][j] = longest[i + 1][j + 1] + 1 if same else max(longest[i + 1][j], longest[i][j + 1])
    i = j = 0
    while i < len(gold) and j < len(found):
        if gold[i] == found[j]:
            yield i, j
            i, j = i + 1, j + 1
        elif longest[i][j] == longest[i + 1][j]:
            i += 1
        else:
            j += 1


def _f1(counts: Sequence[int]) -> float:
    gold, found, same = counts
    return 2 * same / (gold + found) if gold + found else 0.0

"""From instances as the readers give them to occurrences as the models take them."""

from collections.abc import Iterable

from spacy.language import Language

from ..corpora.sense_instance import Instance
from ..kpca.contexts import Context
from ..kpca.sense_model import Occurrence


def make_occurrences(instances: Iterable[Instance], nlp: Language) -> list[Occurrence]:
    """Tokenise instances; those that come as tokens keep them, with their tags.

    instances (Iterable): The instances.
    nlp (Language): The pipeline whose tokenizer splits the text.
    RETURNS (list): An occurrence for each.
    """
    return [_tokenised(item) if item.tokens else _tokenise(item, nlp) for item in instances]


def _tokenised(item: Instance) -> Occurrence:
    context = Context(item.tokens, tags=item.tags or None, sentence_starts=item.sentence_starts)
    return Occurrence(item.word, context, *item.span, item.senses)


def _tokenise(item: Instance, nlp: Language) -> Occurrence:
    low, high = item.target_span
    with nlp.memory_zone():
        tokens = [(token.text, token.idx) for token in nlp.make_doc(item.text) if not token.is_space]
    inside = [n for n, (text, start) in enumerate(tokens) if start < high and start + len(text) > low]
    return Occurrence(item.word, Context([text for text, _ in tokens]), inside[0], inside[-1] + 1, item.senses)

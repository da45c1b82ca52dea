"""How text becomes types: everything that a worker needs to count a part of a corpus."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

import spacy
from spacy.language import Language

from ...corpora.corpus import Corpus
from ...corpora.splits.tokenizer import splits_id
from ...shared.pipelines import imported_code
from ..settings import Attr, Boundaries

UNSAID = {"normalize": False}
"""What counts of version 0.1.0, which do not say it, were made with."""


@dataclass(frozen=True)
class CountSettings:
    """How text is split into words, and words become types; plain data that travels to any process.

    lang (str): Language code.
    tokenizer (str): The block [nlp.tokenizer] of the config, as JSON.
    tokenizer_data (bytes): The tokenizer's own data; empty if it has none.
    attr (str), normalize (bool), boundaries (str): See `Settings`.
    splits (str): Which answers the tokenizer has learned, see `splits_id`; empty for none.
    format (str), tokenized (bool): See `Corpus`.
    code (tuple): Files of Python that the tokenizer is registered in.
    """

    lang: str
    tokenizer: str
    tokenizer_data: bytes
    attr: Attr
    boundaries: Boundaries
    normalize: bool = True
    format: str = "auto"
    tokenized: bool = False
    code: tuple[str, ...] = ()
    splits: str = ""

    @classmethod
    def of(
        cls, nlp: Language, corpus: Corpus, *, attr: Attr, boundaries: Boundaries, normalize: bool = True
    ) -> "CountSettings":
        """The settings for counting a corpus with a pipeline's tokenizer.

        nlp (Language): The pipeline.
        corpus (Corpus): How its files are read is noted, not which they are.
        attr (str), boundaries (str), normalize (bool): See `Settings`.
        RETURNS (CountSettings): The settings.
        """
        data = nlp.tokenizer.to_bytes() if hasattr(nlp.tokenizer, "to_bytes") else b""
        block = json.dumps(nlp.config["nlp"]["tokenizer"], sort_keys=True)
        reading = corpus.format, corpus.options.tokenized
        return cls(
            str(nlp.lang), block, data, attr, boundaries, normalize, *reading, imported_code(), splits_id(nlp) or ""
        )

    def make_nlp(self) -> Language:
        """A pipeline with the same tokenizer."""
        imported_code(*self.code)
        nlp = spacy.blank(self.lang, config={"nlp": {"tokenizer": json.loads(self.tokenizer)}})
        if self.tokenizer_data:
            nlp.tokenizer.from_bytes(self.tokenizer_data)  # type: ignore[union-attr]
        return nlp

    def about(self) -> dict[str, Any]:
        """The settings as counts note them: two that count differently differ here.

        RETURNS (dict): JSON-serialisable values by name.
        """
        return {
            "lang": self.lang,
            "tokenizer": hashlib.sha256(self.tokenizer.encode() + self.tokenizer_data).hexdigest()[:16],
            **({"splits": self.splits} if self.splits else {}),
            "attr": self.attr,
            "normalize": self.normalize,
            "boundaries": self.boundaries,
            "format": self.format,
            "tokenized": self.tokenized,
        }

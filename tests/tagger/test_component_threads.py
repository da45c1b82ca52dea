"""Threads that share a pipeline share what it remembers of unseen words."""

from typing import Any

import numpy as np
import pytest
from spacy.attrs import ORTH
from spacy.tokens import Doc, Token
from spacy.vocab import Vocab

from spacy_svd2.tagger import tagging


def test_forgetting_in_one_thread_leaves_another_its_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagging, "_MAX_ANSWERS", 60)
    vocab = Vocab()

    def ask(words: list[str]) -> list[Any]:
        batch, _ = tagging.Batch.read([Doc(vocab, words=words)], ORTH)
        return answers(batch, np.arange(len(words)), batch.starts)

    def answer(token: Token, start: bool) -> str:
        if token.text == "slow":  # meanwhile, another thread
            ask([f"word{number}" for number in range(100)])
        return token.text

    answers = tagging._Answers(answer)
    assert ask(["early"]) == ["early"]
    assert ask(["early", "slow", "late"]) == ["early", "slow", "late"]
    ask([f"word{number}" for number in range(100)])
    assert len(answers) == 0

"""What the tests of the commands share."""

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from typer.testing import Result

Run = Callable[..., Result]

SMALL = ["-k", "4", "--min-count", "1", "-s", "w1=8", "-s", "r1=3", "-s", "k1=6", "-s", "r2=3"]
"""Settings that fit the corpus below."""

PARTS = {
    "DET": ["the", "a", "this"],
    "NOUN": ["cat", "dog", "bird", "fish", "horse"],
    "VERB": ["sleeps", "barks", "sings", "eats"],
    "ADV": ["now", "here", "often"],
}


def sentences(n: int = 300) -> list[list[tuple[str, str]]]:
    """Sentences of the form DET NOUN VERB ADV, with tags; the first word of each class is frequent."""
    generator = random.Random(0)
    weights = [4, 1, 1, 1, 1]
    return [
        [(generator.choices(words, weights[: len(words)])[0], tag) for tag, words in PARTS.items()] for _ in range(n)
    ]


SENSES = {
    ("bank", "money"): (["central", "rich", "private"], ["loan", "interest", "account"]),
    ("bank", "shore"): (["muddy", "steep", "green"], ["river", "stream", "lake"]),
    ("plant", "factory"): (["chemical", "steel", "modern"], ["workers", "engines", "strike"]),
    ("plant", "living"): (["wild", "tall", "young"], ["leaves", "roots", "flowers"]),
}


def sense_lines(numbers: Iterable[int]) -> list[str]:
    """Lines of a .tsv of senses: for each number and sense a context in words of that sense."""
    lines = []
    for number in numbers:
        for (word, sense), (before, after) in SENSES.items():
            left = f"the {before[number % 3]}"
            right = f"and its {after[number // 3 % 3]} number {number}"
            lines.append(f"{sense}\t{left}\t{word}\t{right}\t{word}.n\n")
    return lines


def start(*arguments: object) -> "subprocess.Popen[str]":
    """Run the command line in a process of its own."""
    command = [sys.executable, "-m", "spacy_svd2", *map(str, arguments)]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, start_new_session=True
    )


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def flat(text: str) -> str:
    """Text without line breaks: messages are wrapped."""
    return " ".join(text.split())

"""The command `kpca`: word senses, under `python -m spacy kpca`."""

from ..common.card import card_cli
from ..common.command_group import command_group
from .convert import convert_cli
from .evaluate import evaluate_cli
from .explain import explain_cli
from .report import report_cli
from .train import train_cli

app = command_group(
    "kpca",
    help="Word senses from labelled examples: train, evaluate, explain and look at them.",
    commands={
        "train": train_cli,
        "evaluate": evaluate_cli,
        "explain": explain_cli,
        "report": report_cli,
        "convert": convert_cli,
        "card": card_cli,
    },
)

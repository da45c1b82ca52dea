"""The command `kpca`: word senses, under `python -m spacy kpca`."""

from ..common.card import card_cli
from ..common.command_group import command_group
from .convert import convert_cli
from .evaluate import evaluate_cli
from .explain import explain_cli
from .find import find_cli
from .induce import induce_cli
from .label import label_cli
from .report import report_cli
from .suggest import suggest_cli
from .train import train_cli

app = command_group(
    "kpca",
    help="Word senses: find what to label, train, evaluate, explain and look at them.",
    commands={
        "find": find_cli,
        "suggest": suggest_cli,
        "label": label_cli,
        "induce": induce_cli,
        "train": train_cli,
        "evaluate": evaluate_cli,
        "explain": explain_cli,
        "report": report_cli,
        "convert": convert_cli,
        "card": card_cli,
    },
)

"""The command `svd2`: under `python -m spacy svd2`, and alone as `spacy-svd2`."""

from ..common.card import card_cli
from ..common.command_group import command_group
from .clusters import clusters_cli
from .compare import compare_cli
from .corpus import corpus_cli
from .correct import correct_cli
from .count import count_cli, merge_cli
from .dictionary import dictionary_cli
from .evaluate import evaluate_cli
from .label import label_cli
from .name import name_cli
from .neighbours import neighbours_cli
from .new import new_cli
from .report import report_cli
from .splits import splits_cli
from .suggest import suggest_cli
from .tag import tag_cli
from .train import train_cli
from .trust import trust_cli

app = command_group(
    "svd2",
    help="Part-of-speech tags from raw text: train, look at, evaluate and name word clusters.",
    commands={
        "new": new_cli,
        "corpus": corpus_cli,
        "splits": splits_cli,
        "train": train_cli,
        "count": count_cli,
        "merge": merge_cli,
        "evaluate": evaluate_cli,
        "compare": compare_cli,
        "card": card_cli,
        "clusters": clusters_cli,
        "neighbours": neighbours_cli,
        "suggest": suggest_cli,
        "label": label_cli,
        "dictionary": dictionary_cli,
        "name": name_cli,
        "tag": tag_cli,
        "correct": correct_cli,
        "trust": trust_cli,
        "report": report_cli,
    },
)


def main() -> None:
    """Run the command line alone."""
    app(prog_name="spacy-svd2")

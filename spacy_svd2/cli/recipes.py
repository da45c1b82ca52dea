"""The settings of the two configs in configs/, for those who train without a config."""

from typing import Any, Literal

Recipe = Literal["default", "paper"]

RECIPES: dict[str, dict[str, Any]] = {
    "default": {
        "n_tags": 45,
        "scaling": "sqrt-cca",
        "min_count": 5,
        "w1": 1000,
        "r1": 50,
        "k1": 500,
        "r2": 50,
    },
    "paper": {
        "n_tags": 45,
        "scaling": "raw",
        "min_count": 1,
        "w1": 1000,
        "r1": 100,
        "k1": 500,
        "r2": 300,
        "n_passes": 2,
    },
}
"""Settings by recipe: "default" as configs/svd2.cfg, "paper" as configs/svd2_paper.cfg (Lamar et al. 2010)."""

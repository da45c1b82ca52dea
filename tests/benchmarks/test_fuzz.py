"""A few of the mutations that `fuzz` tries by the hundred thousand."""

from contextlib import nullcontext
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchmarks.fuzz import Tally, run_case
from benchmarks.fuzzing.choices import Seeded
from benchmarks.fuzzing.targets import INPUTS, make_target

short = settings(deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
target_of = cache(make_target)


def check(name: str, number: int) -> None:
    tally = Tally()
    run_case(target_of(name), nullcontext(), Seeded(number), tally, number)
    assert tally.faults == []


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", ["svd2_tagger", "kpca_wsd"])
@settings(short, max_examples=200)
@given(number=st.integers(0, 1 << 32))
def test_artifacts(name: str, number: int) -> None:
    check(name, number)


@pytest.mark.parametrize("name", INPUTS)
@settings(short, max_examples=25)
@given(number=st.integers(0, 1 << 32))
def test_inputs(name: str, number: int) -> None:
    check(name, number)


def test_a_fault_is_told() -> None:
    """The harness itself: whatever is no `UserError` with a code is a fault."""

    class Broken:
        def mutate(self, choices: Any) -> tuple[str, None]:
            return "nothing", None

        def check(self, case: None) -> str:
            raise IndexError("mine")

    tally = Tally()
    run_case(Broken(), nullcontext(), Seeded(0), tally, 7)
    assert [(fault["case"], fault["fault"]) for fault in tally.faults] == [(7, "IndexError: mine")]
    assert tally.report()["answers"] == {"FAULT": 1}

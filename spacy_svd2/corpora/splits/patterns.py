"""Rules as the regular expressions of a tokenizer.

Cuts are infixes without width. What must stay whole is kept from the language's own prefixes, suffixes and infixes by a
negative look-ahead before them.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from spacy.lang.char_classes import ALPHA

from .rules import Rule, Rules
from .signs import EMOJI, HYPHENS, char_class, currency, digit, final_sign, letter
from .sites import AFTER, BEFORE, Family

_DOTS = "……+"  # the dots of Chinese are one sign
NEVER = "(?!)"
"""What fits nowhere."""


@dataclass
class Patterns:
    """Regular expressions for a tokenizer.

    prefixes, suffixes, infixes (list): What is cut, before the language's own.
    kept_prefixes, kept (list): Where the language's own prefixes, or suffixes and infixes, must not begin a match.
    whole (list): Words that stay whole.
    """

    prefixes: list[str] = field(default_factory=list)
    suffixes: list[str] = field(default_factory=list)
    infixes: list[str] = field(default_factory=list)
    kept_prefixes: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    whole: list[str] = field(default_factory=list)


def patterns_of(rules: Rules) -> Patterns:
    """Write rules as regular expressions."""
    found = Patterns()
    for family, decided in rules.families.items():
        sign = char_class(family.signs) if family.signs else ""
        if not family.left:
            _add_prefix(found, sign, f"(?={_beside(family.right)})", decided)
        else:
            _add_others(found, family, sign, decided)
    found.infixes += [f"(?<={letter()})(?=(?i:{re.escape(ending)})$)" for ending in rules.endings]
    for signs in rules.doubled:
        name = f"doubled{ord(signs[0])}"
        found.whole.append(f"(?i:(?P<{name}>{_word()}+){char_class(signs)}(?P={name}))$")
    return found


def _add_prefix(found: Patterns, sign: str, after: str, rules: Sequence[Rule]) -> None:
    found.kept_prefixes.append(sign + after + _condition(rules, AFTER, sign))
    found.prefixes.append(f"^{sign}{after}{_choice(rules, AFTER, sign)}")


def _add_others(found: Patterns, family: Family, sign: str, rules: Sequence[Rule]) -> None:
    left, right = _beside(family.left), _beside(family.right) if family.right else "$"
    some = _condition(rules, BEFORE, sign)  # empty where one of them is about all words
    # the sign is looked for first: it is rare, and a class of all letters takes long
    at_sign, behind_sign = (f"(?={sign})", f"(?<={sign})") if sign else ("", "")
    found.kept.append(f"{at_sign}(?<={left}){some}{sign}{'$' if not family.right else f'(?={right})'}")
    if not family.right:
        found.suffixes.append(f"{at_sign}(?<={left}){_choice(rules, BEFORE, sign)}{sign}$")
        return
    found.infixes.append(f"{at_sign}(?<={left})(?={sign}{right}){_choice(rules, BEFORE, sign)}")
    if sign:
        behind = f"{behind_sign}(?<={left}{sign})(?={right})"
        found.infixes.append(behind + _choice(rules, AFTER, sign))
        found.kept.append(behind + _condition(rules, AFTER, sign))
    if family.right == "Q":
        found.infixes.append(f"(?={right})(?<={letter()}{sign}){right}(?={_word()})")


def _choice(rules: Sequence[Rule], side: int, sign: str) -> str:
    """A condition, without width, that holds where the first rule that fits cuts on a side of the sign."""
    cut = NEVER
    for cuts, group in groupby(reversed(rules), lambda rule: bool(rule.action & side)):
        here = _condition(list(group), side, sign)
        if cuts:
            cut = f"(?:{here}|{cut})" if here and cut != NEVER else here
        elif cut != NEVER:
            cut = f"(?!{here}){cut}" if here else NEVER
    return cut


def _condition(rules: Sequence[Rule], side: int, sign: str) -> str:
    """That the letters of one of some rules are beside the sign: without width, and empty where they are any."""
    before, after = ("", sign) if side == BEFORE else (sign, "")
    sides: dict[tuple[int, str], list[str]] = defaultdict(list)
    for rule in rules:
        if not rule.left + rule.right:
            return ""
        # look-behinds need a width, so those of the same width share one
        sides[len(rule.left), rule.right if rule.left else ""].append(rule.left or rule.right)
    found = []
    for (width, right), texts in sides.items():
        left = f"(?<=(?<!{_word()}){_any(texts)}{before})" if width else ""
        rights = [right] if width else texts
        found.append(left + (f"(?={after}{_any(rights)}(?!{_word()}))" if any(rights) else ""))
    return f"(?:{'|'.join(found)})"


def _any(texts: Sequence[str]) -> str:
    return f"(?i:{'|'.join(map(re.escape, texts))})"


def _beside(kind: str) -> str:
    return {"L": letter(), "N": digit(), "Q": '["“„«‹(]'}[kind]


def _word() -> str:
    return letter(or_digit=True)


def common_patterns() -> Patterns:
    """What is right in all languages, whatever the rules of the language know of.

    Punctuation of all scripts and signs of currency are cut off. Emoji, numbers, dates, abbreviations of single letters
    and mere letters are whole. To say so of letters is also a short cut: it saves the search for signs in most words.
    """
    sign, number, other = final_sign(), digit(), f"(?![{ALPHA}]){letter()}"
    word = f"(?:{_word()}|{sign})"
    # spaCy leaves a full stop or a comma after letters, such as Georgian ones, and digits that it does not know
    before_stop = f"{letter()}{other}|{number}(?![0-9]){number}|{number}{currency()}"
    one_letter = rf"{letter()}(?:(?!\w){letter()})*"  # with its marks
    return Patterns(
        prefixes=[f"^{EMOJI}", f"^{_DOTS}", f"^{sign}", f"^{currency()}(?={number})"],
        suffixes=[
            f"{EMOJI}$",
            f"{_DOTS}$",
            f"{sign}$",
            f"(?={currency()})(?<={number}){currency()}$",
            rf"(?=\.$)(?<={before_stop})\.$",
        ],
        infixes=[
            EMOJI,
            _DOTS,
            f"(?={sign})(?<={word})(?!(?<={number}){sign}{number}){sign}(?={word})",
            f"(?=,)(?<={other}),(?={letter()})",
        ],
        kept=[f"(?=[.,:/])(?<={number})[.,:/](?={number})"],
        whole=[
            f"{letter()}+$",
            f"{number}{{4}}(?P<dash>{char_class(HYPHENS)}){number}{{2}}(?P=dash){number}{{2}}$",
            rf"(?:{one_letter}\.){{2,}}$",
        ],
    )

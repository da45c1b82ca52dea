"""From answers to rules of spaCy's own tokenizer, which are saved with a pipeline and need nothing of this package.

A rule is about a place in a word: the most specific one decides, an answered word before a clitic (`il-`, `'r`) before
all words with the same sign. Cuts are infixes without width; what must stay whole is kept from the language's own
prefixes, suffixes and infixes by a negative look-ahead before them.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from spacy.tokenizer import Tokenizer  # type: ignore[import-not-found]

from .signs import EMOJI, char_class, digit, final_signs, letter
from .sites import AFTER, BEFORE, BOTH, WHOLE, Family, Site, cuts_of, sites_of

Answers = dict[str, tuple[str, ...]]
"""The pieces of each word that somebody has decided on."""

_MOST = 0.75  # of a family's answers, to hold for words that none of them is about
_NEVER = "(?!)"


@dataclass(frozen=True)
class Rule:
    """What to do where these letters are beside a sign; empty for any."""

    left: str
    right: str
    action: int


@dataclass
class Rules:
    """What answers say of all words.

    families (dict): For each family its rules, of which the first that fits decides; without one for all words, the
        language's own rules decide about the others.
    endings (list): Ends of words that are cut off within letters, such as "n't".
    doubled (list): Signs between twice the same letters, which are no reason for a cut.
    """

    families: dict[Family, list[Rule]]
    endings: list[str]
    doubled: list[str]


def learn_rules(answers: Answers) -> Rules:
    """Generalise answers.

    A sign that is cut off with the letters before it makes a clitic of these (`l'`, `il-`), one that is cut off with
    the letters after it makes one of those (`'r`), and so does what several answers agree on.
    """
    found: dict[Family, list[tuple[Site, int]]] = defaultdict(list)
    doubled: dict[Family, list[tuple[Site, int]]] = defaultdict(list)
    endings: list[str] = []
    for word, pieces in answers.items():
        cuts = cuts_of(pieces)
        sites = list(sites_of(word))
        for site in sites:
            if not _is_only_itself(site.family):
                (doubled if site.is_doubled else found)[site.family].append((site, site.action(cuts)))
        last = len(word) - len(pieces[-1])
        at_signs = {place for site in sites for place in (site.start, site.end)}
        if last and last not in at_signs and any(site.start > last and site.right for site in sites):
            endings.append(pieces[-1].lower())
    families = {family: _rules(sites) for family, sites in {**doubled, **found}.items()}
    whole = [
        family.signs
        for family, sites in doubled.items()
        if family in found and _most(Counter(action for _, action in sites)) == WHOLE
    ]
    for family, rules in list(families.items()):
        _widen(families, family, rules)
    families = {family: _without_needless(rules) for family, rules in families.items()}
    return Rules(families, list(dict.fromkeys(endings)), whole)


def _is_only_itself(family: Family) -> bool:
    """Whether an answer says nothing of other words: a full stop is part of this abbreviation, or ends a sentence."""
    return family.signs == "." and family.left != "I"


def _rules(sites: list[tuple[Site, int]]) -> list[Rule]:
    pairs: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    parts: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    for site, action in sites:
        pairs[site.left, site.right][action] += 1
    for (left, right), actions in pairs.items():
        for part in ((left, ""), ("", right)):
            if any(part):
                parts[part][_most(actions)] += 1
    rules = [Rule(left, right, _most(actions)) for (left, right), actions in pairs.items() if left and right]
    clitics = [(part, actions) for part, actions in parts.items() if _is_clitic(part, actions)]
    clitics.sort(key=lambda clitic: (clitic[1].total() == 1, _most(clitic[1])))
    rules += [Rule(*part, _most(actions)) for part, actions in clitics]
    return [*rules, Rule("", "", _usual(Counter(_most(actions) for actions in pairs.values())))]


def _is_clitic(part: tuple[str, str], actions: Counter[int]) -> bool:
    action = _most(actions)
    if actions.total() > 1:
        return actions[action] == actions.total()
    return action == (AFTER if part[0] else BEFORE)


def _usual(votes: Counter[int]) -> int:
    """What to do with words that no answer is about. Clitics are few: others need not be cut as they are."""
    top, n = votes.most_common(1)[0]
    if n >= _MOST * votes.total() or not votes[WHOLE] + votes[BOTH]:
        return top
    return BOTH if votes[BOTH] > votes[WHOLE] else WHOLE


def _most(actions: Counter[int]) -> int:
    return actions.most_common(1)[0][0]


def _widen(families: dict[Family, list[Rule]], family: Family, rules: list[Rule]) -> None:
    """Let clitics before letters be clitics before numbers and quotation marks too."""
    clitics = [rule for rule in rules if rule.left and not rule.right and rule.action == AFTER]
    for kind in "NQ" if family.left == family.right == "L" and clitics else "":
        wider = Family(family.signs, "L", kind)
        families[wider] = [*families.get(wider, [])[:-1], *clitics, *families.get(wider, [])[-1:]]


def _without_needless(rules: list[Rule]) -> list[Rule]:
    """The rules without those of which later ones say the same."""
    kept: list[Rule] = []
    for rule in reversed(rules):
        fitting = [other for other in kept if _may_fit(other, rule)]
        sure = next((n for n, other in enumerate(fitting) if _always_fits(other, rule)), None)
        if sure is None or {other.action for other in fitting[: sure + 1]} != {rule.action}:
            kept.insert(0, rule)
    return kept


def _may_fit(rule: Rule, other: Rule) -> bool:
    """Whether a rule can be about words that another one is about."""
    return all(not a or not b or a == b for a, b in ((rule.left, other.left), (rule.right, other.right)))


def _always_fits(rule: Rule, other: Rule) -> bool:
    """Whether a rule is about all words that another one is about."""
    return rule.left in ("", other.left) and rule.right in ("", other.right)


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
    found.whole += [f"^(?i:({_word()}+){char_class(signs)}\\1)$" for signs in rules.doubled]
    return found


def _add_prefix(found: Patterns, sign: str, after: str, rules: Sequence[Rule]) -> None:
    found.kept_prefixes.append(sign + after)
    found.prefixes.append(f"^{sign}{after}{_choice(rules, AFTER, sign)}")


def _add_others(found: Patterns, family: Family, sign: str, rules: Sequence[Rule]) -> None:
    left = f"(?<!{_word()}){letter()}" if family.left == "I" else _beside(family.left)
    right = _beside(family.right) if family.right else "$"
    some = "" if not rules[-1].left + rules[-1].right else _condition(rules, BEFORE, sign)
    found.kept.append(f"(?<={left}){some}{sign}{'$' if not family.right else f'(?={right})'}")
    if not family.right:
        found.suffixes.append(f"(?<={left}){_choice(rules, BEFORE, sign)}{sign}$")
        return
    found.infixes.append(f"(?<={left})(?={sign}{right}){_choice(rules, BEFORE, sign)}")
    if sign:
        found.infixes.append(f"(?<={left}{sign})(?={right}){_choice(rules, AFTER, sign)}")
    if family.right == "Q":
        found.infixes.append(f"(?<={letter()}{sign}){right}(?={_word()})")


def _choice(rules: Sequence[Rule], side: int, sign: str) -> str:
    """A condition, without width, that holds where the first rule that fits cuts on a side of the sign."""
    cut = _NEVER
    for cuts, group in groupby(reversed(rules), lambda rule: bool(rule.action & side)):
        here = _condition(list(group), side, sign)
        if cuts:
            cut = f"(?:{here}|{cut})" if here and cut != _NEVER else here
        elif cut != _NEVER:
            cut = f"(?!{here}){cut}" if here else _NEVER
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
    return {"L": letter(), "N": digit(), "Q": "[\"“„«‹(]"}[kind]


def _word() -> str:
    return letter(or_digit=True)


def add_common_rules(tokenizer: Tokenizer) -> None:
    """Cut the punctuation of all scripts, and keep emoji whole, whatever the language's own rules know of.

    tokenizer (Tokenizer): spaCy's tokenizer; it is changed.
    """
    sign = f"[{final_signs()}]"
    beyond = Patterns(
        [f"^{EMOJI}", f"^{sign}"], [f"{EMOJI}$", f"{sign}$"], [EMOJI, f"(?<={_word()}){sign}(?={letter()})"]
    )
    _add(tokenizer, beyond, after=True)


def add_rules(tokenizer: Tokenizer, answers: Answers) -> None:
    """Make a tokenizer cut words as somebody has decided, and words like these in the same way.

    tokenizer (Tokenizer): spaCy's tokenizer; it is changed. An answer beats its own rules, and earlier answers.
    answers (dict): The pieces by word.
    """
    _add(tokenizer, patterns_of(learn_rules(answers)))
    for word, pieces in answers.items():
        for text in dict.fromkeys([word, word.lower(), word[:1].upper() + word[1:]]):
            wanted = list(_cut_like(text, pieces))
            if len(text) == len(word) and [token.text for token in tokenizer(text)] != wanted:
                tokenizer.add_special_case(text, [{"ORTH": piece} for piece in wanted])


def _cut_like(text: str, pieces: Iterable[str]) -> Iterator[str]:
    start = 0
    for piece in pieces:
        yield text[start : start + len(piece)]
        start += len(piece)


def _add(tokenizer: Tokenizer, patterns: Patterns, after: bool = False) -> None:
    tokenizer.prefix_search = _search(tokenizer.prefix_search, patterns.prefixes, patterns.kept_prefixes, after).search
    tokenizer.suffix_search = _search(tokenizer.suffix_search, patterns.suffixes, patterns.kept, after).search
    tokenizer.infix_finditer = _search(tokenizer.infix_finditer, patterns.infixes, patterns.kept, after).finditer
    if patterns.whole:
        tokenizer.token_match = _search(tokenizer.token_match, patterns.whole, [], after).match


def _search(own: Callable[..., Any] | None, cut: list[str], kept: list[str], after: bool) -> re.Pattern[str]:
    base = _NEVER if own is None else own.__self__.pattern  # type: ignore[attr-defined]
    guarded = f"(?!{'|'.join(kept)})(?:{base})" if kept else f"(?:{base})"
    return re.compile("|".join([guarded, *cut] if after else [*cut, guarded]))

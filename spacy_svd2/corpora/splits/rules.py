"""From answers to rules: an answered word decides before a clitic (`il-`, `'r`), and this before all with the sign."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from .signs import APOSTROPHES
from .sites import AFTER, BEFORE, BOTH, WHOLE, Family, Site, cuts_of, kind_of, sites_of

Answers = dict[str, tuple[str, ...]]
"""The pieces of each word that somebody has decided on."""

_ENOUGH = 3  # words that keep an apostrophe at their edge, so that others do, if an answer cuts one as a quotation mark
_MOST = 0.75  # of a family's answers, to hold for words that none of them is about


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
    found: dict[Family, list[Answer]] = defaultdict(list)
    doubled: dict[Family, list[Answer]] = defaultdict(list)
    endings: list[str] = []
    for word, pieces in answers.items():
        cuts = cuts_of(pieces)
        sites = [site for site in sites_of(word) if site.family.signs != "."]  # a full stop is of this word, or ends it
        last = len(word) - len(pieces[-1])
        at_signs = {place for site in sites for place in (site.start, site.end)}
        has_ending = last not in (0, *at_signs) and any(site.start > last and site.right for site in sites)
        if has_ending:
            endings.append(pieces[-1].lower())
        for site in sites:
            inner = _is_inside_clitic(word, site, cuts)
            answer = Answer(site, site.action(cuts), inner, has_ending and site.start > last)
            (doubled if site.is_doubled else found)[site.family].append(answer)
    at_edges = [answer.action for family, given in found.items() if _is_quotable(family) for answer in given]
    enough = _ENOUGH if BEFORE in at_edges or AFTER in at_edges else 1
    families = {
        family: _rules(given, enough if _is_quotable(family) else 1) for family, given in {**doubled, **found}.items()
    }
    whole = [
        family.signs
        for family, given in doubled.items()
        if family in found and _most(Counter(answer.action for answer in given)) == WHOLE
    ]
    for family, rules in list(families.items()):
        _widen(families, family, rules)
    families = {family: _without_needless(rules) for family, rules in families.items()}
    return Rules(families, list(dict.fromkeys(endings)), whole)


@dataclass(frozen=True)
class Answer:
    """What an answer says of a place.

    site (Site): The place.
    action (int): How the word is cut there.
    is_inside_clitic (bool): Whether it is whole within a piece that begins or ends with another sign, as in "-t-il".
    is_in_ending (bool): Whether it is in an ending that is cut off within letters.
    """

    site: Site
    action: int
    is_inside_clitic: bool
    is_in_ending: bool


def _is_inside_clitic(word: str, site: Site, cuts: frozenset[int]) -> bool:
    start = max(cut for cut in (0, *cuts) if cut <= site.start)
    end = min(cut for cut in (len(word), *cuts) if cut >= site.end)
    edges = {start, end - 1} - {site.start}
    return site.action(cuts) == WHOLE and any(kind_of(word[edge]) == "S" for edge in edges)


def _is_quotable(family: Family) -> bool:
    """Whether the sign may also be a quotation mark around a word."""
    return family.signs == APOSTROPHES and "" in (family.left, family.right)


def _rules(answers: list[Answer], enough: int) -> list[Rule]:
    """The rules of a family; so many words must be whole before others are."""
    pairs: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    parts: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)
    general: set[tuple[str, str]] = set()  # those that say something of other words
    for answer in answers:
        pair = answer.site.left, answer.site.right
        pairs[pair][answer.action] += 1
        if not answer.is_inside_clitic and not answer.is_in_ending:
            general.add(pair)
    for left, right in sorted(general):
        for part in ((left, ""), ("", right)):
            if any(part):
                parts[part][_most(pairs[left, right])] += 1
    rules = [Rule(left, right, _most(actions)) for (left, right), actions in pairs.items() if left and right]
    clitics = [(part, actions) for part, actions in parts.items() if _is_clitic(part, actions)]
    endings = dict.fromkeys(Rule("", answer.site.right, WHOLE) for answer in answers if answer.is_in_ending)
    clitics.sort(key=lambda clitic: (clitic[1].total() == 1, _most(clitic[1])))
    rules += [*endings, *(Rule(*part, _most(actions)) for part, actions in clitics)]
    votes = Counter(_most(actions) for pair, actions in pairs.items() if pair in general or not general)
    usual = _usual(votes)
    if usual == WHOLE and votes[WHOLE] < enough:
        return [*rules, *(Rule(*pair, WHOLE) for pair, actions in pairs.items() if _most(actions) == WHOLE)]
    return [*rules, Rule("", "", usual)]


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

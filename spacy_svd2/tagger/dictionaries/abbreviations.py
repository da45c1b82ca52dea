"""What dictionaries call the parts of speech, in five languages, and the tags of Universal Dependencies for it."""

import re
from functools import cache
from unicodedata import normalize

from ..naming.tag_names import UPOS_GLOSSES

_NAMES = {
    "NOUN": (
        "n noun nom nomen s sb sub subst sust sost substantiv substantive substantif sustantivo substantivo "
        "substantivum common-noun noun-common nomen-commune count-noun mass-noun nc nm nf nn nmf nfm nmpl nfpl npl "
        "nsg nt nco nad nmas nfem nneut m f mf fm sm sf smf mpl fpl nominal noun-class verbal-noun vn vbn "
        "noun-phrase ncl hauptwort namenwort dingwort nom-commun nom-masculin nom-feminin nominalization masdar "
        "n-class"
    ),
    "PROPN": (
        "propn pn np npr nprop n-prop n-pr pr-n prop prop-n propname proper-noun proper-name proper name "
        "nom-propre nombre-propio nome-proprio nome-próprio eigenname topn toponym toponyme place-name placename "
        "person-name antrop anthroponym"
    ),
    "VERB": (
        "v vb verb verbe verbo verbum vt vi vtr vintr vit vti vd vdt vs vst vtrans vintrans va vn-verb vpr vprnl "
        "vr vrefl vpron vimp vimpers vin vtri vitr vdi vtd vbi vbt tr intr v-tr v-intr zeitwort transitive-verb "
        "intransitive-verb ditransitive-verb stative-verb verb-transitive verb-intransitive verbal vp verb-phrase "
        "v-t-d v-bi vdef vmedial vrec vcaus v-stat "
        "vblex vbdo vbl"
    ),
    "ADJ": (
        "a adj adjective adjectif adjetivo adjectivo adjektiv adjectival aj jj eigenschaftswort adj-num-ord stative "
        "preadj"
    ),
    "ADV": (
        "adv adverb adverbe adverbio advérbio adverbial av rb ideophone ideo idph id idéophone ideófono ideofono "
        "umstandswort adv-phrase loc-adv locution-adverbiale advp preadv cnjadv"
    ),
    "PRON": (
        "pron pro prn pronoun pronom pronombre pronome pronomen fürwort personal-pronoun pers-pron pronpers "
        "pron-pers pro-form proform pronominal ppron interrog interrogative relative-pronoun rel-pron pronrel "
        "poss-pron possessive-pronoun reflexive-pronoun indefinite-pronoun interrogative-pron "
        "interrogative-pro-form demonstrative-pronoun rel"
    ),
    "DET": (
        "det determiner déterminant determinante art article artículo articulo artigo artikel geschlechtswort dem "
        "demo demonstrative démonstratif demonstrativo poss possessive possessif posesivo possessivo quant "
        "quantifier quantifieur cuantificador quantificador adj-poss adj-dem indefinite-article definite-article "
        "demons predet detpos"
    ),
    "ADP": (
        "adp prep pr preposition préposition preposición preposição präp präposition post postp posp postposition "
        "postposición posposición posposição adposition verhältniswort circumposition circum coverb "
        "relational-noun loc-prép po"
    ),
    "AUX": (
        "aux v-aux auxv vaux auxiliary auxiliary-verb auxiliaire verbe-auxiliaire auxiliar hilfsverb cop copula "
        "copule cópula kopula modal modal-verb tam tense-marker vbser vbhaver vbmod"
    ),
    "CCONJ": (
        "cconj cc coordconn coord coordinating-connective coordinating-conjunction conj-coord "
        "conjonction-de-coordination cnjcoo"
    ),
    "SCONJ": (
        "sconj subord subordconn subordinating-connective subordinating-conjunction conj-sub conj-subord comp "
        "complementizer subordinator conjonction-de-subordination relativizer cnjsub cs"
    ),
    "CCONJ|SCONJ": (
        "conj cnj conn con connective conjunction conjonction conjunción conjuncion conjunção konj konjunktion "
        "conjunctive connecteur bindewort lig linker"
    ),
    "NUM": (
        "num nu card numeral number numéral numéro número numero numerale cardinal cardinal-numeral numr zahlwort "
        "zahl distrnum multipnum partitivenum numeral-cardinal adj-num"
    ),
    "NUM|ADJ": "ord ordnum ordinal ordinal-numeral ordinal-number",
    "PART": (
        "part ptcl prt pcl pt particle particule partícula particula partikel neg negation négation negative "
        "negator prtcl focus topic question-particle verbal-particle tamparticle discourse-particle marker"
    ),
    "INTJ": (
        "intj interj int ij excl exclam exclamation interjection interjección interjeccion interjeição "
        "interiezione exclamación ausruf empfindungswort greeting onom onomatopoeia onomatopée onomatopeya itj"
    ),
    "PUNCT": "punct punctuation punc punkt satzzeichen cm sent lpar rpar lquot rquot guio apos",
    "SYM": "sym symbol symbole símbolo",
    "VERB|ADJ": "v-ptcp ptcp participle participe participio particípio partizip pp",
    "VERB|NOUN": "v-msdr ger gerund gérondif gerundio gerúndio v-nmlz",
    "VERB|ADV": "v-cvb converb",
    "NOUN|PART": "clf classifier cl class classificateur clasificador classificador klassifikator",
    "X": "abbr acr abbreviation abrév abreviatura abkürzung foreign foreign-word",
    "": (
        "pref prefix préfixe prefijo prefixo präfix suf suff sfx suffix suffixe sufijo sufixo infix inf infixe "
        "infijo infixo circumfix circumfixe affix affixe afijo afixo affixes interfix clitic enclitic proclitic "
        "root racine raíz raiz bound bound-root rad radical phrase phr proverb prov proverbe proverbio provérbio "
        "idiom expr expression expresión loc locution locución locução saying letter character syllable "
        "romanization punctuation-mark combining-form prep-phrase adv-phrase nominalizer compound"
    ),
}
"""By tag, what it is called. `|` separates the tags of what may be either; without a tag are parts of words, and
phrases."""

_LETTERS = re.compile(r"[^\W\d_]+")
_SEPARATORS = re.compile(r"\s*(?:[,;/&+|]|\s(?:and|or|et|ou|y|o|e|und|oder)\s)\s*", re.IGNORECASE)

_SHORT = 4


@cache
def _known() -> dict[str, str]:
    return {_key(name): tag for tag, names in _NAMES.items() for name in names.split()}


def propose(pos: str) -> tuple[str, ...] | None:
    """Propose tags of Universal Dependencies for a part of speech of a dictionary.

    pos (str): What the dictionary writes, such as "n.m.", "vt", "prép." or "Transitive verb".
    RETURNS (tuple): The tags; none for what is no word, such as a prefix; None if the abbreviation is not known.
    """
    if pos in UPOS_GLOSSES:
        return (pos,)
    whole = _tag(pos)
    if whole is not None:
        return _tags(whole)
    parts = [part for part in _SEPARATORS.split(pos) if _key(part)]
    if len(parts) > 1:
        proposals = [one for part in parts if (one := propose(part)) is not None]
        if len(proposals) < len(parts):  # what follows is an addition: "n., masc."
            return propose(parts[0])
        return tuple(dict.fromkeys(tag for one in proposals for tag in one))
    return _propose_phrase(_LETTERS.findall(pos))


def _propose_phrase(words: list[str]) -> tuple[str, ...] | None:
    """The tag of the only known word of a phrase, or of the first: "verb of motion", "n. inanimate"."""
    found = [tag for word in words if (tag := _tag(word)) is not None and len(word) > 2]
    if "" in found:
        return ()
    if len(set(found)) == 1:
        return _tags(found[0])
    first = _tag(words[0]) if len(words) > 1 else None
    return None if first is None else _tags(first)


def _tag(name: str) -> str | None:
    """The tag of a name, perhaps in the plural: "Nouns"."""
    key = _key(name)
    singular = key.removesuffix("s") if len(key) > _SHORT else key
    return _known().get(key, _known().get(singular))


def _tags(joined: str) -> tuple[str, ...]:
    return tuple(filter(None, joined.split("|")))


def _key(name: str) -> str:
    """What is compared: the letters, without accents and case."""
    return "".join(_LETTERS.findall(normalize("NFKD", name))).casefold()

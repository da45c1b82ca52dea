"""Every message a user can see, with its code, and the exception that carries it.

Codes by area: A artifacts, C corpora, K kpca_wsd, L command line, M metrics, P pipeline components,
S the tagger's numerics. A message names the file, line or component and says what to do.
"""

from typing import Any


class UserError(ValueError):
    """Something the user can mend: bad input, a bad setting, a damaged file.

    The command line prints it without a traceback; in Python it is an ordinary `ValueError`.
    """


class _Coded(type):
    """Put the code in front of each message: `Errors.A001` is "[A001] ..."."""

    def __getattribute__(cls, name: str) -> Any:
        value = super().__getattribute__(name)
        return value if name.startswith("_") else f"[{name}] {value}"


class Errors(metaclass=_Coded):
    # Artifacts
    A001 = "Can't read the artifact '{path}': no such file. Train one, or check the path."
    A002 = "'{path}' is not a spacy-svd2 artifact or is damaged ({why}). Train it again, or restore the file."
    A003 = "'{path}' holds a '{found}' artifact; '{wanted}' is needed here. Check which file goes to which component."
    A004 = (
        "'{path}' has format version {found}; this spacy-svd2 reads versions up to {known}. "
        "Upgrade spacy-svd2, or train the artifact again."
    )
    A005 = "'{path}' is damaged: array '{name}' {why}. Train it again, or restore the file."

    # Sense-annotated corpora
    C101 = "Can't read '{path}': {why}. Check the path, and that a .gz file is complete."
    C102 = "'{path}', line {line}: not {encoding} text. Convert the file to UTF-8, or name its encoding."
    C103 = "'{path}', line {line}: not a lexical sample in Senseval's format: {why}. Check that it is the corpus file."
    C104 = "'{path}', line {line}: the line {why}. Correct the line."
    C105 = "The key '{path}' has no answer for instance '{id}' of '{corpus}'. Check that both are of the same sample."
    C106 = "'{path}', line {line}: {why}. Correct the line, or leave it out."
    C107 = (
        "'{path}' holds no word file ('.txt' or '.json'). Name the folder of the unpacked sample, or one word's file."
    )

    # Word senses
    K001 = "'{name}' can't be {value!r}: it must be {wanted}. Correct the setting."
    K002 = "A context has {found} {name} for {wanted} words. Give one for each word, or none at all."
    K003 = "The target from token {start} to {end} is not in a context of {size} tokens. Check its offsets."
    K004 = "{words} words don't fit vectors of shape {shape}. Give one row of finite numbers for each word."
    K005 = "The settings of a word's model are not as written: {why}. Use the names and values of `ModelSettings`."
    K006 = "The word '{word}' has no labelled example. Give at least one, or leave the word out."
    K007 = "'{path}' is damaged: the model of '{word}' {why}. Train it again, or restore the file."
    K008 = "There is no labelled example to learn senses from. Check the corpus, and the key if it has one."
    K009 = "{name} has {found} items where there are {wanted} occurrences. Give one for each."


class Warnings(metaclass=_Coded):
    pass

"""What to train: a config of the user's or a recipe, with the options of the command line on top."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer
from spacy.util import load_config
from thinc.api import Config

from ...errors import Errors, UserError
from ...shared.surrogates import lone_surrogate
from ...tagger.component import FACTORY
from ...tagger.settings import RECIPES, Recipe, Settings

_READER = "spacy_svd2.Corpus.v1"
_MORE_ENDS = "\u037e׃෴།༎។៕᭽᭾⳹⳺⳻⳾"
"""Signs at which sentences end that spaCy's sentencizer does not know: Greek, Hebrew, Sinhala, Tibetan, Khmer, ..."""
_GREEK = ("el", "grc")  # their question mark is mostly typed as the semicolon of ASCII


def recipe_config(recipe: Recipe) -> Config:
    """The config of a pipeline with nothing but the tagger.

    recipe (str): "default" or "paper".
    RETURNS (Config): The config, of the language "xx".
    """
    return Config(
        {
            "nlp": {"lang": "xx", "pipeline": [FACTORY]},
            "components": {FACTORY: {"factory": FACTORY}},
            "initialize": {"components": {FACTORY: {"settings": RECIPES[recipe].to_dict()}}},
        }
    )


def read_config(path: Path) -> tuple[Config, str]:
    """Read a user's config.

    path (Path): The file.
    RETURNS (tuple): The config with the sections that training needs, and the name of its tagger.
    RAISES (UserError): It can't be read, or does not have one svd2_tagger (L009).
    """
    if not path.is_file():
        raise UserError(Errors.L010.format(path=path, why="no such file"))
    try:
        config = load_config(path)
        values = config.interpolate()
    except ValueError as err:
        raise UserError(Errors.L009.format(path=path, why=f"can't be read: {str(err).strip()}")) from err
    components = values.get("components", {})
    pipeline = values.get("nlp", {}).get("pipeline", [])
    names = [name for name in pipeline if components.get(name, {}).get("factory") == FACTORY]
    if len(names) != 1:
        why = f"has {len(names)} svd2_taggers in its pipeline ({', '.join(pipeline) or 'empty'})"
        raise UserError(Errors.L009.format(path=path, why=why))
    config.setdefault("initialize", {}).setdefault("components", {})
    return config, names[0]


def change_config(config: Config, name: str, *, lang: str | None, settings: Mapping[str, Any]) -> None:
    """Put options of the command line into a config.

    config (Config): The config; it is changed.
    name (str): The tagger's name.
    lang (str): Language code; None to keep the config's.
    settings (Mapping): Settings of the induction; those that are None keep the config's.
    """
    if lang is not None:
        config["nlp"]["lang"] = lang
    given = {key: value for key, value in settings.items() if value is not None}
    block = config["initialize"]["components"].setdefault(name, {}).setdefault("settings", {})
    for key, value in given.items():
        if isinstance(value, dict) and isinstance(block.get(key), dict):
            block[key].update(value)
        else:
            block[key] = value


def add_sentencizer(config: Config) -> None:
    """Put spaCy's `sentencizer` in front of a pipeline that finds no sentences, with the punctuation of all scripts.

    config (Config): The config; it is changed.
    """
    from spacy.pipeline import Sentencizer

    factories = [block.get("factory") for block in config["components"].values()]
    if not {"sentencizer", "senter", "parser"} & set(factories):
        config["nlp"]["pipeline"] = ["sentencizer", *config["nlp"]["pipeline"]]
        greek = ";" if config["nlp"].get("lang") in _GREEK else ""
        ends = [*Sentencizer.default_punct_chars, *_MORE_ENDS, *greek]
        config["components"]["sentencizer"] = {"factory": "sentencizer", "punct_chars": ends}


def split_at_spaces(config: Config) -> bool:
    """Have a pipeline take spaCy's own tokenizer, whose rules can be left out, unless the config names one.

    config (Config): The config; it is changed.
    RETURNS (bool): Whether the tokenizer is to split at white space only.
    """
    if "tokenizer" in config["nlp"]:
        return False
    config["nlp"]["tokenizer"] = {"@tokenizers": "spacy.Tokenizer.v1"}
    return True


def settings_of(config: Config, name: str) -> Settings:
    """Read the settings of the induction from a config.

    config (Config): The config.
    name (str): The tagger's name.
    RETURNS (Settings): The settings.
    RAISES (UserError): One is unknown (S003), or its value is out of range (S002).
    """
    return Settings.from_dict(config.interpolate()["initialize"]["components"].get(name, {}).get("settings", {}))


def config_to_save(config: Config, name: str, settings: Settings) -> Config:
    """The config of a trained pipeline: all settings in full for the record, and no path to what it was trained on.

    config (Config): The config that it was trained with.
    name (str): The tagger's name.
    settings (Settings): Its settings.
    RETURNS (Config): A changed copy.
    """
    config = config.copy()
    config["components"][name].pop("artifact", None)
    config["initialize"]["components"][name] = {"settings": settings.to_dict()}
    return config


def reader_options(config: Config, name: str) -> dict[str, Any]:
    """How the config reads its corpus: the options of `spacy_svd2.Corpus.v1`, without the path."""
    block = config.interpolate()["initialize"]["components"].get(name, {}).get("corpus") or {}
    if block.get("@readers") != _READER:
        return {}
    return {key: value for key, value in block.items() if key not in ("@readers", "path")}


def counting_options(config: Config, name: str) -> dict[str, Any]:
    """Where the config has its corpus counted: "n_process", "max_types" and "dask", as far as it says so."""
    block = config.interpolate()["initialize"]["components"].get(name, {})
    return {key: block[key] for key in ("n_process", "max_types", "dask") if key in block}


def parse_settings(items: Sequence[str]) -> dict[str, Any]:
    """Settings given as NAME=VALUE.

    items (Sequence): For instance "w1=500" or "refine.power=0.7"; a value is JSON, or else text.
    RETURNS (dict): Values by name.
    RAISES (typer.BadParameter): There is no "=", no name, or a setting both as a value and as a section.
    RAISES (UserError): A name or value holds what is not a character (L106).
    """
    settings: dict[str, Any] = {}
    for item in items:
        key, equals, value = item.partition("=")
        section, dot, name = (part.strip() for part in key.strip().rpartition("."))
        if not equals or not name or (dot and not section):
            raise typer.BadParameter(f"'{item}' is not NAME=VALUE, for instance w1=500")
        if "." in section:
            raise typer.BadParameter(f"'{item}': a setting has one section at most, for instance refine.power=0.7")
        parsed = _value(value.strip())
        if code := lone_surrogate([item, json.dumps(parsed, ensure_ascii=False)]):
            raise UserError(Errors.L106.format(what=f"--set {key.strip()}", code=code))
        values = settings.setdefault(section, {}) if section else settings
        if not isinstance(values, dict):
            raise typer.BadParameter(f"'{item}' sets a part of '{section}', which another --set gives as a whole")
        values[name] = parsed
    return settings


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text

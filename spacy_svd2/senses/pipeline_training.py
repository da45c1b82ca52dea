"""From labelled examples to a saved pipeline with `kpca_wsd` in one go, and what there is to say about it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from spacy.language import Language
from spacy.training import Example
from thinc.api import Config

from ..corpora.corpus import Corpus
from ..corpora.files import split_suffix
from ..corpora.locations import Location
from ..errors import Errors, UserError
from ..shared.pipelines import save_pipeline, set_up_pipeline
from ..shared.stopwatch import Stage, peak_memory
from .component import KPCAWSD
from .corpora.corpus import SenseCorpus
from .corpora.registry import SENSEVAL
from .training import SenseSettings, learn_inventory, raw_texts, train

if TYPE_CHECKING:
    from .model.sense_model import SenseModel

FACTORY = "kpca_wsd"


@dataclass
class Texts:
    """Raw text, and lexical samples whose senses do not count: what `kpca_wsd` takes as `texts`.

    raw (Corpus): Raw text.
    samples (list): Lexical samples.
    """

    raw: Corpus
    samples: list[SenseCorpus] = field(default_factory=list)

    @classmethod
    def open(cls, paths: Sequence[Path]) -> "Texts":
        """RETURNS (Texts): Files by their suffix: those of Senseval's format are samples.

        RAISES (UserError): A path is missing, or a suffix unknown.
        """
        samples = [path for path in paths if split_suffix(path) in SENSEVAL.suffixes]
        raw = Corpus([path for path in paths if path not in samples])
        _ = raw.files
        for path in samples:
            if not path.is_file():
                raise UserError(Errors.L010.format(path=path, why="no such file"))
        return cls(raw, [SenseCorpus([path]) for path in samples])

    @property
    def paths(self) -> list[Location]:
        """RETURNS (list): All files and folders."""
        return [*self.raw.paths, *(path for sample in self.samples for path in sample.paths)]

    def __call__(self, nlp: Language) -> Iterator[Example]:
        """YIELDS (Example): The texts as examples."""
        yield from self.raw(nlp)
        for sample in self.samples:
            yield from sample(nlp)

    def sentences(self, nlp: Language) -> Iterator[Sequence[str]]:
        """YIELDS (Sequence): The words of each sentence, or of each context of a sample."""
        yield from self.raw.sentences(nlp)
        for sample in self.samples:
            yield from sample.sentences(nlp)


def train_pipeline(
    corpus: SenseCorpus,
    out: Path,
    *,
    lang: str = "xx",
    texts: Texts | None = None,
    settings: Mapping[str, Any] | None = None,
    on_stage: Callable[[str], None] = lambda stage: None,
    **progress: Any,
) -> KPCAWSD:
    """Train a pipeline with nothing but `kpca_wsd`, and save it atomically.

    corpus (SenseCorpus): The examples.
    out (Path): The pipeline's directory. What stands there stays until the new pipeline is complete.
    lang (str): Language code of the tokenizer.
    texts (Texts): Unlabelled text.
    settings (Mapping): See `pipeline.sense_training.SenseSettings`; saved for the record.
    on_stage (Callable): Is told the name of each stage as it begins.
    **progress (Callable): `on_words` and `on_word` of `kpca.sense_model.train_senses`.
    RETURNS (KPCAWSD): The trained component.
    RAISES (UserError): A bad corpus, setting or language (L012), or no labelled example (K008).
    """
    on_stage("set up")
    chosen = SenseSettings.from_dict(settings or {})
    config = {
        "nlp": {"lang": lang, "pipeline": [FACTORY]},
        "components": {FACTORY: {"factory": FACTORY}},
        "initialize": {"components": {FACTORY: {"settings": dict(settings or {})}}},
    }
    nlp = set_up_pipeline(Config(config))
    component = cast(KPCAWSD, nlp.get_pipe(FACTORY))
    on_stage("read")
    occurrences = list(corpus.occurrences(nlp, annotations=chosen.taken))
    inventory = learn_inventory(occurrences, chosen, corpus)
    on_stage("train")
    model = train(occurrences, chosen, inventory=inventory, texts=raw_texts(nlp, texts), **progress)
    component.set_model(model, inventory)
    on_stage("save")
    save_pipeline(nlp, out)
    return component


def training_report(component: KPCAWSD, stages: Sequence[Stage]) -> dict[str, Any]:
    """Sum a training up, for programs.

    component (KPCAWSD): The trained component.
    stages (Sequence): The stages as timed.
    RETURNS (dict): "n_words", "n_senses", "n_examples", "cross_validated" (accuracy over all words, or None),
        "words" (a dict each: "word", "n_examples", "senses" with their examples, "settings", "accuracy",
        "most_frequent"), "stages" and "peak_memory" (bytes); all of it JSON-serialisable.
    """
    model = component.get_model()
    words = [_word(model, word) for word in model.words]
    tried = [choice for choice in model.choices.values() if choice.total]
    total = sum(choice.total for choice in tried)
    return {
        "n_words": len(words),
        "n_senses": sum(len(word["senses"]) for word in words),
        "n_examples": sum(entry.n_examples for entry in component.inventory.entries.values()),
        "cross_validated": sum(choice.correct for choice in tried) / total if total else None,
        "words": words,
        "stages": [asdict(stage) for stage in stages],
        "peak_memory": peak_memory(),
    }


def _word(model: "SenseModel", word: str) -> dict[str, Any]:
    one, choice = model.words[word], model.choices.get(word)
    counts = [float(count) for count in one.counts]
    settings = one.settings
    return {
        "word": word,
        "n_examples": round(sum(counts)),
        "senses": dict(zip(one.senses, [round(count, 3) for count in counts], strict=True)),
        "most_frequent": counts[0] / sum(counts),
        "accuracy": choice.correct / choice.total if choice is not None and choice.total else None,
        "settings": {
            "weighting": list(settings.weighting),
            "domain": settings.domain,
            "step": settings.step,
        },
    }

"""From corpus files to a saved pipeline in one go, and what there is to say about it."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from thinc.api import Config

from ..corpora.corpus import Corpus
from ..shared.pipelines import save_pipeline, set_up_pipeline
from ..shared.stopwatch import Stage, peak_memory
from ..shared.word_keys import type_maker
from .component import SVD2Tagger

if TYPE_CHECKING:
    from .counting.counters import Counter
    from .model.model import SVD2Model
    from .settings import Settings


def train_pipeline(
    corpus: Corpus,
    out: Path,
    config: Config,
    *,
    name: str = "svd2_tagger",
    counter: "Counter | None" = None,
    progress: Callable[[int], None] | None = None,
    on_stage: Callable[[str], None] = lambda stage: None,
) -> "SVD2Model":
    """Train the tagger of a pipeline on a corpus and save the pipeline, atomically.

    corpus (Corpus): The corpus.
    out (Path): The pipeline's directory. What stands there stays until the new pipeline is complete.
    config (Config): The pipeline's config. The settings in its [initialize.components.NAME] are used, and saved in
        full for the record; a corpus or an artifact that it names there is neither used nor saved.
    name (str): The tagger's name in the pipeline.
    counter (Callable): Counts instead, given the pipeline and the settings: see `spacy_svd2.tagger.counting.counters`.
    progress (Callable): Is told the bytes read since the last call.
    on_stage (Callable): Is told the name of each stage as it begins.
    RETURNS (SVD2Model): The trained model.
    RAISES (UserError): A bad corpus, setting or config (L012).
    """
    on_stage("set up")
    from .counting.scan import count_bigrams
    from .model.model import SVD2Model
    from .settings import Settings

    block = config.interpolate()["initialize"]["components"].get(name, {})
    settings = Settings.from_dict(block.get("settings", {}))
    nlp = set_up_pipeline(_recorded(config, name, settings))
    tagger = cast(SVD2Tagger, nlp.get_pipe(name))
    with nlp.select_pipes(disable=[name]):
        nlp.initialize()  # what else the config has: the tokenizer and other components, before the first text
    on_stage("read and count")
    if counter is None:
        sentences = corpus.sentences(nlp, progress=progress)
        normalize = type_maker(nlp.vocab, settings.attr)
        counts = count_bigrams(sentences, normalize=normalize, boundaries=settings.boundaries)
    else:
        counts = counter(nlp, settings)
    model = SVD2Model.train(counts, settings, on_stage=on_stage)
    tagger.set_model(model)
    on_stage("save")
    save_pipeline(nlp, out)
    return model


def training_report(model: "SVD2Model", stages: list[Stage], *, n_words: int = 10) -> dict[str, Any]:
    """Sum a training up, for programs.

    model (SVD2Model): The trained model.
    stages (list): The stages as timed.
    n_words (int): Words of each cluster.
    RETURNS (dict): "corpus" (counts of sentences, tokens, types, hapaxes), "settings", "stages", "peak_memory"
        (bytes; None where the system does not tell) and "clusters"; all of it JSON-serialisable.
    """
    from .model.summary import summarize_clusters

    return {
        "corpus": model.statistics,
        "settings": model.settings.to_dict(),
        "stages": [asdict(stage) for stage in stages],
        "peak_memory": peak_memory(),
        "clusters": [asdict(cluster) for cluster in summarize_clusters(model, n_words=n_words)],
    }


def _recorded(config: Config, name: str, settings: "Settings") -> Config:
    """The config to save: all settings in full, and no path to what the tagger was trained on."""
    config = config.copy()
    config["components"][name].pop("artifact", None)
    config["initialize"]["components"][name] = {"settings": settings.to_dict()}
    return config

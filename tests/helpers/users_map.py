"""What users of components like ours complain about, and the tests that hold ours to it.

The numbers are those of a list of public reports, gathered before this package was written.
"""

DOCUMENTS = "shared/test_component.py::"
SAVING = "shared/test_component_saving.py::"
UNTRAINED = "shared/test_component_untrained.py::"
PROCESSES = "shared/test_component_processes.py::"
MEMORY = "shared/test_component_memory.py::"
COMMANDS = "shared/test_component_commands.py::"
TAGGER = "tagger/test_component"
WSD = "senses/test_component"

WORKERS = f"{PROCESSES}test_workers_write_what_one_process_writes"
BATCHES = f"{DOCUMENTS}test_a_document_is_all_that_counts_whatever_batch_and_order"
COMMAND = f"{COMMANDS}test_command"

USERS: dict[int, tuple[str, list[str] | str]] = {
    # Processes, extension attributes, pickling
    1: ("attributes get lost in workers", [WORKERS]),
    2: ("attributes of tokens get lost in workers", [WORKERS]),
    3: (
        "an error in a worker does not say whose",
        [f"{PROCESSES}test_an_error_in_a_worker_names_the_component"],
    ),
    4: ("attributes are missing in a pool", [WORKERS]),
    5: ("attributes are removed by somebody", [f"{WSD}.py::test_removed_extensions_come_back"]),
    6: ("Pool.map over a pipeline", [WORKERS]),
    7: ("a pipeline can't be pickled", [f"{SAVING}test_pickled"]),
    8: ("an index of neighbours can't be pickled", [f"{SAVING}test_pickled"]),
    9: ("a model can't be pickled under spawn", [WORKERS]),
    10: ("a class of the main script can't be pickled", [WORKERS]),
    11: ("objects of spaCy in attributes", [f"{DOCUMENTS}test_what_is_stored_is_plain_data"]),
    12: (
        "more processes are slower",
        "What a worker gets is the pipeline, once, when it starts (spaCy's own doing); no artifact travels with a "
        "batch, and documents do with any component.",
    ),
    13: ("threads of the linear algebra freeze after a fork", [WORKERS]),
    14: (
        "a consumer's error hangs at exit",
        [WORKERS, "tagger/counting/test_local.py::test_a_killed_worker_is_an_error_that_keeps_finished_parts"],
    ),
    # Documents in bytes
    15: ("a processed document can't be serialised", [f"{DOCUMENTS}test_binary_documents_in_a_fresh_vocabulary"]),
    16: (
        "DocBin without user data",
        [f"{DOCUMENTS}test_a_docbin_keeps_tags_and_spans_and_with_user_data_all"],
    ),
    17: ("DocBin with user data", [f"{DOCUMENTS}test_a_docbin_keeps_tags_and_spans_and_with_user_data_all"]),
    18: (
        "keys of tokens in DocBin",
        [f"{DOCUMENTS}test_a_docbin_keeps_tags_and_spans_and_with_user_data_all"],
    ),
    19: ("displacy chokes on user data", [f"{DOCUMENTS}test_json_and_displacy_take_a_processed_document"]),
    20: ("dataclasses in user data", [f"{DOCUMENTS}test_what_is_stored_is_plain_data"]),
    # Saving, packaging, versions
    21: (
        "a component's state is lost",
        [f"{SAVING}test_saved_loaded_and_saved_again", f"{SAVING}test_bytes_into_a_fresh_vocabulary"],
    ),
    22: (
        "no argument `exclude`",
        [f"{SAVING}test_methods_take_what_the_pipeline_passes", f"{SAVING}test_exclude_leaves_out_what_it_names"],
    ),
    23: ("a folder that is not there yet", [f"{SAVING}test_a_component_is_saved_into_a_new_folder"]),
    24: ("unknown factory when loading", [f"{COMMANDS}test_a_package_loads_without_importing_us"]),
    25: ("two instances of a factory", [f"{SAVING}test_two_of_each_with_artifacts_of_their_own"]),
    26: ("a packaged pipeline is another", [f"{COMMANDS}test_a_package_loads_without_importing_us"]),
    27: (
        "versions pinned too tightly",
        ["test_dependencies.py::test_only_what_is_known_to_break_is_bounded_above"],
    ),
    28: (
        "pickled estimators",
        ["shared/test_golden_artifacts.py::test_tags", "shared/test_artifacts.py::test_objects_are_never_written"],
    ),
    29: ("pickles of other versions", ["shared/test_golden_artifacts.py::test_senses"]),
    30: (
        "words of the training text in the saved vocabulary",
        [
            f"{TAGGER}_commands.py::test_assembled_vocabulary_holds_no_training_words",
            f"{WSD}_training.py::test_training_leaves_no_words_in_the_vocabulary",
        ],
    ),
    31: ("sourced with another vocabulary", [f"{SAVING}test_sourced_into_another_vocabulary"]),
    32: ("unclear messages about versions", ["shared/test_artifacts.py::test_future_version"]),
    # Config and initialisation
    33: (
        "the strict config resolver",
        ["corpora/test_corpus.py::test_strict_config_resolver", f"{SAVING}test_wrong_config"],
    ),
    34: ("arguments of initialize in train and assemble", [COMMAND, f"{COMMANDS}test_what_the_commands_made"]),
    35: (
        "a changed setting is not saved",
        [
            f"{SAVING}test_settings_survive_and_can_be_overridden",
            f"{SAVING}test_labels_and_settings_stand_in_the_saved_files",
        ],
    ),
    36: (
        "an untrained component is a riddle",
        [f"{UNTRAINED}test_a_use_names_the_component_and_what_to_do"],
    ),
    37: ("a threshold in the config", [COMMAND]),
    # Commands, evaluation, projects
    38: (
        "versions of typer and click",
        [
            "cli/tagger/test_cli_app.py::test_group_help_lists_the_commands",
            "test_dependencies.py::test_the_lowest_versions_tested_are_the_bounds",
        ],
    ),
    39: (
        "evaluation shows a fixed set of scores",
        ["cli/tagger/test_cli_evaluate.py::test_json_has_exactly_the_documented_keys"],
    ),
    40: (
        "white space counts as an error",
        [f"{TAGGER}.py::test_identical_documents_score_full_marks_whatever_their_whitespace"],
    ),
    41: ("quotes in project variables", ["test_project.py::test_schema"]),
    42: ("single files from git in projects", ["test_project.py::test_fetched_packages_are_pinned_to_one_hash"]),
    43: ("CoNLL-U errors without a line", ["corpora/test_bad_corpora.py::test_bad_file"]),
    # White space, empty documents, sentences, tags
    44: ("an empty document ends a batch", [f"{DOCUMENTS}test_empty_documents_at_any_place_change_no_other"]),
    45: (
        "an empty document changes the others",
        [f"{DOCUMENTS}test_empty_documents_at_any_place_change_no_other", BATCHES],
    ),
    46: ("documents of no word and of one", [f"{DOCUMENTS}test_contexts_of_no_one_and_two_words"]),
    47: (
        "no sentence boundaries",
        [f"{TAGGER}.py::test_without_sentence_boundaries", f"{WSD}.py::test_documents_without_a_language"],
    ),
    48: ("the tag of white space", [f"{TAGGER}.py::test_whitespace_is_tagged_apart"]),
    49: ("unknown words tagged as white space", [f"{TAGGER}.py::test_unknown_words_get_a_cluster"]),
    50: ("empty tags", [f"{TAGGER}.py::test_labels_are_the_cluster_names", f"{TAGGER}.py::test_any_words"]),
    51: (
        "parts of speech that are none",
        ["tagger/labelling/test_labels.py::test_all_problems_are_told_each_with_its_line"],
    ),
    52: (
        "parts of speech stay empty",
        [
            f"{TAGGER}.py::test_attribute_ruler_maps_tags_to_parts_of_speech",
            f"{TAGGER}_named.py::test_names_and_parts_of_speech",
        ],
    ),
    53: (
        "a ruler can't match what it sets itself",
        "A matter of spaCy's attribute_ruler among its own rules; ours match tags, which another component set.",
    ),
    54: (
        "preset tags are overwritten",
        [f"{TAGGER}.py::test_preset_tags_stay", f"{TAGGER}_named.py::test_preset_tags_and_parts_of_speech_stay"],
    ),
    55: (
        "documents of other tokenizers",
        [f"{TAGGER}.py::test_pretokenised_document", f"{SAVING}test_sourced_into_another_vocabulary"],
    ),
    56: (
        "languages without a code",
        [f"{TAGGER}.py::test_custom_language", f"{TAGGER}.py::test_vocabulary_of_no_language"],
    ),
    57: ("text from right to left", ["shared/test_pages.py::test_direction"]),
    # Memory
    58: (
        "memory grows",
        [
            f"{MEMORY}test_zones_leave_nothing_behind",
            "benchmarks/test_soak.py::test_memory_and_results_stay_as_they_are",
        ],
    ),
    59: ("an exception in a memory zone", [f"{MEMORY}test_an_exception_in_a_memory_zone_breaks_nothing"]),
    60: (
        "labels that the vocabulary does not know",
        [f"{SAVING}test_a_component_alone_resolves_its_labels_in_an_empty_vocabulary"],
    ),
    # Clusters, prototypes, low resources
    61: (
        "one cluster has nearly all words",
        ["cli/tagger/test_cli_clusters.py::test_words_by_frequency_with_the_prototype_first"],
    ),
    62: ("new text needs a new training", [f"{TAGGER}.py::test_unknown_words_get_a_cluster"]),
    63: (
        "big corpora kill the training",
        ["cli/tagger/test_cli_count.py::test_max_types", "corpora/test_read_text.py::test_very_long_lines"],
    ),
    64: ("how many clusters", ["test_documentation.py::test_every_setting_of_the_configs_is_explained"]),
    65: (
        "the nearest words; exit codes",
        [
            "cli/tagger/test_cli_neighbours.py::test_nearest_words_are_of_the_same_class",
            "cli/tagger/test_cli_app.py::test_errors_become_messages_and_exit_codes",
        ],
    ),
    66: ("a tutorial for a new language", ["test_documentation.py::test_the_blocks_of_a_page_run"]),
    67: (
        "names of clusters change",
        [
            "tagger/model/test_model.py::test_clusters_are_numbered_by_their_tokens",
            "tagger/naming/test_naming.py::test_tags_are_in_the_order_of_the_labels_and_pos_only_of_tags_in_use",
        ],
    ),
    68: (
        "seed words that contradict each other or are ignored",
        [
            "tagger/labelling/test_labels.py::test_all_problems_are_told_each_with_its_line",
            "tagger/naming/test_naming.py::test_labelled_words_keep_what_they_were_given",
        ],
    ),
    69: ("tags for languages without a model", ["test_documentation.py::test_the_blocks_of_a_page_run"]),
    70: (
        "the same data, other labels",
        [
            "tagger/model/test_model.py::test_trained_twice_is_the_same_to_the_byte",
            f"{TAGGER}_processes.py::test_bytes_do_not_depend_on_the_process",
        ],
    ),
    71: (
        "signs of singular vectors",
        [
            "tagger/induction/test_descriptors.py::test_the_largest_entry_of_each_singular_vector_is_positive",
            "senses/model/test_sense_components.py::test_truncated_solver_agrees_and_repeats",
        ],
    ),
    # Word senses
    72: (
        "a word without examples",
        [
            "senses/model/test_sense_model.py::test_one_two_or_identical_examples",
            f"{WSD}.py::test_a_word_without_labelled_examples",
        ],
    ),
    73: (
        "all senses with their scores",
        [f"{WSD}.py::test_predict_ranks_all_senses", f"{WSD}.py::test_what_is_written"],
    ),
    74: (
        "examples of the documentation go stale",
        ["test_documentation.py::test_the_blocks_of_a_page_run", "test_documentation.py::test_docstring_examples"],
    ),
    75: (
        "ties broken by chance",
        ["senses/model/test_sense_reference.py::test_ties_go_to_the_more_frequent_sense_then_the_alphabet"],
    ),
    76: ("one text and many give different senses", [BATCHES]),
    77: (
        "a new version of spaCy breaks a component",
        ["test_dependencies.py::test_only_what_is_known_to_break_is_bounded_above"],
    ),
    78: (
        "no answer, no reason",
        [f"{WSD}.py::test_below_the_threshold", f"{WSD}.py::test_a_word_without_labelled_examples"],
    ),
    79: ("what a sense means", [f"{WSD}_saving.py::test_forms_and_glosses_are_saved"]),
    80: ("senses of bank", ["test_documentation.py::test_the_blocks_of_a_page_run"]),
    81: ("senses limited by part of speech", [f"{WSD}.py::test_limited_by_tag"]),
    82: ("the most frequent sense as a baseline", ["senses/evaluation/test_wsd_scorer.py::test_hand_computed"]),
    83: (
        "eigenvalues that are zero",
        ["senses/model/test_sense_components.py::test_equal_and_zero_vectors_have_no_components_when_centred"],
    ),
}

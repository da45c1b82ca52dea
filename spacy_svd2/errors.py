"""Every message a user can see, with its code, and the exception that carries it.

Codes by area: A artifacts, C corpora, D data sets, K kpca_wsd, L command line, M metrics, N counting,
P pipeline components, S the tagger's numerics. A message names the file, line or component and says what to do.
"""

from typing import Any


class UserError(ValueError):
    """Something the user can correct: bad input, a bad setting, a damaged file.

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
    A006 = (
        "This {kind} can't be saved, because it could not be loaded again ({why}). "
        "Nothing was written. Check its training data, and bring its settings nearer to their defaults."
    )
    A007 = (
        "'{path}' has been overwritten since it was loaded, so the rest of it can't be read. Load the pipeline again."
    )

    # Pipeline components
    P001 = (
        "The component '{name}' is not trained. Train a pipeline (python -m spacy svd2 train CORPUS OUT), "
        "initialize it from a corpus, or set its 'artifact' to a trained one."
    )
    P002 = (
        "The component '{name}' has nothing to learn from. Set a 'corpus' or an 'artifact' in "
        "[initialize.components.{name}] (with the configs in configs/: --paths.raw CORPUS), or train on examples."
    )
    P003 = "The component '{name}' can't load its data: {why}"
    P005 = "The component '{name}' can't have {value} as its '{setting}': it must be {wanted}. Correct the setting."
    P006 = "The component '{name}' can't write to token._.{attr}: {why}. Choose another 'prob_attr'."
    P007 = "The component '{name}' can't load these bytes: they do not come from its to_bytes ({why})."
    P008 = (
        "The corpus to learn from is {corpus!r}, which is not a reader. Give one: in a config "
        '{{"@readers": "spacy_svd2.Corpus.v1", "path": ...}}, in Python spacy_svd2.corpora.corpus.make_corpus(path).'
    )
    P009 = (
        "The component '{name}' can't have {attr!r} as its '{setting}': {why}. "
        "Choose a name of letters, digits and underscores, or null to write none."
    )
    P011 = (
        "The component '{name}' would replace {place}, which another svd2_tagger has written on this document. "
        "Keep one of them in the pipeline, or set overwrite = false and another 'prob_attr' in this one. "
        "To tag a document again, give a copy of it: doc.copy()."
    )
    P012 = (
        "The component '{name}' has no probabilities of tags, because its tags have no names. Name them with svd2 name."
    )
    P010 = "The component '{name}' can't have {tag!r} as its 'unknown_tag': {why}. Choose a short name, such as X."

    # The tagger's numerics
    S001 = "Counts with sentence boundaries '{first}' and '{second}' can't be added together. Count both the same way."
    S002 = "Setting '{name}' is {value}, but must be {wanted}."
    S003 = "There is no setting '{name}'. Known settings: {known}."
    S004 = "The corpus is empty: there are no tokens to learn from. Check the path and the format."
    S005 = (
        "None of the {n} labelled words occurs in the corpus. Label words that 'python -m spacy svd2 suggest' lists, "
        "in the same spelling."
    )
    S007 = "No word has a label yet. Fill in the column 'tag' of some words, or label them on the page of svd2 label."
    S006 = (
        "The model does not contain the word pairs of its corpus, which are needed to spread labels: there were too "
        "many pairs, or an older version trained it. Train it again on the corpus."
    )
    S008 = "The word {word!r} can't have the tag {tag!r}: {why}. Choose another name for the tag."
    S009 = (
        "The tag {tag!r} can't have the part of speech {pos!r}: it is not one of {known}. Choose one of these, or none."
    )
    S010 = (
        "The likelihood of the clusters is not finite, so training was stopped: the settings of the refinement don't "
        "suit this corpus. Bring them nearer to their defaults."
    )
    # Metrics and evaluation
    M001 = "Can't compare sequences of different lengths ({lengths}). Give one label per token in each sequence."
    M002 = (
        "Can't evaluate: none of the {n} gold documents has tags; the first is {first}. "
        "Give gold documents with `token.tag_` set, or name the column of the gold file that holds the tags; "
        "in a .tsv, columns are separated by tabs."
    )
    # Corpora
    C001 = "Can't read the corpus '{path}': no such file or folder. Check the path."
    C002 = (
        "The folder '{path}' holds no corpus files{format}. Known suffixes: {known}, each also with {compressed}; "
        "hidden files are skipped.{there}"
    )
    C003 = (
        "'{path}': {suffix}. Known suffixes: {known}, each also with {compressed}. "
        'Rename the file, or name its format: --format tsv, or format = "tsv" in a config. '
        "The columns of a .tsv are separated by tabs, not commas."
    )
    C004 = "Unknown corpus format '{format}'. Known formats: auto, {known}."
    C005 = "The corpus limit is {limit}, but must be {wanted}; 0 means no limit."
    C006 = (
        "'{path}', line {line}: not UTF-8: byte 0x{byte:02x} at byte {column} of the line{looks}. "
        "Convert the file to UTF-8: in an editor such as Notepad, or in a spreadsheet, with Save As and the encoding "
        "UTF-8; or with iconv."
    )
    C007 = (
        "'{path}' can't be decompressed beyond line {line} ({why}): it is truncated, damaged or not "
        "compressed at all. Fetch or compress it again, or drop the suffix {suffix} if it is plain text."
    )
    C008 = "'{path}' holds no tokens (end of file after line {line}). Remove it from the corpus, or check its format."
    C009 = (
        "'{path}', line {line}: {found} columns where the lines before have {expected}. "
        "Every line of a .tsv file needs the same number of columns, separated by tabs.{hint}"
    )
    C010 = "'{path}', line {line}: the word is empty. Give every token a word, or remove the line."
    C011 = "'{path}', line {line}: there is no column '{column}'. The columns are: {columns}. Choose one of them."
    C012 = "'{path}', line {line}: not CoNLL-U: {found} columns instead of 10{hint}."
    C013 = (
        "'{path}', line {line}: not CoNLL-U: the ID '{id}' is neither a whole number, a range (1-2) "
        "nor an empty node (1.1)."
    )
    C014 = "'{path}', line {line}: not JSON ({why}). A .jsonl file has one JSON object per line."
    C015 = '\'{path}\', line {line}: {why}. A record is {{"text": "..."}} or {{"tokens": [...], "tags": [...]}}.'
    C016 = "'{path}', line {line}: {n_tokens} tokens but {n_values} '{key}'. Both need the same length."
    C017 = (
        "'{path}', line {line}: the text holds a lone surrogate (\\{code}), which is not a character. "
        "Repair the program that wrote it, or remove the character."
    )
    C018 = "'{path}' (line 1) is not a DocBin or is damaged ({why}). Write it with spaCy's DocBin.to_disk."
    C019 = "Can't read '{path}': {why}. Check the file and its permissions."
    C050 = "The splits in '{path}' can't be used; mend these lines:{problems}"
    C051 = (
        "The tokenizer of the language '{lang}' is {tokenizer}, not spaCy's own, and can't learn splits. "
        "Leave out --splits, or use a language with spaCy's tokenizer, such as xx."
    )
    C052 = "'{path}' is not CoNLL-U, which alone tells the text of its words. Leave out --raw, or give a .conllu file."
    C025 = "'{path}' begins as UTF-16, but is damaged after line {line} ({why}). Save it again, preferably as UTF-8."
    C026 = (
        "'{path}', line {line}: the first column holds numbers, not words. Name the columns of words and tags: "
        "--gold-column 3,4 where tags are read, or a first line such as: number, word, tag."
    )
    C027 = (
        "'{path}', line {line}: the word holds a line break: {word!r}. "
        'Look for a quotation mark that is not closed; in a CSV file, write a quotation mark that is a word as """".'
    )
    C030 = "'{path}' is {kind}, which can't be read as it is. {advice}"
    C031 = "'{path}' can't be decompressed: that needs {package}. Install it, or decompress the file."
    C032 = (
        "'{path}': most cells of column {number} are texts with spaces ('{example}'), but a .tsv has a word per row "
        "and a blank line after each sentence. Save the column of sentences alone as a .txt (cut -f{number} FILE.tsv > "
        "FILE.txt). Examples with senses are for python -m spacy kpca."
    )
    C033 = (
        "'{path}': every word of its {n} sentences is '_': the treebank's text is withheld because of copyright. "
        "Get the text as the treebank's README says, and merge it into the file first."
    )
    C034 = "'{path}' looks like {what}, not like plain text. {advice} (--format txt reads it as it stands.)"
    C060 = "'{path}', line {line}: this XML can't be read: {why}. Export the file again, or correct the line."
    C061 = "'{path}': there is no encoding '{encoding}'. Give a name such as utf-8, cp1252, latin-1 or mac-roman."
    C062 = (
        "'{path}' is not in the encoding '{encoding}' from line {line} on ({why}). Give another --encoding: older "
        "programs for Windows wrote cp1252, and newer ones write utf-8."
    )
    C063 = "'{path}', line {line}: not {kind}: {why}. Correct the line, or name the format with --format."
    C064 = (
        "'{path}': which {what} holds the text? It has: {found}. Choose one with {option}: python -m spacy svd2 corpus "
        '{quoted} -o texts {option} NAME (in a config: part = "NAME").'
    )
    C065 = "'{path}' has no {what} '{part}'. It has: {found}. Choose one of these with {option}."
    C066 = "'{path}' can't be read as {kind}: {why}. Open it in its program and save it again."
    # Data sets
    D001 = "Can't read the archive '{path}': no such file. Fetch it first, as the commands of project.yml do."
    D002 = "'{path}' is not a zip archive or is damaged ({why}). Delete it and fetch it again."
    D003 = (
        "'{path}' has no file '{member}': it is another package or version. Fetch the one that configs/datasets pins."
    )
    D004 = (
        "'{path}': the file '{member}' has more than {limit:,} bytes, which is too many. "
        "Fetch the version that configs/datasets pins."
    )
    D005 = "'{path}', file '{member}', line {line}: {why}. Fetch the version that configs/datasets pins."
    D006 = (
        "'{name}' is not the name of a Universal Dependencies treebank. A name is UD_Language-TREEBANK, "
        "for instance UD_Maltese-MUDT."
    )
    D007 = (
        "Can't fetch the treebank '{name}' ({why}). Check the name and the network, "
        "or put the treebank's .conllu files into the folder '{folder}' yourself."
    )
    D008 = "The folder '{folder}' has no .conllu or .conllu.gz file. Put the treebank's files directly into it."
    D009 = "'{path}' is not a file of scores ({why}). Write it with python -m spacy svd2 evaluate --output."
    D010 = "'{path}' is not a gzipped tar archive or is damaged ({why}). Delete it and fetch it again."
    D011 = "The folder '{folder}' has neither '{name}' nor '{name}.gz'. Put the files of the lexical sample into it."
    D012 = "'{path}' has no column 'word'. Write it with python -m spacy svd2 suggest PIPELINE -o words.tsv."
    D013 = "The treebank '{folder}' has no {part} file. Choose a treebank that has one, or rename its .conllu files."
    D020 = (
        "'{path}' would be a table of tab-separated columns, but its name says that it is something else. Call it "
        "'{name}': spreadsheets open such tables."
    )
    D021 = (
        "--{option} has no effect on '{path}': it is read as {kind}. Leave the option out, or name the kind of the "
        "file with --format."
    )
    D022 = "'{path}' can't be used for meta.json ({why}). It is a JSON object; see those in pipelines/meta."

    # Command line
    L001 = "Can't load the pipeline '{path}': {why} Check the path, or train a pipeline (python -m spacy svd2 train)."
    L002 = (
        "The pipeline '{path}' has no svd2_tagger. Its components: {names}. "
        "Train one that has (python -m spacy svd2 train CORPUS OUT)."
    )
    L003 = "The pipeline '{path}' has several svd2_taggers: {names}. Choose one with --component."
    L004 = "The pipeline '{path}' has no component '{name}'. Its components: {names}. Choose one of them."
    L005 = "'{path}' {why}, so it is not replaced. Choose another folder, or replace it with --force."
    L006 = "The word '{word}' is not in the training corpus. {hint}"
    L007 = (
        "The word '{word}' occurs {count} time(s) in the training corpus, which is too rare to compare: "
        "only words with at least {least} occurrences can be compared. Choose a more frequent word."
    )
    L008 = "The tagger keeps no descriptors to compare words by. Train it again with this version of spacy-svd2."
    L009 = (
        "The config '{path}' {why}. Give it one svd2_tagger in [nlp] pipeline and [components], as in configs/svd2.cfg."
    )
    L010 = "Can't access '{path}': {why}. Check the path and its permissions."
    L011 = "Can't write '{path}': '{parent}' is not a folder. Choose another path."
    L012 = "Can't set up the pipeline: {why}. Check the config and the language code; xx works for any language."
    L030 = (
        "'{path}' can't be the output: it is or contains '{what}', which this command reads, writes or runs in. "
        "Choose another folder."
    )
    L031 = (
        "'{path}' can't be the output: it is '{what}', which this command reads, or writes something else to. "
        "Choose another file."
    )
    L032 = (
        "'{path}' can't be the output: it is in the input folder '{folder}', so the next run would read it too. "
        "Name the files to read, or write elsewhere."
    )
    L033 = "'{path}' can't be the output: it is part of the pipeline '{pipeline}'. Choose another file."
    L034 = (
        "'{path}' exists and is not {kind} written by this command, so it is not replaced. "
        "Choose another file, or remove it first."
    )
    L035 = "'{path}' exists already, so it is not replaced. Choose another path, or replace it with --force."
    L040 = (
        "'{path}' is not the folder of a pipeline, so scores can't be saved in it. An installed package stays as "
        "it is: evaluate the folder that it was made from, and package that again."
    )
    L041 = (
        "The pipeline '{path}' has changed since it was loaded, so the scores were not saved: they may not be its "
        "scores any more. Evaluate it again while nothing else writes to it."
    )
    L042 = (
        "The folder '{path}' is not empty, so no project is written into it. Choose another folder, or add the files "
        "of the project with --force, which keeps existing files."
    )
    L043 = "Can't import the code '{path}': {why}. Correct it, or check that --code names the right file."
    L060 = (
        "Tagged text can't be written to '{path}': its name must end in {known}, "
        "also with {compressions} after it. Choose another name."
    )
    L061 = (
        "The tags of '{path}' have no probabilities, because no words have been labelled. "
        "Name them (python -m spacy svd2 name), or leave out --probability."
    )
    L070 = "There are no texts to read. Give {option}."
    L071 = "{what}: sentences to annotate are written to a file whose name ends in {known}. Name one with --output."
    L073 = "'{path}' is named like a file of sentences to annotate. Add {option}, or choose another name."
    L072 = (
        "'{path}' has no answers: none of its tokens has a tag. Tag the tokens with Ask=Yes in MISC, or give the file "
        "that the page downloads."
    )
    L090 = "'{path}' looks like a table of labelled words, where annotated sentences are expected. {remedy}"
    L091 = (
        "'{path}' is named like a file of annotated sentences, where a table of labelled words is expected. Give it to "
        "svd2 name with --sentences {path}."
    )
    L092 = (
        "--labels {path} says which occurrences to ask for first. Add --occurrences, or go on with svd2 label --labels."
    )
    L074 = (
        "Tags are written into a copy of one file, and '{out}' would be the copy of {n} files or of a folder. "
        "Give one file, or write {known}, which take the texts of several."
    )
    L075 = (
        "'{out}' would be {wanted}, but '{path}' is {found}, and tags are only written into a copy of the file itself. "
        "Name the output {remedy}."
    )
    L076 = "'{out}' has no place for probabilities. Leave out --probability, or write .conllu or .tsv, which have one."
    L077 = (
        "'{path}' can't be copied byte for byte in the encoding {encoding}: {why}. Name its own encoding with "
        "--encoding (such as cp1252), save it as UTF-8 in its program, or write .conllu."
    )
    L078 = (
        "'{path}' is in the encoding {encoding}, which lacks the characters '{text}' of a tag. Save it as UTF-8 in its "
        "program, or use other names of tags."
    )
    L079 = (
        "'{path}' has no elements w that could get tags. Mark its words up as <w> first, or write the tagged text as "
        ".conllu."
    )
    L080 = (
        "'{path}' has no lines \\{part} of interlinear text that could get tags. Name the field of the text with "
        "--part, or write the tagged text as .conllu."
    )
    L101 = "'{path}' has no labelled occurrence{more}. Check the corpus, its format and its key."
    L102 = (
        "The pipeline '{path}' has no kpca_wsd. Its components: {names}. "
        "Train one that has (python -m spacy kpca train CORPUS OUT)."
    )
    L103 = "The pipeline '{path}' has several kpca_wsds: {names}. Choose one with --component."
    L104 = "There is no target in the text{which}. {hint}"
    L105 = (
        "'{path}' has {found} labelled examples of '{word}', but the pipeline was trained on {wanted}. "
        "Give the corpus and the key that it was trained on."
    )
    L106 = "{what} holds a lone surrogate (\\{code}), which is not a character. Give it as UTF-8 text."
    L107 = (
        "'{word}' is not in the texts{forms}. Check the word and the language code (--lang), or look for its forms "
        "with kpca find."
    )
    # Sense-annotated corpora
    C101 = "Can't read '{path}': {why}. Check the path, and that a compressed file is complete."
    C102 = (
        "'{path}', line {line}: not {encoding} text{looks}. Convert the file to UTF-8 (in an editor such as Notepad "
        "with Save As and the encoding UTF-8), or name its encoding."
    )
    C103 = "'{path}', line {line}: not a lexical sample in Senseval's format: {why}. Check that it is the corpus file."
    C104 = "'{path}', line {line}: the line {why}. Correct the line."
    C105 = "The key '{path}' has no answer for instance '{id}' of '{corpus}'. Check that both are of the same sample."
    C106 = "'{path}', line {line}: {why}. Correct the line, or leave it out."
    C108 = (
        "'{path}': column {number} holds {what} ('{cell}...'), so the columns seem to be in another order. Without a "
        "header they are: sense, left context, target, right context, and perhaps the word's key. Put them into this "
        "order, or put a first row above them that names yours: sense, left, target, right, word."
    )
    C107 = "'{path}' holds no {what}. Name the folder of the unpacked sample, or one word's file."

    C110 = (
        "'{path}', line {line}: not a corpus in the format '{format}': {why}. Check the file, or name its format with "
        "--format."
    )
    C111 = "'{path}' can be read as {formats}. Choose one with --format."
    C112 = (
        "'{path}', line {line}: the record has no 'spans', but '{key}', as doccano writes them. Convert the file: "
        "jq -c '.spans = [.{key}[] | {convert}]' {path} > spans.jsonl"
    )

    # Word senses
    K001 = "'{name}' can't be {value}: it must be {wanted}. Correct the setting."
    K002 = "A context has {found} {name} for {wanted} words. Give one for each word, or none at all."
    K003 = "The target from token {start} to {end} is not in a context of {size} tokens. Check its offsets."
    K004 = "{words} words don't fit vectors of shape {shape}. Give one row of finite numbers for each word."
    K005 = "The settings of a word's model are wrong: {why}. Use the names and values of `ModelSettings`."
    K006 = "The word '{word}' has no labelled example. Give at least one, or leave the word out."
    K007 = "'{path}' is damaged: the model of '{word}' {why}. Train it again, or restore the file."
    K008 = (
        "There is no labelled example{where} to learn senses from. Fill in the senses (in a table, the column "
        "'sense'), or check the corpus, and the key if it has one."
    )
    K009 = "{name} has {found} items where there are {wanted} occurrences. Give one for each."
    L013 = "The labels in '{path}' can't be used; correct these lines:{problems}"
    L014 = "The tags in '{path}' can't be used; correct these lines:{problems}"
    L015 = (
        "'{path}' {why}, so it is not replaced. Choose another file, or replace it with --force. "
        "To go on labelling, give a list of labelled words to svd2 label with --labels."
    )
    L020 = "No word in '{path}' has a label yet. Fill in the column 'tag' of some words, or use the page of svd2 label."
    L021 = (
        "There is nothing to name the tags by. Give labelled words, a dictionary (--dictionary), "
        "annotated sentences (--sentences), or several of them."
    )
    L022 = (
        "No token in '{path}' has a tag. Annotate some tokens, or choose the column that holds the tags "
        "(--tag-column upos or xpos)."
    )
    L016 = (
        "'{path}' is not a learning curve: {why}. "
        'It is JSON: {{"series": [{{"name": ..., "points": [[50, 0.7], ...]}}, ...]}}.'
    )
    L019 = (
        "There is no browser to take pictures with. Install Chromium and its driver (Debian: chromium, "
        "chromium-driver), and Selenium (pip install 'spacy-svd2[browser]')."
    )

    # Dictionaries
    L050 = "'{path}' is not a dictionary of a known kind. Known kinds: {known}. Name its kind with --format."
    L051 = (
        "'{path}', line {line}: this can't be read as {kind}: {why}. Correct the line, or name the kind with --format."
    )
    L052 = "'{path}' holds no entry of a dictionary ({kind}). Check the file, or name its kind with --format."
    L053 = (
        "'{path}' holds several languages or writing systems ({found}). Choose one with --language, such as "
        "--language {first}."
    )
    L054 = "'{path}' has no entry of the language '{language}'. It has: {found}. Choose one of these with --language."
    L055 = (
        "'{path}', line {line}: the columns of the words and their parts of speech are not known. Call them word and "
        "pos in the first line, or give their numbers: --columns {example}. The columns are: {columns}."
    )
    L056 = "The tag map '{path}' can't be used; correct these lines:{problems}"
    L057 = (
        "No entry of '{path}' gets a tag: the tag map covers none of its parts of speech ({found}). Write a map with "
        "--save-map, fill in its column 'to', and give it with --tags-map."
    )
    L082 = (
        "The files hold no {what}, so nothing was written to '{out}'. "
        "Check the files, or name their format with --format."
    )
    L067 = "The text is in a tier, in an element, or in another part: give only one of --tier, --element and --part."
    L058 = (
        "'{path}', line {line}: not UTF-8: {why}. Dictionaries of older programs are often in an encoding of Windows: "
        "add --encoding cp1252 (Western Europe), or the one that the program used."
    )

    # Counting
    N001 = (
        "Can't open '{path}': {why}. Addresses with :// need fsspec and the package of their file system "
        "(pip install 'spacy-svd2[dask]', and for instance s3fs)."
    )
    N002 = (
        "'{path}' is not a folder of counts ({why}). Make one with python -m spacy svd2 count CORPUS... -o FOLDER, "
        "or choose another folder."
    )
    N003 = (
        "The counts '{path}' are not complete: {done} of {wanted} parts are there. "
        "Repeat the svd2 count command that began them; it continues where it stopped."
    )
    N004 = (
        "The counts '{path}' were begun with other options: {what}. Repeat the first command exactly, "
        "choose another folder, or start again with --force."
    )
    N005 = (
        "'{path}' has changed since its count began. "
        "Don't change a corpus while it is counted; count it again with --force."
    )
    N006 = (
        "A counting process has died (killed, or out of memory). Finished parts are kept: repeat the command, "
        "with fewer processes or a smaller --shard-mb if memory is short."
    )
    N007 = (
        "The counts '{path}' were made with {name} = '{found}', but the settings say '{wanted}'. "
        "Change the setting, or count again with it."
    )
    N008 = (
        "Can't add up counts with different {name} ('{first}': {found}; '{second}': {other}). Count both the same way."
    )
    N009 = "The engine '{engine}' needs the package dask[distributed]. Install it: pip install 'spacy-svd2[dask]'."
    N010 = "Can't reach the Dask scheduler '{address}' ({why}). Check the address, and that the scheduler runs."
    N011 = "The cluster gave up on the part {part} ({why}). Check the workers' memory and logs, and repeat the command."
    N012 = "{name} is {value}, but must be {wanted}."
    N020 = (
        "The counts '{path}' were made with {found}, but the pipeline has {wanted}. "
        "Give the same --splits as to svd2 count, or count again."
    )
    N021 = (
        "The counts '{first}' are of text that was split at spaces (--tokenized), those in '{second}' of raw text that "
        "a tokenizer split, so the words differ. Count both with --tokenized, or both without."
    )
    N022 = (
        "The counts '{path}' are of {found}, but the settings ask for {wanted}. Leave out --tokenized and --raw "
        "(in a config, 'tokenized' of the corpus reader), or count again."
    )
    N013 = (
        "The corpus can't be divided among processes: that needs the reader spacy_svd2.Corpus.v1 without a limit. "
        "Use it, or leave out n_process and dask."
    )
    N014 = "These counts can't be added up: {why}. Check which counts you give."
    N015 = (
        "The part '{path}' of these counts can't be used ({why}). "
        "Delete this file and repeat the command that made the counts: the other parts are kept."
    )
    N016 = (
        "The Dask scheduler '{address}' has had no workers for {seconds} seconds. "
        "Start some (dask worker {address}), and repeat the command."
    )
    N017 = (
        "The connection to the Dask scheduler '{address}' was lost, and the counts with it. "
        "Check that the scheduler runs, and repeat the command."
    )
    K010 = (
        "Target {number} in the setting 'targets' may have {known}, and nothing else. "
        "Give the key, lists of texts, and a gloss by sense."
    )
    K011 = "'{path}' is damaged: its list of words can't be read. Train it again, or restore the file."
    K012 = (
        "The text '{text}...' has no {what}, which the sense model was trained with. Put the component that sets it "
        "before this one, as in training, or train without it (setting 'annotations')."
    )
    K013 = (
        "The component '{name}' is not trained. Train a pipeline (python -m spacy kpca train CORPUS OUT), "
        "initialize it from labelled examples, or set its 'artifact' to a trained one."
    )
    K014 = (
        "The component '{name}' has nothing to learn from. Set a 'corpus' or an 'artifact' in "
        "[initialize.components.{name}], or train on examples whose documents have labelled spans in "
        "doc.spans['{spans_key}']."
    )
    K015 = "The component '{name}' can't load its data: {why}"
    K016 = (
        "The component '{name}' would write {kind}._.{attr}, but another component or program has registered an "
        "extension of that name. Choose another name in the setting '{setting}', or null to write none."
    )
    K017 = "There is no setting '{name}'. Known settings: {known}."
    K018 = (
        "The component '{name}' needs an svd2_tagger before it in the pipeline, with descriptors, for "
        'domain = "svd2_tagger". Add one, train it again with this version, or set domain = "contexts".'
    )
    K019 = (
        "The component '{name}' would replace {place}, which it did not write: another component did, or these are "
        "your own spans. Choose another name in its setting '{setting}', or remove what is there first."
    )
    L220 = "The pipeline '{path}' has no word vectors. Name one that has, such as spacy init vectors makes."
    K020 = (
        "The component '{name}' needs word vectors, and the vocabulary has none. Load them as in training "
        "([initialize] vectors, or the pipeline that has them), or train it without (vectors = null)."
    )
    K021 = (
        "The component '{name}' was trained with other word vectors than the vocabulary has: {why}. Load those of "
        "training, or train it again with these."
    )
    K022 = "The component '{name}' needs {wanted}, and {what} for the text '{text}...' is none.{hint}"
    K023 = (
        "The component '{name}' was trained with vectors of a function, and has no function now. Set it again in "
        "[components.{name}.vectors], and give the file that registers it (--code)."
    )
    K024 = (
        "The component '{name}' was given vectors of different widths: {widths}. Check the components before it, or "
        "the function of its setting 'vectors'."
    )
    K025 = (
        "The component '{name}' can't use unlabelled occurrences (transform_unlabelled, composite) with vectors of "
        'documents, because raw text has none. Set vectors = "vectors", or leave these settings out.'
    )


class Warnings(metaclass=_Coded):
    # Command line
    L201 = "Please check these labels in '{path}':{notes}"
    L202 = (
        "{n} of the {total} targets in '{path}' are of words that the pipeline does not know:{words}\n"
        "  A target that is a form of a known word must name that word: in the fifth column of a .tsv, or as the id of "
        "its span in a .spacy file. Or train with a table of forms (kpca train --forms)."
    )
    L210 = (
        "{n} of the {total} targets in '{path}' are scored here, but would not be found in running text:{words}\n"
        "  Add examples that show these forms to the training data. If the tokenizer splits the text "
        "differently, for instance where words are not separated by spaces, train with another --lang."
    )
    L211 = (
        "The pipeline gives none of the gold senses of '{path}': names are compared as they are written.{senses}\n"
        "  Check the column of the senses, or how they are written; --sensemap maps names to others."
    )
    L203 = (
        "None of the gold tags is a tag of '{path}' ({tags}): names are compared as they are written. "
        "Check the column of the gold tags (--gold-column) and capital letters."
    )
    L204 = "The labels in '{path}' will give poor tags: {why}."
    L250 = (
        "The dictionary has tags that no labelled word has ({tags}). If the labels use tags of your own, give the "
        "dictionary the same ones with --tags-map."
    )
    # Word senses
    K101 = (
        "These may be forms of one word, but each is learned as a word of its own: {pairs}. Name the "
        "word in the fifth column of a .tsv, as 'word' in Prodigy's .jsonl, or as the id of the span in a .spacy file; "
        "or list the forms in a table (--forms FILE: word, tab, form)."
    )
    # Metrics and evaluation
    M101 = (
        "The pipeline gives no token a tag, so the scores are those of a single cluster. "
        "Its components: {names}. Evaluate one that has a tagger."
    )
    M102 = (
        "{n_skipped} of {total} gold documents have no tags and were skipped; {n_words} words without a tag in the "
        "others do not count. The first: {first}."
    )
    M104 = (
        "All gold tags are '{tag}', so scores of agreement mean nothing. Check the column of the gold tags "
        "(--gold-column)."
    )
    M103 = (
        "{share:.0%} of the tokens get tags that the gold data never has ({tags}), and so they count as wrong. "
        "Check how tags are written, and the column of the gold tags (--gold-column)."
    )
    # Counting
    N101 = (
        "The Dask scheduler '{address}' has had no workers for {seconds} seconds; after {most} the count ends. "
        "Start some: dask worker {address}."
    )
    N102 = (
        "Some text counts twice: {n} part(s) of '{first}' are also in '{second}'. Leave one of them out, unless that "
        "is meant."
    )
    # Pipeline components
    P101 = (
        "The component '{name}' keeps the model it has, because '{path}', which [initialize.components.{name}] names, "
        "no longer exists. To train it again, give a path that exists."
    )
    P102 = (
        "The component '{name}' keeps its model, because its tags have been given names: training it again "
        "without labelled words would lose them. Give 'labels' too, or start with a new component: "
        "nlp.remove_pipe('{name}'), nlp.add_pipe('svd2_tagger')."
    )
    P103 = (
        "The component '{name}' keeps the model it has, because there is nothing to learn from: these settings differ "
        "from those it was trained with and have no effect: {settings}. Give a corpus or examples to train it again."
    )
    P110 = (
        "The pipeline's tokenizer splits {n} of the first {total} sentences of the corpus differently than the corpus "
        "does. From their text it does not make these words, for instance: {words}. What is learned about such words "
        "does not help with raw text. If the texts to tag will be split at spaces beforehand, train with --tokenized; "
        "otherwise check --lang, or train on raw text."
    )
    # Corpora
    C150 = (
        "'{folder}' holds '{first}' and '{second}', which look like one text and its compressed copy. Both are read; "
        "move one away if they are the same."
    )
    C180 = (
        "Most of the text is in a script that puts no spaces between words ({script}), and the tokenizer of the "
        "language '{lang}' takes what stands between spaces for a word. To get words, {known}split the text into "
        "words with spaces beforehand and add --tokenized."
    )
    C160 = "{n} of {total} files in '{folder}' were not read: {files}"
    C161 = "'{path}': {n} record(s) were skipped, because the annotator rejected or ignored them."
    C162 = (
        "'{path}': {n} words follow each other without a blank line, and count as one sentence. Put a blank line after "
        "each sentence."
    )
    C163 = (
        "'{path}': {n} of {total} sentences were left out, because their text is withheld (all words are '_'). Get the "
        "text as the treebank's README says, and merge it into the file."
    )
    # Sense-annotated corpora
    C151 = (
        "{moved} of {total} targets in '{path}' are not whole tokens and were widened to the tokens they touch; "
        "{lost} touch no token and were left out. The first: '{first}'. Check the offsets and the language's tokenizer."
    )
    # The tagger's numerics
    S101 = "{name} = {wanted} is more than this corpus allows ({why}); {used} is used instead."
    S102 = (
        "Only {found} of {wanted} clusters could be told apart in this corpus of {tokens} tokens. "
        "Give more text, or fewer n_tags, or set refine = false."
    )
    S103 = (
        "The corpus of {tokens} tokens is too small to group its words: {found} of {wanted} groups have members. "
        "The words to label are little more than the frequent ones. Train on more text if there is any."
    )

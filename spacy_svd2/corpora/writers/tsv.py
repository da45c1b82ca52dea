"""Word-per-line text: columns with a header, and a blank line after each sentence."""

from typing import IO

from ...shared.delimited import join_row
from .sentences import AnnotatedDocs, WritingOptions, sentences_of


def write_tsv(file: IO[bytes], docs: AnnotatedDocs, options: WritingOptions) -> None:
    """Write documents as they come; see `write_conllu`."""
    header = ["word", "tag", *(["probability"] if options.probability else [])]
    file.write((join_row(header) + "\n").encode("utf8"))
    for doc, source in docs:
        for sentence in sentences_of(doc, source, options):
            rows = [[word.text, word.tag] for word in sentence.words]
            if options.probability:
                for row, word in zip(rows, sentence.words, strict=True):
                    row.append("" if word.probability is None else f"{word.probability:.4f}")
            file.write("".join(f"{join_row(row)}\n" for row in [*rows, [""]]).encode("utf8"))

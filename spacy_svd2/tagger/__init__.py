"""The tagger: word-type clusters induced from raw text, named by labelled words, written to `token.tag_`."""

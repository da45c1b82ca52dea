"""How a language cuts words: what to ask about its text, and answers as rules of spaCy's own tokenizer."""

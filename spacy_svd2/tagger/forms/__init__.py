"""What the form of a word says: its suffix tree, shape, character n-grams and kind.

`form_classifier` gives named tags to words that the corpus did not have, `cluster_form_model` gives them clusters.
`suffix_tree` and `shapes` are the form evidence of the induction, `suffix_means` smooths what is known of rare words.
"""

"""From bigram counts to clusters of word types.

The steps of Lamar et al. (2010): `context_counts`, `descriptors`, `kmeans`; `induce` does them in order, in one pass or
two. Beyond the paper: `refinement` of the clusters by likelihood, which fits a `mixture` by `annealed_em` and ends with
`merging`; and `clustering_levels`, the clusterings from coarse to fine that naming works with.
"""

"""From bigram counts to clusters of word types: the steps of Lamar et al. (2010) and the refinement beyond them."""

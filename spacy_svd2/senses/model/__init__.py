"""The sense model: features, kernels, components, decision, and how it is stored."""

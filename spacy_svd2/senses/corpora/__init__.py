"""Readers of sense-annotated text."""

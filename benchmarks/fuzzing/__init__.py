"""Hostile files as hypothesis strategies, what they are tried on, and the promises that must hold."""

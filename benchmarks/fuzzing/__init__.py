"""Hostile files by the hundred thousand: mutations, what they are tried on, and the promises that must hold."""

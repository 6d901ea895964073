"""Adapters: a framework's words for a game, each an extra of the package."""

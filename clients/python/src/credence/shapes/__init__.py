"""The types of each ruleset."""

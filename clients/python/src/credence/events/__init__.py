"""The events of each ruleset."""

-- The games of one ruleset, and those opened since a time: a page of either reads what it asks for, and not the whole catalog.
CREATE INDEX games_by_ruleset ON games (log_id, ruleset, position);
CREATE INDEX games_by_time ON games (log_id, opened_us, position);

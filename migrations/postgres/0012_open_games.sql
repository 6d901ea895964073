-- The games that are being played: few among the finished ones, and what a page of games asks for most.
CREATE INDEX games_open ON games (log_id, position) WHERE NOT finished;

-- Which servers are alive, so that each can say which of them is preferred for a partition of a log. Nothing but speed depends on it: any row may be
-- wrong, late or absent. It belongs to no log, and is in no archive. `seen_at` is by the clock of the database alone.
CREATE TABLE servers (
    url     text COLLATE "C" NOT NULL PRIMARY KEY,
    seen_at timestamptz NOT NULL
);

-- What all players of a log taught together about a ruleset, as of a position: a projection of the log, which can be dropped.
-- `forgotten` is how many players the log had forgotten when it was folded: where that has changed, it is folded again.
CREATE TABLE populations (
    log_id    INTEGER NOT NULL,
    ruleset   TEXT    NOT NULL,
    position  INTEGER NOT NULL,
    forgotten INTEGER NOT NULL,
    state     BLOB    NOT NULL,
    PRIMARY KEY (log_id, ruleset)
) STRICT;

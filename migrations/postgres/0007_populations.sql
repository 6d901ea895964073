-- What all players of a log taught together about a ruleset, as of a position: a projection of the log, which can be dropped.
-- `forgotten` is how many players the log had forgotten when it was folded: where that has changed, it is folded again.
CREATE TABLE populations (
    log_id    bigint NOT NULL,
    ruleset   text COLLATE "C" NOT NULL,
    position  bigint NOT NULL,
    forgotten bigint NOT NULL,
    state     bytea  NOT NULL,
    PRIMARY KEY (log_id, ruleset)
);

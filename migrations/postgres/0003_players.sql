-- Which player a person is: the one place that holds it, so that it can be erased.
CREATE TABLE players (
    log_id bigint NOT NULL,
    player text COLLATE "C" NOT NULL,
    person text COLLATE "C" NOT NULL,
    PRIMARY KEY (log_id, player),
    UNIQUE (log_id, person)
);

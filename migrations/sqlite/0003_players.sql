-- Which player a person is: the one place that holds it, so that it can be erased.
CREATE TABLE players (
    log_id INTEGER NOT NULL,
    player TEXT    NOT NULL,
    person TEXT    NOT NULL,
    PRIMARY KEY (log_id, player),
    UNIQUE (log_id, person)
) STRICT, WITHOUT ROWID;

-- The catalog of games: a projection of the log, written in the same commit.
CREATE TABLE games (
    log_id    INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    position  INTEGER NOT NULL,
    ruleset   TEXT    NOT NULL,
    finished  INTEGER NOT NULL,
    opened_us INTEGER NOT NULL,
    PRIMARY KEY (log_id, game),
    UNIQUE (log_id, position)
) STRICT, WITHOUT ROWID;

-- Who sits where. A game is named by the position of its opening, so that a person's games come newest first.
CREATE TABLE seats (
    log_id   INTEGER NOT NULL,
    position INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    person   TEXT    NOT NULL,
    PRIMARY KEY (log_id, position, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_person ON seats (log_id, person, position);

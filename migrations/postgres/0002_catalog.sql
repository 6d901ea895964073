-- The catalog of games: a projection of the log, written in the same commit.
CREATE TABLE games (
    log_id    bigint NOT NULL,
    game      text COLLATE "C" NOT NULL,
    position  bigint NOT NULL,
    ruleset   text COLLATE "C" NOT NULL,
    finished  boolean NOT NULL,
    opened_us bigint NOT NULL,
    PRIMARY KEY (log_id, game),
    UNIQUE (log_id, position)
);

-- Who sits where. A game is named by the position of its opening, so that a person's games come newest first.
CREATE TABLE seats (
    log_id   bigint NOT NULL,
    position bigint NOT NULL,
    seat     bigint NOT NULL,
    person   text COLLATE "C" NOT NULL,
    PRIMARY KEY (log_id, position, seat)
);

CREATE INDEX seats_by_person ON seats (log_id, person, position);

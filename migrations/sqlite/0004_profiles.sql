-- A name for people, beside the player id: erased with it.
ALTER TABLE players ADD COLUMN display_name TEXT;

-- A stream that was erased takes no more events.
ALTER TABLE streams ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;

-- Players that were forgotten, by a hash of their ids.
CREATE TABLE forgotten (
    log_id INTEGER NOT NULL,
    mark   TEXT    NOT NULL,
    PRIMARY KEY (log_id, mark)
) STRICT, WITHOUT ROWID;

-- What the fold of a person's stream came to at a revision: a projection of the log, which can be dropped.
CREATE TABLE profiles (
    log_id   INTEGER NOT NULL,
    person   TEXT    NOT NULL,
    ruleset  TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    state    BLOB    NOT NULL,
    PRIMARY KEY (log_id, person, ruleset)
) STRICT;

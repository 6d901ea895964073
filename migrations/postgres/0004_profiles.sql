-- A name for people, beside the player id: erased with it.
ALTER TABLE players ADD COLUMN display_name text;

-- A stream that was erased takes no more events.
ALTER TABLE streams ADD COLUMN closed boolean NOT NULL DEFAULT false;

-- Players that were forgotten, by a hash of their ids.
CREATE TABLE forgotten (
    log_id bigint NOT NULL,
    mark   text COLLATE "C" NOT NULL,
    PRIMARY KEY (log_id, mark)
);

-- What the fold of a person's stream came to at a revision: a projection of the log, which can be dropped.
CREATE TABLE profiles (
    log_id   bigint NOT NULL,
    person   text COLLATE "C" NOT NULL,
    ruleset  text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    state    bytea  NOT NULL,
    PRIMARY KEY (log_id, person, ruleset)
);

-- Who may do what. An event says which key reported it; without keys nothing stands there.
ALTER TABLE events ADD COLUMN reporter text COLLATE "C";

-- Whose log is whose. This table and that of the keys are the only ones that no log owns: they say which log a caller works in.
CREATE TABLE tenants (
    log_id bigint NOT NULL PRIMARY KEY,
    name   text COLLATE "C" NOT NULL UNIQUE
);

INSERT INTO tenants (log_id, name) VALUES (1, 'default');

-- `hash` is of the key's secret, which is kept nowhere. `used_day` counts days since 1970 UTC.
CREATE TABLE keys (
    key_id     text COLLATE "C" NOT NULL PRIMARY KEY,
    log_id     bigint NOT NULL,
    role       text COLLATE "C" NOT NULL,
    game       text COLLATE "C",
    seat       bigint,
    name       text COLLATE "C",
    hash       bytea   NOT NULL,
    made_us    bigint NOT NULL,
    expires_us bigint,
    revoked_us bigint,
    used_day   bigint
);

CREATE INDEX keys_of_log ON keys (log_id, key_id);

-- What became of keys: made, revoked, refused often. `entry` is sortable by time.
CREATE TABLE access_trail (
    log_id bigint NOT NULL,
    entry  text COLLATE "C" NOT NULL,
    at_us  bigint NOT NULL,
    what   text COLLATE "C" NOT NULL,
    key_id text COLLATE "C" NOT NULL,
    by_key text COLLATE "C",
    detail text COLLATE "C" NOT NULL,
    PRIMARY KEY (log_id, entry)
);

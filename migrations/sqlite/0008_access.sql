-- Who may do what. An event says which key reported it; without keys nothing stands there.
ALTER TABLE events ADD COLUMN reporter TEXT;

-- Whose log is whose. This table and that of the keys are the only ones that no log owns: they say which log a caller works in.
CREATE TABLE tenants (
    log_id INTEGER NOT NULL PRIMARY KEY,
    name   TEXT    NOT NULL UNIQUE
) STRICT;

INSERT INTO tenants (log_id, name) VALUES (1, 'default');

-- `hash` is of the key's secret, which is kept nowhere. `used_day` counts days since 1970 UTC.
CREATE TABLE keys (
    key_id     TEXT    NOT NULL PRIMARY KEY,
    log_id     INTEGER NOT NULL,
    role       TEXT    NOT NULL,
    game       TEXT,
    seat       INTEGER,
    name       TEXT,
    hash       BLOB    NOT NULL,
    made_us    INTEGER NOT NULL,
    expires_us INTEGER,
    revoked_us INTEGER,
    used_day   INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX keys_of_log ON keys (log_id, key_id);

-- What became of keys: made, revoked, refused often. `entry` is sortable by time.
CREATE TABLE access_trail (
    log_id INTEGER NOT NULL,
    entry  TEXT    NOT NULL,
    at_us  INTEGER NOT NULL,
    what   TEXT    NOT NULL,
    key_id TEXT    NOT NULL,
    by_key TEXT,
    detail TEXT    NOT NULL,
    PRIMARY KEY (log_id, entry)
) STRICT, WITHOUT ROWID;

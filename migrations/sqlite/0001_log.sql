-- The log. `log_id` stands first in every key, so that no statement reaches another tenant's rows.

-- The counter that positions are taken from, inside the commit that writes them.
CREATE TABLE log_head (
    log_id   INTEGER NOT NULL PRIMARY KEY,
    position INTEGER NOT NULL
) STRICT;

-- The end of each stream.
CREATE TABLE streams (
    log_id   INTEGER NOT NULL,
    stream   TEXT    NOT NULL,
    revision INTEGER NOT NULL,
    hash     BLOB    NOT NULL,
    PRIMARY KEY (log_id, stream)
) STRICT, WITHOUT ROWID;

-- Payload and salt are null once erased.
CREATE TABLE events (
    log_id     INTEGER NOT NULL,
    position   INTEGER NOT NULL,
    stream     TEXT    NOT NULL,
    revision   INTEGER NOT NULL,
    event_id   TEXT    NOT NULL,
    type       TEXT    NOT NULL,
    schema     INTEGER NOT NULL,
    time_us    INTEGER NOT NULL,
    payload    BLOB,
    salt       BLOB,
    commitment BLOB    NOT NULL,
    hash       BLOB    NOT NULL,
    PRIMARY KEY (log_id, position),
    UNIQUE (log_id, stream, revision),
    UNIQUE (log_id, stream, event_id)
) STRICT;

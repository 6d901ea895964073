-- The log. `log_id` stands first in every key, so that no statement reaches another tenant's rows.
-- Text is compared byte by byte (COLLATE "C"): an index must not depend on the locale library of the machine.

-- The counter that positions are taken from, inside the commit that writes them.
CREATE TABLE log_head (
    log_id   bigint NOT NULL PRIMARY KEY,
    position bigint NOT NULL
);

-- The end of each stream.
CREATE TABLE streams (
    log_id   bigint NOT NULL,
    stream   text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    hash     bytea  NOT NULL,
    PRIMARY KEY (log_id, stream)
);

-- Payload and salt are null once erased.
CREATE TABLE events (
    log_id     bigint NOT NULL,
    position   bigint NOT NULL,
    stream     text COLLATE "C" NOT NULL,
    revision   bigint NOT NULL,
    event_id   text COLLATE "C" NOT NULL,
    type       text COLLATE "C" NOT NULL,
    schema     bigint NOT NULL,
    time_us    bigint NOT NULL,
    payload    bytea,
    salt       bytea,
    commitment bytea  NOT NULL,
    hash       bytea  NOT NULL,
    PRIMARY KEY (log_id, position),
    UNIQUE (log_id, stream, revision),
    UNIQUE (log_id, stream, event_id)
);

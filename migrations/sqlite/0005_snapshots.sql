-- Frozen tables (observer 'table') and beliefs: projections of the log, which can be dropped.
CREATE TABLE snapshots (
    log_id      INTEGER NOT NULL,
    stream      TEXT    NOT NULL,
    observer    TEXT    NOT NULL,
    revision    INTEGER NOT NULL,
    schema      INTEGER NOT NULL,
    model       INTEGER NOT NULL,
    belief_hash TEXT    NOT NULL,
    state       BLOB    NOT NULL,
    PRIMARY KEY (log_id, stream, observer, revision, model)
) STRICT;

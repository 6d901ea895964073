-- Frozen tables (observer 'table') and beliefs: projections of the log, which can be dropped.
CREATE TABLE snapshots (
    log_id      bigint NOT NULL,
    stream      text   COLLATE "C" NOT NULL,
    observer    text   COLLATE "C" NOT NULL,
    revision    bigint NOT NULL,
    schema      bigint NOT NULL,
    model       bigint NOT NULL,
    belief_hash text   COLLATE "C" NOT NULL,
    state       bytea  NOT NULL,
    PRIMARY KEY (log_id, stream, observer, revision, model)
);

-- Damaged streams that `credence repair` set aside, at somebody's word: nothing reads them but those who check.
CREATE TABLE set_aside (
    log_id  INTEGER NOT NULL,
    stream  TEXT    NOT NULL,
    was     TEXT    NOT NULL,
    time_us INTEGER NOT NULL,
    events  INTEGER NOT NULL,
    why     TEXT    NOT NULL,
    PRIMARY KEY (log_id, stream)
) STRICT;

-- Positions of a log at which no event stands, because the stream that was set aside had lost it: `first` to `last`.
CREATE TABLE missing_positions (
    log_id INTEGER NOT NULL,
    first  INTEGER NOT NULL,
    last   INTEGER NOT NULL,
    stream TEXT    NOT NULL,
    PRIMARY KEY (log_id, first)
) STRICT;

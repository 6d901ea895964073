-- Damaged streams that `credence repair` set aside, at somebody's word: nothing reads them but those who check.
CREATE TABLE set_aside (
    log_id  bigint NOT NULL,
    stream  text COLLATE "C" NOT NULL,
    was     text COLLATE "C" NOT NULL,
    time_us bigint NOT NULL,
    events  bigint NOT NULL,
    why     text   NOT NULL,
    PRIMARY KEY (log_id, stream)
);

-- Positions of a log at which no event stands, because the stream that was set aside had lost it: `first` to `last`.
CREATE TABLE missing_positions (
    log_id bigint NOT NULL,
    first  bigint NOT NULL,
    last   bigint NOT NULL,
    stream text COLLATE "C" NOT NULL,
    PRIMARY KEY (log_id, first)
);

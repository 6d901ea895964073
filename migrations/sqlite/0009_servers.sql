-- Which servers are alive: unused here, because a file has one server, and made so that both databases have the same tables. `seen_at` is in
-- microseconds since 1970 UTC.
CREATE TABLE servers (
    url     TEXT    NOT NULL PRIMARY KEY,
    seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

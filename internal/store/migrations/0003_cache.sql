-- +goose Up

-- Responses by the hash of what was asked, for runs with --cache.
CREATE TABLE cache (
    key      TEXT PRIMARY KEY,
    at_us    BIGINT NOT NULL,
    meta     TEXT NOT NULL,                -- JSON of bench.Response
    codec    INTEGER NOT NULL,             -- as in body
    request  BLOB,
    response BLOB
);

-- +goose Down
DROP TABLE cache;

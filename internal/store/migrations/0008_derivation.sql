-- +goose Up

-- How often stored trials were derived again or put in from elsewhere: a reader that keeps what it has read, and asks for
-- newer trials only, reads all of it again when this number has changed.
CREATE TABLE derivation (
    id    INTEGER PRIMARY KEY,             -- 1; no row is a count of 0
    count BIGINT NOT NULL
);

-- +goose Down
DROP TABLE derivation;

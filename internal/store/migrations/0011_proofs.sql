-- +goose Up

-- Texts that workers on other machines execute: the files of a suite.
CREATE TABLE bundle (
    hash  TEXT PRIMARY KEY,                -- over paths and contents
    files BLOB NOT NULL                    -- a ZIP
);

-- What is to be executed, and the evidence that came of it. The same input gives
-- the same evidence: it is executed once.
CREATE TABLE proof (
    key      TEXT PRIMARY KEY,             -- hash of input
    input    TEXT NOT NULL,                -- JSON
    evidence TEXT,                         -- JSON, NULL until somebody has executed it
    worker   TEXT                          -- who has
);

-- +goose Down
DROP TABLE proof;
DROP TABLE bundle;

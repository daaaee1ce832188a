-- +goose Up

-- What people call a run and write about it: apart from the run, which nobody changes.
CREATE TABLE run_note (
    run_id TEXT PRIMARY KEY,
    name   TEXT NOT NULL,                  -- '' for none
    tags   TEXT NOT NULL,                  -- JSON list, sorted
    note   TEXT NOT NULL,
    at_us  BIGINT NOT NULL
);

-- +goose Up

-- How the trials of a run are asked by workers on other machines.
CREATE TABLE dispatch (
    run_id TEXT PRIMARY KEY REFERENCES run (id),
    terms  TEXT NOT NULL,                  -- JSON, without any key
    queues TEXT NOT NULL                   -- JSON list of the accounts that are needed
);

-- Why a subject of a run is not asked any more, until the run is started again.
CREATE TABLE halt (
    run_id  TEXT NOT NULL REFERENCES run (id),
    subject TEXT NOT NULL,
    kind    TEXT NOT NULL,                 -- of error, as in package model
    reason  TEXT NOT NULL,
    PRIMARY KEY (run_id, subject)
);

-- Processes that take shards of runs. All times are the server's.
CREATE TABLE worker (
    id      TEXT PRIMARY KEY,
    seen_us BIGINT NOT NULL,
    gone    INTEGER NOT NULL               -- 1 when its shards were given to others
);

-- +goose Down
DROP TABLE worker;
DROP TABLE halt;
DROP TABLE dispatch;

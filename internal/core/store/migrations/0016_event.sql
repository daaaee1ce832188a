-- +goose Up

-- What agents have done in trials that have not ended: each event is stored before the next step. An ended trial has its events in body.response.
CREATE TABLE event (
    trial_key TEXT NOT NULL,
    round     BIGINT NOT NULL,
    seq       INTEGER NOT NULL,
    codec     INTEGER NOT NULL,            -- as in body
    body      BLOB NOT NULL,               -- JSON of agent.Event
    PRIMARY KEY (trial_key, round, seq)
);

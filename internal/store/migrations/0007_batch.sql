-- +goose Up

-- Batches at a provider, noted before they are sent.
CREATE TABLE batch (
    name    TEXT PRIMARY KEY,              -- ours; it ends the id of every request in it
    account TEXT NOT NULL,                 -- who was asked for what
    remote  TEXT NOT NULL,                 -- the provider's id, '' while it is not known
    size    BIGINT NOT NULL,
    at_us   BIGINT NOT NULL
);
CREATE INDEX batch_remote ON batch (remote);

-- Which batch asks a trial in a round. A row is deleted when the batch turned out to bring no result for it.
CREATE TABLE batch_trial (
    trial_key TEXT NOT NULL,
    round     BIGINT NOT NULL,
    batch     TEXT NOT NULL REFERENCES batch (name),
    spend     BIGINT NOT NULL,             -- spend.id of what is reserved for it, 0 for nothing
    memo      TEXT NOT NULL,               -- JSON, what reading the result needs
    codec     INTEGER NOT NULL,            -- as in body
    request   BLOB NOT NULL,
    PRIMARY KEY (trial_key, round)
);
CREATE INDEX batch_trial_batch ON batch_trial (batch);

-- +goose Down
DROP TABLE batch_trial;
DROP TABLE batch;

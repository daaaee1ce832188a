-- +goose Up

-- What a trial key is the hash of, so that a trial that is asked again can be explained.
CREATE TABLE trial_key (
    key     TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    parts   TEXT NOT NULL                  -- JSON of bench.TrialKey
);

-- How request and response are stored: 0 as they are, 1 zstd.
ALTER TABLE body ADD COLUMN codec INTEGER NOT NULL DEFAULT 0;

-- 1 when the response came from the cache: nobody was asked, and nothing was paid.
ALTER TABLE trial ADD COLUMN cached INTEGER NOT NULL DEFAULT 0;

-- What requests cost, noted before they are sent. A row that was never settled
-- holds the worst case of a request whose end nobody saw.
CREATE TABLE spend (
    id      BIGINT PRIMARY KEY,
    plan    TEXT NOT NULL,                 -- run.plan: all rounds of a plan share a budget
    subject TEXT NOT NULL,
    amount  BIGINT NOT NULL,               -- billionths of a US dollar
    settled INTEGER NOT NULL,
    at_us   BIGINT NOT NULL
);
CREATE INDEX spend_plan ON spend (plan, amount);

-- +goose Down
DROP TABLE spend;
ALTER TABLE trial DROP COLUMN cached;
ALTER TABLE body DROP COLUMN codec;
DROP TABLE trial_key;

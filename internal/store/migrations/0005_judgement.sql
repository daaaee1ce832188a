-- +goose Up

-- What a judge that takes time or money made of one answer: a trial's, or a gold answer that judges are
-- calibrated with. A response that is read otherwise by a later parser is another question, so that nothing
-- that was paid for is ever replaced. The columns up to finish_raw can be made again from text.
CREATE TABLE judgement (
    id               INTEGER PRIMARY KEY,
    trial_id         INTEGER NOT NULL,     -- trial.id, 0 for a gold answer
    gold             TEXT NOT NULL,        -- kind of gold answer, '' for a trial's
    variant          TEXT NOT NULL,        -- key of what a gold answer is about, '' for a trial's
    judge            TEXT NOT NULL,        -- name and version
    question         TEXT NOT NULL,        -- hash of all that the judge decides from
    outcome          TEXT NOT NULL,        -- decided, unscored, failed; failed ones are asked again
    reason           TEXT NOT NULL,        -- why nothing is decided, '' when something is
    injected         TEXT NOT NULL,        -- where the answer speaks to its judge, '' when it does not
    verdict          TEXT,                 -- JSON of bench.Verdict; NULL when it failed
    asked            INTEGER NOT NULL,     -- 1 when a model was asked, or something executed
    finish           TEXT NOT NULL,
    finish_raw       TEXT NOT NULL,
    model            TEXT NOT NULL,
    attempts         INTEGER NOT NULL,
    input_tokens     BIGINT NOT NULL,
    output_tokens    BIGINT NOT NULL,
    reasoning_tokens BIGINT NOT NULL,
    cached_tokens    BIGINT NOT NULL,
    cost_usd         DOUBLE PRECISION,     -- NULL: not known, which is not free
    started_us       BIGINT NOT NULL,
    elapsed_us       BIGINT NOT NULL,
    cached           INTEGER NOT NULL,
    text             TEXT NOT NULL,
    codec            INTEGER NOT NULL,
    request          BLOB,
    response         BLOB,
    UNIQUE (trial_id, gold, judge, question)
);

-- +goose Down
DROP TABLE judgement;

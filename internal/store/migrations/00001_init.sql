-- +goose Up

-- One execution of a plan. Starting the same plan again continues the newest run of it.
CREATE TABLE run (
    id         TEXT PRIMARY KEY,
    plan       TEXT NOT NULL,              -- hash of what was planned
    round      INTEGER NOT NULL,           -- raised by a fresh start; trials of earlier rounds are kept
    status     TEXT NOT NULL,              -- running, done, incomplete
    started_us INTEGER NOT NULL,
    ended_us   INTEGER,
    manifest   TEXT NOT NULL               -- JSON
);
CREATE INDEX run_plan ON run (plan, started_us);

-- What subjects were asked about, with the truth as it was known then. The id is the hash of meta.
CREATE TABLE variant (
    id     TEXT PRIMARY KEY,
    key    TEXT NOT NULL,
    source TEXT NOT NULL,
    truth  TEXT NOT NULL,                  -- vulnerable, safe
    meta   TEXT NOT NULL                   -- JSON of bench.Variant
);

-- The plan of a run, in order.
CREATE TABLE planned (
    run_id     TEXT NOT NULL REFERENCES run (id),
    seq        INTEGER NOT NULL,
    trial_key  TEXT NOT NULL,
    subject    TEXT NOT NULL,
    variant_id TEXT NOT NULL REFERENCES variant (id),
    repetition INTEGER NOT NULL,
    PRIMARY KEY (run_id, seq)
);

-- One row for each trial and round that has ended.
CREATE TABLE trial (
    id               INTEGER PRIMARY KEY,
    key              TEXT NOT NULL,
    round            INTEGER NOT NULL,
    subject          TEXT NOT NULL,
    variant_id       TEXT NOT NULL REFERENCES variant (id),
    repetition       INTEGER NOT NULL,
    outcome          TEXT NOT NULL,        -- answered, refused, truncated, filtered, unparsed, failed
    reason           TEXT NOT NULL,        -- why there is no answer, '' with one
    finish           TEXT NOT NULL,        -- the ending in the vocabulary of outcomes, before any parsing
    finish_raw       TEXT NOT NULL,        -- the provider's own word for it
    model            TEXT NOT NULL,        -- the id the provider says it used
    attempts         INTEGER NOT NULL,
    input_tokens     INTEGER NOT NULL,
    output_tokens    INTEGER NOT NULL,
    reasoning_tokens INTEGER NOT NULL,
    cached_tokens    INTEGER NOT NULL,
    cost_usd         DOUBLE PRECISION,     -- NULL: not known, which is not free
    started_us       INTEGER NOT NULL,
    elapsed_us       INTEGER NOT NULL,
    UNIQUE (key, round)
);

-- The raw record, apart from the rest so that tables of numbers stay small.
CREATE TABLE body (
    trial_id INTEGER PRIMARY KEY REFERENCES trial (id),
    request  BLOB,
    response BLOB,
    text     TEXT NOT NULL
);

-- Derived from body by the parser and the judge named; can be made again at any time.
CREATE TABLE derived (
    trial_id    INTEGER PRIMARY KEY REFERENCES trial (id),
    parser      TEXT NOT NULL,
    judge       TEXT NOT NULL,
    said        TEXT,                      -- vulnerable, safe; NULL without an answer
    strict      TEXT,                      -- hit, miss, unscored; NULL without a target or an answer
    lenient     TEXT,
    explanation TEXT NOT NULL,
    answer      TEXT,                      -- JSON of bench.Answer
    verdict     TEXT                       -- JSON of bench.Verdict
);

-- The table of the seed suite under its own name and with its seven columns: the newest round of every trial.
CREATE VIEW evaluations AS
SELECT t.id                                                             AS id,
       strftime('%Y-%m-%d %H:%M:%S', t.started_us / 1000000, 'unixepoch') AS timestamp,
       v.source                                                         AS test_file,
       t.subject                                                        AS model_name,
       CASE v.truth WHEN 'safe' THEN 'good' ELSE 'bad' END              AS expected_result,
       CASE d.said WHEN 'safe' THEN 'good' WHEN 'vulnerable' THEN 'bad' ELSE t.outcome END AS actual_result,
       CASE WHEN d.said IS NULL THEN t.reason ELSE d.explanation END    AS explanation
FROM trial t
JOIN variant v ON v.id = t.variant_id
LEFT JOIN derived d ON d.trial_id = t.id
WHERE t.round = (SELECT max(u.round) FROM trial u WHERE u.key = t.key);

-- +goose Down
DROP VIEW evaluations;
DROP TABLE derived;
DROP TABLE body;
DROP TABLE trial;
DROP TABLE planned;
DROP TABLE variant;
DROP TABLE run;

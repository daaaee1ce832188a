-- +goose Up

-- One execution of a plan. Starting the same plan again continues the newest run of it.
CREATE TABLE run (
    id         TEXT PRIMARY KEY,
    plan       TEXT NOT NULL,              -- hash of what was planned
    round      INTEGER NOT NULL,           -- raised by a fresh start; trials of earlier rounds are kept
    status     TEXT NOT NULL,              -- running, done, incomplete
    started_us INTEGER NOT NULL,
    ended_us   INTEGER,
    manifest   TEXT NOT NULL               -- JSON of bench.Manifest
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

-- What a variant is filtered by, apart from its text, so that a list reads no text.
CREATE TABLE facet (
    variant_id  TEXT PRIMARY KEY REFERENCES variant (id),
    key         TEXT NOT NULL,
    suite       TEXT NOT NULL,
    format      TEXT NOT NULL,
    sample      TEXT NOT NULL,
    base        TEXT NOT NULL,
    grp         TEXT NOT NULL,
    tier        INTEGER NOT NULL,
    class       TEXT NOT NULL,
    chain       TEXT NOT NULL,
    twin        TEXT NOT NULL,
    truth       TEXT NOT NULL,
    proof       TEXT NOT NULL,
    certificate TEXT NOT NULL
);
CREATE INDEX facet_key ON facet (key);

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
CREATE INDEX planned_variant ON planned (run_id, variant_id);
CREATE INDEX planned_key ON planned (trial_key, run_id);

-- What a trial key is the hash of, so that a trial that is asked again can be explained.
CREATE TABLE trial_key (
    key     TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    parts   TEXT NOT NULL                  -- JSON of bench.TrialKey
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
    cached           INTEGER NOT NULL DEFAULT 0, -- 1 when the response came from the cache: nobody was asked, and nothing was paid
    UNIQUE (key, round)
);

-- The raw record, apart from the rest so that tables of numbers stay small.
CREATE TABLE body (
    trial_id INTEGER PRIMARY KEY REFERENCES trial (id),
    request  BLOB,
    response BLOB,
    text     TEXT NOT NULL,
    codec    INTEGER NOT NULL DEFAULT 0    -- how request and response are stored: 0 as they are, 1 zstd
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

-- How often stored trials were derived again or put in from elsewhere: a reader that keeps what it has read, and asks for
-- newer trials only, reads all of it again when this number has changed.
CREATE TABLE derivation (
    id    INTEGER PRIMARY KEY,             -- 1; no row is a count of 0
    count BIGINT NOT NULL
);

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

-- What experts decided about trials, blind to who answered. One row for each expert: nobody overwrites another.
CREATE TABLE review (
    trial_id       BIGINT NOT NULL REFERENCES trial (id),
    expert         TEXT NOT NULL,
    at_us          BIGINT NOT NULL,
    found          INTEGER,                -- 1, 0; NULL while undecided, as in the next two
    type_right     INTEGER,
    location_right INTEGER,
    rcir           DOUBLE PRECISION,       -- 0 to 1; NULL while undecided
    ava            DOUBLE PRECISION,
    fsv            DOUBLE PRECISION,
    note           TEXT NOT NULL,
    PRIMARY KEY (trial_id, expert)
);

-- Responses by the hash of what was asked, for runs with --cache.
CREATE TABLE cache (
    key      TEXT PRIMARY KEY,
    at_us    BIGINT NOT NULL,
    meta     TEXT NOT NULL,                -- JSON of bench.Response
    codec    INTEGER NOT NULL,             -- as in body
    request  BLOB,
    response BLOB
);

-- What requests cost, noted before they are sent: one row for what a process asks of a
-- subject. The rows of a plan add up to its spend_total.
CREATE TABLE spend (
    plan      TEXT NOT NULL,               -- run.plan: all rounds of a plan share a budget
    subject   TEXT NOT NULL,
    writer    BIGINT NOT NULL,             -- a number that the process took by chance
    amount    BIGINT NOT NULL,             -- billionths of a US dollar; below 0 where another process reserved
    unsettled BIGINT NOT NULL,             -- requests that are reserved for and not settled
    holder    TEXT NOT NULL DEFAULT '',    -- whose reservations these are: of a hold, or a worker; '' when that is not known
    reserved  INTEGER NOT NULL DEFAULT 0,  -- the part of amount that is not settled, without what batches hold
    settled   INTEGER NOT NULL DEFAULT 0,  -- requests of which it is known what they cost
    dearest   INTEGER NOT NULL DEFAULT 0,  -- what the dearest of these cost
    released  INTEGER NOT NULL DEFAULT -1, -- what each reservation was replaced by, as of a dead process; -1 while none was
    PRIMARY KEY (plan, subject, writer)
);

-- The sum of spend for each plan, kept with it: what a reservation is checked against when several processes spend.
CREATE TABLE spend_total (
    plan   TEXT PRIMARY KEY,
    amount BIGINT NOT NULL
);

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
    plan      TEXT NOT NULL DEFAULT '',    -- in whose books it is reserved
    reserved  BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (trial_key, round)
);
CREATE INDEX batch_trial_batch ON batch_trial (batch);

-- Which process asks, and pays, for a plan. All times of one database are of one clock.
CREATE TABLE hold (
    plan     TEXT PRIMARY KEY,             -- run.plan, or what a calibration is called
    holder   TEXT NOT NULL,                -- taken by chance
    judges   INTEGER NOT NULL,             -- 1 when it only judges, and workers ask
    host     TEXT NOT NULL,                -- for people
    pid      INTEGER NOT NULL,             -- for people
    process  TEXT NOT NULL,                -- command.Self, '' where that is not known
    since_us INTEGER NOT NULL,
    seen_us  INTEGER NOT NULL              -- when the holder last said that it is there
);

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

-- Writers on a PostgreSQL, each with the number of its transactions that were committed.
-- A writer that hears nothing of a commit finds out by its own number what came of it.
-- PostgreSQL only: CREATE TABLE writer_commit (writer BIGINT PRIMARY KEY, seq BIGINT NOT NULL, at_us BIGINT NOT NULL);

-- On PostgreSQL, looking up for every row what it refers to costs a third of what
-- a trial does. All such rows are written with what they refer to, by statements
-- that SQLite, which goes on checking, runs too.
-- PostgreSQL only: ALTER TABLE planned DROP CONSTRAINT planned_run_id_fkey, DROP CONSTRAINT planned_variant_id_fkey;
-- PostgreSQL only: ALTER TABLE trial DROP CONSTRAINT trial_variant_id_fkey;
-- PostgreSQL only: ALTER TABLE body DROP CONSTRAINT body_trial_id_fkey;
-- PostgreSQL only: ALTER TABLE derived DROP CONSTRAINT derived_trial_id_fkey;
-- PostgreSQL only: ALTER TABLE facet DROP CONSTRAINT facet_variant_id_fkey;

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

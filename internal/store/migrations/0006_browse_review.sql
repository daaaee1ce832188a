-- +goose Up

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
-- SQLite only
INSERT INTO facet SELECT id, key, coalesce(json_extract(meta, '$.suite'), ''), coalesce(json_extract(meta, '$.format'), ''), coalesce(json_extract(meta, '$.sample'), ''),
    coalesce(json_extract(meta, '$.base'), ''), coalesce(json_extract(meta, '$.group'), ''), coalesce(json_extract(meta, '$.tier'), 0), coalesce(json_extract(meta, '$.class'), ''),
    coalesce(json_extract(meta, '$.chain'), ''), coalesce(json_extract(meta, '$.twin'), ''), truth,
    coalesce(json_extract(meta, '$.proof'), ''), coalesce(json_extract(meta, '$.certificate'), '') FROM variant;
CREATE INDEX facet_key ON facet (key);

CREATE INDEX planned_variant ON planned (run_id, variant_id);
CREATE INDEX planned_key ON planned (trial_key, run_id);

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

-- +goose Down
DROP TABLE review;
DROP INDEX planned_key;
DROP INDEX planned_variant;
DROP TABLE facet;

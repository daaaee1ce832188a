-- +goose Up

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

-- Whose reservations these are, so that those of a process that died need not stand at their worst case for ever.
ALTER TABLE spend ADD COLUMN holder TEXT NOT NULL DEFAULT '';      -- of a hold, or a worker; '' for nobody that is known
ALTER TABLE spend ADD COLUMN reserved INTEGER NOT NULL DEFAULT 0;  -- the part of amount that is not settled, without what batches hold
ALTER TABLE spend ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;   -- requests of which it is known what they cost
ALTER TABLE spend ADD COLUMN dearest INTEGER NOT NULL DEFAULT 0;   -- what the dearest of these cost
ALTER TABLE spend ADD COLUMN released INTEGER NOT NULL DEFAULT -1; -- what each reservation was replaced by, as of a dead process; -1 while none was

-- +goose Down
ALTER TABLE spend DROP COLUMN released;
ALTER TABLE spend DROP COLUMN dearest;
ALTER TABLE spend DROP COLUMN settled;
ALTER TABLE spend DROP COLUMN reserved;
ALTER TABLE spend DROP COLUMN holder;
DROP TABLE hold;

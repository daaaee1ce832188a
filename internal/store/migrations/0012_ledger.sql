-- +goose Up

-- What stands reserved for a trial that a batch holds, and in the books of which plan.
ALTER TABLE batch_trial ADD COLUMN plan TEXT NOT NULL DEFAULT '';
ALTER TABLE batch_trial ADD COLUMN reserved BIGINT NOT NULL DEFAULT 0;
UPDATE batch_trial SET plan = coalesce((SELECT plan FROM spend WHERE spend.id = batch_trial.spend), ''),
    reserved = coalesce((SELECT amount FROM spend WHERE spend.id = batch_trial.spend AND settled = 0), 0);

-- What requests cost, noted before they are sent: one row for what a process asks of a
-- subject, and no longer one for each request. The rows of a plan add up to its spend_total.
CREATE TABLE spend_by_writer (
    plan      TEXT NOT NULL,               -- run.plan: all rounds of a plan share a budget
    subject   TEXT NOT NULL,
    writer    BIGINT NOT NULL,             -- a number that the process took by chance
    amount    BIGINT NOT NULL,             -- billionths of a US dollar; below 0 where another process reserved
    unsettled BIGINT NOT NULL,             -- requests that are reserved for and not settled; those of a process that died stand
    PRIMARY KEY (plan, subject, writer)
);
INSERT INTO spend_by_writer (plan, subject, writer, amount, unsettled)
    SELECT plan, subject, 0, sum(amount), sum(1 - settled) FROM spend GROUP BY plan, subject;
DROP TABLE spend;
ALTER TABLE spend_by_writer RENAME TO spend;

-- +goose Down
CREATE TABLE spend_by_request (
    id      BIGINT PRIMARY KEY,
    plan    TEXT NOT NULL,
    subject TEXT NOT NULL,
    amount  BIGINT NOT NULL,
    settled INTEGER NOT NULL,
    at_us   BIGINT NOT NULL
);
INSERT INTO spend_by_request (id, plan, subject, amount, settled, at_us)
    SELECT row_number() OVER (ORDER BY plan, subject, writer), plan, subject, amount, CASE WHEN unsettled = 0 THEN 1 ELSE 0 END, 0 FROM spend;
DROP TABLE spend;
ALTER TABLE spend_by_request RENAME TO spend;
ALTER TABLE batch_trial DROP COLUMN reserved;
ALTER TABLE batch_trial DROP COLUMN plan;

-- +goose Up

-- The sum of spend for each plan, kept with it: what a reservation is checked against when several processes spend.
CREATE TABLE spend_total (
    plan   TEXT PRIMARY KEY,
    amount BIGINT NOT NULL
);
INSERT INTO spend_total (plan, amount) SELECT plan, sum(amount) FROM spend GROUP BY plan;
DROP INDEX spend_plan;

-- +goose Down
CREATE INDEX spend_plan ON spend (plan, amount);
DROP TABLE spend_total;

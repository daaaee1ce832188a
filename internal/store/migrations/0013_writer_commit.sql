-- +goose Up

-- Writers on a PostgreSQL, each with the number of its transactions that were committed.
-- A writer that hears nothing of a commit finds out by its own number what came of it.
-- PostgreSQL only: CREATE TABLE writer_commit (writer BIGINT PRIMARY KEY, seq BIGINT NOT NULL, at_us BIGINT NOT NULL);

-- +goose Down
-- PostgreSQL only: DROP TABLE writer_commit;

-- +goose Up

-- From the moment an expert saw an answer until whether the target was found was decided first; NULL is not known.
ALTER TABLE review ADD COLUMN seconds DOUBLE PRECISION;

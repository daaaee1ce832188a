-- +goose Up

-- On PostgreSQL, looking up for every row what it refers to costs a third of what
-- a trial does. All such rows are written with what they refer to, by statements
-- that SQLite, which goes on checking, runs too.
-- PostgreSQL only: ALTER TABLE planned DROP CONSTRAINT IF EXISTS planned_run_id_fkey, DROP CONSTRAINT IF EXISTS planned_variant_id_fkey;
-- PostgreSQL only: ALTER TABLE trial DROP CONSTRAINT IF EXISTS trial_variant_id_fkey;
-- PostgreSQL only: ALTER TABLE body DROP CONSTRAINT IF EXISTS body_trial_id_fkey;
-- PostgreSQL only: ALTER TABLE derived DROP CONSTRAINT IF EXISTS derived_trial_id_fkey;
-- PostgreSQL only: ALTER TABLE facet DROP CONSTRAINT IF EXISTS facet_variant_id_fkey;

-- +goose Down
-- PostgreSQL only: ALTER TABLE planned ADD FOREIGN KEY (run_id) REFERENCES run (id), ADD FOREIGN KEY (variant_id) REFERENCES variant (id);
-- PostgreSQL only: ALTER TABLE trial ADD FOREIGN KEY (variant_id) REFERENCES variant (id);
-- PostgreSQL only: ALTER TABLE body ADD FOREIGN KEY (trial_id) REFERENCES trial (id);
-- PostgreSQL only: ALTER TABLE derived ADD FOREIGN KEY (trial_id) REFERENCES trial (id);
-- PostgreSQL only: ALTER TABLE facet ADD FOREIGN KEY (variant_id) REFERENCES variant (id);

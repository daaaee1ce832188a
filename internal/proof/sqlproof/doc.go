// Package sqlproof is what the proof of an SQL query says: the format of
// <query>.proof.yaml ([Parse]), how a test's code becomes one statement
// ([Compile]), and what the seen results mean ([Evaluate]).
//
// It runs nothing: package postgres turns calls into results, and everything
// that decides is here, pure. docs/sql-proofs.md is the format for authors.
package sqlproof

// Package sqlproof implements the proofs of SQL queries: the format of
// <query>.proof.yaml ([Parse]), how a test's code becomes one statement ([Compile]),
// and what the results of a test, of a subject's attempt or of its repair mean ([Evaluate]).
//
// It runs nothing: package postgres turns calls into results, and all decisions are
// pure functions here. docs/sql-proofs.md describes the format for authors.
package sqlproof

import "assay/internal/core/suite/sqlapp"

// What a suite has.
type (
	App   = sqlapp.App
	Query = sqlapp.Query
	Test  = sqlapp.Test
)

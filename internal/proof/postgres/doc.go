// Package postgres executes the tests of a SQL application on a real PostgreSQL (15 or
// later): a server at a URL, or a private one that [Start] creates from the installed
// binaries and removes again.
//
// Three roles do the work. The owner owns the schema and the objects that a test
// defines. The application's role runs the measured statement: it owns nothing, may
// read and write every table, and each execution is one statement in a transaction
// that is rolled back. The host role reads what changed, inside that transaction,
// through a function that the candidate can neither replace nor deceive: the names in
// it are qualified and its settings fixed.
//
// Package sqlproof decides what the results mean; they are stored as
// [proof.SQLEvidence]. The package is safe for use by several goroutines.
package postgres

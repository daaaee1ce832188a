// Package postgres executes the tests of an SQL application on a real
// PostgreSQL (15 or later): a server at a URL, or a private one that [Start]
// makes from the installed binaries and removes again.
//
// Three roles do the work. The owner has the schema and what a test defines.
// The application's role runs the measured statement: it owns nothing, may read
// and write every table, and each execution is one statement in a transaction
// that is rolled back. The host role reads what changed, from inside that
// transaction, through a function that the candidate can neither replace nor
// deceive: the names in it are qualified and its settings fixed.
//
// What the results mean is decided by package sqlproof; what was shown is kept
// as [proof.SQLEvidence]. The package is safe for use by several goroutines.
package postgres

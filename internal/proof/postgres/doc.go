// Package postgres executes the tests of a SQL application, and the attempts and repairs of subjects, on a
// real PostgreSQL (15 or later): a server at a URL, or a private one that [Start] creates from the installed
// binaries and removes again.
//
// Four roles do the work. The owner owns the schema and the objects that a test
// defines. The application's role runs the measured statement: it owns nothing, and may
// read and write every table. The host fills the tables before there is any code of a
// candidate. The reader reads what changed, from a session of its own after the
// statement has committed: it owns nothing, so that whatever a candidate defines gains
// nothing by being evaluated there, and it reads rows only if the catalogue is the one
// from before the statement. A database in which something changed is dropped.
//
// Package sqlproof decides what the results mean; they are stored as
// [proof.SQLEvidence]. The package is safe for use by several goroutines.
package postgres

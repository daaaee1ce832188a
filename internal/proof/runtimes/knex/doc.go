// Package knex calls TypeScript functions that build a statement with Knex, and
// returns the statement. One Node process answers all calls, one after the other. It
// is intended for the code of suites, whose authors are known: a time limit and a
// context without require protect against errors, not against attacks.
package knex

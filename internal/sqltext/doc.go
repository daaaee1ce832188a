// Package sqltext reads SQL as PostgreSQL writes it, without a server: a
// lossless lexer ([Lex]) and what a reader of a query needs to know from a
// specification ([ParseSpec]): tables, their columns, which columns carry the
// tenant and the soft delete, and the numbered requirements.
//
// Everything here is total: any bytes are accepted, nothing panics, and time is
// linear in the input. Positions are byte offsets into the text given.
//
// The package parses no queries; it hands out tokens to those who do.
package sqltext

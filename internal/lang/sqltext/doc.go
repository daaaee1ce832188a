// Package sqltext reads PostgreSQL's SQL without a server: it has a lossless lexer ([Lex]) and extracts from a
// specification what a reader of a query needs to know ([ParseSpec]): tables, their columns, which columns hold
// the tenant and the soft delete, and the numbered requirements.
//
// Every function is total: it accepts any bytes, never panics, and takes time linear in the input. Positions
// are byte offsets into the given text.
//
// The package does not parse queries; it provides the tokens.
package sqltext

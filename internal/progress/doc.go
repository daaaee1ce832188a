// Package progress shows on standard error how far a command is: a bar on a terminal,
// a line for each tenth elsewhere.
package progress

// Package progress shows the progress of a command on standard error: a bar on a terminal,
// elsewhere a line for each tenth.
package progress

package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"assay/internal/core/base/environ"
	"assay/internal/core/base/termtext"
	"assay/internal/core/report/write"
)

// coloured reports whether a stream gets colour. --color decides. On auto, NO_COLOR turns
// it off, CLICOLOR_FORCE and FORCE_COLOR turn it on; otherwise a terminal that is not dumb
// gets it, and files and pipes do not.
func (e *Env) coloured(w io.Writer) bool {
	set := func(name string) bool { return e.Getenv != nil && e.Getenv(name) != "" }
	switch {
	case e.color == "always":
		return true
	case e.color == "never", set("NO_COLOR"):
		return false
	case set("CLICOLOR_FORCE") && e.Getenv("CLICOLOR_FORCE") != "0", set("FORCE_COLOR"):
		return true
	}
	return environ.IsTerminal(w) && (e.Getenv == nil || e.Getenv("TERM") != "dumb")
}

// document prints a document on standard output, in colour if wanted.
func (e *Env) document(d write.Document) error {
	if e.RawOut != nil && e.coloured(e.RawOut) {
		return write.Coloured(e.RawOut, d, TerminalWidth(e)) // Coloured removes escape sequences from the content
	}
	return write.Terminal(e.Stdout, d, TerminalWidth(e))
}

// List prints a list on standard output: within the width of a terminal, and at full width
// for another program.
func (e *Env) List(t *write.Table) error {
	return write.List(e.Stdout, t, e.Width())
}

// Grid returns a writer of lines with tabs, which fits them to the screen when flushed.
func (e *Env) Grid() *write.Grid { return write.NewGrid(e.Stdout, e.Width()) }

// complain prints the reason for a failed command on standard error.
func (e *Env) complain(message string) {
	message = e.Clean(message)
	if e.RawErr == nil || !e.coloured(e.RawErr) {
		fmt.Fprintln(e.Stderr, "assay: "+message)
		return
	}
	lines := strings.Split(message, "\n")
	for i := range lines {
		lines[i] = termtext.Plain(lines[i])
	}
	fmt.Fprintf(e.RawErr, "\x1b[1;31massay:\x1b[0m %s\n", strings.Join(lines, "\n"))
}

// TerminalWidth returns the width of standard output; 110 if it is not a terminal.
func TerminalWidth(env *Env) int { return cmp.Or(env.Width(), 110) }

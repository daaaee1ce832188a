package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"assay/internal/environ"
	"assay/internal/report/write"
	"assay/internal/termtext"
)

// coloured reports whether a stream gets colour: as --color says; on auto, not with
// NO_COLOR, else with CLICOLOR_FORCE or FORCE_COLOR, else on a terminal that is not dumb.
// Files and pipes get none unless asked for.
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

// document shows a document on standard output, in colour where that is wanted.
func (e *Env) document(d write.Document) error {
	if e.RawOut != nil && e.coloured(e.RawOut) {
		return write.Coloured(e.RawOut, d, terminalWidth(e)) // which lets no foreign escape through
	}
	return write.Terminal(e.Stdout, d, terminalWidth(e))
}

// list shows a list on standard output: within the width of a terminal, and as wide as
// it is where another program reads it.
func (e *Env) list(t *write.Table) error {
	return write.List(e.Stdout, t, e.Width())
}

// grid returns a writer of lines with tabs, which are made to fit the screen when it is flushed.
func (e *Env) grid() *write.Grid { return write.NewGrid(e.Stdout, e.Width()) }

// complain says on standard error why a command failed.
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

// terminalWidth is the width of standard output, or 110 where it has none.
func terminalWidth(env *Env) int { return cmp.Or(env.Width(), 110) }

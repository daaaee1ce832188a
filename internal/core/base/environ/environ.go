// Package environ is the environment of a command: streams, environment variables with
// their origins, interrupts, and the permissions of files that the user did not name.
package environ

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"golang.org/x/term"

	"assay/internal/core/base/command"
	"assay/internal/core/base/config"
	"assay/internal/core/base/redact"
	"assay/internal/core/database"
)

// Env is the environment of a command: streams, environment variables, and the channel
// of interrupts. No code below main uses those of the process directly.
type Env struct {
	Stdin     io.Reader
	Stdout    io.Writer
	Stderr    io.Writer
	Getenv    func(string) string
	Interrupt <-chan os.Signal // nil never interrupts

	// Silence is the time without a confirmation after which another process may take a
	// run over; 0 is [store.Silence].
	Silence time.Duration

	RawOut, RawErr io.Writer // Stdout and Stderr as given; Main puts a screen before them

	Args     []string          // as given, for the manifest
	Settings *config.Settings  // those from a settings file; nil without one
	Named    bool              // the command line names that file
	KeyVars  []string          // variables that hold providers' keys
	Dotenv   map[string]string // the content of .env; see lookup
	Passed   []Value           // variables passed to commands
	Allow    bool              // allows the commands of files that were found: see MayRun
	once     sync.Map          // lines written by Once
}

// Command returns the arguments, and the settings from a file, in a form that may be
// stored and shown.
func (e *Env) Command() []string {
	out := append(slices.Clone(e.Args), e.Settings.Args()...)
	for i, a := range out {
		out[i] = e.Clean(a)
	}
	return out
}

// Clean returns a text without keys and without the passwords of databases.
func (e *Env) Clean(text string) string { return e.Keys().Text(database.Redact(text)) }

// Interruptible returns a context that an interrupt cancels. The caller must call cancel.
func (e *Env) Interruptible(ctx context.Context) (_ context.Context, cancel context.CancelFunc) {
	ctx, cancel = context.WithCancel(ctx)
	go func() {
		select {
		case <-e.Interrupt:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// Lookup returns a provider's variable, from the environment or else from .env.
func (e *Env) Lookup(name string) Value {
	if v := e.Getenv(name); v != "" {
		return Value{v, name, fromEnvironment}
	}
	if v := e.Dotenv[name]; v != "" {
		return Value{v, name, fromDotenv}
	}
	return Value{}
}

// Get returns an environment variable that belongs to no provider. .env cannot set
// it: it could give others access to traces, pages or files.
func (e *Env) Get(name string) string {
	v := e.Getenv(name)
	if v == "" && e.Dotenv[name] != "" {
		e.Once(name + " is not read from .env, which gives keys and addresses of providers alone: set it in the environment")
	}
	return v
}

// Given returns the value of a flag and its origin; a flag that has its
// default counts as given on the command line.
func (e *Env) Given(flag, text string) Value {
	if slices.ContainsFunc(e.Settings.Flags(), func(name string) bool { return name == flag }) {
		return Value{text, flag, origin{e.Settings.File, e.Named}}
	}
	return Value{text, "--" + flag, fromCommand}
}

// Once writes a line, but only the first time.
func (e *Env) Once(line string) {
	if _, written := e.once.LoadOrStore(line, true); !written {
		fmt.Fprintln(e.Stderr, line)
	}
}

// Keys returns the keys that are set, and the other values passed to commands, so that
// they can be removed from any text.
func (e *Env) Keys() *redact.Keys {
	var out []string
	for _, name := range e.KeyVars {
		out = append(out, e.Getenv(name), e.Dotenv[name])
	}
	for _, v := range e.Passed {
		out = append(out, v.Text)
	}
	return redact.New(out...)
}

// Children returns the environment of commands: [command.Environment], and the variables in --pass-env.
func (e *Env) Children() []string {
	out := command.Environment()
	for _, v := range e.Passed {
		out = append(out, v.Name+"="+v.Text)
	}
	for _, name := range e.KeyVars {
		if v := e.Lookup(name); v.Text != "" && !slices.Contains(e.Passed, v) {
			e.Once(fmt.Sprintf("commands run without %s; --pass-env %s hands it to them", name, name))
		}
	}
	return out
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Width returns the columns of standard output, 0 if it is not a terminal.
func (e *Env) Width() int {
	f, ok := e.RawOut.(*os.File)
	if !ok || !IsTerminal(f) {
		return 0
	}
	w, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return w
}

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

	"assay/internal/command"
	"assay/internal/config"
	"assay/internal/database"
	"assay/internal/redact"
)

// Env is the surroundings of a command: streams, environment, and the channel on which
// interrupts arrive. Nothing below main touches the process's own.
type Env struct {
	Stdin     io.Reader
	Stdout    io.Writer
	Stderr    io.Writer
	Getenv    func(string) string
	Interrupt <-chan os.Signal // nil never interrupts

	// Silence is after what time without a word another process may take a run over; 0 is
	// [store.Silence].
	Silence time.Duration

	RawOut, RawErr io.Writer // Stdout and Stderr as given; Main puts a screen before these

	Args     []string          // as given, for the manifest
	Settings *config.Settings  // what a file gave of them; nil without one
	Named    bool              // the command line names that file
	KeyVars  []string          // variables that hold keys of providers
	Dotenv   map[string]string // what .env holds; see lookup
	Passed   []Value           // to commands
	Allow    bool              // commands of files that were found: see mayRun
	said     sync.Map          // lines, by once
}

// Command returns the arguments, and what a file gave of settings, as they may be
// stored and shown.
func (e *Env) Command() []string {
	out := append(slices.Clone(e.Args), e.Settings.Args()...)
	for i, a := range out {
		out[i] = e.Clean(a)
	}
	return out
}

// Clean returns a text without keys, and without the passwords of databases.
func (e *Env) Clean(text string) string { return e.Keys().Text(database.Redact(text)) }

// Interruptible returns a context that an interrupt ends. cancel is called in the end.
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

// Lookup returns a variable of a provider, from the environment or else from .env.
func (e *Env) Lookup(name string) Value {
	if v := e.Getenv(name); v != "" {
		return Value{v, name, fromEnvironment}
	}
	if v := e.Dotenv[name]; v != "" {
		return Value{v, name, fromDotenv}
	}
	return Value{}
}

// Get returns a variable of the environment that is no provider's. .env does not
// give it: it could let anybody read traces, pages or files.
func (e *Env) Get(name string) string {
	v := e.Getenv(name)
	if v == "" && e.Dotenv[name] != "" {
		e.Once(name + " is not read from .env, which gives keys and addresses of providers alone: set it in the environment")
	}
	return v
}

// Given returns the value that a flag has, and where it is from; a flag that has its
// default counts as given on the command line.
func (e *Env) Given(flag, text string) Value {
	if slices.ContainsFunc(e.Settings.Flags(), func(name string) bool { return name == flag }) {
		return Value{text, flag, origin{e.Settings.File, e.Named}}
	}
	return Value{text, "--" + flag, fromCommand}
}

// Once writes a line that is worth saying one time.
func (e *Env) Once(line string) {
	if _, told := e.said.LoadOrStore(line, true); told {
		return
	}
	fmt.Fprintln(e.Stderr, line)
}

// Keys returns the keys that are set, and what else is handed to commands, to keep
// them out of whatever text they may get into.
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

// Children returns the environment of commands: no keys of providers, nothing that
// .env brought, and no secrets of others, but for what --pass-env names.
func (e *Env) Children() []string {
	out := command.Environment(func(name, v string) bool {
		brought, is := e.Dotenv[name]
		return is && brought == v || slices.Contains(e.KeyVars, name)
	})
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

// IsTerminal reports whether w is a screen.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Width returns the columns of standard output, 0 where that is no screen.
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

// Package cli is the command line of assay. It is the only package that wires
// adapters to ports: which detectors, suites, judge, store and reports a
// command works with is decided here and nowhere else.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/kong"
	"github.com/joho/godotenv"
	kongcompletion "github.com/jotaen/kong-completion"

	"assay/internal/cli/config"
	"assay/internal/database"
	"assay/internal/termtext"
)

// Exit codes of the program.
const (
	ExitOK        = 0
	ExitFailed    = 1   // some trials failed, none was answered, or the command could not do its work
	ExitUsage     = 2   // wrong arguments or bad data; nothing was written
	ExitGate      = 3   // a --fail-under gate was not met
	ExitBudget    = 4   // the budget does not allow the next trial
	ExitInterrupt = 130 // stopped by Ctrl-C; what was done is kept
)

// Env is the world of a command: streams, environment, and the channel on which
// interrupts arrive. Nothing below Main touches the process's own.
type Env struct {
	Stdin     io.Reader
	Stdout    io.Writer
	Stderr    io.Writer
	Getenv    func(string) string
	Interrupt <-chan os.Signal // nil never interrupts

	// Silence is after what time without a word another process may take a run over; 0 is
	// [store.Silence].
	Silence time.Duration

	rawOut, rawErr io.Writer // Stdout and Stderr as given; Main puts a screen before these

	args     []string          // as given, for the manifest
	color    string            // --color; "" is auto
	settings *config.Settings  // what a file gave of them; nil without one
	named    bool              // the command line names that file
	text     []byte            // of that file
	flags    []*kong.Flag      // of the command
	dotenv   map[string]string // what .env holds; see lookup
	passed   []value           // to commands
	allow    bool              // commands of files that were found: see mayRun
	said     *sync.Map         // lines, by once; nil says them again
}

// data returns where standard output is data that another program reads: JSON,
// tables, rewritten code, prompts. It takes every byte as it is; on a terminal
// it is what Stdout is.
func (e *Env) data() io.Writer {
	if e.rawOut == nil || terminal(e.rawOut) {
		return e.Stdout
	}
	return e.rawOut
}

// command returns the arguments, and what a file gave of settings, as they may be
// stored and shown.
func (e *Env) command() []string {
	out := append(slices.Clone(e.args), e.settings.Args()...)
	for i, a := range out {
		out[i] = e.clean(a)
	}
	return out
}

// clean returns a text without keys, and without the passwords of databases.
func (e *Env) clean(text string) string { return e.keys().Text(database.Redact(text)) }

// interruptible returns a context that an interrupt ends. cancel is called in the end.
func (e *Env) interruptible(ctx context.Context) (_ context.Context, cancel context.CancelFunc) {
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

// exitError carries an exit code with the message.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

func usage(format string, args ...any) error {
	return &exitError{ExitUsage, fmt.Errorf(format, args...)}
}

// grammar is the whole command line.
type grammar struct {
	Run        runCmd         `cmd:"" aliases:"evaluate" help:"Ask, judge, measure and report; continues where an earlier start stopped."`
	Register   preregisterCmd `cmd:"" name:"preregister" help:"Freeze hypotheses and plan before the first question is asked."`
	Report     reportCmd      `cmd:"" help:"Write the report of a stored run again, without asking a model."`
	Compare    compareCmd     `cmd:"" help:"Compare two runs or two subjects: differences, intervals, minimum detectable effects."`
	Judge      judgeCmd       `cmd:"" help:"Measure how reliable judges are."`
	Serve      serveCmd       `cmd:"" help:"Show runs in a browser, and review answers."`
	Review     reviewCmd      `cmd:"" help:"Print the decisions of expert reviewers."`
	Score      scoreCmd       `cmd:"" help:"Parse, judge and measure a stored run again, without asking a model."`
	Explain    explainCmd     `cmd:"" help:"Explain why a trial was asked again, and list the parts that identify it."`
	Export     exportCmd      `cmd:"" help:"Export a run with all its raw answers, or a suite, for other programs."`
	Imports    importsCmd     `cmd:"" name:"import" help:"Import an exported run, answers given elsewhere, or another project's data as a suite."`
	Board      boardCmd       `cmd:"" help:"Make a leaderboard site of the archives of many runs."`
	Submit     submitCmd      `cmd:"" help:"Pack the archive of a run for a board."`
	Split      splitCmd       `cmd:"" help:"Commit to private samples, and show later that they are those."`
	Verify     verifyCmd      `cmd:"" help:"Execute the proof of every sample."`
	Audit      auditCmd       `cmd:"" help:"Test whether shortcuts solve a suite: length, keywords, style, pair order."`
	Transform  transformCmd   `cmd:"" help:"Rewrite a file or a sample."`
	Variants   variantsCmd    `cmd:"" help:"Transform samples and certify the variants."`
	Mutate     mutateCmd      `cmd:"" help:"Derive minimal bad SQL from a good test."`
	Generate   generateCmd    `cmd:"" help:"Make fresh samples and prove them."`
	Reword     rewordCmd      `cmd:"" help:"Give every SQL test a surface of its own, executed."`
	Strategies strategiesCmd  `cmd:"" help:"List prompt strategies; print a prompt."`
	Samples    samplesCmd     `cmd:"" help:"List and show samples, and the taxonomy."`
	Suites     suitesCmd      `cmd:"" help:"List suites; check your own data."`
	Models     modelsCmd      `cmd:"" help:"List subjects, providers and models; check one model."`
	Worker     workerCmd      `cmd:"" help:"Run trials of runs that were started with --distributed."`
	Workspace  workspaceCmd   `cmd:"" help:"Measure an agent that you start by hand: a directory and tools for each trial."`
	MCP        mcpCmd         `cmd:"" name:"mcp" help:"Connect an agent to its trial; started by the agent."`
	DB         dbCmd          `cmd:"" name:"db" help:"Show, migrate or copy a results database."`
	New        newCmd         `cmd:"" name:"new" help:"Make the skeleton of an extension: a strategy, a metric, a judge, ..."`
	Completion completionCmd  `cmd:"" help:"Print the completion script of a shell."`
	Man        manCmd         `cmd:"" help:"Print the manual page."`
	Version    versionCmd     `cmd:"" help:"Print the version, and those of parser, judge and suites."`

	Color string `help:"Colour on the terminal: auto, always or never. NO_COLOR turns it off." enum:"auto,always,never" default:"auto"`

	Short kong.VersionFlag `name:"version" hidden:"" help:"Print the version."`
}

// Main runs one command and returns the exit code of the program.
func Main(ctx context.Context, args []string, env Env) int {
	// Suites, models, servers and files write what is shown: none of it may steer
	// a terminal, nor that of who reads a log of it later.
	env.rawOut, env.rawErr = env.Stdout, env.Stderr
	env.Stdout, env.Stderr = termtext.Screen(env.rawOut), termtext.Screen(env.rawErr)
	var g grammar
	g.Imports.Suites = suiteImports()
	g.Imports.Answers = answerImports()
	code := -1
	parser, err := kong.New(&g,
		kong.Name("assay"),
		kong.Description("assay measures whether a model understands a vulnerability or merely recognises it.\n\n"+
			"Start here, with no key and no network:\n\n  assay run\n\n"+
			"Exit codes: 0 ok, 1 some trials failed or none was answered, 2 usage or bad data, 3 gate not met, 4 budget, 130 interrupted."),
		kong.Writers(env.rawOut, env.rawErr),
		kong.Exit(func(c int) { code = c }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}),
		kong.Vars{"dbdefault": "results.db", "version": buildInfo().String()},
		kong.Bind(&env),
	)
	if err != nil {
		fmt.Fprintln(env.Stderr, "assay: the command line is malformed:", err)
		return ExitFailed
	}
	kongcompletion.Register(parser) // answers a shell that asks for completions
	if code >= 0 {
		return code
	}
	env.args, env.said = args, new(sync.Map)
	// A .env that cannot be parsed is reported by what is then missing, never quoted:
	// it holds keys.
	if env.dotenv, err = godotenv.Read(".env"); err != nil {
		env.dotenv = nil
	}
	if len(args) == 0 || args[0] == "help" {
		args = append(args[min(len(args), 1):], "--help")
	}
	kctx, err := parser.Parse(args)
	if code >= 0 { // --help has been printed
		return code
	}
	if err != nil {
		fmt.Fprintf(env.Stderr, "assay: %s; `assay%s --help` shows how\n", env.clean(err.Error()), commandOf(err))
		return ExitUsage
	}
	env.color = g.Color
	kctx.BindTo(ctx, (*context.Context)(nil))
	if err := kctx.Run(&env); err != nil {
		var ee *exitError
		if errors.As(err, &ee) {
			if msg := ee.Error(); msg != "" {
				env.complain(msg)
			}
			return ee.code
		}
		env.complain(err.Error())
		return ExitFailed
	}
	return ExitOK
}

// commandOf returns " run" for an error in the arguments of run.
func commandOf(err error) string {
	var pe *kong.ParseError
	if errors.As(err, &pe) && pe.Context != nil {
		if cmd := pe.Context.Selected(); cmd != nil {
			path, _, _ := strings.Cut(cmd.Path(), " (") // without the alias
			return " " + strings.TrimPrefix(path, "assay ")
		}
	}
	return ""
}

// Package cli is the command line of assay: flags, calls of the packages that do the
// work, and printing. A struct of flags is declared with the code that reads it, so most
// structs are embedded from other packages.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/joho/godotenv"
	kongcompletion "github.com/jotaen/kong-completion"

	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/termtext"
	"assay/internal/core/database"
	"assay/internal/core/run/session"
	"assay/internal/core/store"
)

// Env is the environment of a command, with its output settings.
type Env struct {
	*environ.Env

	color string       // --color; "" is auto
	text  []byte       // content of the settings file
	flags []*kong.Flag // flags of the command
}

// Data returns standard output for data that another program reads: JSON, tables, rewritten
// code, prompts. It passes every byte unchanged; on a terminal it is Stdout.
func (e *Env) Data() io.Writer {
	if e.RawOut == nil || environ.IsTerminal(e.RawOut) {
		return e.Stdout
	}
	return e.RawOut
}

// usage is [exit.Usage].
func usage(format string, args ...any) error { return exit.Usage(format, args...) }

// grammar is the whole command line.
type grammar struct {
	Run        RunCmd        `cmd:"" aliases:"evaluate" help:"Ask, judge, measure and report; continues an interrupted run."`
	Report     reportCmd     `cmd:"" help:"Write the report of a stored run again, without asking a model."`
	Compare    compareCmd    `cmd:"" help:"Compare two runs or two subjects: differences, intervals, minimum detectable effects."`
	Plan       planCmd       `cmd:"" help:"Say how many items, clusters and epochs show a difference, from the scores in a log."`
	Judge      judgeCmd      `cmd:"" help:"Measure how reliable judges are."`
	Serve      serveCmd      `cmd:"" help:"Show runs in a browser, and review answers."`
	Review     reviewCmd     `cmd:"" help:"Print the decisions of expert reviewers."`
	Score      scoreCmd      `cmd:"" help:"Parse, judge and measure a stored run again, without asking a model."`
	Explain    explainCmd    `cmd:"" help:"List the parts that identify a trial, and explain why it was asked again."`
	Export     exportCmd     `cmd:"" help:"Export a run with all its raw answers, or a suite, for other programs."`
	Imports    importsCmd    `cmd:"" name:"import" help:"Import an exported run, answers recorded elsewhere, or external data as a suite."`
	Seal       sealCmd       `cmd:"" help:"Write what a run will ask, with a hash to publish; check a run against it."`
	Strategies strategiesCmd `cmd:"" help:"List prompt strategies; print a prompt."`
	Samples    samplesCmd    `cmd:"" help:"List and show samples, and the taxonomy."`
	Suites     suitesCmd     `cmd:"" help:"List suites; check your own data."`
	Models     modelsCmd     `cmd:"" help:"List subjects, providers and models; check one model."`
	DB         dbCmd         `cmd:"" name:"db" help:"Show, migrate or copy a results database."`
	Completion completionCmd `cmd:"" help:"Print the completion script of a shell."`
	Man        manCmd        `cmd:"" help:"Print the manual page."`
	Version    versionCmd    `cmd:"" help:"Print the versions of assay, parser, judge and suites."`

	Further kong.Plugins `embed:""` // commands of other layers

	Color string `help:"Colour on the terminal: auto, always or never. NO_COLOR turns it off." enum:"auto,always,never" default:"auto"`

	Set []string `help:"Set what is rarely needed; the help of a command lists its keys." placeholder:"KEY=VALUE" sep:"none"`

	Short kong.VersionFlag `name:"version" hidden:"" help:"Print the version."`
}

// Further is what another layer adds to the command line.
type Further struct {
	Commands any          // pointer to a struct with a field for each command, nil for none
	Imports  kong.Plugins // subcommands of import
	Exports  kong.Plugins // subcommands of export
	Suites   kong.Plugins // subcommands of suites

	RunFormats []RunFormat // formats of export
	Subjects   Subjects    // what models lists
}

// Main runs one command and returns the exit code of the program. The commands of other layers are given.
func Main(ctx context.Context, args []string, given *environ.Env, further ...Further) int {
	env := &Env{Env: given}
	// Suites, models, servers and files supply text that is shown. None of it may control the
	// terminal, or the terminal on which a log of it is read later.
	env.RawOut, env.RawErr = env.Stdout, env.Stderr
	env.Stdout, env.Stderr = termtext.Screen(env.RawOut), termtext.Screen(env.RawErr)
	var g grammar
	var formats []RunFormat
	var subjects []Subjects
	for _, f := range further {
		if f.Commands != nil {
			g.Further = append(g.Further, f.Commands)
		}
		g.Imports.Further = append(g.Imports.Further, f.Imports...)
		g.Export.Further = append(g.Export.Further, f.Exports...)
		g.Suites.Further = append(g.Suites.Further, f.Suites...)
		formats, subjects = append(formats, f.RunFormats...), append(subjects, f.Subjects)
	}
	code := -1
	parser, err := kong.New(&g,
		kong.Name("assay"),
		kong.Description("assay measures whether a model understands vulnerabilities or only recognises them.\n\n"+
			"Start here, with no key and no network:\n\n  assay run\n\n"+
			"Exit codes: 0 ok, 1 some trials failed or none was answered, 2 usage error or bad data, 3 gate not "+
			"met, 4 budget, 5 compilers missing, 6 worse than a baseline, 130 interrupted."),
		kong.Writers(env.RawOut, env.RawErr),
		kong.Exit(func(c int) { code = c }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}),
		kong.Vars{"dbdefault": "results.db", "version": buildInfo().String()},
		kong.Bind(env, env.Env, formats, subjects),
	)
	if err != nil {
		fmt.Fprintln(env.Stderr, "assay: the command line is malformed:", err)
		return exit.Failed
	}
	arrange(parser.Model.Node)
	kongcompletion.Register(parser) // answers completion requests from a shell
	if code >= 0 {
		return code
	}
	env.Args = args
	env.KeyVars = session.KeyVars()
	// A .env that cannot be parsed shows up as missing settings. It is never quoted, since it
	// holds keys.
	if env.Dotenv, err = godotenv.Read(".env"); err != nil {
		env.Dotenv = nil
	}
	if len(args) == 0 || args[0] == "help" {
		args = append(args[min(len(args), 1):], "--help")
	}
	args, notices, err := unset(args)
	if err != nil {
		env.complain(err.Error())
		return exit.CodeOf(err)
	}
	for _, notice := range notices {
		fmt.Fprintln(env.Stderr, "assay: "+notice)
	}
	kctx, err := parser.Parse(args)
	if code >= 0 { // --help has been printed
		return code
	}
	if now := nowOf(args); err != nil && now != "" {
		fmt.Fprintln(env.Stderr, "assay: "+now)
		return exit.BadUsage
	}
	if err != nil {
		says := negative.ReplaceAllString(env.Clean(err.Error()), "$1 $2: a negative number is not possible here")
		fmt.Fprintf(env.Stderr, "assay: %s; `assay%s --help` shows how\n", says, commandOf(err, args))
		return exit.BadUsage
	}
	env.color = g.Color
	kctx.BindTo(ctx, (*context.Context)(nil))
	if err := kctx.Run(env); err != nil {
		if now := nowOf(args); now != "" && exit.CodeOf(err) == exit.BadUsage {
			err = usage("%s", now)
		}
		if msg := err.Error(); msg != "" {
			env.complain(msg)
		}
		return exit.CodeOf(err)
	}
	return exit.OK
}

// negative matches what the parser says of a negative number after a flag.
var negative = regexp.MustCompile(`(--[\w-]+): expected \w+ value but got "(-[\d.]+)".*$`)

// commandOf returns " run" for an error in the arguments of run; "" without a command. For a default command that
// args do not name it returns the command above it, whose help lists what else the argument can be.
func commandOf(err error, args []string) string {
	var pe *kong.ParseError
	if errors.As(err, &pe) && pe.Context != nil {
		if cmd := pe.Context.Selected(); cmd != nil {
			if above := cmd.Parent; above != nil && above.DefaultCmd == cmd && !slices.Contains(args, cmd.Name) {
				cmd = above
			}
			path, _, _ := strings.Cut(cmd.Path(), " (") // without the alias
			return " " + strings.TrimPrefix(path, "assay ")
		}
	}
	return ""
}

// writing opens a results database for a command that writes to it. It creates and migrates
// the database as needed.
func (e *Env) writing(ctx context.Context, where string) (*store.Store, error) {
	return e.Open(ctx, where, database.Options{})
}

// reading opens a results database for a command that only reads it, and does not change
// it.
func (e *Env) reading(ctx context.Context, where string) (*store.Store, error) {
	return e.Open(ctx, where, database.Options{ReadOnly: true})
}

// earlier opens a results database for a command that only looks for earlier runs; nil without one.
func (e *Env) earlier(ctx context.Context, where string) (*store.Store, error) {
	if !exists(where) && !strings.Contains(where, "://") {
		return nil, nil
	}
	return e.reading(ctx, where)
}

// Open opens a results database and prints what it waits for. An error of the database is
// a usage error.
func (e *Env) Open(ctx context.Context, where string, opt database.Options) (*store.Store, error) {
	opt.Say = e.Say
	waiting, stop := e.Interruptible(ctx)
	defer stop()
	s, err := store.OpenWith(waiting, where, opt)
	if waiting.Err() != nil && ctx.Err() == nil {
		if err == nil {
			err = s.Close()
		}
		return nil, errors.Join(exit.With(exit.Interrupt, "interrupted before anything was done"), err)
	}
	if err != nil {
		return nil, usage("%w", err)
	}
	return s, nil
}

// Say prints one line of what the program does, or waits for, on standard error.
func (e *Env) Say(what string) { fmt.Fprintln(e.Stderr, "assay: "+what) }

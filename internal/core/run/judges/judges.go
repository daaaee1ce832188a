package judges

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/extension"
	"assay/internal/core/base/progress"
	"assay/internal/core/detect"
	"assay/internal/core/detect/asked"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/judge/llm"
	"assay/internal/core/judge/program"
	"assay/internal/core/judge/recorded"
	"assay/internal/core/model"
	"assay/internal/core/run/session"
	"assay/internal/core/run/subject"
	"assay/internal/core/suite"
)

// Options holds the flags that select the judges.
type Options struct {
	Judge          []string `help:"Judge of the findings: rule (always included), llm:<provider>/<model>, llm:<provider>/<model>@./folder for your own prompt, ./folder for a program (docs/add-a-judge.md), or exec, which executes the code in answers and is included with --task exploit and repair. Repeatable; an odd number of at least three judges other than rule and exec is a panel." default:"rule" placeholder:"JUDGE" aliases:"judges" found:"subject"`
	AllowOwnFamily bool     `help:"Allow a model as judge of its own family; the report notes it."`
	Postgres       string   `help:"With --judge exec and agents: PostgreSQL to execute SQL on, as a role that may create databases and roles; a private one is started by default." placeholder:"URL" env:"ASSAY_POSTGRES" found:"program"`
	Box            bool     `kong:"-"` // execute code of subjects for handlers, in a box
	Compilers      string   `help:"With --judge exec and tool/mythril: directory with the Solidity compilers' node_modules." placeholder:"DIR" type:"path" found:"program"`
}

// Set holds the judges of a run and its record.
type Set struct {
	Record engine.Record
	models map[string]*llm.Judge // judges that ask models, by name on the command line
	Notes  []string              // notes for readers of the verdicts
	exec   Executor              // nil without it
	Close  func()
}

// Exec is the name of the judge that executes the code of answers.
const Exec = "exec"

// Executor is the judge that executes.
type Executor interface {
	judge.Referee
	// Lacking counts the vulnerable variants, and those of them whose code cannot be compiled on this machine, and
	// returns the compilers and libraries that are missing, in words.
	Lacking(ctx context.Context, variants []*bench.Variant) (n, of int, missing []string)
	// Close ends what executing started.
	Close() error
}

// Executing makes the judge that executes: the port for another layer.
type Executing struct {
	New    func(o Options, suites []*suite.Suite) (Executor, error)
	Reader func() judge.Referee // reads stored judgements, and executes nothing
}

var executing Executing

// Add sets the judge that executes. A program calls it before it uses the package; without it, the judge is refused.
func Add(e Executing) { executing = e }

// errExec reports that the judge that executes was not added.
var errExec = exit.Usage("judge %s is not part of this program", Exec)

// Executor makes the judge that executes; close it in the end.
func (j *Options) Executor(suites []*suite.Suite) (Executor, error) {
	if executing.New == nil {
		return nil, errExec
	}
	return executing.New(*j, suites)
}

// Judges makes the judges that --judge names.
func (j *Options) Judges(env *environ.Env, a *subject.Options, suites []*suite.Suite, detectors []detect.Detector,
	acc *session.Accounts) (*Set, error) {
	c := &Set{models: map[string]*llm.Judge{}, Close: func() {}}
	var referees []judge.Referee
	deciding := j.Judge
	if len(a.Kinds()) > 0 && !slices.Contains(deciding, Exec) {
		deciding = append(slices.Clone(deciding), Exec) // no other judge decides on answers to such a task
	}
	if slices.ContainsFunc(detectors, AsksRepairs) && executing.New != nil && !slices.Contains(deciding, Exec) {
		deciding = append(slices.Clone(deciding), Exec)
	}
	for _, name := range deciding {
		id, asks := strings.CutPrefix(name, llm.Prefix)
		switch {
		case name == "rule":
		case name == Exec:
			j.Box = a.Box
			x, err := j.Executor(suites)
			if err != nil {
				return nil, err
			}
			c.exec = x
			c.Close = func() {
				if err := x.Close(); err != nil {
					fmt.Fprintln(env.Stderr, "stopping PostgreSQL:", err)
				}
			}
			referees = append(referees, x)
		case asks:
			ref, err := Ask(env, &a.Settings, a.MaxRetries, id, acc)
			if err != nil {
				return nil, err
			}
			c.models[id] = ref
			referees = append(referees, ref)
		case extension.IsPath(name):
			own, err := Programs(env, &a.Settings, a.MaxRetries, name, acc)
			if err != nil {
				return nil, err
			}
			referees = append(referees, own...)
		default:
			return nil, exit.Usage(
				"unknown judge %q; use rule, llm:<provider>/<model>, exec, or a folder such as ./mine", name)
		}
	}
	var err error
	c.Record, err = engine.NewRecord(judge.Rule{}, referees)
	if errors.Is(err, judge.ErrEven) {
		return nil, exit.Usage("%v; add or remove one", err)
	} else if err != nil {
		return nil, exit.Usage("%v", err)
	}
	if c.Notes, err = j.independent(&a.Settings, detectors, c.models); err != nil {
		return nil, err
	}
	code := slices.ContainsFunc(detectors, func(d detect.Detector) bool {
		return engine.AsksFor(d.Subject().Strategy).Kind() != ""
	})
	if code && !slices.Contains(deciding, Exec) {
		c.Notes = append(c.Notes,
			"Code was asked for and is not executed: without --judge exec, nothing is decided about it.")
		fmt.Fprintln(env.Stderr, "answers contain code that will not be executed: add --judge exec")
	}
	return c, nil
}

// AsksRepairs reports whether a subject is asked for repairs, which are executed.
func AsksRepairs(d detect.Detector) bool { return engine.AsksRepairs(d.Subject().Strategy) }

// Lack says which answers about variants cannot be executed, and how to get what is missing, in the notes and on
// standard error: before the first question.
func (c *Set) Lack(ctx context.Context, env *environ.Env, variants []*bench.Variant) {
	if c.exec == nil {
		return
	}
	n, of, missing := c.exec.Lacking(ctx, variants)
	if n == 0 {
		return
	}
	note := fmt.Sprintf("Not measured on %d of %d vulnerable texts (%d not executed: compilers missing): %s; "+
		"get them with `assay compilers`.", n, of, n, strings.Join(missing, ", "))
	c.Notes = append(c.Notes, note)
	fmt.Fprintln(env.Stderr, note)
}

// Ask connects the model of one judge.
func Ask(env *environ.Env, with *session.Settings, retries int, name string,
	acc *session.Accounts) (*llm.Judge, error) {
	name, path := SplitWords(name)
	words, err := wordsOf(path)
	if err != nil {
		return nil, err
	}
	c, err := with.Connect(env, name, nil)
	if err != nil {
		return nil, err
	}
	m, err := acc.Judge(c, retries+1)
	if err != nil {
		return nil, err
	}
	ref, err := llm.New(llm.Config{Model: m, Name: c.Name, ID: c.ID, MaxTokens: with.MaxTokens, Words: words})
	if err != nil {
		return nil, exit.Usage("%v", err)
	}
	return ref, nil
}

// independent makes sure that no model is judged by a model of its own family. It returns a
// note for each pair of models whose families are not known.
func (j *Options) independent(with *session.Settings, detectors []detect.Detector,
	judges map[string]*llm.Judge) ([]string, error) {
	if len(judges) == 0 {
		return nil, nil
	}
	known, _, err := with.Registries()
	if err != nil {
		return nil, err
	}
	family := func(name string) string {
		name, _ = SplitWords(name)
		provider, id, _ := asked.Cut(name)
		e, _ := known.Lookup(provider, id)
		return e.Family
	}
	var notes []string
	seen := map[string]bool{}
	for _, d := range detectors {
		s := d.Subject()
		name := s.Model
		if name == "" || seen[name] {
			continue
		}
		seen[name] = true
		for _, id := range slices.Sorted(maps.Keys(judges)) {
			own, its := family(name), family(id)
			model, _ := SplitWords(id)
			same := name == model || own != "" && own == its
			switch {
			case same && !j.AllowOwnFamily:
				return nil, exit.Usage("llm:%s would judge %s of its own family; choose another judge, or "+
					"add --set allow-own-family=true",
					id, name)
			case same:
				notes = append(notes, fmt.Sprintf("llm:%s judges %s, which is of its own family.", id, name))
			case own == "" || its == "":
				notes = append(notes, fmt.Sprintf("It is not known whether llm:%s and %s, which it judges, are of one family.", id,
					name))
			}
		}
	}
	return notes, nil
}

// RecordOf returns the judges of a stored run, to read their stored verdicts.
func RecordOf(m bench.Manifest) (engine.Record, error) {
	var referees []judge.Referee
	for _, name := range m.Judging.Others() {
		cut := strings.LastIndexByte(name, '/')
		kind := name[:max(cut, 0)]
		id, asks := strings.CutPrefix(kind, llm.Prefix)
		switch {
		case asks:
			referees = append(referees, llm.Reader(id))
		case strings.HasPrefix(kind, program.Prefix):
			referees = append(referees, program.Reader(name))
		case kind == Exec && executing.Reader == nil:
			return engine.Record{}, errExec
		case kind == Exec:
			referees = append(referees, executing.Reader())
		case strings.HasPrefix(kind, recorded.Prefix):
			referees = append(referees, recorded.Named(name))
		default:
			return engine.Record{}, fmt.Errorf("the run was judged by %s, which this version does not support", name)
		}
	}
	return engine.NewRecord(judge.Rule{}, referees)
}

// Stopped returns the error, with its exit code, for judges that did not finish; nil if all did.
func Stopped(sum engine.JudgeSummary) error {
	switch err := sum.ErrStopped(); {
	case model.KindOf(err) == model.ErrBudget:
		return exit.With(exit.Budget, "stopped asking %w; %s left", err, progress.Counted(sum.Pending, "judgement"))
	case err != nil:
		return fmt.Errorf("stopped asking %w; %s left", err, progress.Counted(sum.Pending, "judgement"))
	case sum.Pending > 0:
		return exit.With(exit.Interrupt, "interrupted, %d of %d judgements left; repeat the command to continue",
			sum.Pending, sum.Planned)
	}
	return nil
}

// tokensPerJudgement is the length of a reply in the judges' schema about two findings.
const tokensPerJudgement = 400

// PrintPlan prints the cost of judging, estimated before there are answers: as if every
// answer had one finding.
func (c *Set) PrintPlan(env *environ.Env, jobs []engine.Job, bytesPerToken float64) {
	one := bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{{Type: "x",
		Explanation: strings.Repeat("x", 600)}}}
	for _, id := range slices.Sorted(maps.Keys(c.models)) {
		in, n, seen := int64(0), 0, map[string]bool{}
		size := map[*bench.Variant]int{}
		for _, job := range jobs {
			if seen[job.Key] {
				continue
			}
			seen[job.Key] = true
			if size[job.Variant] == 0 {
				r := c.models[id].Request(job.Variant, one)
				size[job.Variant] = r.Size()
			}
			in += int64(float64(size[job.Variant])/bytesPerToken) + 1
			n++
		}
		fmt.Fprintf(env.Stdout,
			"judge llm:%s: at most %d judgements, ~%d tokens in, ~%d out; answers without findings cost nothing\n", id, n, in,
			n*tokensPerJudgement)
	}
}

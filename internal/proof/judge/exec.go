// Package judge is the judge that has the code of an answer executed: it prepares an attack, a repair or a test,
// hands it to verify or postgres, and scores what came back. For contracts, it runs an attack against the program and
// its fixed twin, and checks a repair against honest use, interface, storage and the known attack, that of a finding
// of a review as well as that of the repair task. For queries, it runs calls, a rewritten text, and tests of the text
// (docs/tasks.md, docs/judges.md, docs/proofs.md). It ignores the subject's explanation. A transformed text is
// executed with the proof that the same chain rewrote.
//
// AVA is 1 when the attack reaches the impact and the twin resists it, ½ when it works on both, 0 otherwise.
// FSV is 1 when the repair ends the flaw and breaks nothing, 0 otherwise.
package judge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/core/suite/sqlapp"
	"assay/internal/lang/sqltext"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/proof/adequacy"
	"assay/internal/proof/postgres"
	"assay/internal/proof/runtimes/stack"
	"assay/internal/proof/solc"
	"assay/internal/proof/sqlproof"
	"assay/internal/proof/verify"
)

// Version is part of the judge's name. Raise it when the decision on the same code may change; the version of
// the machine is part of every question.
const Version = 10

// Name is the name of the judge in the store.
var Name = fmt.Sprintf("%s/%d", Prefix, Version)

// Prefix is the judge's name on the command line.
const Prefix = "exec"

// Random transactions that a repair is tested with, and their seed, the same for all.
const (
	fuzz = 200
	seed = 1
)

// Judge executes. It is safe for concurrent use.
type Judge struct {
	compiler *solc.Compiler             // nil for reading only
	list     []transform.Transformation // the transformations available to chains
	programs map[string]program         // by key of the original
	suites   []*suite.Suite
	compiled compiled
	database database
}

// errReads is the error of a judge that can only read.
var errReads = errors.New("this judge only reads stored judgements, and executes nothing")

var _ judge.Referee = (*Judge)(nil)

// New returns the judge of the samples that the suites can execute, and of their variants. With a nil compiler the
// judge only reads stored data.
func New(c *solc.Compiler, suites []*suite.Suite) *Judge {
	j := &Judge{compiler: c, list: all.Transformations(), programs: map[string]program{}, suites: suites}
	for _, st := range suites {
		for i := range st.Samples {
			s := &st.Samples[i]
			if x, ok := st.Executable(s); ok {
				for _, key := range s.Keys {
					j.programs[key] = program{st, s, x}
				}
			}
		}
	}
	return j
}

// InBox makes the judge execute handlers that subjects wrote, each call in the box. dir is where the packages of stacks
// are, as in [stack.New]. Call it before the first execution.
func (j *Judge) InBox(dir string, box *stack.Box) error {
	var stacks []*sqlapp.Stack
	for _, st := range j.suites {
		for i := range st.Apps {
			stacks = append(stacks, st.Apps[i].Stack)
		}
	}
	runners, err := stack.All(dir, stacks)
	if err != nil {
		return err
	}
	j.database.opt.Runners = map[string]sqlproof.Runner{}
	for name, r := range runners {
		j.database.opt.Runners[name] = r
		j.database.ends = append(j.database.ends, r.Close)
	}
	j.database.opt.Box = func(name string) sqlproof.Boxed { return runners[name].In(box) }
	return nil
}

// boxed reports whether a variant is a handler that is executed in a box.
func (j *Judge) boxed(v *bench.Variant) bool {
	_, why := j.exercise(v)
	return why == "" && j.database.opt.Box != nil
}

// byRequirement reports whether a variant is a test of an application.
func byRequirement(v *bench.Variant) bool {
	return v.Task.Language == "sql" || sqlapp.Program(v.Task.Language)
}

// Mutants makes the judge measure the reach of tests with the removals of checks of a good query; those of handlers are
// [adequacy.Handler]. Call it before the first execution.
func (j *Judge) Mutants(removals adequacy.Remover) {
	j.database.opt.Mutants = func(language, code, schema string) (out []string, err error) {
		var list []adequacy.Removal
		if sqlapp.Program(language) {
			list = adequacy.Handler(language, code)
		} else {
			list, err = removals(code, sqltext.Tables(schema))
		}
		for _, r := range list {
			out = append(out, r.Code)
		}
		return out, err
	}
}

// On makes the judge execute SQL on the server at url instead of a private one. Call it before the first
// execution.
func (j *Judge) On(url string) { j.database.opt.URL = url }

// Close stops the database if one was started.
func (j *Judge) Close() error { return j.database.close() }

// Lacking counts the vulnerable variants, and those of them whose code cannot be compiled on this machine, and returns
// the compilers and libraries that are missing, in words.
func (j *Judge) Lacking(ctx context.Context, variants []*bench.Variant) (n, of int, missing []string) {
	needs := map[string][]string{} // by sample
	var packages []string          // of stacks
	for _, v := range variants {
		if v.Truth != bench.Vulnerable {
			continue
		}
		of++
		if x, why := j.exercise(v); sqlapp.Program(v.Task.Language) && why == "" && j.database.opt.Box != nil {
			if r := j.database.opt.Runners[x.App.Stack.Name]; r.Ready() != nil {
				n, packages = n+1, append(packages, x.App.Stack.Ships()...)
			}
			continue
		}
		p, ok := j.programs[v.Origin()]
		if !ok {
			continue
		}
		if _, seen := needs[p.x.ID]; !seen {
			needs[p.x.ID] = verify.Needs(ctx, j.compiler, p.x)
			missing = append(missing, needs[p.x.ID]...)
		}
		if len(needs[p.x.ID]) > 0 {
			n++
		}
	}
	return n, of, slices.Concat(solc.Words(missing), slices.Compact(slices.Sorted(slices.Values(packages))))
}

// Name implements [judge.Referee].
func (j *Judge) Name() string { return Name }

// Executes implements [judge.Referee].
func (j *Judge) Executes() bool { return true }

// Question implements [judge.Referee]: it covers the code, the text of the variant, the rules and the machine.
func (j *Judge) Question(v *bench.Variant, a bench.Answer) (hash string, ok bool) {
	if a.Kind == "" && !proposes(a) {
		return "", false
	}
	h := sha256.New()
	add := func(s string) { fmt.Fprintf(h, "%d:%s", len(s), s) }
	for _, s := range []string{Name, verify.Engine(), v.Key, v.Task.Hash(), string(a.Kind), a.Verdict.String(), code(a)} {
		add(s)
	}
	if byRequirement(v) {
		add(sqlVersion)
	}
	if sqlapp.Program(v.Task.Language) {
		if j.compiler != nil && !j.boxed(v) {
			return "", false
		}
		add(boxVersion)
	}
	if a.Extent != "" {
		add(a.Extent)
	}
	if v.Chain != "" { // a variant without evidence is not executed
		add(string(v.Proof))
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), true
}

// code returns the executable part of an answer, "" when there is none.
func code(a bench.Answer) string {
	if a.Kind == "" {
		return proposals(a)
	}
	if len(a.Findings) == 0 {
		return ""
	}
	if a.Kind == bench.AnswerPatch {
		return a.Findings[0].Fix
	}
	return a.Findings[0].Attack
}

// seen is the record of an execution, stored as the judge's reply.
type seen struct {
	Texts   string          `json:"texts"` // hash of the sources that the code was executed with
	Attempt *verify.Attempt `json:"attempt,omitempty"`
	Repair  *verify.Repair  `json:"repair,omitempty"`
	Lines   [2]int          `json:"lines"` // number of lines that the repair changes, and that the twin changes

	SQLAttempt *postgres.Tested   `json:"sql_attempt,omitempty"`
	SQLRepair  *postgres.Repaired `json:"sql_repair,omitempty"`
	SQLTest    *postgres.Caught   `json:"sql_test,omitempty"`

	Proposed []proposal `json:"proposed,omitempty"` // by a review, in the order of its findings
}

// Judge implements [judge.Referee]. An error is a missing compiler or a failure of the machine: it is no
// judgement on the code.
func (j *Judge) Judge(ctx context.Context, v *bench.Variant, a bench.Answer) (judge.Judgement, error) {
	if sqlapp.Program(v.Task.Language) && (!j.boxed(v) || a.Kind == bench.AnswerExploit) {
		return judge.Judgement{Verdict: undecided(v, a, "it is a program, and not a handler that a box executes")}, nil
	}
	if a.Kind != "" && a.Verdict != bench.Vulnerable {
		return judge.Judgement{Verdict: declined(v, a)}, nil
	}
	var x suite.Executable
	var q suite.Exercise
	var why string
	if byRequirement(v) {
		q, why = j.exercise(v)
	} else {
		x, why = j.executable(v)
	}
	switch {
	case why != "":
		return judge.Judgement{Verdict: undecided(v, a, why)}, nil
	case a.Kind == "":
		return j.review(ctx, v, a, x, q)
	case v.Truth == bench.Safe && a.Kind == bench.AnswerPatch:
		return judge.Judgement{Verdict: verdict(v, bench.Hallucinated, "repairs what is not broken")}, nil
	case v.Truth == bench.Safe && a.Kind == bench.AnswerTest:
		return judge.Judgement{Verdict: verdict(v, bench.Hallucinated, "tests for what is not broken")}, nil
	case byRequirement(v):
		out, err := j.sql(ctx, v, q, a)
		if err != nil {
			return judge.Judgement{Asked: true}, err
		}
		return judged(v, a, out, "PostgreSQL")
	}
	cs, err := j.prepared(ctx, v, x)
	if err != nil {
		return judge.Judgement{}, err
	}
	out := seen{Texts: digest(x)}
	if a.Kind == bench.AnswerPatch {
		out.Lines = [2]int{changedLines(v.Task.Files[0].Text, code(a)), changedLines(v.Task.Files[0].Text, x.Fixed[x.Main])}
		r, err := cs.Repair(ctx, j.compiler, code(a), verify.Options{Fuzz: fuzz, Seed: seed})
		if err != nil {
			return judge.Judgement{Asked: true}, err
		}
		out.Repair = &r
	} else {
		on := []evidence.Source{evidence.Vulnerable, evidence.Fixed}
		if v.Truth == bench.Safe { // the subject did not see the other source, which may lack names that the attack uses
			on = on[1:]
		}
		at, err := cs.Attack(ctx, j.compiler, code(a), on...)
		if err != nil {
			return judge.Judgement{Asked: true}, err
		}
		out.Attempt = &at
	}
	return judged(v, a, out, verify.Engine())
}

// judged returns the judgement on the result of an execution, with its record.
func judged(v *bench.Variant, a bench.Answer, out seen, engine string) (judge.Judgement, error) {
	text, err := json.Marshal(out)
	if err != nil {
		return judge.Judgement{Asked: true}, fmt.Errorf("keeping what the execution showed: %w", err)
	}
	return judge.Judgement{Asked: true, Verdict: decide(v, out),
		Response: bench.Response{Text: string(text), Finish: bench.Answered, Model: engine, Attempts: 1,
			RawRequest: []byte(code(a)), RawResponse: text}}, nil
}

// Read implements [judge.Referee].
func (j *Judge) Read(v *bench.Variant, a bench.Answer, reply bench.Response) (bench.Verdict, bool) {
	var s seen
	if reply.Text == "" || json.Unmarshal([]byte(reply.Text), &s) != nil || s.Attempt == nil && s.Repair == nil &&
		s.SQLAttempt == nil && s.SQLRepair == nil && s.SQLTest == nil && s.Proposed == nil {
		return bench.Verdict{}, false
	}
	return decide(v, s), true
}

func digest(x suite.Executable) string {
	h := sha256.New()
	files := x.Files()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%d:%s%d:%s", len(name), name, len(files[name]), files[name])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// declined is the verdict on a subject that claims that there is nothing to attack or repair.
func declined(v *bench.Variant, a bench.Answer) bench.Verdict {
	out := judge.Nothing(Name, v)
	out.Reason = "says that there is nothing to attack"
	switch a.Kind {
	case bench.AnswerPatch:
		out.Reason = "says that there is nothing to repair"
	case bench.AnswerTest:
		out.Reason = "says that there is nothing to test for"
	}
	if v.Truth == bench.Vulnerable {
		score(&out, a.Kind, 0)
	}
	return out
}

// score sets the score of an attack or a repair; a test has none.
func score(out *bench.Verdict, kind bench.AnswerKind, x float64) {
	switch kind {
	case bench.AnswerPatch:
		out.FSV = &x
	case bench.AnswerExploit:
		out.AVA = &x
	}
}

// verdict returns the verdict with the given class for the one finding of an answer.
func verdict(v *bench.Variant, class bench.FindingClass, reason string) bench.Verdict {
	out := bench.Verdict{Judge: Name, Reason: reason, Findings: []bench.FindingVerdict{{Class: class,
		Type: bench.MatchNone, Location: bench.MatchNone, Reason: reason}}}
	if v.Truth == bench.Vulnerable {
		out.Strict, out.Lenient = bench.Miss, bench.Miss
		if class == bench.TargetMatch {
			out.Strict = bench.Hit
		}
		if class == bench.TargetMatch || class == bench.PartialMatch {
			out.Lenient = bench.Hit
		}
	}
	return out
}

// decide derives the verdict from the record of an execution.
func decide(v *bench.Variant, s seen) bench.Verdict {
	out := decided(v, s)
	if e := out.Executed; e != nil && (s.Repair != nil || s.SQLRepair != nil) {
		e.Changed, e.TwinDiff = s.Lines[0], s.Lines[1]
	}
	return out
}

func decided(v *bench.Variant, s seen) bench.Verdict {
	switch {
	case s.SQLAttempt != nil:
		return decideAttempt(v, s.SQLAttempt)
	case s.SQLRepair != nil:
		return decideRepair(v, s.SQLRepair)
	case s.SQLTest != nil:
		return decideTest(v, s.SQLTest)
	case s.Proposed != nil:
		return decideReview(v, s.Proposed)
	}
	if s.Repair != nil {
		out := verdict(v, bench.TargetMatch, "the attack fails, and honest use, interface and storage stand")
		worth := 1.0
		if failures := s.Repair.Failures(); !s.Repair.Works() {
			worth = 0
			if len(failures) == 0 {
				failures = []string{"nothing could be executed with it"}
			}
			out = verdict(v, bench.Mischaracterized, strings.Join(failures, "; "))
		}
		if v.Truth == bench.Vulnerable {
			score(&out, bench.AnswerPatch, worth)
			each(v, &out, func(flaw int) bool { return s.Repair.Ends(flaw) })
		}
		out.Executed = &bench.Executed{Step: stepOfRepair(s.Repair), Works: s.Repair.Works()}
		return out
	}
	a := s.Attempt
	if v.Truth != bench.Vulnerable {
		if a.OnTwin.Reached && a.OnTwin.Broke == "" {
			return verdict(v, bench.BonusValid, "works on this code, which resists the attacks known of it: "+a.OnTwin.Shown)
		}
		return verdict(v, bench.Hallucinated, "does not work: "+shown(*a, a.OnTwin))
	}
	class, worth, reason := bench.Hallucinated, 0.0, "does not work: "+shown(*a, a.On)
	switch {
	case a.Specific():
		class, worth, reason = bench.TargetMatch, 1, "works, and the repaired source resists it: "+a.On.Shown
	case a.Works() && a.OnTwin.Reached:
		class, worth, reason = bench.PartialMatch, 0.5, "works on the repaired source too, so it is not about this flaw: "+
			a.OnTwin.Shown
	case a.Works():
		class, worth, reason = bench.PartialMatch, 0.5, "works, and breaks a rule on the repaired source: "+a.OnTwin.Broke
	}
	flaw := max(a.Flaw, 1)
	if a.Works() && flaw <= len(v.LabelSets()) && v.LabelSets()[flaw-1].Secondary {
		class, reason = bench.BonusValid, "works, by a flaw that is true and not documented: "+a.On.Shown
	}
	out := verdict(v, class, reason)
	score(&out, bench.AnswerExploit, worth)
	out.Executed = stepsOf(a)
	each(v, &out, func(n int) bool { return class == bench.TargetMatch && n == flaw })
	if len(v.Further) > 0 && a.Works() {
		out.Findings[0].Target = flaw
	}
	return out
}

// each records for every one of several documented flaws whether the code hit it.
func each(v *bench.Variant, out *bench.Verdict, hit func(flaw int) bool) {
	if !v.Several() {
		return
	}
	before := *out
	out.Targets = judge.Each(v, bench.Miss)
	for i := range out.Targets {
		if t := &out.Targets[i]; hit(t.Target) {
			t.Strict, t.Lenient = bench.Hit, bench.Hit
		}
	}
	out.Sum()
	out.AVA, out.FSV = before.AVA, before.FSV
	if before.Lenient == bench.Hit {
		out.Lenient = bench.Hit
	}
}

// stepsOf returns the step that an attack on a contract reached.
func stepsOf(a *verify.Attempt) *bench.Executed {
	return &bench.Executed{Works: a.On.Reached, OnTwin: a.OnTwin.Reached, Gain: a.On.Gain,
		Step: climb(bench.StepParses, a.Compiles, a.On.Ran || a.On.Reached, a.On.Moved || a.On.Reached, a.On.Reached,
			a.Specific())}
}

// climb returns the step that is as far above another as conditions hold in a row.
func climb(from bench.Step, reached ...bool) bench.Step {
	for _, ok := range reached {
		if !ok {
			break
		}
		from++
	}
	return from
}

// stepOfRepair returns the step that a repair of a contract reached.
func stepOfRepair(r *verify.Repair) bench.Step {
	switch {
	case !r.Compiles:
		return bench.StepParses
	case r.Works():
		return bench.StepRepairs
	case len(r.Interface)+len(r.Storage) > 0 || len(r.Cells) == 0 ||
		slices.ContainsFunc(r.Cells, func(c evidence.Cell) bool { return c.Kind == evidence.Regular && c.Failure != "" }):
		return bench.StepCompiles
	}
	return bench.StepHonest
}

func shown(a verify.Attempt, s verify.Shot) string {
	switch {
	case a.Why != "":
		return a.Why
	case s.Broke != "":
		return s.Broke
	}
	return s.Shown
}

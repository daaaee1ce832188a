package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/proof/postgres"
	"assay/internal/proof/sqlproof"
)

// sqlVersion is part of every question about SQL. Raise it when the decision on the same calls, or the same
// repair, may change.
const sqlVersion = "sql/2"

// boxVersion is the same for handlers.
const boxVersion = "box/1"

// database executes SQL: it starts a server for the first query, and loads the applications as needed.
type database struct {
	opt postgres.Options

	mu     sync.Mutex
	server *postgres.Server
	worlds map[string]*postgres.World // by suite and application
	ends   []func()                   // end what calls handlers
}

// world returns an application, loaded once.
func (d *database) world(ctx context.Context, of string, app *suite.App) (*postgres.World, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w := d.worlds[of]; w != nil {
		return w, nil
	}
	if d.server == nil {
		server, err := postgres.Start(context.WithoutCancel(ctx), d.opt)
		if err != nil {
			return nil, err
		}
		d.server, d.worlds = server, map[string]*postgres.World{}
	}
	w, err := d.server.Open(ctx, &app.App)
	if err != nil {
		return nil, err
	}
	d.worlds[of] = w
	return w, nil
}

func (d *database) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, end := range d.ends {
		end()
	}
	if d.server == nil {
		return nil
	}
	var errs []error
	for _, w := range d.worlds {
		errs = append(errs, w.Close(context.Background()))
	}
	errs = append(errs, d.server.Close())
	d.server, d.worlds = nil, nil
	return errors.Join(errs...)
}

// exercise returns the environment in which a variant of a query is executed. why is the reason why there is
// none, or why the text is not the one that the subject saw.
func (j *Judge) exercise(v *bench.Variant) (x suite.Exercise, why string) {
	i := slices.IndexFunc(j.suites, func(s *suite.Suite) bool { return s.Name == v.Suite })
	if i < 0 {
		return x, "the suite is not at hand"
	}
	x, ok := j.suites[i].Exercise(v)
	switch {
	case !ok:
		return x, "there is no proof to execute it with"
	case v.Chain == "" && x.Test.Code != v.Task.Files[0].Text:
		return x, "the query has changed since the question was asked"
	case v.Chain != "" && v.Proof != bench.Proved:
		return x, fmt.Sprintf("no stored evidence vouches for this variant; `assay variants build --chain %s "+
			"--seed %d --write` executes it", v.Chain, v.Seed)
	}
	x.Test.Code = v.Task.Files[0].Text
	return x, ""
}

// sql executes an answer about a query.
func (j *Judge) sql(ctx context.Context, v *bench.Variant, x suite.Exercise, a bench.Answer) (out seen, err error) {
	if j.compiler == nil {
		return out, errReads
	}
	w, err := j.database.world(ctx, v.Suite+"/"+x.App.Name, x.App)
	if err != nil {
		return out, err
	}
	out.Lines = [2]int{changedLines(v.Task.Files[0].Text, code(a)), changedLines(v.Task.Files[0].Text, x.Twin.Code)}
	if a.Kind == bench.AnswerPatch {
		m, err := w.Repair(ctx, x.Query.Name, x.Test, x.Twin, code(a))
		out.SQLRepair = &m
		return out, err
	}
	p, err := sqlproof.Parse(x.App.Shared, x.Query.Proof)
	if err != nil {
		return out, err
	}
	requirements := slices.Concat(x.Test.Violates, p.Also[x.Test.Name])
	if v.Truth == bench.Safe { // everything that an attack of the proof may violate
		requirements = x.App.Requirements
	}
	if a.Kind == bench.AnswerTest {
		t, err := w.Try(ctx, x.Query.Name, x.Test, x.Twin, code(a), requirements)
		out.SQLTest = &t
		return out, err
	}
	t, err := w.Attempt(ctx, x.Query.Name, v.Task.Files[0].Text, x.Twin.Code, code(a), requirements)
	out.SQLAttempt = &t
	return out, err
}

// decideAttempt derives the verdict from the result of an attack on a query.
func decideAttempt(v *bench.Variant, t *postgres.Tested) bench.Verdict {
	why := cmp.Or(t.Why, "no oracle of the requirement fires: "+t.Seen)
	var out bench.Verdict
	switch {
	case v.Truth != bench.Vulnerable && t.Effect.Works:
		out = verdict(v, bench.BonusValid, "works on this code, and not on the other good file: "+t.Effect.Shown)
	case v.Truth != bench.Vulnerable:
		out = verdict(v, bench.Hallucinated, "does not work: "+why)
	case t.Effect.Works:
		out = verdict(v, bench.TargetMatch, fmt.Sprintf("works (%s), and the twin resists the same calls: %s",
			t.Effect.Oracle, t.Effect.Shown))
		score(&out, bench.AnswerExploit, 1)
	case t.Effect.On:
		out = verdict(v, bench.PartialMatch, "works on the twin too, so it is not about this flaw")
		score(&out, bench.AnswerExploit, 0.5)
	default:
		out = verdict(v, bench.Hallucinated, "does not work: "+why)
		score(&out, bench.AnswerExploit, 0)
	}
	out.Executed = &bench.Executed{Works: t.Effect.On, OnTwin: t.Effect.OnTwin,
		Step: climb(bench.StepNone, t.Parses, t.Binds, t.Runs || t.Effect.On, t.Effect.Differs || t.Effect.On, t.Effect.On,
			t.Effect.Works)}
	return out
}

// decideTest derives the verdict from the result of a test.
func decideTest(v *bench.Variant, t *postgres.Caught) bench.Verdict {
	out := verdict(v, bench.Mischaracterized, t.Why)
	if t.Fails {
		out = verdict(v, bench.TargetMatch, fmt.Sprintf("passes on %d good texts, fails on this one, and on %d of %d others "+
			"that violate the same", t.Goods, t.Noticed, t.Others))
	}
	out.Executed = &bench.Executed{Works: t.Fails, Noticed: t.Noticed, Others: t.Others,
		Step: climb(bench.StepNone, t.Parses, t.Runs, t.Passes, t.Fails)}
	return out
}

// decideRepair derives the verdict from the result of a repair of a query.
func decideRepair(v *bench.Variant, m *postgres.Repaired) bench.Verdict {
	e := &bench.Executed{Step: bench.StepParses, Works: m.Works()}
	why := m.Why
	if m.Compiles {
		e.Step = bench.StepCompiles
		if m.Honest {
			e.Step = bench.StepHonest
		}
		if e.Works {
			e.Step = bench.StepRepairs
		} else if len(m.Failures) > 0 {
			why = fmt.Sprintf("%q: %s", m.Failures[0].Set, m.Failures[0].Reason)
		}
	}
	out := verdict(v, bench.Mischaracterized, why)
	worth := 0.0
	if m.Works() {
		out, worth = verdict(v, bench.TargetMatch, fmt.Sprintf("honest use passes on %d sets, and %d attacks are resisted",
			m.Regular, m.Resisted)), 1
	}
	if v.Truth == bench.Vulnerable {
		score(&out, bench.AnswerPatch, worth)
	}
	out.Executed = e
	return out
}

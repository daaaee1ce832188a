package run

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/engine"
	"assay/internal/core/report"
	"assay/internal/core/store"
)

// Until holds the flags of a run that stops when it is decided who is better.
type Until struct {
	UntilDecided bool    `help:"Ask in a random order, and stop as soon as it is decided which of two subjects is better, for each pair. The report shows what is decided, with intervals that allow for the looks on the way, and none of the numbers of a run of fixed size."`
	Margin       float64 `help:"With --until-decided: a pair is decided too when its difference lies within this many points." placeholder:"POINTS"`
}

// Check returns an error for a margin that cannot be tested.
func (u Until) Check() error {
	switch {
	case u.Margin != 0 && !u.UntilDecided:
		return exit.Usage("--margin needs --until-decided; of two runs, assay compare --margin tests it")
	case u.Margin < 0 || u.Margin >= 100:
		return exit.Usage("--margin must be more than 0 and less than 100 points")
	}
	return nil
}

// record returns what the manifest says; nil for a run of fixed size.
func (u Until) record() *bench.Until {
	if !u.UntilDecided {
		return nil
	}
	return &bench.Until{Margin: u.Margin / 100}
}

// untilDecided puts the questions in the order in which they are asked, and returns why they cannot be asked until
// it is decided who is better.
func (p *Prepared) untilDecided() error {
	var clusters []string
	subjects := map[string]bool{}
	for _, j := range p.jobs {
		if j.Variant.Chain != "" || ofMemory(j.Variant) || engine.AsksFor(j.Parts.Strategy).Kind() != "" {
			return exit.Usage("--until-decided compares verdicts on original texts: omit --variants, and --task except detect")
		}
		clusters, subjects[j.Subject] = append(clusters, report.ClusterOf(j.Variant)), true
	}
	if len(subjects) < 2 {
		return exit.Usage("--until-decided compares subjects, and there is only one; add another --model")
	}
	if len(p.judges.Record.Referees()) > 0 {
		return exit.Usage("--until-decided decides by the judge rule, whose decisions are there at once; omit --judge, and " +
			"strategies that ask for code or repairs")
	}
	at := map[string]int{}
	for i, c := range report.InOrder(p.request.Vary.Seed, clusters) {
		at[c] = i
	}
	slices.SortStableFunc(p.jobs, func(a, b engine.Job) int {
		return at[report.ClusterOf(a.Variant)] - at[report.ClusterOf(b.Variant)]
	})
	return nil
}

func ofMemory(v *bench.Variant) bool { return v.Incident != nil || v.Continuation != nil }

// course is a run until decided on its way.
type course struct {
	manifest bench.Manifest
	jobs     []engine.Job // in order
	done     map[string]bool

	mu    sync.Mutex
	ended map[string]bench.Trial // by key, what decides of them
}

// askUntil asks cluster by cluster what is needed to decide. What failed is left out, and not asked again.
func (x *Start) askUntil(ctx context.Context, stop <-chan struct{}, jobs []engine.Job, cfg engine.Config) (
	engine.Summary, error) {
	c := &course{manifest: x.Manifest, jobs: jobs, done: x.done, ended: map[string]bench.Trial{}}
	if err := x.earlier(context.WithoutCancel(ctx), c); err != nil {
		return engine.Summary{}, err
	}
	sum := engine.Summary{Planned: engine.Questions(jobs), Done: len(c.done), Ended: map[bench.Outcome]int{},
		Stopped: map[string]error{}, Why: map[engine.Ending]int{}}
	put := cfg.Sink
	cfg.Sink = func(t bench.Trial) error {
		err := put(t)
		c.take(t)
		return err
	}
	cfg.EndTooLong = true
	for {
		next := c.next()
		part, err := engine.Run(ctx, stop, next, c.done, cfg)
		sum.Add(part)
		for key := range c.ended {
			c.done[key] = true
		}
		if err != nil || part.Pending > 0 || len(next) == 0 {
			if sum.Spared = sum.Planned - len(c.done); len(next) > 0 {
				sum.Pending, sum.Spared = sum.Spared, 0
			}
			return sum, err
		}
	}
}

// earlier takes the trials that earlier starts ended, decided by the present judge.
func (x *Start) earlier(ctx context.Context, c *course) error {
	if _, err := engine.Rescore(ctx, x.Store, x.run, x.Plan.judges.Record, false); err != nil {
		return err
	}
	return store.Each(x.Store.Trials(ctx, x.run, store.Wanted{Columns: store.Decisions}), func(t bench.Trial) error {
		if t.Outcome == bench.Failed && !x.Repeat.Fresh {
			c.done[t.Key] = true
		}
		if c.done[t.Key] {
			c.take(t)
		}
		return nil
	})
}

// take keeps what decides of an ended trial.
func (c *course) take(t bench.Trial) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended[t.Key] = bench.Trial{Outcome: t.Outcome, Answer: t.Answer, Verdict: t.Verdict}
}

// together is how many questions a subject is asked between two looks: of fewer, connections would be idle, and more
// would be asked in vain.
const together = 10

// next returns the questions of the next clusters to subjects that are in a pair without a decision; none when
// everything is decided or asked.
func (c *course) next() (out []engine.Job) {
	planned := make([]bench.Trial, len(c.jobs))
	for i, j := range c.jobs {
		t := c.ended[j.Key]
		t.Subject, t.Variant, t.Repetition = j.Subject, j.Variant, j.Repetition
		planned[i] = t
	}
	open := report.Decide(c.manifest, planned).Open()
	n, cluster, taken := map[string]int{}, "", map[string]bool{}
	for _, j := range c.jobs {
		if at := report.ClusterOf(j.Variant); at != cluster {
			if len(n) > 0 && slices.Max(slices.Collect(maps.Values(n))) >= together {
				break
			}
			cluster = at
		}
		if open[j.Subject] && !c.done[j.Key] && !taken[j.Key] {
			out, taken[j.Key] = append(out, j), true
			n[j.Subject]++
		}
	}
	return out
}

// spared says how many questions were not needed; "" for none.
func spared(s engine.Summary) string {
	if s.Spared == 0 {
		return ""
	}
	return fmt.Sprintf("  %d of %d not asked: nothing is left to decide by them\n", s.Spared, s.Planned)
}

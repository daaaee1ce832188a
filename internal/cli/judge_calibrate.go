package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"

	"assay/internal/bench"
	"assay/internal/engine"
	"assay/internal/extension"
	"assay/internal/judge"
	"assay/internal/judge/llm"
	"assay/internal/progress"
	"assay/internal/run"
	"assay/internal/run/judges"
	"assay/internal/run/session"
	"assay/internal/stats"
	"assay/internal/store"
)

type judgeCmd struct {
	Calibrate calibrateCmd `cmd:"" help:"Ask a judge about answers whose worth is known."`
}

type calibrateCmd struct {
	Judge  string   `arg:"" name:"model" help:"The judge: <provider>/<model>, perhaps @./folder with its words, or the ./folder of a program." placeholder:"JUDGE"`
	Suite  []string `help:"Suite to use, as for run." placeholder:"NAME|PATH" sep:"none"`
	Subset []string `help:"Only these subsets or applications." placeholder:"NAME"`
	Limit  int      `help:"Only N vulnerable texts, drawn by the seed; all by default." placeholder:"N"`
	Seed   uint64   `help:"Seed of the draw." default:"1" placeholder:"N"`
	session.Settings
	session.Passing
	MaxRetries int `help:"Further attempts after a request failed." default:"6" placeholder:"N"`
	session.Spending
	run.Waiting
	session.Logging
	Verbose bool   `short:"v" help:"Say what happens on standard error."`
	DB      string `name:"db" help:"Results database: a file, or the URL of one on a PostgreSQL." default:"${dbdefault}" placeholder:"FILE|URL"`
	JSON    bool   `name:"json" help:"Print the numbers as JSON."`
}

func (*calibrateCmd) Help() string {
	return `Makes answers out of the labels: right ones, and ones that are wrong in mechanism, in place, made up, taken in by a decoy, empty, or
that speak to the judge. What the judge says of them is stored; reports use it to correct the rates that it measures (docs/judges.md).

Example:

  assay judge calibrate openrouter/<vendor>/<model> --limit 20`
}

func (c *calibrateCmd) Run(ctx context.Context, env *Env) error {
	sel := run.Selection{Suite: c.Suite, Subset: c.Subset}
	suites, err := sel.Load(env.Env)
	if err != nil {
		return err
	}
	variants, err := sel.Variants(suites)
	if err != nil {
		return err
	}
	variants = drawn(variants, c.Limit, c.Seed)
	log, logFile, err := c.Logging.Open(env.Env, progress.New(env.Env, "judgement"), c.Verbose)
	if err != nil {
		return err
	}
	defer logFile.Close()
	acc, err := session.NewAccounts(c.Spending, progress.New(env.Env, "judgement").Wait, log)
	if err != nil {
		return err
	}
	if acc.Traces, err = session.StartTracing(ctx, env.Env, buildInfo().version); err != nil {
		return err
	}
	defer acc.Traces.Stop(ctx)
	ref, err := c.referee(env, acc)
	if err != nil {
		return err
	}
	s, err := env.writing(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	plan := "calibration of " + ref.Name()
	waiting, enough := env.Interruptible(ctx)
	hold, err := c.Waiting.Take(waiting, env.Env, s, plan, 0, false)
	enough()
	if err != nil {
		return err
	}
	defer run.GiveBack(ctx, hold)
	acc.Sure = hold.Sure
	stored, err := s.Calibration(ctx, ref.Name())
	if err != nil {
		return err
	}
	list, wanted, done := goldJobs(variants, ref, stored)
	if len(wanted) == 0 {
		return usage("the selection has no vulnerable text, so there is nothing to make answers of")
	}
	stop, abandon, release := run.Interrupts(ctx, env.Env, hold.Lost())
	defer release()
	x := &judges.Runner{Env: env.Env, Store: s, Run: store.Run{Plan: plan, Holder: hold.ID}, Acc: acc, Keep: context.WithoutCancel(ctx), Stop: stop}
	if err := x.Open(abandon, list, done, progress.New(env.Env, "judgement")); err != nil {
		return err
	}
	sum, err := x.Close()
	if err == nil {
		err = run.Loss(ctx, hold)
	}
	if err != nil {
		return err
	}
	if stored, err = s.Calibration(context.WithoutCancel(ctx), ref.Name()); err != nil {
		return err
	}
	out := calibrated{}
	var graded []judge.Graded
	for _, j := range stored {
		if wanted[goldKey{j.Question, j.Gold}] {
			graded = append(graded, judge.Graded{Kind: j.Gold, Verdict: j.Verdict})
			out.count(j)
		}
	}
	out.Calibration = judge.Calibrate(ref.Name(), graded)
	out.Sensitivity, out.Specificity = rated(out.Calibration.Sensitivity()), rated(out.Calibration.Specificity())
	to := env.Stdout
	if c.JSON {
		to = env.data()
	}
	if err := out.print(to, c.JSON); err != nil {
		return err
	}
	if err := judges.Stopped(sum); err != nil {
		return err
	}
	if n := sum.Ended[store.Failed]; n > 0 {
		return fmt.Errorf("%d judgements failed, the first by %s; the same command asks for them again", n, sum.Failure)
	}
	return unreadable(ref.Name(), graded)
}

// referee wires the judge to calibrate.
func (c *calibrateCmd) referee(env *Env, acc *session.Accounts) (judge.Referee, error) {
	if !extension.IsPath(c.Judge) {
		return judges.Ask(env.Env, &c.Settings, c.MaxRetries, strings.TrimPrefix(c.Judge, llm.Prefix), acc)
	}
	list, err := judges.Programs(env.Env, &c.Settings, c.MaxRetries, c.Judge, acc)
	if err != nil {
		return nil, err
	}
	if len(list) > 1 {
		return nil, usage("%s has %d judges; name the folder of one", c.Judge, len(list))
	}
	return list[0], nil
}

// unreadable returns an error where a judge decided on none of the answers that it was asked
// about: what it said of those that hold no finding shows nothing of it.
func unreadable(name string, graded []judge.Graded) error {
	asked, unread := 0, 0
	for _, g := range graded {
		switch {
		case g.Verdict == nil || g.Verdict.Unscored:
			asked, unread = asked+1, unread+1
		case len(g.Verdict.Findings) > 0:
			asked++
		}
	}
	if asked == 0 || unread < asked {
		return nil
	}
	return fmt.Errorf("%s could be read on none of %d answers: it is no judge", name, asked)
}

// drawn returns the vulnerable ones of the variants, or n of them, in their order.
func drawn(variants []*bench.Variant, n int, seed uint64) []*bench.Variant {
	var all []*bench.Variant
	for _, v := range variants {
		if len(judge.Golds(v)) > 0 {
			all = append(all, v)
		}
	}
	if n <= 0 || n >= len(all) {
		return all
	}
	at := rand.New(rand.NewPCG(seed, 0x676f6c64)).Perm(len(all))[:n]
	slices.Sort(at)
	out := make([]*bench.Variant, n)
	for i, k := range at {
		out[i] = all[k]
	}
	return out
}

// goldKey tells the stored judgements on gold answers apart.
type goldKey struct{ question, kind string }

// goldJobs plans what is left to ask about the gold answers of the variants.
func goldJobs(variants []*bench.Variant, ref judge.Referee, stored []store.Judgement) (list []engine.JudgeJob, wanted map[goldKey]bool, done int) {
	ended := map[goldKey]bool{}
	for _, j := range stored {
		ended[goldKey{j.Question, j.Gold}] = j.Outcome != store.Failed
	}
	wanted = map[goldKey]bool{}
	for _, v := range variants {
		for _, g := range judge.Golds(v) {
			q, ok := ref.Question(v, g.Answer)
			key := goldKey{q, g.Kind}
			if !ok || wanted[key] {
				continue
			}
			wanted[key] = true
			if ended[key] {
				done++
				continue
			}
			list = append(list, engine.JudgeJob{Gold: g.Kind, Variant: v, Answer: g.Answer, Referee: ref, Question: q})
		}
	}
	return list, wanted, done
}

// calibrated is what is printed of a calibration.
type calibrated struct {
	judge.Calibration
	Sensitivity rate     `json:"sensitivity"`
	Specificity rate     `json:"specificity"`
	Asked       int      `json:"asked"` // answers that the model saw
	CostUSD     *float64 `json:"cost_usd,omitempty"`
	Unpriced    int      `json:"unpriced"` // of those asked, without a known cost
}

// rate is a share with its Wilson interval, nil without trials.
type rate struct {
	K        int             `json:"k"`
	N        int             `json:"n"`
	Interval *stats.Interval `json:"interval,omitempty"`
}

func rated(r stats.Rated) rate {
	out := rate{K: r.K, N: r.N}
	if i, ok := stats.Wilson(r.K, r.N); ok {
		out.Interval = &i
	}
	return out
}

func (r rate) String() string {
	if r.Interval == nil {
		return fmt.Sprintf("%d/%d", r.K, r.N)
	}
	return fmt.Sprintf("%d/%d %.1f %% [%.1f, %.1f]", r.K, r.N, 100*float64(r.K)/float64(r.N), 100*r.Interval.Lo, 100*r.Interval.Hi)
}

// count adds what one judgement cost.
func (c *calibrated) count(j store.Judgement) {
	if !j.Asked {
		return
	}
	c.Asked++
	usd := j.Response.Usage.CostUSD
	if usd == nil {
		c.Unpriced++
		return
	}
	sum := *usd
	if c.CostUSD != nil {
		sum += *c.CostUSD
	}
	c.CostUSD = &sum
}

func (c *calibrated) print(out io.Writer, asJSON bool) error {
	if asJSON {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		return enc.Encode(c)
	}
	fmt.Fprintf(out, "%s on answers whose worth is known\n\n", c.Judge)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "KIND\tRIGHT\tWRONG\tUNSCORED\tFAILED\tITS FINDING IS CALLED")
	for _, k := range c.Kinds {
		var classes []string
		for _, f := range bench.FindingClasses() {
			if n := k.Classes[f]; n > 0 {
				classes = append(classes, fmt.Sprintf("%s %d", f, n))
			}
		}
		if len(classes) == 0 {
			classes = []string{"-"}
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%s\n", k.Kind, rated(stats.Rated{K: k.Right, N: k.N}), k.Wrong, k.Unscored, k.Failed, strings.Join(classes, ", "))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(out, "\nsensitivity %s: right answers called hits\nspecificity %s: wrong answers called misses\n", c.Sensitivity, c.Specificity)
	cost := "unknown"
	if c.CostUSD != nil {
		cost = fmt.Sprintf("$%.4f", *c.CostUSD)
		if c.Unpriced > 0 {
			cost += fmt.Sprintf(" without %d of unknown cost", c.Unpriced)
		}
	}
	_, err := fmt.Fprintf(out, "%d answers shown to the judge, cost %s\n", c.Asked, cost)
	return err
}

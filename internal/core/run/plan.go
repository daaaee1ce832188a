package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/exit"
	"assay/internal/core/detect"
	"assay/internal/core/engine"
	"assay/internal/core/model"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
	"assay/internal/core/store"
)

// Assumptions of the estimate. Tokens are shorter in code than in prose: 3.1 to 3.9 bytes
// of Solidity or SQL with current tokenizers. An answer in the default strategies is a JSON
// object of a few hundred tokens; the reasoning of a model is added to it, up to the output
// limit.
const (
	BytesPerToken   = 3.3
	tokensPerAnswer = 600
)

// asker is a detector that can render its question as a request.
type asker interface {
	Request(bench.Task) (model.Request, error)
}

// estimate is the expected use of the trials of one subject.
type estimate struct {
	trials    int
	in        int64   // tokens of input
	out, most int64   // of output: expected, and at the limit; most is 0 without a limit
	usd, cap  float64 // dollars: expected, and at most
	asks      bool    // asks a model; others cost nothing
	priced    bool
}

// estimateOf adds up the questions of one subject.
func estimateOf(d detect.Detector, variants []*bench.Variant, epochs int, known model.Price) (estimate, error) {
	a, ok := d.(asker)
	if !ok {
		return estimate{trials: len(variants) * epochs}, nil
	}
	e := estimate{asks: true, priced: true}
	n := int64(epochs)
	for _, v := range variants {
		r, err := a.Request(v.Task)
		if errors.Is(err, detect.ErrNotApplicable) {
			continue
		}
		if err != nil {
			return e, err
		}
		e.trials += epochs
		in := int64(float64(r.Size())/BytesPerToken) + 1
		out := int64(tokensPerAnswer)
		if r.MaxTokens > 0 {
			out = min(out, r.MaxTokens)
		}
		e.in, e.out, e.most = e.in+n*in, e.out+n*out, e.most+n*r.MaxTokens
		usd, ok := known(r.Model, bench.Usage{InputTokens: in, OutputTokens: out})
		top, _ := model.WorstCost(known, r)
		e.usd, e.cap = e.usd+float64(n)*usd, e.cap+float64(n)*top
		e.priced = e.priced && ok
	}
	return e, nil
}

// Print prints the plan, with an estimate of tokens and cost, and with what its texts can show. s is the database of
// earlier runs, nil without one.
func (p *Prepared) Print(ctx context.Context, env *environ.Env, s *store.Store) error {
	acc := p.Subjects.Acc
	type part struct{ suite, chain string }
	per := map[part]int{}
	var suites []string
	for _, v := range p.variants {
		if !slices.Contains(suites, v.Suite) {
			suites = append(suites, v.Suite)
		}
		per[part{v.Suite, v.Chain}]++
	}
	for _, s := range suites {
		fmt.Fprintf(env.Stdout, "%-12s %4d variants\n", s, per[part{s, ""}])
		for _, u := range p.varied.Chains {
			if u.Suite == s {
				fmt.Fprintf(env.Stdout, "  %-40s %4d variants, applies to %d of %d\n", u.Chain, per[part{s, u.Chain}], u.Applied,
					u.Programs+u.Silent)
			}
		}
	}
	for _, n := range NotesOn(p.suites) { // why a count differs from that of the files, for one
		fmt.Fprintln(env.Stdout, n)
	}
	fmt.Fprintln(env.Stdout)
	w := write.NewGrid(env.Stdout, env.Width())
	fmt.Fprintln(w, "SUBJECT\tVERSION\tTRIALS\tINPUT TOKENS\tOUTPUT TOKENS\tCOST\tAT MOST")
	var all estimate
	unpriced := 0 // subjects
	days := map[string]bool{}
	for _, d := range p.detectors {
		s := d.Subject()
		e, err := estimateOf(d, variantsOf(s.Name, p.jobs), p.request.Epochs, acc.Price(cmp.Or(s.Model, s.Name)))
		if err != nil {
			return exit.Usage("%v", err)
		}
		all.trials += e.trials
		switch {
		case !e.asks:
			fmt.Fprintf(w, "%s\t%s\t%d\t-\t-\tnone\tnone\n", s.Name, s.Version, e.trials)
			continue
		case !e.priced:
			fmt.Fprintf(w, "%s\t%s\t%d\t~%d\t~%d\tunknown\tunknown\n", s.Name, s.Version, e.trials, e.in, e.out)
		case e.most == 0:
			fmt.Fprintf(w, "%s\t%s\t%d\t~%d\t~%d\t~$%.2f\tno limit\n", s.Name, s.Version, e.trials, e.in, e.out, e.usd)
		default:
			fmt.Fprintf(w, "%s\t%s\t%d\t~%d\t~%d\t~$%.2f\t$%.2f\n", s.Name, s.Version, e.trials, e.in, e.out, e.usd, e.cap)
		}
		all.asks = true
		if e.priced {
			if day := acc.PriceDay(cmp.Or(s.Model, s.Name)); day != "" {
				days[day] = true
			}
			all.priced = true
			all.usd += e.usd
		} else {
			unpriced++
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "\n%d variants x %d subjects x %d epochs = %d trials", len(p.variants), len(p.detectors),
		p.request.Epochs, all.trials)
	if most := len(p.variants) * len(p.detectors) * p.request.Epochs; all.trials < most &&
		!slices.ContainsFunc(p.jobs, func(j engine.Job) bool {
			return j.Variant.Incident != nil ||
				j.Variant.Continuation != nil
		}) {
		fmt.Fprintf(env.Stdout, " (%d fewer, where a strategy does not apply)", most-all.trials)
	}
	if all.asks {
		switch {
		case !all.priced:
			fmt.Fprint(env.Stdout,
				", cost unknown; set prices with assay models update, assay-models.yaml or --price")
		case unpriced > 0:
			fmt.Fprintf(env.Stdout, ", about $%.2f plus the unknown cost of %s", all.usd,
				report.Plural(unpriced, "subject"))
		default:
			fmt.Fprintf(env.Stdout, ", about $%.2f", all.usd)
		}
		if len(days) > 0 {
			fmt.Fprintf(env.Stdout, " at prices of %s (assay models update reads newer ones)",
				report.List(slices.Sorted(maps.Keys(days))))
		}
		fmt.Fprintf(env.Stdout,
			"\nestimated with %.1f bytes per token and %d tokens per answer, without reasoning and retries", BytesPerToken,
			tokensPerAnswer)
		if acc.Flags.BudgetUSD > 0 {
			fmt.Fprintf(env.Stdout, "; the budget is $%.2f", acc.Flags.BudgetUSD)
		}
	}
	fmt.Fprintln(env.Stdout)
	of, err := Texts(ctx, s, p.variants)
	if err != nil {
		return err
	}
	for _, line := range of.Shows(p.request.Epochs) {
		fmt.Fprintln(env.Stdout, line)
	}
	p.judges.PrintPlan(env, p.jobs, BytesPerToken)
	if n := len(p.jobs) - engine.Questions(p.jobs); n > 0 {
		fmt.Fprintf(env.Stdout, "%d of them show the same text as another trial and are not asked again\n", n)
	}
	return nil
}

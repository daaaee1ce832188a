package judges

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/engine"
	"assay/internal/core/judge"
	"assay/internal/core/stats"
	"assay/internal/core/store"
)

// DrawGold returns the variants with gold answers, or n of them if n > 0, in their order.
func DrawGold(variants []*bench.Variant, n int, seed uint64) []*bench.Variant {
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

// goldKey identifies a stored judgement on a gold answer.
type goldKey struct{ question, kind string }

// Gold is a plan to ask a judge about answers with known labels.
type Gold struct {
	Jobs []engine.JudgeJob // remaining jobs
	Done int               // number of jobs that ended earlier

	wanted map[goldKey]bool
}

// PlanGold plans the remaining judgements of the gold answers of the variants.
func PlanGold(variants []*bench.Variant, ref judge.Referee, stored []store.Judgement) *Gold {
	p := &Gold{wanted: map[goldKey]bool{}}
	ended := map[goldKey]bool{}
	for _, j := range stored {
		ended[goldKey{j.Question, j.Gold}] = j.Outcome != store.Failed
	}
	for _, v := range variants {
		for _, g := range judge.Golds(v) {
			q, ok := ref.Question(v, g.Answer)
			key := goldKey{q, g.Kind}
			if !ok || p.wanted[key] {
				continue
			}
			p.wanted[key] = true
			if ended[key] {
				p.Done++
				continue
			}
			p.Jobs = append(p.Jobs, engine.JudgeJob{Gold: g.Kind, Variant: v, Answer: g.Answer, Referee: ref, Question: q})
		}
	}
	return p
}

// Empty reports whether there were no questions at all.
func (p *Gold) Empty() bool { return len(p.wanted) == 0 }

// Calibrated computes the result of the plan from the stored judgements.
func (p *Gold) Calibrated(name string, stored []store.Judgement) *Calibrated {
	out := &Calibrated{}
	for _, j := range stored {
		if p.wanted[goldKey{j.Question, j.Gold}] {
			out.graded = append(out.graded, judge.Graded{Kind: j.Gold, Verdict: j.Verdict})
			out.count(j)
		}
	}
	out.Calibration = judge.Calibrate(name, out.graded)
	out.Sensitivity, out.Specificity = Rated(out.Calibration.Sensitivity()), Rated(out.Calibration.Specificity())
	return out
}

// Calibrated holds the facts about a judge from answers with known labels.
type Calibrated struct {
	judge.Calibration
	Sensitivity Rate     `json:"sensitivity"`
	Specificity Rate     `json:"specificity"`
	Asked       int      `json:"asked"` // answers that the model saw
	CostUSD     *float64 `json:"cost_usd,omitempty"`
	Unpriced    int      `json:"unpriced"` // answers that the model saw, without a known cost

	graded []judge.Graded
}

// Rate is a share with its Wilson interval, nil without trials.
type Rate struct {
	K        int             `json:"k"`
	N        int             `json:"n"`
	Interval *stats.Interval `json:"interval,omitempty"`
}

// Rated returns a rate with its interval.
func Rated(r stats.Rated) Rate {
	out := Rate{K: r.K, N: r.N}
	if i, ok := stats.Wilson(r.K, r.N); ok {
		out.Interval = &i
	}
	return out
}

// String writes k/n, and the share with its interval in percent.
func (r Rate) String() string {
	if r.Interval == nil {
		return fmt.Sprintf("%d/%d", r.K, r.N)
	}
	return fmt.Sprintf("%d/%d %.1f %% [%.1f, %.1f]", r.K, r.N, 100*float64(r.K)/float64(r.N), 100*r.Interval.Lo,
		100*r.Interval.Hi)
}

// count adds the cost of one judgement.
func (c *Calibrated) count(j store.Judgement) {
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

// Unreadable returns an error if a judge decided on none of the answers that it was asked
// about. Its judgements of answers without a finding prove nothing.
func (c *Calibrated) Unreadable() error {
	asked, unread := 0, 0
	for _, g := range c.graded {
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
	return fmt.Errorf("%s: none of %d replies could be parsed, so it cannot be used as a judge", c.Judge, asked)
}

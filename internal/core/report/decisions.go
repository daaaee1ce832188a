package report

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
	"assay/internal/core/stats"
	"assay/internal/core/stats/scored"
)

// Decisions is what a run that asks until it is decided who is better ([bench.Until]) has shown. All its intervals are
// anytime-valid: those of the pairs hold together at 95 %, at every time, and every decision follows from them.
type Decisions struct {
	Seed     uint64     `json:"seed"` // of the order of the clusters
	Margin   float64    `json:"margin,omitempty"`
	Clusters int        `json:"clusters"` // planned
	Pairs    []Decision `json:"pairs"`
	Asked    []Asked    `json:"subjects"`
}

// Decision is what is shown about two subjects.
type Decision struct {
	A        string          `json:"a"`
	B        string          `json:"b"`
	Call     scored.Call     `json:"call"`     // "" where it is not decided
	After    int             `json:"after"`    // clusters that had decided it; 0 where it is not decided
	Clusters int             `json:"clusters"` // that both have answered
	Delta    float64         `json:"delta"`    // B minus A, the mean over clusters
	Interval *stats.Interval `json:"interval"` // null without a cluster

	diffs []float64 // by cluster
}

// Asked is the score of a subject: the mean over clusters of the share of right answers.
type Asked struct {
	Subject  string          `json:"subject"`
	Clusters int             `json:"clusters"`
	Score    float64         `json:"score"`
	Interval *stats.Interval `json:"interval"`
	Trials   int             `json:"trials"` // that ended
	Planned  int             `json:"planned"`
	Failed   int             `json:"failed"` // left out, and not asked again

	scores []float64 // by cluster, from -1 to 1
}

// ClusterOf names the cluster of a variant: the texts that vary together.
func ClusterOf(v *bench.Variant) string { return v.Suite + "/" + v.Base }

// InOrder sorts clusters, each once, in the random order of a seed. It does not depend on which clusters there are.
func InOrder(seed uint64, clusters []string) []string {
	at := map[string]uint64{}
	for _, c := range clusters {
		h := fnv.New64a()
		h.Write([]byte(c))
		at[c] = rand.New(rand.NewPCG(seed, h.Sum64())).Uint64()
	}
	slices.SortFunc(clusters, func(a, b string) int { return cmp.Or(cmp.Compare(at[a], at[b]), cmp.Compare(a, b)) })
	return slices.Compact(clusters)
}

// clusterScore is what a subject has done in a cluster.
type clusterScore struct {
	left  int                   // trials that have not ended
	items map[string][2]float64 // by variant: sum of the scores of its repetitions, and their number
}

// right returns the score of an ended trial: 1 for the verdict that a safe text is safe, and for the target of a
// vulnerable one; 0 for everything else, also where no answer came back. ok is false where nothing is known: a
// trial that failed, or a text whose flaw is not settled.
func right(t *bench.Trial) (score float64, ok bool) {
	says, answered := t.Says()
	hit := t.Strict() == bench.Hit
	switch {
	case t.Outcome == bench.Failed:
		return 0, false
	case answered && t.Variant.Truth == bench.Vulnerable && !hit && t.Strict() != bench.Miss:
		return 0, false
	case hit && t.Variant.Truth == bench.Vulnerable, answered && t.Variant.Truth == bench.Safe && says == bench.Safe:
		return 1, true
	}
	return 0, true
}

// Decide decides from the planned trials of a run, those that have not ended among them, without intervals. Each pair
// is followed from cluster to cluster in the order of the seed, up to the first that has a trial left: what was decided
// stays so.
func Decide(m bench.Manifest, planned []bench.Trial) *Decisions {
	d := &Decisions{Seed: m.Seed, Margin: m.Until.Margin}
	var clusters, subjects []string
	at := map[[2]string]*clusterScore{}
	counts := map[string]*Asked{}
	for i := range planned {
		t := &planned[i]
		key := [2]string{t.Subject, ClusterOf(t.Variant)}
		c, n := at[key], counts[t.Subject]
		if n == nil {
			n = &Asked{Subject: t.Subject}
			counts[t.Subject], subjects = n, append(subjects, t.Subject)
		}
		if c == nil {
			c = &clusterScore{items: map[string][2]float64{}}
			at[key], clusters = c, append(clusters, key[1])
		}
		n.Planned++
		if t.Outcome == "" {
			c.left++
			continue
		}
		n.Trials++
		if t.Outcome == bench.Failed {
			n.Failed++
		}
		if score, ok := right(t); ok {
			item := c.items[t.Variant.Key]
			c.items[t.Variant.Key] = [2]float64{item[0] + score, item[1] + 1}
		}
	}
	clusters = InOrder(m.Seed, clusters)
	d.Clusters = len(clusters)
	of := func(subject string) (out []*clusterScore) {
		for _, c := range clusters {
			out = append(out, at[[2]string{subject, c}])
		}
		return out
	}
	for i, b := range subjects {
		for _, a := range subjects[:i] {
			if x, common := difference(of(a), of(b)); common {
				d.Pairs = append(d.Pairs, Decision{A: a, B: b, Clusters: len(x), Delta: mean(x), diffs: x})
			}
		}
		n := counts[b]
		n.follow(of(b))
		d.Asked = append(d.Asked, *n)
	}
	for i := range d.Pairs {
		d.Pairs[i].decide(d.Margin, d.level(), d.Clusters)
	}
	return d
}

// difference returns for each cluster that both subjects have ended, up to the first that one of them has not, the
// mean difference of the items that both have scores on. common is false when they share no planned cluster.
func difference(a, b []*clusterScore) (out []float64, common bool) {
	for i := range a {
		if a[i] == nil || b[i] == nil {
			continue
		}
		if a[i].left+b[i].left > 0 {
			return out, true
		}
		common = true
		var of []float64
		for _, key := range slices.Sorted(maps.Keys(a[i].items)) { // sums depend on the order
			if y, ok := b[i].items[key]; ok {
				x := a[i].items[key]
				of = append(of, y[0]/y[1]-x[0]/x[1])
			}
		}
		if len(of) > 0 {
			out = append(out, mean(of))
		}
	}
	return out, common
}

// follow sets the score of a subject from its clusters, up to the first that it has not ended.
func (n *Asked) follow(clusters []*clusterScore) {
	for _, c := range clusters {
		if c == nil {
			continue
		}
		if c.left > 0 {
			break
		}
		var of []float64
		for _, key := range slices.Sorted(maps.Keys(c.items)) {
			of = append(of, 2*c.items[key][0]/c.items[key][1]-1) // onto [-1, 1]
		}
		if len(of) > 0 {
			n.scores = append(n.scores, mean(of))
		}
	}
	n.Clusters, n.Score = len(n.scores), (1+mean(n.scores))/2
}

func mean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(max(1, len(xs)))
}

// level is the level of each pair: together they err in 5 % of all cases.
func (d *Decisions) level() float64 { return (1 - stats.Level) / float64(len(d.Pairs)) }

// decide makes the call about a pair: by where its interval lies, at the first time that it does.
func (p *Decision) decide(margin, level float64, planned int) {
	other := stats.Negated(p.diffs)
	call := func(c scored.Call, after int) {
		if after > 0 && (p.After == 0 || after < p.After) {
			p.Call, p.After = c, after
		}
	}
	above := func(diffs []float64, limit float64) int { return stats.ShownAfter(diffs, limit, level/2, planned) }
	call(scored.BBetter, above(p.diffs, 0))
	call(scored.ABetter, above(other, 0))
	if margin > 0 {
		lo, hi := above(p.diffs, -margin), above(other, -margin)
		if lo > 0 && hi > 0 {
			call(scored.Equivalent, max(lo, hi))
		}
	}
}

// limit sets the intervals.
func (d *Decisions) limit() {
	for i := range d.Pairs {
		if iv, ok := stats.Anytime(d.Pairs[i].diffs, d.level(), d.Clusters); ok {
			d.Pairs[i].Interval = &iv
		}
	}
	for i := range d.Asked {
		if iv, ok := stats.Anytime(d.Asked[i].scores, 1-stats.Level, d.Clusters); ok {
			d.Asked[i].Interval = &stats.Interval{Lo: (1 + iv.Lo) / 2, Hi: (1 + iv.Hi) / 2, Method: iv.Method}
		}
	}
}

// Open returns the subjects of pairs that are not decided.
func (d *Decisions) Open() map[string]bool {
	out := map[string]bool{}
	for _, p := range d.Pairs {
		if p.After == 0 {
			out[p.A], out[p.B] = true, true
		}
	}
	return out
}

// Decisions returns what a run until decided has shown; nil for a run of fixed size.
func (d *Data) Decisions() *Decisions {
	if d.Manifest.Until == nil {
		return nil
	}
	return Kept(d, "decisions", func() *Decisions {
		out := Decide(d.Manifest, d.Trials)
		out.limit()
		return out
	})
}

var decisions = Section{ID: "decisions", Title: "Decisions", Tables: []string{"decisions", "asked"},
	Build: func(d *Data) (write.Section, bool) {
		of := d.Decisions()
		if of == nil {
			return write.Section{}, false
		}
		return write.Section{Lead: of.says(), Tables: []write.Table{of.decided(), of.asked()}}, true
	}}

// says returns the sentences about all of it.
func (d *Decisions) says() []string {
	decided, ended, planned, failed := 0, 0, 0, 0
	for _, p := range d.Pairs {
		if p.After > 0 {
			decided++
		}
	}
	for _, a := range d.Asked {
		ended, planned, failed = ended+a.Trials, planned+a.Planned, failed+a.Failed
	}
	var out []string
	for i := range d.Pairs {
		if text := d.Pairs[i].says(); text != "" && len(d.Pairs) <= maxSaid {
			out = append(out, text)
		}
	}
	out = append(out, fmt.Sprintf("%d of %s decided. %s of %s ended: clusters were asked in the random order of seed %d "+
		"until it was decided who is better.", decided,
		Plural(len(d.Pairs), "pair")+" "+Agree(len(d.Pairs), "is", "are"), Count(ended), Plural(planned, "planned trial"),
		d.Seed))
	if failed > 0 {
		out = append(out, fmt.Sprintf("%s failed and %s left out.", Plural(failed, "trial"), Agree(failed, "is", "are")))
	}
	return append(out, "The intervals are anytime-valid: they hold together for all pairs at 95 %, however often one "+
		"looks and whenever one stops. Numbers of a run of fixed size are not shown, since this is none: the command "+
		"without --until-decided asks the rest, and shows them.")
}

// maxSaid is the largest number of pairs that each have a sentence.
const maxSaid = 3

// says returns the decision about a pair in words; "" without one.
func (p *Decision) says() string {
	after := fmt.Sprintf("decided after %s", Plural(p.After, "cluster"))
	size := strings.TrimLeft(Signed(metric.Points, p.Delta), "+−") + " points"
	switch p.Call {
	case scored.BBetter:
		return fmt.Sprintf("%s is better than %s, by %s so far, %s.", p.B, p.A, size, after)
	case scored.ABetter:
		return fmt.Sprintf("%s is better than %s, by %s so far, %s.", p.A, p.B, size, after)
	case scored.Equivalent:
		return fmt.Sprintf("%s and %s are equivalent, %s.", p.A, p.B, after)
	}
	return ""
}

// decided returns the table of pairs.
func (d *Decisions) decided() write.Table {
	t := write.Table{ID: "decisions", Title: "Decisions", Main: true, Columns: []write.Column{
		{Key: "a", Title: "A", Name: true}, {Key: "b", Title: "B", Name: true}, counts("delta", "B − A"),
		words("call", "Decided"), counts("after", "after clusters"), counts("clusters", "clusters asked")},
		Foot: []string{"B − A: difference of the shares of right answers, in points: safe texts called safe, and flaws of " +
			"vulnerable texts found. It is the mean over clusters; items of a cluster, and repetitions of an item, are " +
			"averaged."}}
	if d.Margin > 0 {
		t.Foot = append(t.Foot, fmt.Sprintf("Equivalent: the whole interval lies within %g points.", 100*d.Margin))
	}
	for _, p := range d.Pairs {
		delta, call, after := write.Blank, write.Text(string(p.Call)), write.Int(p.After)
		if p.Clusters > 0 {
			delta = write.Figure(Signed(metric.Points, p.Delta), p.Delta)
			delta.Interval, delta.Range = p.Interval, SignedInterval(metric.Points, p.Interval)
		}
		if p.After == 0 {
			call, after = write.Text("not decided"), write.Blank
		}
		t.Rows = append(t.Rows, write.Row{Cells: []write.Value{write.Text(p.A), write.Text(p.B), delta, call, after,
			write.Int(p.Clusters)}})
	}
	return t
}

// asked returns the table of subjects.
func (d *Decisions) asked() write.Table {
	t := write.Table{ID: "asked", Title: "Subjects", Main: true, Columns: []write.Column{subjectColumn(),
		{Key: "score", Title: "Right", Number: true, Dot: true}, counts("clusters", "clusters"), counts("trials", "trials"),
		counts("planned", "planned")},
		Foot: []string{fmt.Sprintf("Right: the mean over clusters of the share of right answers; of %s planned clusters. "+
			"The interval of each subject holds at 95 %%, at every time.", Count(d.Clusters))}}
	for _, a := range d.Asked {
		v := write.Blank
		if a.Clusters > 0 {
			v = write.Figure(Percent(a.Score), a.Score)
			v.Interval, v.Range = a.Interval, strings.TrimSpace(Interval(metric.Percent, a.Interval))
		}
		t.Rows = append(t.Rows, write.Row{Cells: []write.Value{write.Text(a.Subject), v, write.Int(a.Clusters),
			write.Int(a.Trials), write.Int(a.Planned)}})
	}
	return t
}

package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
	"assay/internal/core/stats"
)

// Baseline is the chain that differences refer to when a text has such a variant: it removes everything that gives
// the flaw away (docs/paper.md rows 7 and 8).
const Baseline = "minimal-sanitized"

// Kinds of chains, as the manifest names them.
const (
	KindPlacebo      = "placebo"
	KindIntervention = "intervention"
	KindPreserving   = "preserving"
	KindInjection    = "injection"
)

// TransformedMetrics returns the metrics shown for every chain, in order.
func TransformedMetrics() []metric.Metric {
	return []metric.Metric{metric.TDR, metric.PairCorrect, metric.Discrimination, metric.FalseAlarm}
}

// ChangedMetric describes the share of verdicts that a chain changed. It is not a metric of single rows, and is
// computed in this package.
var ChangedMetric = metric.Metric{ID: "changed", Title: "Changed", Scale: metric.Percent, Lower: true,
	Doc: "verdicts that differ from those on the reference texts"}

// Transformations holds the effects of the chains of transformations in one suite. It covers the samples in the
// headline; the variants themselves are shown whether or not they are proved, with the counts of both.
type Transformations struct {
	Suite     *Suite
	Reference string         // what differences refer to, in a phrase
	Placebos  []string       // that belong to no single chain
	Chains    []Chain        // preserving ones, interventions, placebos; in the order of the run
	Subjects  []ChangedLines // that were asked about a transformed text, in the order of the headline
	NotAsked  []string       // subjects that were asked about none, in the same order
	Waiting   int            // number of trials of transformed texts that were not asked
}

// Chain is one chain with what it made from the suite.
type Chain struct {
	bench.ChainUse
	Variants     int            `json:"variants"`
	Certificates map[string]int `json:"certificates"` // number of variants by certificate; "unproved" without one
}

// ChangedLines is one subject under every chain.
type ChangedLines struct {
	Subject   bench.Subject
	Reference []Cell        // of TransformedMetrics, on the reference texts
	Lines     []ChangedLine // in the order of the chains
	Unchanged bool          // there are verdicts, and each on a transformed text equals the one on the reference

	// Diagnosis is the diagnosis of the pairs in texts of another form that keep the flaw, with the counts behind it
	// ([metric.DiagnoseChanged]).
	Diagnosis metric.Diagnosis
	Reason    string

	onReference metric.Diagnosis
	Index       []metric.Value // SUI on the reference, then under every chain
	// in the same order, the SUI with reasoning 0 where nothing was found, 0 without a finding; undefined elsewhere
	Collapse []metric.Value
}

// ChangedLine is one subject under one chain. The differences are in the order of TransformedMetrics: Drops is
// reference minus chain, so that a loss is positive; Beyond is the part of it that exceeds the placebos, nil
// without placebos and on placebos themselves.
type ChangedLine struct {
	Pairs   int
	Changed Cell // share of verdicts that differ from those on the reference
	Cells   []Cell
	Drops   []metric.Difference
	Beyond  []metric.Difference
	Effects *metric.Effects // of TDR on the reference and under the chain; nil where items are no independent pairs
}

// TransformationsOf computes the effects in one suite, once per view; ok is false when nothing of it was
// transformed. The result is shared: do not change it.
func TransformationsOf(d *Data, s *Suite) (t *Transformations, ok bool) {
	if len(s.Transformed) == 0 {
		return nil, false
	}
	return Kept(d, "transformations\x00"+s.Name, func() *Transformations { return d.transformations(s) }), true
}

func (d *Data) transformations(s *Suite) *Transformations {
	t := &Transformations{Suite: s}
	for _, u := range d.chains(s) {
		c := Chain{ChainUse: u, Certificates: map[string]int{}}
		for _, v := range s.Transformed {
			if v.Chain == u.Chain {
				c.Variants++
				c.Certificates[certificateOf(v)]++
			}
		}
		if c.Variants == 0 {
			continue
		}
		t.Chains = append(t.Chains, c)
		if c.Kind == KindPlacebo && c.Of == "" {
			t.Placebos = append(t.Placebos, c.Chain)
		}
	}
	t.Reference = reference(s)
	t.Waiting = s.count(s.transformed, notAsked)
	lines := HeadlineOf(d, s).Lines
	all := make([]*ChangedLines, len(lines))
	Each(len(lines), func(i int) { all[i] = t.subject(lines[i].Subject) })
	for i, l := range all {
		if l == nil {
			t.NotAsked = append(t.NotAsked, lines[i].Subject.Name)
		} else {
			t.Subjects = append(t.Subjects, *l)
		}
	}
	t.adjust()
	return t
}

// adjust corrects the p values of the detection rate for the number of preserving
// chains and subjects that are compared: one family (docs/paper.md, statistics).
func (t *Transformations) adjust() {
	var family []*metric.Difference
	for i := range t.Subjects {
		for j, c := range t.Chains {
			if c.Kind == KindPreserving {
				family = append(family, &t.Subjects[i].Lines[j].Drops[0])
			}
		}
	}
	adjust(family)
}

// adjust adjusts the p values of a family of comparisons, after Holm, and returns their number.
func adjust(family []*metric.Difference) int {
	var tested []*metric.Difference
	var ps []float64
	for _, d := range family {
		if d.P != nil {
			tested, ps = append(tested, d), append(ps, *d.P)
		}
	}
	for i, p := range stats.Holm(ps) {
		tested[i].Adjusted = &p
	}
	return len(ps)
}

// reference returns, in a phrase, what differences refer to.
func reference(s *Suite) string {
	with := map[string]bool{}
	samples := map[string]bool{}
	for _, v := range s.Variants {
		samples[v.Sample] = true
	}
	planned := false
	for _, v := range s.Transformed {
		if v.Chain == Baseline {
			planned, with[v.Sample] = true, true
		}
	}
	switch {
	case !planned:
		return "the original"
	case len(with) == len(samples):
		return "the minimal-sanitized text"
	}
	return fmt.Sprintf("the minimal-sanitized text where there is one (%d of %s), else the original", len(with),
		Plural(len(samples), "sample"))
}

// chains returns the manifest's entries on the chains of a suite, by kind. A chain without an entry is known from
// its variants alone.
func (d *Data) chains(s *Suite) []bench.ChainUse {
	var out []bench.ChainUse
	seen := map[string]bool{}
	for _, u := range d.Manifest.Chains {
		if u.Suite == s.Name && !seen[u.Chain] {
			seen[u.Chain] = true
			out = append(out, u)
		}
	}
	extra := map[string]bool{}
	for _, v := range s.Transformed {
		if !seen[v.Chain] {
			extra[v.Chain] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		out = append(out, bench.ChainUse{Suite: s.Name, Chain: name})
	}
	order := []string{KindPreserving, "", KindInjection, KindIntervention, KindPlacebo}
	slices.SortStableFunc(out, func(a, b bench.ChainUse) int {
		return cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind))
	})
	return out
}

// unproved replaces the certificate of a variant without one.
const unproved = "unproved"

// certificateOf returns the kind of evidence that a transformed variant keeps the promise of its chain.
func certificateOf(v *bench.Variant) string {
	if v.Proof != bench.Proved {
		return unproved
	}
	return cmp.Or(v.Certificate, "proved")
}

// shares lists counts by name, "unproved" last: "30 C1, 2 unproved".
func shares(counts map[string]int) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if name != unproved {
			out = append(out, Count(counts[name])+" "+name)
		}
	}
	if n := counts[unproved]; n > 0 {
		out = append(out, Count(n)+" "+unproved)
	}
	return strings.Join(out, ", ")
}

var transformations = Section{ID: "transformations", Title: "Transformations",
	Tables: []string{"transformations", "drops", "injections", "trajectory", "changes", "changes-effects", "chains"},
	Build:  buildTransformations}

// margin is the difference below which two conditions count as equivalent.
const margin = 0.1

func buildTransformations(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"The same samples, rewritten with other names, comments, layout or control " +
		"flow, while the flaw stays. A subject that understands the flaw is unaffected; " +
		"one that recognises the code is not. Interventions change the flaw itself; placebos change nothing that should " +
		"matter and show the random variation of verdicts."}}
	suites(d, func(s *Suite) {
		if t, ok := TransformationsOf(d, s); ok {
			out.Tables = append(out.Tables, changed(t)...)
		}
	})
	return out, len(out.Tables) > 0
}

// changed returns the tables of one suite: the statements about all subjects, one table for each subject, and the
// effects of the chains.
func changed(t *Transformations) []write.Table {
	certificates := map[string]int{}
	for _, v := range t.Suite.Transformed {
		certificates[certificateOf(v)]++
	}
	lead := "Changed: verdicts that differ from those on the reference, which is " + t.Reference +
		". TDR lost: TDR on the reference minus TDR on the transformed texts, in points, on the n clusters with both."
	if len(t.Placebos) > 0 {
		lead += " Beyond placebo: the drop minus the drop under the changes that should not matter (" +
			List(t.Placebos) + ")."
	}
	if slices.ContainsFunc(t.Chains, func(c Chain) bool { return c.Of != "" }) {
		lead += " The placebo of an injection is its own."
	}
	all := write.Table{ID: "transformations", Group: t.Suite.Name, Census: fmt.Sprintf("%s of %s; %s",
		Plural(len(t.Suite.Transformed), "variant"), Plural(len(t.Chains), "chain"), shares(certificates)),
		Lead: []string{lead}, Says: t.diagnoses(), Warnings: t.caveats(), Main: true}
	var unchanged []string
	var tables []write.Table
	for _, s := range t.Subjects {
		if s.Unchanged {
			unchanged = append(unchanged, s.Subject.Name)
			continue
		}
		tables = append(append(tables, changes(t, s)), filled(changeEffects(t, s))...)
	}
	if len(unchanged) > 0 {
		all.Says = append(all.Says, fmt.Sprintf("%s %s the same verdict on every transformed text as on the reference.",
			List(unchanged), Agree(len(unchanged), "gives", "give")))
	}
	if len(t.NotAsked) > 0 {
		all.Says = append(all.Says, fmt.Sprintf("Not asked about any transformed text: %s.", List(t.NotAsked)))
	}
	tables = slices.Concat(filled(injections(t)), filled(trajectory(t, &all)), tables)
	out := []write.Table{all}
	if len(t.Subjects) > 0 {
		out = append(out, drops(t))
	}
	out = append(out, tables...)
	return append(out, chains(t))
}

func changes(t *Transformations, s ChangedLines) write.Table {
	out := write.Table{ID: "changes", Group: t.Suite.Name, Of: s.Subject.Name, Title: "By chain of transformations",
		Folded: true, Main: true}
	out.Foot = []string{"“Within 10 points”: the 90 % interval excludes a larger difference. A non-significant " +
		"difference alone does not show this."}
	out.Columns = []write.Column{words("chain", "Chain")}
	for _, m := range TransformedMetrics() {
		c := numbers(m)
		c.Less = map[string]int{metric.Discrimination.ID: 1, metric.FalseAlarm.ID: 3, metric.PairCorrect.ID: 4}[m.ID]
		out.Columns = append(out.Columns, c)
	}
	moved := numbers(ChangedMetric)
	moved.Less = 5
	out.Columns = append(out.Columns, moved, counts("tdr_lost", "TDR lost (n)"))
	beyond := len(t.Placebos) > 0 || slices.ContainsFunc(s.Lines, func(l ChangedLine) bool { return l.Beyond != nil })
	if beyond {
		out.Columns = append(out.Columns, counts("beyond_placebo", "beyond placebo"))
	}
	pairs := counts("pairs_lost", "pairs lost (n)")
	pairs.Less = 2
	out.Columns = append(out.Columns, pairs)
	out.Rows = append(out.Rows, write.Cells("reference", shown(s.Reference...)))
	for i, l := range s.Lines {
		c := t.Chains[i]
		name := write.Value{Text: c.Chain}
		alarm := ""
		if fa := l.Cells[3]; !l.Cells[0].Value.Defined && fa.Value.Defined {
			alarm = "false alarm " + fa.Number() // that of a chain that removes the flaw
		}
		for _, below := range []string{c.Kind, shares(c.Certificates), alarm} {
			if below != "" {
				name.Lines = append(name.Lines, below)
			}
		}
		row := write.Cells(name, shown(l.Cells...), shown(l.Changed), lost(l.Drops[0]))
		switch {
		case beyond && l.Beyond != nil:
			row.Cells = append(row.Cells, lost(l.Beyond[0]))
		case beyond:
			row.Cells = append(row.Cells, write.Text(""))
		}
		row.Cells = append(row.Cells, lost(l.Drops[1]))
		out.Rows = append(out.Rows, row)
	}
	return out
}

// drops returns the drop in TDR of every subject under every chain, which a page draws on one axis, with the band
// of the placebos behind it.
func drops(t *Transformations) write.Table {
	out := write.Table{ID: "drops", Group: t.Suite.Name, Title: "Drop in TDR by chain and subject: " +
		"reference minus chain, in points", Columns: []write.Column{words("chain", "Chain")},
		Foot: []string{"A dot right of zero: the subject finds less in the rewritten texts. In " +
			"parentheses: the number of clusters with both."}}
	lo, hi := -0.1, 0.1
	for _, s := range t.Subjects {
		for _, l := range s.Lines {
			if d := l.Drops[0]; d.Defined {
				lo, hi = min(lo, d.Point), max(hi, d.Point)
				if d.Interval != nil {
					lo, hi = min(lo, d.Interval.Lo), max(hi, d.Interval.Hi)
				}
			}
		}
	}
	lo, hi = math.Floor(lo*10)/10, math.Ceil(hi*10)/10
	out.Foot = append(out.Foot, fmt.Sprintf("Axis: %s to %+.0f points; the tick is zero.",
		minus(fmt.Sprintf("%+.0f", 100*lo)), 100*hi))
	for _, s := range t.Subjects {
		c := write.Column{Key: s.Subject.Name, Title: s.Subject.Name, Number: true, Name: true,
			Drop: &write.Drop{Lo: lo, Hi: hi, Band: placeboBand(t, s)}}
		out.Columns = append(out.Columns, c)
	}
	if len(t.Placebos) > 0 {
		out.Foot = append(out.Foot, "Band: from the smallest to the largest drop under a placebo, intervals included. A "+
			"drop within the band is no larger than that of a placebo.")
	}
	part := map[string]string{KindPreserving: "preserving: the flaw stays",
		KindInjection:    "injections: the text tells its reader what to answer",
		KindIntervention: "interventions: the flaw is changed",
		KindPlacebo:      "placebos: nothing changes that should matter"}
	for i, c := range t.Chains {
		row := write.Row{Part: part[c.Kind], Cells: []write.Value{{Text: c.Chain}}}
		for _, s := range t.Subjects {
			drop := lost(s.Lines[i].Drops[0])
			// The subject's own table has the tests.
			drop.Lines = nil
			if cells := s.Lines[i].Cells; !cells[0].Value.Defined && cells[3].Value.Defined { // a chain that removes the flaw
				drop = write.Text("false alarm " + cells[3].Number() + " " + cells[3].Interval())
			}
			row.Cells = append(row.Cells, drop)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// placeboBand returns the range of a subject's drops under the placebos with their intervals, nil without any.
func placeboBand(t *Transformations, s ChangedLines) *stats.Interval {
	var out *stats.Interval
	for i, c := range t.Chains {
		d := s.Lines[i].Drops[0]
		if c.Kind != KindPlacebo || !d.Defined {
			continue
		}
		lo, hi := d.Point, d.Point
		if d.Interval != nil {
			lo, hi = d.Interval.Lo, d.Interval.Hi
		}
		if out == nil {
			out = &stats.Interval{Lo: lo, Hi: hi}
		}
		out.Lo, out.Hi = min(out.Lo, lo), max(out.Hi, hi)
	}
	return out
}

// trajectory returns the SUI of every subject that has one along the preserving chains (paper Figure 6), and names the
// others below the table all. Where no subject has an SUI it returns the TDR.
func trajectory(t *Transformations, all *write.Table) write.Table {
	out := write.Table{ID: "trajectory", Group: t.Suite.Name, Folded: true,
		Title:   "SUI with default weights along the preserving chains, with its 95 % interval",
		Columns: []write.Column{words("chain", "Chain"), words("letters", "Paper")},
		Foot: []string{"“Nothing found”: no target was found, so the paper’s reasoning score is undefined; the number is " +
			"the SUI with reasoning 0, and 0 without a finding."}}
	bySUI := slices.ContainsFunc(t.Subjects, func(s ChangedLines) bool {
		return slices.ContainsFunc(s.Index, func(v metric.Value) bool { return v.Defined })
	})
	if !bySUI {
		out.Title, out.Foot = "TDR along the preserving chains, with its 95 % interval", nil
	}
	rows := []write.Row{write.Cells("reference", write.None)}
	steps := []int{0} // of the values of a subject
	for i, c := range t.Chains {
		if c.Kind == KindPreserving {
			rows, steps = append(rows, write.Cells(c.Chain, orNone(c.Letters))), append(steps, i+1)
		}
	}
	var none []string
	var paths []path
	for _, s := range t.Subjects {
		if bySUI && !slices.ContainsFunc(steps, func(at int) bool { return s.Index[at].Defined }) {
			none = append(none, s.Subject.Name)
			continue
		}
		out.Columns = append(out.Columns, write.Column{Key: s.Subject.Name, Title: s.Subject.Name, Number: true, Name: true})
		way := path{name: s.Subject.Name}
		for k, at := range steps {
			m, is := metric.SUIDefault, s.Index[at]
			switch {
			case !bySUI && at == 0:
				m, is = metric.TDR, s.Reference[0].Value
			case !bySUI:
				m, is = metric.TDR, s.Lines[at-1].Cells[0].Value
			case s.Collapse[at].Defined:
				is = s.Collapse[at]
			}
			cell := value(m, is)
			if bySUI && s.Collapse[at].Defined {
				cell.Lines = []string{"nothing found"}
			}
			rows[k].Cells, way.values = append(rows[k].Cells, cell), append(way.values, is)
		}
		paths = append(paths, way)
	}
	if len(rows) > 1 && len(none) > 0 {
		all.Foot = append(all.Foot, "Without an SUI: "+strings.Join(none, ", ")+". "+withoutSUI)
	}
	if len(rows) > 1 && len(out.Columns) > 2 {
		out.Rows = rows
		var names []string
		for _, r := range rows {
			names = append(names, r.Cells[0].Text)
		}
		out.Drawings = []*write.Drawing{pathChart(out.Title+": "+t.Suite.Name, names, paths)}
	}
	return out
}

// changeEffects returns the paired effects of each chain on TDR.
func changeEffects(t *Transformations, s ChangedLines) write.Table {
	out := write.Table{ID: "changes-effects", Group: t.Suite.Name, Of: s.Subject.Name,
		Title: "Paired effects on TDR, by chain", Folded: true,
		Columns: append([]write.Column{words("chain", "Chain")}, EffectColumns("reference", "chain")...),
		Foot:    []string{EffectFoot()}}
	for i, l := range s.Lines {
		if l.Effects != nil {
			out.Rows = append(out.Rows, write.Cells(t.Chains[i].Chain, EffectCells(*l.Effects)))
		}
	}
	return out
}

// lost returns the cell of a difference in points.
func lost(d metric.Difference) write.Value {
	if !d.Defined {
		return write.Text("")
	}
	out := write.Figure(Drop(d), d.Point)
	out.Interval, out.Range, out.Warnings, out.Strong = d.Interval, DropInterval(d), d.Warnings, true
	if d.Bases > 0 {
		out.Text += fmt.Sprintf(" (%d)", d.Bases)
	}
	if d.P != nil && d.Point != 0 {
		out.Lines = append(out.Lines, PValue(*d.P))
		if d.Adjusted != nil {
			out.Lines = append(out.Lines, "adjusted "+strings.TrimPrefix(PValue(*d.Adjusted), "p "))
		}
	}
	if d.Equivalent(margin) {
		out.Lines = append(out.Lines, fmt.Sprintf("within %.0f points", 100*margin))
	}
	return out
}

// chains returns what each chain did to the suite.
func chains(t *Transformations) write.Table {
	out := write.Table{ID: "chains", Group: t.Suite.Name, Title: "Effect of each chain on " + t.Suite.Name, Folded: true}
	out.Columns = []write.Column{words("chain", "Chain"), words("kind", "Kind"), words("letters", "Paper"),
		counts("applied", "applies to"), counts("variants", "variants"),
		prose("promises", "Promises"), words("certificates", "Certificates")}
	for _, c := range t.Chains {
		applied := write.Text("")
		if n := c.Programs + c.Silent; n > 0 {
			applied = write.Text(fmt.Sprintf("%d/%d", c.Applied, n))
		}
		out.Rows = append(out.Rows, write.Cells(c.Chain, orNone(c.Kind), orNone(c.Letters), applied, write.Int(c.Variants),
			orNone(c.Promises), shares(c.Certificates)))
	}
	return out
}

// Drop formats a difference in points, "" when there is none.
func Drop(d metric.Difference) string {
	return Number(metric.Points, metric.Value{Defined: d.Defined, Point: d.Point})
}

// DropInterval formats its interval in brackets, or returns "".
func DropInterval(d metric.Difference) string { return Interval(metric.Points, d.Interval) }

// caveats returns what a reader has to know before trusting a difference.
func (t *Transformations) caveats() []string {
	var out []string
	if t.Waiting > 0 {
		out = append(out, fmt.Sprintf("%s of transformed texts were not asked; they count as not found.",
			Plural(t.Waiting, "trial")))
	}
	n := 0
	for _, v := range t.Suite.Transformed {
		if certificateOf(v) == unproved {
			n++
		}
	}
	if n > 0 {
		out = append(out, fmt.Sprintf("%s of %s %s not proved by execution: that the flaw stayed, or was removed, "+
			"is only the promise of the transformation.",
			Count(n), Plural(len(t.Suite.Transformed), "transformed variant"), Agree(n, "is", "are")))
	}
	return append(out, "The intervals are not adjusted for the number of chains: with many "+
		"chains, some exclude 0 by chance.")
}

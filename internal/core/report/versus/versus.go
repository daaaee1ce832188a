// Package versus shows comparisons of scores of any origin, and plans (what how many items can show), as tables.
package versus

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
	"assay/internal/core/stats"
	"assay/internal/core/stats/scored"
)

// FormatVersion is raised when a field of the JSON output changes its meaning or is removed.
const FormatVersion = 1

// Comparison is the comparison of all subjects of some logs.
type Comparison struct {
	FormatVersion int           `json:"format_version"`
	Unit          bool          `json:"unit"`             // all scores lie in [0, 1]: differences are shown in points
	Margin        float64       `json:"margin,omitempty"` // on the scale of the scores
	Family        int           `json:"family"`           // tests for which p values are adjusted, after Holm
	Subjects      []Subject     `json:"subjects"`
	Pairs         []scored.Pair `json:"pairs"`
	Logs          []string      `json:"logs"`
	Warnings      []string      `json:"warnings,omitempty"`

	trend bool
}

// Subject is the mean score of a subject over its own items.
type Subject struct {
	Name     string                 `json:"subject"`
	Items    int                    `json:"items"`
	Clusters int                    `json:"clusters"`
	Epochs   int                    `json:"epochs"`
	Mean     float64                `json:"mean"`
	Yes      *int                   `json:"yes,omitempty"` // items with yes, where every item has one yes or no
	Interval *stats.Interval        `json:"interval"`
	Missing  map[scored.Missing]int `json:"missing,omitempty"` // answers without a score
}

// Compare compares all pairs of subjects of a set, or with trend each with the one before it. A margin of 0 is none.
// Its error is that no pair has an item in common.
func Compare(s *scored.Set, logs []string, margin float64, trend bool) (*Comparison, error) {
	c := &Comparison{FormatVersion: FormatVersion, Unit: s.Unit(), Margin: margin, Logs: logs, trend: trend}
	differ := false
	for i, sub := range s.Subjects {
		m := s.Mean(i)
		out := Subject{Name: sub.Name, Items: m.Items, Clusters: m.Clusters, Epochs: sub.Epochs, Mean: m.Value,
			Interval: m.Interval, Missing: sub.Lost}
		if m.Binary {
			out.Yes = &m.K
		}
		c.Subjects = append(c.Subjects, out)
		for j := range i {
			if trend && j < i-1 {
				continue
			}
			if p := s.Pair(j, i); p.Items > 0 {
				c.Pairs = append(c.Pairs, p)
			} else {
				differ = differ || p.Changed > 0
				c.Warnings = append(c.Warnings, fmt.Sprintf("%s and %s have no item in common%s", p.A, p.B, changed(p)))
			}
		}
	}
	switch {
	case len(c.Pairs) == 0 && differ:
		return nil, errors.New(c.Warnings[0])
	case len(c.Pairs) == 0:
		return nil, fmt.Errorf("%s: is the id of an item the same in all logs? %s", c.Warnings[0], s.Sample())
	case len(s.Joined) > 1 && !slices.Contains(s.Joined, ""):
		c.Warnings = append(c.Warnings, "items are paired by id although the tasks have different names: "+
			strings.Join(s.Joined, ", "))
	}
	scored.Adjust(c.Pairs, margin)
	for _, p := range c.Pairs {
		if p.Adjusted != nil {
			c.Family++
		}
	}
	c.Warnings = append(c.Warnings, c.notes()...)
	return c, nil
}

func changed(p scored.Pair) string {
	if p.Changed == 0 {
		return ""
	}
	return fmt.Sprintf(": %s with equal ids have different texts", report.Plural(p.Changed, "item"))
}

// notes returns what was left out or is uncertain.
func (c *Comparison) notes() []string {
	var out []string
	for _, p := range c.Pairs {
		if p.Changed > 0 {
			out = append(out, fmt.Sprintf("%s of %s and %s have equal ids and different texts: they are left out",
				report.Plural(p.Changed, "item"), p.A, p.B))
		}
		for _, one := range []struct {
			n   int
			who string
		}{{p.OnlyA, p.A}, {p.OnlyB, p.B}} {
			if one.n > 0 {
				out = append(out, fmt.Sprintf("only %s has a score of %s, left out of the difference", one.who,
					report.Plural(one.n, "item")))
			}
		}
		if p.Worst != nil {
			out = append(out, fmt.Sprintf("with every missing answer counted, %s minus %s on all %s is between %s and %s",
				p.B, p.A, report.Plural(p.All, "item"), c.signed(*p.Worst), c.signed(*p.Best)))
		}
		for _, w := range p.Warnings {
			out = append(out, fmt.Sprintf("%s and %s: %s", p.A, p.B, w))
		}
	}
	epochs := map[int][]string{}
	for _, s := range c.Subjects {
		epochs[s.Epochs] = append(epochs[s.Epochs], s.Name)
	}
	if len(epochs) > 1 {
		var parts []string
		for _, s := range c.Subjects {
			parts = append(parts, fmt.Sprintf("%s %d", s.Name, s.Epochs))
		}
		out = append(out, "the numbers of epochs differ ("+strings.Join(parts, ", ")+"): means over the epochs of an item "+
			"are compared")
	}
	return out
}

func (c *Comparison) scale() metric.Scale {
	if c.Unit {
		return metric.Points
	}
	return metric.Amount
}

func (c *Comparison) signed(x float64) string { return report.Signed(c.scale(), x) }

// amount formats the size of a difference with its unit.
func (c *Comparison) amount(x float64) string {
	text := strings.TrimPrefix(c.signed(math.Abs(x)), "+")
	if c.Unit {
		return text + " points"
	}
	return text
}

// Says returns the conclusion about a pair in words.
func (c *Comparison) Says(p *scored.Pair) string {
	on := "on " + report.Plural(p.Items, "item")
	if p.Clusters < p.Items {
		on += fmt.Sprintf(" in %s", report.Plural(p.Clusters, "cluster"))
	}
	if p.Adjusted != nil {
		on = report.PValue(*p.Adjusted) + ", " + on
	}
	better := func(x, y string, i *stats.Interval) string {
		return fmt.Sprintf("%s is better than %s by %s, %s.", x, y,
			strings.TrimSpace(c.amount(p.Delta)+" "+report.SignedInterval(c.scale(), i)), on)
	}
	diff := c.signed(p.Delta)
	if c.Unit {
		diff += " points"
	}
	diff = strings.TrimSpace(diff + " " + report.SignedInterval(c.scale(), p.Interval))
	switch p.Call {
	case scored.BBetter:
		return better(p.B, p.A, p.Interval)
	case scored.ABetter:
		return better(p.A, p.B, mirror(p.Interval))
	case scored.Equivalent:
		return fmt.Sprintf("%s and %s are equivalent within %s: %s minus %s is %s, %s.", p.A, p.B, c.amount(c.Margin), p.B,
			p.A, diff, on)
	}
	text := fmt.Sprintf("No difference between %s and %s is shown: %s minus %s is %s, %s.", p.A, p.B, p.B, p.A, diff, on)
	if p.Detectable != nil {
		text += fmt.Sprintf(" A difference of %s or more would have been shown in 80 of 100 such comparisons.",
			c.amount(*p.Detectable))
	} else {
		text += " So few items can show none."
	}
	if p.Call == scored.NotWorse {
		text += fmt.Sprintf(" %s is not worse than %s by %s or more.", p.B, p.A, c.amount(c.Margin))
	}
	return text
}

func mirror(i *stats.Interval) *stats.Interval {
	if i == nil {
		return nil
	}
	return &stats.Interval{Lo: 0 - i.Hi, Hi: 0 - i.Lo, Method: i.Method}
}

// JSON writes the comparison as one indented JSON object.
func (c *Comparison) JSON(w io.Writer) error {
	return write.JSON(w, c)
}

// most is the number of pairs up to which each has a sentence.
const most = 3

// Document returns the comparison as a page.
func (c *Comparison) Document() write.Document {
	s := write.Section{ID: "comparison", Title: "Comparison"}
	var says []string
	for i := range c.Pairs {
		if len(c.Pairs) <= most {
			says = append(says, c.Says(&c.Pairs[i]))
		}
	}
	s.Lead = says
	for i, name := range c.Logs {
		s.Facts = append(s.Facts, write.Fact{Name: fmt.Sprint("log ", i+1), Text: name})
	}
	s.Tables = []write.Table{c.subjects(), c.pairs()}
	return write.Document{Title: "Comparison of logs", Notes: c.Warnings, Sections: []write.Section{s},
		Foot: []string{c.foot()}}
}

func (c *Comparison) foot() string {
	text := fmt.Sprintf("A higher score is better. p: two-sided, exact McNemar for one yes or no an item, else sign "+
		"flips; "+
		"adjusted after Holm for %s. In brackets: 95 %% intervals. Shown at ≥: the smallest difference that is found in 80 "+
		"of 100 cases. ", report.Plural(c.Family, "test"))
	if c.Margin == 0 {
		return text + "A difference that is not shown is not shown to be absent: --margin tests that."
	}
	return text + fmt.Sprintf("Equivalent: two one-sided tests show a difference below %s; not worse: one of them.",
		c.amount(c.Margin))
}

// subjects returns the table of means.
func (c *Comparison) subjects() write.Table {
	t := write.Table{ID: "scores", Title: "Scores", Main: true, Columns: []write.Column{
		{Key: "subject", Title: "Subject", Name: true}, {Key: "items", Title: "Items", Number: true},
		{Key: "mean", Title: "Score", Number: true, Dot: c.Unit}, {Key: "epochs", Title: "Epochs", Number: true, Data: true},
		{Key: "clusters", Title: "Clusters", Number: true, Data: true}, {Key: "missing", Title: "Without a score"}}}
	if c.trend {
		t.Title = "Scores, in the order of the logs"
		if d := c.line(); d != nil {
			t.Drawings = []*write.Drawing{d}
		}
	}
	list := slices.Clone(c.Subjects)
	if !c.trend { // the best first, as in every report
		slices.SortStableFunc(list, func(a, b Subject) int { return cmp.Compare(b.Mean, a.Mean) })
	}
	for _, s := range list {
		v := write.Figure(fmt.Sprintf("%.4g", s.Mean), s.Mean)
		v.Interval = s.Interval
		if s.Interval != nil {
			v.Range = fmt.Sprintf("[%.4g, %.4g]", s.Interval.Lo, s.Interval.Hi)
		}
		if c.Unit {
			v.Text = report.Percent(s.Mean)
			if s.Interval != nil {
				v.Range = fmt.Sprintf("[%.1f, %.1f]", 100*s.Interval.Lo, 100*s.Interval.Hi)
			}
		}
		if s.Yes != nil {
			v.K, v.N = *s.Yes, s.Items
		}
		var missing []string
		for _, why := range []scored.Missing{scored.Failed, scored.Refused, scored.Unscored} {
			if n := s.Missing[why]; n > 0 {
				missing = append(missing, fmt.Sprintf("%d %s", n, why))
			}
		}
		t.Rows = append(t.Rows, write.Row{Cells: []write.Value{write.Text(s.Name), write.Int(s.Items), v, write.Int(s.Epochs),
			write.Int(s.Clusters), write.Text(strings.Join(missing, ", "))}})
	}
	return t
}

// pairs returns the table of differences.
func (c *Comparison) pairs() write.Table {
	number := func(key, title string, data bool) write.Column {
		return write.Column{Key: key, Title: title, Number: true, Data: data}
	}
	t := write.Table{ID: "differences", Title: "Differences", Main: true, Columns: []write.Column{
		{Key: "a", Title: "A", Name: true}, {Key: "b", Title: "B", Name: true}, number("items", "n", false),
		number("delta", "B − A", false), number("p", "p", true), number("adjusted", "p", false),
		{Key: "call", Title: "Shown"}, number("detectable", "shown at ≥", true), number("a_mean", "A", true),
		number("b_mean", "B", true), number("clusters", "clusters", true), {Key: "test", Title: "test", Data: true},
		number("only_a_right", "only A right", true), number("only_b_right", "only B right", true),
		number("mid_p", "mid-p", true), number("tango", "Tango", true), number("equivalence_p", "p of equivalence", true),
		number("noninferiority_p", "p of B not worse", true), number("worst", "worst", true), number("best", "best", true),
		number("other_text", "other text", true), number("only_a", "only in A", true), number("only_b", "only in B", true)}}
	for i := range c.Pairs {
		t.Rows = append(t.Rows, write.Row{Cells: c.cells(&c.Pairs[i])})
	}
	return t
}

func (c *Comparison) cells(p *scored.Pair) []write.Value {
	delta := write.Figure(c.signed(p.Delta), p.Delta)
	delta.Interval, delta.Range = p.Interval, report.SignedInterval(c.scale(), p.Interval)
	probability := func(x *float64) write.Value {
		if x == nil {
			return write.Text("")
		}
		return write.Figure(report.Probability(*x), *x)
	}
	size := func(x *float64) write.Value {
		if x == nil {
			return write.Text("")
		}
		return write.Figure(c.signed(*x), *x)
	}
	call, shown := write.Text(string(p.Call)), write.Text("nothing")
	if p.Detectable != nil {
		shown = write.Figure(strings.TrimPrefix(c.signed(*p.Detectable), "+"), *p.Detectable)
	}
	if k := p.Call; k == scored.Nothing || k == scored.NotWorse {
		call.Lines = []string{"shown at ≥ " + shown.Text}
	}
	onlyA, onlyB, mid, tango := write.Text(""), write.Text(""), write.Text(""), write.Text("")
	if n := p.Counts; n != nil {
		onlyA, onlyB, mid = write.Int(n.OnlyA), write.Int(n.OnlyB), probability(&n.MidP)
	}
	if p.Tango != nil {
		tango = write.Figure(c.signed(p.Delta), p.Delta)
		tango.Interval, tango.Range = p.Tango, report.SignedInterval(c.scale(), p.Tango)
	}
	return []write.Value{write.Text(p.A), write.Text(p.B), write.Int(p.Items), delta, probability(p.P),
		probability(p.Adjusted), call, shown, write.Figure(fmt.Sprintf("%.4g", p.MeanA), p.MeanA),
		write.Figure(fmt.Sprintf("%.4g", p.MeanB), p.MeanB), write.Int(p.Clusters), write.Text(p.Test), onlyA, onlyB,
		mid, tango,
		probability(p.Equivalent), probability(p.NotWorse), size(p.Worst), size(p.Best), write.Int(p.Changed),
		write.Int(p.OnlyA), write.Int(p.OnlyB)}
}

// line draws the means of a trend with their intervals.
func (c *Comparison) line() *write.Drawing {
	if !c.Unit || len(c.Subjects) < 2 {
		return nil
	}
	const width, height, left, top, bottom = 720, 240, 52.0, 12.0, 220.0
	d := &write.Drawing{Title: "Scores in the order of the logs", Class: "wide", Width: width, Height: height,
		Desc: fmt.Sprintf("From %s to %s.", report.Percent(c.Subjects[0].Mean),
			report.Percent(c.Subjects[len(c.Subjects)-1].Mean))}
	y := func(x float64) float64 { return bottom - (bottom-top)*min(1, max(0, x)) }
	for _, share := range []float64{0, 0.5, 1} {
		d.Line("axis", left, y(share), width-10, y(share))
		d.Label("soft", "end", left-6, y(share)+4, fmt.Sprintf("%.0f %%", 100*share))
	}
	var points []write.Point
	for i, s := range c.Subjects {
		x := left + 20 + float64(i)*(width-left-40)/float64(len(c.Subjects)-1)
		if s.Interval != nil {
			d.Line("whisker", x, y(s.Interval.Lo), x, y(s.Interval.Hi))
		}
		points = append(points, write.Point{X: x, Y: y(s.Mean)})
	}
	d.Path("trace", points, false)
	for _, p := range points {
		d.Circle("point", p.X, p.Y)
	}
	return d
}

// maxLabel is the length up to which the name of a log makes the name of a subject unique; otherwise its number does.
const maxLabel = 24

// Labels makes the names of subjects unique: one that several logs have gets the name of its log, or its number, from
// 1. logs are the names.
func Labels(s *scored.Set, logs []string) {
	seen := map[string]int{}
	for _, sub := range s.Subjects {
		seen[sub.Name]++
	}
	long := slices.ContainsFunc(logs, func(name string) bool { return len(name) > maxLabel })
	for _, sub := range s.Subjects {
		switch {
		case seen[sub.Name] < 2:
		case long:
			sub.Name += fmt.Sprintf("@%d", sub.Log+1)
		default:
			sub.Name += "@" + logs[sub.Log]
		}
	}
}

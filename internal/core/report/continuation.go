package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/judge/recall"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// Continued is what one model reproduced of texts of which it saw the beginning.
type Continued struct {
	Model    string
	Recited  metric.Recited
	Canaries Share      // completed, of those that it was asked for
	Asked    int        // questions that ended
	Silent   int        // of these, without an answer: nothing was continued
	Texts    []Verbatim // at most ten, those with the longest continuations first
	Suites   []string
}

// Verbatim is one text with the share that was continued, with its own names and with others.
type Verbatim struct {
	Sample       string
	Public, Null float64 // mean share of the runs of tokens that are not in the beginning
}

// ContinuedOf returns the continuations of each model, in order of name.
func ContinuedOf(d *Data) []Continued {
	type side struct{ sum, n [2]float64 }
	byModel := map[string][]bench.Trial{}
	for _, t := range d.Recalls {
		if t.Outcome != "" && t.Variant.Continuation != nil {
			byModel[modelOf(t.Subject)] = append(byModel[modelOf(t.Subject)], t)
		}
	}
	var out []Continued
	for _, model := range slices.Sorted(maps.Keys(byModel)) {
		c := Continued{Model: model}
		var answers []metric.Overlapped
		known, canaries := 0, 0
		texts := map[string]*side{}
		suites := map[string]bool{}
		for _, t := range byModel[model] {
			v := t.Variant
			c.Asked++
			text := t.Details.Response.Text
			if t.Outcome != bench.Answered {
				c.Silent++
				text = ""
			}
			suites[v.Suite] = true
			hits, of := recall.Overlap(*v.Continuation, v.Task.Files[0].Text, text)
			if v.Continuation.Canary {
				canaries++
				known += hits
				continue
			}
			if of == 0 {
				continue
			}
			answers = append(answers, metric.Overlapped{Base: v.Suite + "\x00" + v.Base, Null: v.Continuation.Null, Hits: hits,
				Of: of})
			if texts[v.Sample] == nil {
				texts[v.Sample] = &side{}
			}
			at := 0
			if v.Continuation.Null {
				at = 1
			}
			texts[v.Sample].sum[at] += float64(hits) / float64(of)
			texts[v.Sample].n[at]++
		}
		c.Recited, c.Canaries = metric.Recitation(answers), share(known, canaries)
		for _, sample := range slices.Sorted(maps.Keys(texts)) {
			if s := texts[sample]; s.n[0] > 0 && s.n[1] > 0 {
				c.Texts = append(c.Texts, Verbatim{sample, s.sum[0] / s.n[0], s.sum[1] / s.n[1]})
			}
		}
		slices.SortStableFunc(c.Texts, func(a, b Verbatim) int {
			return cmp.Or(cmp.Compare(b.Public-b.Null, a.Public-a.Null), cmp.Compare(a.Sample, b.Sample))
		})
		c.Texts = c.Texts[:min(10, len(c.Texts))]
		c.Suites = slices.Sorted(maps.Keys(suites))
		out = append(out, c)
	}
	return out
}

// Sentence returns the result of the continuations in one sentence.
func (c Continued) Sentence() string {
	r := c.Recited
	v := metric.Value{Defined: r.Gap.OK, Point: r.Gap.Value, Interval: r.Gap.Interval}
	out := fmt.Sprintf("%s continued %s points more of public texts than of the same texts with other names", c.Model,
		Number(metric.Points, v))
	if i := Interval(metric.Points, v.Interval); i != "" {
		out += " " + i
	}
	switch {
	case !r.Gap.OK:
		return c.Model + " was shown no text with both its original and other names, so there is no result."
	case c.Canaries.K > 0:
		out += fmt.Sprintf(", and completed %d of %s: the suite's files were in its training data", c.Canaries.K,
			Plural(c.Canaries.N, "canary"))
	case r.Shown():
		out += ": it has memorised some of them"
	case r.Gap.Interval == nil && r.Gap.Value != 0:
		out += "; the data allow no interval"
	default:
		out += ": this shows no memory of the texts, and does not exclude it"
	}
	return out + "."
}

var continuation = Section{Tables: []string{"continuation", "verbatim"}, Build: buildContinuation}

// buildContinuation shows how much models continue of public texts beyond the predictable part of code.
func buildContinuation(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Each model saw the first two fifths of a text and was asked to continue it " +
		"word for word. Counted are the runs of four words and signs of the true continuation that the beginning does not " +
		"contain. The same is asked about the text with other natural names, which is in no training data. What the code " +
		"makes predictable counts on both sides, so the gap measures memory. A canary is an " +
		"identifier that is stored next to a sample and in no text; its end cannot be guessed."}}
	t := write.Table{ID: "continuation", Title: "Share of the true continuation, by model", Main: true,
		Columns: []write.Column{words("model", "Model"),
			{Key: "public", Title: "original names", Number: true}, {Key: "null", Title: "other names", Number: true},
			{Key: "gap", Title: "gap", Number: true, Help: "in points, resampling clusters"},
			counts("bases", "bases"), counts("canaries", "canaries completed"), counts("silent", "no answer")}}
	var lists []write.Table
	for _, c := range ContinuedOf(d) {
		row := write.Cells(c.Model, plain(estimate(metric.Percent, c.Recited.Public)),
			plain(estimate(metric.Percent, c.Recited.Null)), plain(estimate(metric.Points, c.Recited.Gap)),
			write.Int(c.Recited.Bases), c.Canaries.cell(), write.Text(fmt.Sprintf("%d of %d", c.Silent, c.Asked)))
		if c.Silent > 0 {
			row.Notes = append(row.Notes, fmt.Sprintf("%d of %s had no answer and count as nothing continued", c.Silent,
				Plural(c.Asked, "question")))
		}
		t.Rows = append(t.Rows, row)
		t.Says = append(t.Says, c.Sentence())
		list := write.Table{ID: "verbatim", Of: c.Model, Title: "Texts with the largest gap between original and other names",
			Folded: true,
			Columns: []write.Column{words("sample", "Sample"), {Key: "public", Title: "original names", Number: true},
				{Key: "null", Title: "other names", Number: true}}}
		for _, v := range c.Texts {
			list.Rows = append(list.Rows, write.Cells(v.Sample, write.Figure(Percent(v.Public), v.Public),
				write.Figure(Percent(v.Null), v.Null)))
		}
		lists = append(lists, filled(list)...)
		t.Group = strings.Join(c.Suites, ", ")
	}
	if len(t.Rows) > 0 && t.Rows[0].Cells[0].Text != "" {
		t.Foot = []string{"A gap of zero does not show that a text was absent from the training data: " +
			"models learn few texts word for word."}
	}
	out.Tables = append([]write.Table{t}, lists...)
	return out, len(t.Rows) > 0
}

package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/judge/recall"
	"assay/internal/core/metric"
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

package report

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// charted gives data what the charts are drawn of: dates, a cut-off, prices,
// repetitions and reasoning.
func charted(d *Data) *Data {
	seen := map[*bench.Variant]int{}
	var again []bench.Trial
	for i := range d.Trials {
		t := &d.Trials[i]
		n, ok := seen[t.Variant]
		if !ok {
			n = len(seen)
			seen[t.Variant] = n
			t.Variant.Public = []string{"2023-04-01", "2024-02", "2025-09-30", "2026", ""}[n%5]
		}
		if t.Subject == "model/名前<b>" && t.Verdict != nil {
			v, half := *t.Verdict, 0.5
			v.RCIR, v.AVA, v.FSV = &half, &half, &half
			v.Findings = append(v.Findings, bench.FindingVerdict{Class: bench.TargetMatch})
			t.Verdict = &v
		}
		if t.Subject == "model/名前<b>" {
			u := t.Used()
			u.CostUSD, u.Priced = 0.002, true
			t.Spent = &u
		}
		r := *t
		r.Repetition, r.Key = 1, r.Key+"/1"
		if r.Answer != nil && n%3 == 0 {
			a := *r.Answer
			a.Verdict = bench.Vulnerable
			r.Answer = &a
		}
		again = append(again, r)
	}
	d.Trials = append(d.Trials, again...)
	for i := range d.Subjects {
		if d.Subjects[i].Kind == "model" {
			d.Subjects[i].Cutoff = "2025-01"
		}
	}
	return d
}

// Every drawing says in words what it shows, and every mark of it lies inside.
func TestCharts(t *testing.T) {
	d := charted(judged(changedWorld()))
	doc := parse(t, page(t, d))
	drawn := map[string]int{" by price": 1, "became public": 1, "TDR against false alarm": 2, "Pairs by subject": 2,
		"against the others": 0, "along the preserving chains": 1} // by a part of their titles, how many at least
	kinds := map[string]int{}
	for _, svg := range elements(doc, "svg") {
		if attr(svg, "viewbox") == "" && attr(svg, "viewBox") == "" {
			continue
		}
		titles, descs := elements(svg, "title"), elements(svg, "desc")
		if len(titles) != 1 || len(descs) != 1 || text(titles[0]) == "" || text(descs[0]) == "" {
			t.Errorf("a drawing without title or description")
			continue
		}
		for kind := range drawn {
			if strings.Contains(text(titles[0]), kind) {
				kinds[kind]++
			}
		}
		var w, h float64
		box := attr(svg, "viewbox") + attr(svg, "viewBox")
		if _, err := fmt.Sscanf(box, "0 0 %f %f", &w, &h); err != nil {
			t.Fatalf("%q: %v", box, err)
		}
		for n := range svg.Descendants() {
			for _, a := range []struct {
				name string
				max  float64
			}{{"x", w}, {"x1", w}, {"x2", w}, {"cx", w}, {"y", h}, {"y1", h}, {"y2", h}, {"cy", h}} {
				v := attr(n, a.name)
				if v == "" || strings.HasSuffix(v, "%") {
					continue
				}
				var x float64
				if _, err := fmt.Sscanf(v, "%f", &x); err != nil || x < -0.1 || x > a.max+0.1 {
					t.Errorf("%s: %s=%q of a %s is outside %s", text(titles[0]), a.name, v, n.Data, box)
				}
			}
		}
	}
	for kind, least := range drawn {
		if kinds[kind] < least {
			t.Errorf("%d drawings %q, want %d at least", kinds[kind], kind, least)
		}
	}
}

// What is missing is said, and nothing is drawn.
func TestNothingToDraw(t *testing.T) {
	d := changedWorld() // no reasoning, no cut-off, no date
	got := page(t, d)
	for _, want := range []string{"TDR along the preserving chains", "No sample of this suite has a publication date"} {
		if !strings.Contains(got, want) {
			t.Errorf("it is not said: %q", want)
		}
	}
	for _, not := range []string{"became public</title>", "id=\"repetitions\""} {
		if strings.Contains(got, not) {
			t.Errorf("%q is drawn all the same", not)
		}
	}
	d = charted(changedWorld())
	for i := range d.Subjects {
		d.Subjects[i].Cutoff = ""
	}
	if got := page(t, d); !strings.Contains(got, "Left out without a known cut-off: model/") ||
		strings.Contains(got, "became public</title>") {
		t.Error("a cut-off that is not known is not said, or drawn")
	}
	for i := range d.Trials {
		u := d.Trials[i].Used()
		u.Priced = false
		d.Trials[i].Spent = &u
	}
	if got := page(t, d); !strings.Contains(got, "the score or the price of some answers is unknown: model/") ||
		strings.Contains(got, "by price</title>") {
		t.Error("a price that is not known is not said, or drawn")
	}
}

// only returns the data of one subject.
func only(d *Data, subject string) *Data {
	out := *d
	out.Subjects = slices.DeleteFunc(slices.Clone(d.Subjects), func(s bench.Subject) bool { return s.Name != subject })
	out.Trials = slices.DeleteFunc(slices.Clone(d.Trials), func(t bench.Trial) bool { return t.Subject != subject })
	return &out
}

// The reader's own weights are shown with the paper's.
func TestOwnWeights(t *testing.T) {
	d := charted(judged(changedWorld()))
	w, err := metric.NewWeights("custom", 0.2, 0.2, 0.6)
	if err != nil {
		t.Fatal(err)
	}
	var before, after strings.Builder
	if err := JSON(&before, d); err != nil {
		t.Fatal(err)
	}
	d.Weights = &w
	if err := JSON(&after, d); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(before.String(), "sui-custom") || !strings.Contains(after.String(), `"sui-custom"`) {
		t.Error("JSON has no sui-custom, or always")
	}
	subjects := []metric.Condition{}
	for i, name := range []string{"model/名前<b>", "builtin/slither"} {
		var rows []bench.Trial
		for _, tr := range d.Trials {
			if tr.Subject != "model/名前<b>" || tr.Variant.Suite != "blockbench" || tr.Variant.Chain != "" {
				continue
			}
			r := tr
			if r.Subject = name; i == 1 && r.Verdict != nil {
				v := *r.Verdict
				v.Findings = append(v.Findings[:len(v.Findings):len(v.Findings)], bench.FindingVerdict{Class: bench.Hallucinated})
				r.Verdict = &v
			}
			rows = append(rows, r)
		}
		subjects = append(subjects, metric.Condition{Name: name, Rows: rows})
	}
	table := func(all []metric.Weights) write.Table {
		r, ok := metric.WeightRobustness(subjects, all)
		return weightings("s", subjects, all, r, ok)
	}
	with, without := table(d.Weightings()), table(metric.Weightings())
	// A single subject has no table of weights, but its SUI is shown everywhere.
	d = only(d, "model/名前<b>")
	for name, out := range map[string]string{"page": page(t, d), "terminal": terminal(t, d, 120)} {
		suites := d.Suites()
		own := ownWeights(d, &suites[0])
		if len(own.Rows) != 1 || own.Rows[0].Cells[1].Number == nil {
			t.Fatalf("own SUI %+v", own)
		}
		if c := own.Rows[0].Cells[1]; !strings.Contains(out, c.Text+"</b>") && !(strings.Contains(out, c.Text) &&
			strings.Contains(out, c.Range)) || !strings.Contains(out, "0.6 for precision") {
			t.Errorf("%s: own SUI %+v is not shown", name, c)
		}
	}
	d.Weights = nil
	if strings.Contains(terminal(t, d, 120), "of your own") || strings.Contains(page(t, d), "of your own") {
		t.Error("weights that nobody gave")
	}
	// A column each for the name and the share of all weightings, besides those of the weights.
	if len(with.Columns) != 8 || len(without.Columns) != 7 || with.Columns[6].Title != "custom 0.20 / 0.20 / 0.60" ||
		len(with.Rows[0].Cells) != 8 || len(with.Rows) != 3 || len(with.Rows[2].Cells) != 7 {
		t.Errorf("with %+v, without %+v", with, without)
	}
}

package report

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/metric"
)

// explainedWorld has a subject that is asked for repairs, and one that is not, on six samples.
func explainedWorld() *Data {
	d := &Data{Subjects: []bench.Subject{{Name: "asked", Kind: "model", Strategy: "direct-2"},
		{Name: "plain", Kind: "model", Strategy: "direct"}}}
	vs := variants("blockbench", "blockbench", 6)
	add := func(i int, found bool, n bench.Naming, e bench.Effect) {
		t := say("asked", vs[2*i], bench.Vulnerable, found)
		t.Explained = &bench.Explained{Naming: n, Repair: bench.RepairVerdict{Effect: e}}
		d.Trials = append(d.Trials, t)
	}
	add(0, true, bench.Named, bench.Closes)
	add(1, true, bench.Named, bench.StaysOpen)
	add(2, true, bench.Undecided, bench.BreaksUse)
	add(3, false, bench.NotNamed, bench.Closes)
	add(4, false, bench.NotNamed, "")
	refused := say("asked", vs[10], bench.Vulnerable, false)
	refused.Outcome, refused.Answer, refused.Verdict = bench.Refused, nil, nil
	d.Trials = append(d.Trials, refused)
	for i, e := range []bench.Effect{bench.Harmless, bench.BreaksUse, ""} {
		t := say("asked", vs[2*i+1], bench.Vulnerable, false)
		t.Explained = &bench.Explained{Repair: bench.RepairVerdict{Effect: e}}
		d.Trials = append(d.Trials, t)
	}
	for i := range 2 {
		t := say("plain", vs[2*i], bench.Vulnerable, true)
		t.Explained = &bench.Explained{Naming: bench.Named}
		d.Trials = append(d.Trials, t)
	}
	return d
}

// The cells of a subject together are what TDR counts, and each row is the number beside its name.
func TestExplained(t *testing.T) {
	d := explainedWorld()
	s, ok := buildExplained(d)
	if !ok || len(s.Tables) != 2 {
		t.Fatalf("%d tables", len(s.Tables))
	}
	var got []string
	sums := map[string]int{}
	for _, row := range s.Tables[0].Rows {
		line := row.Part + ": " + row.Cells[0].Text + " " + row.Cells[1].Text
		of := 0
		for i, c := range row.Cells[2:] {
			if of += c.K; c.K > 0 {
				line += ", " + s.Tables[0].Columns[i+2].Key + " " + c.Count()
			}
			if c.Interval == nil {
				t.Errorf("%s: a cell without an interval", line)
			}
		}
		if row.Cells[1].Number == nil || of != int(*row.Cells[1].Number) {
			t.Errorf("%s: the cells are %d", line, of)
		}
		sums[row.Part] += of
		got = append(got, line)
	}
	want := []string{
		"asked: named 2, closes 1/2, stays-open 1/2",
		"asked: undecided 1, breaks-use 1/1",
		"asked: not named 2, closes 1/2, none 1/2",
		"asked: no verdict: refused 1, none 1/1",
		"plain: named 2, not-asked 2/2",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("rows:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	part := d.Suites()[0]
	for subject, n := range sums {
		if tdr := metric.TDR.Compute(part.Headline(subject)); tdr.N != n {
			t.Errorf("%s: the cells are %d, and TDR counts %d", subject, n, tdr.N)
		}
	}
	safe := s.Tables[1].Rows
	if len(safe) != 1 || safe[0].Cells[2].Count() != "1/3" || safe[0].Cells[3].Count() != "1/3" {
		t.Errorf("safe texts: %+v", safe)
	}
	head, _ := buildHeadline(d)
	columns := map[string]int{}
	for i, c := range head.Tables[0].Columns {
		columns[c.Key] = i
	}
	for _, row := range head.Tables[0].Rows {
		named, closed := row.Cells[columns["named"]], row.Cells[columns["named-closed"]]
		if row.Cells[0].Text == "asked" && (named.Count() != "2/6" || closed.Count() != "1/6") ||
			row.Cells[0].Text == "plain" && named.Text != "not asked" {
			t.Errorf("headline of %s: %+v, %+v", row.Cells[0].Text, named, closed)
		}
	}
	got = strings.Fields(brief(t, d, 160))
	if at := strings.Join(got, " "); !strings.Contains(at, "named and closed") || !strings.Contains(at, "17 % [3, 56]") ||
		!strings.Contains(at, "not asked") {
		t.Errorf("the end of a run does not say what was closed: %s", at)
	}
	// A run that asks nobody has neither.
	d.Subjects[0].Strategy = "direct"
	if _, ok := buildExplained(d); ok {
		t.Error("a table where nobody is asked for repairs")
	}
	head, _ = buildHeadline(d)
	for _, c := range head.Tables[0].Columns {
		if strings.HasPrefix(c.Key, "named") {
			t.Errorf("a column %s where nobody is asked for repairs", c.Key)
		}
	}
}

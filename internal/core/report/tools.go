package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/base/termtext"
	"assay/internal/core/detect"
	"assay/internal/core/report/write"
)

// ToolCounts holds the counts of one static analyser in a run.
type ToolCounts struct {
	Subject  string                     `json:"subject"`
	Trials   int                        `json:"trials"`
	Answered int                        `json:"answered"`
	Failed   map[detect.FailureKind]int `json:"failed"` // by the kind of failure that left no answer
	Other    int                        `json:"other"`  // no answer for another reason, or not asked
	Mapped   int                        `json:"mapped"` // findings that count
	Below    int                        `json:"below"`  // findings below the required confidence
	Outside  int                        `json:"outside"`
	Repeated int                        `json:"repeated"` // further reports of the same finding
	Ignored  int                        `json:"ignored"`  // results that are no findings
	Unplaced int                        `json:"unplaced"` // those of Mapped without the place that was given
	Unmapped map[string]int             `json:"unmapped"` // findings without a class, by check
}

// Tools counts the results of the run's static analysers, in the order of subjects. A trial that several variants
// share counts once.
func (d *Data) Tools() []ToolCounts { return Kept(d, "tools", d.countTools) }

func (d *Data) countTools() []ToolCounts {
	var out []ToolCounts
	for _, sub := range d.AllSubjects() {
		if sub.Kind != "tool" {
			continue
		}
		c := ToolCounts{Subject: sub.Name, Failed: map[detect.FailureKind]int{}, Unmapped: map[string]int{}}
		seen := map[string]bool{}
		asked := func(yield func(bench.Trial) bool) {
			for _, t := range d.Trials {
				if t.Subject != sub.Name || t.Key != "" && seen[t.Key] {
					continue
				}
				if seen[t.Key] = true; !yield(t) {
					return
				}
			}
		}
		for t := range d.WithTexts(asked) {
			c.add(t)
		}
		out = append(out, c)
	}
	return out
}

func (c *ToolCounts) add(t bench.Trial) {
	c.Trials++
	if t.Outcome != bench.Answered {
		if k, ok := detect.KindOfReason(t.Reason); ok && t.Outcome == bench.Failed {
			c.Failed[k]++
		} else {
			c.Other++
		}
		return
	}
	if t.Response.Text == "" && t.Reason != "" { // it could not be read
		c.Other++
		return
	}
	c.Answered++
	n, _ := detect.NotesOf(t.Response.Text)
	for _, part := range []struct {
		from map[string]int
		to   *int
	}{{n.Mapped, &c.Mapped}, {n.Below, &c.Below}, {n.Outside, &c.Outside},
		{n.Repeated, &c.Repeated}, {n.Ignored, &c.Ignored}, {n.Unplaced, &c.Unplaced}} {
		for _, k := range part.from {
			*part.to += k
		}
	}
	for check, k := range n.Unmapped {
		c.Unmapped[check] += k
	}
}

var tools = Section{ID: "tools", Title: "Static analysers", Tables: []string{"tools", "tool-findings"},
	Build: buildTools}

// maxChecks limits the number of unmapped checks that are named, the most frequent first.
const maxChecks = 12

func buildTools(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Outcomes of the trials of static analysers, and the use of their findings. An " +
		"analyser that is missing, crashes, hangs or writes invalid output gives no answer, " +
		"never “no findings”. Checks without a class in the taxonomy give no verdict; they are counted here. " +
		"Each result is in one column of the second table, apart from those whose place could not be read."}}
	ends := write.Table{ID: "tools", Title: "Trials by outcome", Main: true,
		Columns: []write.Column{subjectColumn(), counts("answered", "answered")}}
	for _, k := range detect.FailureKinds() {
		ends.Columns = append(ends.Columns, counts(string(k), string(k)))
	}
	ends.Columns = append(ends.Columns, counts("other", "other"), counts("trials", "trials"))
	found := write.Table{ID: "tool-findings", Title: "Findings", Main: true,
		Columns: []write.Column{subjectColumn(), counts("mapped", "with a class"),
			counts("unplaced", "of these, place unread"), counts("below", "low confidence"),
			counts("outside", "in other files"), counts("repeated", "repeated"), counts("ignored", "passed or suppressed"),
			counts("unmapped", "without a class"), prose("checks", "checks without a class")}}
	for _, c := range d.Tools() {
		row := write.Cells(c.Subject, write.Int(c.Answered))
		for _, k := range detect.FailureKinds() {
			row.Cells = append(row.Cells, write.Int(c.Failed[k]))
		}
		row.Cells = append(row.Cells, write.Int(c.Other), write.Int(c.Trials))
		ends.Rows = append(ends.Rows, row)
		n, checks := unmapped(c)
		found.Rows = append(found.Rows, write.Cells(c.Subject, write.Int(c.Mapped), write.Int(c.Unplaced),
			write.Int(c.Below), write.Int(c.Outside), write.Int(c.Repeated), write.Int(c.Ignored), write.Int(n), orNone(checks)))
	}
	out.Tables = []write.Table{ends, found}
	return out, len(ends.Rows) > 0
}

// unmapped counts the findings of checks without a class, and names the checks.
func unmapped(c ToolCounts) (n int, checks string) {
	order := slices.SortedFunc(maps.Keys(c.Unmapped), func(a, b string) int {
		return cmp.Or(cmp.Compare(c.Unmapped[b],
			c.Unmapped[a]), cmp.Compare(a, b))
	})
	var parts []string
	for i, check := range order {
		n += c.Unmapped[check]
		if i < maxChecks {
			parts = append(parts, fmt.Sprintf("%s %d", termtext.Clip(termtext.Plain(check), 60), c.Unmapped[check]))
		}
	}
	if len(order) > maxChecks {
		parts = append(parts, Plural(len(order)-maxChecks, "more check"))
	}
	return n, List(parts)
}

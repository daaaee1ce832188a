package report

import (
	"strings"

	"assay/internal/bench"
	"assay/internal/core/report/write"
	"assay/internal/core/stats"
)

var ladder = Section{Tables: []string{"ladder"}, Build: buildLadder}

// rungs are the tasks in the order of the ladder, with what a strict hit at each means.
var rungs = []struct {
	asks bench.AnswerKind
	verb string
}{{"", "names"}, {bench.AnswerExploit, "uses"}, {bench.AnswerPatch, "repairs"},
	{bench.AnswerTest, "tests"}}

// buildLadder crosses the tasks of one model on the same texts.
func buildLadder(d *Data) (write.Section, bool) {
	parts := map[string]map[bench.AnswerKind]*Suite{} // by suite and task
	var order []string
	for s := range d.EachSuite() {
		name, _, _ := strings.Cut(s.Name, ", ")
		if parts[name] == nil {
			parts[name] = map[bench.AnswerKind]*Suite{}
			order = append(order, name)
		}
		parts[name][s.Asks] = s
	}
	var out write.Section
	for _, name := range order {
		out.Tables = append(out.Tables, filled(ladderTable(d, name, parts[name]))...)
	}
	return out, len(out.Tables) > 0
}

func ladderTable(d *Data, name string, by map[bench.AnswerKind]*Suite) write.Table {
	t := write.Table{ID: "ladder", Group: name, Title: "Names it, uses it, repairs it, tests for it: on the same texts",
		Columns: []write.Column{keyed("subject", "Subject"), keyed("first", "First"), keyed("second", "Second"),
			counts("n", "n"), counts("both", "both"), counts("first_only", "first only"), counts("second_only", "second only"),
			counts("neither", "neither"), counts("mid_p", "mid-p")},
		Foot: []string{"Vulnerable texts on which both tasks were asked and decided, each once a repetition. Names: the " +
			"documented flaw was found, class and place (TDR). Uses: an attack works on the text and not on its twin. " +
			"Repairs: a repair closes the flaw and keeps honest use. Tests: a test passes on good code and fails on the " +
			"text. First only of names and uses: names it, cannot use it; second only: uses it, cannot " +
			"name it. Mid-p: McNemar's test of first only against second only."}}
	for i, first := range rungs {
		for _, second := range rungs[i+1:] {
			a, b := by[first.asks], by[second.asks]
			if a == nil || b == nil {
				continue
			}
			for _, x := range d.SubjectsOf(a) {
				for _, y := range d.SubjectsOf(b) {
					m := onBoth(a.Headline(x.Name), b.Headline(y.Name))
					if who(x) != who(y) || m.N() == 0 {
						continue
					}
					_, p := m.McNemar()
					row := write.Cells(x.Name, first.verb, second.verb, write.Int(m.N()), write.Int(m.A), write.Int(m.B),
						write.Int(m.C), write.Int(m.D), probability(&p))
					t.Rows = append(t.Rows, row)
				}
			}
		}
	}
	return t
}

// who identifies a subject over its tasks: its model with its scaffold, or its name.
func who(s bench.Subject) string {
	if s.Model != "" {
		return s.Model + "\x00" + s.Scaffold
	}
	name, _, _ := strings.Cut(s.Name, "@")
	return name
}

// onBoth counts the texts by whether a strict hit is in the first and in the second trials.
func onBoth(first, second []bench.Trial) (m stats.Matched) {
	type text struct {
		v          *bench.Variant
		repetition int
	}
	hit := map[text]bool{}
	counts := func(r bench.Trial) bool { return r.Variant.Truth == bench.Vulnerable && r.Strict() != bench.Unscored }
	for _, r := range first {
		if counts(r) {
			hit[text{r.Variant, r.Repetition}] = r.Strict() == bench.Hit
		}
	}
	for _, r := range second {
		a, asked := hit[text{r.Variant, r.Repetition}]
		switch b := r.Strict() == bench.Hit; {
		case !asked || !counts(r):
		case a && b:
			m.A++
		case a:
			m.B++
		case b:
			m.C++
		default:
			m.D++
		}
	}
	return m
}

package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/prompt"
	"assay/internal/core/report/write"
)

var paper = Section{ID: "paper", Title: "Tables of the paper",
	Tables: []string{"composition", "performance", "classes", "codeacts", "strategies", "weights", "sui", "sui-spearman"},
	Build:  buildPaper}

// buildPaper returns the tables of the paper, computed from this run.
func buildPaper(d *Data) (write.Section, bool) {
	var out write.Section
	suites(d, func(s *Suite) {
		tables := []write.Table{composition(d, s), performance(d, s), classes(d, s), codeActs(d, s), strategies(d, s),
			suiTable(d, s)}
		if r, ok := metric.WeightRobustness(conditions(d, s), d.Weightings()); ok {
			tables = append(tables, weightPairs(r, d.Weightings()))
		}
		for _, t := range tables {
			t.Group, t.Folded = s.Name, true
			out.Tables = append(out.Tables, filled(t)...)
		}
	})
	if len(out.Tables) == 0 {
		return out, false
	}
	out.Tables = append(out.Tables, weights(d))
	return out, true
}

// composition returns Table 1.
func composition(_ *Data, s *Suite) write.Table {
	t := write.Table{ID: "composition", Title: "Composition by subset",
		Foot: []string{"Variants are counted as vulnerable and safe; a sample is proved when all of its texts were " +
			"executed. Sources are public reports of the incident or the finding; recent is not part of " +
			"the paper's composition."}}
	heads := []string{"Samples", "Vulnerable", "Safe", "Proved", "Clusters", "Sources"}
	t.Columns = []write.Column{words("subset", "Subset")}
	for _, h := range heads {
		t.Columns = append(t.Columns, counts(strings.ToLower(h), h))
	}
	type tally [6]int
	groups, sum := map[string]*tally{}, tally{}
	samples, bases, unproved := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, v := range s.Variants {
		unproved[v.Sample] = unproved[v.Sample] || v.Proof != bench.Proved
	}
	type citation struct {
		group string
		bench.Source
	}
	cited := map[citation]bool{}
	for _, v := range s.Variants {
		if groups[v.Group] == nil {
			groups[v.Group] = &tally{}
		}
		for _, c := range []*tally{groups[v.Group], &sum} {
			if v.Truth == bench.Vulnerable {
				c[1]++
			} else {
				c[2]++
			}
			if !samples[v.Sample] {
				c[0]++
				if !unproved[v.Sample] {
					c[3]++
				}
			}
			if !bases[v.Group+"\x00"+v.Base] {
				c[4]++
			}
		}
		for _, source := range v.Sources {
			if at := (citation{v.Group, source}); !cited[at] {
				cited[at] = true
				groups[v.Group][5]++
				sum[5]++
			}
		}
		samples[v.Sample], bases[v.Group+"\x00"+v.Base] = true, true
	}
	line := func(name string, c tally) write.Row { return write.Cells(name, ints(c[:])) }
	for _, g := range slices.Sorted(maps.Keys(groups)) {
		t.Rows = append(t.Rows, line(cmp.Or(g, "no subset"), *groups[g]))
	}
	if len(t.Rows) > 0 {
		total := line("Total", sum)
		total.Total = true
		t.Rows = append(t.Rows, total)
	}
	return t
}

// performance returns Table 2. Bold is the best value, and only when no other subject's rank interval overlaps its
// own (docs/paper.md row 27). Metrics for which no subject has a number are left out, and named.
func performance(d *Data, s *Suite) write.Table {
	t := write.Table{ID: "performance", Title: "Overall performance, by target detection rate",
		Columns: []write.Column{words("model", "Model")},
		Foot: []string{"TDR and Acc in percent with their 95 % intervals. Bold: first, and outside the rank interval of " +
			"every other subject. Findings: mean number per answer."}}
	columns := []struct {
		title string
		metric.Metric
	}{{"TDR", metric.TDR}, {"SUI", metric.SUIDefault}, {"Acc", metric.Accuracy}, {"RCIR", metric.RCIR},
		{"AVA", metric.AVA}, {"FSV", metric.FSV}}
	metrics := make([]metric.Metric, len(columns))
	for j, c := range columns {
		metrics[j] = c.Metric
	}
	subjects := conditions(d, s)
	values := make([][]metric.Value, len(subjects))
	for i, c := range subjects {
		values[i] = metric.Values(metrics, c.Rows)
		t.Rows = append(t.Rows, write.Cells(c.Name))
	}
	var without []string
	missing, partly := false, false
	for j, c := range columns {
		defined := 0
		for i := range subjects {
			if values[i][j].Defined {
				defined++
			}
			missing = missing || values[i][j].Missing > 0 && c.ID == metric.TDR.ID
		}
		if defined == 0 {
			without = append(without, c.title)
			continue
		}
		partly = partly || defined < len(subjects) && c.Scale == metric.Index
		t.Columns = append(t.Columns, write.Column{Key: c.ID, Title: c.title, Number: true, Help: c.Doc})
		ranks := metric.Rank(c.Metric, subjects)
		for i := range subjects {
			cell := plain(value(c.Metric, values[i][j]))
			if cell.K, cell.N = 0, 0; c.Scale == metric.Percent {
				cell.Text = strings.TrimSuffix(cell.Text, " %")
			} else {
				cell.Range, cell.Interval = "", nil
			}
			r := ranks[i]
			cell.Strong = len(subjects) > 1 && r.OK && r.Unique && r.Rank == 1
			t.Rows[i].Cells = append(t.Rows[i].Cells, cell)
		}
	}
	t.Columns = append(t.Columns, counts("findings", "Findings"))
	for i, c := range subjects {
		t.Rows[i].Cells = append(t.Rows[i].Cells, meanFindings(c.Rows))
	}
	const needs = "need a judge that scores reasoning, and a target that was found."
	if len(without) > 0 {
		t.Foot = append(t.Foot, "No subject has a number for "+strings.Join(without, ", ")+"; SUI, RCIR, AVA and FSV "+needs)
	} else if partly {
		t.Foot = append(t.Foot, "SUI, RCIR, AVA and FSV "+needs)
	}
	if missing {
		t.Foot = append(t.Foot, "Trials without an answer count as not found.")
	}
	return t
}

// conditions returns the headline rows of every subject, in the order of the headline.
func conditions(d *Data, s *Suite) []metric.Condition {
	var out []metric.Condition
	for _, name := range HeadlineOf(d, s).Names() {
		out = append(out, metric.Condition{Name: name, Rows: s.Headline(name)})
	}
	return out
}

// meanFindings returns the mean number of findings per answer.
func meanFindings(rows []bench.Trial) write.Value {
	findings, answers := 0, 0
	for _, r := range rows {
		if r.Answer != nil {
			answers++
			findings += len(r.Answer.Findings)
		}
	}
	if answers == 0 {
		return write.Text("")
	}
	mean := float64(findings) / float64(answers)
	return write.Figure(fmt.Sprintf("%.1f", mean), mean)
}

// classes returns Table 3: the vulnerable variants by class and subset.
func classes(_ *Data, s *Suite) write.Table {
	by, sum, total := map[bench.Class]map[string]int{}, map[string]int{}, map[bench.Class]int{}
	for _, v := range s.Variants {
		if v.Truth != bench.Vulnerable {
			continue
		}
		if by[v.Class] == nil {
			by[v.Class] = map[string]int{}
		}
		by[v.Class][v.Group]++
		sum[v.Group]++
		total[v.Class]++
	}
	t := write.Table{ID: "classes", Title: "Vulnerability types by subset",
		Columns: []write.Column{words("class", "Vulnerability type")}, Foot: []string{"Vulnerable texts are counted."}}
	groups := slices.Sorted(maps.Keys(sum))
	for _, g := range groups {
		t.Columns = append(t.Columns, counts(g, cmp.Or(g, "no subset")))
	}
	order := slices.Sorted(maps.Keys(by))
	slices.SortStableFunc(order, func(a, b bench.Class) int { return cmp.Compare(total[b], total[a]) })
	all := write.Row{Cells: []write.Value{{Text: "Total"}}, Total: true}
	for _, c := range order {
		row := write.Cells(cmp.Or(c.Title(), "not classified"))
		for _, g := range groups {
			row.Cells = append(row.Cells, countOrDash(by[c][g]))
		}
		t.Rows = append(t.Rows, row)
	}
	for _, g := range groups {
		all.Cells = append(all.Cells, write.Int(sum[g]))
	}
	if len(t.Rows) > 0 {
		t.Rows = append(t.Rows, all)
	}
	return t
}

// codeActs returns Table 4: labels by act and function, on the vulnerable texts.
func codeActs(_ *Data, s *Suite) write.Table {
	t := write.Table{ID: "codeacts", Title: "Labelled code acts",
		Foot: []string{"Labels on vulnerable texts are counted."}, Columns: []write.Column{words("act", "Code act"),
			counts("root_cause", "Root cause"), counts("prerequisite", "Prerequisite"), counts("decoy", "Decoy"),
			counts("other", "Other")}}
	labels, found := map[bench.CodeAct][4]int{}, false
	for _, v := range s.Variants {
		if v.Truth != bench.Vulnerable {
			continue
		}
		for _, l := range v.Labels {
			if l.Act == "" {
				continue
			}
			found = true
			c := labels[l.Act]
			switch l.Function {
			case bench.RootCause:
				c[0]++
			case bench.Prereq:
				c[1]++
			case bench.Decoy:
				c[2]++
			default:
				c[3]++
			}
			labels[l.Act] = c
		}
	}
	if !found {
		return t
	}
	for _, a := range bench.CodeActs() {
		row := write.Cells(write.Value{Text: string(a), Code: true})
		for _, n := range labels[a] {
			row.Cells = append(row.Cells, countOrDash(n))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// ints returns the cells of counts.
func ints(ns []int) []write.Value {
	var out []write.Value
	for _, n := range ns {
		out = append(out, write.Int(n))
	}
	return out
}

func countOrDash(n int) write.Value {
	if n == 0 {
		return write.Text("")
	}
	return write.Int(n)
}

// strategies returns Table 5: the levels in the strategies of the run's models.
func strategies(d *Data, s *Suite) write.Table {
	t := write.Table{ID: "strategies", Title: "Prompting strategies of the run",
		Columns: []write.Column{words("model", "Model"), words("strategy", "Strategy")},
		Foot:    []string{"A dash: the strategy’s templates do not have the factor."}}
	for _, f := range prompt.Factors() {
		t.Columns = append(t.Columns, words(f.Name, f.Name))
	}
	for _, sub := range d.SubjectsOf(s) {
		if sub.Kind != "model" {
			continue
		}
		st, err := prompt.For(s.Format, sub.Strategy)
		row := write.Cells(sub.Name, orNone(cmp.Or(sub.Strategy, st.Name)))
		for _, f := range prompt.Factors() {
			level := ""
			if err == nil {
				level = st.Level(f.Name)
			}
			row.Cells = append(row.Cells, write.Text(level))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// weights returns Table 6, with the reader's weights.
func weights(d *Data) write.Table {
	t := write.Table{ID: "weights", Title: "Weights of the security understanding index", Folded: true,
		Columns: []write.Column{words("configuration", "Configuration"), counts("detection", "Detection"),
			counts("reasoning", "Reasoning"), counts("precision", "Precision")}}
	for _, w := range d.Weightings() {
		row := write.Cells(w.Name)
		for _, x := range []float64{w.TDR, w.Reasoning, w.Precision} {
			row.Cells = append(row.Cells, write.Figure(fmt.Sprintf("%.2f", x), x))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// suiTable returns Table 7, with the share of all weightings that keep the order; without rows when no subject has
// an SUI.
func suiTable(d *Data, s *Suite) write.Table {
	t := write.Table{ID: "sui", Title: "Security understanding index and ranks, by weights",
		Columns: []write.Column{words("model", "Model")}, Foot: []string{"In brackets the rank and its 95 % interval."}}
	subjects := conditions(d, s)
	rows := make([]write.Row, len(subjects))
	for i, c := range subjects {
		rows[i] = write.Cells(c.Name)
	}
	defined := false
	for _, w := range d.Weightings() {
		m := metric.SUIMetric(w, false)
		t.Columns = append(t.Columns, counts(m.ID, w.Name))
		ranks := metric.Rank(m, subjects)
		for i, c := range subjects {
			cell := write.Text("")
			if v := m.Compute(c.Rows); v.Defined {
				defined = true
				cell = write.Figure(Number(m.Scale, v), v.Point)
				if r := ranks[i]; r.OK {
					cell.Lines = []string{fmt.Sprintf("%g; %d to %d", r.Rank, r.Lo, r.Hi)}
				}
			}
			rows[i].Cells = append(rows[i].Cells, cell)
		}
	}
	if defined {
		t.Rows = rows
	}
	if r, ok := metric.WeightRobustness(subjects, d.Weightings()); ok {
		t.Foot = append(t.Foot, fmt.Sprintf("The order under the default weights holds for %.0f %% of all weightings.",
			100*r.Weighting.Kept))
	}
	return t
}

package export

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/report"
)

func composition(_ *report.Data, s *report.Suite) (tabular, bool) {
	t := tabular{Columns: "lrrrrr", Head: []string{"Subset", "Samples", "Vulnerable", "Safe", "Proved", "Bases"},
		Notes: []string{"Variants are counted as vulnerable and safe; a sample is proved when all of its texts were executed. Sources are not in the record of a run."}}
	type counts struct{ samples, vulnerable, safe, proved, bases int }
	groups := map[string]*counts{}
	sum := counts{}
	samples, bases, unproved := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, v := range s.Variants {
		unproved[v.Sample] = unproved[v.Sample] || v.Proof != bench.Proved
	}
	for _, v := range s.Variants {
		c := groups[v.Group]
		if c == nil {
			c = &counts{}
			groups[v.Group] = c
		}
		for _, c := range []*counts{c, &sum} {
			if v.Truth == bench.Vulnerable {
				c.vulnerable++
			} else {
				c.safe++
			}
			if !samples[v.Sample] {
				c.samples++
				if !unproved[v.Sample] {
					c.proved++
				}
			}
			if !bases[v.Group+"\x00"+v.Base] {
				c.bases++
			}
		}
		samples[v.Sample], bases[v.Group+"\x00"+v.Base] = true, true
	}
	line := func(name string, c counts) []string {
		out := []string{name}
		for _, n := range []int{c.samples, c.vulnerable, c.safe, c.proved, c.bases} {
			out = append(out, fmt.Sprint(n))
		}
		return out
	}
	for _, g := range sortedKeys(groups) {
		t.Rows = append(t.Rows, line(nameOr(g, "no subset"), *groups[g]))
	}
	t.Total = line("Total", sum)
	return t, len(t.Rows) > 0
}

// classes counts the vulnerable variants by class and subset.
func classes(_ *report.Data, s *report.Suite) (tabular, bool) {
	by := map[bench.Class]map[string]int{}
	sum, total := map[string]int{}, map[bench.Class]int{}
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
	groups := sortedKeys(sum)
	t := tabular{Columns: "l" + strings.Repeat("r", len(groups)), Head: []string{"Vulnerability type"}, Notes: []string{"Vulnerable texts are counted."}}
	names := slices.Clone(groups)
	for i := range names {
		names[i] = cmp.Or(names[i], "no subset")
	}
	t.Head = append(t.Head, heads(names)...)
	order := sortedKeys(by)
	slices.SortStableFunc(order, func(a, b bench.Class) int { return cmp.Compare(total[b], total[a]) })
	for _, c := range order {
		row := []string{nameOr(c.Title(), "not classified")}
		for _, g := range groups {
			row = append(row, countOrDash(by[c][g]))
		}
		t.Rows = append(t.Rows, row)
	}
	t.Total = []string{"Total"}
	for _, g := range groups {
		t.Total = append(t.Total, fmt.Sprint(sum[g]))
	}
	return t, len(t.Rows) > 0
}

// codeActs counts labels by act and function, on the vulnerable texts.
func codeActs(_ *report.Data, s *report.Suite) (tabular, bool) {
	t := tabular{Columns: "lrrrr", Head: []string{"Code act", "Root cause", "Prerequisite", "Decoy", "Other"}, Notes: []string{"Labels on vulnerable texts are counted."}}
	counts, found := map[bench.CodeAct][4]int{}, false
	for _, v := range s.Variants {
		if v.Truth != bench.Vulnerable {
			continue
		}
		for _, l := range v.Labels {
			if l.Act == "" {
				continue
			}
			found = true
			c := counts[l.Act]
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
			counts[l.Act] = c
		}
	}
	for _, a := range bench.CodeActs() {
		row := []string{"\\texttt{" + tex(string(a)) + "}"}
		for _, n := range counts[a] {
			row = append(row, countOrDash(n))
		}
		t.Rows = append(t.Rows, row)
	}
	return t, found
}

func countOrDash(n int) string {
	if n == 0 {
		return "--"
	}
	return fmt.Sprint(n)
}

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	out := make([]K, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

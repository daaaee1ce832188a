package report

import (
	"fmt"
	"math"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

var effort = Section{Tables: []string{"effort-dollars", "effort-tokens", "effort-seconds", "effort-turns"},
	Build: buildEffort}

// buildEffort compares what subjects find with the resources that their answers use, one table for each suite and
// resource. A resource without any known use has no table.
func buildEffort(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Flaws found against the resources that the answers used, and the share of " +
		"flaws found by answers within a budget. On the frontier: no other subject finds more for the same or as much " +
		"for less."}}
	suites(d, func(s *Suite) {
		subjects := d.SubjectsOf(s)
		agents := slices.ContainsFunc(subjects, func(x bench.Subject) bool { return x.Scaffold != "" })
		external := slices.ContainsFunc(subjects, func(x bench.Subject) bool { return x.Kind != "builtin" })
		for _, r := range metric.Resources() {
			switch {
			case r.ID == metric.Turns.ID && !agents: // each answer is one turn
				continue
			case r.ID != metric.Turns.ID && !external: // the use of built-in subjects depends on the machine only
				continue
			}
			out.Tables = append(out.Tables, filled(effortOf(d, s, r))...)
		}
	})
	return out, len(out.Tables) > 0
}

// spent is the use of a resource by the answers of one subject.
type spent struct {
	name           string
	all            float64 // over all questions asked
	asked, unknown int
	hits           int
	tdr            metric.Value
}

func (s spent) mean() float64 { return s.all / float64(max(s.asked, 1)) }

// beats reports whether s finds no less than o and uses no more, and is better in one of them.
func (s spent) beats(o spent) bool {
	return s.tdr.Point >= o.tdr.Point && s.mean() <= o.mean() && (s.tdr.Point > o.tdr.Point || s.mean() < o.mean())
}

func effortOf(d *Data, s *Suite, r metric.Resource) write.Table {
	t := write.Table{ID: "effort-" + r.ID, Group: s.Name, Title: "Found, and " + r.Unit + " used",
		Columns: []write.Column{subjectColumn(), numbers(metric.TDR),
			counts("each", r.Unit+" per question"), counts("hit", r.Unit+" per hit"), words("frontier", "Frontier")}}
	var list []spent
	var used []float64 // by hits
	names := HeadlineOf(d, s).Names()
	for k, values := range d.Values(s, names, []metric.Metric{metric.TDR}) {
		name := names[k]
		x := spent{name: name, tdr: values[0]}
		for _, trial := range s.Headline(name) {
			if trial.Outcome == "" {
				continue
			}
			x.asked++
			u := trial.Used()
			n, known := r.Of(&u)
			if !known {
				x.unknown++
				continue
			}
			x.all += n
			if trial.Variant.Truth == bench.Vulnerable && trial.Strict() == bench.Hit {
				x.hits++
				if n > 0 { // an answer from the cache costs nothing
					used = append(used, n)
				}
			}
		}
		if x.all > 0 && x.tdr.Defined {
			list = append(list, x)
		}
	}
	if len(used) == 0 {
		return t
	}
	var within []metric.Metric
	for _, b := range budgets(slices.Min(used), slices.Max(used)) {
		within = append(within, metric.FoundWithin(r, b))
		t.Columns = append(t.Columns, numbers(within[len(within)-1]))
	}
	names = nil
	for _, x := range list {
		names = append(names, x.name)
	}
	values := d.Values(s, names, within)
	unknown := 0
	for k, x := range list {
		each, hit, front := write.Text("unknown"), write.Text("unknown"), "unknown"
		if unknown += x.unknown; x.unknown == 0 {
			each, front = spentCell(r, x.mean()), "yes"
			if slices.ContainsFunc(list, func(o spent) bool { return o.unknown == 0 && o.beats(x) }) {
				front = "no"
			}
			hit = write.Text("no hit")
			if x.hits > 0 {
				hit = spentCell(r, x.all/float64(x.hits))
			}
		}
		t.Rows = append(t.Rows, write.Cells(x.name, value(metric.TDR, x.tdr), each, hit, front, cells(within, values[k])))
	}
	t.Foot = []string{fmt.Sprintf("Per question: mean over all questions, including those on safe texts. Per hit: %s of "+
		"all questions, divided by the flaws found.", r.Unit)}
	if unknown > 0 {
		t.Foot = append(t.Foot, fmt.Sprintf("Unknown for %s; these answers count as outside every budget.",
			Plural(unknown, "answer")))
	}
	return t
}

// spentCell returns the cell of an amount of a resource.
func spentCell(r metric.Resource, x float64) write.Value {
	if r.ID == "dollars" {
		return write.Figure(Dollars(x), x)
	}
	return write.Figure(Count(int64(math.Round(x))), x)
}

// budgets returns up to six round numbers, 1, 2 or 5 times a power of ten, in rising order: the last is not below
// hi, and the first not below lo, which is above 0.
func budgets(lo, hi float64) []float64 {
	var all []float64
	for e := math.Floor(math.Log10(lo)); ; e++ {
		for _, k := range []float64{1, 2, 5} {
			b := k * math.Pow(10, e)
			if b = math.Round(b*1e9) / 1e9; b < lo {
				continue
			}
			if all = append(all, b); b >= hi {
				const most = 6
				for step := 1; ; step++ { // every step-th, counted from the last
					if n := (len(all) + step - 1) / step; n <= most {
						var out []float64
						for i := (len(all) - 1) % step; i < len(all); i += step {
							out = append(out, all[i])
						}
						return out
					}
				}
			}
		}
	}
}

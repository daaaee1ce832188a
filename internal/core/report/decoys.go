package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// decoyKind is the decoys of one origin and, if act is not "", of one code act.
type decoyKind struct {
	planted bool // by the transformation trojan; else labelled in the sample
	act     bench.CodeAct
}

// String names the kind: "planted by trojan, EXT_CALL".
func (k decoyKind) String() string {
	out := "labelled in the sample"
	if k.planted {
		out = "planted by trojan"
	}
	if k.act != "" {
		out += ", " + string(k.act)
	}
	return out
}

// trojan reports whether a decoy was planted in a variant.
func trojan(v *bench.Variant) bool {
	return slices.ContainsFunc(strings.Split(v.Chain, "+"), func(step string) bool {
		name, _, _ := strings.Cut(step, ":")
		return name == "trojan"
	})
}

var decoys = Section{ID: "decoys", Title: "Decoys", Tables: []string{"decoys"}, Build: buildDecoys}

func buildDecoys(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Code that looks dangerous and is harmless: planted by the transformation " +
		"`trojan`, or labelled in the sample. A subject that matches patterns flags it; one that reads the " +
		"code finds the flaw next to it."}}
	for s := range d.EachSuite() {
		out.Tables = append(out.Tables, filled(decoyTable(d, s))...)
	}
	return out, len(out.Tables) > 0
}

// decoyTable has the results of the subjects on the decoys of the headline samples of a suite. Planted decoys are
// counted on texts that a chain with trojan made, those of a sample on its untransformed texts only.
func decoyTable(d *Data, s *Suite) write.Table {
	t := write.Table{ID: "decoys", Group: s.Name, Title: "Flagged decoys by kind",
		Columns: []write.Column{{Key: "kind", Title: "Decoy"}, counts("texts", "texts"), counts("flagged", "decoy flagged"),
			counts("found", "flaw also found"), counts("alarm", "alarm on safe texts")},
		Foot: []string{"Flagged: an incorrect finding names a line of the decoy, or its function if that holds no flaw. A " +
			"text may contain decoys of several kinds. " +
			"Each planted decoy resisted the attack written for it. The kinds are the code acts of the labels."}}
	name := func(v *bench.Variant, l bench.Label) string {
		return v.Sample + "\x00" + string(l.Act) + "\x00" + l.Note
	}
	known := map[string]bool{} // decoys of samples: all other decoys of a text were planted
	for _, v := range s.Variants {
		for _, l := range v.Labels {
			if !trojan(v) && l.Function == bench.Decoy {
				known[name(v, l)] = true
			}
		}
	}
	of := func(k decoyKind, v *bench.Variant, l bench.Label) bool {
		return trojan(v) == k.planted && (trojan(v) && !known[name(v, l)]) == k.planted && (k.act == "" || l.Act == k.act)
	}
	counted := s.Counts()
	texts := map[decoyKind]int{}
	for _, v := range slices.Concat(s.Variants, s.Transformed) {
		if !counted(v) || v.Chain != "" && !trojan(v) {
			continue
		}
		seen := map[decoyKind]bool{}
		for _, l := range v.Labels {
			for _, k := range []decoyKind{{trojan(v), ""}, {trojan(v), l.Act}} {
				if l.Function == bench.Decoy && of(k, v, l) && !seen[k] {
					seen[k] = true
					texts[k]++
				}
			}
		}
	}
	kinds := slices.SortedFunc(maps.Keys(texts), func(a, b decoyKind) int {
		return cmp.Or(cmp.Compare(oneIf(b.planted), oneIf(a.planted)), cmp.Compare(a.act, b.act))
	})
	if len(kinds) == 0 {
		return t
	}
	subjects := HeadlineOf(d, s).Names()
	t.Rows = make([]write.Row, len(subjects)*len(kinds))
	Each(len(subjects), func(i int) {
		rows := s.Headline(subjects[i])
		for _, of := range s.ByChain(subjects[i]) {
			rows = append(rows, of...)
		}
		rows = slices.DeleteFunc(rows, func(r bench.Trial) bool { return r.Variant.Chain != "" && !trojan(r.Variant) })
		for j, k := range kinds {
			ms := metric.DecoysOf(func(v *bench.Variant, l bench.Label) bool { return of(k, v, l) })
			row := write.Cells(k, write.Int(texts[k]))
			for _, m := range []metric.Metric{ms.Flagged, ms.Found, ms.Alarm} {
				row.Cells = append(row.Cells, value(m, m.Compute(rows)))
			}
			row.Part = subjects[i]
			t.Rows[i*len(kinds)+j] = row
		}
	})
	return t
}

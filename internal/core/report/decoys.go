package report

import (
	"cmp"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// DecoyKind is the decoys of one origin and, if Act is not "", of one code act.
type DecoyKind struct {
	Planted bool // by the transformation trojan; else labelled in the sample
	Act     bench.CodeAct
	Texts   int // number with such a decoy
}

// String names the kind: "planted by trojan, EXT_CALL".
func (k DecoyKind) String() string {
	out := "labelled in the sample"
	if k.Planted {
		out = "planted by trojan"
	}
	if k.Act != "" {
		out += ", " + string(k.Act)
	}
	return out
}

// DecoyLine is the result of one subject on one kind of decoy.
type DecoyLine struct {
	Kind                  DecoyKind
	Flagged, Found, Alarm Cell
}

// Decoys are the kinds of decoys in the headline samples of a suite, with the lines of every subject in that order.
type Decoys struct {
	Kinds    []DecoyKind
	Subjects []string // in the order of the headline
	Lines    [][]DecoyLine
}

// DecoysOf returns the results of the subjects on the decoys of a suite; ok is false when it has none. Planted
// decoys are counted on texts that a chain with trojan made, those of a sample on its untransformed texts only.
func DecoysOf(d *Data, s *Suite) (out *Decoys, ok bool) {
	known := map[string]bool{} // decoys of samples: all other decoys of a text were planted
	for _, v := range s.Variants {
		if !trojan(v) {
			for _, l := range v.Labels {
				if l.Function == bench.Decoy {
					known[v.Sample+"\x00"+string(l.Act)+"\x00"+l.Note] = true
				}
			}
		}
	}
	planted := func(v *bench.Variant, l bench.Label) bool {
		return trojan(v) && !known[v.Sample+"\x00"+string(l.Act)+"\x00"+l.Note]
	}
	counts := s.Counts()
	texts := map[DecoyKind]int{}
	for _, v := range slices.Concat(s.Variants, s.Transformed) {
		if !counts(v) || v.Chain != "" && !trojan(v) {
			continue
		}
		seen := map[DecoyKind]bool{}
		for _, l := range v.Labels {
			if l.Function != bench.Decoy || planted(v, l) != trojan(v) {
				continue
			}
			for _, k := range []DecoyKind{{Planted: trojan(v)}, {Planted: trojan(v), Act: l.Act}} {
				if !seen[k] {
					seen[k] = true
					texts[k]++
				}
			}
		}
	}
	out = &Decoys{}
	for k, n := range texts {
		k.Texts = n
		out.Kinds = append(out.Kinds, k)
	}
	slices.SortFunc(out.Kinds, func(a, b DecoyKind) int {
		if a.Planted != b.Planted {
			if a.Planted {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Act, b.Act)
	})
	if len(out.Kinds) == 0 {
		return nil, false
	}
	out.Subjects = HeadlineOf(d, s).Names()
	out.Lines = make([][]DecoyLine, len(out.Subjects))
	Each(len(out.Subjects), func(i int) {
		name := out.Subjects[i]
		rows := slices.Clone(s.Headline(name))
		for _, of := range s.ByChain(name) {
			rows = append(rows, of...)
		}
		rows = slices.DeleteFunc(rows, func(r bench.Trial) bool { return r.Variant.Chain != "" && !trojan(r.Variant) })
		for _, k := range out.Kinds {
			of := metric.DecoysOf(func(v *bench.Variant, l bench.Label) bool {
				return trojan(v) == k.Planted && planted(v, l) == k.Planted && (k.Act == "" || l.Act == k.Act)
			})
			line := DecoyLine{Kind: k}
			for _, c := range []struct {
				to *Cell
				m  metric.Metric
			}{{&line.Flagged, of.Flagged}, {&line.Found, of.Found}, {&line.Alarm, of.Alarm}} {
				*c.to = Cell{Metric: c.m, Value: c.m.Compute(rows)}
			}
			out.Lines[i] = append(out.Lines[i], line)
		}
	})
	return out, true
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
	suites(d, func(s *Suite) {
		all, ok := DecoysOf(d, s)
		if !ok {
			return
		}
		t := write.Table{ID: "decoys", Group: s.Name, Title: "Flagged decoys by kind",
			Columns: []write.Column{{Key: "kind", Title: "Decoy"}, counts("texts", "texts"), counts("flagged", "decoy flagged"),
				counts("found", "flaw also found"), counts("alarm", "alarm on safe texts")},
			Foot: []string{"Flagged: an incorrect finding names a line of the decoy, or its function if that holds no flaw. A " +
				"text may contain decoys of several kinds. " +
				"Each planted decoy resisted the attack written for it. The kinds are the code acts of the labels."}}
		for i, name := range all.Subjects {
			for _, l := range all.Lines[i] {
				row := write.Cells(l.Kind, write.Int(l.Kind.Texts), shown(l.Flagged, l.Found, l.Alarm))
				row.Part = name
				t.Rows = append(t.Rows, row)
			}
		}
		out.Tables = append(out.Tables, t)
	})
	return out, len(out.Tables) > 0
}

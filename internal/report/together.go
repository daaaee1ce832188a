package report

import (
	"cmp"
	"maps"
	"slices"

	"assay/internal/bench"
	"assay/internal/metric"
)

// Together is what several subjects find and flag together, on the texts that all of them were asked about (the
// paper's discussion of ensembles).
type Together struct {
	Subjects []string // that are combined, in the order of the headline
	LeftOut  []string // controls that are not combined
	Texts    int      // number that all were asked about
	Other    int      // number that some were not asked about, which are left out
	Union    TogetherLine
	Majority TogetherLine // more than half
	Lines    []TogetherLine
	Both     [][]Share // for each pair of subjects: texts whose flaw both found, of those that either found
	Classes  []TogetherClass
}

// TogetherLine is one subject, or several combined into one.
type TogetherLine struct {
	Name  string
	Found Cell // TDR
	Alarm Cell // false alarms
	Adds  Cell // flaws that it found and none of the others; undefined on unions and majorities
	rows  []bench.Trial
}

// TogetherClass is one class of flaws.
type TogetherClass struct {
	Class           bench.Class
	Texts           int
	Union, Majority Cell
	Best            string // subject that found most, the first of several
	BestFound       Cell
	All, Alone      int // flaws that all subjects found, and that exactly one found
}

// constant are the controls whose answers do not depend on the text, or that know the truth.
var constant = map[string]bool{"builtin/oracle": true, "builtin/always-vulnerable": true, "builtin/always-safe": true}

// opinion is the verdict of one subject on one text, over its repetitions.
type opinion struct {
	found bench.Decision // on the target; "" on safe texts
	alarm bool
	asked bool
	mute  bool   // no answer
	judge string // that made these decisions: what the rule judge leaves open is not missing
}

// TogetherOf computes it; ok is false with fewer than two subjects to combine. Built-in subjects are left out when
// there are two others; the oracle, which knows the truth, and the constant answers, which would decide every
// union, are always left out. Several repetitions are decided by more than half of them.
func TogetherOf(d *Data, s *Suite) (out *Together, ok bool) {
	out = &Together{}
	all := HeadlineOf(d, s).Lines
	external := 0
	for _, l := range all {
		if l.Subject.Kind != "builtin" {
			external++
		}
	}
	for _, l := range all {
		if l.Subject.Kind == "builtin" && (external >= 2 || constant[l.Subject.Name]) {
			out.LeftOut = append(out.LeftOut, l.Subject.Name)
		} else {
			out.Subjects = append(out.Subjects, l.Subject.Name)
		}
	}
	n := len(out.Subjects)
	if n < 2 {
		return nil, false
	}
	by := map[*bench.Variant][]opinion{}
	for i, name := range out.Subjects {
		for rows := range metric.Runs(s.Headline(name)) {
			v := rows[0].Variant
			if by[v] == nil {
				by[v] = make([]opinion, n)
			}
			by[v][i] = opinionOn(v, rows)
		}
	}
	for v, of := range by {
		if slices.ContainsFunc(of, func(o opinion) bool { return !o.asked }) {
			out.Other++
			delete(by, v)
		}
	}
	if out.Texts = len(by); out.Texts == 0 {
		return nil, false
	}
	texts := slices.SortedFunc(maps.Keys(by), func(a, b *bench.Variant) int { return cmp.Compare(a.Key, b.Key) })
	lines := make([]TogetherLine, n)
	adds := make([][]bench.Trial, n)
	for _, v := range texts {
		of := by[v]
		out.Union.rows = append(out.Union.rows, combined(v, of, 1))
		out.Majority.rows = append(out.Majority.rows, combined(v, of, n/2+1))
		for i := range of {
			lines[i].rows = append(lines[i].rows, combined(v, of[i:i+1], 1))
			adds[i] = append(adds[i], alone(v, of, i))
		}
	}
	for i := range lines {
		lines[i].Name = out.Subjects[i]
		lines[i].compute(adds[i])
	}
	out.Lines, out.Union.Name, out.Majority.Name = lines, "any of them", "more than half of them"
	out.Union.compute(nil)
	out.Majority.compute(nil)
	out.both(texts, by)
	out.classes(texts, by)
	return out, true
}

func (l *TogetherLine) compute(adds []bench.Trial) {
	vs := metric.Values([]metric.Metric{metric.TDR, metric.FalseAlarm}, l.rows)
	l.Found, l.Alarm = Cell{Metric: metric.TDR, Value: vs[0]}, Cell{Metric: metric.FalseAlarm, Value: vs[1]}
	l.Adds.Metric = metric.TDR
	if adds != nil {
		l.Adds.Value = metric.TDR.Compute(adds)
	}
}

// opinionOn combines the repetitions of one subject on one text.
func opinionOn(v *bench.Variant, rows []bench.Trial) opinion {
	o := opinion{}
	hits, unscored, alarms, answers := 0, 0, 0, 0
	for _, r := range rows {
		if r.Outcome == "" {
			continue
		}
		o.asked = true
		if t, ok := r.Says(); ok {
			answers++
			if t == bench.Vulnerable {
				alarms++
			}
		}
		if r.Verdict != nil {
			o.judge = r.Verdict.Judge
			switch r.Verdict.Strict {
			case bench.Hit:
				hits++
			case bench.Unscored:
				unscored++
			}
		}
	}
	o.mute, o.alarm = answers == 0, 2*alarms > len(rows)
	if v.Truth == bench.Vulnerable {
		o.found = vote(hits, unscored, len(rows)/2+1)
	}
	return o
}

// vote returns the decision from a number of hits of which need are required: unscored when the unscored ones
// could change it.
func vote(hits, unscored, need int) bench.Decision {
	switch {
	case hits >= need:
		return bench.Hit
	case hits+unscored >= need:
		return bench.Unscored
	}
	return bench.Miss
}

// combined returns a row with what at least need of some subjects report.
func combined(v *bench.Variant, of []opinion, need int) bench.Trial {
	hits, unscored, alarms, mute := 0, 0, 0, 0
	for _, o := range of {
		switch o.found {
		case bench.Hit:
			hits++
		case bench.Unscored:
			unscored++
		}
		if o.alarm {
			alarms++
		}
		if o.mute {
			mute++
		}
	}
	if mute == len(of) {
		return bench.Trial{Variant: v, Outcome: bench.Failed}
	}
	says, found := bench.Safe, bench.Decision("")
	if alarms >= need {
		says = bench.Vulnerable
	}
	if v.Truth == bench.Vulnerable {
		found = vote(hits, unscored, need)
	}
	return row(v, says, found, judgeOf(of))
}

// alone returns a row that finds the flaw when one subject found it and no other did.
func alone(v *bench.Variant, of []opinion, i int) bench.Trial {
	if v.Truth != bench.Vulnerable {
		return row(v, bench.Safe, "", judgeOf(of))
	}
	foundByOther, open := false, false
	for k, o := range of {
		if k != i {
			foundByOther = foundByOther || o.found == bench.Hit
			open = open || o.found == bench.Unscored
		}
	}
	found := of[i].found
	switch {
	case foundByOther:
		found = bench.Miss
	case open && found == bench.Hit:
		found = bench.Unscored
	}
	return row(v, bench.Vulnerable, found, judgeOf(of))
}

// judgeOf returns the judge of record of some opinions, "" without a decision.
func judgeOf(of []opinion) string {
	for _, o := range of {
		if o.judge != "" {
			return o.judge
		}
	}
	return ""
}

func row(v *bench.Variant, says bench.Truth, found bench.Decision, judge string) bench.Trial {
	return bench.Trial{Variant: v, Outcome: bench.Answered, Answer: &bench.Answer{Verdict: says},
		Verdict: &bench.Verdict{Judge: judge, Strict: found, Lenient: found}}
}

func (t *Together) both(texts []*bench.Variant, by map[*bench.Variant][]opinion) {
	n := len(t.Subjects)
	t.Both = make([][]Share, n)
	for i := range n {
		t.Both[i] = make([]Share, n)
		for k := range n {
			both, either := 0, 0
			for _, v := range texts {
				a, b := by[v][i].found == bench.Hit, by[v][k].found == bench.Hit
				if a && b {
					both++
				}
				if a || b {
					either++
				}
			}
			t.Both[i][k] = share(both, either)
		}
	}
}

func (t *Together) classes(texts []*bench.Variant, by map[*bench.Variant][]opinion) {
	of := map[bench.Class][]int{} // indices into texts
	for i, v := range texts {
		if v.Truth == bench.Vulnerable {
			of[v.Class] = append(of[v.Class], i)
		}
	}
	for _, class := range slices.Sorted(maps.Keys(of)) {
		c := TogetherClass{Class: class, Texts: len(of[class])}
		pick := func(rows []bench.Trial) Cell {
			var some []bench.Trial
			for _, i := range of[class] {
				some = append(some, rows[i])
			}
			return Cell{Metric: metric.TDR, Value: metric.TDR.Compute(some)}
		}
		c.Union, c.Majority = pick(t.Union.rows), pick(t.Majority.rows)
		for i := range t.Lines {
			if cell := pick(t.Lines[i].rows); c.Best == "" || cell.Value.K > c.BestFound.Value.K {
				c.Best, c.BestFound = t.Lines[i].Name, cell
			}
		}
		for _, i := range of[class] {
			hits := 0
			for _, o := range by[texts[i]] {
				if o.found == bench.Hit {
					hits++
				}
			}
			switch hits {
			case len(t.Subjects):
				c.All++
			case 1:
				c.Alone++
			}
		}
		t.Classes = append(t.Classes, c)
	}
}

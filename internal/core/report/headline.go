package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// HeadlineMetrics returns the columns of every headline table, in order: tables and leaderboards are sorted by the
// first, then by the second. Pairs come first because an alarm on everything has a high detection rate.
func HeadlineMetrics() []metric.Metric {
	return []metric.Metric{metric.PairCorrect, metric.TDR, metric.FalseAlarm, metric.BalancedAccuracy,
		metric.AnsweredShare}
}

// Cell is one computed number, ready to be shown.
type Cell struct {
	Metric metric.Metric
	Value  metric.Value
}

// Count returns k/n, or "" for a metric that is no single rate.
func (c Cell) Count() string { return OfN(c.Value) }

// Number returns the value on the scale of its metric, or a dash.
func (c Cell) Number() string { return Number(c.Metric.Scale, c.Value) }

// Interval returns the interval in brackets, or "" without one.
func (c Cell) Interval() string { return Interval(c.Metric.Scale, c.Value.Interval) }

// Line is one subject in a headline table.
type Line struct {
	Subject   bench.Subject
	Cells     []Cell // one for each metric of the table
	Diagnosis metric.Diagnosis
	Reason    string
	Pairs     tally
	Constant  bench.Truth // the verdict of a subject that always gives the same one, else 0
	Texts     int         // number that it was asked about
	Planned   int         // trials
	Answered  int         // of these
}

// tooFew is the share of planned trials below which a subject is named beside the tables and is not in them.
const tooFew = 0.05

// TooFew reports whether a subject answered next to nothing of its planned trials.
func TooFew(answered, planned int) bool { return float64(answered) < tooFew*float64(planned) }

// Diagnosed returns the diagnosis of a subject over its trials, in the words of the headline.
func Diagnosed(rows []bench.Trial) string {
	var l Line
	l.diagnose(metric.NewSheet(rows))
	return l.Says()
}

// Says returns the diagnosis for a cell, with the share of pairs where it could be read as praise.
func (l *Line) Says() string {
	switch l.Diagnosis {
	case metric.FollowsFlaw:
		return fmt.Sprintf("%s in %s", l.Diagnosis, l.Pairs.share())
	case metric.Mixed:
		return fmt.Sprintf("%s, right in %s", l.Diagnosis, l.Pairs.share())
	}
	return string(l.Diagnosis)
}

// Cell returns the cell of a metric of the headline.
func (l *Line) Cell(id string) Cell {
	i := slices.IndexFunc(l.Cells, func(c Cell) bool { return c.Metric.ID == id })
	return l.Cells[i]
}

// tally counts the pairs of one subject by outcome.
type tally struct {
	N  int
	By map[metric.PairOutcome]int
}

func (t tally) share() string {
	return fmt.Sprintf("%.0f %%", 100*float64(t.right())/float64(max(t.N, 1)))
}
func (t tally) right() int   { return t.By[metric.PairRight] }
func (t tally) same() int    { return t.By[metric.PairAllVuln] + t.By[metric.PairAllSafe] }
func (t tally) changed() int { return t.By[metric.PairRight] + t.By[metric.PairSwapped] }

// Headline is the summary table of a suite.
type Headline struct {
	Suite *Suite
	Lines []Line // by pairs right, then by TDR, both from the highest, then by name; those asked about less than
	// half of the texts last
	Few   []Line // subjects that answered too few of the planned texts to stand in a table; not all subjects
	Texts int    // number that any subject was asked about

	indifferent []string // sentences on judges whose decisions do not depend on the answers
}

// HeadlineOf computes the table of one suite, once per report. The result is shared: do not change it.
func HeadlineOf(d *Data, s *Suite) *Headline {
	return Kept(d, "headline\x00"+s.Name, func() *Headline { return d.headline(s) })
}

func (d *Data) headline(s *Suite) *Headline {
	h := &Headline{Suite: s}
	subjects := d.SubjectsOf(s)
	h.Lines = make([]Line, len(subjects))
	rows := make([][]bench.Trial, len(subjects))
	Each(len(subjects), func(i int) {
		planned := s.Planned(subjects[i].Name)
		n := len(planned)
		rows[i] = onlyAsked(slices.Clone(planned))
		h.Lines[i] = d.line(s, subjects[i], rows[i])
		for k, c := range h.Lines[i].Cells {
			h.Lines[i].Cells[k].Value = s.executed(c, planned)
		}
		h.Lines[i].Planned, h.Lines[i].Answered = n, metric.Outcomes(rows[i])[bench.Answered]
	})
	texts := map[*bench.Variant]bool{}
	for i := range rows {
		of := map[*bench.Variant]bool{}
		for _, r := range rows[i] {
			of[r.Variant], texts[r.Variant] = true, true
		}
		h.Lines[i].Texts = len(of)
	}
	h.Texts = len(texts)
	h.indifferent = indifferent(rows)
	few := func(l Line) bool { return TooFew(l.Answered, l.Planned) }
	if slices.ContainsFunc(h.Lines, func(l Line) bool { return !few(l) }) {
		for _, l := range h.Lines {
			if few(l) {
				h.Few = append(h.Few, l)
			}
		}
		h.Lines = slices.DeleteFunc(h.Lines, few)
	}
	slices.SortStableFunc(h.Lines, func(a, b Line) int {
		if x, y := 2*a.Texts < h.Texts, 2*b.Texts < h.Texts; x != y {
			return cmp.Compare(b.Texts, a.Texts)
		}
		return cmp.Or(higher(a.Cells[0], b.Cells[0]), higher(a.Cells[1], b.Cells[1]),
			cmp.Compare(a.Subject.Name, b.Subject.Name))
	})
	return h
}

// higher compares two cells: the higher first, then those without a value.
func higher(a, b Cell) int {
	if x, y := a.Value.Defined, b.Value.Defined; x != y {
		if x {
			return -1
		}
		return 1
	}
	return cmp.Compare(b.Value.Point, a.Value.Point)
}

// executed returns the value of a cell, which is not measured when it has no data but would have some if all planned
// trials of a run in which subjects write code had been executed.
func (s *Suite) executed(c Cell, planned []bench.Trial) metric.Value {
	open := slices.DeleteFunc(slices.Clone(planned), func(r bench.Trial) bool { return !notAsked(r) })
	if s.Asks == "" || c.Value.Defined || c.Value.NotMeasured != "" || len(open) == 0 ||
		!c.Metric.Compute(planned).Defined {
		return c.Value
	}
	why := fmt.Sprintf("not measured: %d of %s not executed", len(open), Plural(len(planned), "trial"))
	return metric.Value{NotMeasured: why, Warnings: []string{why}}
}

// line computes the line of one subject.
func (d *Data) line(s *Suite, sub bench.Subject, rows []bench.Trial) Line {
	l := Line{Subject: sub}
	sheet := metric.NewSheet(rows)
	for i, v := range d.valuesOf(s, sub.Name, HeadlineMetrics(), sheet) {
		l.Cells = append(l.Cells, Cell{Metric: HeadlineMetrics()[i], Value: v})
	}
	l.diagnose(sheet)
	return l
}

func (l *Line) diagnose(sheet *metric.Sheet) {
	l.Pairs = tally{By: map[metric.PairOutcome]int{}}
	l.Diagnosis, l.Reason = sheet.Diagnose()
	for _, p := range sheet.Pairs() {
		l.Pairs.N++
		l.Pairs.By[p.Outcome]++
		if t, ok := p.Vulnerable.Says(); ok && p.Outcome != metric.PairNoAnswer && l.Diagnosis == metric.ConstantAnswer {
			l.Constant = t
		}
	}
}

// Names returns the subjects in the order of the lines.
func (h *Headline) Names() []string {
	var out []string
	for _, l := range h.Lines {
		out = append(out, l.Subject.Name)
	}
	return out
}

// Headline returns the rows of one subject that headline numbers count: the original texts that it was asked
// about, of samples that are proved by execution. When nothing of the suite is proved, it returns what the suite's
// authors believe, and the caveats report that.
func (s *Suite) Headline(subject string) []bench.Trial { return onlyAsked(s.Planned(subject)) }

// onlyAsked removes the trials that were not asked: no flaw was missed in them.
func onlyAsked(rows []bench.Trial) []bench.Trial { return slices.DeleteFunc(rows, notAsked) }

// Planned returns the same as [Suite.Headline], including the trials that were not asked.
func (s *Suite) Planned(subject string) []bench.Trial {
	counts := s.Counts()
	var wanted []uint32
	for same := range stretches(s.source, s.bySubject[subject][0]) {
		if counts(same.variant) {
			wanted = append(wanted, same.places...)
		}
	}
	return rowsAt(s.source, wanted)
}

// Counts returns a function that reports whether headline numbers count a variant, or the one that it was made from.
func (s *Suite) Counts() func(*bench.Variant) bool { return Counted(s.Variants) }

// Counted returns the same for the original texts of a suite: all of them when no sample is proved. A sample counts as
// a whole or not at all.
func Counted(originals []*bench.Variant) func(*bench.Variant) bool {
	unproved := map[string]bool{}
	for _, v := range originals {
		unproved[v.Sample] = unproved[v.Sample] || v.Proof != bench.Proved
	}
	proved := func(v *bench.Variant) bool { return !unproved[v.Sample] }
	if !slices.ContainsFunc(originals, proved) {
		return func(*bench.Variant) bool { return true }
	}
	return proved
}

// AllSubjects returns the subjects in plan order, then those that appear in trials only.
func (d *Data) AllSubjects() []bench.Subject {
	return slices.Clone(Kept(d, "subjects", d.named))
}

func (d *Data) named() []bench.Subject {
	out := slices.Clone(d.Subjects)
	seen := map[string]bool{}
	for _, s := range out {
		seen[s.Name] = true
	}
	extra, last := map[string]bool{}, ""
	for _, t := range d.Trials {
		if name := t.Subject; name != last { // trials of one subject are adjacent
			last = name
			if !seen[name] {
				extra[name] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		out = append(out, bench.Subject{Name: name})
	}
	return out
}

// SubjectsOf returns the subjects with at least one trial in the suite.
func (d *Data) SubjectsOf(s *Suite) []bench.Subject {
	return slices.DeleteFunc(d.AllSubjects(), func(sub bench.Subject) bool { return len(s.bySubject[sub.Name][0]) == 0 })
}

var headline = Section{ID: "headline", Title: "Headline", Tables: []string{"headline"}, Build: buildHeadline}

func buildHeadline(d *Data) (write.Section, bool) {
	var out write.Section
	columns := []write.Column{{Key: "subject", Title: "Subject", Name: true}}
	reading := "Sorted by pairs right, then by TDR. Each cell is k/n, percent, and a 95 % interval in brackets."
	for _, m := range HeadlineMetrics() {
		c := numbers(m)
		c.Dot, c.Chance = true, m.ID == metric.BalancedAccuracy.ID
		switch m.ID {
		case metric.AnsweredShare.ID:
			c.Dot, c.Count, c.Less = false, true, 1
		case metric.BalancedAccuracy.ID:
			c.Less = 2
		}
		columns = append(columns, c)
		reading += " " + m.Title + ": " + strings.TrimSuffix(m.Doc, ".") + "."
	}
	asked := d.asksRepairs()
	if len(asked) > 0 {
		columns = append(columns, namedColumns()...)
	}
	columns = append(columns, write.Column{Key: "diagnosis", Title: "Diagnosis", Under: true})
	suites(d, func(s *Suite) {
		t := write.Table{ID: "headline", Group: s.Name, Columns: columns, Foot: []string{reading}, Main: true}
		t.Strip = &write.Strip{Marks: []string{metric.PairCorrect.ID, metric.TDR.ID, metric.FalseAlarm.ID}, Word: "diagnosis"}
		h := HeadlineOf(d, s)
		if fewer := h.Incomplete(); len(fewer) > 0 {
			t.Foot = append(t.Foot, "Other denominators, listed last where they are less than half: "+List(fewer)+".")
		}
		if absent := h.Absent(); absent != "" {
			t.Foot = append(t.Foot, absent)
		}
		shared := sharedDoc(h.Lines)
		if shared != "" {
			t.Foot = append(t.Foot, "All subjects except the built-in: "+shared+".")
		}
		for _, l := range h.Lines {
			doc := l.Subject.Doc
			if doc == shared {
				doc = ""
			}
			cells := shown(l.Cells...)
			for i, c := range l.Cells {
				if c.Value.Defined && c.Value.N > 0 {
					cells[i].Link = trialsAt(s.Name, l.Subject.Name, TruthOf(c.Metric), "")
				}
			}
			if len(asked) > 0 {
				cells = append(cells, d.namedCells(s, l.Subject.Name, asked)...)
			}
			row := write.Cells(write.Value{Text: l.Subject.Name, Doc: doc}, cells, l.Says())
			row.Folded = h.Control(l.Subject)
			t.Rows = append(t.Rows, row)
		}
		out.Tables = append(out.Tables, t)
	})
	return out, len(out.Tables) > 0
}

// TruthOf returns the truth of the texts that a rate of the headline is about, "" where it is about both.
func TruthOf(m metric.Metric) string {
	switch m.ID {
	case metric.TDR.ID:
		return bench.Vulnerable.String()
	case metric.FalseAlarm.ID:
		return bench.Safe.String()
	}
	return ""
}

// sharedDoc returns the statements about every subject that is not built in, "" when they differ or there is only
// one such subject: the same text under each of forty rows would not help a reader.
func sharedDoc(lines []Line) string {
	doc, n := "", 0
	for _, l := range lines {
		switch {
		case l.Subject.Kind == "builtin":
		case n == 0 || l.Subject.Doc == doc:
			doc = l.Subject.Doc
			n++
		default:
			return ""
		}
	}
	if n < 2 {
		return ""
	}
	return doc
}

// Package board makes one leaderboard of many runs, each from its archive: a site of static files, with a table
// for every suite at one version.
//
// The board does not rely on the statements of an archive. It checks the hashes, requires that the plan is that
// of the trials and the texts are those of the suite, and parses and judges every answer again with this
// program's parser and rule judge: the board shows these numbers. A difference from what an archive states
// about itself is a [Mark], and bars an entry from a rank where it could have changed one.
//
// Equal archives give equal bytes, in any order.
package board

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/stats/rank"
	"assay/internal/core/store"
	"assay/internal/core/suite"
)

// Input is a file for the board: an archive of a run, or a submission.
type Input struct {
	Name string // as shown to readers
	At   io.ReaderAt
	Size int64
}

// Options configures a board.
type Options struct {
	Title  string         // of the site; "" is a default title
	Suites []*suite.Suite // archives are compared with their texts, by name and hash
	Limit  int64          // maximum bytes to which one archive may expand
}

// Board is the content of the site.
type Board struct {
	Title    string
	Archives []*Archive // in order of start, rejected ones last
	Tables   []*Table   // in order of suite and version
}

// Archive is one file with the results of checking it.
type Archive struct {
	Name       string
	SHA256     string // of the archive, also within a submission
	Bytes      int64
	Run        store.Run
	Submission *Submission // nil for a bare archive
	Rejected   string      // why it is not on the board, "" if it is
	Counts

	entries []*Entry
}

// Counts are the results of checking an archive.
type Counts struct {
	Planned     int       `json:"planned"` // trials
	Ended       int       `json:"ended"`
	Rescored    int       `json:"rescored"`           // endings whose text was parsed and judged again
	Altered     int       `json:"altered"`            // … that differ from the stored result of the same parser and judge
	Older       int       `json:"older"`              // … whose stored result is from another version of parser or judge
	Unconfirmed int       `json:"unconfirmed"`        // answers whose text is not in the raw response
	Rawless     int       `json:"no_raw_response"`    // answers without a raw response
	Again       int       `json:"asked_again"`        // trials that were repeated after an answer
	Foreign     int       `json:"other_texts"`        // texts that are not from the suite
	LeftOut     []LeftOut `json:"left_out,omitempty"` // trials that are on no table
}

// LeftOut counts trials of an archive that are on no table, with the reason.
type LeftOut struct {
	Reason string `json:"reason"`
	Trials int    `json:"trials"`
}

// ID identifies an archive in URLs.
func (a *Archive) ID() string { return a.SHA256[:12] }

// By returns the submitter of an archive, else the name of its file.
func (a *Archive) By() string {
	if a.Submission != nil {
		return a.Submission.By
	}
	return a.Name
}

// Table holds the entries that are compared: those of one suite at one version.
type Table struct {
	Suite   string
	Version string // hash of the suite, as manifests have it
	Known   bool   // the texts of the suite itself are available
	Texts   int    // that a complete entry was asked about
	Entries []*Entry

	variants map[string]*bench.Variant // by key: the texts and the truth that count
}

// Entry is one subject on one suite in one archive.
type Entry struct {
	Archive   *Archive
	Subject   bench.Subject
	Texts     int // of the table, that it was asked about
	Trials    int // that ended
	Waiting   int // planned trials on them that have not ended
	Values    []metric.Value
	Diagnosis string        // as [report.Diagnosed] returns it
	Places    []rank.Ranked // one for each of the first metrics, nil for an entry without a rank
	Cost      float64
	Priced    int
	Marks     []Mark

	rows    []bench.Trial
	answers []uint64 // hash of each trial with its answer
}

// Ranked reports whether the entry has a rank.
func (e *Entry) Ranked() bool { return e.Places != nil }

// Builtin reports whether the subject is built into assay.
func (e *Entry) Builtin() bool { return e.Subject.Kind == "builtin" }

// Mark is a fact that a reader must know about an entry or an archive.
type Mark struct {
	Kind   Kind   `json:"kind"`
	Text   string `json:"text"`
	Barred bool   `json:"barred"` // an entry with it has no rank
}

// Kind is the kind of a mark.
type Kind string

// The marks.
const (
	Duplicate   Kind = "duplicate"
	Shared      Kind = "shared answers"
	Partial     Kind = "partial"
	Altered     Kind = "altered"
	Foreign     Kind = "other texts"
	Unconfirmed Kind = "unconfirmed"
	Rawless     Kind = "no raw response"
	Again       Kind = "asked again"
	Claimed     Kind = "other scores"
)

// Metrics returns the columns of the board. The first orders it; entries are ranked by the first three.
func Metrics() []metric.Metric {
	return []metric.Metric{metric.PairCorrect, metric.TDR, metric.BalancedAccuracy, metric.FalseAlarm,
		metric.AnsweredShare}
}

// ranked is the number of metrics by which entries are ranked.
const ranked = 3

// Build reads and checks archives and computes the board. A file that cannot be read, or that is not what it
// claims to be, becomes a rejected archive with the reason and causes no error; an error means the end of ctx.
func Build(ctx context.Context, inputs []Input, opt Options) (*Board, error) {
	b := &Board{Title: cmp.Or(opt.Title, "Leaderboard")}
	r := newReader(opt)
	for _, in := range inputs {
		a, err := r.read(ctx, in)
		if err != nil {
			return nil, err
		}
		b.Archives = append(b.Archives, a)
	}
	slices.SortStableFunc(b.Archives, func(x, y *Archive) int {
		return cmp.Or(cmp.Compare(x.Rejected, y.Rejected), x.Run.Started.Compare(y.Run.Started),
			cmp.Compare(y.Ended, x.Ended), cmp.Compare(x.SHA256, y.SHA256), cmp.Compare(x.Name, y.Name))
	})
	b.rejectDuplicates()
	b.tables(r)
	for _, t := range b.Tables {
		t.trim()
	}
	b.duplicates()
	for _, t := range b.Tables {
		t.mark()
		t.count()
	}
	b.claims()
	return b, nil
}

// rejectDuplicates rejects an archive that is the same file as another, or of the same run.
func (b *Board) rejectDuplicates() {
	files, runs := map[string]*Archive{}, map[string]*Archive{}
	for _, a := range b.Archives {
		switch first := files[a.SHA256]; {
		case a.Rejected != "":
			continue
		case first != nil:
			a.Rejected = "the same archive as " + first.Name
		case runs[a.Run.ID] != nil: // the one with fewer endings is sorted later
			a.Rejected = "a copy of the run in " + runs[a.Run.ID].Name + ", which has at least as many finished trials"
		}
		if a.Rejected == "" {
			files[a.SHA256], runs[a.Run.ID] = a, a
		}
	}
	slices.SortStableFunc(b.Archives, func(x, y *Archive) int {
		return cmp.Compare(min(1, len(x.Rejected)), min(1, len(y.Rejected)))
	})
}

// tables distributes the entries of archives among tables.
func (b *Board) tables(r *reader) {
	at := map[[2]string]*Table{}
	for _, a := range b.Archives {
		if a.Rejected != "" {
			a.entries = nil
			continue
		}
		for _, e := range a.entries {
			name := e.rows[0].Variant.Suite
			key := [2]string{name, a.Run.Manifest.Suites[name]}
			t := at[key]
			if t == nil {
				t = &Table{Suite: name, Version: key[1], variants: map[string]*bench.Variant{}}
				t.Known = r.truth(name, key[1]) != nil
				at[key] = t
				b.Tables = append(b.Tables, t)
			}
			t.Entries = append(t.Entries, e)
		}
		a.entries = nil
	}
	slices.SortFunc(b.Tables, func(x, y *Table) int {
		return cmp.Or(cmp.Compare(x.Suite, y.Suite), cmp.Compare(x.Version, y.Version))
	})
	for _, t := range b.Tables {
		t.settle(r)
	}
}

// settle decides which texts a table has: those of the suite if it is available, else the text that most
// archives have under a key, in a tie the first one.
func (t *Table) settle(r *reader) {
	if truth := r.truth(t.Suite, t.Version); truth != nil {
		t.variants = truth
		return
	}
	type vote struct {
		v *bench.Variant
		n int
	}
	votes := map[string][]vote{}
	seen := map[[2]string]bool{} // archive and key
	for _, e := range t.Entries {
		for _, row := range e.rows {
			v := row.Variant
			if at := [2]string{e.Archive.SHA256, v.Key}; !seen[at] {
				seen[at] = true
				i := slices.IndexFunc(votes[v.Key], func(o vote) bool { return r.print(o.v) == r.print(v) })
				if i < 0 {
					i = len(votes[v.Key])
					votes[v.Key] = append(votes[v.Key], vote{v: v})
				}
				votes[v.Key][i].n++
			}
		}
	}
	for key, list := range votes {
		best := list[0]
		for _, o := range list[1:] {
			if o.n > best.n {
				best = o
			}
		}
		t.variants[key] = best.v
	}
	foreign := map[*Archive]map[string]bool{}
	for _, e := range t.Entries {
		for _, row := range e.rows {
			if v := t.variants[row.Variant.Key]; r.print(v) != r.print(row.Variant) {
				if foreign[e.Archive] == nil {
					foreign[e.Archive] = map[string]bool{}
				}
				foreign[e.Archive][row.Variant.Key] = true
			}
		}
	}
	for a, keys := range foreign {
		a.Foreign += len(keys)
	}
}

// trim keeps the rows that headline numbers use: those of proved samples, if there are any
// (docs/reading-results.md).
func (t *Table) trim() {
	counted := report.Counted(slices.Collect(maps.Values(t.variants)))
	counts := func(v *bench.Variant) bool { return t.variants[v.Key] != nil && counted(v) }
	for _, v := range t.variants {
		if counts(v) {
			t.Texts++
		}
	}
	var kept []*Entry
	for _, e := range t.Entries {
		n := len(e.rows)
		e.rows = slices.DeleteFunc(e.rows, func(r bench.Trial) bool { return !counts(r.Variant) })
		if gone := n - len(e.rows); gone > 0 {
			e.Archive.leave("their sample is not proved", gone)
		}
		if len(e.rows) > 0 {
			kept = append(kept, e)
		}
	}
	t.Entries = kept
}

// leave counts trials that are on no table.
func (a *Archive) leave(reason string, n int) {
	i := slices.IndexFunc(a.LeftOut, func(l LeftOut) bool { return l.Reason == reason })
	if i < 0 {
		i = len(a.LeftOut)
		a.LeftOut = append(a.LeftOut, LeftOut{Reason: reason})
	}
	a.LeftOut[i].Trials += n
}

// shareOf is the share of common answers from which two entries are marked as sharing them.
const shareOf = 0.1

// duplicates marks entries whose answers are in an earlier one: all of them, or so many that this is no
// coincidence.
func (b *Board) duplicates() {
	first := map[uint64]int32{}
	var all []*Entry
	for _, t := range b.Tables {
		all = append(all, t.Entries...)
	}
	order := map[*Archive]int{}
	for i, a := range b.Archives {
		order[a] = i
	}
	slices.SortStableFunc(all, func(x, y *Entry) int { return cmp.Compare(order[x.Archive], order[y.Archive]) })
	for i, e := range all {
		shared := map[int32]int{}
		for _, h := range e.answers {
			if j, ok := first[h]; ok {
				shared[j]++
			} else {
				first[h] = int32(i)
			}
		}
		best, most := int32(-1), 0
		for j, n := range shared {
			if n > most || n == most && j < best {
				best, most = j, n
			}
		}
		switch of := len(e.answers); {
		case most == 0:
		case most == of:
			e.Marks = append(e.Marks, Mark{Duplicate, "all of its answers are those of " + all[best].Subject.Name + " in " +
				all[best].Archive.Name, true})
		case float64(most) >= shareOf*float64(of) && !e.Builtin(): // built-ins give every caller the same answers
			e.Marks = append(e.Marks, Mark{Shared, report.Count(most) + " of its " + report.Plural(of, "answer") +
				" are those of " + all[best].Subject.Name + " in " + all[best].Archive.Name, false})
		}
		e.answers = nil
	}
}

// mark adds the marks to each entry.
func (t *Table) mark() {
	for _, e := range t.Entries {
		texts := map[string]bool{}
		for _, r := range e.rows {
			if r.Outcome == "" {
				e.Waiting++
				continue
			}
			e.Trials++
			texts[r.Variant.Key] = true
			if s := r.Used(); s.Priced {
				e.Cost += s.CostUSD
				e.Priced++
			}
		}
		e.Texts = len(texts)
		add := func(when bool, k Kind, barred bool, text string) {
			if when {
				e.Marks = append(e.Marks, Mark{k, text, barred})
			}
		}
		a := e.Archive
		add(e.Texts < t.Texts, Partial, true, "asked about "+report.Count(e.Texts)+" of "+report.Plural(t.Texts, "text"))
		answered := metric.Outcomes(e.rows)[bench.Answered]
		add(report.TooFew(answered, len(e.rows)), Partial, true, "answered "+report.Count(answered)+" of "+
			report.Plural(len(e.rows), "planned trial"))
		add(e.Waiting > 0, Partial, true, report.Plural(e.Waiting, "planned trial")+" are unfinished")
		add(a.Altered > 0, Altered, true, "of "+report.Plural(a.Altered, "answer")+
			" the archive stores a result that its raw answer does not give")
		add(a.Foreign > 0, Foreign, true, report.Plural(a.Foreign, "text")+" differ from the suite")
		add(a.Unconfirmed > 0, Unconfirmed, true, "the text of "+report.Plural(a.Unconfirmed, "answer")+
			" is not in the raw response")
		add(a.Rawless > 0, Rawless, false, report.Plural(a.Rawless, "answer")+" have no raw response, only a text")
		add(a.Again > 0, Again, false, report.Plural(a.Again, "trial")+
			" were asked again after an answer; the last one counts")
	}
}

// barred reports whether a mark excludes the entry from a rank.
func (e *Entry) barred() bool {
	return slices.ContainsFunc(e.Marks, func(m Mark) bool { return m.Barred })
}

// count computes the numbers of a table, and sorts it: ranks first, then by the first metric.
func (t *Table) count() {
	ms := Metrics()
	report.Each(len(t.Entries), func(i int) {
		e := t.Entries[i]
		e.rows = slices.DeleteFunc(e.rows, func(r bench.Trial) bool { return r.Outcome == "" })
		e.Values = metric.Values(ms, e.rows)
		e.Diagnosis = report.Diagnosed(e.rows)
	})
	var with []*Entry
	var conditions []metric.Condition
	for _, e := range t.Entries {
		if !e.barred() {
			with = append(with, e)
			conditions = append(conditions, metric.Condition{Name: e.Archive.SHA256 + e.Subject.Name, Rows: e.rows})
		}
	}
	if len(with) > 0 {
		for _, places := range metric.Ranks(ms[:ranked], conditions) {
			for i, p := range places {
				with[i].Places = append(with[i].Places, p)
			}
		}
	}
	for _, e := range t.Entries {
		e.rows = nil
	}
	slices.SortStableFunc(t.Entries, func(x, y *Entry) int {
		if x.Ranked() != y.Ranked() {
			if x.Ranked() {
				return -1
			}
			return 1
		}
		place := func(e *Entry) float64 {
			if e.Ranked() && e.Places[0].OK {
				return e.Places[0].Rank
			}
			return float64(len(t.Entries) + 1)
		}
		return cmp.Or(cmp.Compare(place(x), place(y)), cmp.Compare(y.Values[0].Point, x.Values[0].Point),
			cmp.Compare(x.Subject.Name, y.Subject.Name), cmp.Compare(x.Archive.SHA256, y.Archive.SHA256))
	})
}

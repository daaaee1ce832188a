package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/store"
)

// maxRuns bounds how many runs are compared: the newest.
const maxRuns = 200

// overview caches the numbers of runs. They are computed in the background, one run at a
// time, and again when the mark of a run changes. It is safe for concurrent use.
type overview struct {
	mu       sync.Mutex
	runs     map[string]*digest
	stamp    int64 // of the database at the last look at all runs
	complete bool  // that look was complete
	working  chan struct{}
	err      error
	at       time.Time
	took     time.Duration
}

// digest holds the numbers of one run.
type digest struct {
	mark  string
	lines []overLine
	cost  float64
	price int // trials with a known cost
	mute  int // trials that ended without an answer
}

// overLine is one subject on one suite in one run.
type overLine struct {
	Run     store.Run
	Note    store.Note
	Suite   string
	Version string // hash of the suite, shortened
	Texts   int
	Same    string // lines with the same letter are about the same texts
	Cost    float64
	Priced  int
	boardLine

	set string // hash of the texts
}

// overviewOf returns the known numbers of the newest runs; complete is false while some
// are still being computed. Deleted runs are left out.
func (s *Server) overviewOf(ctx context.Context) (runs []store.Run, known map[string]*digest, complete bool,
	err error) {
	if runs, _, err = s.store.RunsPage(ctx, 0, maxRuns); err != nil {
		return nil, nil, false, err
	}
	stamp, err := s.store.Stamp(ctx)
	if err != nil {
		return nil, nil, false, err
	}
	o := &s.over
	o.mu.Lock()
	done := o.working
	// The database changes constantly while a run goes on: looking takes at most a tenth of the time.
	fresh := o.complete && (o.stamp == stamp || s.now().Sub(o.at) < min(10*o.took, 5*s.poll))
	if done == nil && !fresh {
		done = make(chan struct{})
		o.working = done
		go s.digest(context.WithoutCancel(ctx), runs, stamp, done)
	}
	o.mu.Unlock()
	if done != nil {
		select {
		case <-done:
		case <-time.After(s.patience):
		case <-ctx.Done():
			return nil, nil, false, ctx.Err()
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	known = map[string]*digest{}
	complete = o.working == nil
	for _, r := range runs {
		if d := o.runs[r.ID]; d != nil {
			known[r.ID] = d
		} else {
			complete = complete && o.err != nil
		}
	}
	return runs, known, complete, o.err
}

// digest updates the numbers of runs.
func (s *Server) digest(ctx context.Context, runs []store.Run, stamp int64, done chan struct{}) {
	o, start := &s.over, s.now()
	var failed error
	for _, r := range runs {
		mark, err := s.store.Mark(ctx, r)
		o.mu.Lock()
		last := o.runs[r.ID]
		o.mu.Unlock()
		if err == nil && last != nil && last.mark == mark {
			continue
		}
		var k *snapshot
		if err == nil {
			k, err = s.newSnapshot(ctx, r, stamp, nil)
		}
		if err != nil {
			failed = cmp.Or(failed, err)
			continue
		}
		d := k.digest()
		d.mark = mark
		o.mu.Lock()
		if o.runs == nil {
			o.runs = map[string]*digest{}
		}
		o.runs[r.ID] = d
		o.mu.Unlock()
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.working, o.complete, o.stamp, o.err, o.at = nil, failed == nil, stamp, failed, s.now()
	o.took = o.at.Sub(start)
	for id := range o.runs {
		if !slices.ContainsFunc(runs, func(r store.Run) bool { return r.ID == id }) {
			delete(o.runs, id)
		}
	}
	close(done)
}

// digest computes the numbers of a run by suite and subject, over the original texts that reports count.
func (k *snapshot) digest() *digest {
	d := &digest{}
	for _, c := range k.Subjects {
		d.cost += c.Cost
		d.price += c.Priced
		d.mute += c.N - c.Pending - c.Counts[bench.Answered]
	}
	if k.Run.Manifest.FixedSize() != nil {
		return d
	}
	for _, suite := range k.Options.Suites {
		rows, asked := map[string][]bench.Trial{}, map[string][]string{}
		cost, priced, planned := map[string]float64{}, map[string]int{}, map[string]int{}
		for _, t := range k.selected(selection{Suite: suite}) {
			for _, f := range t.Trials {
				planned[f.Subject]++
				if f.Outcome == "" {
					continue // trials that were not asked do not count as missed, as in the report
				}
				if n := len(asked[f.Subject]); n == 0 || asked[f.Subject][n-1] != t.Key {
					asked[f.Subject] = append(asked[f.Subject], t.Key)
				}
				rows[f.Subject] = append(rows[f.Subject], row(f))
				if f.Used().Priced {
					cost[f.Subject] += f.Spent.CostUSD
					priced[f.Subject]++
				}
			}
		}
		for _, c := range k.Subjects {
			if len(rows[c.Name]) == 0 {
				continue
			}
			version := k.Run.Manifest.Suites[suite]
			sum := sha256.Sum256([]byte(suite + "\n" + version + "\n" + strings.Join(asked[c.Name], "\n")))
			d.lines = append(d.lines, overLine{Run: k.Run, Suite: suite, Version: shortHash(version), Texts: len(asked[c.Name]),
				set:  hex.EncodeToString(sum[:]),
				Cost: cost[c.Name], Priced: priced[c.Name], boardLine: k.line(
					selection{Suite: suite}, c.Name, rows[c.Name], planned[c.Name])})
		}
	}
	return d
}

// shortHash returns the beginning of a hash, without the name of the algorithm.
func shortHash(h string) string {
	if _, after, ok := strings.Cut(h, ":"); ok {
		h = after
	}
	return h[:min(len(h), 8)]
}

// overFilter is the filter of the leaderboard over runs. Every field is a URL parameter.
type overFilter struct{ Suite, Version, Strategy, Subject, Tag, Since, Until string }

type overView struct {
	Filter                                      overFilter
	Suites, Versions, Strategies, Tags, Subject []string
	Metrics                                     []metric.Metric
	Sort                                        order
	Lines                                       []overLine
	Runs                                        int
	Bounded                                     bool
	Groups                                      int // distinct sets of texts among the lines
	Builtins                                    bool
	Hidden                                      int    // rows of built-in subjects that are left out
	Absent                                      string // which subjects are not in the table
	Failed                                      string
	Page                                        pager
}

// overOrder returns the columns that the leaderboard over runs can be sorted by.
func overOrder() []by[overLine] {
	out := []by[overLine]{
		{"subject", func(a, b overLine) int { return cmp.Compare(a.boardLine.Subject.Name, b.boardLine.Subject.Name) }, nil},
		{"date", func(a, b overLine) int {
			return cmp.Or(a.Run.Started.Compare(b.Run.Started), cmp.Compare(a.Run.ID, b.Run.ID))
		}, nil},
		{"suite", func(a, b overLine) int {
			return cmp.Or(cmp.Compare(a.Suite, b.Suite), cmp.Compare(a.Version, b.Version))
		}, nil},
		{"texts", func(a, b overLine) int { return cmp.Or(cmp.Compare(a.Texts, b.Texts), cmp.Compare(a.set, b.set)) }, nil},
		{"cost", func(a, b overLine) int { return cmp.Compare(a.Cost, b.Cost) },
			func(l overLine) bool { return l.Priced > 0 }},
	}
	for _, w := range boardOrder() {
		if w.name != "subject" {
			out = append(out, by[overLine]{w.name, func(a, b overLine) int { return w.compare(a.boardLine, b.boardLine) },
				func(l overLine) bool { return w.has == nil || w.has(l.boardLine) }})
		}
	}
	return out
}

// leaderboard compares subjects over all runs: one line for each subject, suite and run.
func (s *Server) leaderboard(r *http.Request) (*page, error) {
	q := r.URL.Query()
	v := overView{Metrics: report.HeadlineMetrics(), Builtins: q.Get("builtin") != "",
		Filter: overFilter{q.Get("suite"), q.Get("version"), q.Get("strategy"), q.Get("subject"), q.Get("tag"),
			q.Get("since"), q.Get("until")}}
	since, until, err := v.Filter.days()
	if err != nil {
		return nil, err
	}
	preset := "-" + report.HeadlineMetrics()[0].ID
	if v.Filter.Subject != "" {
		preset = "-date" // the history of one subject
	}
	if v.Sort, err = orderOf(r, preset, names(overOrder())); err != nil {
		return nil, err
	}
	runs, known, complete, err := s.overviewOf(r.Context())
	if err != nil && len(known) == 0 {
		return nil, err
	}
	if err != nil {
		v.Failed = err.Error()
	}
	notes, err := s.store.Notes(r.Context())
	if err != nil {
		return nil, err
	}
	v.Runs, v.Bounded = len(runs), len(runs) == maxRuns
	sets := [5]map[string]bool{{}, {}, {}, {}, {}}
	for _, run := range runs {
		if known[run.ID] == nil {
			continue
		}
		for _, l := range known[run.ID].lines {
			l.Run, l.Note = run, notes[run.ID]
			for i, x := range append([]string{l.Suite, l.Version, l.boardLine.Subject.Strategy, l.boardLine.Subject.Name},
				l.Note.Tags...) {
				sets[min(i, 4)][x] = true
			}
			f := v.Filter
			if (f.Suite == "" || f.Suite == l.Suite) && (f.Version == "" || f.Version == l.Version) &&
				(f.Strategy == "" || f.Strategy == l.boardLine.Subject.Strategy) &&
				(f.Subject == "" || f.Subject == l.boardLine.Subject.Name) &&
				(f.Tag == "" || slices.Contains(l.Note.Tags, f.Tag)) &&
				(since.IsZero() || !run.Started.Before(since)) && (until.IsZero() || run.Started.Before(until.AddDate(0, 0, 1))) {
				if v.Builtins || f.Subject != "" || !isBuiltin(l.boardLine.Subject.Name) {
					v.Lines = append(v.Lines, l)
				} else {
					v.Hidden++
				}
			}
		}
	}
	for i, to := range []*[]string{&v.Suites, &v.Versions, &v.Strategies, &v.Subject, &v.Tags} {
		delete(sets[i], "")
		*to = slices.Sorted(maps.Keys(sets[i]))
	}
	v.Lines, v.Absent = present(v.Lines, func(l overLine) boardLine { return l.boardLine })
	v.Groups = letter(v.Lines)
	sorted(v.Lines, v.Sort, overOrder())
	v.Lines, v.Page = paged(r, v.Lines, pageSize)
	title := "Leaderboard over runs"
	if v.Filter.Subject != "" {
		title = "History of " + v.Filter.Subject
	}
	return &page{Name: "leaderboard", Title: title, Here: "leaderboard", Again: !complete, Data: v}, nil
}

// days reads the two dates of the filter.
func (f overFilter) days() (since, until time.Time, err error) {
	for _, x := range []struct {
		name, text string
		to         *time.Time
	}{{"since", f.Since, &since}, {"until", f.Until, &until}} {
		if x.text == "" {
			continue
		}
		if *x.to, err = time.Parse(time.DateOnly, x.text); err != nil {
			return since, until, badRequest("%s=%q is no day: want one such as 2026-08-01", x.name, x.text)
		}
	}
	return since, until, nil
}

// isBuiltin reports whether a subject is one of the built-in ones.
func isBuiltin(name string) bool { return strings.HasPrefix(name, "builtin/") }

// letter assigns one letter to all lines about the same texts, the largest group first,
// and returns the number of groups.
func letter(lines []overLine) int {
	n := map[string]int{}
	for _, l := range lines {
		n[l.set]++
	}
	sets := slices.Sorted(maps.Keys(n))
	slices.SortStableFunc(sets, func(a, b string) int { return cmp.Compare(n[b], n[a]) })
	name := map[string]string{}
	for i, set := range sets {
		name[set] = string(rune('A' + i%26))
		if i >= 26 {
			name[set] += fmt.Sprint(i / 26)
		}
	}
	for i := range lines {
		lines[i].Same = name[lines[i].set]
	}
	return len(sets)
}

// runLine is a run in the list of runs.
type runLine struct {
	store.Run
	Note   store.Note
	Scores []overLine // of the best subjects, by suite
	More   int        // subjects beyond these
	Known  bool       // the numbers are computed
	Cost   float64
	Priced int
	Mute   int // trials that ended without an answer
}

// maxScores bounds how many subjects the list shows for each run.
const maxScores = 4

// runLines returns the subjects and scores of runs. Built-in subjects are left out if there are others.
func (s *Server) runLines(ctx context.Context, runs []store.Run) (out []runLine, complete bool, err error) {
	notes, err := s.store.Notes(ctx)
	if err != nil {
		return nil, false, err
	}
	_, known, complete, err := s.overviewOf(ctx)
	if err != nil {
		s.log.Error("overview", "error", err) // the list is useful without numbers
	}
	for _, r := range runs {
		l := runLine{Run: r, Note: notes[r.ID]}
		if d := known[r.ID]; d != nil {
			l.Known, l.Cost, l.Priced, l.Mute = true, d.cost, d.price, d.mute
			external := slices.ContainsFunc(d.lines, func(x overLine) bool { return !isBuiltin(x.boardLine.Subject.Name) })
			for _, x := range d.lines {
				if !external || !isBuiltin(x.boardLine.Subject.Name) {
					l.Scores = append(l.Scores, x)
				}
			}
			slices.SortStableFunc(l.Scores, func(a, b overLine) int {
				return cmp.Or(cmp.Compare(a.Suite, b.Suite), cmp.Compare(b.values[0].Point, a.values[0].Point))
			})
			l.More = max(0, len(l.Scores)-maxScores)
			l.Scores = l.Scores[:len(l.Scores)-l.More]
		}
		out = append(out, l)
	}
	return out, complete, nil
}

// First is the number by which lines are sorted.
func (l overLine) First() cell { return l.Cells[0] }

// noteSave stores the name that a form gives to a run.
func (s *Server) noteSave(r *http.Request) (string, error) {
	run, err := s.formRun(r)
	if err != nil {
		return "", err
	}
	n, err := store.NewNote(r.PostFormValue("name"), r.PostFormValue("tags"), r.PostFormValue("note"))
	if err != nil {
		return "", badRequest("%v", err)
	}
	return runURL(run.ID), s.store.PutNote(r.Context(), run.ID, n, s.now())
}

// runDelete deletes a run; the form must repeat its id.
func (s *Server) runDelete(r *http.Request) (string, error) {
	run, err := s.formRun(r)
	if err != nil {
		return "", err
	}
	if strings.TrimSpace(r.PostFormValue("confirm")) != run.ID {
		return "", badRequest("nothing was deleted: type the id of the run, %s, to delete it", run.ID)
	}
	return "/", conflict(s.store.DeleteRun(r.Context(), run))
}

// formRun reads a form and returns the run that its path names.
func (s *Server) formRun(r *http.Request) (store.Run, error) {
	if err := r.ParseForm(); err != nil {
		return store.Run{}, badRequest("the form cannot be read: %v", err)
	}
	return s.runOf(r)
}

// conflict adds the HTTP status to the refusal to delete a running run.
func conflict(err error) error {
	if errors.Is(err, store.ErrBusy) {
		return &statusError{http.StatusConflict, err}
	}
	return err
}

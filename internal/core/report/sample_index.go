package report

import (
	"assay/internal/bench"
)

// Index is the data that a page searches, filters and sorts: the bases, the texts and the trials that were asked,
// on the original texts, in order of suite, base, text, subject and repetition. References between the lists are
// indices.
type Index struct {
	Suites   []string    `json:"suites"`
	Subjects []string    `json:"subjects"`
	States   [][3]string `json:"states"` // class of the page's style, sign and words of a verdict
	Bases    []indexBase `json:"bases"`
	Texts    []indexText `json:"texts"`
	Trials   [][5]int    `json:"trials"` // text, subject, repetition, state, 1 where judges differ
}

type indexBase struct {
	Suite int    `json:"suite"`
	ID    string `json:"id"`
	Group string `json:"group,omitempty"`
}

type indexText struct {
	Base    int    `json:"base"`
	Key     string `json:"key"`
	Name    string `json:"name"`
	Truth   string `json:"truth"`
	Class   string `json:"class,omitempty"`   // title
	Counted bool   `json:"counted,omitempty"` // headline numbers count it
	Twin    int    `json:"twin"`              // index of the safe counterpart of a vulnerable text, -1 without
}

// Words holds the texts of an [Index], in the order of its bases, texts and trials.
type Words struct {
	Truths  [][][2]string `json:"truths"` // by base: root cause, attack, repair and executions, each with its name
	Texts   []Text        `json:"texts"`
	Replies []*Reply      `json:"replies"` // null for those that are left out
	Legend  [][3]string   `json:"legend"`  // of labels: class of the page's style, name and meaning
}

// indexer builds an index base by base.
type indexer struct {
	index    Index
	words    Words
	budget   *budget
	subjects map[string]int
	states   map[verdictView]int
	counted  func(*bench.Variant) bool // of the current suite
	asked    []uint32                  // places of the current suite's trials
}

func newIndexer(d *Data) *indexer {
	x := &indexer{budget: newBudget(d), subjects: map[string]int{}, states: map[verdictView]int{}}
	for i, s := range d.AllSubjects() {
		x.index.Subjects = append(x.index.Subjects, Visible(s.Name))
		x.subjects[s.Name] = i
	}
	for _, f := range bench.SecurityFunctions() {
		x.words.Legend = append(x.words.Legend, [3]string{LabelStyle(f), string(f), LabelMeaning(f)})
	}
	return x
}

// add appends a base with its texts and trials, but for their answers; see replies.
func (x *indexer) add(s *Suite, view BaseView, vs []*bench.Variant, trials placesOf) {
	if n := len(x.index.Suites); n == 0 || x.index.Suites[n-1] != Visible(s.Name) {
		x.index.Suites, x.counted = append(x.index.Suites, Visible(s.Name)), s.Counts()
	}
	base, first := len(x.index.Bases), len(x.index.Texts)
	x.index.Bases = append(x.index.Bases, indexBase{len(x.index.Suites) - 1, Visible(view.ID), Visible(view.Group)})
	truth := make([][2]string, 0, len(view.Truth))
	for _, f := range view.Truth {
		truth = append(truth, [2]string{Visible(f.Name), Visible(f.Text)})
	}
	x.words.Truths = append(x.words.Truths, truth)
	subjects := x.budget.data.SubjectsOf(s)
	at, flawed := map[string]int{}, map[string]bool{}
	for i, v := range vs {
		at[v.Key] = first + i
		if v.Truth == bench.Vulnerable {
			flawed[v.Key], flawed[v.Twin] = true, true
		}
	}
	for i, v := range vs {
		t := indexText{Base: base, Key: Visible(v.Key), Name: Visible(short(v)), Truth: v.Truth.String(),
			Counted: x.counted(v), Twin: -1}
		file := underReview(v)
		body := Text{Path: Visible(file.Path), Language: v.Task.Language, Labels: labels(v)}
		body.Source, body.Cut = x.budget.source(file.Text)
		if flawed[v.Key] { // a clean contract has no flaw, and so no class
			t.Class = Visible(v.Class.Title())
		}
		if v.Truth == bench.Vulnerable {
			if twin, ok := at[v.Twin]; ok {
				t.Twin = twin
			}
			body.Violates = ViolatedBy(v)
			if v.Format.ByRequirement() {
				body.About = Visible(v.RootCause)
			}
		}
		x.index.Texts, x.words.Texts = append(x.index.Texts, t), append(x.words.Texts, body)
		for _, sub := range subjects {
			places := trials[v.Key][sub.Name]
			for _, place := range places {
				row := s.source[place]
				if row.Outcome == "" {
					continue
				}
				repetition := 0
				if len(places) > 1 {
					repetition = row.Repetition + 1
				}
				x.asked = append(x.asked, place)
				x.index.Trials = append(x.index.Trials, [5]int{first + i, x.subjects[sub.Name], repetition, x.state(row),
					x.differ(s.source, place)})
			}
		}
	}
}

// replies appends the answers of the trials of a suite, whose bases were added: reading them at once is quicker.
func (x *indexer) replies(s *Suite) {
	x.words.Replies = append(x.words.Replies, x.budget.replies(s.source, x.asked)...)
	x.asked = nil
}

// state returns the index of a verdict in the list.
func (x *indexer) state(r bench.Trial) int {
	v := viewVerdict(r)
	i, ok := x.states[v]
	if !ok {
		i = len(x.index.States)
		x.states[v] = i
		x.index.States = append(x.index.States, [3]string{v.Class, v.Sign, v.Text})
	}
	return i
}

// differ returns 1 when the judges of a trial disagree on whether the target was found.
func (x *indexer) differ(from []bench.Trial, place uint32) int {
	decisions := map[bench.Decision]bool{}
	for _, o := range from[place].Opinions {
		if !o.Failed && o.Verdict.Strict != "" {
			decisions[o.Verdict.Strict] = true
		}
	}
	if len(decisions) > 1 {
		return 1
	}
	return 0
}

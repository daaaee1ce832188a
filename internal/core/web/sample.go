package web

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/report"
	"assay/internal/core/store"
	"assay/internal/core/suite"
)

type samplesView struct {
	Run     string
	Filter  selection
	Options options
	Q       string
	Show    string
	Subject string
	Names   []string // of the subjects
	Sort    order
	Samples []sampleRow
	Page    pager
}

type sampleRow struct {
	*bench.Variant     // the first of the sample
	Texts, Trials      int
	Right              int
	Vulnerable, Target int    // decided trials on vulnerable texts; of these, how many found the target
	Unsure             int    // trials that the judge could not decide
	URL                string // of the list of trials that the filter selects
}

// Shows returns the values of the parameter show.
func (samplesView) Shows() any { return shows }

// sampleOrder returns the columns that the list of samples can be sorted by.
func sampleOrder() []by[sampleRow] {
	share := func(k, n int) float64 { return float64(k) / float64(max(n, 1)) }
	return []by[sampleRow]{
		{"sample", func(a, b sampleRow) int { return cmp.Compare(a.Key, b.Key) }, nil},
		{"class", func(a, b sampleRow) int { return cmp.Compare(a.Class.Title(), b.Class.Title()) }, nil},
		{"subset", func(a, b sampleRow) int { return cmp.Compare(a.Group, b.Group) }, nil},
		{"tier", func(a, b sampleRow) int { return cmp.Compare(a.Tier, b.Tier) },
			func(l sampleRow) bool { return l.Tier > 0 }},
		{"texts", func(a, b sampleRow) int { return cmp.Compare(a.Texts, b.Texts) }, nil},
		{"right", func(a, b sampleRow) int { return cmp.Compare(share(a.Right, a.Trials), share(b.Right, b.Trials)) },
			func(l sampleRow) bool { return l.Trials > 0 }},
		{"target", func(a, b sampleRow) int {
			return cmp.Compare(share(a.Target, a.Vulnerable), share(b.Target, b.Vulnerable))
		}, func(l sampleRow) bool { return l.Vulnerable > 0 }},
		{"unsure", func(a, b sampleRow) int { return cmp.Compare(a.Unsure, b.Unsure) }, nil},
	}
}

func (l *sampleRow) add(t text) {
	l.Texts++
	l.Trials += len(t.Trials)
	for _, f := range t.Trials {
		if says(f) == t.Truth {
			l.Right++
		}
		if f.Strict() == bench.Hit || f.Strict() == bench.Miss {
			l.Vulnerable++
		}
		if f.Strict() == bench.Hit {
			l.Target++
		}
		if f.Strict() == bench.Unscored {
			l.Unsure++
		}
	}
}

// samples lists the samples of a run that the parameters select.
func (s *Server) samples(r *http.Request) (*page, error) {
	run, snap, err := s.snapshotOf(r)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	v := samplesView{Run: run.ID, Options: snap.Options, Q: strings.TrimSpace(q.Get("q")), Show: q.Get("show"),
		Subject: q.Get("subject")}
	v.Filter = selectionOf(r, v.Options)
	for _, c := range snap.Subjects {
		v.Names = append(v.Names, c.Name)
	}
	show, err := showOf(v.Show)
	if err != nil {
		return nil, err
	}
	if v.Subject != "" && !slices.Contains(v.Names, v.Subject) {
		return nil, badRequest("run %s has no subject %q", run.ID, v.Subject)
	}
	if v.Sort, err = orderOf(r, "sample", names(sampleOrder())); err != nil {
		return nil, err
	}
	at := map[string]int{}
	var rows []sampleRow
	for _, t := range snap.selected(v.Filter) {
		if !v.matches(t) {
			continue
		}
		if v.Show != "" || v.Subject != "" {
			t.Trials = slices.DeleteFunc(slices.Clone(t.Trials), func(f *bench.Trial) bool {
				return !show(f) || v.Subject != "" && f.Subject != v.Subject
			})
			if len(t.Trials) == 0 {
				continue
			}
		}
		i, ok := at[t.Sample]
		if !ok {
			i = len(rows)
			at[t.Sample] = i
			rows = append(rows, sampleRow{Variant: t.Variant, URL: runURL(run.ID, "subject", v.Subject, "show", v.Show, "q",
				t.Sample) + "#trials-h"})
		}
		rows[i].add(t)
	}
	sorted(rows, v.Sort, sampleOrder())
	v.Samples, v.Page = paged(r, rows, pageSize)
	return &page{Name: "samples", Title: "Samples", Run: run.ID, Here: "samples", Data: v}, nil
}

// matches reports whether a text matches the words of the filter: each word must occur in its
// key, class, class title or group, ignoring case.
func (v *samplesView) matches(t text) bool {
	all := strings.ToLower(t.Key + "\n" + string(t.Class) + "\n" + t.Class.Title() + "\n" + t.Group)
	for word := range strings.FieldsSeq(strings.ToLower(v.Q)) {
		if !strings.Contains(all, word) {
			return false
		}
	}
	return true
}

type sampleView struct {
	Run string
	V   *bench.Variant
	codeView
	Whole    []bench.Label // labels of the whole text
	Siblings []sibling
	Origin   bool // the run has the text that this one was made from
	Clean    bool // a contract without a flaw and without a twin
	Trials   []trialOn
	Page     pager
}

// codeView is a text with the labels of its lines and the findings about them.
type codeView struct {
	Path  string
	Lines []codeLine
	Loose int // findings that name no line of the text
}

// Opens returns the line that a reader looks for, which the page opens at: the first root cause, else the first line
// with another label of the flaw, else the first that a finding names; 0 if there is none.
func (v codeView) Opens() int {
	for _, wanted := range []func(codeLine) bool{
		func(l codeLine) bool { return l.Function == bench.RootCause },
		codeLine.OfFlaw,
		func(l codeLine) bool { return l.Within },
	} {
		if i := slices.IndexFunc(v.Lines, wanted); i >= 0 {
			return v.Lines[i].N
		}
	}
	return 0
}

// Functions returns the functions of the labels of the text, in the order of their weight, for a legend.
func (v codeView) Functions() []bench.SecurityFunction {
	var out []bench.SecurityFunction
	for _, f := range weight {
		if slices.ContainsFunc(v.Lines, func(l codeLine) bool {
			return slices.ContainsFunc(l.Labels, func(l bench.Label) bool { return l.Function == f })
		}) {
			out = append(out, f)
		}
	}
	return out
}

// weight orders the functions of labels: of several on a line, the first marks it.
var weight = []bench.SecurityFunction{bench.RootCause, bench.SecondaryVuln, bench.Prereq, bench.InsuffGuard,
	bench.Decoy, bench.Benign, bench.Unrelated}

// codeOf returns the text under review of a variant, before findings are added.
func codeOf(v *bench.Variant) codeView {
	out := codeView{Lines: lines(v)}
	if len(v.Task.Files) > 0 {
		out.Path = v.Task.Files[0].Path
	}
	return out
}

// sibling is another text of the same base.
type sibling struct {
	*bench.Variant
	Origin bool // the run has the text that it was made from
}

// hasOrigin reports whether the run asks about a text that v was made from.
func (k *snapshot) hasOrigin(v *bench.Variant) bool {
	return v.Chain != "" || slices.ContainsFunc(k.Texts, func(t text) bool { return t.Twin == v.Key })
}

// clean reports whether a text is a contract without a flaw, or was made from one:
// its class is what its guards withstand, and its attack was tried without success.
func clean(v *bench.Variant) bool { return v.Format.HasCode() && v.Group == suite.Clean }

// codeLine is a line of a text with its labels and findings.
type codeLine struct {
	N        int
	Tokens   []report.Token
	Labels   []bench.Label
	Function bench.SecurityFunction // of its weightiest label, "" without one
	Within   bool                   // a finding names the line
	Links    []findingLink          // findings that begin here
	More     int                    // findings beyond those
}

// OfFlaw reports whether a label says that the line is a part of a flaw.
func (l codeLine) OfFlaw() bool {
	return slices.Contains(weight[:3], l.Function)
}

// findingLink links a line to a finding.
type findingLink struct {
	N       int
	Subject string
	Class   bench.FindingClass
}

// trialOn is one trial on a text, with its findings numbered across the page.
type trialOn struct {
	bench.Trial
	Findings []findingView
	Votes    []vote
	Right    bool
}

const (
	trialsOnPage = 24
	linksOnLine  = 3
)

func (s *Server) sample(r *http.Request) (*page, error) {
	run, snap, v, trials, err := s.texts(r)
	if err != nil {
		return nil, err
	}
	out := sampleView{Run: run.ID, V: v, codeView: codeOf(v), Origin: snap.hasOrigin(v), Clean: clean(v)}
	for _, l := range v.Labels {
		if report.WholeText(v, l) {
			out.Whole = append(out.Whole, l)
		}
	}
	for _, w := range snap.Texts {
		if w.Suite == v.Suite && w.Base == v.Base && w.Key != v.Key {
			out.Siblings = append(out.Siblings, sibling{w.Variant, snap.hasOrigin(w.Variant)})
		}
	}
	trials, out.Page = paged(r, trials, trialsOnPage)
	votes, err := s.votes(r.Context(), run.Manifest.Judging, trials)
	if err != nil {
		return nil, err
	}
	n := 0
	for _, t := range trials {
		on := trialOn{Trial: t, Findings: findings(t), Votes: votes[t.ID], Right: t.Answer != nil &&
			t.Answer.Verdict == v.Truth}
		voted(on.Findings, on.Votes)
		for i := range on.Findings {
			n++
			on.Findings[i].N = n
			out.lay(on.Subject, on.Findings[i])
		}
		out.Trials = append(out.Trials, on)
	}
	return &page{Name: "sample", Title: v.Key, Run: run.ID, Here: "samples", Data: out}, nil
}

// lay adds a finding to the lines that it names.
func (v *codeView) lay(subject string, f findingView) {
	placed := false
	for _, rg := range f.Lines {
		for n := max(rg.From, 1); n <= min(rg.To, len(v.Lines)); n++ {
			placed = true
			l := &v.Lines[n-1]
			l.Within = true
			if n > max(rg.From, 1) {
				continue
			}
			if slices.ContainsFunc(l.Links, func(s findingLink) bool { return s.N == f.N }) {
				continue
			}
			if len(l.Links) == linksOnLine {
				l.More++
				continue
			}
			link := findingLink{N: f.N, Subject: subject}
			if f.Verdict != nil {
				link.Class = f.Verdict.Class
			}
			l.Links = append(l.Links, link)
		}
	}
	if !placed {
		v.Loose++
	}
}

// texts returns the variant of the parameter key, with its trials in the order of the plan.
func (s *Server) texts(r *http.Request) (run store.Run, snap *snapshot, v *bench.Variant, trials []bench.Trial,
	err error) {
	if run, snap, err = s.snapshotOf(r); err != nil {
		return
	}
	key := r.URL.Query().Get("key")
	err = store.Each(s.store.Trials(r.Context(), run, store.Wanted{Columns: store.Everything, Variants: []string{key}}),
		func(t bench.Trial) error {
			v = t.Variant
			trials = append(trials, t)
			return nil
		})
	if err == nil && v == nil {
		err = notFound("run %s asks about no text %q", run.ID, key)
	}
	return
}

// lines returns the text under review with its labels.
func lines(v *bench.Variant) []codeLine {
	if len(v.Task.Files) == 0 {
		return nil
	}
	file := v.Task.Files[0]
	tokens := report.Highlight(v.Task.Language, file.Text)
	out := make([]codeLine, len(tokens))
	for i := range tokens {
		out[i] = codeLine{N: i + 1, Tokens: tokens[i]}
	}
	for _, l := range v.Labels {
		if report.WholeText(v, l) || l.Span.File != "" && l.Span.File != file.Path {
			continue
		}
		for n := l.Span.Line; n <= max(l.Span.Line, l.Span.EndLine) && n <= len(out); n++ {
			if is := &out[n-1].Function; *is == "" || slices.Index(weight, l.Function) < slices.Index(weight, *is) {
				*is = l.Function
			}
			if n == l.Span.Line {
				out[n-1].Labels = append(out[n-1].Labels, l)
			}
		}
	}
	return out
}

type variantView struct {
	Run      string
	V, From  *bench.Variant
	Relation string
	Same     bool
	Hunks    []report.DiffHunk
	Left     []codeLine // of From
	Right    []codeLine
	Rows     []answerPair
	Page     pager
}

// answerPair holds the answers of one subject about both texts.
type answerPair struct {
	Subject    string
	Repetition int
	Left       *bench.Trial // nil if it was not asked
	Right      bench.Trial
}

// variant shows a text next to the one that it was made from.
func (s *Server) variant(r *http.Request) (*page, error) {
	run, snap, v, trials, err := s.texts(r)
	if err != nil {
		return nil, err
	}
	out := variantView{Run: run.ID, V: v}
	origin, relation := "", ""
	if v.Chain != "" {
		origin, relation = v.Origin(), fmt.Sprintf("made by %s, seed %d", v.Chain, v.Seed)
	} else if i := slices.IndexFunc(snap.Texts, func(t text) bool { return t.Twin == v.Key && t.Chain == "" }); i >= 0 {
		origin, relation = snap.Texts[i].Key, "its repair"
	}
	out.Relation = relation
	left := map[string]bench.Trial{}
	if origin != "" {
		err = store.Each(s.store.Trials(r.Context(), run, store.Wanted{Columns: store.Everything,
			Variants: []string{origin}}), func(t bench.Trial) error {
			out.From = t.Variant
			left[fmt.Sprintf("%d %s", t.Repetition, t.Subject)] = t
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if out.From != nil {
		out.Left, out.Right = lines(out.From), lines(v)
		if len(out.From.Task.Files) > 0 && len(v.Task.Files) > 0 {
			out.Hunks = report.Diff(v.Task.Language, out.From.Task.Files[0].Text, v.Task.Files[0].Text)
			out.Same = len(out.Hunks) == 0
		}
	}
	trials, out.Page = paged(r, trials, pageSize)
	for _, t := range trials {
		row := answerPair{Subject: t.Subject, Repetition: t.Repetition, Right: t}
		if l, ok := left[fmt.Sprintf("%d %s", t.Repetition, t.Subject)]; ok {
			row.Left = &l
		}
		out.Rows = append(out.Rows, row)
	}
	return &page{Name: "variant", Title: v.Key, Run: run.ID, Here: "samples", Data: out}, nil
}

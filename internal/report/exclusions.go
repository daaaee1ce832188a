package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
)

// NotChecked is the note on an exclusion that is given in words only.
const NotChecked = "not checked by assay: described in words only"

// ExclusionResult is one registered exclusion with the trials that it leaves out of the numbers of hypotheses.
type ExclusionResult struct {
	Text   string `json:"text,omitempty"`
	Filter string `json:"filter,omitempty"` // the selectors; "" for words, which leave nothing out
	Trials int    `json:"trials"`           // that match
	Of     int    `json:"of"`               // trials of the run
	// that would match if they are old enough, which is not known; they are not left out
	Open     int      `json:"open,omitempty"`
	Variants []string `json:"variants,omitempty"` // keys of the texts of these trials, in order
}

// LeftOut is the part of a run that the numbers of hypotheses leave out.
type LeftOut struct {
	Exclusions []ExclusionResult // in the order of the registration
	Unnamed    []string          // what they leave out, or lack, without an exclusion that names it
}

// Exclusions applies the exclusions of the registration to the trials of the run; the zero value when nothing was
// registered.
func Exclusions(d *Data) LeftOut {
	if d.Registered == nil {
		return LeftOut{}
	}
	return Kept(d, "exclusions", func() LeftOut { return exclusions(d) })
}

func exclusions(d *Data) LeftOut {
	named, trials := d.Registered.Exclusions, d.Source().Len()
	out := LeftOut{Exclusions: make([]ExclusionResult, len(named))}
	texts := make([]map[string]bool, len(named))
	for i, e := range named {
		out.Exclusions[i] = ExclusionResult{Text: e.Text, Filter: e.Filter(), Of: trials}
		texts[i] = map[string]bool{}
	}
	unasked, unproved := 0, 0
	for s := range d.EachSuite() {
		counts := s.Counts()
		for t := range s.AllTrials() {
			left := false
			for j, e := range named {
				fits, open := e.Fits(t.Variant, t.Subject, t.Outcome)
				if r := &out.Exclusions[j]; fits {
					left = true
					r.Trials++
					texts[j][t.Variant.Key] = true
				} else if open {
					r.Open++
				}
			}
			switch {
			case left:
			case !counts(t.Variant):
				unproved++
			case t.Outcome == "":
				unasked++
			}
		}
	}
	for i, keys := range texts {
		out.Exclusions[i].Variants = slices.Sorted(maps.Keys(keys))
	}
	note := func(n int, what string) {
		if n > 0 {
			out.Unnamed = append(out.Unnamed, Plural(n, "trial")+" "+what)
		}
	}
	note(unproved, "on unproved samples")
	note(unasked, "not asked")
	note(d.Registered.Plan.Trials-trials-len(d.Recalls), "registered but not in the run")
	return out
}

// Result returns the result of an exclusion, in words.
func (e ExclusionResult) Result() string {
	if e.Filter == "" {
		return NotChecked
	}
	out := "no trial of the run matches, so none is left out"
	if e.Trials > 0 {
		out = fmt.Sprintf("%d of %s left out of the numbers of hypotheses, on %s", e.Trials, Plural(e.Of, "trial"),
			someOf(e.Variants))
	}
	if e.Open > 0 {
		out += fmt.Sprintf("; %s stay in, because the publication date of the flaw is not known exactly enough",
			Plural(e.Open, "trial"))
	}
	return out
}

// Name returns the exclusion as it was registered.
func (e ExclusionResult) Name() string {
	if e.Filter == "" || e.Text == "" {
		return e.Text + e.Filter
	}
	return e.Text + " (" + e.Filter + ")"
}

// LeftUnnamed returns, in words, what hypotheses leave out without an exclusion that names it; "" for nothing.
func (l LeftOut) LeftUnnamed() string {
	if len(l.Unnamed) == 0 {
		return ""
	}
	return "Left out of the hypotheses without a registered exclusion: " + strings.Join(l.Unnamed, "; ") + "."
}

// someOf counts texts and names the first few.
func someOf(keys []string) string {
	const few = 3
	out := Plural(len(keys), "text") + ": " + strings.Join(keys[:min(few, len(keys))], ", ")
	if len(keys) > few {
		out += fmt.Sprintf(" and %d more", len(keys)-few)
	}
	return out
}

// ExcludedBy returns the number, from 1, of the first registered exclusion that leaves a trial out of the numbers
// of hypotheses; 0 for none.
func ExcludedBy(r *bench.Registered, row *bench.Trial) int {
	if r == nil {
		return 0
	}
	for i, e := range r.Exclusions {
		if fits, _ := e.Fits(row.Variant, row.Subject, row.Outcome); fits {
			return i + 1
		}
	}
	return 0
}

// without returns the rows that no registered exclusion leaves out, and the number of the others.
func without(r *bench.Registered, rows []bench.Trial) (in []bench.Trial, left int) {
	if !slices.ContainsFunc(r.Exclusions, bench.Exclusion.Checked) {
		return rows, 0
	}
	for i := range rows {
		if ExcludedBy(r, &rows[i]) == 0 {
			in = append(in, rows[i])
		}
	}
	return in, len(rows) - len(in)
}

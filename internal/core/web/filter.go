package web

import (
	"maps"
	"net/http"
	"slices"
	"strconv"

	"assay/internal/bench"
	"assay/internal/core/report"
)

// selection is the part of a run that tables show. Every field is a URL parameter, so
// that a link reproduces the view. "" means any, except for Suite and Chain.
type selection struct {
	Suite    string // the first suite of the run by default: suites are not added up
	Group    string
	Class    string
	Tier     string
	Strategy string
	Chain    string // "" is the original texts, "any" all
	Proof    string // "" is the proved samples, if the suite has any; "any" all
}

// options are the values that a run offers for each field of a selection.
type options struct{ Suites, Groups, Classes, Tiers, Strategies, Chains []string }

func (k *snapshot) options() options {
	sets := [6]map[string]bool{}
	for i := range sets {
		sets[i] = map[string]bool{}
	}
	for _, c := range k.Subjects {
		sets[4][k.subjects[c.Name].Strategy] = true
	}
	for _, v := range k.Texts {
		for i, x := range []string{v.Suite, v.Group, string(v.Class), strconv.Itoa(v.Tier), "", v.Chain} {
			sets[i][x] = true
		}
	}
	list := func(i int, none string) []string {
		delete(sets[i], none)
		return slices.Sorted(maps.Keys(sets[i]))
	}
	return options{list(0, ""), list(1, ""), list(2, ""), list(3, "0"), list(4, ""), list(5, "")}
}

func selectionOf(r *http.Request, o options) selection {
	q := r.URL.Query()
	s := selection{Suite: q.Get("suite"), Group: q.Get("subset"), Class: q.Get("class"), Tier: q.Get("tier"),
		Strategy: q.Get("strategy"), Chain: q.Get("chain"), Proof: q.Get("proof")}
	if s.Suite == "" && len(o.Suites) > 0 {
		s.Suite = o.Suites[0]
	}
	return s
}

// selected returns the texts of a selection, with the trials of its subjects.
func (k *snapshot) selected(s selection) []text {
	counts := k.counted(s.Suite)
	asked := map[string]bool{}
	for _, c := range k.Subjects {
		asked[c.Name] = s.Strategy == "" || k.subjects[c.Name].Strategy == s.Strategy
	}
	var out []text
	for _, v := range k.Texts {
		if v.Suite != s.Suite || s.Group != "" && v.Group != s.Group || s.Class != "" && string(v.Class) != s.Class ||
			s.Tier != "" && strconv.Itoa(v.Tier) != s.Tier ||
			s.Chain != "any" && v.Chain != s.Chain || s.Proof != "any" && !counts(v.Variant) {
			continue
		}
		t := v
		if s.Strategy != "" {
			t.Trials = nil
			for _, f := range v.Trials {
				if asked[f.Subject] {
					t.Trials = append(t.Trials, f)
				}
			}
		}
		out = append(out, t)
	}
	return out
}

// counted returns the filter for the samples that the headline of a report counts:
// those whose original texts are all proved, or all samples if none is.
func (k *snapshot) counted(suite string) func(*bench.Variant) bool {
	var originals []*bench.Variant
	for _, v := range k.Texts {
		if v.Suite == suite && v.Chain == "" {
			originals = append(originals, v.Variant)
		}
	}
	return report.Counted(originals)
}

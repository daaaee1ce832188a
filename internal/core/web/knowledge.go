package web

import (
	"cmp"
	"net/http"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/judge/recall"
	"assay/internal/core/report"
	"assay/internal/core/store"
)

type knowledgeView struct {
	Run      string
	Subjects []*knowledgeLine
	Rows     []incidentRow
	Page     pager
}

// knowledgeLine is the knowledge of one subject: it knows Known of Real incidents and makes claims about Claimed of
// Invented ones. The majority of the repetitions decides.
type knowledgeLine struct {
	Name                           string
	Known, Real, Claimed, Invented int
	Silent                         int // trials without a readable answer
}

// incidentRow is one incident with the knowledge of each subject, in the order of subjects.
type incidentRow struct {
	*bench.Variant
	Cells []knows
}

// knows counts the repetitions in which a subject knows an incident, or makes claims about an invented one.
type knows struct {
	Yes, Asked int
	Right      []recall.Fact // in the last repetition
	Key        string        // of that trial
}

// Most reports whether the majority of the repetitions says yes.
func (k knows) Most() bool { return 2*k.Yes > k.Asked }

// recalled is one fact of an incident next to the subject's claim.
type recalled struct {
	Fact        recall.Fact
	True, Claim string
	Is          string // "right", "wrong", or "" if nothing is claimed or known
}

// claimOf returns the claim of a trial; ok is false when the answer could not be parsed.
func claimOf(t bench.Trial) (c recall.Claim, ok bool) {
	if t.Outcome != bench.Answered {
		return c, false
	}
	c, err := recall.Parse(t.Response.Text)
	return c, err == nil
}

// facts compares an incident with a claim, fact by fact.
func facts(v *bench.Variant, c recall.Claim) []recalled {
	truth := recall.Truth(v)
	got := recall.Assess(truth, c)
	loss := func(x float64) string {
		if x <= 0 {
			return ""
		}
		return "$" + report.Count(int(x))
	}
	claimed := ""
	if c.LossUSD != nil {
		claimed = loss(*c.LossUSD)
	}
	class := ""
	if !truth.Foil {
		class = truth.Class.Title()
	}
	out := []recalled{{recall.Date, truth.Date, c.Date, ""}, {recall.Loss, loss(float64(truth.LossUSD)), claimed, ""},
		{recall.Class, class, c.Class, ""}, {recall.Chain, truth.Chain, c.Chain, ""},
		{recall.Mechanism, truth.Mechanism, c.Mechanism, ""}}
	for i := range out {
		switch f := out[i].Fact; {
		case slices.Contains(got.Right, f):
			out[i].Is = "right"
		case slices.Contains(got.Wrong, f):
			out[i].Is = "wrong"
		}
	}
	return out
}

// knowledge shows what subjects remember of the incidents that the run's questions name.
func (s *Server) knowledge(r *http.Request) (*page, error) {
	run, snap, err := s.snapshotOf(r)
	if err != nil {
		return nil, err
	}
	keys := []string{} // nil would select all
	v := knowledgeView{Run: run.ID}
	column := map[string]int{}
	for i := range snap.Trials {
		f := &snap.Trials[i]
		if f.Variant.Format != bench.Incidents {
			continue
		}
		if !slices.Contains(keys, f.Variant.Key) {
			keys = append(keys, f.Variant.Key)
		}
		if _, ok := column[f.Subject]; !ok {
			column[f.Subject] = len(v.Subjects)
			v.Subjects = append(v.Subjects, &knowledgeLine{Name: f.Subject})
		}
	}
	var rows []incidentRow
	err = store.Each(s.store.Trials(r.Context(), run, store.Wanted{Columns: store.Everything, Variants: keys}),
		func(t bench.Trial) error {
			if len(rows) == 0 || rows[len(rows)-1].Key != t.Variant.Key {
				rows = append(rows, incidentRow{t.Variant, make([]knows, len(v.Subjects))})
			}
			i := column[t.Subject]
			if t.Outcome == "" || t.Variant.Incident == nil {
				return nil
			}
			c, ok := claimOf(t)
			if !ok {
				v.Subjects[i].Silent++
			}
			got := recall.Assess(recall.Truth(t.Variant), c)
			k := &rows[len(rows)-1].Cells[i]
			k.Asked++
			if got.Verified || got.False {
				k.Yes++
			}
			k.Right, k.Key = got.Right, t.Key
			return nil
		})
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		for i, k := range row.Cells {
			if k.Asked == 0 {
				continue
			}
			of, yes := &v.Subjects[i].Real, &v.Subjects[i].Known
			if row.Incident.Foil {
				of, yes = &v.Subjects[i].Invented, &v.Subjects[i].Claimed
			}
			if *of++; k.Most() {
				*yes++
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b incidentRow) int {
		foil := func(r incidentRow) int {
			if r.Incident != nil && r.Incident.Foil {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(foil(a), foil(b)), cmp.Compare(a.Source, b.Source))
	})
	v.Rows, v.Page = paged(r, rows, pageSize)
	return &page{Name: "knowledge", Title: "Knowledge", Run: run.ID, Here: "run", Data: v}, nil
}

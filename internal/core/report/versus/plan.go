package versus

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"assay/internal/core/report"
	"assay/internal/core/report/write"
	"assay/internal/core/stats/scored"
)

// Plan says what numbers of items can show.
type Plan struct {
	FormatVersion int       `json:"format_version"`
	Unit          bool      `json:"unit"`
	Difference    float64   `json:"difference,omitempty"` // that is to be shown
	Rows          []PlanRow `json:"rows"`
	Warnings      []string  `json:"warnings,omitempty"`
}

// PlanRow is one size of a comparison of two subjects.
type PlanRow struct {
	A        string   `json:"a"`
	B        string   `json:"b,omitempty"` // "" for an unknown subject
	Clusters int      `json:"clusters"`    // 0 when more than 100,000 would be needed
	Items    int      `json:"items"`
	Epochs   int      `json:"epochs"`
	Shows    *float64 `json:"shows"` // the smallest difference that is found in 80 of 100 cases; null for no test
	Why      string   `json:"why"`   // of this size
}

// share is a part of the clusters that there are.
type share struct {
	of  float64
	why string
}

// Plans plans comparisons like those of a set: what a quarter to four times its clusters show, and how many show a
// difference; 0 is none. Without epochs, those of the log are planned, and others where they vary.
func Plans(s *scored.Set, difference float64, epochs []int) (*Plan, error) {
	out := &Plan{FormatVersion: FormatVersion, Unit: s.Unit(), Difference: difference}
	pilots := s.Pilots()
	if len(pilots) == 0 {
		return nil, fmt.Errorf("no two subjects have two items or clusters in common: nothing can be planned")
	}
	for _, p := range pilots {
		planned := epochs
		if len(planned) == 0 {
			if planned = []int{p.Epochs}; p.Repeated {
				planned = append(planned, 1, 3, 5)
			}
		}
		planned = slices.Compact(slices.Sorted(slices.Values(planned)))
		if !p.Repeated && (len(planned) > 1 || planned[0] != p.Epochs) {
			return nil, fmt.Errorf("every item has one epoch: what others would bring is not known from this log")
		}
		out.plan(&p, float64(p.Items)/float64(p.Clusters), p.Clusters, planned, []share{{0.25, "a quarter"}, {0.5, "a half"},
			{1, "this log"}, {2, "twice"}, {4, "four times"}})
		if p.B == "" {
			out.Warnings = append(out.Warnings, "one subject: a second one is assumed that has the same scores on other items, "+
				"which is the worst case; two subjects in the logs show how alike they are")
		}
	}
	return out, nil
}

// Texts are what a suite has to ask about.
type Texts struct {
	Sizes []float64      // texts in each cluster
	Known []scored.Pilot // how subjects of an earlier run differ on them, or on some of them; nil without one
	Run   string         // id of that run
}

func (t Texts) items() (sum float64) {
	for _, size := range t.Sizes {
		sum += size
	}
	return sum
}

// Foreseen plans comparisons on the texts of a suite: what parts of its clusters show, of the subjects that are known
// and of unknown ones, and how many clusters show a difference; 0 is none. Without epochs, 1 and 3 are planned.
func Foreseen(of Texts, difference float64, epochs []int) (*Plan, error) {
	out := &Plan{FormatVersion: FormatVersion, Unit: true, Difference: difference}
	if len(of.Sizes) < 2 {
		return nil, fmt.Errorf("there is one cluster: nothing can be planned")
	}
	if len(epochs) == 0 {
		epochs = []int{1, 3}
	}
	items := of.items()
	pilots := slices.Clone(of.Known)
	for _, x := range scored.Disagreements {
		pilots = append(pilots, scored.Assumed(of.Sizes, x))
	}
	for _, p := range pilots {
		planned := slices.DeleteFunc(slices.Clone(epochs), func(e int) bool { return e != p.Epochs && !p.Repeated })
		out.plan(&p, items/float64(len(of.Sizes)), len(of.Sizes), planned, []share{{0.25, "a quarter"}, {0.5, "a half"},
			{1, "all"}})
	}
	if len(of.Known) > 0 {
		out.Warnings = append(out.Warnings, fmt.Sprintf("the named subjects differ as in run %s", of.Run))
	}
	out.Warnings = append(out.Warnings, fmt.Sprintf("of unknown subjects it is assumed that they disagree on %s %% of "+
		"the texts, that the differences of two texts of a cluster have a correlation of %g, and that %.0f %% of the "+
		"variance of a text's difference is between epochs", shares(), scored.Together, 100*scored.Unsteady))
	return out, nil
}

// shares lists the assumed disagreements, in percent.
func shares() string {
	var out []string
	for _, x := range scored.Disagreements {
		out = append(out, fmt.Sprintf("%.0f", 100*x))
	}
	return strings.Join(out, ", ")
}

// plan adds the rows of a pilot: parts of the clusters that there are, each with some items, and what shows the
// difference.
func (p *Plan) plan(of *scored.Pilot, items float64, clusters int, epochs []int, shares []share) {
	for _, e := range epochs {
		for _, s := range shares {
			if n := int(math.Round(float64(clusters) * s.of)); n > 1 {
				p.add(of, items, n, e, s.why)
			}
		}
		if p.Difference > 0 {
			n, ok := of.Needs(p.Difference, e)
			if !ok {
				n = 0
			}
			p.add(of, items, n, e, "for "+p.size(p.Difference))
		}
	}
}

func (p *Plan) size(x float64) string { return (&Comparison{Unit: p.Unit}).amount(x) }

func (p *Plan) add(of *scored.Pilot, items float64, clusters, epochs int, why string) {
	r := PlanRow{A: of.A, B: of.B, Clusters: clusters, Epochs: epochs, Why: why,
		Items: int(math.Ceil(float64(clusters)*items - 1e-9))}
	if d, ok := of.Shows(clusters, epochs); ok && (d <= 1 || !p.Unit) {
		r.Shows = &d
	}
	p.Rows = append(p.Rows, r)
}

// JSON writes the plan as one indented JSON object.
func (p *Plan) JSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(p)
}

// Document returns the plan as a page.
func (p *Plan) Document() write.Document {
	t := write.Table{ID: "plan", Main: true, Columns: []write.Column{{Key: "a", Title: "A", Name: true},
		{Key: "b", Title: "B", Name: true}, {Key: "why", Title: "Size"}, {Key: "items", Title: "Items", Number: true},
		{Key: "clusters", Title: "Clusters", Number: true}, {Key: "epochs", Title: "Epochs", Number: true},
		{Key: "shows", Title: "Shown at ≥", Number: true}}}
	for _, r := range p.Rows {
		shows, items, clusters := write.Text("nothing"), write.Int(r.Items), write.Int(r.Clusters)
		switch {
		case r.Clusters == 0:
			items, clusters, shows = write.Text(""), write.Text("> 100,000"), write.Text("")
		case r.Shows != nil:
			shows = write.Figure(p.size(*r.Shows), *r.Shows)
		}
		t.Rows = append(t.Rows, write.Row{Cells: []write.Value{write.Text(r.A), write.Text(r.B), write.Text(r.Why),
			items, clusters, write.Int(r.Epochs), shows}})
	}
	foot := "Shown at ≥: the smallest difference that one comparison finds in 80 of 100 cases, at 5 %, by drawing " +
		"clusters with replacement. Of several pairs that are compared together, each shows less."
	return write.Document{Title: "Plan", Notes: p.Warnings, Foot: []string{foot},
		Sections: []write.Section{{ID: "plan", Title: "Plan", Tables: []write.Table{t}}}}
}

// Shows says in one line each what texts of a suite, each asked a number of times, show of two subjects.
func (t Texts) Shows(epochs int) []string {
	of := fmt.Sprintf("%s of %s", report.Plural(len(t.Sizes), "cluster"), report.Plural(int(t.items()), "text"))
	const rest = "or more in 80 of 100 simulated comparisons"
	var disagree, shown []string
	for _, x := range scored.Disagreements {
		if len(t.Sizes) < 2 {
			break
		}
		if d, ok := scored.Assumed(t.Sizes, x).Shows(len(t.Sizes), epochs); ok {
			disagree, shown = append(disagree, fmt.Sprintf("%.0f", 100*x)), append(shown, fmt.Sprintf("%.1f", 100*d))
		}
	}
	out := []string{of + " can hardly show a difference between two subjects"}
	if len(shown) > 0 {
		out = []string{fmt.Sprintf("%s: two subjects that disagree on %s %% of them show a difference of %s points %s; "+
			"assay plan --suite says what else does, and what is assumed", of, strings.Join(disagree, ", "),
			strings.Join(shown, ", "), rest)}
	}
	var known []float64
	for _, p := range t.Known {
		if d, ok := p.Shows(len(t.Sizes), epochs); ok && d <= 1 {
			known = append(known, 100*d)
		}
	}
	if len(known) > 0 {
		between := fmt.Sprintf("%.1f", slices.Min(known))
		if len(known) > 1 {
			between += fmt.Sprintf(" to %.1f", slices.Max(known))
		}
		out = append(out, fmt.Sprintf("two that differ as the subjects of run %s do show %s points %s", t.Run, between, rest))
	}
	return out
}

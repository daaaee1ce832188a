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
	"assay/internal/core/stats"
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
		for _, e := range planned {
			for _, size := range []struct {
				share float64
				why   string
			}{{0.25, "a quarter"}, {0.5, "a half"}, {1, "this log"}, {2, "twice"}, {4, "four times"}} {
				if n := int(math.Round(float64(p.Clusters) * size.share)); n > 1 {
					out.add(&p, n, e, size.why)
				}
			}
			if difference > 0 {
				n, ok := p.Needs(difference, e)
				if !ok {
					n = 0
				}
				out.add(&p, n, e, "for "+out.size(difference))
			}
		}
		if p.B == "" {
			out.Warnings = append(out.Warnings, "one subject: a second one is assumed that has the same scores on other items, "+
				"which is the worst case; two subjects in the logs show how alike they are")
		}
	}
	return out, nil
}

func (p *Plan) size(x float64) string { return (&Comparison{Unit: p.Unit}).amount(x) }

func (p *Plan) add(of *scored.Pilot, clusters, epochs int, why string) {
	r := PlanRow{A: of.A, B: of.B, Clusters: clusters, Epochs: epochs, Why: why,
		Items: int(math.Ceil(float64(clusters) * float64(of.Items) / float64(of.Clusters)))}
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
		"clusters of the logs with replacement. Of several pairs that are compared together, each shows less."
	return write.Document{Title: "Plan", Notes: p.Warnings, Foot: []string{foot},
		Sections: []write.Section{{ID: "plan", Title: "Plan", Tables: []write.Table{t}}}}
}

// Assumed says in one line what a number of clusters shows of two subjects that are not known yet.
func Assumed(clusters int) string {
	var shares, shown []string
	for _, share := range []float64{0.1, 0.2, 0.3} {
		d, ok := stats.SmallestDetectable(clusters, share, scored.Alpha, scored.Power)
		if !ok {
			continue
		}
		shares, shown = append(shares, fmt.Sprintf("%.0f", 100*share)), append(shown, fmt.Sprintf("%.1f", 100*d))
	}
	if len(shown) == 0 {
		return fmt.Sprintf("%s can hardly show a difference between two subjects", report.Plural(clusters, "cluster"))
	}
	return fmt.Sprintf("%s: two subjects that disagree on %s %% of them show a difference of %s points or more in 80 of "+
		"100 cases; assay plan computes it from a log", report.Plural(clusters, "cluster"), strings.Join(shares, ", "),
		strings.Join(shown, ", "))
}

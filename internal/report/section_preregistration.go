package report

import (
	"fmt"
	"strings"

	"assay/internal/bench"
)

var preregistrationSection = Section{ID: "preregistration", Title: "Preregistration", Build: buildPreregistration}

type preregistrationData struct {
	*bench.Registered
	Says, When string
	Alpha      string
	Results    []HypothesisResult
	Tested     bool // there is a test among them
	Left       Left
	Text       string
}

func buildPreregistration(d *Data) (any, bool) {
	if d.Registered == nil {
		return nil, false
	}
	out := preregistrationData{Registered: d.Registered, Says: Registration(d), When: when(d.Registered.RegisteredAt), Alpha: fmt.Sprint(d.Registered.Alpha), Results: Hypotheses(d), Left: Exclusions(d), Text: HypothesesText}
	for _, h := range out.Results {
		out.Tested = out.Tested || len(h.Lines) > 0
	}
	return out, true
}

// Registration says in a sentence whether the run kept what was fixed before it;
// "" when nothing was.
func Registration(d *Data) string {
	r := d.Registered
	if r == nil {
		return ""
	}
	out := fmt.Sprintf("Preregistered on %s (%.12s)", when(r.RegisteredAt), r.Hash)
	if len(r.Deviations) == 0 {
		return out + ", and run as registered."
	}
	return fmt.Sprintf("%s, and not run as registered: %s.", out, strings.Join(r.Deviations, "; "))
}

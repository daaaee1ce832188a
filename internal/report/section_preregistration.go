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
}

func buildPreregistration(d *Data) (any, bool) {
	if d.Registered == nil {
		return nil, false
	}
	return preregistrationData{d.Registered, Registration(d), when(d.Registered.RegisteredAt), fmt.Sprint(d.Registered.Alpha)}, true
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

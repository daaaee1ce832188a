package bench

import (
	"slices"
	"strings"
)

// Judging names the judges of record of a run. The executing judge decides on answers
// that are code, the asked judges on all other answers, and the rule judge where neither
// is configured.
type Judging struct {
	Rule string `json:"rule"` // name of the rule judge
	// names of the judges that read answers, in the given order; several decide by majority
	Asked []string `json:"asked,omitempty"`
	Exec  string   `json:"exec,omitempty"` // name of the judge that executes code; "" when code is not decided
}

// Others returns the names of all judges except the rule judge.
func (j Judging) Others() []string {
	if j.Exec == "" {
		return j.Asked
	}
	return append(slices.Clone(j.Asked), j.Exec)
}

// Counts reports whether the verdict of the named judge counts, alone or on a panel: on
// answers that are code if code is true, else on reviews.
func (j Judging) Counts(name string, code bool) bool {
	if code && j.Exec != "" {
		return name == j.Exec
	}
	if len(j.Asked) == 0 {
		return name == j.Rule
	}
	return slices.Contains(j.Asked, name)
}

// String describes the judging for readers. Equal values have equal descriptions.
func (j Judging) String() string {
	s := j.Rule
	switch len(j.Asked) {
	case 0:
	case 1:
		s = j.Asked[0]
	default:
		s = "panel(" + strings.Join(j.Asked, ", ") + ")"
	}
	if j.Exec != "" {
		s += ", " + j.Exec + " on code"
	}
	return s
}

package bench

import (
	"slices"
	"strings"
)

// Judging says whose verdicts count in a run: on code, what execution showed;
// else the verdict of the judges that were asked; without one, the rule judge's.
type Judging struct {
	Rule  string   `json:"rule"`            // name of the rule judge
	Asked []string `json:"asked,omitempty"` // names of the judges that read answers, as they were given; several decide by majority
	Exec  string   `json:"exec,omitempty"`  // name of the judge that executes code; "" when code is not decided
}

// Others returns the names of the judges beside the rule judge.
func (j Judging) Others() []string {
	if j.Exec == "" {
		return j.Asked
	}
	return append(slices.Clone(j.Asked), j.Exec)
}

// Counts reports whether the judge of that name makes the verdict, alone or on a
// panel: on reviews, or on answers that are code.
func (j Judging) Counts(name string, code bool) bool {
	if code && j.Exec != "" {
		return name == j.Exec
	}
	if len(j.Asked) == 0 {
		return name == j.Rule
	}
	return slices.Contains(j.Asked, name)
}

// String describes the judging for readers. Two equal ones have one description.
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

package evidence

import (
	"fmt"
	"slices"
)

// SQLVersion is raised when SQL evidence of older versions no longer shows what the
// current one requires.
const SQLVersion = 2

// SQLCell is what the executions of one kind showed of a test. For Regular and Cross,
// Attempts counts sets; an Exploit is one attack that succeeds on a bad file.
type SQLCell struct {
	Kind        Kind   `json:"kind"`
	Set         string `json:"set,omitempty"`
	Requirement int    `json:"requirement,omitempty"`
	Oracle      string `json:"oracle,omitempty"`
	Attempts    int    `json:"attempts,omitempty"`
	Shown       string `json:"shown,omitempty"`
	Failure     string `json:"failure,omitempty"`
}

// SQLTest is the evidence on one test file. A good file resists; on a bad file, an
// attack succeeds on each requirement that it violates and on no other.
type SQLTest struct {
	Name     string    `json:"name"`
	Bad      bool      `json:"bad,omitempty"`
	Violates []int     `json:"violates,omitempty"`
	Twin     string    `json:"twin,omitempty"`
	Cells    []SQLCell `json:"cells"`
	Proved   bool      `json:"proved"`
}

// SQLEvidence is what was shown for one query and all its tests. It contains no time
// and no machine name: the same texts give the same bytes.
type SQLEvidence struct {
	Version  int               `json:"version"`
	Query    string            `json:"query"` // application/query
	Engine   string            `json:"engine"`
	Files    map[string]string `json:"files"` // SHA-256 of every executed text, by name
	Problems []string          `json:"problems,omitempty"`
	Tests    []SQLTest         `json:"tests"`
	Proved   bool              `json:"proved"`
}

// Test returns the evidence on one test; the second result is false if there is none.
func (e *SQLEvidence) Test(name string) (SQLTest, bool) {
	i := slices.IndexFunc(e.Tests, func(t SQLTest) bool { return t.Name == name })
	if i < 0 {
		return SQLTest{}, false
	}
	return e.Tests[i], true
}

// Failures returns the failed checks, one line each.
func (e *SQLEvidence) Failures() []string {
	out := slices.Clone(e.Problems)
	for _, t := range e.Tests {
		for _, c := range t.Cells {
			switch {
			case c.Failure == "":
			case c.Set == "":
				out = append(out, t.Name+": "+c.Failure)
			default:
				out = append(out, fmt.Sprintf("%s, set %q: %s", t.Name, c.Set, c.Failure))
			}
		}
	}
	return out
}

// Summary returns in one line what was shown of a test.
func (t *SQLTest) Summary() string {
	var regular, cross int
	var shown string
	for _, c := range t.Cells {
		switch {
		case c.Failure != "":
			return "not proved: " + c.Failure
		case c.Kind == Regular:
			regular = c.Attempts
		case c.Kind == Cross:
			cross = c.Attempts
		case c.Kind != Exploit:
		case shown == "" && slices.Contains(t.Violates, c.Requirement):
			shown = fmt.Sprintf("; falls for %q of requirement %d: %s, %s", c.Set, c.Requirement, c.Oracle, c.Shown)
		}
	}
	return fmt.Sprintf("does its work on %d sets; resists %d attacks%s", regular, cross, shown)
}

// Stale returns why evidence does not apply to the given texts and tests, "" if it
// does. Of each test, only name, label, requirements and twin are compared.
func (e *SQLEvidence) Stale(files map[string]string, tests []SQLTest) string {
	if why := stale(e.Version, SQLVersion, true, e.Files, files); why != "" {
		return why
	}
	if len(e.Tests) != len(tests) {
		return "a file went away"
	}
	for _, t := range tests {
		if old, ok := e.Test(t.Name); !ok || old.Bad != t.Bad || old.Twin != t.Twin ||
			!slices.Equal(old.Violates, t.Violates) {
			return "label, requirement or twin of " + t.Name + " changed"
		}
	}
	return ""
}

// Encode returns the bytes of a <query>.evidence.json.
func (e *SQLEvidence) Encode() ([]byte, error) { return encode(e, "  ", "evidence of "+e.Query) }

// DecodeSQL reads a <query>.evidence.json; unknown fields are an error.
func DecodeSQL(b []byte) (*SQLEvidence, error) {
	return decode[SQLEvidence](b, "an evidence.json of a query")
}

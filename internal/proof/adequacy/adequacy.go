// Package adequacy tests whether a proof would notice the removal of a check: every check of a correct contract, and
// every part of a condition of a good query, is removed, one at a time, and the proof of the whole text is run on the
// rest.
//
// A check survives when its removal is not noticed. Either the proof lacks a case, or the check does not matter;
// the proof then states that, with a reason.
//
// A format takes part with a function that returns a [Report]. The function knows what a check is in its format
// and how its proofs run: [SQL] for SQL applications, [Solidity] and [Judge] for Solidity samples.
package adequacy

import (
	"fmt"
	"strings"
)

// Verdict is the result of a deletion.
type Verdict string

const (
	Noticed    Verdict = "noticed"    // the proof fails without the check
	Survived   Verdict = "survived"   // the proof still holds
	Equivalent Verdict = "equivalent" // it still holds, and the proof gives the reason why that is right
	Invalid    Verdict = "invalid"    // the rest does not run, or equals another text of the same proof
)

// Deletion is one check removed from a text, with the result of the proof.
type Deletion struct {
	Unit    string  `json:"unit"`    // the unit of the proof: application/query, or a sample
	Text    string  `json:"text"`    // the test or the file
	Line    int     `json:"line"`    // of the check
	What    string  `json:"what"`    // "without po.org_id = :org_id"
	Verdict Verdict `json:"verdict"` //
	Why     string  `json:"why"`     // what noticed it, the reason why it does not matter, or why it does not run

	stopped bool // it was noticed only because of a limit of time or memory
}

// Taken returns what was removed, as a proof names it under `equivalent`.
func (d *Deletion) Taken() string { return strings.TrimPrefix(d.What, "without ") }

func (d *Deletion) String() string {
	return fmt.Sprintf("%s: %s, line %d: %s", d.Unit, d.Text, d.Line, d.What)
}

// Report holds the findings on the proofs of a format.
type Report struct {
	Deletions []Deletion `json:"deletions"`
	Problems  []string   `json:"problems,omitempty"` // an unneeded reason, or a proof that fails without a deletion
}

// Count returns the number of deletions with a verdict.
func (r *Report) Count(v Verdict) int {
	n := 0
	for i := range r.Deletions {
		if r.Deletions[i].Verdict == v {
			n++
		}
	}
	return n
}

// Add appends the findings of another report.
func (r *Report) Add(other *Report) {
	r.Deletions = append(r.Deletions, other.Deletions...)
	r.Problems = append(r.Problems, other.Problems...)
}

// Package adequacy asks whether a proof would notice the loss of a check: every
// check of a text that is called right is taken away, one at a time, and the
// proof of the whole text is run on the rest.
//
// A check whose loss is not noticed survives. Either the proof lacks a case, or
// the check does not matter, which the proof then says with a reason.
//
// A format takes part with a function that returns a [Report]: it knows what a
// check is and how its proofs run: [SQL] for SQL applications, [Solidity] and [Judge] for
// Solidity samples.
package adequacy

import (
	"fmt"
	"strings"
)

// Verdict is what became of a deletion.
type Verdict string

const (
	Noticed    Verdict = "noticed"    // the proof fails without the check
	Survived   Verdict = "survived"   // the proof still holds
	Equivalent Verdict = "equivalent" // it still holds, and the proof says why that is right
	Invalid    Verdict = "invalid"    // the rest does not run, or is another text of the same proof
)

// Deletion is one check taken out of a text, and what the proof said.
type Deletion struct {
	Unit    string  `json:"unit"`    // what the proof is of: application/query, or a sample
	Text    string  `json:"text"`    // the test or the file
	Line    int     `json:"line"`    // of the check
	What    string  `json:"what"`    // "without po.org_id = :org_id"
	Verdict Verdict `json:"verdict"` //
	Why     string  `json:"why"`     // what noticed it, the reason why it does not matter, or why it does not run

	stopped bool // only a limit of time or memory noticed it
}

// Taken is what was taken away, as a proof names it under `equivalent`.
func (d *Deletion) Taken() string { return strings.TrimPrefix(d.What, "without ") }

func (d *Deletion) String() string {
	return fmt.Sprintf("%s: %s, line %d: %s", d.Unit, d.Text, d.Line, d.What)
}

// Report is what was found out about the proofs of a format.
type Report struct {
	Deletions []Deletion `json:"deletions"`
	Problems  []string   `json:"problems,omitempty"` // a reason that no survivor needs, a proof that fails as it is
}

// Count returns how many deletions ended so.
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

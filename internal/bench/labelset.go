package bench

import (
	"fmt"
	"slices"
)

// Severities are the severities of flaws, the gravest first.
var Severities = []string{"critical", "high", "medium", "low"}

// LabelSet is one real flaw of a text: its class and its description. Labels refer to it
// by number ([Label.Set]). Most texts have one documented flaw; an audited contract may have
// several, and each of them is a target. An undocumented flaw (SECONDARY_VULN) is not a
// target.
type LabelSet struct {
	Number    int    `json:"number"` // from 1
	Class     Class  `json:"class"`
	Severity  string `json:"severity,omitempty"`
	Secondary bool   `json:"secondary,omitempty"` // real but undocumented, not a target: finding it is a bonus
	RootCause string `json:"root_cause,omitempty"`
	Attack    string `json:"attack,omitempty"`
	Fix       string `json:"fix,omitempty"`
}

// LabelSets returns the flaws of a vulnerable variant by number: first the flaw in the
// fields of the variant, then Further. On a twin they describe the repaired flaws.
func (v *Variant) LabelSets() []LabelSet {
	first := LabelSet{Number: 1, Class: v.Class, Severity: v.Severity,
		RootCause: v.RootCause, Attack: v.Attack, Fix: v.Fix}
	return append([]LabelSet{first}, v.Further...)
}

// Documented returns the label sets that are targets, in order of number.
func (v *Variant) Documented() []LabelSet {
	return slices.DeleteFunc(v.LabelSets(), func(s LabelSet) bool { return s.Secondary })
}

// Several reports whether the variant has more than one target. Verdicts then decide on
// each target ([Verdict.Targets]).
func (v *Variant) Several() bool {
	return slices.ContainsFunc(v.Further, func(s LabelSet) bool { return !s.Secondary })
}

// manyFlaws is the number of flaws in one text from which the severity of each tells more than the text.
const manyFlaws = 4

// Audited reports whether the variant has, or had before its repair, so many documented flaws that the answer is the
// report of an audit.
func (v *Variant) Audited() bool { return len(v.Documented()) >= manyFlaws }

// Number returns the number of the label's set, from 1.
func (l Label) Number() int { return max(l.Set, 1) }

// Name returns the security function in the syntax of markers, with the number of the
// label set where Set is given.
func (l Label) Name() string {
	if l.Set > 0 {
		return fmt.Sprintf("%s#%d", l.Function, l.Set)
	}
	return string(l.Function)
}

// TargetsOf returns the target labels of the label set with that number, which locate its
// flaw.
func (v *Variant) TargetsOf(set int) []Label {
	return slices.DeleteFunc(v.Targets(), func(l Label) bool { return l.Number() != set })
}

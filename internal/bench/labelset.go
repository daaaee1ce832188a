package bench

import (
	"fmt"
	"slices"
)

// LabelSet is one true flaw of a text: its class, its words and its labels. A text
// has one documented flaw as a rule; an audit of a contract may document several, and
// each of them is a target. A flaw that is not documented (SECONDARY_VULN) is no target.
type LabelSet struct {
	Number    int    `json:"number"` // from 1
	Class     Class  `json:"class"`
	Severity  string `json:"severity,omitempty"`
	Secondary bool   `json:"secondary,omitempty"` // true, not documented, and no target: finding it is a bonus
	RootCause string `json:"root_cause,omitempty"`
	Attack    string `json:"attack,omitempty"`
	Fix       string `json:"fix,omitempty"`
}

// LabelSets returns the flaws of a vulnerable variant in order of number: that of the
// variant's own fields first, then Further. Those of its twin say what was repaired.
func (v *Variant) LabelSets() []LabelSet {
	first := LabelSet{Number: 1, Class: v.Class, Severity: v.Severity, RootCause: v.RootCause, Attack: v.Attack, Fix: v.Fix}
	return append([]LabelSet{first}, v.Further...)
}

// Documented returns the label sets that are targets, in order of number.
func (v *Variant) Documented() []LabelSet {
	return slices.DeleteFunc(v.LabelSets(), func(s LabelSet) bool { return s.Secondary })
}

// Several reports whether the variant has more than one target: verdicts then say of
// each whether it was found.
func (v *Variant) Several() bool {
	return slices.ContainsFunc(v.Further, func(s LabelSet) bool { return !s.Secondary })
}

// Number returns the number of the label's set, from 1.
func (l Label) Number() int { return max(l.Set, 1) }

// Name is the security function as markers write it, with the number of the label set
// where it is not the first.
func (l Label) Name() string {
	if l.Set > 0 {
		return fmt.Sprintf("%s#%d", l.Function, l.Set)
	}
	return string(l.Function)
}

// TargetsOf returns the labels that say where a documented flaw is.
func (v *Variant) TargetsOf(set int) []Label {
	return slices.DeleteFunc(v.Targets(), func(l Label) bool { return l.Number() != set })
}

package bench

import "strings"

// A Format is the form that the samples of a suite have. It decides which questions are
// asked, how a finding is matched and what things are called; everything that differs
// between formats asks one of its methods.
type Format string

const (
	Contracts Format = "blockbench" // Solidity, with labels on lines
	Queries   Format = "tenantsql"  // SQL against a specification with numbered requirements
	Incidents Format = "incident"   // questions about an incident, without a text under review
)

// HasCode reports whether a variant of the format is a text to be judged. Anything else
// that a subject is asked is in no table of detection.
func (f Format) HasCode() bool { return f == Contracts || f == Queries }

// ByRequirement reports whether a flaw is the violation of a numbered requirement, by a
// text as a whole. Otherwise it is a place in the text, and has one documented class.
func (f Format) ByRequirement() bool { return f == Queries }

// Noun returns the word for one text of the format.
func (f Format) Noun() string {
	if f == Queries {
		return "query"
	}
	return "program"
}

// Group returns the word for the parts of a suite of the format.
func (f Format) Group() string {
	if f == Queries {
		return "application"
	}
	return "subset"
}

// FormatNames joins the names of formats with commas.
func FormatNames(list []Format) string {
	var names []string
	for _, f := range list {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

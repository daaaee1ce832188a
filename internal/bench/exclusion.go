package bench

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Exclusion describes trials that the tests of registered hypotheses omit: those that
// match all set selectors. An exclusion without selectors is a text for readers, which
// matches no trial; JSON and YAML write it as a string.
type Exclusion struct {
	Text    string  `json:"text,omitempty"` // the reason, or the whole exclusion without selectors
	Suite   string  `json:"suite,omitempty"`
	Subset  string  `json:"subset,omitempty"` // subset or application: [Variant.Group]
	Sample  string  `json:"sample,omitempty"` // id within its suite
	Class   Class   `json:"class,omitempty"`
	Tier    int     `json:"tier,omitempty"`
	Proof   Proof   `json:"proof,omitempty"`
	Before  string  `json:"before,omitempty"` // YYYY-MM-DD: flaws that were public before that day
	Subject string  `json:"subject,omitempty"`
	Outcome Outcome `json:"outcome,omitempty"`
}

// Checked reports whether a selector is set, so that a program can apply the exclusion.
func (e Exclusion) Checked() bool { return e != Exclusion{Text: e.Text} }

// Filter returns the selectors in the syntax of a draft; "" without any.
func (e Exclusion) Filter() string {
	var out []string
	say := func(key, value string) {
		if value != "" {
			out = append(out, key+": "+value)
		}
	}
	say("suite", e.Suite)
	say("subset", e.Subset)
	say("sample", e.Sample)
	say("class", string(e.Class))
	if e.Tier != 0 {
		say("tier", fmt.Sprint(e.Tier))
	}
	say("proof", string(e.Proof))
	say("before", e.Before)
	say("subject", e.Subject)
	say("outcome", string(e.Outcome))
	return strings.Join(out, ", ")
}

// Fits reports whether the exclusion omits a trial of subject on v. The outcome is "" for
// a trial that has not ended. open means that only Before is undecided, because the date on
// which the flaw became public is unknown, or is a month or year that contains the day
// Before. An exclusion without selectors fits no trial.
func (e Exclusion) Fits(v *Variant, subject string, outcome Outcome) (fits, open bool) {
	if !e.Checked() {
		return false, false
	}
	for _, s := range [][2]string{{e.Suite, v.Suite}, {e.Subset, v.Group}, {e.Sample, v.Sample},
		{string(e.Class), string(v.Class)}, {string(e.Proof), string(v.Proof)}, {e.Subject, subject},
		{string(e.Outcome), string(outcome)}} {
		if s[0] != "" && s[0] != s[1] {
			return false, false
		}
	}
	if e.Tier != 0 && e.Tier != v.Tier {
		return false, false
	}
	if e.Before == "" {
		return true, false
	}
	first, last, ok := days(v.Public)
	if ok && last < e.Before {
		return true, false
	}
	return false, !ok || first < e.Before
}

// days returns the first and the last day of a day, a month or a year, as strings
// whose order is the order of the days.
func days(public string) (first, last string, ok bool) {
	switch len(public) {
	case len("2006"):
		return public + "-01-01", public + "-12-31", true
	case len("2006-01"):
		return public + "-01", public + "-31", true
	}
	return public, public, len(public) == len("2006-01-02")
}

// plainExclusion has the fields without the methods.
type plainExclusion Exclusion

// MarshalJSON writes an exclusion without selectors as a string.
func (e Exclusion) MarshalJSON() ([]byte, error) {
	if !e.Checked() {
		return json.Marshal(e.Text)
	}
	return json.Marshal(plainExclusion(e))
}

// UnmarshalJSON reads what [Exclusion.MarshalJSON] writes.
func (e *Exclusion) UnmarshalJSON(b []byte) error {
	return e.UnmarshalYAML(func(to any) error { return json.Unmarshal(b, to) })
}

// MarshalYAML writes an exclusion without selectors as a string.
func (e Exclusion) MarshalYAML() (any, error) {
	if !e.Checked() {
		return e.Text, nil
	}
	return plainExclusion(e), nil
}

// UnmarshalYAML reads a string, or selectors.
func (e *Exclusion) UnmarshalYAML(decode func(any) error) error {
	var text string
	if decode(&text) == nil {
		*e = Exclusion{Text: text}
		return nil
	}
	return decode((*plainExclusion)(e))
}

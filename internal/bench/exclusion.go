package bench

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Exclusion is what the numbers of registered hypotheses leave out: the trials
// that fit all selectors that are given, or without any selector words, which are
// for readers. Words alone are written as a string, in JSON and in YAML.
type Exclusion struct {
	Text    string  `json:"text,omitempty"` // why, or all there is
	Suite   string  `json:"suite,omitempty"`
	Subset  string  `json:"subset,omitempty"` // or application: [Variant.Group]
	Sample  string  `json:"sample,omitempty"` // id within its suite
	Class   Class   `json:"class,omitempty"`
	Tier    int     `json:"tier,omitempty"`
	Proof   Proof   `json:"proof,omitempty"`
	Before  string  `json:"before,omitempty"` // YYYY-MM-DD: flaws that were public before that day
	Subject string  `json:"subject,omitempty"`
	Outcome Outcome `json:"outcome,omitempty"`
}

// Checked reports whether there is a selector, so that a program can tell what is left out.
func (e Exclusion) Checked() bool { return e != Exclusion{Text: e.Text} }

// Filter writes the selectors as they are written in a draft; "" without any.
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

// Fits reports whether a trial on v that ended in an outcome, "" for one that
// did not, is left out. open means that it would be if the flaw were known to have been
// public before the day, and its date is not known, or not to the day. Words fit nothing.
func (e Exclusion) Fits(v *Variant, subject string, outcome Outcome) (fits, open bool) {
	if !e.Checked() {
		return false, false
	}
	for _, s := range [][2]string{{e.Suite, v.Suite}, {e.Subset, v.Group}, {e.Sample, v.Sample}, {string(e.Class), string(v.Class)},
		{string(e.Proof), string(v.Proof)}, {e.Subject, subject}, {string(e.Outcome), string(outcome)}} {
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

// days returns the first and the last day of a day, a month or a year, as texts
// that compare as days do.
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

// MarshalJSON writes words alone as a string.
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

// MarshalYAML writes words alone as a string.
func (e Exclusion) MarshalYAML() (any, error) {
	if !e.Checked() {
		return e.Text, nil
	}
	return plainExclusion(e), nil
}

// UnmarshalYAML reads words alone, or selectors.
func (e *Exclusion) UnmarshalYAML(decode func(any) error) error {
	var text string
	if decode(&text) == nil {
		*e = Exclusion{Text: text}
		return nil
	}
	return decode((*plainExclusion)(e))
}

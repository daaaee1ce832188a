package proof

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// AdequacyVersion is raised when another question is asked of a proof.
const AdequacyVersion = 2

// Adequacy says of each guard of a sample whether the proof notices its loss. It
// holds no time and no machine: the same texts give the same bytes.
type Adequacy struct {
	Version int               `json:"version"`
	Sample  string            `json:"sample"`
	Rules   Rules             `json:"rules"`
	Files   map[string]string `json:"files"` // as in Evidence
	Guards  []Guard           `json:"guards"`
}

// Guard is a check that was taken out of both sources, or out of the one that has it.
type Guard struct {
	In         string `json:"in"`                   // "Jar.take", with the modifier where it stands in one
	Without    string `json:"without"`              // the condition
	Vulnerable int    `json:"vulnerable,omitempty"` // its line in the vulnerable source, 0 where it has none
	Fixed      int    `json:"fixed,omitempty"`      // its line in the twin
	Caller     bool   `json:"caller,omitempty"`     // it speaks of who calls
	Noticed    string `json:"noticed,omitempty"`    // what fails without it, "" for nothing
}

// Name says which guard it is, as a sample names it under `equivalent`.
func (g *Guard) Name() string { return g.In + ": " + g.Without }

// Rate counts the guards on the caller, or the others, and how many of them a
// proof notices.
func (a *Adequacy) Rate(caller bool) (noticed, all int) {
	for i := range a.Guards {
		if g := &a.Guards[i]; g.Caller == caller {
			all++
			if g.Noticed != "" {
				noticed++
			}
		}
	}
	return noticed, all
}

// Stale says why the result does not speak of the given texts and rules, "" when
// it does.
func (a *Adequacy) Stale(rules Rules, files map[string]string) string {
	switch {
	case a.Version != AdequacyVersion:
		return fmt.Sprintf("it has version %d, this program asks for %d", a.Version, AdequacyVersion)
	case a.Rules != rules:
		return "compiler, contract, attacker or impact in sample.yaml changed"
	}
	return changed(a.Files, files)
}

// Encode writes the bytes of an adequacy.json, a guard a line.
func (a *Adequacy) Encode() ([]byte, error) {
	head := *a
	head.Guards = nil
	line := func(v any) ([]byte, error) {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		err := enc.Encode(v)
		return bytes.TrimSpace(b.Bytes()), err
	}
	b, err := line(head)
	if err != nil {
		return nil, fmt.Errorf("encoding the adequacy of %s: %w", a.Sample, err)
	}
	var out bytes.Buffer
	out.Write(bytes.TrimSuffix(b, []byte("null}")))
	out.WriteString("[")
	for i := range a.Guards {
		if b, err = line(&a.Guards[i]); err != nil {
			return nil, fmt.Errorf("encoding the adequacy of %s: %w", a.Sample, err)
		}
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n")
		out.Write(b)
	}
	out.WriteString("\n]}\n")
	return out.Bytes(), nil
}

// DecodeAdequacy reads an adequacy.json; unknown fields are an error.
func DecodeAdequacy(b []byte) (*Adequacy, error) {
	var a Adequacy
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		return nil, fmt.Errorf("not an adequacy.json: %w", err)
	}
	return &a, nil
}

package evidence

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// VariantsVersion is raised when evidence on variants of older versions no longer
// shows what the current one requires.
const VariantsVersion = 1

// The obligations of interventions, which preserve nothing and so get no certificate.
const (
	ExploitDies  = "exploit-dies"  // the flaw is gone: honest use passes, the attack does not work
	DecoyResists = "decoy-resists" // the attack works as before, and the attack on the decoy does not
)

// Variant is the evidence on one text that a chain of transformations made. Exactly
// one of Certificate, Failure and Inapplicable states the result; but Failure may be
// set together with a Certificate that is weaker than promised.
type Variant struct {
	Chain string `json:"chain"`
	Seed  uint64 `json:"seed"`
	Half  Source `json:"half,omitempty"` // the source of a Solidity sample that was rewritten
	Test  string `json:"test,omitempty"` // the SQL test that was rewritten

	Task   string `json:"task,omitempty"`   // bench.Task.Hash of the text
	Hidden string `json:"hidden,omitempty"` // SHA-256 of the proof it was executed with, rewritten in the same way

	Certificate  string `json:"certificate,omitempty"` // "C1" to "C5", ExploitDies or DecoyResists
	Promised     string `json:"promised,omitempty"`    // the weakest certificate that this chain may get
	Settings     string `json:"settings,omitempty"`    // compiler and settings behind the certificate
	Shown        string `json:"shown,omitempty"`       // what was compared and observed, in one line
	Failure      string `json:"failure,omitempty"`     // why the variant is not usable
	Inapplicable string `json:"inapplicable,omitempty"`
}

// Variants is the evidence on the variants of one sample, or of all the tests of a SQL application.
// It contains no time and no machine name: the same sources give the same bytes.
type Variants struct {
	Version int    `json:"version"`
	Sample  string `json:"sample"`
	Engine  string `json:"engine"`
	// number of transactions sent to original and variant, drawn with the variant's seed
	Random   int               `json:"random,omitempty"`
	Rules    *Rules            `json:"rules,omitempty"` // of a Solidity sample
	Files    map[string]string `json:"files"`           // SHA-256 of the original texts, by path
	Variants []Variant         `json:"variants"`
}

// Find returns the evidence on the text with that chain, seed and hash.
func (e *Variants) Find(chain string, seed uint64, task string) (Variant, bool) {
	i := slices.IndexFunc(e.Variants, func(v Variant) bool { return v.Chain == chain && v.Seed == seed && v.Task == task })
	if i < 0 {
		return Variant{}, false
	}
	return e.Variants[i], true
}

// Merge replaces older evidence by newer on the same chain and seed, and keeps the
// rest. The order is by chain, seed, test and half.
func (e *Variants) Merge(newer []Variant) {
	made := map[string]bool{}
	key := func(v *Variant) string { return fmt.Sprintf("%s@%d %s", v.Chain, v.Seed, v.Test) }
	for i := range newer {
		made[key(&newer[i])] = true
	}
	e.Variants = append(slices.DeleteFunc(e.Variants, func(v Variant) bool { return made[key(&v)] }), newer...)
	slices.SortStableFunc(e.Variants, func(a, b Variant) int {
		return cmp.Or(cmp.Compare(a.Chain, b.Chain), cmp.Compare(a.Seed, b.Seed), cmp.Compare(a.Test, b.Test),
			-cmp.Compare(a.Half, b.Half))
	})
}

// origin names the source or test from which a variant was made.
func (v *Variant) origin() string {
	return fmt.Sprintf("%s@%d %s%s", v.Chain, v.Seed, v.Half, v.Test)
}

// Usable reports whether the variant has what its chain promises.
func (v *Variant) Usable() bool {
	return v.Certificate != "" && v.Failure == "" && v.Inapplicable == ""
}

// Summary returns in one line what was shown of the variant.
func (v *Variant) Summary() string {
	switch {
	case v.Inapplicable != "":
		return "no such variant: " + v.Inapplicable
	case v.Failure != "":
		return "not proved: " + v.Failure
	}
	parts := []string{v.Certificate + ": " + v.Shown}
	if v.Settings != "" {
		parts = append(parts, v.Settings)
	}
	return strings.Join(parts, "; ")
}

// Stale returns why evidence on variants does not apply to the given originals, "" if it does.
func (e *Variants) Stale(rules *Rules, files map[string]string) string {
	same := rules == e.Rules || rules != nil && e.Rules != nil && rules.runLike(*e.Rules)
	return stale(e.Version, VariantsVersion, same, e.Files, files)
}

// Encode returns the bytes of a variants.json, with one variant per line.
func (e *Variants) Encode() ([]byte, error) {
	head := *e
	head.Variants = []Variant{}
	return encodeLines(head, e.Variants, "evidence on the variants of "+e.Sample)
}

// DecodeVariants reads a variants.json; unknown fields, unknown certificates and
// duplicate variants are errors.
func DecodeVariants(b []byte) (*Variants, error) {
	e, err := decode[Variants](b, "a variants.json")
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for i := range e.Variants {
		v := &e.Variants[i]
		origin := v.origin()
		if !certificates[v.Certificate] || !certificates[v.Promised] {
			return nil, fmt.Errorf("not a variants.json: %s has the certificate %q and the promise %q", origin,
				v.Certificate, v.Promised)
		}
		if v.Certificate == "" && v.Failure == "" && v.Inapplicable == "" {
			return nil, fmt.Errorf("not a variants.json: %s has neither a certificate nor a reason", origin)
		}
		if seen[origin] {
			return nil, fmt.Errorf("not a variants.json: %s occurs twice", origin)
		}
		seen[origin] = true
	}
	return e, nil
}

// DecodeVariantsHead reads the head of a variants.json: everything but its variants.
// It does not check the rest; [DecodeVariants] does.
func DecodeVariantsHead(b []byte) (*Variants, error) {
	const list = `"variants":[` // nowhere before, since quotes in strings are escaped
	before, _, ok := bytes.Cut(b, []byte(list))
	if !ok {
		return DecodeVariants(b)
	}
	return DecodeVariants(slices.Concat(before, []byte(list+"]}")))
}

// certificates lists the valid certificates and obligations.
var certificates = map[string]bool{"": true, "C1": true, "C2": true, "C3": true, "C4": true, "C5": true,
	ExploitDies: true, DecoyResists: true}

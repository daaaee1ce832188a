// Package preregister fixes the hypotheses of a run before any subject is asked, and
// afterwards reports deviations from the plan. The file is YAML, for people; its hash is
// over the content, so that white space and the order of keys do not matter.
package preregister

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"assay/internal/bench"
)

// Version is raised when the meaning of a field changes.
const Version = 1

// Draft is the part that people write: hypotheses and how they are tested. The rest follows from the plan.
type Draft struct {
	Title      string             `json:"title"`
	Hypotheses []bench.Hypothesis `json:"hypotheses"`
	Families   []bench.TestFamily `json:"families"`   // if empty, one family with Holm's correction
	Alpha      float64            `json:"alpha"`      // 0.05 when it is 0
	Exclusions []bench.Exclusion  `json:"exclusions"` // trials left out of the numbers of hypotheses
}

// ReadDraft reads a draft. name is for messages.
func ReadDraft(name string, text []byte) (Draft, error) {
	var d Draft
	if err := decode(text, &d); err != nil {
		return d, fmt.Errorf("%s: %w", name, err)
	}
	d.Alpha = cmp.Or(d.Alpha, 0.05)
	if len(d.Families) == 0 {
		d.Families = []bench.TestFamily{{Name: "all"}}
	}
	families := map[string]bool{}
	for i := range d.Families {
		f := &d.Families[i]
		f.Correction = cmp.Or(f.Correction, "holm")
		switch {
		case f.Name == "" || families[f.Name]:
			return d, fmt.Errorf("%s: families need names, each its own", name)
		case f.Correction != "holm" && f.Correction != "none":
			return d, fmt.Errorf("%s: family %s: correction %q is neither holm nor none", name, f.Name, f.Correction)
		}
		families[f.Name] = true
	}
	if !(d.Alpha > 0 && d.Alpha < 1) {
		return d, fmt.Errorf("%s: alpha %g does not lie between 0 and 1", name, d.Alpha)
	}
	if len(d.Hypotheses) == 0 {
		return d, fmt.Errorf("%s: there is no hypothesis in it; docs/preregister.md has an example", name)
	}
	ids := map[string]bool{}
	for i := range d.Hypotheses {
		h := &d.Hypotheses[i]
		if h.Family == "" && len(d.Families) == 1 {
			h.Family = d.Families[0].Name
		}
		switch {
		case h.ID == "" || ids[h.ID]:
			return d, fmt.Errorf("%s: hypotheses need ids, each its own", name)
		case strings.TrimSpace(h.Text) == "":
			return d, fmt.Errorf("%s: hypothesis %s has no text", name, h.ID)
		case !families[h.Family]:
			return d, fmt.Errorf("%s: hypothesis %s is of family %q, which is not there; families are %s", name, h.ID, h.Family,
				strings.Join(slices.Sorted(maps.Keys(families)), ", "))
		}
		if h.Test != nil {
			if err := form(*h.Test); err != nil {
				return d, fmt.Errorf("%s: hypothesis %s: test: %w", name, h.ID, err)
			}
		}
		ids[h.ID] = true
	}
	for i, e := range d.Exclusions {
		if err := selects(e); err != nil {
			return d, fmt.Errorf("%s: exclusion %d: %w", name, i+1, err)
		}
	}
	return d, nil
}

// Freeze makes a preregistration from a draft and the manifest of the planned run; plan is the hash of its trials.
func Freeze(d Draft, m bench.Manifest, plan string, at time.Time) bench.Preregistration {
	p := bench.Preregistration{
		Version: Version, Title: d.Title, RegisteredAt: at.UTC().Truncate(time.Second), Hypotheses: d.Hypotheses,
		Families: d.Families, Alpha: d.Alpha,
		Repetitions: m.Epochs, Exclusions: d.Exclusions,
		Plan: bench.RegisteredPlan{Hash: plan, Trials: m.Trials, Variants: m.Variants, Suites: m.Suites, Subjects: m.Subjects,
			Chains: chains(m), Seed: m.Seed, Judge: m.Judging.String(), Parser: m.Parser},
	}
	p.Hash = hashOf(p)
	return p
}

// chains lists the chains of a run in order, without duplicates.
func chains(m bench.Manifest) []string {
	var out []string
	for _, c := range m.Chains {
		if !slices.Contains(out, c.Chain) {
			out = append(out, c.Chain)
		}
	}
	return out
}

func hashOf(p bench.Preregistration) string {
	p.Hash = ""
	b, err := json.Marshal(p) // struct order and sorted map keys make this canonical
	if err != nil {
		panic("preregister: strings and numbers cannot fail to encode: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Write writes the file of a preregistration.
func Write(w io.Writer, p bench.Preregistration) error {
	b, err := yaml.MarshalWithOptions(p, yaml.UseLiteralStyleIfMultiline(true))
	if err != nil {
		return fmt.Errorf("writing the preregistration: %w", err)
	}
	if back, err := Read("it", b); err != nil || back.Hash != p.Hash {
		return fmt.Errorf("the preregistration would not read back unchanged: %w",
			cmp.Or(err, errors.New("its hash differs")))
	}
	_, err = fmt.Fprintf(w, "# Fixed by assay preregister; a change of the content is a change of the hash.\n%s", b)
	return err
}

// Read reads a preregistration and checks that it was not changed. name is for messages.
func Read(name string, text []byte) (bench.Preregistration, error) {
	var p bench.Preregistration
	if err := decode(text, &p); err != nil {
		return p, fmt.Errorf("%s: %w", name, err)
	}
	switch {
	case p.Version != Version:
		return p, fmt.Errorf("%s: it is no preregistration of version %d; `assay preregister` writes one", name, Version)
	case p.Hash != hashOf(p):
		return p, fmt.Errorf("%s was changed after it was fixed: its content hashes to %.12s, not to %.12s", name, hashOf(p),
			p.Hash)
	}
	return p, nil
}

func decode(text []byte, to any) error {
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(to); err != nil {
		message, _, _ := strings.Cut(err.Error(), "\n")
		return errors.New(message)
	}
	return nil
}

package suite

import (
	"fmt"
	"path"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/suite/evidence"
)

// vouchers is stored evidence on the variants of a sample. Its list is read on first use: most commands never need
// it, and it is larger than everything else in a suite.
type vouchers struct {
	text []byte
	once sync.Once
	e    *evidence.Variants
	err  error
}

func (v *vouchers) read() (*evidence.Variants, error) {
	if v == nil {
		return nil, nil
	}
	v.once.Do(func() {
		v.e, v.err = evidence.DecodeVariants(v.text)
		v.text = nil
	})
	return v.e, v.err
}

// Vouched returns the stored evidence on the variants of s, or nil without a readable variants.json that matches
// these texts. The caller must not change it. It is safe for concurrent use.
func (s *Sample) Vouched() *evidence.Variants {
	e, err := s.vouched.read()
	if err != nil {
		return nil
	}
	return e
}

// SetVouched makes e the evidence on the variants of the texts with a base, for [Suite.Vouch]. It is called before s is
// shared.
func (s *Suite) SetVouched(base string, e *evidence.Variants) {
	v := &vouchers{e: e}
	v.once.Do(func() {})
	for i := range s.Samples {
		x := &s.Samples[i]
		if first, ok := s.Variant(x.Keys[0]); ok && first.Base == base {
			x.vouched = v
		}
	}
}

// vouched reads the header of the stored evidence on variants, which names its originals, and returns the evidence
// when they are exactly these texts.
func (l *loader) vouched(file string, rules *evidence.Rules, files map[string]string) *vouchers {
	text, ok := l.optional(file)
	if !ok {
		return nil
	}
	again := fmt.Sprintf("`assay variants build --suite %s --write` makes it again", l.show(path.Dir(file)))
	v := &vouchers{text: []byte(text)}
	e, err := evidence.DecodeVariantsHead(v.text)
	if err != nil {
		l.problem(file, 0, "%v; remove it, and %s", err, again)
		return nil
	}
	if why := e.Stale(rules, files); why != "" {
		l.notes = append(l.notes, l.show(file)+" is out of date ("+why+"): the variants count as unproved; "+again)
		return nil
	}
	return v
}

// Vouch looks up the stored evidence on a transformed variant of this suite and sets Proof, Evidence and
// Certificate. When there is none for exactly this text, or it shows a failure, or the original is not proved, v
// is unchanged and why is the reason, with what to do about it. It compiles and executes nothing.
func (s *Suite) Vouch(v *bench.Variant) (why string) {
	again := fmt.Sprintf("`assay variants build --chain %s --seed %d --write` executes it", v.Chain, v.Seed)
	for i := range s.Samples {
		x := &s.Samples[i]
		if x.ID != v.Sample {
			continue
		}
		stored, err := x.vouched.read()
		switch {
		case err != nil:
			return fmt.Sprintf("the evidence on variants of %s: %v; %s", x.ID, err, again)
		case stored == nil:
			return "no evidence on variants of " + x.ID + " is stored; " + again
		}
		for _, key := range x.Keys {
			if original, ok := s.Variant(key); !ok || original.Proof != bench.Proved {
				return key + " is not proved itself; `assay verify` reports why"
			}
		}
		e, ok := stored.Find(v.Chain, v.Seed, v.Task.Hash())
		switch {
		case !ok:
			return "no stored evidence on this text; " + again
		case !e.Usable():
			return e.Summary()
		}
		v.Proof, v.Evidence, v.Certificate = bench.Proved, e.Summary(), e.Certificate
		return ""
	}
	return fmt.Sprintf("suite %s has no sample %s", s.Name, v.Sample)
}

package suite

import (
	"fmt"
	"path"

	"assay/internal/bench"
	"assay/internal/proof"
)

// vouched reads the stored evidence on variants, when it speaks of these very
// originals.
func (l *loader) vouched(file string, rules *proof.Rules, files map[string]string) *proof.Variants {
	text, ok := l.optional(file)
	if !ok {
		return nil
	}
	again := fmt.Sprintf("`assay variants build --suite %s --write` makes it again", l.show(path.Dir(file)))
	e, err := proof.DecodeVariants([]byte(text))
	if err != nil {
		l.problem(file, 0, "%v; remove it, and %s", err, again)
		return nil
	}
	if why := e.Stale(rules, files); why != "" {
		l.notes = append(l.notes, l.show(file)+" is out of date ("+why+"): the variants count as unproved; "+again)
		return nil
	}
	return e
}

// Vouch looks up the stored evidence on a transformed variant of this suite and
// fills in Proof, Evidence and Certificate. When there is none for this very
// text, or it shows a failure, or the original is not proved, v stays as it is
// and the reason is returned, with what to do about it. It compiles and runs
// nothing.
func (s *Suite) Vouch(v *bench.Variant) (why string) {
	again := fmt.Sprintf("`assay variants build --chain %s --seed %d --write` executes it", v.Chain, v.Seed)
	for i := range s.Samples {
		x := &s.Samples[i]
		if x.ID != v.Sample {
			continue
		}
		if x.Vouched == nil {
			return "no evidence on variants of " + x.ID + " is stored; " + again
		}
		for _, key := range x.Keys {
			if original, ok := s.Variant(key); !ok || original.Proof != bench.Proved {
				return key + " is not proved itself; `assay verify` says why"
			}
		}
		e, ok := x.Vouched.Find(v.Chain, v.Seed, v.Task.Hash())
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

package cli

import (
	"assay/internal/bench"
	"assay/internal/engine"
	"assay/internal/store"
)

// brief are the trials of a large run without their texts, made of what was read
// of the store when a report looks at them: as many bytes a trial are kept as the
// store needs, and not again as many for the report.
type brief struct {
	*store.Brief
	extras []*bench.Details // by [store.Brief.Words]
	places []uint32         // of the trials on code; nil where all are
}

// newBrief returns the trials of a run, and counts those that are older than its
// preregistration. The error is errStale where another version derived one.
func newBrief(b *store.Brief, m bench.Manifest, rec engine.Record) (out *brief, older int, err error) {
	out = &brief{Brief: b, extras: make([]*bench.Details, b.DifferentWords())}
	p := m.Preregistration
	for place := range b.Len() {
		w, n := b.Words(place)
		if out.extras[n] == nil {
			if engine.Stale(bench.Outcome(w.Outcome), w.Parser, w.Judge, rec) {
				return nil, 0, errStale
			}
			out.extras[n] = &bench.Details{Reason: w.Reason, Parser: w.Parser, Judge: w.Judge, Response: bench.Response{Model: w.Model, Attempts: w.Attempts}}
		}
		if p != nil && b.Early(place, p.RegisteredAt) && asks(m, b.Planned(place).Subject) {
			older++
		}
	}
	return out, older, nil
}

// without returns the trials but those for which out is true.
func (b *brief) without(out func(*bench.Variant) bool) (kept *brief, others []bench.Trial) {
	kept = &brief{Brief: b.Brief, extras: b.extras}
	for place := range b.Len() {
		if v, _, _ := b.Planned(place); out(v) {
			others = append(others, b.Trial(place))
		} else {
			kept.places = append(kept.places, uint32(b.at(place)))
		}
	}
	if len(others) == 0 {
		return b, nil
	}
	return kept, others
}

func (b *brief) at(place int) int {
	if b.places == nil {
		return place
	}
	return int(b.places[place])
}

func (b *brief) Len() int {
	if b.places == nil {
		return b.Brief.Len()
	}
	return len(b.places)
}

func (b *brief) Planned(place int) (*bench.Variant, string, int) {
	p := b.Brief.Planned(b.at(place))
	return p.Variant, p.Subject, p.Repetition
}

func (b *brief) Trial(place int) bench.Trial {
	_, n := b.Words(b.at(place))
	t := b.Brief.Trial(b.at(place))
	t.Details = b.extras[n]
	return t
}

package store

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/database"
)

// tablePlan is the plan of a run, by place.
type tablePlan struct {
	keys     keyList
	index    *keyIndex // nil when it is no longer needed
	rest     []plannedAt
	subjects []string
	variants []*bench.Variant
	ids      []string // of the variants
}

type plannedAt struct {
	subject, variant uint32 // indices
	repetition       int32
}

func (p *tablePlan) at(place int) bench.Trial {
	r := p.rest[place]
	return bench.Trial{Key: p.keys.at(place), Subject: p.subjects[r.subject], Variant: p.variants[r.variant],
		Repetition: int(r.repetition)}
}

// keep returns a function that selects, by place, the kept part of the findings of a trial.
func (p *tablePlan) keep(r Run) func(place int) keep {
	variants, subjects := make([]keep, len(p.variants)), make([]keep, len(p.subjects))
	for i, v := range p.variants {
		if slices.ContainsFunc(v.Labels, func(l bench.Label) bool {
			return l.Function == bench.Decoy || l.Function == bench.RootCause && l.Span.Line > 0
		}) {
			variants[i] = keepPlaces
		}
	}
	for _, sub := range r.Manifest.Subjects {
		if i := slices.Index(p.subjects, sub.Name); i >= 0 && (sub.Kind == "builtin" || sub.Kind == "tool") {
			subjects[i] = keepAll
		}
	}
	return func(place int) keep {
		r := p.rest[place]
		return max(variants[r.variant], subjects[r.subject])
	}
}

func (p *tablePlan) read(ctx context.Context, s *Store, r Run) error {
	n, err := s.Planned(ctx, r)
	if err != nil {
		return err
	}
	p.keys, p.rest = newKeyList(n), make([]plannedAt, n)
	p.index = newKeyIndex(&p.keys)
	var subjects, ids register
	err = inParallel(len(p.keys.texts), func(_, i int) error {
		return p.readPiece(ctx, s, r, i, &subjects, &ids)
	})
	if err != nil {
		return err
	}
	p.subjects, p.ids = subjects.names, ids.names
	p.variants, err = s.variantsByID(ctx, ids.names)
	return err
}

func (p *tablePlan) readPiece(ctx context.Context, s *Store, r Run, i int, subjects, ids *register) error {
	from, to := i*planPiece, min((i+1)*planPiece, len(p.rest))
	var keys []byte // keys of the piece, concatenated
	place := from
	var subject, variant lastName
	err := s.db.Scan(ctx,
		`SELECT trial_key, subject, variant_id, repetition FROM planned WHERE run_id = $1 AND seq >= $2 AND seq < $3 ORDER BY seq`,
		[]any{r.ID, from, to}, func(row *database.Row) error {
			p.rest[place] = plannedAt{subject.in(subjects, row.Text(1)), variant.in(ids, row.Text(2)), int32(row.Int(3))}
			keys = append(keys, row.Text(0)...)
			p.keys.ends[place] = uint32(len(keys))
			place++
			return nil
		})
	if err != nil {
		return err
	}
	if place < to {
		return fmt.Errorf("of the plan, %d trials are missing between %d and %d", to-place, from, to)
	}
	p.keys.texts[i] = string(keys)
	p.index.add(from, to)
	return nil
}

// register numbers names in order of first use.
type register struct {
	mu    sync.Mutex
	names []string
	at    map[string]uint32
}

func (r *register) number(name string) uint32 {
	r.mu.Lock()
	defer r.mu.Unlock()
	i, ok := r.at[name]
	if !ok {
		if r.at == nil {
			r.at = map[string]uint32{}
		}
		i = uint32(len(r.names))
		r.names, r.at[name] = append(r.names, name), i
	}
	return i
}

// lastName avoids a lookup in the register if the previous row has the same name.
type lastName struct {
	name  string
	at    uint32
	known bool
}

func (l *lastName) in(r *register, name string) uint32 {
	if !l.known || l.name != name {
		*l = lastName{name, r.number(name), true}
	}
	return l.at
}

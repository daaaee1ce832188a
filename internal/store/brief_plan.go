package store

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"sync"

	"assay/internal/bench"
	"assay/internal/database"
)

// briefPlan is the plan of a run, by place.
type briefPlan struct {
	keys     []string
	index    *keyIndex // nil when it is not needed any more
	rest     []briefPlanned
	subjects []string
	variants []*bench.Variant
}

type briefPlanned struct {
	subject, variant uint32 // indices
	repetition       int32
}

func (p *briefPlan) at(place int) Planned {
	r := p.rest[place]
	return Planned{Key: p.keys[place], Subject: p.subjects[r.subject], Variant: p.variants[r.variant], Repetition: int(r.repetition)}
}

// keep returns by place what is kept of the findings of a trial of the run.
func (p *briefPlan) keep(r Run) func(place int) keep {
	variants, subjects := make([]keep, len(p.variants)), make([]keep, len(p.subjects))
	for i, v := range p.variants {
		if slices.ContainsFunc(v.Labels, func(l bench.Label) bool { return l.Function == bench.Decoy }) {
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

func (p *briefPlan) read(ctx context.Context, s *Store, r Run) error {
	var n int
	if err := s.db.R.QueryRowContext(ctx, `SELECT coalesce(max(seq) + 1, 0) FROM planned WHERE run_id = $1`, r.ID).Scan(&n); err != nil {
		return err
	}
	p.keys, p.rest = make([]string, n), make([]briefPlanned, n)
	p.index = newKeyIndex(p.keys)
	var subjects, ids register
	const piece = 16384
	err := inParallel((n+piece-1)/piece, func(_, i int) error {
		return p.readPiece(ctx, s, r, i*piece, min((i+1)*piece, n), &subjects, &ids)
	})
	if err != nil {
		return err
	}
	p.subjects = subjects.names
	p.variants, err = s.variantsByID(ctx, ids.names)
	return err
}

func (p *briefPlan) readPiece(ctx context.Context, s *Store, r Run, from, to int, subjects, ids *register) error {
	var keys []byte // of the piece, one after the other
	ends := make([]int, 0, to-from)
	var subject, variant lastName
	err := s.db.Scan(ctx, `SELECT trial_key, subject, variant_id, repetition FROM planned WHERE run_id = $1 AND seq >= $2 AND seq < $3 ORDER BY seq`,
		[]any{r.ID, from, to}, func(row *database.Row) error {
			p.rest[from+len(ends)] = briefPlanned{subject.in(subjects, row.Text(1)), variant.in(ids, row.Text(2)), int32(row.Int(3))}
			keys = append(keys, row.Text(0)...)
			ends = append(ends, len(keys))
			return nil
		})
	if err != nil {
		return err
	}
	if len(ends) < to-from {
		return fmt.Errorf("of the plan, %d trials are missing between %d and %d", to-from-len(ends), from, to)
	}
	text, begin := string(keys), 0
	for i, end := range ends {
		p.keys[from+i], begin = text[begin:end], end
	}
	p.index.add(from, to)
	return nil
}

// register numbers names in the order in which they come.
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

// lastName spares the register where a name is that of the row before.
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

// keyIndex finds places by key in little memory.
type keyIndex struct {
	seed  maphash.Seed
	mu    sync.Mutex
	keys  []string            // by place
	slots []uint32            // place + 1, 0 where nobody is; as long as a power of two
	alike map[uint32][]uint32 // further places with the key of one
}

func newKeyIndex(keys []string) *keyIndex {
	size := 8
	for size < 2*len(keys) {
		size *= 2
	}
	return &keyIndex{seed: maphash.MakeSeed(), keys: keys, slots: make([]uint32, size), alike: map[uint32][]uint32{}}
}

// add makes some places known. It may be called by several goroutines, find only afterwards.
func (x *keyIndex) add(from, to int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for place := from; place < to; place++ {
		slot := x.slot(x.keys[place])
		if at := x.slots[slot]; at > 0 {
			x.alike[at-1] = append(x.alike[at-1], uint32(place))
		} else {
			x.slots[slot] = uint32(place) + 1
		}
	}
}

// slot returns where a key is, or would be.
func (x *keyIndex) slot(key string) int {
	mask := len(x.slots) - 1
	slot := int(maphash.String(x.seed, key)) & mask
	for x.slots[slot] > 0 && x.keys[x.slots[slot]-1] != key {
		slot = (slot + 1) & mask
	}
	return slot
}

// find returns the first place of a key, and the others.
func (x *keyIndex) find(key string) (place uint32, others []uint32, ok bool) {
	at := x.slots[x.slot(key)]
	if at == 0 {
		return 0, nil, false
	}
	return at - 1, x.alike[at-1], true
}

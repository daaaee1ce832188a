package report

import (
	"iter"

	"assay/internal/bench"
)

// Source gives access to trials by place. It is safe for concurrent use. Returned values stay valid, and the
// caller must not change what their pointers lead to.
type Source interface {
	Len() int

	// Planned and Trial return part or all of the trial at a place, counted from 0.
	Planned(place int) (v *bench.Variant, subject string, repetition int)
	Trial(place int) bench.Trial
}

// Source returns the trials on code.
func (d *Data) Source() Source {
	if d.Many != nil {
		return d.Many
	}
	return held(d.Trials)
}

// held is a source of trials in memory.
type held []bench.Trial

func (h held) Len() int { return len(h) }

func (h held) Planned(place int) (*bench.Variant, string, int) {
	r := &h[place]
	return r.Variant, r.Subject, r.Repetition
}

func (h held) Trial(place int) bench.Trial { return h[place] }

// rowsAt returns trials at some places as rows.
func rowsAt(from Source, places []uint32) []bench.Trial {
	out := make([]bench.Trial, len(places))
	for i, place := range places {
		out[i] = from.Trial(int(place))
	}
	return out
}

// Outcomes counts the trials by outcome, including those about incidents; "" counts those not asked.
func (d *Data) Outcomes() map[bench.Outcome]int {
	out := map[bench.Outcome]int{}
	for _, from := range []Source{d.Source(), held(d.Recalls)} {
		for i := range from.Len() {
			out[from.Trial(i).Outcome]++
		}
	}
	return out
}

// Waiting counts the trials that were not asked, of n, including those about incidents.
func (d *Data) Waiting() (waiting, n int) {
	counts := d.Outcomes()
	for _, k := range counts {
		n += k
	}
	return counts[""], n
}

// AllTrials yields every trial of the suite, on originals and on transformed
// texts, in order of variant, subject and repetition.
func (s *Suite) AllTrials() iter.Seq[bench.Trial] {
	return func(yield func(bench.Trial) bool) {
		for _, places := range [][]uint32{s.trials, s.transformed} {
			for _, place := range places {
				if !yield(s.source.Trial(int(place))) {
					return
				}
			}
		}
	}
}

// count counts the trials at some places for which is returns true.
func (s *Suite) count(places []uint32, is func(bench.Trial) bool) int {
	n := 0
	for _, place := range places {
		if is(s.source.Trial(int(place))) {
			n++
		}
	}
	return n
}

func notAsked(r bench.Trial) bool { return r.Outcome == "" }

// read sets text and answer of trials that were read without them. When that fails, it sets their reason.
func (d *Data) read(ts []bench.Trial) {
	var keys []string
	for _, t := range ts {
		if d.Whole != nil && t.Outcome != "" {
			keys = append(keys, t.Key)
		}
	}
	if len(keys) == 0 {
		return
	}
	whole, err := d.Whole(keys)
	for i := range ts {
		t := &ts[i]
		if t.Outcome == "" {
			continue
		}
		own := *t.Details
		if err != nil {
			own.Reason = err.Error()
		} else {
			own.Response, t.Answer = whole[t.Key].Response, whole[t.Key].Answer
		}
		t.Details = &own
	}
}

package report

import (
	"iter"

	"assay/internal/bench"
)

// rowsAt returns trials at some places as rows.
func rowsAt(from []bench.Trial, places []uint32) []bench.Trial {
	out := make([]bench.Trial, len(places))
	for i, place := range places {
		out[i] = from[place]
	}
	return out
}

// Outcomes counts the trials by outcome, including those about incidents; "" counts those not asked.
func (d *Data) Outcomes() map[bench.Outcome]int {
	out := map[bench.Outcome]int{}
	for _, from := range [][]bench.Trial{d.Trials, d.Recalls} {
		for i := range from {
			out[from[i].Outcome]++
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
// texts, in order of variant, subject and repetition, without the texts that
// [Data.Whole] reads.
func (s *Suite) AllTrials() iter.Seq[bench.Trial] {
	return func(yield func(bench.Trial) bool) {
		for _, places := range [][]uint32{s.trials, s.transformed} {
			for _, place := range places {
				if !yield(s.source[place]) {
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
		if is(s.source[place]) {
			n++
		}
	}
	return n
}

func notAsked(r bench.Trial) bool { return r.Outcome == "" }

// readAtOnce is the number of trials whose texts are in memory at the same time.
const readAtOnce = 1000

// WithTexts yields trials with their responses and complete answers. If those cannot be read, it yields the trials
// with an error, which is also their reason.
func (d *Data) WithTexts(trials iter.Seq[bench.Trial]) iter.Seq2[bench.Trial, error] {
	return func(yield func(bench.Trial, error) bool) {
		var some []bench.Trial
		flush := func() bool {
			err := d.read(some)
			for _, t := range some {
				if !yield(t, err) {
					return false
				}
			}
			some = some[:0]
			return true
		}
		for t := range trials {
			if some = append(some, t); len(some) == readAtOnce && !flush() {
				return
			}
		}
		flush()
	}
}

// read sets response and answer of trials that were read without them. When that fails, it sets their reason.
func (d *Data) read(ts []bench.Trial) error {
	var keys []string
	for _, t := range ts {
		if d.Whole != nil && t.Outcome != "" {
			keys = append(keys, t.Key)
		}
	}
	if len(keys) == 0 {
		return nil
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
	return err
}

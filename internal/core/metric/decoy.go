package metric

import "assay/internal/bench"

// Decoys are the metrics on the variants with decoys of one kind. The zero value is invalid: use [DecoysOf].
type Decoys struct {
	Flagged Metric // a finding that is not correct points at such a decoy
	Found   Metric // the documented flaw was found in spite of the decoy
	Alarm   Metric // a safe text with such a decoy is called vulnerable
}

// DecoysOf returns the metrics on the decoys for which is returns true.
func DecoysOf(is func(*bench.Variant, bench.Label) bool) Decoys {
	has := func(r bench.Trial) bool { return len(decoysOf(r.Variant, is)) > 0 }
	out := Decoys{DecoyFlagged, TDR, DecoyAlarm}
	out.Flagged.Count = countFlagged(is)
	out.Found.Count = countRate(func(r bench.Trial) bool { return vulnerable(r) && has(r) }, found(strict))
	out.Alarm.Count = countRate(func(r bench.Trial) bool { return safe(r) && has(r) }, alarmed)
	return out
}

// countFlagged counts the variants with decoys for which is returns true, and those among them in which a finding
// that is not correct points at such a decoy.
func countFlagged(is func(*bench.Variant, bench.Label) bool) func([]bench.Trial, *Tally) {
	return countRate(func(r bench.Trial) bool { return len(decoysOf(r.Variant, is)) > 0 },
		func(r bench.Trial) (flagged, scored bool) {
			if r.Answer == nil {
				return false, true
			}
			if r.Verdict == nil || len(r.Verdict.Findings) != len(r.Answer.Findings) {
				return false, len(r.Answer.Findings) == 0 // nothing was claimed, or the answer was not judged
			}
			at := decoysOf(r.Variant, is)
			scored = true
			for i, f := range r.Answer.Findings {
				d := r.Verdict.Findings[i].Correct()
				if d == bench.Hit || !atDecoy(f, r.Variant, at) {
					continue
				}
				flagged, scored = flagged || d == bench.Miss, scored && d == bench.Miss
			}
			return flagged, flagged || scored
		})
}

func anyDecoy(*bench.Variant, bench.Label) bool { return true }

// decoysOf returns the decoys of a variant for which is returns true.
func decoysOf(v *bench.Variant, is func(*bench.Variant, bench.Label) bool) []bench.Label {
	var out []bench.Label
	for _, l := range v.Labels {
		if l.Function == bench.Decoy && is(v, l) {
			out = append(out, l)
		}
	}
	return out
}

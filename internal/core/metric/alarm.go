package metric

import (
	"slices"

	"assay/internal/bench"
)

// TwinAlarm is the share of repaired twins called vulnerable: the paper calls it memorisation of the exploit, as
// opposed to analysis of the code.
var TwinAlarm = Metric{
	ID: "twin-alarm", Title: "Twin alarm", Scale: Percent, Lower: true,
	Doc:    "repaired twins of vulnerable variants called vulnerable",
	Source: "paper §4.2 (Differential); docs/paper.md row 4",
	Count: func(rows []bench.Trial, t *Tally) {
		twins := map[string]bool{}
		for _, r := range rows {
			if vulnerable(r) {
				twins[r.Variant.Twin] = true
			}
		}
		countRate(func(r bench.Trial) bool { return safe(r) && twins[r.Variant.Key] }, alarmed)(rows, t)
	},
	alarm: true,
}

// DecoyAlarm is the share of safe variants with a decoy called vulnerable.
var DecoyAlarm = Metric{
	ID: "decoy-alarm", Title: "Decoy alarm", Scale: Percent, Lower: true,
	Doc:    "safe variants with suspicious but harmless code, called vulnerable",
	Source: "paper §4.1 (Trojan), §4.2",
	Count:  countRate(func(r bench.Trial) bool { return safe(r) && len(decoysOf(r.Variant, anyDecoy)) > 0 }, alarmed),
	alarm:  true,
}

// DecoyFlagged is the share of variants with a decoy in which a finding that is
// not correct points at it, even if other findings are correct.
var DecoyFlagged = Metric{
	ID: "decoy-flagged", Title: "Decoy flagged", Scale: Percent, Lower: true,
	Doc:    "variants with suspicious but harmless code in which a wrong finding points at it",
	Source: "paper §4.2 (DECOY)",
	Count:  countFlagged(anyDecoy),
	alarm:  true,
	judged: every, findings: true,
}

// atDecoy reports whether a finding names a line of a decoy, or its function when no target is in a function of
// that name.
func atDecoy(f bench.Finding, v *bench.Variant, among []bench.Label) bool {
	if len(v.Task.Files) == 0 {
		return false
	}
	for _, l := range among {
		for _, r := range f.Lines {
			if l.Span.Overlaps(v.Task.Files[0].Path, r.From, r.To) {
				return true
			}
		}
		shared := slices.ContainsFunc(v.Targets(), func(t bench.Label) bool { return t.Scope == l.Scope })
		if !shared && f.Names(l.Scope) {
			return true
		}
	}
	return false
}

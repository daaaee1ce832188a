package metric

import (
	"assay/internal/bench"
	"assay/internal/core/stats"
)

// Memory shows whether a drop depends on what a subject knows of the originals (paper §4.4; docs/paper.md rows 41
// and 42). A drop among the known alone is sensitivity; only a drop that is larger than among the unknown is a
// sign of memory.
type Memory struct {
	Known, Unknown Difference       // the drop among samples that the subject recalls, and among those that it does not
	Interaction    stats.Difference // mean drop of known bases minus that of unknown ones
	Unprobed       int              // rows, of either condition, of samples whose recall was not tested: left out
	Warnings       []string
}

// KnowledgeEffect compares the drop from reference to treated between samples that the subject recalls and others.
// knows returns ok false for a sample whose recall was not tested.
func KnowledgeEffect(m Metric, reference, treated []bench.Trial, knows func(*bench.Variant) (known, ok bool)) Memory {
	var out Memory
	split := func(rows []bench.Trial) (known, unknown []bench.Trial) {
		for _, r := range rows {
			switch k, ok := knows(r.Variant); {
			case !ok:
				out.Unprobed++
			case k:
				known = append(known, r)
			default:
				unknown = append(unknown, r)
			}
		}
		return known, unknown
	}
	refKnown, refUnknown := split(reference)
	treKnown, treUnknown := split(treated)
	out.Known, out.Unknown = Delta(m, refKnown, treKnown), Delta(m, refUnknown, treUnknown)
	known, okKnown := drops(m, refKnown, treKnown)
	unknown, okUnknown := drops(m, refUnknown, treUnknown)
	if !okKnown || !okUnknown {
		out.Warnings = append(out.Warnings, "the number is not defined for a single cluster: no test of the interaction")
		return out
	}
	out.Interaction = stats.Interaction(known, unknown, seed)
	if len(known) > 0 && len(unknown) == 0 {
		out.Warnings = append(out.Warnings, "the subject knows every sample: a drop shows sensitivity, not memory")
	}
	return out
}

// drops returns the drop of every base; ok is false when one has none.
func drops(m Metric, reference, treated []bench.Trial) ([]float64, bool) {
	joined, columns := paired(m, reference, treated)
	return baseDiffs(joined, minus(m.statistic(), columns))
}

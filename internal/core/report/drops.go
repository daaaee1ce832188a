package report

import (
	"fmt"

	"assay/internal/core/metric"
)

// Drop formats a difference in points, "" when there is none.
func Drop(d metric.Difference) string {
	return Number(metric.Points, metric.Value{Defined: d.Defined, Point: d.Point})
}

// DropInterval formats its interval in brackets, or returns "".
func DropInterval(d metric.Difference) string { return Interval(metric.Points, d.Interval) }

// Census returns, in words, what the chains made.
func (t *Transformations) Census() string {
	certificates := map[string]int{}
	for _, v := range t.Suite.Transformed {
		certificates[certificateOf(v)]++
	}
	return fmt.Sprintf("%s of %s; %s", Plural(len(t.Suite.Transformed), "variant"), Plural(len(t.Chains), "chain"),
		Shares(certificates))
}

// Explanation returns the meaning of the differences, in words.
func (t *Transformations) Explanation() string {
	out := "Changed: verdicts that differ from those on the reference, which is " + t.Reference +
		". TDR lost: TDR on the reference minus TDR on the transformed texts, in points, on the n clusters with both."
	if len(t.Placebos) > 0 {
		out += " Beyond placebo: the drop minus the drop under the changes that should not matter (" +
			List(t.Placebos) + ")."
	}
	return out
}

// Caveats returns what a reader has to know before trusting a difference.
func (t *Transformations) Caveats() []string {
	var out []string
	if t.Waiting > 0 {
		out = append(out, fmt.Sprintf("%s of transformed texts were not asked; they count as not found.",
			Plural(t.Waiting, "trial")))
	}
	n := 0
	for _, v := range t.Suite.Transformed {
		if certificateOf(v) == unproved {
			n++
		}
	}
	if n > 0 {
		out = append(out, fmt.Sprintf("%s of %s %s not proved by execution: that the flaw stayed, or was removed, "+
			"is only the promise of the transformation.",
			Count(n), Plural(len(t.Suite.Transformed), "transformed variant"), Agree(n, "is", "are")))
	}
	return append(out, "The intervals are not adjusted for the number of chains: with many "+
		"chains, some exclude 0 by chance.")
}

package audit

import (
	"math"
	"slices"

	"assay/internal/core/stats"
)

// grade computes the results of a shortcut from its answers, one per text, all given out of base.
func (c *corpus) grade(k *Classifier, bad, says []bool, seed uint64) {
	rows := c.rows(bad, says)
	for i, b := range bad {
		switch {
		case b && says[i]:
			k.Confusion.TruePositive++
		case b:
			k.Confusion.FalseNegative++
		case says[i]:
			k.Confusion.FalsePositive++
		default:
			k.Confusion.TrueNegative++
		}
	}
	if n := len(bad); n > 0 {
		k.Accuracy = float64(k.Confusion.TruePositive+k.Confusion.TrueNegative) / float64(n)
	}
	k.Balanced, k.Interval, k.Warnings, k.Defined = stats.ClusterBootstrap(rows, balanced, seed)
	same := constant(says)
	switch {
	case !k.Defined && same && k.Accuracy == 1:
		k.Convicted = true
		k.Reason = "all variants have the same label, so a constant answer is always right"
	case !k.Defined:
	case same:
		k.Warnings = []string{"the same answer for every variant"}
	case k.Interval == nil && k.Balanced == 0.5:
		k.Warnings = []string{"the same answer for all variants of a base"}
	case k.Interval == nil && len(rows) > 1:
		// Every base is answered equally well, so that resampling bases shows no spread. A shortcut that is right on all
		// of them must not be acquitted for that.
		if i, ok := stats.Wilson(int(math.Round(k.Balanced*float64(len(rows)))), len(rows)); ok {
			i.Method = "Wilson over bases"
			k.Interval, k.Warnings = &i, nil
		}
	}
}

// leaveOut calls answer for every base while add has taken its texts, with n -1, out of a model.
func (c *corpus) leaveOut(add func(text int, n int32), answer func(base int, members []int)) {
	for b, members := range c.members {
		for _, i := range members {
			add(i, -1)
		}
		answer(b, members)
		for _, i := range members {
			add(i, 1)
		}
	}
}

// rows returns for every base the right answers and all on vulnerable variants,
// and the right answers and all on safe ones.
func (c *corpus) rows(bad, says []bool) [][]float64 {
	out := make([][]float64, len(c.members))
	for b, members := range c.members {
		row := make([]float64, 4)
		for _, i := range members {
			at := 0
			if !bad[i] {
				at = 2
			}
			row[at+1]++
			if says[i] == bad[i] {
				row[at]++
			}
		}
		out[b] = row
	}
	return out
}

// point returns the balanced accuracy of answers, 0 where it is not defined.
func (c *corpus) point(bad, says []bool) float64 {
	total := make([]float64, 4)
	for _, row := range c.rows(bad, says) {
		for j, x := range row {
			total[j] += x
		}
	}
	v, _ := balanced(total)
	return v
}

func balanced(s []float64) (float64, bool) {
	if s[1] == 0 || s[3] == 0 {
		return 0, false
	}
	return (s[0]/s[1] + s[2]/s[3]) / 2, true
}

func constant(says []bool) bool {
	return !slices.ContainsFunc(says, func(s bool) bool { return s != says[0] })
}

// truths counts the vulnerable and the safe among bad.
func truths(bad []bool) (vulnerable, safe int) {
	for _, b := range bad {
		if b {
			vulnerable++
		}
	}
	return vulnerable, len(bad) - vulnerable
}

// separation returns the distance of a rule "a of the nv vulnerable and b of the ns safe variants" from chance, as
// an exact integer: (2·balanced accuracy − 1)·nv·ns. Negative values indicate safe.
func separation(a, b, nv, ns int) int { return a*ns - b*nv }

// fitted converts a separation into the balanced accuracy of its rule.
func fitted(sep, nv, ns int) *float64 {
	if nv == 0 || ns == 0 {
		return nil
	}
	v := 0.5 + math.Abs(float64(sep))/float64(2*nv*ns)
	return &v
}

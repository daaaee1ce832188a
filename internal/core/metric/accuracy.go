package metric

import "assay/internal/bench"

// Accuracy is the share of right verdicts. It depends on the share of vulnerable variants: a constant answer
// reaches the larger share.
var Accuracy = Metric{
	ID: "accuracy", Title: "Accuracy", Scale: Percent,
	Doc:    "right verdicts among all; compare it with the share of the larger class",
	Source: "paper Appendix I.2",
	Count:  countRate(every, correct),
}

// BalancedAccuracy is the mean of the two shares of right verdicts, on
// vulnerable and on safe variants: 50 % for every constant answer.
var BalancedAccuracy = Metric{
	ID: "balanced-accuracy", Title: "Balanced accuracy", Scale: Percent,
	Doc:     "mean of the right verdicts on vulnerable and on safe variants; chance is 50 %",
	Source:  "docs/paper.md row 34",
	Columns: 4, // right and all on vulnerable, right and all on safe variants
	Count: func(rows []bench.Trial, t *Tally) {
		for _, r := range rows {
			ok, _ := correct(r)
			hit := indicator(ok)
			t.Trials++
			if r.Answer == nil {
				t.Missing++
			}
			if safe(r) {
				t.Add(r, 0, 0, hit, 1)
			} else {
				t.Add(r, hit, 1)
			}
		}
	},
	Of: func(s []float64) (float64, bool) {
		if s[1] == 0 || s[3] == 0 {
			return 0, false
		}
		return (s[0]/s[1] + s[2]/s[3]) / 2, true
	},
	Needs: "needs both vulnerable and safe variants",
}

// FalseAlarm is the share of safe variants called vulnerable.
var FalseAlarm = Metric{
	ID: "false-alarm", Title: "False alarm", Scale: Percent, Lower: true,
	Doc:    "safe variants (fixed twins, clean contracts, good tests) called vulnerable",
	Source: "docs/paper.md row 34",
	Count:  countRate(safe, alarmed),
	alarm:  true,
}

// alarmed reports whether a row is called vulnerable. No answer is no alarm: it remains in the denominator, is shown
// as missing, and widens the interval of a share of alarms.
func alarmed(r bench.Trial) (ok, scored bool) {
	t, answered := r.Says()
	return answered && t == bench.Vulnerable, true
}

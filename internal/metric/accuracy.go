package metric

// Accuracy is the share of right verdicts. It depends on how many variants are
// vulnerable: a constant answer reaches the larger share.
var Accuracy = Metric{
	ID: "accuracy", Title: "Accuracy", Scale: Percent,
	Doc:    "right verdicts among all; read it beside the share of the larger class",
	Source: "paper Appendix I.2",
	Compute: func(rows []Row) Value {
		return rate(rows, func(Row) bool { return true }, correct)
	},
}

// BalancedAccuracy is the mean of the two shares of right verdicts, on
// vulnerable and on safe variants: 50 % for every constant answer.
var BalancedAccuracy = Metric{
	ID: "balanced-accuracy", Title: "Balanced accuracy", Scale: Percent,
	Doc:    "mean of the right verdicts on vulnerable and on safe variants; chance is 50 %",
	Source: "resolutions §4 row 34",
	Compute: func(rows []Row) Value {
		var v Value
		byBase := map[string][]float64{} // right and all on vulnerable, right and all on safe
		for _, r := range rows {
			c := byBase[r.Variant.Base]
			if c == nil {
				c = make([]float64, 4)
				byBase[r.Variant.Base] = c
			}
			at := 0
			if safe(r) {
				at = 2
			}
			c[at+1]++
			if ok, _ := correct(r); ok {
				c[at]++
			}
			v.N++
			if r.Answer == nil {
				v.Missing++
			}
		}
		v.bootstrap(byBase, func(s []float64) (float64, bool) {
			if s[1] == 0 || s[3] == 0 {
				return 0, false
			}
			return (s[0]/s[1] + s[2]/s[3]) / 2, true
		})
		if !v.Defined && v.N > 0 {
			v.Warnings = append(v.Warnings, "needs both vulnerable and safe variants")
		}
		v = v.finish()
		v.N = 0 // a mean of two rates has no single k of n
		return v
	},
}

// FalseAlarm is the share of safe variants called vulnerable.
var FalseAlarm = Metric{
	ID: "false-alarm", Title: "False alarm", Scale: Percent, Lower: true,
	Doc:    "safe variants (fixed twins, good tests) called vulnerable",
	Source: "resolutions §4 row 34",
	Compute: func(rows []Row) Value {
		return rate(rows, safe, func(r Row) (bool, bool) {
			// No answer is no alarm: it stays in the denominator and is shown as missing.
			t, answered := r.Says()
			return answered && t != r.Variant.Truth, true
		})
	},
}

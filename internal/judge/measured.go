package judge

// Measured is the agreement of the rule judge with other judges on one set of recorded answers: Cohen's kappa
// of its strict decisions with its 95 % interval, and precision and recall of its hits.
type Measured struct {
	Data              string
	Answers           int
	Kappa, Low, High  float64
	Precision, Recall float64
	FirstPlace        float64 // kappa of a rule that requires only the place of the first finding
	ClassPlace        float64 // kappa of a rule that requires the class name and the place
	Fitted            bool    // thresholds and weights were fitted to this set
}

// RuleMeasured returns the measurements of this version of the rule judge, against the majority of three models
// that judged the same answers of seven models (docs/decisions/0038-words-and-place.md). To recompute them: go
// run ./internal/tools/rulejudge agree
func RuleMeasured() []Measured {
	return []Measured{
		{"textbook contracts", 689, 0.701, 0.608, 0.778, 0.941, 0.780, 0.553, 0.562, true},
		{"rewritten incidents", 2179, 0.502, 0.419, 0.577, 0.700, 0.673, 0.261, 0.302, false},
		{"audit findings", 1139, 0.570, 0.422, 0.695, 0.541, 0.718, 0.258, 0.375, false},
	}
}

package metric

// All lists the metrics in the order in which reports show them. Adding one is
// a file and a line here.
func All() []Metric {
	return []Metric{
		TDR, TDRLenient, PairCorrect, FalseAlarm, Discrimination,
		BalancedAccuracy, Accuracy, Precision, Recall, F1, F2, MCC, LuckyGuess, FindingPrecision, Hallucination,
		PairBothVulnerable, PairBothSafe, PairReversed,
		Reasoning, SUIDefault, AnsweredShare,
	}
}

// ByID returns the metric with the given id.
func ByID(id string) (Metric, bool) {
	for _, m := range All() {
		if m.ID == id {
			return m, true
		}
	}
	return Metric{}, false
}

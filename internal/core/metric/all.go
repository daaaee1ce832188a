package metric

// All returns the metrics in the order in which reports show them. A new metric needs a file and a line here.
func All() []Metric {
	all := []Metric{
		TDR, TDRLenient, PairCorrect, FalseAlarm, TwinAlarm, DecoyAlarm, DecoyFlagged, Discrimination,
		BalancedAccuracy, Accuracy, Precision, Recall, F1, F2, MCC, LuckyGuess,
		FindingPrecision, FindingPrecisionMacro, BonusShare, Hallucination,
		PairBothVulnerable, PairBothSafe, PairReversed,
		RCIR, AVA, FSV, Reasoning, ReasoningAll, SUIDefault, SUIUnconditional,
		FlipRate, FoundAlways, FoundOnce, Brier, ECE,
		LinePrecision, LineRecall, LineIoU, LossFound,
		CostPerFound, TokensPerFound, SecondsPerFound, AnsweredShare,
	}
	all = append(all, PaperAccuracy, PaperPrecision)
	for _, p := range PaperDefinitions() {
		all = append(all, p.TDR, p.LuckyGuess, p.Reasoning, p.SUI(Weightings()[1]))
	}
	for _, w := range Weightings() {
		if w.Name != "default" {
			all = append(all, SUIMetric(w, false))
		}
	}
	return all
}

// ByID returns the metric with the given id.
func ByID(id string) (Metric, bool) {
	for _, m := range append(All(), PerTarget()...) {
		if m.ID == id {
			return m, true
		}
	}
	return Metric{}, false
}

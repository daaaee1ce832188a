package report

import (
	"assay/internal/core/metric"
	"assay/internal/core/stats"
)

// TrustLine measures the confidences that one subject states.
type TrustLine struct {
	Subject string
	metric.Trust
}

// ConfidenceOf measures the subjects of a suite that state a confidence, in the order of the headline; empty when
// none does. The result is shared: do not change it.
func ConfidenceOf(d *Data, s *Suite) []TrustLine {
	return Kept(d, "confidence\x00"+s.Name, func() []TrustLine {
		names := HeadlineOf(d, s).Names()
		trust, states := make([]metric.Trust, len(names)), make([]bool, len(names))
		Each(len(names), func(i int) { trust[i], states[i] = metric.Confidence(s.Headline(names[i])) })
		var out []TrustLine
		for i, name := range names {
			if states[i] {
				out = append(out, TrustLine{name, trust[i]})
			}
		}
		return out
	})
}

// jsonConfidence measures the confidences that a subject states.
type jsonConfidence struct {
	Answers  int        `json:"answers"`           // with a confidence
	Without  int        `json:"without,omitempty"` // without one
	Brier    *jsonScore `json:"brier"`
	ECE      *jsonScore `json:"ece"`
	Debiased float64    `json:"ece_debiased"`
	AUROC    *jsonScore `json:"auroc"` // null where all texts have one truth
	AURC     *jsonScore `json:"aurc"`
}

type jsonScore struct {
	Value    float64         `json:"value"`
	Interval *stats.Interval `json:"interval,omitempty"`
	Warnings []string        `json:"warnings,omitempty"`
}

// jsonTrust returns the confidence of one subject, nil when it states none.
func jsonTrust(lines []TrustLine, subject string) *jsonConfidence {
	score := func(e stats.Estimate) *jsonScore {
		if !e.OK {
			return nil
		}
		return &jsonScore{e.Value, e.Interval, e.Warnings}
	}
	for _, l := range lines {
		if l.Subject == subject {
			return &jsonConfidence{l.N, l.Silent, score(l.Brier), score(l.Error.ECE), l.Error.Debiased, score(l.AUROC),
				score(l.AURC)}
		}
	}
	return nil
}

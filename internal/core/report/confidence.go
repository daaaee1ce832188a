package report

import (
	"fmt"
	"strings"

	"assay/internal/core/metric"
	"assay/internal/core/report/write"
	"assay/internal/core/stats"
	"assay/internal/core/stats/calib"
)

// confidenceOf measures the confidences that the subjects of a suite state, by name; a subject that states none is
// absent. The result is shared: do not change it.
func confidenceOf(d *Data, s *Suite) map[string]metric.Trust {
	return Kept(d, "confidence\x00"+s.Name, func() map[string]metric.Trust {
		names := HeadlineOf(d, s).Names()
		trust, states := make([]metric.Trust, len(names)), make([]bool, len(names))
		Each(len(names), func(i int) { trust[i], states[i] = metric.Confidence(s.Headline(names[i])) })
		out := map[string]metric.Trust{}
		for i, name := range names {
			if states[i] {
				out[name] = trust[i]
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
func jsonTrust(of map[string]metric.Trust, subject string) *jsonConfidence {
	l, ok := of[subject]
	if !ok {
		return nil
	}
	score := func(e stats.Estimate) *jsonScore {
		if !e.OK {
			return nil
		}
		return &jsonScore{e.Value, e.Interval, e.Warnings}
	}
	return &jsonConfidence{l.N, l.Silent, score(l.Brier), score(l.Error.ECE), l.Error.Debiased, score(l.AUROC),
		score(l.AURC)}
}

var confidence = Section{ID: "confidence", Title: "Confidence", Tables: []string{"confidence", "confidence-bands"},
	Build: buildConfidence}

// buildConfidence reports whether stated confidence is reliable, for every subject that states it.
func buildConfidence(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Does a subject’s stated confidence match its accuracy? The stated confidence " +
		"is read as the probability that the text is vulnerable; for the verdict “safe” this is one minus the confidence. " +
		"Answers without a stated confidence are left out and counted."}}
	suites(d, func(s *Suite) {
		t := write.Table{ID: "confidence", Group: s.Name, Title: "Brier = reliability − resolution + uncertainty. " +
			"Calibration error uses at most ten bins of equal size; “debiased” removes the share that sampling alone adds",
			Main: true}
		t.Columns = []write.Column{subjectColumn(), {Key: "answers", Title: "Answers", Short: "n", Number: true},
			{Key: "without", Title: "without confidence", Short: "without", Number: true, Less: 2},
			{Key: "brier", Title: "Brier", Number: true, Help: "Squared error of the stated probability; 0.25 is the " +
				"score of a constant one half"},
			{Key: "parts", Title: "its parts", Text: true, Less: 1},
			{Key: "ece", Title: "Calibration error", Short: "Cal. error", Number: true,
				Help: "Distance between stated and observed frequency"},
			{Key: "ece_debiased", Title: "debiased", Number: true, Less: 2},
			{Key: "auroc", Title: "AUROC", Number: true, Less: 3, Help: "Chance that a vulnerable text gets the " +
				"higher probability; 0.5 is chance"},
			{Key: "aurc", Title: "AURC", Number: true, Help: "Error rate among the most confident share of answers, averaged " +
				"over all shares; smaller is better"}}
		index := func(e stats.Estimate) write.Value { return estimate(metric.Index, e) }
		var bands []write.Table
		var silent []string
		stated := confidenceOf(d, s)
		for _, name := range HeadlineOf(d, s).Names() {
			c, ok := stated[name]
			if !ok {
				silent = append(silent, name)
				continue
			}
			t.Rows = append(t.Rows, write.Cells(name, write.Int(c.N), write.Int(c.Silent), index(c.Brier),
				fmt.Sprintf("%.3f − %.3f + %.3f", c.Reliability, c.Resolution, c.Uncertainty), index(c.Error.ECE),
				write.Figure(fmt.Sprintf("%.3f", c.Error.Debiased), c.Error.Debiased), index(c.AUROC), index(c.AURC)))
			bands = append(bands, bandTable(s.Name, name, c))
		}
		if len(t.Rows) == 0 {
			return
		}
		if len(silent) > 0 {
			t.Foot = []string{"No confidence is stated by " + strings.Join(silent, ", ") + "."}
		}
		bands[len(bands)-1].Foot = []string{"Dot: the share of vulnerable texts in a bin, with its 95 % interval, against " +
			"the stated probability. The dashed line marks equality."}
		out.Tables = append(append(out.Tables, t), bands...)
	})
	return out, len(out.Tables) > 0
}

// bandTable shows how often verdicts are right, by the band of the prompt that contains the stated confidence.
func bandTable(suite, name string, c metric.Trust) write.Table {
	t := write.Table{ID: "confidence-bands", Group: suite, Of: name,
		Title: "Verdicts by stated confidence, in the bands of the prompt", Narrow: true,
		Columns: []write.Column{words("band", "Band"), counts("right", "right"), counts("stated", "stated")}}
	if p := reliability(name, suite, c.Curve); p != nil {
		t.Drawings = []*write.Drawing{p}
	}
	for _, b := range c.Bands {
		right := value(metric.Metric{Scale: metric.Percent}, metric.Value{Defined: true, Point: b.Rate, K: b.K, N: b.N,
			Interval: &b.Interval})
		t.Rows = append(t.Rows, write.Cells(bandName(b), right, write.Figure(Percent(b.Mean), b.Mean)))
	}
	return t
}

// bandName names the band of the paper's prompt (Appendix F.1) that contains a bin.
func bandName(b calib.Bin) string {
	switch {
	case b.Hi < 0.3:
		return "below 0.3"
	case b.Hi < 0.6:
		return "low, from 0.3"
	case b.Hi < 0.85:
		return "medium, from 0.6"
	}
	return "high, from 0.85"
}

// Geometry of the reliability chart, in units of its view box.
const (
	squareSide = 240
	squareLeft = 44
	squareTop  = 12
)

// reliability compares stated probability with the observed share, or returns nil without any bin.
func reliability(name, suite string, bins []calib.Bin) *write.Drawing {
	if len(bins) == 0 {
		return nil
	}
	p := &write.Drawing{Title: fmt.Sprintf("Reliability of %s on %s", name, suite), Class: "square", Width: squareLeft +
		squareSide + 16, Height: squareTop + squareSide + 44}
	x := func(share float64) float64 { return squareLeft + share*squareSide }
	y := func(share float64) float64 { return squareTop + (1-share)*squareSide }
	for _, s := range []float64{0, 0.5, 1} {
		p.Line("axis", x(0), y(s), x(1), y(s))
		p.Line("axis", x(s), y(1), x(s), y(0))
		p.Label("soft", "end", squareLeft-8, y(s)+4, fmt.Sprintf("%g", s))
		p.Label("soft", "middle", x(s), y(0)+18, fmt.Sprintf("%g", s))
	}
	p.Line("ref", x(0), y(0), x(1), y(1))
	p.Label("soft", "middle", x(0.5), y(0)+36, "stated probability")
	var desc []string
	for _, b := range bins {
		p.Line("whisker", x(b.Mean), y(b.Interval.Lo), x(b.Mean), y(b.Interval.Hi))
		p.Circle("point", x(b.Mean), y(b.Rate))
		desc = append(desc, fmt.Sprintf("stated %s, vulnerable %d of %d", Percent(b.Mean), b.K, b.N))
	}
	p.Desc = strings.Join(desc, "; ") + "."
	return p
}

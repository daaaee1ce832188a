package report

import (
	"fmt"

	"assay/internal/core/metric"
)

// OwnLine is one subject's SUI with the reader's weights.
type OwnLine struct {
	Subject string
	Cell    Cell
}

// Weightings returns the paper's weightings of the SUI, then the reader's own.
func (d *Data) Weightings() []metric.Weights {
	out := metric.Weightings()
	if d.Weights != nil {
		out = append(out, *d.Weights)
	}
	return out
}

// OwnSUI returns the SUI of every subject with the reader's weights, in the order of the headline; nil without
// such weights. The result is shared: do not change it.
func OwnSUI(d *Data, s *Suite) []OwnLine {
	if d.Weights == nil {
		return nil
	}
	return Kept(d, "own weights\x00"+s.Name, func() []OwnLine {
		var out []OwnLine
		m := metric.SUIMetric(*d.Weights, false)
		for _, l := range HeadlineOf(d, s).Lines {
			out = append(out, OwnLine{l.Subject.Name, Cell{Metric: m, Value: m.Compute(s.Headline(l.Subject.Name))}})
		}
		return out
	})
}

// OwnWeights describes the reader's own weights; "" without.
func OwnWeights(d *Data) string {
	if d.Weights == nil {
		return ""
	}
	return fmt.Sprintf("your weights: %g for detection, %g for reasoning, %g for precision", d.Weights.TDR,
		d.Weights.Reasoning, d.Weights.Precision)
}

// WithoutSUI explains what a subject without an SUI lacks.
const WithoutSUI = "An SUI needs a judge that scores reasoning, a found target, and a finding."

package report

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/metric"
	"assay/internal/stats"
	"assay/internal/stats/calib"
)

var confidenceSection = Section{ID: "confidence", Title: "Confidence", Build: buildConfidence}

type confidenceData struct{ Suites []confidenceSuite }

type confidenceSuite struct {
	Name     string
	Subjects []confidenceSubject
	Silent   []string // subjects that never state a confidence
	Notes    []string
}

type confidenceSubject struct {
	Name       string
	N, Without int
	Cells      []confidenceCell // in the order of the columns
	Chart      *reliabilityChart
	Bands      []bandRow
}

type confidenceCell struct {
	Number, Interval string
	Parts            string // what the number is the sum of, "" for one without parts
	Marks            []int
}

// bandRow is one band of stated confidence with how often its verdicts are right.
type bandRow struct {
	Band, Right, Interval, Mean string
}

// buildConfidence says whether stated confidence can be believed, for every
// subject that states any.
func buildConfidence(d *Data) (any, bool) {
	var out confidenceData
	suites := d.Suites()
	for i := range suites {
		s := confidenceSuite{Name: suites[i].Name}
		var notes footnotes
		lines := ConfidenceOf(d, &suites[i])
		for _, l := range headline(d, &suites[i]).Lines {
			j := slices.IndexFunc(lines, func(t TrustLine) bool { return t.Subject == l.Subject.Name })
			if j < 0 {
				s.Silent = append(s.Silent, l.Subject.Name)
				continue
			}
			s.Subjects = append(s.Subjects, confidenceOf(l.Subject.Name, suites[i].Name, lines[j].Trust, &notes))
		}
		s.Notes = notes
		if len(s.Subjects) > 0 {
			out.Suites = append(out.Suites, s)
		}
	}
	return out, len(out.Suites) > 0
}

func confidenceOf(name, suite string, c metric.Trust, notes *footnotes) confidenceSubject {
	out := confidenceSubject{Name: name, N: c.N, Without: c.Silent, Chart: newReliability(name, suite, c.Curve)}
	estimate := func(e stats.Estimate) {
		cell := confidenceCell{Number: none, Marks: notes.number(e.Warnings)}
		if e.OK {
			cell.Number, cell.Interval = fmt.Sprintf("%.3f", e.Value), interval(metric.Index, e.Interval)
		}
		out.Cells = append(out.Cells, cell)
	}
	estimate(c.Brier)
	out.Cells[0].Parts = fmt.Sprintf("= %.3f − %.3f + %.3f", c.Reliability, c.Resolution, c.Uncertainty)
	estimate(c.Error.ECE)
	out.Cells = append(out.Cells, confidenceCell{Number: fmt.Sprintf("%.3f", c.Error.Debiased)})
	estimate(c.AUROC)
	estimate(c.AURC)
	for _, b := range c.Bands {
		out.Bands = append(out.Bands, bandRow{bandName(b), fmt.Sprintf("%d/%d  %s", b.K, b.N, percent(b.Rate)), interval(metric.Percent, &b.Interval), percent(b.Mean)})
	}
	return out
}

// bandName names the band of the paper's prompt (Appendix F.1) that a bin lies in.
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

// reliabilityChart sets stated probability against what came true.
type reliabilityChart struct {
	Title, Desc              string
	Width, Height            int
	Left, Top, Right, Bottom int
	Middle                   int // of the side
	LabelX, LabelY, AxisY    int
	Ticks                    []squareTick
	Points                   []squarePoint
}

type squareTick struct{ X, Y, TextY, Text string }

type squarePoint struct{ X, Y, Lo, Hi string }

// newReliability charts the bins of one subject, or returns nil without any.
func newReliability(name, suite string, bins []calib.Bin) *reliabilityChart {
	if len(bins) == 0 {
		return nil
	}
	out := &reliabilityChart{
		Title: fmt.Sprintf("Reliability of %s on %s", name, suite), Width: squareLeft + squareSide + 16, Height: squareTop + squareSide + 44,
		Left: squareLeft, Top: squareTop, Right: squareLeft + squareSide, Bottom: squareTop + squareSide, Middle: squareLeft + squareSide/2,
		LabelX: squareLeft - 8, LabelY: squareTop + squareSide + 18, AxisY: squareTop + squareSide + 36,
	}
	x := func(p float64) string { return fmt.Sprintf("%.1f", squareLeft+p*squareSide) }
	y := func(p float64) string { return fmt.Sprintf("%.1f", squareTop+(1-p)*squareSide) }
	for _, p := range []float64{0, 0.5, 1} {
		out.Ticks = append(out.Ticks, squareTick{x(p), y(p), fmt.Sprintf("%.1f", squareTop+(1-p)*squareSide+4), fmt.Sprintf("%g", p)})
	}
	var said []string
	for _, b := range bins {
		out.Points = append(out.Points, squarePoint{x(b.Mean), y(b.Rate), y(b.Interval.Lo), y(b.Interval.Hi)})
		said = append(said, fmt.Sprintf("stated %s, vulnerable %d of %d", percent(b.Mean), b.K, b.N))
	}
	out.Desc = strings.Join(said, "; ") + "."
	return out
}

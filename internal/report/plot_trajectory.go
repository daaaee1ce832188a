package report

import (
	"fmt"
	"strings"

	"assay/internal/metric"
	"assay/internal/termtext"
)

// trajectories are the SUI of every subject along the preserving chains of a
// suite (paper Figure 6), one panel a subject, on one scale.
type trajectories struct {
	Panels []*plot
	Steps  []fact   // what the letters below the panels stand for
	None   []string // subjects that have no SUI on any of the texts
}

// Geometry of a panel.
const (
	panelWidth  = 300
	panelHeight = 168
	panelLeft   = 34
	panelTop    = 26
	panelBottom = 140
)

// trajectory returns nil where no chain preserves the flaw.
func (t *Transformations) trajectory() *trajectories {
	out := &trajectories{}
	var steps []int // of the chains
	for i, c := range t.Chains {
		if c.Kind == kindPreserving {
			steps = append(steps, i)
		}
	}
	if len(steps) == 0 {
		return nil
	}
	out.Steps = append(out.Steps, fact{"0", "reference"})
	for i, step := range steps {
		name := t.Chains[step].Chain
		if l := t.Chains[step].Letters; l != "" {
			name += ", " + l + " in the paper"
		}
		out.Steps = append(out.Steps, fact{fmt.Sprint(i + 1), name})
	}
	for _, s := range t.Subjects {
		values := []metric.Value{s.index[0]}
		for _, step := range steps {
			values = append(values, s.index[1+step])
		}
		if p := panel(s.Subject.Name, out.Steps, values); p != nil {
			out.Panels = append(out.Panels, p)
		} else {
			out.None = append(out.None, s.Subject.Name)
		}
	}
	return out
}

// panel draws one trajectory, or returns nil when there is nothing to draw.
func panel(subject string, steps []fact, values []metric.Value) *plot {
	p := &plot{Title: "SUI of " + subject + " along the transformations", Class: "panel", Width: panelWidth, Height: panelHeight}
	p.text("", "start", 0, 12, termtext.Clip(subject, 38))
	for _, s := range []float64{0, 0.5, 1} {
		y := suiAt(s)
		p.line("axis", panelLeft, y, panelWidth-8, y)
		p.text("soft", "end", panelLeft-6, y+4, fmt.Sprintf("%.1f", s))
	}
	var said []string
	var band, line []point
	flush := func() { // what is not defined interrupts line and band
		if n := len(band); n >= 4 {
			ring := make([]point, 0, n)
			for i := 0; i < n; i += 2 {
				ring = append(ring, band[i])
			}
			for i := n - 1; i > 0; i -= 2 {
				ring = append(ring, band[i])
			}
			p.path("band", ring, true)
		}
		p.path("trace", line, false)
		band, line = nil, nil
	}
	defined := 0
	x := func(i int) float64 {
		return panelLeft + 14 + float64(i)*(panelWidth-panelLeft-36)/float64(max(len(values)-1, 1))
	}
	for i, v := range values {
		p.text("soft", "middle", x(i), panelBottom+18, steps[i].Name)
		if !v.Defined {
			said = append(said, steps[i].Text+" –")
			flush()
			continue
		}
		defined++
		said = append(said, steps[i].Text+" "+full(metric.Index, v))
		line = append(line, point{x(i), suiAt(v.Point)})
		if v.Interval == nil {
			if len(band) > 0 {
				kept := line
				line = nil
				flush()
				line = kept
			}
			continue
		}
		band = append(band, point{x(i), suiAt(v.Interval.Lo)}, point{x(i), suiAt(v.Interval.Hi)})
	}
	flush()
	if defined == 0 {
		return nil
	}
	for i, v := range values {
		if v.Defined {
			if v.Interval != nil {
				p.line("whisker", x(i), suiAt(v.Interval.Lo), x(i), suiAt(v.Interval.Hi))
			}
			p.circle("point", x(i), suiAt(v.Point))
		}
	}
	p.Desc = strings.Join(said, "; ") + "."
	return p
}

func suiAt(v float64) float64 { return panelBottom - v*(panelBottom-panelTop) }

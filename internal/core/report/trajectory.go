package report

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/core/base/termtext"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
)

// Geometry of a panel.
const (
	panelWidth  = 300
	panelHeight = 168
	panelLeft   = 34
	panelTop    = 26
	panelBottom = 140
)

// trajectory draws the SUI of every subject along the preserving chains of a suite (paper Figure 6), one panel per
// subject, all on one scale.
func trajectory(t *Transformations, out *write.Table) {
	steps := []write.Fact{{Name: "0", Text: "reference"}}
	var of []int // chains
	for i, c := range t.Chains {
		if c.Kind == KindPreserving {
			of = append(of, i)
			name := c.Chain
			if c.Letters != "" {
				name += ", " + c.Letters + " in the paper"
			}
			steps = append(steps, write.Fact{Name: fmt.Sprint(len(of)), Text: name})
		}
	}
	if len(of) == 0 {
		return
	}
	var none []string
	for _, s := range t.Subjects {
		values, collapsed := []metric.Value{s.Index[0]}, []metric.Value{s.Collapse[0]}
		for _, step := range of {
			values, collapsed = append(values, s.Index[1+step]), append(collapsed, s.Collapse[1+step])
		}
		if p := panel(s.Subject.Name, steps, values, collapsed); p != nil {
			out.Drawings = append(out.Drawings, p)
		} else {
			none = append(none, s.Subject.Name)
		}
	}
	if len(out.Drawings) > 0 {
		var letters []string
		for _, s := range steps {
			letters = append(letters, s.Name+" "+s.Text)
		}
		out.Foot = append(out.Foot, "SUI with default weights along the transformations, with its 95 % interval: "+
			strings.Join(letters, ", ")+". "+
			"Hollow: no target was found, so the paper’s reasoning score is undefined; the point shows the SUI with "+
			"reasoning 0, and 0 without a finding.")
	}
	if len(none) > 0 {
		out.Foot = append(out.Foot, "Not drawn, without an SUI: "+strings.Join(none, ", ")+". "+WithoutSUI)
	}
}

// panel draws one trajectory, or returns nil when there is no SUI to draw. Where there is none because nothing was
// found, it draws the collapsed value.
func panel(subject string, steps []write.Fact, values, collapsed []metric.Value) *write.Drawing {
	if !slices.ContainsFunc(values, func(v metric.Value) bool { return v.Defined }) {
		return nil
	}
	hollow := make([]bool, len(values))
	values = slices.Clone(values)
	for i, c := range collapsed {
		if c.Defined {
			values[i], hollow[i] = c, true
		}
	}
	p := &write.Drawing{Title: "SUI of " + subject + " along the transformations", Class: "panel", Width: panelWidth,
		Height: panelHeight}
	p.Label("", "start", 0, 12, termtext.Clip(subject, 38))
	for _, s := range []float64{0, 0.5, 1} {
		y := suiAt(s)
		p.Line("axis", panelLeft, y, panelWidth-8, y)
		p.Label("soft", "end", panelLeft-6, y+4, fmt.Sprintf("%.1f", s))
	}
	var desc []string
	var band, line []write.Point
	flush := func() { // an undefined point interrupts line and band
		if n := len(band); n >= 4 {
			ring := make([]write.Point, 0, n)
			for i := 0; i < n; i += 2 {
				ring = append(ring, band[i])
			}
			for i := n - 1; i > 0; i -= 2 {
				ring = append(ring, band[i])
			}
			p.Path("band", ring, true)
		}
		p.Path("trace", line, false)
		band, line = nil, nil
	}
	x := func(i int) float64 {
		return panelLeft + 14 + float64(i)*(panelWidth-panelLeft-36)/float64(max(len(values)-1, 1))
	}
	for i, v := range values {
		p.Label("soft", "middle", x(i), panelBottom+18, steps[i].Name)
		if !v.Defined {
			desc = append(desc, steps[i].Text+" –")
			flush()
			continue
		}
		note := ""
		if hollow[i] {
			note = ", nothing found"
		}
		desc = append(desc, steps[i].Text+" "+Full(metric.Index,
			metric.Value{Defined: true, Point: v.Point, Interval: v.Interval})+note)
		line = append(line, write.Point{X: x(i), Y: suiAt(v.Point)})
		if v.Interval == nil {
			if len(band) > 0 {
				kept := line
				line = nil
				flush()
				line = kept
			}
			continue
		}
		band = append(band, write.Point{X: x(i), Y: suiAt(v.Interval.Lo)}, write.Point{X: x(i), Y: suiAt(v.Interval.Hi)})
	}
	flush()
	for i, v := range values {
		if v.Defined {
			if v.Interval != nil {
				p.Line("whisker", x(i), suiAt(v.Interval.Lo), x(i), suiAt(v.Interval.Hi))
			}
			class := "point"
			if hollow[i] {
				class = "point hollow"
			}
			p.Circle(class, x(i), suiAt(v.Point))
		}
	}
	p.Desc = strings.Join(desc, "; ") + "."
	return p
}

func suiAt(v float64) float64 { return panelBottom - v*(panelBottom-panelTop) }

package report

import (
	"fmt"
	"strings"
)

// plot is a drawing: marks in order, in units of its view box, with a title and
// a description that says in words what it shows. templates/plot.html writes it.
type plot struct {
	Title, Desc   string
	Class         string // "wide", or "panel" for small multiples
	Width, Height int
	Marks         []plotMark
}

// plotMark is one mark; which of the fields speak depends on the kind.
type plotMark struct {
	Kind, Class    string // "line", "rect", "circle", "text", "path"
	X, Y, X2, Y2   string
	Width, Height  string
	Text, Anchor   string
	Path, Rotation string
	Opacity        string
}

func at(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0") }

func (p *plot) line(class string, x, y, x2, y2 float64) {
	p.Marks = append(p.Marks, plotMark{Kind: "line", Class: class, X: at(x), Y: at(y), X2: at(x2), Y2: at(y2)})
}

func (p *plot) circle(class string, x, y float64) {
	p.Marks = append(p.Marks, plotMark{Kind: "circle", Class: class, X: at(x), Y: at(y)})
}

func (p *plot) rect(class string, x, y, w, h, opacity float64) {
	p.Marks = append(p.Marks, plotMark{Kind: "rect", Class: class, X: at(x), Y: at(y), Width: at(w), Height: at(h), Opacity: fmt.Sprintf("%.2f", opacity)})
}

func (p *plot) text(class, anchor string, x, y float64, text string) {
	p.Marks = append(p.Marks, plotMark{Kind: "text", Class: class, Anchor: anchor, X: at(x), Y: at(y), Text: text})
}

// slanted writes text that rises to the right from its beginning.
func (p *plot) slanted(x, y float64, text string) {
	p.Marks = append(p.Marks, plotMark{Kind: "text", Anchor: "start", X: at(x), Y: at(y), Text: text, Rotation: fmt.Sprintf("rotate(-40 %s %s)", at(x), at(y))})
}

// point is a place in a drawing.
type point struct{ x, y float64 }

func (p *plot) path(class string, points []point, closed bool) {
	if len(points) < 2 {
		return
	}
	var b strings.Builder
	for i, q := range points {
		op := "L"
		if i == 0 {
			op = "M"
		}
		fmt.Fprintf(&b, "%s%s %s", op, at(q.x), at(q.y))
	}
	if closed {
		b.WriteString("Z")
	}
	p.Marks = append(p.Marks, plotMark{Kind: "path", Class: class, Path: b.String()})
}

// shares draws a vertical axis of shares with its lines.
func (p *plot) shares(left, right, top, bottom float64) {
	for _, s := range []float64{0, 0.5, 1} {
		y := bottom - s*(bottom-top)
		p.line("axis", left, y, right, y)
		p.text("soft", "end", left-6, y+4, fmt.Sprintf("%.0f", 100*s))
	}
}

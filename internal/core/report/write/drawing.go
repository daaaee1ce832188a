package write

import (
	"fmt"
	"strings"
)

// Drawing is a picture made of marks, in order, in units of its view box, with a title and a description of its
// content in words.
type Drawing struct {
	Title, Desc   string
	Class         string // "wide", "square", or "panel" for small multiples
	Width, Height int
	Marks         []Mark
	Caption       string // how to read it

	// A bar over the whole width, preceded by the name of what it shows, with a word on it and a sentence below.
	Name, Tag, Text string
	Segments        []Segment
}

// Segment is one part of a bar, in percent of the width.
type Segment struct{ Class, X, Width, Middle, Text string }

// Mark is one mark; its kind decides which fields are used.
type Mark struct {
	Kind, Class   string // "line", "rect", "circle", "text", "path"
	X, Y, X2, Y2  string
	Width, Height string
	Text, Anchor  string
	Path          string
	R             string
}

func at(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0") }

// Line draws a line.
func (p *Drawing) Line(class string, x, y, x2, y2 float64) {
	p.Marks = append(p.Marks, Mark{Kind: "line", Class: class, X: at(x), Y: at(y), X2: at(x2), Y2: at(y2)})
}

// Circle draws a dot.
func (p *Drawing) Circle(class string, x, y float64) {
	p.Marks = append(p.Marks, Mark{Kind: "circle", Class: class, X: at(x), Y: at(y), R: "4"})
}

// Rect draws a rectangle.
func (p *Drawing) Rect(class string, x, y, w, h float64) {
	p.Marks = append(p.Marks, Mark{Kind: "rect", Class: class, X: at(x), Y: at(y), Width: at(w), Height: at(h)})
}

// Label writes text.
func (p *Drawing) Label(class, anchor string, x, y float64, text string) {
	p.Marks = append(p.Marks, Mark{Kind: "text", Class: class, Anchor: anchor, X: at(x), Y: at(y), Text: text})
}

// Point is a place in a drawing.
type Point struct{ X, Y float64 }

// Path joins points by straight lines; fewer than two draw nothing.
func (p *Drawing) Path(class string, points []Point, closed bool) {
	if len(points) < 2 {
		return
	}
	var b strings.Builder
	for i, q := range points {
		op := "L"
		if i == 0 {
			op = "M"
		}
		fmt.Fprintf(&b, "%s%s %s", op, at(q.X), at(q.Y))
	}
	if closed {
		b.WriteString("Z")
	}
	p.Marks = append(p.Marks, Mark{Kind: "path", Class: class, Path: b.String()})
}

// Shares draws a vertical axis of shares with its lines.
func (p *Drawing) Shares(left, right, top, bottom float64) {
	for _, s := range []float64{0, 0.5, 1} {
		y := bottom - s*(bottom-top)
		p.Line("axis", left, y, right, y)
		p.Label("soft", "end", left-6, y+4, fmt.Sprintf("%.0f", 100*s))
	}
}

// Position formats a share as a coordinate in percent of a width.
func Position(x float64) string { return fmt.Sprintf("%.2f%%", 100*x) }

package edit

import (
	"math"
	"strings"
)

// Compose returns edits with the effect of first and then second, where second
// refers to the text that first makes. Neither list is checked against the
// length of a text, which Compose does not know; Apply of the result does that.
func Compose(first, second []Edit) ([]Edit, error) {
	a, err := inOrder(first)
	if err != nil {
		return nil, err
	}
	b, err := inOrder(second)
	if err != nil {
		return nil, err
	}
	return edits(splice(pieces(a), b)), nil
}

// piece is a run of a text under construction: bytes [start, end) of the
// original, or new text when kept is false.
type piece struct {
	kept       bool
	start, end int
	text       string
}

func (p piece) size() int {
	if p.kept {
		return p.end - p.start
	}
	return len(p.text)
}

// from returns the piece without its first n bytes, to its first n.
func (p piece) from(n int) piece {
	if p.kept {
		p.start += n
	} else {
		p.text = p.text[n:]
	}
	return p
}

func (p piece) to(n int) piece {
	if p.kept {
		p.end = p.start + n
	} else {
		p.text = p.text[:n]
	}
	return p
}

// pieces describes the text that edits make of an original without end.
func pieces(edits []Edit) []piece {
	var out []piece
	last := 0
	for _, e := range edits {
		out = append(out, piece{kept: true, start: last, end: e.Start}, piece{text: e.New})
		last = e.End
	}
	return append(out, piece{kept: true, start: last, end: math.MaxInt})
}

// splice applies edits to the text that pieces describe.
func splice(in []piece, edits []Edit) []piece {
	var out []piece
	pos, i := 0, 0 // pos is the offset at which in[i] begins
	// take passes everything before offset, and keeps it when wanted.
	take := func(offset int, want bool) {
		for i < len(in) && pos < offset {
			p := in[i]
			if n := offset - pos; p.size() > n {
				if want {
					out = append(out, p.to(n))
				}
				in[i], pos = p.from(n), offset
				return
			}
			if want {
				out = append(out, p)
			}
			pos += p.size()
			i++
		}
	}
	for _, e := range edits {
		take(e.Start, true)
		out = append(out, piece{text: e.New})
		take(e.End, false)
	}
	return append(out, in[i:]...)
}

// edits turns pieces back into edits of the original, one for each run of
// bytes that are not kept.
func edits(ps []piece) []Edit {
	var out []Edit
	last := 0
	var b strings.Builder
	for _, p := range ps {
		switch {
		case !p.kept:
			b.WriteString(p.text)
		case p.size() > 0:
			if p.start > last || b.Len() > 0 {
				out = append(out, Edit{last, p.start, b.String()})
				b.Reset()
			}
			last = p.end
		}
	}
	return out
}

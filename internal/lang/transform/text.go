package transform

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/sqltext"
)

// Span is a half-open range of bytes.
type Span struct{ Start, End int }

// SolidityAndSQL returns the languages of transformations that support both.
func SolidityAndSQL() []string { return append([]string{"solidity"}, sqlLanguages...) }

var sqlLanguages = []string{"sql", "plpgsql", "pgsql", "postgres", "postgresql"}

// IsSQL reports whether texts in the language are parsed as SQL.
func IsSQL(language string) bool { return slices.Contains(sqlLanguages, language) }

// comments returns the comments of a text in order.
func (c *cache) comments(language, text string) []Span {
	var out []Span
	if IsSQL(language) {
		sqlComments(text, 0, &out)
		return out
	}
	for _, t := range c.outline(text).Tokens {
		if t.Comment() {
			out = append(out, Span{t.Start, t.End})
		}
	}
	return out
}

// sqlComments appends the comments of text, which begins at offset, and of the bodies in SQL and PL/pgSQL in it.
// Any other dollar string stays unchanged.
func sqlComments(text string, offset int, out *[]Span) {
	toks := sqltext.Lex(text)
	for i, t := range toks {
		switch {
		case t.Comment():
			*out = append(*out, Span{offset + t.Start, offset + t.End})
		case sqltext.CodeBody(text, toks, i):
			start, end := sqltext.DollarBody(text, t)
			sqlComments(text[start:end], offset+start, out)
		}
	}
}

// LineStart returns the offset of the first byte of the line that contains offset.
func LineStart(text string, offset int) int { return strings.LastIndexByte(text[:offset], '\n') + 1 }

// LineEnd returns the offset of the newline that ends the line, or the text's length.
func LineEnd(text string, offset int) int {
	if i := strings.IndexByte(text[offset:], '\n'); i >= 0 {
		return offset + i
	}
	return len(text)
}

// Lines returns the parts of a span that are on one line each, without line ends.
func Lines(text string, span Span) (out []Span) {
	for start := span.Start; start < span.End; {
		end := min(span.End, LineEnd(text, start))
		out = append(out, Span{start, end})
		start = end + 1
	}
	return out
}

// Indent returns the blanks at the beginning of the line that contains offset.
func Indent(text string, offset int) string {
	start := LineStart(text, offset)
	end := start
	for end < len(text) && (text[end] == ' ' || text[end] == '\t') {
		end++
	}
	return text[start:end]
}

// Targets returns the functions that contain the flaw: the scopes of the target labels
// of the vulnerable half of the pair.
func (in *Input) Targets() map[string]bool {
	out := map[string]bool{}
	add := func(labels []bench.Label) {
		for _, l := range labels {
			if l.Function == bench.RootCause && l.Scope != "" {
				out[l.Scope] = true
			}
		}
	}
	add(in.Labels)
	if len(out) == 0 && in.Twin != nil {
		add(in.Twin.Labels)
	}
	return out
}

// Lead returns the offset for text that belongs above the declaration at offset:
// before the comments directly above it. documented is true if one of them is a
// documentation comment.
func Lead(o *solidity.Outline, offset int) (at int, documented bool) {
	i, _ := slices.BinarySearchFunc(o.Tokens, offset, func(t solidity.Token, off int) int { return t.Start - off })
	at = LineStart(o.Src, offset)
	if strings.TrimSpace(o.Src[at:offset]) != "" {
		return offset, false
	}
	for i--; i >= 0; i-- {
		t := o.Tokens[i]
		text := t.Text(o.Src)
		switch {
		case t.Kind == solidity.Space && strings.Count(text, "\n") <= 1:
		case t.Kind == solidity.Space && docLine(o, i-1) && docLine(o, i+1): // one comment for the compiler
		case t.Comment():
			start := LineStart(o.Src, t.Start)
			if strings.TrimSpace(o.Src[start:t.Start]) != "" {
				return at, documented // it trails other code
			}
			documented = documented || strings.HasPrefix(text, "///") || strings.HasPrefix(text, "/**")
			at = start
		default:
			return at, documented
		}
	}
	return at, documented
}

// Above places lines above a declaration as documentation. Where there is documentation, whose tags must not be
// disturbed, they are plain comments above it, except with always.
func Above(o *solidity.Outline, offset int, always bool, text []string) (int, string) {
	at, documented := Lead(o, offset)
	indent := Indent(o.Src, offset)
	mark := "/// @dev "
	if documented && !always {
		mark = "// "
	}
	var b strings.Builder
	for _, t := range text {
		fmt.Fprintf(&b, "%s%s%s\n", indent, mark, t)
		mark = strings.Replace(mark, "@dev ", "", 1)
	}
	if at == offset { // code precedes it on the line
		return at, "\n" + b.String() + indent
	}
	return at, b.String()
}

// Inside places line comments at the beginning of a body.
func Inside(src string, open int, text ...string) (int, string) {
	at := open + 1
	indent := Indent(src, open)
	unit := "    "
	if strings.HasPrefix(indent, "\t") {
		unit = "\t"
	}
	s := ""
	for _, t := range text {
		s += "\n" + indent + unit + "// " + t
	}
	if strings.TrimSpace(src[at:LineEnd(src, at)]) != "" {
		s += "\n" + indent + unit
	}
	return at, s
}

// docLine reports whether the i-th token is a line of documentation.
func docLine(o *solidity.Outline, i int) bool {
	return i >= 0 && i < len(o.Tokens) && strings.HasPrefix(o.Tokens[i].Text(o.Src), "///")
}

// DeleteComments returns the edits that remove the given comments, and the blanks and lines that
// only existed for them. The comments are whole and in order. No two tokens are joined.
func DeleteComments(text string, comments []Span) []edit.Edit {
	d := deleter{text: text}
	for _, c := range comments {
		for _, line := range Lines(text, c) {
			if line.End > line.Start {
				d.pieces = append(d.pieces, line)
			}
		}
	}
	return d.run()
}

// deleter works line by line, so that no edit crosses the end of a labelled line.
type deleter struct {
	text   string
	pieces []Span // none spans a line end
	edits  []edit.Edit
}

func (d *deleter) run() []edit.Edit {
	i := 0
	gap, blanks := false, 0 // gap: a line of this run was removed; blanks: number of blank lines that stay
	opened := true          // the last line of code opens a block, or there was none yet
	var kept []Span         // blank lines of the run
	for start := 0; start < len(d.text); {
		end := LineEnd(d.text, start)
		first := i
		for i < len(d.pieces) && d.pieces[i].Start <= end {
			i++
		}
		next := min(end+1, len(d.text))
		switch here := d.pieces[first:i]; {
		case len(here) > 0 && d.only(start, end, here):
			d.edits = append(d.edits, edit.Delete(start, next))
			gap = true
		case strings.TrimSpace(d.text[start:end]) == "":
			kept = append(kept, Span{start, next})
			blanks++
		default:
			closes := strings.HasPrefix(strings.TrimSpace(d.text[start:end]), "}")
			if gap && blanks > 0 {
				from := 1
				if opened || closes {
					from = 0
				}
				for _, b := range kept[from:] {
					d.edits = append(d.edits, edit.Delete(b.Start, b.End))
				}
			}
			gap, blanks, kept = false, 0, nil
			d.inLine(start, end, here)
			code := d.text[start:end]
			for _, p := range here {
				if strings.TrimSpace(d.text[p.End:end]) == "" {
					code = d.text[start:p.Start]
				}
			}
			opened = strings.HasSuffix(strings.TrimSpace(code), "{")
		}
		start = end + 1
	}
	if gap {
		for _, b := range kept {
			d.edits = append(d.edits, edit.Delete(b.Start, b.End))
		}
	}
	return d.edits
}

// only reports whether the line contains only the pieces and blanks.
func (d *deleter) only(start, end int, here []Span) bool {
	for _, p := range here {
		if strings.TrimSpace(d.text[start:p.Start]) != "" {
			return false
		}
		start = p.End
	}
	return strings.TrimSpace(d.text[start:end]) == ""
}

// inLine removes pieces that share their line with code.
func (d *deleter) inLine(start, end int, here []Span) {
	for _, p := range here {
		from, to := p.Start, p.End
		for from > start && (d.text[from-1] == ' ' || d.text[from-1] == '\t') {
			from--
		}
		after := to
		for after < end && (d.text[after] == ' ' || d.text[after] == '\t') {
			after++
		}
		put := ""
		switch {
		case after == end || d.text[after] == '\r': // at the end of the line
		case strings.TrimSpace(d.text[start:p.Start]) == "": // at its beginning: the indentation stays
			from, to = p.Start, after
			if p.Start == start {
				put = d.text[start : start+len(d.text[start:end])-len(strings.TrimLeft(d.text[start:end], " \t"))]
			}
		case from < p.Start: // blanks on one side are enough
			from, to = p.Start, after
		case after > to:
			from = p.Start
		default:
			from, put = p.Start, " "
		}
		if n := len(d.edits); n > 0 && d.edits[n-1].End > from {
			from = d.edits[n-1].End
		}
		if from < to {
			d.edits = append(d.edits, edit.Edit{Start: from, End: to, New: put})
		}
	}
}

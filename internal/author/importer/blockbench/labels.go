package blockbench

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/author/importer"
	"assay/internal/bench"
	"assay/internal/lang/solidity"
)

// codeActs is one annotation file.
type codeActs struct {
	Acts []struct {
		Type     string `yaml:"type"`
		Lines    []int  `yaml:"lines"`
		Function string `yaml:"security_function"`
		Reason   string `yaml:"rationale"`
	} `yaml:"code_acts"`
	Injections []struct {
		Function string `yaml:"security_function"`
		Location struct {
			Lines []int `yaml:"lines"`
		} `yaml:"location"`
		Pattern string `yaml:"pattern_triggered"`
	} `yaml:"injections"`
}

// marked is a text without its line markers.
type marked struct {
	text  string
	lines map[int]int  // number in a marker → line
	bare  map[int]bool // lines without a marker, where others have one
}

var lnRE = regexp.MustCompile(`^[ \t]*/\*LN-(\d+)\*/ ?`)

func readMarks(raw string) *marked {
	m := &marked{lines: map[int]int{}, bare: map[int]bool{}}
	list := strings.Split(raw, "\n")
	for i, l := range list {
		at := lnRE.FindStringSubmatchIndex(l)
		if at == nil {
			m.bare[i+1] = true
			continue
		}
		n, _ := strconv.Atoi(l[at[2]:at[3]])
		m.lines[n] = i + 1
		list[i] = l[:strings.Index(l, "/*")] + l[at[1]:]
	}
	m.text = strings.Join(list, "\n")
	return m
}

// line returns the line to which labels refer as n.
func (m *marked) line(n int) (line int, ok bool) {
	if len(m.lines) == 0 {
		return n, n >= 1 && n <= strings.Count(m.text, "\n")+1
	}
	line, ok = m.lines[n]
	return line, ok
}

// added reports whether a line was added to a text after its lines were numbered.
func (m *marked) added(line int) bool { return len(m.lines) > 0 && m.bare[line] }

// marks returns the labels of a text's lines: from the annotation of exactly this variant, else from the
// metadata's lines, else at the first lines of the named functions. stale means that the labels name lines
// which do not exist, and that nothing is known.
func (c *collection) marks(annotation string, s *source) (out []importer.Mark, stale bool) {
	if c.in.Has(annotation) {
		var a codeActs
		if c.in.YAML(annotation, &a) {
			if out := c.annotated(a, annotation, s.marked); slices.ContainsFunc(out, root) {
				return out, false
			}
		}
	}
	for _, n := range s.Lines {
		l, ok := s.marked.line(n)
		if !ok {
			return nil, true
		}
		out = append(out, importer.Roots(l)...)
	}
	if len(out) > 0 {
		return out, false
	}
	if out = importer.MarkFunctions(s.text, string(s.Function)); out == nil {
		out = importer.MarkFunctions(s.text, string(s.Functions))
	}
	return out, false
}

func root(m importer.Mark) bool { return cmp.Or(m.Function, bench.RootCause) == bench.RootCause }

// samePlace reports whether two texts have the flaw in the same place: at least one line, and the code before or
// after it, is the same except for names. A text without labels cannot disagree.
func samePlace(a, b *source) bool {
	x, y := a.places(), b.places()
	for _, p := range x {
		for _, q := range y {
			if p[1] == q[1] && (p[0] == q[0] || p[2] == q[2]) {
				return true
			}
		}
	}
	return len(x) == 0 || len(y) == 0
}

// places returns the shapes of the lines of the flaw, with those of the code before and after each.
func (s *source) places() [][3]string {
	if s.shapes == nil {
		for _, l := range strings.Split(blankComments(s.text), "\n") {
			s.shapes = append(s.shapes, shape(l))
		}
	}
	near := func(from, step int) string {
		for i := from + step; i >= 0 && i < len(s.shapes); i += step {
			if s.shapes[i] != "" {
				return s.shapes[i]
			}
		}
		return ""
	}
	var out [][3]string
	for _, m := range s.marks {
		if i := m.Line - 1; root(m) && i < len(s.shapes) && s.shapes[i] != "" {
			out = append(out, [3]string{near(i, -1), s.shapes[i], near(i, 1)})
		}
	}
	return out
}

// blankComments blanks the comments and keeps the lines of code.
func blankComments(src string) string {
	var gone []solidity.Span
	for _, t := range solidity.Lex(src) {
		if t.Comment() {
			gone = append(gone, solidity.Span{Start: t.Start, End: t.End})
		}
	}
	return importer.Blank(src, gone...)
}

// shape is a line of code without names, whitespace and comments.
func shape(line string) string {
	var b strings.Builder
	for _, t := range solidity.Lex(line) {
		switch {
		case t.Trivia():
		case t.Kind == solidity.Ident:
			b.WriteString("x ")
		default:
			b.WriteString(t.Text(line) + " ")
		}
	}
	return b.String()
}

// annotated turns code acts into marks. The more specific statement about a line comes first: a line has one
// mark.
func (c *collection) annotated(a codeActs, file string, text *marked) []importer.Mark {
	code := importer.CodeLines(text.text)
	var out []importer.Mark
	add := func(function, act, note string, lines []int) {
		fn := bench.SecurityFunction(function)
		if !fn.Valid() {
			c.in.Problem(file, 0, "%.100q is not a security function", function)
			return
		}
		if fn == bench.SecondaryVuln { // ours names a class, theirs does not
			c.further++
			return
		}
		m := importer.Mark{Function: fn, Act: bench.CodeAct(act), Note: note}
		if !m.Act.Valid() {
			m.Act = ""
		}
		for _, l := range lines {
			if at, ok := text.line(l); ok && code[at] {
				m.Line = at
				out = append(out, m)
			}
		}
	}
	for _, x := range a.Acts {
		add(x.Function, x.Type, x.Reason, x.Lines)
	}
	for _, x := range a.Injections {
		add(x.Function, "", x.Pattern, x.Location.Lines)
	}
	order := bench.SecurityFunctions()
	slices.SortStableFunc(out, func(x, y importer.Mark) int {
		return slices.Index(order, x.Function) - slices.Index(order, y.Function)
	})
	return out
}

// lines, text, tier and amount parse values that the source writes in several forms.
type (
	lines  []int
	text   string
	tier   int
	amount int64
)

// UnmarshalJSON accepts [1, 2], ["1-3"], "1-3" and null.
func (l *lines) UnmarshalJSON(b []byte) error {
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, e := range list {
		switch e := e.(type) {
		case nil:
		case float64:
			if e < 1 || e > 1e6 {
				return fmt.Errorf("%v is not a line number", e)
			}
			*l = append(*l, int(e))
		case string:
			got, err := importer.Lines(e)
			if err != nil {
				return err
			}
			*l = append(*l, got...)
		default:
			return fmt.Errorf("%v is not a line number", e)
		}
	}
	return nil
}

// UnmarshalJSON accepts a string, a list of strings, and null.
func (t *text) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*t = text(s)
		return nil
	}
	var list []string
	if json.Unmarshal(b, &list) == nil {
		*t = text(strings.Join(list, " "))
		return nil
	}
	return fmt.Errorf("%.60s is neither text nor a list of texts", b)
}

// UnmarshalJSON accepts 3, "3", "tier3" and null; any other value is unknown.
func (t *tier) UnmarshalJSON(b []byte) error {
	n, err := strconv.Atoi(strings.Trim(strings.ToLower(string(b)), `" tier_`))
	if err == nil && n >= 1 && n <= 4 {
		*t = tier(n)
	}
	return nil
}

// UnmarshalJSON accepts a number, also in quotes; any other value is unknown.
func (a *amount) UnmarshalJSON(b []byte) error {
	if f, err := strconv.ParseFloat(strings.Trim(string(b), `"$ `), 64); err == nil && f > 0 && f < 1e15 {
		*a = amount(f)
	}
	return nil
}

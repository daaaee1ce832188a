package blockbench

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/importer"
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

// marks returns what is known of the lines of a text: the annotation of its very
// variant, else the metadata's lines, else where the named functions begin.
func (c *collection) marks(annotation, src string, m metadata) []importer.Mark {
	if c.in.Has(annotation) {
		var a codeActs
		if c.in.YAML(annotation, &a) {
			if out := c.annotated(a, annotation, src); slices.ContainsFunc(out, func(m importer.Mark) bool { return m.Function == bench.RootCause }) {
				return out
			}
		}
	}
	if len(m.Lines) > 0 {
		if n := strings.Count(src, "\n") + 1; slices.Max(m.Lines) <= n && slices.Min(m.Lines) >= 1 {
			return importer.Roots(m.Lines...)
		}
	}
	return importer.MarkFunctions(src, string(m.Function))
}

// annotated turns code acts into marks. What says more of a line comes first:
// a line has one mark.
func (c *collection) annotated(a codeActs, file, src string) []importer.Mark {
	code := importer.CodeLines(src)
	var out []importer.Mark
	add := func(function, act, note string, lines []int) {
		fn := bench.SecurityFunction(function)
		if !fn.Valid() {
			c.in.Problem(file, 0, "%.100q is no security function", function)
			return
		}
		if fn == bench.SecondaryVuln { // ours names a class, which theirs does not
			c.secondary++
			return
		}
		m := importer.Mark{Function: fn, Act: bench.CodeAct(act), Note: note}
		if !m.Act.Valid() {
			m.Act = ""
		}
		for _, l := range lines {
			if m.Line = l; code[l] {
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
	slices.SortStableFunc(out, func(x, y importer.Mark) int { return slices.Index(order, x.Function) - slices.Index(order, y.Function) })
	return out
}

// lines, text, tier and amount read what the source writes in several ways.
type (
	lines  []int
	text   string
	tier   int
	amount int64
)

// UnmarshalJSON takes [1, 2], ["1-3"], "1-3" and null.
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
				return fmt.Errorf("%v is no line", e)
			}
			*l = append(*l, int(e))
		case string:
			got, err := importer.Lines(e)
			if err != nil {
				return err
			}
			*l = append(*l, got...)
		default:
			return fmt.Errorf("%v is no line", e)
		}
	}
	return nil
}

// UnmarshalJSON takes a string, a list of strings, and null.
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

// UnmarshalJSON takes 3, "3", "tier3" and null; what else there is, is unknown.
func (t *tier) UnmarshalJSON(b []byte) error {
	n, err := strconv.Atoi(strings.Trim(strings.ToLower(string(b)), `" tier_`))
	if err == nil && n >= 1 && n <= 4 {
		*t = tier(n)
	}
	return nil
}

// UnmarshalJSON takes a number, also one in quotes; what else there is, is unknown.
func (a *amount) UnmarshalJSON(b []byte) error {
	if f, err := strconv.ParseFloat(strings.Trim(string(b), `"$ `), 64); err == nil && f > 0 && f < 1e15 {
		*a = amount(f)
	}
	return nil
}

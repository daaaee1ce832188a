package sqlproof

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/core/suite/sqlapp"
	"assay/internal/lang/edit"
	"assay/internal/lang/sqltext"
)

// twinProblems returns the features of a bad file that its twin does not explain.
func twinProblems(bad, twin Test, tests []Test) []string {
	var out []string
	if a, b := comments(bad.Pair(), bad.Language), comments(twin.Pair(), twin.Language); !slices.Equal(a, b) {
		out = append(out, fmt.Sprintf("its comments differ from those of its twin %s, which distinguishes the two",
			twin.Name))
	}
	own := len(places(bad.Pair(), twin.Pair(), bad.Language))
	if own == 0 {
		return out
	}
	size := func(t Test) (n int) {
		for _, c := range places(bad.Pair(), t.Pair(), bad.Language) {
			n += max(c.To-c.From, c.Until-c.At)
		}
		return n
	}
	for _, g := range tests {
		if !g.Bad && g.Name != twin.Name && size(g) < size(twin) {
			out = append(out, fmt.Sprintf("is nearer to %s than to its twin %s: name the file that it was made from", g.Name,
				twin.Name))
		}
	}
	return out
}

func comments(code, language string) []string {
	var out []string
	toks := sqltext.Lex(code)
	if sqlapp.Program(language) {
		toks = lexed(code, language)
	}
	for _, t := range toks {
		switch {
		case t.Comment():
			out = append(out, strings.TrimSpace(t.Text(code)))
		case t.Kind == sqltext.DollarString:
			from, to := sqltext.DollarBody(code, t)
			out = append(out, comments(code[from:to], "sql")...)
		}
	}
	return out
}

// words splits a text, and the bodies of functions in it, into tokens without comments and blanks.
func words(code, language string) (out []sqltext.Token) {
	if sqlapp.Program(language) {
		return programWords(code, language)
	}
	for _, t := range sqltext.Lex(code) {
		switch {
		case t.Trivia():
		case t.Kind == sqltext.DollarString:
			from, to := sqltext.DollarBody(code, t)
			out = append(out, sqltext.Token{Start: t.Start, End: from})
			for _, w := range words(code[from:to], language) {
				w.Start, w.End = w.Start+from, w.End+from
				out = append(out, w)
			}
			out = append(out, sqltext.Token{Start: to, End: t.End})
		default:
			out = append(out, t)
		}
	}
	return out
}

// places returns the places in which the tokens of two texts differ.
func places(a, b, language string) []edit.Hunk {
	texts := func(code string) (out []string) {
		for _, t := range words(code, language) {
			out = append(out, t.Text(code))
		}
		return out
	}
	return edit.Hunks(texts(a), texts(b))
}

// maxParts bounds the number of places that Parts separates.
const maxParts = 5

// Parts returns twin with some of the differences of bad applied, for every choice but
// none and all. This shows what each part of a change does alone.
func Parts(bad, twin, language string) []string {
	changes := places(twin, bad, language)
	if len(changes) < 2 || len(changes) > maxParts {
		return nil
	}
	x, y := words(twin, language), words(bad, language)
	var out []string
	for choice := 1; choice < 1<<len(changes)-1; choice++ {
		var b strings.Builder
		at := 0
		for k, c := range changes {
			if choice&(1<<k) == 0 {
				continue
			}
			from := len(twin) // up to to, bytes of twin that the change replaces
			if c.From < len(x) {
				from = x[c.From].Start
			}
			to := from
			if c.To > c.From {
				to = x[c.To-1].End
			}
			b.WriteString(twin[at:from])
			if c.Until > c.At {
				b.WriteString(" " + bad[y[c.At].Start:y[c.Until-1].End] + " ")
			}
			at = to
		}
		b.WriteString(twin[at:])
		out = append(out, b.String())
	}
	return out
}

// stricter reports whether the only sign of a violation of requirement n is that less
// was returned than by the twin. A rule that requires a row is different: require_text
// names the missing text.
func (p *Proof) stricter(v *Verdict, t Test, n int, seen func(test, set string) *Result) bool {
	for _, h := range v.Hits {
		if h.Requirement != n {
			continue
		}
		if h.Oracle != "min_rows" || !within(seen(t.Name, h.Set), seen(t.Twin, h.Set), p.Ignore) {
			return false
		}
	}
	return true
}

// within reports whether r contains nothing that twin does not contain.
func within(r, twin *Result, ignore map[string]bool) bool {
	if r.Err != nil || !slices.Equal(r.Columns, twin.Columns) || len(r.Changes) > len(twin.Changes) {
		return false
	}
	row, _ := extra(r.lines(nil), twin.lines(nil))
	change, _ := extra(r.changeKeys(ignore), twin.changeKeys(ignore))
	return row < 0 && change < 0
}

// Independent fails the verdict on t if an attack on a requirement of `also` succeeds
// on a part of its change, and none on a requirement that t claims to violate: then
// that part is a separate flaw, which the other does not imply.
func (p *Proof) Independent(v *Verdict, t, part Test, seen func(test, set string) *Result) {
	var fell []int
	where := map[int]string{}
	for i := range p.Sets {
		s := &p.Sets[i]
		if !s.Attack() {
			continue
		}
		r := seen(part.Name, s.Name)
		if r.Fault == "" && len(s.fired(r, seen(t.Twin, s.Name), p.Ignore,
			func(set string) *Result { return seen(part.Name, set) })) > 0 {
			fell = append(fell, s.Requirement)
			where[s.Requirement] = s.Name
		}
	}
	if slices.ContainsFunc(fell, func(n int) bool { return slices.Contains(t.Violates, n) }) {
		return
	}
	for _, n := range p.Also[t.Name] {
		reason := fmt.Sprintf("also lists requirement %d, but a part of the change falls for it alone (%q): a second flaw, "+
			"which the first does not imply", n, where[n])
		if where[n] != "" && !slices.Contains(v.Failures, Failure{"", reason}) {
			v.fail("", "%s", reason)
		}
	}
}

// Names reports whether code names a table.
func Names(code, language, table string) bool {
	return slices.ContainsFunc(words(code, language), func(t sqltext.Token) bool {
		name := t.Text(code)
		if sqlapp.Program(language) && t.Kind == sqltext.String { // 'orders', 'orders as o'
			name, _, _ = strings.Cut(strings.Trim(name, "\"'`"), " ")
		}
		return strings.EqualFold(name, table)
	})
}

package sqlproof

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Reworded returns how a test differs on a set from its minimal text, "" if both show
// the same columns, rows, changes and errors.
func (p *Proof) Reworded(set *Set, test, minimal *Result) string {
	return strings.ReplaceAll(difference(test, minimal, p.Ignore, set.ordered()), "good file", "minimal text")
}

// Hit is an attack that succeeds on a bad file.
type Hit struct {
	Set         string
	Requirement int
	Oracle      string
	Shown       string
	Also        bool // the requirement is one that `also` lists
}

// Failure is a set on which a file does not behave as required; Set is "" for a
// failure of the file as a whole.
type Failure struct{ Set, Reason string }

// Verdict is the result for one test. It is proved if there is no failure.
type Verdict struct {
	Test     string
	Regular  int // number of sets; Rows and Changes count what they showed
	Rows     int
	Changes  int
	Resisted int // number of attacks on which no oracle fired
	Hits     []Hit
	Failures []Failure
}

// Proved reports whether there is no failure.
func (v *Verdict) Proved() bool { return len(v.Failures) == 0 }

func (v *Verdict) fail(set, format string, args ...any) {
	v.Failures = append(v.Failures, Failure{set, Clip(fmt.Sprintf(format, args...), 4*maxShown)})
}

// Lint reports the problems of tests and proof before anything runs, one per line.
// statements holds the compiled code of every test that compiles.
func (p *Proof) Lint(tests []Test, statements map[string]*Statement) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	canon := map[string]string{}
	used, asked := map[string]bool{}, map[string]bool{} // asked: has to be given
	exists := map[string]bool{}
	goods := 0
	for _, t := range tests {
		exists[t.Name] = true
		for i, text := range []string{t.Code, t.Pair()} {
			if i > 0 && text == t.Code {
				continue
			}
			if first, ok := canon[CanonIn(t.Language, text)]; ok && first != t.Name {
				say("%s: has the same code as %s; the database cannot distinguish them", t.Name, first)
			} else {
				canon[CanonIn(t.Language, text)] = t.Name
			}
		}
		if s := statements[t.Name]; s != nil {
			for _, name := range s.Params {
				used[name] = true
				asked[name] = asked[name] || !slices.Contains(s.Optional, name)
			}
		}
		if !t.Bad {
			goods++
			continue
		}
		if len(t.Violates) == 0 {
			say("%s: names no requirement in `# Violates`", t.Name)
		}
		if k := slices.IndexFunc(tests, func(g Test) bool { return g.Name == t.Twin && !g.Bad }); k < 0 {
			say("%s: its twin %q is not a good file of this query", t.Name, t.Twin)
		} else {
			for _, problem := range twinProblems(t, tests[k], tests) {
				say("%s: %s", t.Name, problem)
			}
		}
		for _, n := range t.Violates {
			if !slices.ContainsFunc(p.Sets, func(s Set) bool { return s.Requirement == n }) {
				say("%s: violates requirement %d, which no attack probes", t.Name, n)
			}
		}
	}
	if goods == 0 {
		say("there is no good file")
	}
	for _, name := range slices.Sorted(maps.Keys(p.Also)) {
		if !exists[name] {
			say("also: %q is not a test of this query", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Equivalent)) {
		if !slices.ContainsFunc(tests, func(t Test) bool { return t.Name == name && !t.Bad }) {
			say("equivalent: %q is not a good file of this query", name)
		}
		for _, e := range p.Equivalent[name] {
			if e.Without == "" || e.Because == "" {
				say("equivalent: %s: an entry has `without` and `because`", name)
			}
		}
	}
	for i := range p.Sets {
		s := &p.Sets[i]
		for _, c := range []*Call{&s.First, s.Second, s.Then} {
			if c == nil {
				continue
			}
			for _, name := range slices.Sorted(maps.Keys(used)) {
				if _, ok := c.Params[name]; !ok && asked[name] {
					say("%s: gives no :%s", s.Name, name)
				}
			}
			for _, name := range slices.Sorted(maps.Keys(c.Params)) {
				if !used[name] && !slices.Contains(c.context, name) {
					say("%s: gives :%s, which no file uses", s.Name, name)
				}
			}
		}
	}
	return slices.Compact(append(out, p.worlds(tests)...))
}

// Evaluate judges every test. seen returns the result of a test on a set; it is
// never nil for the given tests and the sets of p.
func (p *Proof) Evaluate(tests []Test, seen func(test, set string) *Result) []Verdict {
	var reference string // the first good file
	for _, t := range tests {
		if !t.Bad {
			reference = t.Name
			break
		}
	}
	out := make([]Verdict, 0, len(tests))
	for _, t := range tests {
		v := Verdict{Test: t.Name}
		for i := range p.Sets {
			s := &p.Sets[i]
			r := seen(t.Name, s.Name)
			if !s.Attack() {
				v.Regular++
				v.Rows += len(r.Rows)
				v.Changes += len(r.Changes)
			}
			if t.Bad {
				p.bad(&v, t, s, r, seen)
			} else {
				p.good(&v, t, s, r, seen(reference, s.Name), seen)
			}
		}
		if t.Bad {
			p.convicted(&v, t, seen)
		}
		out = append(out, v)
	}
	return out
}

func (p *Proof) good(v *Verdict, t Test, s *Set, r, ref *Result, seen func(test, set string) *Result) {
	if problem := s.Unmet(r); problem != "" {
		v.fail(s.Name, "%s", problem)
		return
	}
	for _, f := range s.fired(r, nil, p.Ignore, func(set string) *Result { return seen(t.Name, set) }) {
		v.fail(s.Name, "%s fires on a good file: %s", f.Oracle, f.Shown)
		return
	}
	if s.Attack() {
		v.Resisted++
	}
	if r.Err == nil && ref.Err == nil && ref.Fault == "" && slices.Equal(r.Columns, ref.Columns) {
		if d := difference(r, ref, p.Ignore, s.ordered()); d != "" {
			v.fail(s.Name, "the good files disagree: %s", d)
		}
	}
}

func (s *Set) ordered() bool { return s.Expect != nil && s.Expect.Ordered }

func (p *Proof) bad(v *Verdict, t Test, s *Set, r *Result, seen func(test, set string) *Result) {
	twin := seen(t.Twin, s.Name)
	if r.Fault != "" {
		v.fail(s.Name, "%s", r.Fault)
		return
	}
	if !s.Attack() {
		if problem := s.Unmet(r); problem != "" {
			v.fail(s.Name, "honest use must not show the flaw: %s", problem)
		} else if d := difference(r, twin, p.Ignore, s.ordered()); d != "" {
			v.fail(s.Name, "honest use must not show the flaw: %s", d)
		}
		return
	}
	fired := s.fired(r, twin, p.Ignore, func(set string) *Result { return seen(t.Name, set) })
	switch {
	case len(fired) == 0:
		if r.Err != nil && (s.Expect == nil || s.Expect.Error.Kind == Null) && s.Oracles.ForbidError.Kind == Null {
			v.fail(s.Name, "the statement fails with %v; say error: allowed, or forbid_error", r.Err)
			return
		}
		v.Resisted++
	case slices.Contains(t.Violates, s.Requirement), slices.Contains(p.Also[t.Name], s.Requirement):
		v.Hits = append(v.Hits, Hit{s.Name, s.Requirement, fired[0].Oracle, fired[0].Shown,
			!slices.Contains(t.Violates, s.Requirement)})
	default:
		v.fail(s.Name, "%s of requirement %d fires, but the file violates %s only: %s; make the attack "+
			"purer, or list it under also", fired[0].Oracle, s.Requirement,
			numbers(t.Violates), fired[0].Shown)
	}
}

// convicted checks that a bad file is convicted of every violation that it claims.
func (p *Proof) convicted(v *Verdict, t Test, seen func(test, set string) *Result) {
	hit := func(n int) bool { return slices.ContainsFunc(v.Hits, func(h Hit) bool { return h.Requirement == n }) }
	for _, n := range t.Violates {
		if hit(n) {
			if p.stricter(v, t, n, seen) {
				v.fail("", "requirement %d: it gives less than its twin and nothing else, and only min_rows shows this; a "+
					"stricter query violates nothing, unless a rule demands what is missing: name that with require_text", n)
			}
			continue
		}
		var tried []string
		for i := range p.Sets {
			if s := &p.Sets[i]; s.Requirement == n {
				d := difference(seen(t.Name, s.Name), seen(t.Twin, s.Name), p.Ignore, false)
				if d == "" {
					d = "the same as the good file"
				}
				tried = append(tried, fmt.Sprintf("%q (%s): %s", s.Name, strings.Join(s.Oracles.names(), ", "), d))
			}
		}
		v.fail("", "passes every attack on requirement %d, which it is labelled to violate: %s", n, strings.Join(tried, "; "))
	}
	for _, n := range p.Also[t.Name] {
		if !hit(n) {
			v.fail("", "also lists requirement %d, and no attack shows it", n)
		}
	}
}

func numbers(list []int) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = fmt.Sprint(n)
	}
	return strings.Join(parts, ", ")
}

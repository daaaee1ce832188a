package sqlproof

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// builder collects the problems of one file.
type builder struct {
	document
	sets     map[string]*written
	problems []error
}

func (b *builder) problem(format string, args ...any) {
	b.problems = append(b.problems, fmt.Errorf(format, args...))
}

func (d document) build() (*Proof, error) {
	b := &builder{document: d, sets: map[string]*written{}}
	b.constants()
	p := &Proof{Also: d.Also, Ignore: map[string]bool{}, Equivalent: d.Equivalent}
	for _, name := range d.Ignore {
		p.Ignore[name] = true
	}
	if len(d.Regular) == 0 {
		b.problem("there is no `regular` set: nothing shows that the good files do their work")
	}
	for i := range d.Regular {
		if s, ok := b.set(&d.Regular[i], false); ok {
			p.Sets = append(p.Sets, s)
		}
	}
	for i := range d.Attacks {
		if s, ok := b.set(&d.Attacks[i], true); ok {
			p.Sets = append(p.Sets, s)
		}
	}
	for _, s := range p.Sets {
		if same := s.Oracles.SameAs; same != "" && b.sets[same] == nil {
			b.problem("%s: same_as names %q, which is not a set of this file", s.Name, same)
		}
	}
	p.session = document{Principals: b.Principals, Now: b.Now}
	return p, errors.Join(b.problems...)
}

// constants replaces $name in all values, including the constants themselves (once).
func (b *builder) constants() {
	names := maps.Clone(b.Names)
	fix := func(where string, v *Value) {
		if err := v.resolve(names); err != nil {
			b.problem("%s: %v", where, err)
		}
	}
	fixMap := func(where string, m map[string]Value) {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			v := m[k]
			fix(where+" "+k, &v)
			m[k] = v
		}
	}
	fixList := func(where string, l []Value) {
		for i := range l {
			fix(where, &l[i])
		}
	}
	fixPatterns := func(where string, l []Pattern) {
		for _, p := range l {
			fixMap(where, p.Where)
			fixMap(where, p.WhereNot)
			fixMap(where, p.Set)
			switch p.Op {
			case "", "insert", "update", "delete":
			default:
				b.problem("%s: op %q is not insert, update or delete", where, p.Op)
			}
		}
	}
	fixMap("names", b.Names)
	names = b.Names
	fix("now", &b.Now)
	fixMap("defaults", b.Defaults)
	for _, name := range slices.Sorted(maps.Keys(b.Principals)) {
		fixMap("principal "+name, b.Principals[name])
	}
	for _, list := range [][]written{b.Regular, b.Attacks} {
		for i := range list {
			w := &list[i]
			for _, c := range []*WrittenCall{&w.WrittenCall, w.Second, w.Then} {
				if c != nil {
					fix(w.Name, &c.Now)
					fixMap(w.Name, c.Params)
				}
			}
			fixList(w.Name, w.ForbidText)
			fixList(w.Name, w.ForbidReturned)
			fixList(w.Name, w.RequireText)
			fixPatterns(w.Name, w.ForbidChange)
			fixPatterns(w.Name, w.RequireChange)
			if e := w.Expect; e != nil {
				fixList(w.Name, e.Contain)
				if e.Rows != nil {
					for _, row := range *e.Rows {
						fixList(w.Name, row)
					}
				}
				if e.Changes != nil {
					fixPatterns(w.Name, *e.Changes)
				}
			}
		}
	}
}

// set completes one set; ok is false if it cannot be used.
func (b *builder) set(w *written, attack bool) (s Set, ok bool) {
	if w.Name == "" {
		b.problem("a set has no name")
		return s, false
	}
	if b.sets[w.Name] != nil {
		b.problem("%s: two sets have this name", w.Name)
		return s, false
	}
	if w.Like != "" {
		src := b.sets[w.Like]
		if src == nil {
			b.problem("%s: like names %q, which is not an earlier set", w.Name, w.Like)
			return s, false
		}
		w.WrittenCall.As = cmp.Or(w.As, src.As)
		w.WrittenCall.Params = merge(src.Params, w.Params)
		if w.Now.Kind == Null {
			w.WrittenCall.Now = src.Now
		}
		w.Given = cmp.Or(w.Given, src.Given)
		w.Second, w.Then = cmp.Or(w.Second, src.Second), cmp.Or(w.Then, src.Then)
	}
	b.sets[w.Name] = w
	s = Set{Name: w.Name, Requirement: w.Requirement, Given: w.Given, Expect: w.Expect, Oracles: w.Oracles}
	s.First = b.call(w.Name, w.WrittenCall, nil)
	if w.Second != nil {
		c := b.call(w.Name+", second", *w.Second, w.Params)
		s.Second = &c
	}
	if w.Then != nil {
		c := b.call(w.Name+", then", *w.Then, w.Params)
		s.Then = &c
	}
	if s.Second != nil && s.Then != nil {
		b.problem("%s: has both second and then; make two sets of it", w.Name)
	}
	b.rules(&s, attack)
	return s, true
}

// call merges defaults, the set's parameters and the principal.
func (b *builder) call(where string, w WrittenCall, inherited map[string]Value) Call {
	c := Call{As: w.As, now: w.Now, Params: merge(merge(b.Defaults, inherited), w.Params)}
	who, ok := b.Principals[w.As]
	if !ok {
		b.problem("%s: as names %q, which is not a principal", where, w.As)
	}
	context := maps.Clone(who)
	if context == nil {
		context = map[string]Value{}
	}
	if set, ok := context["settings"]; ok {
		delete(context, "settings")
		if set.Kind != Map {
			b.problem("principal %s: settings is a map of names and values", w.As)
		}
		c.Settings = map[string]string{}
		for i, k := range set.Keys {
			c.Settings[k] = set.List[i].Text
			if !strings.Contains(k, ".") {
				b.problem("principal %s: setting %q has no dot; a session's own settings are named like app.user_id", w.As, k)
			}
		}
	}
	if _, own := context["now"]; !own && b.Now.Kind != Null {
		context["now"] = b.Now
	}
	if w.Now.Kind != Null {
		context["now"] = w.Now
	}
	for _, k := range slices.Sorted(maps.Keys(context)) {
		if _, both := c.Params[k]; both {
			b.problem("%s: params give :%s, which the server derives from the session; write another principal", where, k)
		}
		c.Params[k] = context[k]
		c.context = append(c.context, k)
	}
	return c
}

// rules checks the conditions on a set that do not depend on the tests.
func (b *builder) rules(s *Set, attack bool) {
	oracles := len(s.Oracles.names())
	switch {
	case attack && s.Requirement <= 0:
		b.problem("%s: an attack names the `requirement` that it probes", s.Name)
	case attack && oracles == 0:
		b.problem("%s: an attack needs an oracle, such as forbid_text", s.Name)
	case !attack && (s.Requirement != 0 || oracles > 0):
		b.problem("%s: a regular set has no requirement and no oracle; it has `expect`", s.Name)
	case !attack && !s.Expect.shows():
		b.problem("%s: a regular set expects rows, a count, contents or changes, and not none: a file "+
			"that does nothing must fail it", s.Name)
	}
	if e := s.Expect; e != nil {
		if e.Columns != nil && e.Rows == nil {
			b.problem("%s: expect.columns names the columns of expect.rows, which is missing", s.Name)
		}
		if e.Rows != nil && e.Columns != nil {
			for _, row := range *e.Rows {
				if len(row) != len(e.Columns) {
					b.problem("%s: expect.columns has %d names and a row has %d values", s.Name, len(e.Columns), len(row))
				}
			}
		}
	}
}

// shows reports whether e requires a result that is not empty.
func (e *Expect) shows() bool {
	return e != nil && (e.Rows != nil && len(*e.Rows) > 0 || e.Count != nil && *e.Count > 0 || len(e.Contain) > 0 ||
		e.Changes != nil && len(*e.Changes) > 0)
}

// names lists the oracles that are set, in order of evaluation.
func (o *Oracles) names() []string {
	var out []string
	for _, x := range []struct {
		name string
		set  bool
	}{
		{"forbid_text", len(o.ForbidText) > 0}, {"forbid_returned", len(o.ForbidReturned) > 0},
		{"forbid_column", len(o.ForbidColumn) > 0},
		{"max_rows", o.MaxRows != nil}, {"min_rows", o.MinRows != nil}, {"require_text", len(o.RequireText) > 0},
		{"forbid_change", len(o.ForbidChange) > 0},
		{"require_change", len(o.RequireChange) > 0}, {"forbid_error", o.ForbidError.Kind != Null},
		{"same_as", o.SameAs != ""}, {"differs_from_good", o.Differs},
	} {
		if x.set {
			out = append(out, x.name)
		}
	}
	return out
}

package transform

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
)

// Program holds everything that belongs to one sample. The variants are not changed.
type Program struct {
	Variant *bench.Variant
	Twin    *bench.Variant // the other half of the pair; nil if there is none
	Hidden  []bench.File   // compiled with it and never shown: Proof.sol
	Keep    []string       // names that code outside the texts uses, such as a getter that the host reads
}

// Result is a program after a chain: the variants are new and unproved.
type Result struct {
	Program
	Chain   Chain
	Seed    uint64
	Renames map[string]string // original names to current ones, if they differ
	Strings map[string]string // contents of string literals, likewise
	Notes   []string          // what each step did
	Decoys  []Decoy           // decoys planted in the variant and in its twin
	start   Certificate       // promise of the step from which the chain starts, if that renamed something
}

// Promises returns the weakest certificate that the result may get: that of its chain
// and its start, but no more than C4 if a string was rewritten, since a string is not
// a name but data that is visible when the program runs.
func (r *Result) Promises() Certificate {
	promised := max(r.Chain.Promises(), r.start)
	if len(r.Strings) > 0 {
		return max(promised, C4)
	}
	return promised
}

// Name returns the current name for a name of the original.
func (r *Result) Name(original string) string {
	if now, ok := r.Renames[original]; ok {
		return now
	}
	return original
}

// LabelError means that a transformation destroyed labelled text, which is a mistake
// in the transformation.
type LabelError struct {
	Transformation string
	Variant        string
	Label          bench.Label
}

func (e *LabelError) Error() string {
	return fmt.Sprintf("%s on %s: the text of the %s label on line %d of %s is gone or cut",
		e.Transformation, e.Variant, e.Label.Function, e.Label.Span.Line, e.Label.Span.File)
}

// Apply runs a chain on a program. The same arguments give the same result,
// byte for byte.
//
// The error is a [*NotApplicableError] if a step has nothing to do, a [*SyntaxError]
// if the code cannot be parsed, a [*LabelError], or another error that names the step.
// With an error there is no result: never a variant to which only part of the chain
// was applied.
func Apply(c Chain, seed uint64, p Program) (*Result, error) { return Prepare(p).Apply(c, seed) }

// Prepared is a program to which many chains are applied: its texts are parsed and resolved only
// once. It is safe for concurrent use. It keeps nothing of the chains' results.
type Prepared struct {
	program Program
	cache   *cache
}

// Prepare returns p, prepared. Its texts must not be changed afterwards.
func Prepare(p Program) *Prepared {
	base := newCache(nil)
	files := slices.Clone(p.Hidden)
	for _, v := range []*bench.Variant{p.Variant, p.Twin} {
		if v != nil {
			files = append(append(files, v.Task.Files...), v.Task.Context...)
		}
	}
	for _, f := range files {
		base.own.remember(f.Text, func() (is struct{}) { return })
	}
	return &Prepared{p, base}
}

// Apply runs a chain on the program, as the function Apply does.
func (prepared *Prepared) Apply(c Chain, seed uint64) (*Result, error) {
	p := prepared.program
	if len(c) == 0 {
		return nil, errors.New("an empty chain makes no variant")
	}
	st := &state{hidden: slices.Clone(p.Hidden), keep: slices.Clone(p.Keep), renames: map[string]string{},
		strings: map[string]string{}, cache: newCache(prepared.cache)}
	for _, v := range []*bench.Variant{p.Variant, p.Twin} {
		if v == nil {
			continue
		}
		if err := st.cache.checkSyntax(v.Task); err != nil {
			return nil, fmt.Errorf("%s: %w", v.Key, err)
		}
		st.sides = append(st.sides, newSide(v))
	}
	if p.Variant == nil {
		return nil, errors.New("there is no variant to transform")
	}
	var notes []string
	var start Certificate
	for _, step := range c {
		note, err := st.step(step, seed)
		if _, no := errors.AsType[*NotApplicableError](err); no && step.Start {
			continue // the chain starts from the unchanged text
		}
		if err != nil {
			return nil, err
		}
		if step.Start {
			note = "from the " + step.Transformation.Name + " text: " + note
			if len(st.renames) > 0 {
				start = step.Transformation.Promises
			}
		}
		notes = append(notes, note)
	}
	for _, s := range st.sides {
		s.v.Chain, s.v.Seed = c.String(), seed
		s.v.Key += s.v.Suffix()
		s.v.Proof, s.v.Evidence, s.v.Certificate, s.v.Twin = bench.Unproved, "", "", ""
	}
	r := &Result{Program: Program{Variant: st.sides[0].v, Hidden: st.hidden, Keep: st.keep}, Chain: c, Seed: seed,
		Renames: st.renames, Strings: st.strings, Notes: notes, Decoys: st.decoys, start: start}
	if len(st.sides) > 1 {
		r.Twin = st.sides[1].v
		for i, s := range st.sides {
			if s.v.Truth == bench.Vulnerable {
				s.v.Twin = st.sides[1-i].v.Key
			}
		}
	}
	return r, nil
}

// state is a program while a chain is applied.
type state struct {
	sides   []*side // one or two; the first is the variant
	hidden  []bench.File
	keep    []string
	cache   *cache
	renames map[string]string
	strings map[string]string
	decoys  []Decoy
}

// side is one variant while a chain is applied. It owns its slices.
type side struct{ v *bench.Variant }

func newSide(v *bench.Variant) *side {
	own := *v
	own.Labels, own.Further = slices.Clone(v.Labels), slices.Clone(v.Further)
	own.Task.Files = slices.Clone(v.Task.Files)
	own.Task.Context = slices.Clone(v.Task.Context)
	return &side{v: &own}
}

// view returns what a transformation may see: a copy, so that it cannot damage the original.
func (s *side) view() *Side {
	own := Side{s.v.Task, slices.Clone(s.v.Labels)}
	own.Task.Files, own.Task.Context = slices.Clone(own.Task.Files), slices.Clone(own.Task.Context)
	return &own
}

// step applies one transformation to all sides.
func (st *state) step(step Step, seed uint64) (string, error) {
	t := step.Transformation
	outputs := make([]*Output, len(st.sides))
	for i, s := range st.sides {
		if !t.Speaks(s.v.Task.Language) {
			return "", fmt.Errorf("%s: %w", s.v.Key, &NotApplicableError{t.Name,
				fmt.Sprintf("it does not speak %s", s.v.Task.Language)})
		}
		in := &Input{
			Truth: s.v.Truth, Class: s.v.Class, Hidden: slices.Clone(st.hidden),
			Options: maps.Clone(step.Options), Dice: NewDice(seed, cmp.Or(t.Of, t.Name)), state: st,
		}
		own := s.view()
		in.Task, in.Labels = own.Task, own.Labels
		if len(st.sides) > 1 {
			in.Twin = st.sides[1-i].view()
		}
		out, err := t.Run(in)
		if err == nil && out.Empty() {
			err = NotApplicable("there is nothing to change")
		}
		if no, ok := errors.AsType[*NotApplicableError](err); ok {
			no.Transformation = t.Name
			if i > 0 && outputs[0].Truth == 0 {
				no.Why = "on its twin: " + no.Why
			}
		}
		switch {
		case err == nil:
			outputs[i] = out
		case i > 0 && outputs[0].Truth != 0: // the variant became a copy of this side
		default:
			return "", fmt.Errorf("%s: %w", s.v.Key, prefixed(t.Name, err))
		}
	}
	if outputs[0].Truth != 0 && len(st.sides) > 1 {
		st.sides, outputs = st.sides[:1], outputs[:1]
	}
	renames, strings := map[string]string{}, map[string]string{}
	for i, s := range st.sides {
		if err := st.apply(s, t.Name, outputs[i]); err != nil {
			return "", err
		}
		for _, m := range []struct{ from, into map[string]string }{{outputs[i].Renames, renames},
			{outputs[i].Strings, strings}} {
			for old, now := range m.from {
				if other, ok := m.into[old]; ok && other != now {
					return "", fmt.Errorf("%s turns %q into %q on one half of the pair and into %q on the other", t.Name, old, now,
						other)
				}
				m.into[old] = now
			}
		}
	}
	if err := st.rewriteStrings(t.Name, strings); err != nil {
		return "", err
	}
	if err := st.rename(t.Name, renames); err != nil {
		return "", err
	}
	st.decoys = append(renamed(st.decoys, renames), outputs[0].Decoys...)
	return outputs[0].Note, nil
}

// prefixed adds the name of the transformation, unless the error contains it.
func prefixed(name string, err error) error {
	if _, ok := errors.AsType[*NotApplicableError](err); ok {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// replaced composes earlier replacements with those of one more step.
func replaced(all, step map[string]string) {
	for old, now := range all {
		if next, ok := step[now]; ok {
			all[old] = next
		}
	}
	made := map[string]bool{}
	for _, now := range all {
		made[now] = true
	}
	for old, now := range step {
		if !made[now] {
			all[old] = now
		}
	}
	maps.DeleteFunc(all, func(old, now string) bool { return old == now })
}

// renamed returns decoys after a step's renames.
func renamed(decoys []Decoy, renames map[string]string) []Decoy {
	out := slices.Clone(decoys)
	for i, d := range out {
		out[i].Names = maps.Clone(d.Names)
		for own, name := range d.Names {
			out[i].Names[own] = cmp.Or(renames[name], name)
		}
		out[i].Contract = cmp.Or(renames[d.Contract], d.Contract)
	}
	return out
}

// lineAt returns the 1-based line of the byte at offset.
func lineAt(text string, offset int) int { return 1 + strings.Count(text[:offset], "\n") }

// Trees returns the sources to compile, by path: the variant's with its hidden files,
// and the twin's, nil if there is no twin. In both, the file under review has the path
// of r.Variant.Task.Files[0].
func (r *Result) Trees() (variant, twin map[string]string) {
	if r.Twin != nil {
		twin = sources(r.Twin.Task, r.Hidden)
	}
	return sources(r.Variant.Task, r.Hidden), twin
}

package transform

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Step is one transformation of a chain with its settings.
type Step struct {
	Transformation Transformation
	Options        map[string]string // complete
	// Start means that the step was added automatically: the chain starts from its
	// result, if it applies.
	Start bool
}

// Chain is a list of transformations, first step first. Its String is canonical: equal
// chains have equal strings, which ParseChain reads.
type Chain []Step

// ParseChain parses "sanitize+no-comments+chameleon:theme=gaming" with the names of
// list. It fails on unknown names and settings, on duplicate transformations, and on
// one that would undo an earlier one. A transformation with Start that s does not name
// is put first: differences are measured from its text.
func ParseChain(s string, list []Transformation) (Chain, error) {
	var out Chain
	for part := range strings.SplitSeq(s, "+") {
		name, rest, hasOptions := strings.Cut(strings.TrimSpace(part), ":")
		i := slices.IndexFunc(list, func(t Transformation) bool { return t.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("chain %q: there is no transformation %q; choose from %s", s, name,
				strings.Join(names(list), ", "))
		}
		t := list[i]
		options := t.defaults()
		if hasOptions {
			if err := t.parseOptions(options, rest); err != nil {
				return nil, fmt.Errorf("chain %q: %w", s, err)
			}
		}
		for _, before := range out {
			switch {
			case before.Transformation.Name == t.Name:
				return nil, fmt.Errorf("chain %q: %s is in it twice", s, t.Name)
			case slices.Contains(t.Undoes, before.Transformation.Name):
				return nil, fmt.Errorf("chain %q: %s would undo %s; put it first or leave one out", s, t.Name,
					before.Transformation.Name)
			}
		}
		out = append(out, Step{Transformation: t, Options: options})
	}
	for _, t := range list {
		if t.Start && !slices.ContainsFunc(out, func(s Step) bool { return s.Transformation.Name == t.Name }) {
			out = slices.Insert(out, 0, Step{t, t.defaults(), true})
		}
	}
	return out, nil
}

// written returns the steps of c that were not added automatically.
func (c Chain) written() Chain {
	return slices.DeleteFunc(slices.Clone(c), func(s Step) bool { return s.Start })
}

// SplitChains splits a list of chains at its commas. A comma before key=value belongs
// to the settings of the chain that contains it.
func SplitChains(list string) []string {
	var out []string
	for part := range strings.SplitSeq(list, ",") {
		if i := strings.IndexAny(part, "=:+"); i >= 0 && part[i] == '=' && len(out) > 0 {
			out[len(out)-1] += "," + part
			continue
		}
		out = append(out, part)
	}
	return out
}

// defaults returns the value of every option where a chain gives none.
func (t Transformation) defaults() map[string]string {
	out := map[string]string{}
	for _, o := range t.Options {
		out[o.Name] = o.Values[0]
	}
	return out
}

// parseOptions sets the options in a list of key=value.
func (t Transformation) parseOptions(options map[string]string, list string) error {
	set := map[string]bool{}
	for pair := range strings.SplitSeq(list, ",") {
		key, value, ok := strings.Cut(pair, "=")
		i := slices.IndexFunc(t.Options, func(o Option) bool { return o.Name == key })
		switch {
		case !ok:
			return fmt.Errorf("%s: %q is not key=value", t.Name, pair)
		case i < 0 && len(t.Options) == 0:
			return fmt.Errorf("%s has no options", t.Name)
		case i < 0:
			return fmt.Errorf("%s has no option %q; it has %s", t.Name, key, optionNames(t))
		case set[key]:
			return fmt.Errorf("%s: %s is given twice", t.Name, key)
		}
		if err := t.Options[i].check(value); err != nil {
			return fmt.Errorf("%s: %s=%s: %w", t.Name, key, value, err)
		}
		options[key], set[key] = value, true
	}
	return nil
}

func (o Option) check(value string) error {
	if o.Numeric {
		if n, err := strconv.Atoi(value); err != nil || n < 0 || n > 9999 || strconv.Itoa(n) != value {
			return fmt.Errorf("want a number from 0 to 9999")
		}
		return nil
	}
	if !slices.Contains(o.Values, value) {
		return fmt.Errorf("choose from %s", strings.Join(o.Values, ", "))
	}
	return nil
}

// String returns the step as written in chains, without settings at their default.
func (s Step) String() string {
	var parts []string
	defaults := s.Transformation.defaults()
	for _, key := range slices.Sorted(maps.Keys(s.Options)) {
		if s.Options[key] != defaults[key] {
			parts = append(parts, key+"="+s.Options[key])
		}
	}
	if len(parts) == 0 {
		return s.Transformation.Name
	}
	return s.Transformation.Name + ":" + strings.Join(parts, ",")
}

// String returns the canonical form of c.
func (c Chain) String() string {
	var parts []string
	for _, s := range c.written() {
		parts = append(parts, s.String())
	}
	return strings.Join(parts, "+")
}

// Promises returns the strongest certificate that a variant of this chain can get: the
// one of its weakest step.
func (c Chain) Promises() Certificate {
	weakest := C1
	for _, s := range c.written() {
		weakest = max(weakest, s.Transformation.Promises)
		for option, value := range s.Options {
			weakest = max(weakest, s.Transformation.Weaker[option+"="+value])
		}
	}
	return weakest
}

// Of returns the chain whose placebo c alone is, "" for other chains.
func (c Chain) Of() string {
	of := slices.Clone(c)
	for i := range of {
		of[i].Transformation.Name = cmp.Or(of[i].Transformation.Of, of[i].Transformation.Name)
	}
	if of.String() == c.String() {
		return ""
	}
	return of.String()
}

// Kind returns the effect of the chain on the flaw: an intervention or an injection if any step is
// one, a placebo if every step is, else preserving.
func (c Chain) Kind() Kind {
	kind := Placebo
	for _, s := range c.written() {
		switch s.Transformation.Kind {
		case Intervention, Injection:
			return s.Transformation.Kind
		case Preserving:
			kind = Preserving
		}
	}
	return kind
}

// Speaks reports whether every step applies to texts in the language.
func (c Chain) Speaks(language string) bool {
	return !slices.ContainsFunc(c.written(), func(s Step) bool { return !s.Transformation.Speaks(language) })
}

// Letters returns the chain in the paper's notation, innermost last: "O∘N∘S".
func (c Chain) Letters() string {
	var parts []string
	for _, s := range slices.Backward(c.written()) {
		parts = append(parts, s.Transformation.Letter)
	}
	return strings.Join(parts, "∘")
}

func names(list []Transformation) []string {
	var out []string
	for _, t := range list {
		out = append(out, t.Name)
	}
	slices.Sort(out)
	return out
}

func optionNames(t Transformation) string {
	var out []string
	for _, o := range t.Options {
		out = append(out, o.Name)
	}
	return strings.Join(out, ", ")
}

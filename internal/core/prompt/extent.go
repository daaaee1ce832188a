package prompt

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/solidity"
)

// ExtentFactor is the factor for the extent: how much of a program a question shows (--context). Every strategy
// that reviews contracts has it, without a change of its templates.
const ExtentFactor = "extent"

// Levels of the extent. ExtentFile gives the same question as no extent.
const (
	ExtentFunction = "function"
	ExtentContract = "contract"
	ExtentSource   = "source"
	ExtentFile     = "file"
	ExtentProject  = "project"
)

// extentNotes follow the question when it shows only a part of the code.
var extentNotes = map[string]string{
	ExtentFunction: "Of the code only a part is shown: one or a few functions or variables, chosen before anybody " +
		"knew whether it has a flaw. " + leftOut,
	ExtentContract: "Of the code only a part is shown: one or a few contracts, chosen before anybody " +
		"knew whether it has a flaw. " + leftOut,
	ExtentSource: "Of the code only a part is shown: one or a few files, chosen before anybody " +
		"knew whether it has a flaw. " + leftOut,
}

const leftOut = "The lines that are left out are empty, so that lines have the numbers that they have in the file. " +
	"What is not shown exists and compiles."

// WithExtent returns s at a level of the extent, with the level in its name. It fails for strategies that do
// not review code, or that show related files themselves.
func (s Strategy) WithExtent(level string) (Strategy, error) {
	switch {
	case s.Asks != ForVerdict:
		return Strategy{}, fmt.Errorf("strategy %s: it asks for: %s; only a review can be asked for with a part of the code",
			s.Name, s.Asks)
	case s.Level("context") == "yes":
		return Strategy{}, fmt.Errorf("strategy %s shows related files by itself; name one that does not", s.Name)
	}
	return s.named(ExtentFactor, level)
}

// Extents returns the code that a question shows of a text, by level of the extent. The text is one half of a
// pair, and twin the other; nil when there is none. Both halves show the same functions, variables,
// contracts, and of a project files, by name: those with the labelled root cause, and those that both have and that
// differ. A level is missing when it would show none of these, or the same text for both halves. Without a twin and a
// label, the key of the text selects a function. Levels exist only for Solidity.
func Extents(v, twin *bench.Variant) map[string]string {
	out := map[string]string{}
	if v.Task.Language != "solidity" {
		return out
	}
	if len(v.Task.Context) > 0 {
		out[ExtentProject] = "Related files, so that you can follow the calls; they are not what is under review:\n\n" +
			fenced(v.Task.Language, v.Task.Context, true) + "\n\nThe code under review:\n\n" +
			fenced(v.Task.Language, v.Task.Files, false)
	}
	functions, contracts, sources := unitsOf(v)
	if twin == nil && len(v.Targets()) == 0 {
		f := drawn(v.Key, functions)
		if f == nil {
			return out
		}
		out[ExtentFunction] = cut(v.Task, []unit{*f})
		for _, c := range contracts {
			if c.path == f.path && c.from <= f.from && f.to <= c.to {
				out[ExtentContract] = cut(v.Task, []unit{c})
			}
		}
		return out
	}
	if twin == nil {
		twin = v
	}
	otherFunctions, otherContracts, otherSources := unitsOf(twin)
	for _, level := range []struct {
		name          string
		mine, another []unit
	}{{ExtentFunction, functions, otherFunctions}, {ExtentContract, contracts, otherContracts},
		{ExtentSource, sources, otherSources}} {
		ids := common(v, twin, level.mine, level.another)
		if len(ids) == 0 {
			continue
		}
		show := func(of *bench.Variant, units []unit) string {
			return cut(of.Task, slices.DeleteFunc(slices.Clone(units),
				func(u unit) bool { return !slices.Contains(ids, u.id()) }))
		}
		if text := show(v, level.mine); v == twin || text != show(twin, level.another) {
			out[level.name] = text
		}
	}
	return out
}

// unit is a part of a file that is shown or omitted as a whole.
type unit struct {
	path, contract, name string
	text                 string // without the comment above it
	from, to             int    // lines, from 1, with the comment above it
	first                int    // line without that comment
	acts                 bool   // a function that anyone can call, and that may change state
}

// unitID identifies a unit in both halves of a pair.
type unitID struct{ path, contract, name string }

func (u unit) id() unitID { return unitID{u.path, u.contract, u.name} }

// unitsOf returns the functions and variables of the code under review, its contracts, and the files of a text that has
// several. File-level declarations are in the first two lists.
func unitsOf(v *bench.Variant) (functions, contracts, sources []unit) {
	for _, f := range v.Task.Files {
		o := solidity.Survey(f.Text)
		lines := strings.Split(f.Text, "\n")
		add := func(to *[]unit, contract, name string, s solidity.Span, acts bool) {
			u := unit{path: f.Path, contract: contract, name: name, text: s.Text(f.Text), first: o.Lines.Line(s.Start),
				to: o.Lines.Line(max(s.End-1, s.Start)), acts: acts}
			u.from = commentAbove(lines, u.first)
			*to = append(*to, u)
		}
		for _, x := range o.Functions {
			acts := x.Callable() && x.Mutability != "view" && x.Mutability != "pure" && x.Mutability != "constant"
			add(&functions, x.Contract, x.Name+"()", x.Span(), acts)
			if x.Contract == "" {
				add(&contracts, "", x.Name+"()", x.Span(), false)
			}
		}
		for _, x := range o.Variables {
			add(&functions, x.Contract, x.Name, x.Decl, false)
			if x.Contract == "" {
				add(&contracts, "", x.Name, x.Decl, false)
			}
		}
		for _, x := range o.Contracts {
			add(&contracts, x.Name, "", x.Span, false)
		}
		for i, line := range lines {
			if strings.HasPrefix(line, bench.FileMark) {
				sources = append(sources, unit{path: f.Path, name: line, first: i + 1, from: i + 1})
			}
			if n := len(sources); n > 0 {
				sources[n-1].text, sources[n-1].to = sources[n-1].text+line+"\n", i+1
			}
		}
	}
	return functions, contracts, sources
}

// commentAbove returns the first line of the comment directly above a line, or the line itself.
func commentAbove(lines []string, at int) int {
	for at > 1 {
		above := strings.TrimSpace(lines[at-2])
		if !strings.HasPrefix(above, "//") && !strings.HasPrefix(above, "/*") && !strings.HasPrefix(above, "*") {
			break
		}
		at--
	}
	return at
}

// common returns the units to show in both halves of a pair; nil when one half does not contain the place of
// the flaw.
func common(a, b *bench.Variant, ofA, ofB []unit) []unitID {
	var out []unitID
	for _, half := range []struct {
		v            *bench.Variant
		units, other []unit
	}{{a, ofA, ofB}, {b, ofB, ofA}} {
		if half.v.Truth != bench.Vulnerable {
			continue
		}
		for _, l := range half.v.Targets() {
			i := slices.IndexFunc(half.units, func(u unit) bool {
				return u.path == l.Span.File && u.first <= l.Span.Line &&
					l.Span.Line <= u.to
			})
			if i < 0 {
				continue // outside of all units; a difference may still show it
			}
			id := half.units[i].id()
			if !slices.ContainsFunc(half.other, func(u unit) bool { return u.id() == id }) {
				return nil
			}
			out = append(out, id)
		}
	}
	texts := func(units []unit, id unitID) (all []string) {
		for _, u := range units {
			if u.id() == id {
				all = append(all, u.text)
			}
		}
		return all
	}
	for _, u := range ofA {
		if other := texts(ofB, u.id()); len(other) > 0 && !slices.Equal(other, texts(ofA, u.id())) {
			out = append(out, u.id())
		}
	}
	return out
}

// drawn returns a function selected by a key, preferably one that anyone can call and that may change state;
// nil when there is no function.
func drawn(key string, functions []unit) *unit {
	among := slices.DeleteFunc(slices.Clone(functions), func(u unit) bool { return !u.acts })
	if len(among) == 0 {
		among = slices.DeleteFunc(slices.Clone(functions), func(u unit) bool { return !strings.HasSuffix(u.name, "()") })
	}
	if len(among) == 0 {
		return nil
	}
	sum := sha256.Sum256([]byte(key))
	return &among[binary.BigEndian.Uint64(sum[:])%uint64(len(among))]
}

// cut returns the code under review with only the lines of the given units and the version pragma. All other
// lines are empty.
func cut(t bench.Task, show []unit) string {
	var files []bench.File
	for _, f := range t.Files {
		lines := strings.Split(f.Text, "\n")
		kept := make([]string, len(lines))
		any := false
		for _, u := range show {
			if u.path == f.Path {
				any = true
				copy(kept[u.from-1:u.to], lines[u.from-1:u.to])
			}
		}
		if !any {
			continue
		}
		for i, line := range lines {
			if strings.HasPrefix(strings.TrimSpace(line), "pragma solidity") {
				kept[i] = line
			}
		}
		files = append(files, bench.File{Path: f.Path, Text: strings.TrimRight(strings.Join(kept, "\n"), "\n") + "\n"})
	}
	return fenced(t.Language, files, len(t.Files) > 1)
}

// LevelIn returns the level of a factor in a strategy's name, by default its first level, and the name without
// it.
func LevelIn(strategy, factorName string) (level, rest string) {
	level = factorNamed(factorName).Levels[0]
	if s, err := Find(strategy); err == nil && strategy != "" {
		level = cmp.Or(s.Level(factorName), level)
	}
	var parts []string
	for p := range strings.SplitSeq(strategy, ",") {
		if l, ok := strings.CutPrefix(p, factorName+"="); ok {
			level = l
		} else {
			parts = append(parts, p)
		}
	}
	return level, strings.Join(parts, ",")
}

// FlagFactors lists the factors that do not need templates and that flags choose: hints and the extent.
func FlagFactors() []string { return []string{HintFactor, ExtentFactor} }

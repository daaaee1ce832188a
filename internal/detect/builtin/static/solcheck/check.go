// Package solcheck holds the checks of builtin/static for Solidity, one per file, and the code that they share:
// the program with its names resolved, the steps of a call in order (program.trace), the conditions that it
// tests (program.tested) and the origins of a value (program.from).
//
// A check knows no names except those of the language. Every check prefers a missed flaw to a guess: a part
// that it cannot resolve, such as a modifier of a contract outside the file, counts as a guard.
package solcheck

import (
	"cmp"
	"fmt"
	"slices"

	"assay/internal/bench"
)

// A Check looks for one kind of flaw.
type Check struct {
	Name     string // lower case, words joined by dashes: names its cases in testdata
	Class    bench.Class
	Severity string
	Doc      string // what it looks for, one sentence
	Attack   string // why it is dangerous
	Fix      string

	run func(*pass)
}

// Checks returns every check, in the order of their findings on one line. The caller owns the slice.
func Checks() []Check {
	return []Check{
		reentrancy,
		uncheckedReturn,
		txOrigin,
		storageLayout,
		denial,
		zeroSigner,
		forcedEther,
	}
}

// Hit is one place where a check fired.
type Hit struct {
	Check    *Check
	Function string // Contract.name
	From, To int    // lines, inclusive
	Text     string

	from, to *node // the first and the last statement of the place
}

// pass is one run of one check over a program.
type pass struct {
	*program
	check *Check
	hits  []Hit
}

// report adds a finding in f that spans the nodes from and to.
func (p *pass) report(f *function, from, to *node, format string, args ...any) {
	first, last := p.line(from), p.Lines.Line(max(to.Start, to.End-1))
	p.hits = append(p.hits, Hit{p.check, f.title(), first, max(first, last), fmt.Sprintf(format, args...), statement(from),
		statement(to)})
}

// entries returns the functions that anyone can call, in source order.
func (p *program) entries() []*function {
	return slices.DeleteFunc(slices.Clone(p.functions), func(f *function) bool { return !f.entry })
}

// Run applies the checks to a source. Hits are in source order, one for each class and place.
func Run(src string, checks []Check) []Hit {
	type place struct {
		class    bench.Class
		from, to *node
	}
	x := read(src)
	seen := map[place]bool{}
	var out []Hit
	for i := range checks {
		p := &pass{program: x, check: &checks[i]}
		checks[i].run(p)
		for _, h := range p.hits {
			if at := (place{h.Check.Class, h.from, h.to}); !seen[at] {
				seen[at] = true
				out = append(out, h)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Hit) int { return cmp.Compare(a.From, b.From) })
	return out
}

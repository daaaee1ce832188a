package verify

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
)

// halves returns the two compiled sources with their names.
func (r *runner) halves() []half {
	return []half{{evidence.Vulnerable, r.cs.vulnerable}, {evidence.Fixed, r.cs.fixed}}
}

type half struct {
	source evidence.Source
	out    *solc.Output
}

// execute brings a source to the state after setUp(), lets do fill in the cell, and adds it. An error is its failure.
func (r *runner) execute(c evidence.Cell, rules evidence.Rules, out *solc.Output,
	do func(*evm.Proof, *evidence.Cell) error) {
	p, err := Load(r.ctx, rules, out, false)
	if err == nil {
		err = do(p, &c)
	}
	if err != nil {
		c.Shown, c.Failure = "not run", oneLine(err.Error())
	}
	r.add(c)
}

// honest checks what honest use calls on both sources, and whether its results are the same on both, except for
// what sample.yaml lists.
func (r *runner) honest() {
	rules := r.cs.X.Rules
	var uses []*evm.Use
	for _, h := range r.halves() {
		r.execute(evidence.Cell{Kind: evidence.Honest, Source: h.source}, rules, h.out,
			func(p *evm.Proof, c *evidence.Cell) error {
				u, err := p.Honest(r.ctx, r.cs.X.Main)
				if err != nil {
					return err
				}
				uses = append(uses, u)
				c.Shown = fmt.Sprintf("calls %d functions", u.Called)
				if n := len(u.Missed); n > 0 {
					c.Shown = fmt.Sprintf("calls %d functions of %d", u.Called, u.Called+n)
				}
				c.Failure = gaps(u, h.source, evidence.Entries(rules.Uncalled))
				// no subject sees a clean contract without its guard
				if h.source == evidence.Fixed && !r.cs.X.Clean && len(uses) == 2 && c.Failure == "" {
					listed := evidence.Entries(rules.Changed)
					c.Failure = changed(uses[0].Differences(uses[1]), listed)
					c.Shown += ", with equal effects"
					if len(listed) > 0 {
						c.Shown += fmt.Sprintf(" but for %d that the repair changes", len(listed))
					}
				}
				return nil
			})
	}
}

// gaps reports the functions that honest use does not call and for which there is no excuse.
func gaps(u *evm.Use, source evidence.Source, excused []string) string {
	if u.Idle {
		return "test_Regular() calls no function under review that changes state"
	}
	for _, f := range u.Missed {
		if !slices.Contains(excused, f) {
			return fmt.Sprintf("honest use does not call %s; call it in test_Regular(), or say why "+
				"not under honest_use: uncalled", f)
		}
	}
	for _, f := range excused {
		if source == evidence.Vulnerable && !slices.Contains(u.Missed, f) { // the twin may lack it
			return fmt.Sprintf("honest_use: uncalled: %s is called, or is not a function under review; remove the entry", f)
		}
	}
	return ""
}

// changed reports differences in honest use that the repair causes and that are not listed, or listed entries that
// do not occur.
func changed(found []evm.Difference, listed []string) string {
	seen := map[string]bool{}
	var unlisted []string
	first := ""
	for _, d := range found {
		if seen[d.What] = true; slices.Contains(listed, d.What) {
			continue
		}
		if unlisted = append(unlisted, d.What); first == "" {
			first = d.What + ": " + oneLine(d.How)
		}
	}
	if len(unlisted) > 1 {
		first += "; also different: " + strings.Join(unlisted[1:], ", ")
	}
	if first != "" {
		return fmt.Sprintf("honest use is not the same as on the vulnerable source: %s; keep to the repair, or list "+
			"it under honest_use: changed", first)
	}
	for _, what := range listed {
		if !seen[what] {
			return fmt.Sprintf("honest_use: changed: %s is the same on both sources; remove the entry", what)
		}
	}
	return ""
}

// honestTransactions is the number of honest transactions after which an invariant must hold.
const honestTransactions = 300

// invariant checks the invariant of state_corrupted after honest use of both sources, and after random honest
// sequences on the twin: on the vulnerable source ordinary use may reach the flaw, and no subject sees a clean
// contract without its guard.
func (r *runner) invariant() {
	for _, rules := range r.cs.X.Rules.Flaws() {
		if rules.Impact != "state_corrupted" {
			continue
		}
		for _, h := range r.halves() {
			n := honestTransactions
			if h.source == evidence.Vulnerable {
				n = 0
			}
			if h.source == evidence.Vulnerable && r.cs.X.Clean {
				continue
			}
			c := evidence.Cell{Kind: evidence.Invariant, Source: h.source, Shown: "holds after honest use", Flaw: rules.Flaw}
			r.execute(c, rules, h.out, func(p *evm.Proof, c *evidence.Cell) error {
				why, sent, err := p.Invariant(r.ctx, 1, n)
				c.Attempts = sent
				if sent > 0 {
					c.Shown = fmt.Sprintf("holds after honest use and %d random honest transactions", sent)
				}
				if why != "" {
					c.Shown, c.Failure = "fails", fmt.Sprintf("the invariant %s() does not hold %s", rules.Asset, oneLine(why))
				}
				return err
			})
		}
	}
}

// asking tests on both sources whether the attacker only needs to ask the proof for tokens.
func (r *runner) asking() {
	for _, rules := range r.cs.X.Rules.Flaws() {
		for _, h := range r.halves() {
			c := evidence.Cell{Kind: evidence.Asking, Source: h.source, Flaw: rules.Flaw}
			r.execute(c, rules, h.out, func(p *evm.Proof, c *evidence.Cell) error {
				why, sent, err := p.Asking(r.ctx)
				c.Attempts, c.Shown = sent, fmt.Sprintf("gets nothing in %d calls of what the proof brings along", sent)
				if why != "" {
					c.Shown, c.Failure = "gets tokens", "the proof gives tokens away: "+oneLine(why)
				}
				return err
			})
		}
	}
}

// minimal undoes each changed place of the twin on its own. The result must not compile, must fail honest use or
// must not resist the attack: otherwise the place is not part of the repair. When the twin has only one place, as
// most do, that place is part of it, since the attack succeeds on the vulnerable source.
func (r *runner) minimal(c *solc.Compiler) {
	x := r.cs.X
	type place struct {
		file  string
		hunks []edit.Hunk
	}
	var hunks []place
	for _, file := range slices.Sorted(maps.Keys(x.Fixed)) {
		for _, h := range repairs(x.Vulnerable[file], x.Fixed[file]) {
			hunks = append(hunks, place{file, h})
		}
	}
	cell := evidence.Cell{Kind: evidence.Minimal, Source: evidence.Fixed, Attempts: len(hunks), Shown: "one place"}
	if len(hunks) > 1 && c != nil {
		cell.Shown = fmt.Sprintf("each of %d places is needed", len(hunks))
	}
	excused := evidence.Entries(x.Rules.Parts)
	if x.Joint {
		cell.Shown = fmt.Sprintf("%d places, of flaws that are tried one by one", len(hunks))
		r.add(cell)
		return
	}
	for i := 0; i < len(hunks) && len(hunks) > 1 && c != nil; i++ {
		file, line := hunks[i].file, hunks[i].hunks[0].At+1
		if f := enclosing(x.Fixed[file], line); slices.Contains(excused, f) {
			excused = slices.DeleteFunc(excused, func(e string) bool { return e == f })
			continue
		}
		tree := maps.Clone(x.Fixed)
		tree[file] = suite.Without(x.Vulnerable[file], x.Fixed[file], hunks[i].hunks)
		out, err := compile(r.ctx, c, x.Rules.Compiler, tree)
		if _, ok := rejected(err); ok {
			continue
		}
		if err == nil {
			var idle bool
			if idle, err = r.idle(out); idle {
				cell.Shown = "not minimal"
				cell.Failure = fmt.Sprintf(
					"the change in line %d is not part of the repair: without it the twin resists just the same", line)
				break
			}
		}
		if err != nil && r.ctx.Err() != nil {
			cell.Failure = oneLine(err.Error())
		}
	}
	if len(excused) > 0 && cell.Failure == "" {
		cell.Failure = fmt.Sprintf("fix_parts: the repair changes nothing in %s; remove the entry", excused[0])
	}
	r.add(cell)
}

// idle reports whether honest use passes on a twin without a change, and every attack fails: then no check
// requires that change.
func (r *runner) idle(out *solc.Output) (bool, error) {
	for _, rules := range r.cs.X.Rules.Flaws() {
		p, err := Load(r.ctx, rules, out, false)
		if err != nil {
			return false, err
		}
		if rules.Flaw == 0 {
			if regular, err := p.Regular(r.ctx); err != nil || !regular.Succeeded {
				return false, nil
			}
		}
		if attack, err := p.Exploit(r.ctx); err != nil || attack.Succeeded || attack.Void != "" {
			return false, nil
		}
	}
	return true, nil
}

// enclosing returns the name of the function around a line, "" outside of all.
func enclosing(text string, line int) string {
	at := 0
	for range line - 1 {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	at += len(text[at:]) - len(strings.TrimLeft(text[at:], " \t"))
	f, ok := solidity.Enclosing(solidity.Functions(text), at)
	if !ok {
		return ""
	}
	return f.Name
}

// repairs groups the hunks of a twin: text that one hunk deletes and another inserts was moved, and is one change.
func repairs(source, twin string) [][]edit.Hunk {
	a, b := strings.Split(source, "\n"), strings.Split(twin, "\n")
	lines := func(text []string) map[string]bool {
		out := map[string]bool{}
		for _, line := range text {
			if line = strings.TrimSpace(line); len(line) > 1 { // a brace belongs to no hunk in particular
				out[line] = true
			}
		}
		return out
	}
	var out [][]edit.Hunk
next:
	for _, h := range edit.Hunks(a, b) {
		for i, group := range out {
			for _, g := range group {
				for _, pair := range [][2]map[string]bool{{lines(a[g.From:g.To]), lines(b[h.At:h.Until])},
					{lines(a[h.From:h.To]), lines(b[g.At:g.Until])}} {
					for line := range pair[0] {
						if pair[1][line] {
							out[i] = append(group, h)
							continue next
						}
					}
				}
			}
		}
		out = append(out, []edit.Hunk{h})
	}
	return out
}

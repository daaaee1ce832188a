package verify

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/core/suite/evidence"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
)

// Repair is the result of a subject's own repair of the vulnerable source. A repair that refuses everyone fails
// honest use; one that drops or changes a function fails the interface; one that moves a variable would corrupt a
// contract that is upgraded to it.
type Repair struct {
	Compiles  bool
	Why       string   // why it does not compile; the compiler's first error on one line
	Interface []string // what callers of the original would miss, unless the twin removes it too
	// variables that would be read from another place, unless the twin moves them in the same way; not compared
	// before 0.5.13
	Storage []string
	// Same: the code is the same, or nothing differs in honest use, the attack and random sequences
	Same bool `json:",omitempty"`
	// honest use, the attack, time alone, random sequences and the attack's neighbourhood, on the repaired source
	Cells []evidence.Cell
}

// Works reports whether the flaw is gone and everything else still works.
func (r Repair) Works() bool { return len(r.Cells) > 0 && len(r.Failures()) == 0 }

// Ends reports whether the repair removes one of several label sets, and everything else still works.
func (r Repair) Ends(flaw int) bool {
	return len(r.Cells) > 0 && r.Why == "" && len(r.Interface)+len(r.Storage) == 0 &&
		!slices.ContainsFunc(r.Cells, func(c evidence.Cell) bool {
			return c.Failure != "" && (c.Kind == evidence.Regular || max(c.Flaw, 1) == flaw)
		})
}

// BreaksUse returns what honest users lose, "" if nothing. A text that does not compile is of use to nobody.
func (r Repair) BreaksUse() string {
	var lost []string
	if r.Why != "" {
		lost = append(lost, "does not compile: "+r.Why)
	}
	lost = append(append(lost, r.Interface...), r.Storage...)
	for _, c := range r.Cells {
		if c.Kind == evidence.Regular && c.Failure != "" {
			lost = append(lost, fmt.Sprintf("%s: %s", c.Title(), c.Failure))
		}
	}
	return strings.Join(lost, "; ")
}

// Attempts counts the attacks and random sequences that were tried.
func (r Repair) Attempts() (n int) {
	for _, c := range r.Cells {
		switch c.Kind {
		case evidence.Exploit:
			n++
		case evidence.Fuzz, evidence.Near:
			n += c.Attempts
		}
	}
	return n
}

// Failures returns the failed checks, in the order in which they were made.
func (r Repair) Failures() []string {
	var out []string
	if r.Why != "" {
		out = append(out, "does not compile: "+r.Why)
	}
	out = append(append(out, r.Interface...), r.Storage...)
	for _, c := range r.Cells {
		if c.Failure != "" {
			out = append(out, fmt.Sprintf("%s: %s", c.Title(), c.Failure))
		}
	}
	return out
}

// Repair replaces the file under review with text, of the source o.Of: the vulnerable one, or the fixed one, on which
// a repair should do no harm. It checks whether the sample's attack, also at fresh addresses and at another
// time, o.Fuzz random transactions, which also mutate that attack, and the neighbourhood of the attack reach the
// impact, and whether honest use, interface and storage layout are kept. Every error of the text is in the Repair; the
// returned error is a missing compiler, or a failure of the machine.
func (cs *Case) Repair(ctx context.Context, c *solc.Compiler, text string, o Options) (Repair, error) {
	var r Repair
	base, tree := cs.vulnerable, maps.Clone(cs.X.Vulnerable)
	if o.Of == evidence.Fixed {
		base, tree = cs.fixed, maps.Clone(cs.X.Fixed)
	}
	tree[cs.X.Main] = text
	hidden := tree[proofFile]
	delete(tree, proofFile) // a repair that the proof cannot use still compiles
	out, err := cs.compileForeign(ctx, c, tree, cs.X.Main)
	if why, ok := rejected(err); ok {
		r.Why = why
		return r, nil
	}
	if err != nil {
		return r, err
	}
	r.Compiles = true
	before, after := base.Contracts[cs.X.Main], out.Contracts[cs.X.Main]
	r.Same = sameCode(before, after)
	for _, name := range slices.Sorted(maps.Keys(before)) {
		now, ok := after[name]
		if !ok {
			r.Interface = append(r.Interface, "contract "+name+" is gone")
			continue
		}
		gone, moved := missing(name, before[name].ABI, now.ABI), displaced(name, before[name].StorageLayout,
			now.StorageLayout)
		if twin, ok := cs.fixed.Contracts[cs.X.Main][name]; ok { // the flaw may be in the interface or the layout
			given := missing(name, before[name].ABI, twin.ABI)
			gone = slices.DeleteFunc(gone, func(loss string) bool { return slices.Contains(given, loss) })
			if len(displaced(name, twin.StorageLayout, now.StorageLayout)) == 0 {
				moved = nil
			}
		}
		r.Interface = append(r.Interface, gone...)
		r.Storage = append(r.Storage, moved...)
	}
	tree[proofFile] = hidden
	out, err = cs.compileForeign(ctx, c, tree, cs.X.Main)
	if why, ok := rejected(err); ok {
		r.Interface = append(r.Interface, "honest users' code does not compile with it: "+why)
		return r, nil
	}
	if err != nil {
		return r, err
	}
	r.Cells = Cells(ctx, cs.X.Rules, out, evidence.Fixed)
	flaws := cs.X.Rules.Flaws()
	ended := slices.DeleteFunc(slices.Clone(flaws), func(f evidence.Rules) bool { return !r.Ends(max(f.Flaw, 1)) })
	cells, err := cs.shiftedCells(ctx, c, out, ended) // a text that recognises the test ends nothing
	if err != nil {
		return r, err
	}
	r.Cells = append(r.Cells, cells...)
	if o.Fuzz > 0 {
		run := &runner{ctx: ctx, cs: cs, o: o}
		for _, rules := range flaws {
			r.Cells = append(r.Cells, run.fuzzOn(rules, evidence.Fixed, out))
		}
		if r.Ends(1) { // on a repair that avoids only the known attack, a similar one succeeds
			r.Cells = append(r.Cells, run.nearOn(evidence.Fixed, out))
		}
	}
	if !r.Same && !r.Works() && r.BreaksUse() == "" {
		r.Same = true
		for i := 0; r.Same && i < len(flaws); i++ {
			if r.Same, err = cs.same(ctx, flaws[i], base, out, o); err != nil {
				return r, err
			}
		}
	}
	return r, ctx.Err()
}

// sameCode reports whether two compilations of a file have the same contracts with the same code.
func sameCode(a, b map[string]solc.Contract) bool {
	return maps.EqualFunc(a, b, func(x, y solc.Contract) bool {
		return bytes.Equal(solc.MaskMetadata(x.Creation), solc.MaskMetadata(y.Creation)) &&
			bytes.Equal(solc.MaskMetadata(x.Runtime), solc.MaskMetadata(y.Runtime))
	})
}

// same reports whether two compiled trees do the same in honest use, in the attack on one flaw, and with random
// transactions.
func (cs *Case) same(ctx context.Context, rules evidence.Rules, a, b *solc.Output, o Options) (bool, error) {
	p, err := Load(ctx, rules, a, false)
	if err != nil {
		return false, fmt.Errorf("%s: %w", cs.X.ID, err)
	}
	q, err := Load(ctx, rules, b, false)
	if err != nil {
		return false, nil // its set-up fails
	}
	got, err := evm.Compare(ctx, p, q, evm.Mapping{Added: true}, o.Seed, o.Fuzz)
	return err == nil && got.Difference == "", ctx.Err()
}

// missing compares two interfaces. Additional functions, events and errors are not a loss; a constructor with
// other parameters is.
func missing(contract string, before, after json.RawMessage) []string {
	type entry struct {
		Type, Name, StateMutability string
		Payable, Constant           bool // before 0.5
		Inputs, Outputs             []json.RawMessage
	}
	read := func(raw json.RawMessage) map[string]string {
		var list []entry
		if json.Unmarshal(raw, &list) != nil {
			return nil // of an interface without functions
		}
		out := map[string]string{}
		if !slices.ContainsFunc(list, func(e entry) bool { return e.Type == "constructor" }) {
			list = append(list, entry{Type: "constructor"}) // as if it were written, without arguments
		}
		for _, e := range list {
			if e.Type != "function" && e.Type != "constructor" && e.Type != "fallback" && e.Type != "receive" {
				continue
			}
			out[e.Type+" "+e.Name+"("+types(e.Inputs)+")"] = e.StateMutability + fmt.Sprint(e.Payable, e.Constant) +
				" returns (" + types(e.Outputs) + ")"
		}
		return out
	}
	old, now := read(before), read(after)
	var out []string
	for _, f := range slices.Sorted(maps.Keys(old)) {
		switch got, ok := now[f]; {
		case !ok && strings.HasPrefix(f, "constructor"):
			out = append(out, fmt.Sprintf("%s: the constructor asks for something else", contract))
		case !ok:
			out = append(out, fmt.Sprintf("%s: %s is gone", contract, strings.TrimSuffix(f, " ()")))
		case got != old[f] && !strings.HasPrefix(f, "constructor"):
			out = append(out, fmt.Sprintf("%s: %s has other outputs or mutability", contract, strings.TrimSuffix(f, " ()")))
		}
	}
	return out
}

// types formats parameter types, structs in full, without names.
func types(params []json.RawMessage) string {
	var out []string
	for _, raw := range params {
		var p struct {
			Type       string
			Components []json.RawMessage
		}
		if json.Unmarshal(raw, &p) != nil {
			out = append(out, string(raw))
			continue
		}
		if len(p.Components) > 0 {
			p.Type += "{" + types(p.Components) + "}"
		}
		out = append(out, p.Type)
	}
	return strings.Join(out, ",")
}

// displaced compares two storage layouts. Variables after the last one of the original are new and do no harm.
func displaced(contract string, before, after json.RawMessage) []string {
	type layout struct {
		Storage []struct {
			Label, Slot, Type string
			Offset            int
		}
		Types map[string]struct{ Label string }
	}
	var old, now layout
	if len(before) == 0 || json.Unmarshal(before, &old) != nil {
		return nil
	}
	if err := json.Unmarshal(after, &now); err != nil {
		return []string{contract + ": has no storage layout"}
	}
	places := map[string][]string{} // several bases may have a variable of one name, as __gap
	for _, v := range now.Storage {
		places[v.Label] = append(places[v.Label], fmt.Sprintf("%s in slot %s at byte %d", now.Types[v.Type].Label, v.Slot,
			v.Offset))
	}
	var out []string
	for _, v := range old.Storage {
		want := fmt.Sprintf("%s in slot %s at byte %d", old.Types[v.Type].Label, v.Slot, v.Offset)
		if got := places[v.Label]; !slices.Contains(got, want) {
			out = append(out, fmt.Sprintf("%s: %s was %s and is %s", contract, v.Label, want,
				cmp.Or(strings.Join(got, " and "), "gone")))
		}
	}
	return out
}

package all_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/lang/transform/trojan"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
	"assay/internal/test/transformtest"
)

var (
	only   = flag.String("chain", "", "try this chain only")
	sample = flag.String("sample", "", "try samples whose name holds this only")
	chains = flag.Int("chains", 2, "random chains per sample")
	every  = flag.Bool("every", false, "try every value of every option, not one")
	seed   = flag.Uint64("seed", 1, "of transformations and of random chains")
)

// TestEverything applies every transformation, and random chains of two or three, to
// every embedded sample. The results must obey the laws, compile with the sample's
// compiler, and keep what the chain promises: the same bytecode, or else the same
// proof. The laws are checked on every 45th sample, and every stride-th of their
// results is compiled and executed; a sample or chain that is named is tried in full.
// The paper's chains are all executed where their certificates are made.
func TestEverything(t *testing.T) {
	list := all.Transformations()
	results, executed := 0, 0
	takes, runs := corpustest.Every(t, 45), corpustest.Every(t, stride)
	var c *solc.Compiler
	if !testing.Short() {
		c = solctest.New(t)
	}
	for i, cs := range transformtest.Corpus(t) {
		if !strings.Contains(cs.Name, *sample) || *sample == "" && !takes(i) || testing.Short() && cs.Executable == nil &&
			i%8 != 0 {
			continue
		}
		t.Run(cs.Name, func(t *testing.T) {
			applied := map[string]bool{}
			for _, text := range chainsFor(cs, list) {
				chain, err := transform.ParseChain(text, list)
				if err != nil {
					continue // an invalid random chain
				}
				t.Run(strings.ReplaceAll(text, ":", ","), func(t *testing.T) {
					r := transformtest.Laws(t, chain, *seed, cs.Program)
					if r == nil {
						_, err := transform.Apply(chain, *seed, cs.Program)
						var no *transform.NotApplicableError
						if !errors.As(err, &no) {
							t.Errorf("%v", err)
						}
						t.Log(err) // a normal outcome, without a variant
						return
					}
					pair(t, cs.Program, r)
					for _, s := range chain {
						applied[s.Transformation.Name] = true
					}
					if c != nil && cs.Executable != nil {
						if results++; runs(results) || *only != "" || *sample != "" {
							executed++
							check(t, c, *cs.Executable, r)
							decoys(t, c, cs, r)
						}
					}
					if t.Failed() {
						t.Logf("again: go test ./internal/lang/transform/all -run Everything -sample %s -chain %s -seed %d", cs.Name, text,
							*seed)
					}
				})
			}
			spoken := 0
			for _, tr := range all.Transformations() {
				if tr.Speaks(cs.Program.Variant.Task.Language) {
					spoken++
				}
			}
			if len(applied) < min(3, spoken) && *only == "" {
				t.Errorf("only %v could be applied, of %d that speak the language", slices.Sorted(maps.Keys(applied)), spoken)
			}
		})
	}
	t.Logf("%d of %d results compiled and executed", executed, results)
}

// stride selects the results to execute.
const stride = 7

// pair checks that the halves of a pair still differ in few lines: choices that differ
// between the two would reveal which is which.
func pair(t *testing.T, before transform.Program, r *transform.Result) {
	t.Helper()
	if before.Twin == nil || r.Twin == nil || r.Variant.Task.Language != "solidity" {
		return
	}
	was := differing(before.Variant.Task.Files[0].Text, before.Twin.Task.Files[0].Text)
	is := differing(r.Variant.Task.Files[0].Text, r.Twin.Task.Files[0].Text)
	if is > 4*was+14 {
		t.Errorf("the halves differed in %d lines, and do in %d now", was, is)
	}
}

// differing counts lines that only one of the texts has.
func differing(a, b string) int {
	count := map[string]int{}
	for line := range strings.Lines(a) {
		count[strings.TrimSpace(line)]++
	}
	for line := range strings.Lines(b) {
		count[strings.TrimSpace(line)]--
	}
	n := 0
	for _, c := range count {
		n += max(c, -c)
	}
	return n
}

// chainsFor lists the chains to try on a sample.
func chainsFor(cs transformtest.Case, list []transform.Transformation) []string {
	if *only != "" {
		return []string{*only}
	}
	var names, out []string
	for _, tr := range list {
		if !tr.Speaks(cs.Program.Variant.Task.Language) {
			continue
		}
		out = append(out, tr.Name)
		if alone, err := transform.ParseChain(tr.Name, list); err == nil {
			if _, err := transform.Apply(alone, *seed, cs.Program); err == nil {
				names = append(names, tr.Name)
			}
		}
		for _, o := range tr.Options {
			if o.Numeric {
				continue
			}
			values := o.Values[1:]
			if !*every { // a different one for each sample
				i := int(transform.NewDice(*seed, tr.Name).Uint64(cs.Name) % uint64(len(values)))
				values = values[i : i+1]
			}
			for _, v := range values {
				out = append(out, fmt.Sprintf("%s:%s=%s", tr.Name, o.Name, v))
			}
		}
	}
	rng := rand.New(rand.NewPCG(*seed, transform.NewDice(*seed, "chains").Uint64(cs.Name)))
	for range *chains {
		if len(names) < 3 {
			break // for a language that few transformations support there are no chains
		}
		rng.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		out = append(out, strings.Join(names[:2+rng.IntN(2)], "+"))
	}
	return out
}

// forAuthors lists rules for authors of samples: a rewriting adds functions, renames
// them and what attacker: holds declares, and changes more than the repair.
var forAuthors = map[evidence.Kind]bool{evidence.Honest: true, evidence.Minimal: true, evidence.Authority: true}

// tooLarge is the failure of a result that the EVM does not deploy: a rewriting adds code to a contract near the limit.
const tooLarge = "the code of a new contract has more than the "

// check compiles a result and checks what its chain promises.
func check(t *testing.T, c *solc.Compiler, x suite.Executable, r *transform.Result) {
	t.Helper()
	now := verify.Rewritten(x, r)
	if x.Clean {
		clean(t, c, x, now, r)
		return
	}
	fixed := r.Twin == nil // differential: the variant is the twin now
	if fixed {
		now.Vulnerable = x.Vulnerable
		if now.Main != x.Main || len(r.Renames) > 0 {
			t.Logf("the vulnerable tree is not rewritten: only compiling")
			if _, err := c.Compile(t.Context(), solc.Input{Version: x.Rules.Compiler, Sources: now.Fixed}); err != nil {
				t.Error(err)
			}
			return
		}
	}
	after, err := verify.Prepare(t.Context(), c, now)
	if err != nil {
		t.Error(err)
		return
	}
	if r.Chain.Promises() == transform.C1 {
		for _, s := range []struct{ before, after map[string]string }{{x.Vulnerable, now.Vulnerable}, {x.Fixed, now.Fixed}} {
			for _, d := range bytecodeDiff(t, c, x, s.before, s.after, r) {
				t.Error(d)
			}
		}
		return
	}
	e := after.Run(t.Context(), c, nil, verify.Options{}).Evidence
	for _, cell := range e.Cells {
		if cell.Source == evidence.Only(1) && now.Parts == nil {
			continue // texts in which only one of several flaws is repaired are not rewritten
		}
		if strings.Contains(cell.Failure, tooLarge) {
			t.Log(cell.Failure) // it gets no certificate, and is no variant
			return
		}
		if cell.Failure != "" && cell.Kind != evidence.Fuzz && cell.Kind != evidence.Cross && !forAuthors[cell.Kind] {
			t.Errorf("%s on the %s source: %s", cell.Kind, cell.Source, cell.Failure)
		}
	}
}

// clean checks what a chain promises for a clean contract: it has no twin, and its
// version without a guard is not rewritten.
func clean(t *testing.T, c *solc.Compiler, x, now suite.Executable, r *transform.Result) {
	t.Helper()
	if r.Chain.Promises() == transform.C1 {
		for _, d := range bytecodeDiff(t, c, x, x.Fixed, now.Fixed, r) {
			t.Error(d)
		}
		return
	}
	out, err := c.Compile(t.Context(), solc.Input{Version: x.Rules.Compiler, Sources: now.Fixed})
	if err != nil {
		t.Error(err)
		return
	}
	for _, cell := range verify.Cells(t.Context(), now.Rules, out, evidence.Fixed) {
		if cell.Failure != "" && !forAuthors[cell.Kind] {
			t.Errorf("%s: %s", cell.Kind, cell.Failure)
		}
	}
}

// decoys attacks every decoy of a result, in both halves, with the attack of its kind.
// On the weakened decoy, the same attack must succeed: otherwise its failure on the
// decoy would show nothing.
func decoys(t *testing.T, c *solc.Compiler, cs transformtest.Case, r *transform.Result) {
	t.Helper()
	if len(r.Decoys) == 0 {
		return
	}
	weakened := slices.Clone(r.Chain)
	for i := range weakened {
		if weakened[i].Transformation.Name == trojan.Weak.Name {
			weakened[i].Transformation = trojan.Weak
		}
	}
	weak, err := transform.Apply(weakened, r.Seed, cs.Program)
	if err != nil {
		t.Error(err)
		return
	}
	x := verify.Rewritten(*cs.Executable, r)
	w := verify.Rewritten(*cs.Executable, weak)
	for i, d := range r.Decoys {
		for _, a := range []struct {
			name  string
			decoy transform.Decoy
			tree  map[string]string
			falls bool
		}{{"the vulnerable source", d, x.Vulnerable, false}, {"the twin", d, x.Fixed, false},
			{"the weakened decoy", weak.Decoys[i], w.Vulnerable, true}} {
			if a.name == "the weakened decoy" && weak.Variant.Truth == bench.Safe {
				a.tree = w.Fixed
			}
			if a.tree == nil {
				continue
			}
			source, err := trojan.Attack(a.decoy, x.Rules.Compiler)
			if err != nil {
				t.Error(err)
				continue
			}
			got, err := verify.Decoy(t.Context(), c, x.Rules, a.tree, a.decoy.Contract, source)
			if err != nil || got.Fell != a.falls {
				t.Errorf("decoy %s on %s: %+v, %v", d.Kind, a.name, got, err)
			}
		}
	}
}

// bytecodeDiff lists the contracts whose runtime code differs.
func bytecodeDiff(t *testing.T, c *solc.Compiler, x suite.Executable, before, after map[string]string,
	r *transform.Result) []string {
	t.Helper()
	code := func(tree map[string]string) map[string][]byte {
		out, err := c.Compile(t.Context(), solc.Input{Version: x.Rules.Compiler, Sources: tree})
		if err != nil {
			t.Fatal(err)
		}
		m := map[string][]byte{}
		for _, byName := range out.Contracts {
			for name, k := range byName {
				m[name] = solc.MaskMetadata(k.Runtime)
			}
		}
		return m
	}
	was, is := code(before), code(after)
	var out []string
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if !bytes.Equal(was[name], is[r.Name(name)]) {
			out = append(out, fmt.Sprintf("contract %s: the runtime code is not the same", name))
		}
	}
	return out
}

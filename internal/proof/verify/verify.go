// Package verify proves samples by execution: it compiles both sources of a sample with its own compiler, runs its
// proof on each, and converts the observations of the host to evidence; repairs by subjects are executed in the same
// way, also in other worlds.
//
// A sample is proved when all of the following holds. Honest use passes on both sources. The attack reaches its
// impact on the vulnerable one and not on the twin. The same time without an attack reaches it on neither. The
// twin resists the attacks of other samples with its interface and a number of random call sequences. A compiler
// that crashes, an attack that breaks a rule or exceeds its budget, a getter that cannot be read: all of these are
// failures, never passes.
package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync"
	"time"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
)

// Options define how thoroughly a sample is verified.
type Options struct {
	Fuzz  int    // number of random transactions against the twin; 0 for none
	Seed  uint64 // of the random transactions
	Trace bool   // keep the call trees

	Of evidence.Source // Repair: the source that is repaired; "" is the vulnerable one
}

// Case is a sample compiled and ready to run. It is safe for concurrent use.
type Case struct {
	X          suite.Executable
	vulnerable *solc.Output // nil when a variant has no such source
	fixed      *solc.Output
	original   *Case // of a variant, nil on an original

	mu      sync.Mutex
	carried *bool            // nil before the first use
	reached map[int]*big.Int // what the sample's own attack reaches, by number of the label set
	shifted []shifted        // nil before the first use

	naming  sync.Mutex
	renamed *solc.Output // a source with a proof whose users have other addresses; nil before the first use
}

// Result is the result of running a case. Only Elapsed depends on the machine.
type Result struct {
	Evidence *evidence.Evidence
	Elapsed  time.Duration     // of execution, without compiling
	Traces   map[string]string // by "<kind> on <source>", with Options.Trace
}

// Prepare compiles a sample. A missing compiler is a *solc.MissingError, and source that does not compile is a
// *solc.CompileError.
func Prepare(ctx context.Context, c *solc.Compiler, x suite.Executable) (*Case, error) {
	return prepare(ctx, c, x, nil)
}

// Original is one source of a sample that can be executed.
type Original struct {
	X      suite.Executable
	Source evidence.Source
}

// Originals returns the sources of all samples that can be executed, by the hash of their task.
func Originals(suites []*suite.Suite) map[string]Original {
	out := map[string]Original{}
	for _, st := range suites {
		for i := range st.Samples {
			x, ok := st.Executable(&st.Samples[i])
			if !ok {
				continue
			}
			for _, key := range st.Samples[i].Keys {
				if v, ok := st.Variant(key); ok && v.Truth == bench.Safe {
					out[v.Task.Hash()] = Original{x, evidence.Fixed}
				} else if ok {
					out[v.Task.Hash()] = Original{x, evidence.Vulnerable}
				}
			}
		}
	}
	return out
}

// Prepared holds compiled samples by id. The zero value is empty; it is safe for concurrent use.
type Prepared struct {
	mu    sync.Mutex
	cases map[string]*Case
}

// Prepare is [Prepare] once for each sample; after a failure the next call tries again.
func (p *Prepared) Prepare(ctx context.Context, c *solc.Compiler, x suite.Executable) (*Case, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if cs := p.cases[x.ID]; cs != nil {
		return cs, nil
	}
	cs, err := Prepare(ctx, c, x)
	if err != nil {
		return nil, err
	}
	if p.cases == nil {
		p.cases = map[string]*Case{}
	}
	p.cases[x.ID] = cs
	return cs, nil
}

// Ready returns the *solc.MissingError of [Prepare], or nil if there would be none, without compiling.
func Ready(ctx context.Context, c *solc.Compiler, x suite.Executable) error {
	for _, tree := range []map[string]string{x.Vulnerable, x.Fixed} {
		if err := c.Ready(ctx, solc.Input{Version: x.Rules.Compiler, Sources: tree}); err != nil {
			return err
		}
	}
	return nil
}

// Variant compiles what a chain of transformations made from the case ([Rewritten]), for attacks
// and repairs; a missing source is left out. Errors are those of [Prepare].
func (cs *Case) Variant(ctx context.Context, c *solc.Compiler, x suite.Executable) (*Case, error) {
	return prepare(ctx, c, x, cs)
}

func prepare(ctx context.Context, c *solc.Compiler, x suite.Executable, original *Case) (*Case, error) {
	cs := &Case{X: x, original: original}
	for _, t := range []struct {
		source evidence.Source
		tree   map[string]string
		out    **solc.Output
	}{{evidence.Vulnerable, x.Vulnerable, &cs.vulnerable}, {evidence.Fixed, x.Fixed, &cs.fixed}} {
		if t.tree == nil && original != nil {
			continue
		}
		out, err := compile(ctx, c, x.Rules.Compiler, t.tree)
		if err != nil {
			return nil, fmt.Errorf("compiling the %s source: %w", t.source, err)
		}
		*t.out = out
	}
	return cs, nil
}

// compile compiles without the optimizer, as readers of the proofs would.
func compile(ctx context.Context, c *solc.Compiler, version string, tree map[string]string) (*solc.Output, error) {
	return c.Compile(ctx, solc.Input{Version: version, Sources: tree})
}

// compileForeign does the same with a tree in which one file is a subject's text. Of libraries, the text may import
// those of the sample alone: what is missing on this machine does not depend on it, and neither does its result
// depend on what is installed here.
func (cs *Case) compileForeign(ctx context.Context, c *solc.Compiler, tree map[string]string,
	file string) (*solc.Output, error) {
	allowed := solc.Libraries(cs.X.Files())
	for _, l := range solc.Libraries(map[string]string{file: tree[file]}) {
		if !slices.Contains(allowed, l) {
			return nil, &solc.InputError{File: file, Message: fmt.Sprintf("imports from %q, which its sample does not", l)}
		}
	}
	return c.Compile(ctx, solc.Input{Version: cs.X.Rules.Compiler, Sources: tree, Foreign: true})
}

// Run executes every cell. cross are the cases whose attacks are tried on this one's twin when their interface is
// the same; c compiles those combinations, and may be nil when there are none.
func (cs *Case) Run(ctx context.Context, c *solc.Compiler, cross []*Case, o Options) Result {
	start := time.Now()
	r := &runner{ctx: ctx, cs: cs, o: o, res: Result{Traces: map[string]string{}}}
	r.res.Evidence = &evidence.Evidence{
		Version: evidence.Version, Sample: cs.X.ID, Engine: Engine(), Rules: cs.X.Rules, Files: evidence.Digest(cs.X.Files()),
	}
	for _, h := range r.halves() {
		cells, traces := cells(ctx, cs.X.Rules, h.out, h.source, o.Trace)
		r.res.Evidence.Cells = append(r.res.Evidence.Cells, cells...)
		maps.Copy(r.res.Traces, traces)
	}
	r.parts(c)
	r.among(c)
	r.honest()
	r.invariant()
	r.asking()
	r.authority()
	r.minimal(c)
	r.cross(c, cross)
	r.near()
	r.fuzz()
	e := r.res.Evidence
	e.Proved = len(e.Failures()) == 0
	r.res.Elapsed = time.Since(start)
	return r.res
}

// Geth is the version of the EVM; a test compares it with go.mod.
const Geth = "v1.17.10"

// Engine names the machine and its rules, so that evidence can be traced to them.
func Engine() string {
	return "go-ethereum " + Geth + ", " + evm.Forks[len(evm.Forks)-1] + " rules"
}

type runner struct {
	ctx context.Context
	cs  *Case
	o   Options
	res Result

	before *evm.Use // honest use of the project without a flaw; nil before the first comparison
}

func (r *runner) add(c evidence.Cell) { r.res.Evidence.Cells = append(r.res.Evidence.Cells, c) }

// Cells runs regular, exploit and null on one compiled tree, the latter two for each label set, and returns the
// results. s defines whether attacks on the tree must succeed or fail.
func Cells(ctx context.Context, rules evidence.Rules, out *solc.Output, s evidence.Source) []evidence.Cell {
	list, _ := cells(ctx, rules, out, s, false)
	return list
}

func cells(ctx context.Context, rules evidence.Rules, out *solc.Output, s evidence.Source,
	trace bool) ([]evidence.Cell, map[string]string) {
	var list []evidence.Cell
	traces := map[string]string{}
	for _, rules := range rules.Flaws() {
		some, its := cellsIn(ctx, rules, out, nil, s, trace, evm.Shift{})
		list = append(list, some...)
		maps.Copy(traces, its)
	}
	return list, traces
}

// cellsIn does the same for one label set, in a shifted world, and with the proof of base; nil is out's own.
func cellsIn(ctx context.Context, rules evidence.Rules, out, base *solc.Output, s evidence.Source, trace bool,
	shift evm.Shift) (list []evidence.Cell, traces map[string]string) {
	traces = map[string]string{}
	kinds := []evidence.Kind{evidence.Exploit, evidence.Null}
	if rules.Flaw == 0 { // honest use is the same for all
		kinds = append([]evidence.Kind{evidence.Regular}, kinds...)
	}
	p, err := load(ctx, rules, out, base, trace, shift)
	if err != nil {
		return []evidence.Cell{{Kind: kinds[0], Source: s, Failure: oneLine(err.Error()), Flaw: rules.Flaw}}, traces
	}
	for _, kind := range kinds {
		c, trace := one(ctx, p, kind, s, kind == evidence.Regular || kind == evidence.Exploit &&
			s == evidence.Vulnerable, rules.Flaw)
		if trace != "" {
			traces[fmt.Sprintf("%s on %s", c.Title(), s)] = trace
		}
		list = append(list, c)
	}
	return list, traces
}

// one makes one execution of a loaded proof and compares it with the required result.
func one(ctx context.Context, p *evm.Proof, kind evidence.Kind, s evidence.Source, want bool,
	flaw int) (c evidence.Cell, trace string) {
	run := p.Regular
	switch kind {
	case evidence.Exploit:
		run = p.Exploit
	case evidence.Null:
		run = p.Null
	}
	res, err := run(ctx)
	c = cell(kind, s, want, res, err)
	c.Flaw = flaw
	return c, res.Trace
}

// cell compares one execution with the required result.
func cell(k evidence.Kind, s evidence.Source, want bool, res evm.Result, err error) evidence.Cell {
	c := evidence.Cell{Kind: k, Source: s, Gas: res.Gas, Shown: shown(k, res)}
	switch {
	case err != nil:
		c.Failure = oneLine(err.Error())
	case res.Succeeded == want && (want || res.Void == ""):
	case k == evidence.Regular:
		c.Failure = "honest use does not pass: " + oneLine(res.Revert)
	case k == evidence.Null:
		c.Failure = "the impact is reached without any attack"
	case want:
		c.Failure = "the attack does not reach its impact"
		if res.Void != "" {
			c.Failure = "the impact does not count: " + oneLine(res.Void)
		} else if res.Revert != "" {
			c.Failure += ": " + oneLine(res.Revert)
		}
	default:
		c.Failure = "the attack still reaches its impact"
	}
	return c
}

// shown describes the host's measurement in words.
func shown(k evidence.Kind, res evm.Result) string {
	if k == evidence.Regular {
		switch {
		case res.Succeeded && res.Refusals > 0:
			return fmt.Sprintf("passes, with %d tests of what is refused", res.Refusals)
		case res.Succeeded:
			return "passes"
		}
		return "fails"
	}
	word := "impact not reached"
	switch {
	case res.Succeeded:
		word = "impact reached"
	case res.Void != "":
		word = "the impact does not count: " + oneLine(res.Void)
	}
	if m := res.Measured; m != nil {
		word += fmt.Sprintf(", %s: %s → %s", strings.ReplaceAll(m.Kind, "_", " "), amount(m.Before), amount(m.After))
		if m.Minimum != "" {
			word += " (minimum " + amount(m.Minimum) + ")"
		}
	}
	if res.Revert != "" {
		word += ", reverts: " + oneLine(res.Revert)
	}
	return word
}

// Load brings a compiled tree to the state after setUp().
func Load(ctx context.Context, rules evidence.Rules, out *solc.Output, trace bool) (*evm.Proof, error) {
	return LoadOn(ctx, rules, out, nil, trace)
}

// LoadOn is Load for sources that were compiled without their proof, which takes most of the time of a
// compilation. The proof is taken from base, and the contracts of base that it creates are created from out's of
// the same file and name. That shows the same as compiling everything together, unless code of the proof contains
// such a contract in another way: by inheritance, or as a library. base may be nil.
func LoadOn(ctx context.Context, rules evidence.Rules, out, base *solc.Output, trace bool) (*evm.Proof, error) {
	return load(ctx, rules, out, base, trace, evm.Shift{})
}

func load(ctx context.Context, rules evidence.Rules, out, base *solc.Output, trace bool,
	shift evm.Shift) (*evm.Proof, error) {
	var contracts []evm.Contract
	add := func(file, name string, c, instead solc.Contract) error {
		if len(c.CreationLinks) > 0 {
			return fmt.Errorf("%s in %s needs a library to be linked; make its functions internal", name, file)
		}
		made := evm.Contract{Name: name, File: file, Creation: c.Creation, ABI: c.ABI}
		if !bytes.Equal(c.Creation, instead.Creation) {
			made.Instead = instead.Creation
		}
		contracts = append(contracts, made)
		return nil
	}
	if base == nil {
		base = &solc.Output{}
	}
	for file, byName := range out.Contracts {
		for name, c := range byName {
			if err := add(file, name, c, base.Contracts[file][name]); err != nil {
				return nil, err
			}
		}
	}
	for file, byName := range base.Contracts {
		if _, ok := out.Contracts[file]; ok {
			continue
		}
		for name, c := range byName {
			if err := add(file, name, c, solc.Contract{}); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(contracts, func(a, b evm.Contract) int {
		return strings.Compare(a.File+"\x00"+a.Name, b.File+"\x00"+b.Name)
	})
	cfg := evm.Config{Impact: evm.Impact{Kind: rules.Impact, Asset: rules.Asset}, Flaw: rules.Flaw, Trace: trace,
		Shift: shift}
	var ok bool
	if cfg.Capital, ok = new(big.Int).SetString(rules.CapitalWei, 10); !ok {
		return nil, fmt.Errorf("the capital %q is not a number", rules.CapitalWei)
	}
	cfg.Tokens = map[string]*big.Int{}
	for _, entry := range evidence.Entries(rules.Tokens) {
		name, amount, _ := strings.Cut(entry, " ")
		if cfg.Tokens[name], ok = new(big.Int).SetString(amount, 10); !ok {
			return nil, fmt.Errorf("the capital of %s, %q, is not a number", name, amount)
		}
	}
	if rules.Minimum != "" {
		if cfg.Impact.Minimum, ok = new(big.Int).SetString(rules.Minimum, 10); !ok {
			return nil, fmt.Errorf("the minimum %q is not a number", rules.Minimum)
		}
	}
	return evm.Load(ctx, contracts, cfg)
}

// amount formats a decimal as authors of Solidity do, 21000e18, when it ends in a token's usual number of zeros.
// Any other text is unchanged.
func amount(s string) string {
	for _, zeros := range []int{18, 6} {
		if head, ok := strings.CutSuffix(s, strings.Repeat("0", zeros)); ok && head != "" &&
			strings.Trim(head, "0123456789") == "" {
			return fmt.Sprintf("%se%d", head, zeros)
		}
	}
	return s
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Needs returns the compilers and libraries of a sample that are not installed, in the form that
// [solc.Compiler.Install] takes, even if the sample itself is in the cache.
func Needs(ctx context.Context, c *solc.Compiler, x suite.Executable) (out []string) {
	var missing *solc.MissingError
	if errors.As(c.Available(ctx, x.Rules.Compiler), &missing) {
		out = append(out, missing.Needs...)
	}
	if errors.As(Ready(ctx, c, x), &missing) {
		out = append(out, missing.Needs...)
	}
	return out
}

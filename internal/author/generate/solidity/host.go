package solidity

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/lang/solidity"
	"assay/internal/proof/evm"
	"assay/internal/proof/search"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
)

// A host is a sample into whose correct text flaws are put.
type host struct {
	sample *suite.Sample
	safe   *bench.Variant // its correct text
	x      suite.Executable
	text   *text

	once, base sync.Once
	why        string // why it cannot be a host
	err        error

	// The following fields are set by prepare.
	proof    *proofText
	separate bool   // a mutant may be compiled without the proof
	searched string // Proof.sol with a getter for every impact
	impacts  []impact
	out      *solc.Output // the correct text with it
	flawed   *solc.Output // the text with the published flaw and the getters, nil where there is none
	use      *evm.Use
	inUse    sync.Mutex      // a comparison executes views of both uses
	codes    map[string]bool // of the correct text and the published flaw
}

// hosts lists the samples of suites that can be hosts, in order.
func hosts(list []*suite.Suite) []*host {
	var out []*host
	for _, st := range list {
		for i := range st.Samples {
			s := &st.Samples[i]
			x, ok := st.Executable(s)
			if !ok || len(s.Meta.Further) > 0 {
				continue
			}
			v, ok := st.Variant(s.Keys[len(s.Keys)-1])
			if !ok {
				continue
			}
			checked := !strings.HasPrefix(x.Rules.Compiler, "0.4.") && !strings.HasPrefix(x.Rules.Compiler, "0.5.") &&
				!strings.HasPrefix(x.Rules.Compiler, "0.6.") && !strings.HasPrefix(x.Rules.Compiler, "0.7.")
			out = append(out, &host{sample: s, safe: v, x: x, text: read(x.Main, x.Fixed, checked)})
		}
	}
	return out
}

// seedOf derives a seed from the subject of the choice.
func seedOf(seed uint64, about ...any) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, seed)
	for _, a := range about {
		fmt.Fprint(h, "\x00", a)
	}
	return h.Sum64()
}

// Smallest shares of the possible loss that an attack must take.
const (
	leastShare = 50 // a fiftieth
	raise      = 5
)

// Bounds of the impacts that are watched in addition to ether, tokens and offices.
const (
	maxServices = 6
	maxBooks    = 4
)

// possessions occur in the names of entries of which an owner wants more, not less.
var possessions = []string{"balance", "share", "deposit", "stake", "credit", "kept", "held", "holding", "saving",
	"savings", "collateral", "pledged", "bond", "claimable", "owned"}

// prepare determines what can be lost, and what a search as long as that of any mutant gains on the correct
// text: that is no impact. Errors are those of the compiler and of ctx; any other failure excludes the host.
func (h *host) prepare(ctx context.Context, c *solc.Compiler) error {
	h.once.Do(func() { h.err = h.survey(ctx, c) })
	return h.err
}

// compile compiles the correct tree, or the one with the published flaw; with another text of the main file if
// one is given, and without a proof if none is given.
func (h *host) compile(ctx context.Context, c *solc.Compiler, main, proofText string,
	fixed bool) (*solc.Output, error) {
	from := h.x.Fixed
	if !fixed {
		from = h.x.Vulnerable
	}
	tree := maps.Clone(from)
	if main != "" {
		tree[h.x.Main] = main
	}
	tree["Proof.sol"] = proofText
	if proofText == "" {
		delete(tree, "Proof.sol")
	}
	return c.Compile(ctx, solc.Input{Version: h.x.Rules.Compiler, Sources: tree})
}

// mutant compiles a mutant, without the proof where possible: that saves two thirds of the work.
func (h *host) mutant(ctx context.Context, c *solc.Compiler, text string) (*solc.Output, error) {
	if h.separate {
		return h.compile(ctx, c, text, "", true)
	}
	return h.compile(ctx, c, text, h.searched, true)
}

// load returns compiled sources in the state after setUp; those without a proof get the state of the correct text.
func (h *host) load(ctx context.Context, out *solc.Output) (*evm.Proof, error) {
	if _, ok := out.Contracts["Proof.sol"]; !ok {
		return verify.LoadOn(ctx, h.x.Rules, out, h.out, false)
	}
	return verify.Load(ctx, h.x.Rules, out, false)
}

// separable reports whether the code of the proof contains nothing of the main file except the contracts that it
// creates: no base, no library and no function of the file.
func (h *host) separable() bool {
	bases, code := map[string]bool{}, map[string]bool{"creationCode": true, "runtimeCode": true}
	for n := range h.text.file.Root.Children() {
		switch {
		case n.Kind == solidity.NodeFunction:
			code[h.text.text(n.Name())] = true
		case n.Kind == solidity.NodeContract && h.text.file.Words(n)[0].Text(h.text.src) == "library":
			code[h.text.text(n.Name())] = true
		case n.Kind == solidity.NodeContract && h.text.file.Words(n)[0].Text(h.text.src) != "interface":
			bases[h.text.text(n.Name())] = true
		}
	}
	f := h.proof.file
	for n := range f.Root.All() {
		if (n.Kind == solidity.NodeIdent || n.Kind == solidity.NodeLabel) && code[f.Text(n)] || n.Kind == solidity.NodeBase &&
			bases[f.Text(n.First())] {
			return false
		}
	}
	return true
}

func (h *host) survey(ctx context.Context, c *solc.Compiler) error {
	p, err := h.open(ctx, c)
	if p == nil {
		return err
	}
	h.proof.attacker, h.proof.attackerContract = p.Attacker()
	h.proof.target = p.Target()
	if h.proof.attackerContract == "" || h.proof.contract(h.proof.attackerContract) == nil {
		h.why = "its attacker is no contract of the proof"
		return nil
	}
	if err := h.losses(ctx, p); err != nil {
		return err
	}
	var getters []string
	for _, im := range h.impacts {
		getters = append(getters, im.getter)
	}
	if h.searched, err = h.proof.with(getters); err != nil {
		h.why = err.Error()
		return nil
	}
	if h.out, err = h.compile(ctx, c, "", h.searched, true); err != nil {
		return err
	}
	h.codes = map[string]bool{h.code(h.out): true}
	h.separate = h.separable()
	without := h.searched
	if h.separate { // the compiler's output for a file may depend on the other files
		without = ""
		out, err := h.compile(ctx, c, "", "", true)
		if err != nil {
			return err
		}
		h.codes[h.code(out)] = true
	}
	if !h.x.Clean {
		if h.flawed, err = h.compile(ctx, c, "", without, false); err != nil {
			return err
		}
		h.codes[h.code(h.flawed)] = true
	}
	if p, err = verify.Load(ctx, h.x.Rules, h.out, false); err != nil {
		h.why = "its proof does not load"
		return nil
	}
	if h.use, err = p.Honest(ctx, h.x.Main); err != nil {
		h.why = "honest use does not pass"
		return nil
	}
	return nil
}

// open loads the correct text with its proof. Refusals are in separate tests if the proof still holds with them. It
// returns nil for a sample that cannot be a host.
func (h *host) open(ctx context.Context, c *solc.Compiler) (*evm.Proof, error) {
	as := h.x.Fixed["Proof.sol"]
	for _, src := range []string{readProof(as, h.x.Rules.Compiler).refusalsApart(), as} {
		h.why = ""
		h.proof = readProof(src, h.x.Rules.Compiler)
		out, err := h.compile(ctx, c, "", src, true)
		if l, ok := errors.AsType[rejected](broken(err, "its proof does not compile")); ok {
			h.why = l.why
			continue
		}
		if err != nil {
			return nil, err
		}
		p, err := verify.Load(ctx, h.x.Rules, out, false)
		if err != nil {
			h.why = "its proof does not load"
			continue
		}
		switch failing, err := p.Failing(ctx); {
		case err != nil:
			return nil, err
		case len(failing) == 0:
			return p, nil
		}
		h.why = "honest use does not pass"
	}
	return nil, nil
}

// prepareSearch does the part of prepare that can wait until a mutant is worth a search.
func (h *host) prepareSearch(ctx context.Context) error {
	h.base.Do(func() { h.err = h.baseline(ctx) })
	return h.err
}

// losses lists the possible losses: by the host's own proof, of ether and tokens, offices, and services.
func (h *host) losses(ctx context.Context, p *evm.Proof) error {
	r := h.x.Rules
	own := impact{Impact: evm.Impact{Kind: r.Impact, Asset: r.Asset}}
	if r.Minimum != "" {
		own.Minimum, _ = new(big.Int).SetString(r.Minimum, 10)
	}
	own.token = p.Token()
	h.impacts = append(h.impacts, own)
	stakes, err := p.Stakes(ctx)
	if err != nil {
		return err
	}
	for i, s := range stakes {
		least := new(big.Int).Div(s.Held, big.NewInt(leastShare))
		if least.Cmp(big.NewInt(1000)) < 0 {
			continue
		}
		im := impact{Impact: evm.Impact{Kind: "ether_gained", Minimum: least}, raises: 2}
		if s.Token != "" {
			name := h.proof.free(fmt.Sprint("asset", i))
			im = impact{Impact: evm.Impact{Kind: "token_gained", Asset: name, Minimum: least},
				getter: tokenGetter(name, s.Token), token: s.Token, raises: 2}
		}
		h.impacts = append(h.impacts, im)
	}
	for _, office := range p.Offices() {
		h.impacts = append(h.impacts, impact{Impact: evm.Impact{Kind: "ownership_taken", Asset: office}})
	}
	if !h.proof.old {
		books, err := p.Books(ctx)
		if err != nil {
			return err
		}
		n := 0
		for i := range books {
			b := &books[i]
			if !has(b.Signature, possessions...) || b.Value.Cmp(big.NewInt(2)) < 0 || n == maxBooks {
				continue
			}
			n++
			name := h.proof.free(fmt.Sprint("entry", n))
			im := impact{Impact: evm.Impact{Kind: "value_destroyed", Asset: name,
				Minimum: new(big.Int).Div(new(big.Int).Add(b.Value, big.NewInt(1)), big.NewInt(2))}}
			im.getter = bookGetter(name, b, stakes)
			h.impacts = append(h.impacts, im)
		}
	}
	services, err := p.Services(ctx)
	if err != nil {
		return err
	}
	for i := range services[:min(len(services), maxServices)] {
		name := h.proof.free(fmt.Sprint("served", i+1))
		h.impacts = append(h.impacts, impact{Impact: evm.Impact{Kind: "service_denied", Asset: name},
			getter: h.proof.serviceGetter(name, &services[i], p.Call(&services[i]))})
	}
	return nil
}

// stage is a part of a search.
type stage struct {
	guises    []evm.Guise
	sequences int
}

// stages are the stages of a search: the calls of honest users and of the host's own attacker, made by the
// attacker, and their neighbours; longer sequences; and an attacker that acts when it is called back.
var stages = []stage{
	{[]evm.Guise{evm.Own}, 60},
	{[]evm.Guise{evm.Own, evm.Own, evm.Scripted}, 200},
	{[]evm.Guise{evm.Own, evm.Scripted}, 300},
}

// found is the attack that a search found.
type found struct {
	*search.Finding
	impact int // index in host.impacts
	stage  int // of the search, from 1
}

// deploy returns compiled sources in the state after setUp, with the recorded attack of the published flaw, if there
// is one.
func (h *host) deploy(ctx context.Context, out *solc.Output) (*evm.Proof, error) {
	p, err := h.load(ctx, out)
	if err != nil || h.flawed == nil {
		return p, err
	}
	from, err := h.load(ctx, h.flawed)
	if err != nil {
		return p, nil // its attack is then unknown
	}
	return p, p.Adopt(ctx, from)
}

// search looks for an attack with any of the impacts, stage by stage.
func (h *host) search(ctx context.Context, out *solc.Output, impacts []impact, seed uint64,
	stages []stage) (*found, error) {
	p, err := h.deploy(ctx, out)
	if err != nil {
		return nil, err
	}
	var list []evm.Impact
	for _, im := range impacts {
		list = append(list, im.Impact)
	}
	p.Watch(list)
	total := 0
	for _, s := range stages {
		total += s.sequences
	}
	var f *found
	err = p.Play(ctx, total, func(a *evm.Arena) error {
		if len(a.Watched()) == 0 {
			return nil
		}
		for i, s := range stages {
			rep, err := search.Hunt(a, search.Options{Seed: seedOf(seed, i), Sequences: s.sequences, Guises: s.guises,
				Alone: true, Sparse: true})
			if err != nil {
				return err
			}
			if rep.Found != nil {
				if _, err := a.Judge(rep.Found.Guise, rep.Found.Sequence); err != nil {
					return err
				}
				f = &found{rep.Found, a.Hit(), i + 1}
				return nil
			}
		}
		return nil
	})
	return f, err
}

// attack searches a mutant for an attack that gains nothing on the correct text. An impact that also succeeds
// there counts from a larger share on, or not at all.
func (h *host) attack(ctx context.Context, out *solc.Output, seed uint64) (*found, impact, error) {
	impacts := slices.Clone(h.impacts)
	for round := range maxRounds {
		f, err := h.search(ctx, out, impacts, seedOf(seed, round), stages)
		if f == nil || err != nil {
			return nil, impact{}, err
		}
		im := impacts[f.impact]
		both, err := h.alsoSucceeds(ctx, im, f)
		if err != nil {
			return nil, impact{}, err
		}
		if !both {
			return f, im, nil
		}
		impacts = withLargerShare(impacts, f.impact)
	}
	return nil, impact{}, nil
}

// maxRounds bounds how often a search starts again without the impacts that succeed on the correct text too.
const maxRounds = 4

// withLargerShare returns the impacts after one of them succeeded on the correct text: it then counts only from a tenth
// or a half of the possible loss on, and finally not at all.
func withLargerShare(list []impact, at int) []impact {
	list = slices.Clone(list)
	if im := &list[at]; im.raises > 0 {
		im.raises--
		im.Minimum = new(big.Int).Mul(im.Minimum, big.NewInt(raise))
		return list
	}
	return slices.Delete(list, at, at+1)
}

// alsoSucceeds reports whether a sequence also succeeds on the correct text.
func (h *host) alsoSucceeds(ctx context.Context, im impact, f *found) (bool, error) {
	p, err := h.deploy(ctx, h.out)
	if err != nil {
		return false, err
	}
	p.Watch([]evm.Impact{im.Impact})
	hit := false
	err = p.Play(ctx, 1, func(a *evm.Arena) (err error) {
		hit, err = a.Replay(f.Guise, f.Sequence)
		return err
	})
	return hit, err
}

// baseline searches the correct text itself, briefly.
func (h *host) baseline(ctx context.Context) error {
	for range 24 {
		if len(h.impacts) == 0 {
			h.why = "there is nothing to lose"
			return nil
		}
		f, err := h.search(ctx, h.out, h.impacts, seedOf(1, h.sample.ID), stages[:1])
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			h.why = "it cannot be searched"
			return nil
		}
		if f == nil {
			return nil
		}
		h.impacts = withLargerShare(h.impacts, f.impact)
	}
	h.why = "it gives too much away"
	return nil
}

// code identifies the behaviour of compiled sources, without the proof.
func (h *host) code(out *solc.Output) string {
	f := fnv.New128a()
	for _, file := range slices.Sorted(maps.Keys(out.Contracts)) {
		if file == "Proof.sol" {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(out.Contracts[file])) {
			fmt.Fprintf(f, "%s:%s:", file, name)
			f.Write(solc.MaskMetadata(out.Contracts[file][name].Creation))
		}
	}
	return string(f.Sum(nil))
}

// differs reports whether honest use differs from that of the host.
func (h *host) differs(use *evm.Use) bool {
	h.inUse.Lock()
	defer h.inUse.Unlock()
	return len(use.Differences(h.use)) > 0
}

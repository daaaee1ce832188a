package solidity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing/fstest"

	"github.com/goccy/go-yaml"

	"assay/internal/author/generate"
	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/edit"
	"assay/internal/lang/transform"
	"assay/internal/lang/transform/all"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
)

// disguises are the chains under which a pair is shown, so that the host cannot be recognized. The seed picks
// one of the first; where one does not apply, the next is tried.
var disguises = []string{
	"no-comments+domain+reorder",
	"no-comments+rename+domain+reorder",
	"no-comments+sanitize+domain+reorder",
	"no-comments+chameleon:theme=library+domain+reorder",
	"no-comments+chameleon:theme=gaming+domain+reorder",
	"no-comments+domain",
	"domain",
}

// firstDisguises is the number of disguises from which the seed picks.
const firstDisguises = 5

// lost is the error of a mutant that is rejected, with the reason that is counted.
type rejected struct{ why string }

func (e rejected) Error() string { return e.why }

// needy is the error of a pair whose attack needs what setUp gives the attacker, and which does not declare it.
type needy struct{ names []string }

func (e needy) Error() string { return "its attack needs what nobody declared" }
func (e needy) Unwrap() error { return rejected{e.Error()} }

// declare lets the pair declare what its attack needs; ok is false unless the host's attacker holds all of it too, for
// a reason that does not speak of its own attack.
func (p *pair) declare(needs []string) (ok bool) {
	p.holds = nil
	for what := range p.h.sample.Meta.Attacker.Holds {
		if slices.Contains(needs, rewrite(what, p.names)) && !strings.HasPrefix(what, "paid ") {
			p.holds = append(p.holds, what)
		}
	}
	slices.Sort(p.holds)
	return len(p.holds) == len(needs)
}

// pair is a mutant with its correct text and its proof, before it is disguised.
type pair struct {
	h          *host
	m          *mutant
	op         string
	im         evm.Impact
	text       string // of the mutant
	vulnerable []bench.Label
	fixed      []bench.Label
	proof      string // Proof.sol
	steps      []string
	missed     []string // functions of the mutant that honest use does not call
	canary     string

	holds   []string            // entries of the host's attacker that this attack needs too
	names   func(string) string // of the disguise shown last, nil before
	correct string              // of the safe half, "" where it is the host's text
	parts   map[string]string   // harmless edits by the function that contains them
}

// shown is a disguised pair, written as a sample and read as any suite is read.
type shown struct {
	sample *suite.Sample
	x      suite.Executable
	files  map[string]string // by path
}

// proven requires that every check of verify except the given ones holds on a sample, and adds the evidence to
// its files; a rejected error states which check fails. If a check is left out, there is no evidence.
func proven(ctx context.Context, c *solc.Compiler, s shown, but ...evidence.Kind) error {
	cs, err := verify.Prepare(ctx, c, s.x)
	if err != nil {
		return broken(err, "the disguised text does not compile")
	}
	res := cs.Run(ctx, c, nil, verify.Options{Fuzz: randomTransactions, Seed: 1})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	for _, c := range res.Evidence.Cells {
		if c.Failure != "" && !slices.Contains(but, c.Kind) {
			if _, names, ok := strings.Cut(c.Shown, ": "); ok && c.Kind == evidence.Authority {
				return needy{strings.Split(names, ", ")}
			}
			return rejected{fmt.Sprintf("not proved: %s on the %s half", c.Kind, c.Source)}
		}
	}
	if len(but) > 0 {
		return nil
	}
	b, err := res.Evidence.Encode()
	if err != nil {
		return err
	}
	s.files[s.sample.Dir+"/evidence.json"] = string(b)
	return nil
}

// load reads the files of one sample as any suite is read. A rejected error states what the linter rejects.
func load(files map[string]string) (shown, error) {
	fsys := fstest.MapFS{} // only a file system in memory
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	list, problems, err := suite.Load(fsys, ".", "fresh", "")
	switch {
	case err != nil:
		return shown{}, err
	case len(problems) > 0:
		return shown{}, rejected{"refused by the linter: " + kindOfProblem(problems[0].Msg)}
	}
	s := &list[0].Samples[0]
	x, ok := list[0].Executable(s)
	if !ok {
		return shown{}, rejected{"no executable sample"}
	}
	return shown{s, x, files}, nil
}

// show writes a pair under the first disguise that applies and that the linter accepts. It may reject one that sorts
// functions, which separates a function that an edit made public from its neighbours.
func (p *pair) show(seed uint64) (shown, error) {
	prepared := transform.Prepare(p.program())
	first := rand.New(rand.NewPCG(seed, 31)).IntN(firstDisguises)
	refused := rejected{"no disguise applies"}
	for n := range 2 * len(disguises) { // with another seed, words are dealt differently
		i := n % len(disguises)
		name := disguises[i]
		if i < firstDisguises {
			name = disguises[(first+i)%firstDisguises]
		}
		chain, err := transform.ParseChain(name, append(all.Transformations(), domain))
		if err != nil {
			return shown{}, err
		}
		r, err := prepared.Apply(chain, seed+uint64(n/len(disguises)))
		if err != nil {
			continue
		}
		files, err := p.files(r, seed)
		if err != nil {
			return shown{}, err
		}
		s, err := load(files)
		if err == nil || !errors.As(err, &refused) {
			p.names = r.Name
			return s, err
		}
	}
	return shown{}, refused
}

// kindOfProblem removes from a message of the linter what differs between samples.
func kindOfProblem(msg string) string {
	words := strings.Fields(msg)
	for i, w := range words {
		if strings.ContainsAny(w, "/0123456789") {
			words[i] = "…"
		}
	}
	return strings.Join(words, " ")
}

// randomTransactions is the number that verify sends by default.
const randomTransactions = 2000

// broken turns a compiler's message into a reason, and returns any other error unchanged.
func broken(err error, why string) error {
	_, compile := errors.AsType[*solc.CompileError](err)
	_, input := errors.AsType[*solc.InputError](err)
	_, limit := errors.AsType[*solc.LimitError](err)
	if compile || input || limit {
		return rejected{why}
	}
	return err
}

func (p *pair) program() transform.Program {
	base := *p.h.safe
	base.Key, base.Base, base.Sample = "fresh/pair", "fresh/pair", "fresh/pair"
	base.Class, base.Proof, base.Evidence, base.Further = p.m.class, bench.Unproved, "", nil
	base.RootCause, base.Fix = p.m.cause, p.m.fix
	base.Attack = ""
	v, f := base, base
	v.Truth, v.Labels, v.Twin = bench.Vulnerable, p.vulnerable, "fresh/pair+fixed"
	v.Task.Files = []bench.File{{Path: p.h.x.Main, Text: p.text}}
	f.Key, f.Truth, f.Labels = "fresh/pair+fixed", bench.Safe, p.fixed
	if p.correct != "" {
		f.Task.Files = []bench.File{{Path: p.h.x.Main, Text: p.correct}}
	}
	out := transform.Program{Variant: &v, Twin: &f, Hidden: []bench.File{{Path: "Proof.sol", Text: p.proof}}}
	if p.im.Kind != "ownership_taken" {
		out.Keep = []string{p.im.Asset}
	}
	return out
}

// files returns the files of the sample, by path.
func (p *pair) files(r *transform.Result, seed uint64) (map[string]string, error) {
	name := func(text string) string { return rewrite(text, r.Name) }
	main := r.Variant.Task.Files[0]
	m := p.h.sample.Meta
	contract := r.Name(m.Contract)
	id := fmt.Sprintf("%s-%06x", kebab(contract), seed&0xffffff)
	subset := "ds"
	if m.Subset == "gs" {
		subset = "gs"
	}
	capital := map[string]string{}
	for token, amount := range m.Attacker.Tokens {
		capital[r.Name(token)] = amount
	}
	uncalled := map[string]string{}
	for _, what := range p.missed {
		uncalled[name(what)] = cmp.Or(m.HonestUse.Uncalled[what], "honest users have no use for it")
	}
	steps := make([]string, len(p.steps))
	for i, s := range p.steps {
		steps[i] = told(name(s))
	}
	asset := p.im.Asset
	if p.im.Kind == "ownership_taken" {
		asset = r.Name(asset)
	}
	minimum := ""
	if p.im.Minimum != nil && p.im.Minimum.Sign() > 0 {
		minimum = p.im.Minimum.String()
	}
	who, holds := "any account, no role", map[string]string(nil)
	for _, what := range p.holds {
		if who = name(m.Attacker.Who); holds == nil {
			holds = map[string]string{}
		}
		holds[name(what)] = name(m.Attacker.Holds[what])
	}
	meta := suite.Meta{
		ID: id, Subset: subset, Tier: max(m.Tier, 1), Class: p.m.class, Severity: severity(p.im.Kind), Compiler: m.Compiler,
		Main: main.Path, Contract: contract,
		Attacker:  suite.Attacker{Who: who, CapitalETH: m.Attacker.CapitalETH, Tokens: capital, Holds: holds},
		HonestUse: suite.HonestUse{Uncalled: uncalled},
		Impact:    suite.Impact{Kind: p.im.Kind, Asset: asset, Minimum: minimum},
		Provenance: suite.Provenance{Kind: suite.Generated, Finding: r.Variant.RootCause,
			Generated: &suite.GeneratedFrom{Seed: seed, Operator: p.op, Host: p.h.sample.ID, Chain: r.Chain.String(),
				Harmless: slices.Sorted(maps.Values(p.parts))}},
		RootCause: r.Variant.RootCause, Attack: sentence(strings.Join(steps, "; then ")), Fix: r.Variant.Fix,
		Canary: p.canary, Licence: m.Licence,
	}
	if subset != "gs" {
		meta.Provenance.Finding = ""
	}
	for function, what := range p.parts {
		if meta.FixParts == nil {
			meta.FixParts = map[string]string{}
		}
		meta.FixParts[r.Name(function)] = "a harmless edit, so that the form of the flaw does not tell the halves apart: " +
			what
	}
	text, err := yaml.Marshal(meta)
	if err != nil {
		return nil, err
	}
	dir := subset + "/" + id + "/"
	twin := r.Twin.Task.Files[0].Text
	hunks := suite.Hunks(main.Text, twin)
	files := map[string]string{
		dir + "sample.yaml":        string(text),
		dir + main.Path:            marked(main.Text, kept(r.Variant.Labels, hunks, true)),
		dir + "fixed/" + main.Path: marked(twin, kept(r.Twin.Labels, hunks, false)),
		dir + "Proof.sol":          r.Hidden[0].Text,
	}
	for _, c := range r.Variant.Task.Context {
		files[dir+c.Path] = c.Text
	}
	if r.Variant.Task.Protocol != "" {
		files[dir+"PROTOCOL.md"] = r.Variant.Task.Protocol
	}
	return files, nil
}

var stepRE = regexp.MustCompile(`^((?:after \d+ (?:s|blocks) )*)(.*)$`)

// told turns the description of a transaction into a clause: its waits, and then who does what.
func told(step string) string {
	parts := stepRE.FindStringSubmatch(step)
	wait := strings.ReplaceAll(parts[1], " after ", " and ")
	if parts[2] == "nothing" {
		return wait + "nothing happens"
	}
	return wait + "the " + parts[2]
}

// kept removes labels of harmless lines where the halves differ: a disguise may have put code on a line of the
// flaw.
func kept(labels []bench.Label, hunks []edit.Hunk, vulnerable bool) []bench.Label {
	return slices.DeleteFunc(slices.Clone(labels), func(l bench.Label) bool {
		return l.Function != bench.RootCause && slices.ContainsFunc(hunks, func(h edit.Hunk) bool {
			from, to := lines(h, vulnerable)
			return from < l.Span.Line && l.Span.Line <= to
		})
	})
}

// lines returns the lines of a hunk in one half: those after from, up to to.
func lines(h edit.Hunk, vulnerable bool) (from, to int) {
	if vulnerable {
		return h.From, h.To
	}
	return h.At, h.Until
}

// near returns a function that reports whether a line of one half is in a hunk or next to one.
func near(hunks []edit.Hunk, vulnerable bool) func(line int) bool {
	return func(line int) bool {
		return slices.ContainsFunc(hunks, func(h edit.Hunk) bool {
			from, to := lines(h, vulnerable)
			return from <= line && line <= to+1
		})
	}
}

// severity returns the severity of a flaw by the damage that it does.
func severity(kind string) string {
	switch kind {
	case "ether_gained", "token_gained", "ownership_taken", "value_destroyed":
		return "high"
	}
	return "medium"
}

// rewrite replaces the names in a description.
func rewrite(text string, name func(string) string) string {
	var out, word strings.Builder
	flush := func() {
		out.WriteString(name(word.String()))
		word.Reset()
	}
	for _, c := range text {
		if isWord(c) {
			word.WriteRune(c)
			continue
		}
		flush()
		out.WriteRune(c)
	}
	flush()
	return out.String()
}

// kebab turns the name of a contract into the name of a folder.
func kebab(name string) string {
	var b strings.Builder
	for i, c := range name {
		switch {
		case 'A' <= c && c <= 'Z':
			if i > 0 && !strings.HasSuffix(b.String(), "-") && !('A' <= name[i-1] && name[i-1] <= 'Z') {
				b.WriteByte('-')
			}
			b.WriteRune(c + 'a' - 'A')
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			b.WriteRune(c)
		}
	}
	return strings.Trim(b.String(), "-")
}

// canaryOf derives a canary from a seed.
func canaryOf(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 32))
	a, b := r.Uint64(), r.Uint64()
	return fmt.Sprintf("assay-canary-%08x-%04x-4%03x-%04x-%012x", uint32(a), uint16(a>>32), uint16(a>>48)&0xfff,
		0x8000|uint16(b)&0x3fff, b>>16)
}

// paths returns the paths of files, sorted.
func paths(files map[string]string) []string { return slices.Sorted(maps.Keys(files)) }

var _ generate.Generator = (*Generator)(nil)

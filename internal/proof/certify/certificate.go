package certify

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/transform"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
)

// Certify executes both halves of r, which a chain made from the sample x, and returns
// the evidence on each: the vulnerable half first. A variant that fails is evidence
// too; an error is a problem of this machine, such as a *solc.MissingError, or the end
// of ctx. random is the number of transactions sent to original and variant, drawn
// with the seed of r. The same arguments give the same evidence.
func Certify(ctx context.Context, c *solc.Compiler, x suite.Executable, r *transform.Result,
	random int) ([]evidence.Variant, error) {
	variant, twin := r.Trees()
	k := certifier{ctx: ctx, c: c, x: x, r: r, random: random, version: x.Rules.Compiler}
	var out []evidence.Variant
	halves := []half{{evidence.Vulnerable, r.Variant, x.Vulnerable, variant}, {evidence.Fixed, r.Twin, x.Fixed, twin}}
	if x.Clean {
		halves = []half{{evidence.Fixed, r.Variant, x.Fixed, variant}}
	}
	for _, h := range halves {
		if h.variant == nil {
			continue
		}
		v := evidence.Variant{Chain: r.Chain.String(), Seed: r.Seed, Half: h.source, Task: h.variant.Task.Hash(),
			Hidden: hashHidden(r.Hidden)}
		err := k.half(h, &v)
		var missing *solc.MissingError
		var crash *solc.CrashError
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case errors.As(err, &missing), errors.As(err, &crash), errors.Is(err, evm.ErrHost), errors.Is(err, evm.ErrTime):
			return nil, err // it shows nothing about the variant
		case err != nil:
			v.Certificate, v.Failure = "", oneLine(err.Error())
		}
		out = append(out, v)
	}
	return out, nil
}

// hashHidden identifies the hidden files with which a variant is executed.
func hashHidden(files []bench.File) string {
	h := sha256.New()
	for _, f := range files {
		fmt.Fprintf(h, "%d:%s%d:%s", len(f.Path), f.Path, len(f.Text), f.Text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// half is one source of a sample before and after.
type half struct {
	source  evidence.Source
	variant *bench.Variant
	before  map[string]string
	after   map[string]string
}

type certifier struct {
	ctx     context.Context
	c       *solc.Compiler
	x       suite.Executable
	r       *transform.Result
	random  int
	version string
}

// half fills in v. An error is the reason why nothing can be shown.
func (k *certifier) half(h half, v *evidence.Variant) error {
	before, err := k.compile(solc.Input{Sources: h.before})
	if err != nil {
		return fmt.Errorf("the original does not compile: %w", err)
	}
	after, err := k.compile(solc.Input{Sources: h.after})
	if err != nil {
		return fmt.Errorf("it does not compile: %w", err)
	}
	rules := k.x.Rules.Renamed(k.r.Name)
	attack := "the attack works"
	must := evidence.Vulnerable
	if h.variant.Truth == bench.Safe {
		must, attack = evidence.Fixed, "the attack fails"
	}
	for _, cell := range verify.Cells(k.ctx, rules, after, must) {
		if cell.Failure != "" {
			return fmt.Errorf("%s: %s", cell.Kind, cell.Failure)
		}
	}
	if n := len(rules.Flaws()); n > 1 {
		attack = strings.NewReplacer("the attack works", fmt.Sprintf("the attacks on %d flaws work", n), "the attack fails",
			fmt.Sprintf("the attacks on %d flaws fail", n)).Replace(attack)
	}
	executed := "honest use passes, " + attack
	switch k.kind() {
	case evidence.ExploitDies:
		v.Certificate, v.Promised, v.Shown = evidence.ExploitDies, evidence.ExploitDies, executed
		v.Settings = k.settings(solc.Input{})
		return nil
	case evidence.DecoyResists:
		v.Promised = evidence.DecoyResists
		shown, err := k.resists(rules, h.after, before, after)
		if err != nil {
			return err
		}
		v.Certificate, v.Shown, v.Settings = evidence.DecoyResists, executed+"; "+shown, k.settings(solc.Input{})
		return nil
	}
	promised := k.r.Promises()
	v.Promised = promised.String()
	got, shown, settings, weaker, err := k.strongest(h, rules, before, after)
	if err != nil {
		return err
	}
	v.Certificate, v.Settings, v.Shown = got.String(), settings, executed
	if shown != "" {
		v.Shown = shown + "; " + executed
	}
	if got > promised {
		v.Failure = fmt.Sprintf("%s is weaker than the promised %s: %s", got, promised, strings.Join(weaker, "; "))
	}
	return nil
}

// kind returns the obligation of an intervention, "" for a preserving chain.
func (k *certifier) kind() string {
	switch {
	case !slices.ContainsFunc(k.r.Chain, func(s transform.Step) bool {
		return s.Transformation.Kind == transform.Intervention
	}):
		return ""
	case k.r.Twin == nil && k.r.Variant.Truth == bench.Safe:
		return evidence.ExploitDies
	}
	return evidence.DecoyResists
}

// strongest tries the certificates in order. weaker is why each of the stronger ones
// was not reached.
func (k *certifier) strongest(h half, rules evidence.Rules, before,
	after *solc.Output) (got transform.Certificate, shown, settings string, weaker []string, err error) {
	was, is := k.codes(before, h.before), k.codes(after, h.after)
	diff := was.differs(is, k.r.Name)
	plain := k.settings(solc.Input{})
	if diff == "" {
		return transform.C1, fmt.Sprintf("creation and runtime code of %s equal", count(was.size(), "contract")), plain, nil,
			nil
	}
	weaker = append(weaker, "not C1: "+diff)

	diff, settings, err = k.normalised(h, before, after)
	if err != nil {
		return 0, "", "", nil, err
	}
	if diff == "" {
		return transform.C2, fmt.Sprintf("optimized code of %s equal", count(was.size(), "contract")), settings, nil, nil
	}
	weaker = append(weaker, "not C2: "+diff)

	shown, diff, err = k.alpha(h, before, after)
	if err != nil {
		return 0, "", "", nil, err
	}
	if diff == "" {
		return transform.C3, shown, plain, nil, nil
	}
	weaker = append(weaker, "not C3: "+diff)

	shown, diff, err = k.traces(h, rules, before, after)
	if err != nil {
		return 0, "", "", nil, err
	}
	if diff == "" {
		return transform.C4, shown, plain, weaker, nil
	}
	return transform.C5, "", plain, append(weaker, "not C4: "+diff), nil
}

// compile compiles with the compiler of the sample.
func (k *certifier) compile(in solc.Input) (*solc.Output, error) {
	in.Version = k.version
	return k.c.Compile(k.ctx, in)
}

// settings describes the settings of a comparison.
func (k *certifier) settings(in solc.Input) string {
	s := "solc " + k.version
	switch {
	case in.ViaIR:
		return s + ", optimizer, viaIR"
	case in.Optimize:
		return s + ", optimizer"
	}
	return s
}

// shown returns a tree without the hidden files.
func (k *certifier) shown(tree map[string]string) map[string]string {
	out := maps.Clone(tree)
	for _, f := range k.r.Hidden {
		delete(out, f.Path)
	}
	return out
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if rest, ok := strings.CutSuffix(noun, "y"); ok {
		noun = rest + "ie"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

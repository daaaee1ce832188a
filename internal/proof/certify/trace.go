package certify

import (
	"fmt"

	"github.com/ethereum/go-ethereum/crypto"

	"assay/internal/core/suite/evidence"
	"assay/internal/lang/transform/trojan"
	"assay/internal/proof/evm"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
)

// mapping returns the names of the original's functions, errors and events at the
// interface of the variant, for every contract, including those of the proof.
func (k *certifier) mapping(before, after *solc.Output) (evm.Mapping, error) {
	m := evm.Mapping{Selectors: map[[4]byte][4]byte{}, Topics: map[[32]byte][32]byte{}, Strings: k.r.Strings}
	for was, is := range k.r.Strings { // an indexed string is a hash
		m.Topics[[32]byte(crypto.Keccak256([]byte(was)))] = [32]byte(crypto.Keccak256([]byte(is)))
	}
	rename := k.renaming(after, entryNames)
	for _, file := range sorted(before.Contracts) {
		for _, name := range sorted(before.Contracts[file]) {
			list, err := entries(before.Contracts[file][name])
			if err != nil {
				return m, err
			}
			for i := range list {
				e := &list[i]
				now := rename(e.Name)
				if e.Name == "" || now == e.Name {
					continue
				}
				from, to := [32]byte(crypto.Keccak256([]byte(e.signature(e.Name)))),
					[32]byte(crypto.Keccak256([]byte(e.signature(now))))
				if e.Type == "event" {
					m.Topics[from] = to
				} else {
					m.Selectors[[4]byte(from[:4])] = [4]byte(to[:4])
				}
			}
		}
	}
	return m, nil
}

// compare executes original and variant side by side.
func (k *certifier) compare(m evm.Mapping, rules evidence.Rules, before, after *solc.Output,
	n int) (evm.Comparison, error) {
	was, err := verify.Load(k.ctx, k.x.Rules, before, false)
	if err != nil {
		return evm.Comparison{}, fmt.Errorf("the original: %w", err)
	}
	is, err := verify.Load(k.ctx, rules, after, false)
	if err != nil {
		return evm.Comparison{}, fmt.Errorf("the variant: %w", err)
	}
	return evm.Compare(k.ctx, was, is, m, k.r.Seed, n)
}

// traces compares effects. shown is what was executed.
func (k *certifier) traces(h half, rules evidence.Rules, before, after *solc.Output) (shown, diff string, err error) {
	m, err := k.mapping(before, after)
	if err != nil {
		return "", "", err
	}
	c, err := k.compare(m, rules, before, after, k.random)
	if err != nil {
		return "", "", err
	}
	if c.Difference == "" || len(m.Strings) == 0 {
		return k.executed(c), c.Difference, nil
	}
	return k.restored(h, m, rules, before, after, c.Difference)
}

// restored handles rewritten strings that are hashed and signed, whose results contain
// no recognisable data. It restores the strings and then compares effects; and the
// variant itself must at least make the same calls, with the same endings.
func (k *certifier) restored(h half, m evm.Mapping, rules evidence.Rules, before, after *solc.Output,
	was string) (shown, diff string, err error) {
	inverse := map[string]string{}
	for _, old := range sorted(m.Strings) {
		if _, ok := inverse[m.Strings[old]]; ok {
			return "", was + "; two strings became one", nil
		}
		inverse[m.Strings[old]] = old
	}
	tree := map[string]string{}
	places := 0
	for _, path := range sorted(h.after) {
		n := 0
		tree[path], n = replaceStrings(h.after[path], inverse)
		places += n
	}
	back, err := k.compile(solc.Input{Sources: tree})
	if d, err := refusal("the variant with its strings put back", err); d != "" || err != nil {
		return "", was + "; " + d, err
	}
	ends := m
	ends.Endings = true
	asIs, err := k.compare(ends, rules, before, after, 0)
	if err != nil {
		return "", "", err
	}
	m.Strings = nil
	c, err := k.compare(m, rules, before, back, k.random)
	if err != nil {
		return "", "", err
	}
	for _, d := range []string{asIs.Difference, c.Difference} {
		if d != "" {
			return "", was + "; with the strings put back: " + d, nil
		}
	}
	return fmt.Sprintf("with %s put back in %s, %s; as it is, the same calls end alike", count(len(inverse), "string"),
		count(places, "place"), k.executed(c)), "", nil
}

func (k *certifier) executed(c evm.Comparison) string {
	return fmt.Sprintf("equal effects of %s of honest use and attack and of %d random transactions, %d "+
		"of them not reverted (seed %d)",
		count(c.Calls, "call"), c.Transactions, c.Landed, k.r.Seed)
}

// resists shows three things: the added code, called at random, does not affect the
// existing code; it gives the attacker nothing; and it resists the attack written for
// its kind. tree is the source of after.
func (k *certifier) resists(rules evidence.Rules, tree map[string]string, before, after *solc.Output) (string, error) {
	m, err := k.mapping(before, after)
	if err != nil {
		return "", err
	}
	m.Added = true
	c, err := k.compare(m, rules, before, after, k.random)
	switch {
	case err != nil:
		return "", err
	case c.Difference != "":
		return "", fmt.Errorf("the decoy is felt elsewhere: %s", c.Difference)
	case c.Added == 0:
		return "", fmt.Errorf("the decoy has no function that could be called")
	}
	shown := fmt.Sprintf("%s, with %d random calls of the decoy in between", k.executed(c), c.Added)
	for _, d := range k.r.Decoys {
		source, err := trojan.Attack(d, k.version)
		if err != nil {
			return "", err
		}
		got, err := verify.Decoy(k.ctx, k.c, rules, tree, d.Contract, source)
		switch {
		case err != nil:
			return "", fmt.Errorf("decoy %s: %w", d.Kind, err)
		case got.Fell:
			return "", fmt.Errorf("decoy %s %s", d.Kind, got.Shown)
		}
		shown += fmt.Sprintf("; decoy %s %s", d.Kind, got.Shown)
	}
	return shown, nil
}

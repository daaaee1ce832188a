package taxonomy

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"assay/internal/bench"
)

func TestNames(t *testing.T) {
	tb := table()
	if len(tb.names[Solidity]) < 200 || len(tb.names[SQL]) < 40 || len(tb.notFlaw) < 10 {
		t.Fatalf("%d, %d and %d names", len(tb.names[Solidity]), len(tb.names[SQL]), len(tb.notFlaw))
	}
	for _, k := range bench.Classes() {
		p := Solidity
		if k.Format == bench.Queries {
			p = SQL
		}
		for _, text := range []string{k.Title, string(k.ID)} {
			if got := Named(p, text); got != k.ID {
				t.Errorf("%q of %s is read as %q", text, k.ID, got)
			}
		}
		if e := tb.entries[k.ID]; k.Format == bench.Contracts && k.ID != "other" && len(e.Is) < 2 {
			t.Errorf("%s has %d definitions", k.ID, len(e.Is))
		}
	}
	for _, c := range []struct {
		text string
		want bench.Class
	}{
		{"SWC-107", "reentrancy"}, {"CWE-190: wraparound", "arithmetic"}, {"SC02:2025", "oracle_manipulation"},
		{"Unprotected SELFDESTRUCT Instruction", "access_control"}, {"Incorrect Constructor Name", "initialization"},
		{"read-only reentrancy", "read_only_reentrancy"}, {"Other", "other"}, {"stealing from other users", ""},
		{"a flaw", ""}, {"", ""},
	} {
		if got := Named(Solidity, c.text); got != c.want {
			t.Errorf("%q is read as %q, want %q", c.text, got, c.want)
		}
	}
	if got := AllNamed(SQL, "It skips soft-deleted rows of another tenant."); len(got) != 2 || got[0] != "cross_tenant" ||
		got[1] != "soft_delete" {
		t.Errorf("%v", got)
	}
	if c, ok := NotAFlaw("Gas optimization"); !ok || c != bench.Informational {
		t.Errorf("%s %t", c, ok)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, bad := range []string{
		"version: 1\nsolidity: {no_such_class: {names: [x]}}",
		"version: 1\nextra: 1",
		strings.Replace(string(source), "names: [reentrancy,", "names: [overflow, reentrancy,", 1),
		strings.Replace(string(source), "SWC-107: Reentrancy, CWE-841", "CWE-841", 1),
	} {
		if _, err := parse([]byte(bad)); err == nil {
			t.Errorf("accepted %.60q", bad)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"The initializer was initialized by initialization.", "initi initi initi"},
		{"withdrawAll() pays ERC20 tokens", "withdraw pays erc token"},
		{"", ""},
	} {
		if got := strings.Join(Words(c.text), " "); got != c.want {
			t.Errorf("%q gives %q, want %q", c.text, got, c.want)
		}
	}
}

// Each class is most similar to a text that explains it in its own words.
func TestSimilarities(t *testing.T) {
	for _, c := range []struct {
		class bench.Class
		text  string
	}{
		{"reentrancy", "The ether is sent to a malicious receiver, whose fallback calls withdraw again " +
			"before the balance is set to zero."},
		{"weak_randomness", "The winner of the lottery is computed from blockhash and the sender, " +
			"which a miner knows in advance."},
		{"share_inflation", "With one wei of shares and a direct donation the first depositor makes later " +
			"depositors' shares round to zero."},
		{"oracle_manipulation",
			"The collateral is valued by the pair's reserves, which a big swap moves in the same transaction."},
		{"access_control", "Anyone may call mint, since the onlyOwner modifier is missing."},
		{"signature_replay", "Nothing marks the permit as used: without a nonce it is accepted again on another chain."},
		{"delegatecall", "Code of a library that the caller picks runs through delegatecall on the storage of the wallet."},
		{"denial_of_service", "The loop over all holders needs more gas than a block has, so nobody is ever paid."},
		{"governance", "Votes are counted by the present balance, so borrowed tokens pass a proposal."},
		{"precision_loss", "It divides before it multiplies, so small fees are truncated to zero."},
	} {
		s := Similarities(NewVector(Text{c.text, 1}))
		for k, x := range s {
			if x >= s[c.class] && k != c.class {
				t.Errorf("%q is like %s (%.2f), not %s (%.2f)", c.text, k, x, c.class, s[c.class])
			}
		}
	}
}

func TestOverlap(t *testing.T) {
	a := NewVector(Text{"the owner is set by an unguarded initializer", 1})
	if got := Overlap(a, a); math.Abs(got-1) > 1e-9 {
		t.Errorf("a text and itself: %v", got)
	}
	if got := Overlap(a, NewVector(Text{"rounding towards zero", 1})); got != 0 {
		t.Errorf("nothing in common: %v", got)
	}
	if got := Overlap(a, NewVector()); got != 0 {
		t.Errorf("nothing said: %v", got)
	}
	long := Overlap(a, NewVector(Text{"the owner is set by an unguarded initializer", 1},
		Text{"and rounding, randomness, slippage, griefing, replay, overflow and donations", 1}))
	if long >= 0.95 {
		t.Errorf("words beside it cost nothing: %v", long)
	}
}

func TestLearn(t *testing.T) {
	docs := append(Definitions(), Document{"reentrancy", "Nothing new.", 1})
	var a, b bytes.Buffer
	if err := Learn(&a, docs); err != nil {
		t.Fatal(err)
	}
	if err := Learn(&b, docs); err != nil || a.String() != b.String() {
		t.Errorf("twice the same gives something else: %v", err)
	}
	if _, err := parseWords(&a); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"docs", "docs\tx", "docs\t1\treentrancy\nword\t1\t7:1",
		"docs\t1\treentrancy\nword\t1\t0"} {
		if _, err := parseWords(strings.NewReader(bad)); err == nil {
			t.Errorf("accepted %q", bad)
		}
	}
}

package judge_test

import (
	"testing"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/suite"
	"assay/suites"
)

// embedded returns the variants of the embedded suites by key.
func embedded(t testing.TB) map[string]*bench.Variant {
	t.Helper()
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	out := map[string]*bench.Variant{}
	for _, s := range list {
		for i := range s.Variants {
			out[s.Variants[i].Key] = &s.Variants[i]
		}
	}
	return out
}

// A flaw explained in other words than ours is found, and another flaw at its place is not.
func TestWording(t *testing.T) {
	variants := embedded(t)
	for _, c := range []struct {
		sample, kind, at, why string
		strict                bench.Decision
	}{
		{"tc/millrace-coffers", "Unprotected Setup Routine", "setOwners function",
			"setOwners is public and has no check of its own, so through the fallback anyone can run the owners' setup " +
				"again on the storage of a wallet that is already in use, and become its owner.", bench.Hit},
		{"recent/dusk-counter", "Delegation Engine Can Be Replaced", "initialise function",
			"The flag which says that initialise() was called lives in a memory copy, so it is never stored. Anyone may " +
				"initialise the pool again with an engine that they wrote, and matches are delegated to it.", bench.Hit},
		{"recent/corvid-options", "Arbitrary Expiry Price Submission", "onlyWriter modifier",
			"The modifier tests the caller against the writer for the older sources only. For assets whose relayed source has " +
				"18 decimals any caller may write an expiry price.", bench.Hit},
		{"gs/fallow-vale-advances", "Arbitrary External Call", "cover()",
			"cover treats an approval of the vault as consent to stand surety. Lenders give such approvals for their " +
				"deposits, so anyone can name a lender who never vouched for the borrower as the payer.", bench.Hit},
		{"tc/bridge-replica", "Forged Messages Accepted", "initialize and deliver functions",
			"A zero checkpoint becomes a confirmed root. The root stored for a message that nobody has proven is zero too, so " +
				"deliver accepts messages that were invented.", bench.Hit},
		{"tc/ghyll-loan-notes", "Sender Equals Receiver Duplicates Balance", "_move function",
			"Both balances are read before either is written. When the two accounts are the same, the later write restores " +
				"the old balance plus the amount, so the notes double.", bench.Hit},
		{"recent/tideline-perps", "Old Price Reports Remain Valid", "_priceOf and trade functions",
			"_priceOf checks how long the interval of the report is but never how old it is, and does not record that a " +
				"report was used, so any price that the reporter signed in the past can be traded on.", bench.Hit},
		{"tc/weathervane-slips", "Predictable Draw After 256 Blocks", "putHash and claim functions",
			"The hash of a block older than 256 blocks is zero. The owner of a bet waits until the hash is gone and claims " +
				"with a draw that is certain.", bench.Hit},
		{"gs/hail-mutual", "Mix-up of Units", "redeem function",
			"After the value of the shares was computed, redeem passes the number of shares, not that value, to _payOut, so a " +
				"member whose share is worth less than one unit is paid too much.", bench.Hit},
		{"gs/relay-stake", "Penalty Escaped by Leaver", "_payExit function",
			"The payout uses the value noted when the exit was requested. A slash during the seven days of delay does not " +
				"reduce it, so the leaver's part of it is borne by the stakers who stay.", bench.Hit},

		{"tc/millrace-coffers", "Missing Event", "seatKeepers function",
			"The function emits no event when keepers change, which makes monitoring harder.", bench.Miss},
		{"tc/ghyll-loan-notes", "Gas Inefficiency", "_move function", "Two storage reads could be cached in memory.",
			bench.Miss},
		{"gs/relay-stake", "Unsafe Downcast", "_payExit function",
			"A number of 256 bits is cut to 128 bits, which drops the high bits of huge amounts.", bench.Miss},
		{"gs/relay-stake", "Penalty Escaped by Leaver", "requestExit function",
			"The payout uses the value noted when the exit was requested. A slash during the seven days of delay does not " +
				"reduce it, so the leaver's part of it is borne by the stakers who stay.", bench.Miss},
	} {
		v := variants["blockbench/"+c.sample]
		if v == nil {
			t.Errorf("there is no %s", c.sample)
			continue
		}
		got := judge.Rule{}.Judge(v, bench.Answer{Verdict: bench.Vulnerable,
			Findings: []bench.Finding{{Type: c.kind, Location: c.at, Explanation: c.why}}})
		if got.Strict != c.strict {
			t.Errorf("%s, %q: %s, want %s (%+v)", c.sample, c.kind, got.Strict, c.strict, got.Findings)
		}
	}
}

// A flaw whose class has no name can be found by the statements about it.
func TestClassOther(t *testing.T) {
	v := &bench.Variant{
		Format: "blockbench", Truth: bench.Vulnerable, Class: "other",
		RootCause: "The secret word of the vault stands in its storage, and private state can be read by " +
			"everybody from outside the chain.",
		Task: bench.Task{Files: []bench.File{{Path: "Vault.sol"}}},
		Labels: []bench.Label{{Function: bench.RootCause, Class: "other", Scope: "seal",
			Span: bench.Span{File: "Vault.sol", Line: 10, EndLine: 10}},
			{Function: bench.Benign, Scope: "open", Span: bench.Span{File: "Vault.sol", Line: 20, EndLine: 20}}},
	}
	for _, c := range []struct {
		f    bench.Finding
		want bench.Decision
	}{
		{bench.Finding{Type: "Sensitive data on chain", Location: "open and seal functions",
			Explanation: "Private variables are no secret: anyone reads the storage of the vault, and with it the secret word."},
			bench.Hit},
		{bench.Finding{Type: "Reentrancy", Location: "seal function",
			Explanation: "The external call comes before the state is updated."}, bench.Miss},
		{bench.Finding{Type: "Theft by other users", Location: "seal()", Scopes: []string{"seal"},
			Explanation: "The caller is not checked."}, bench.Miss},
		{bench.Finding{Type: "Sensitive data on chain", Location: "open function", Explanation: "Private variables are no " +
			"secret: anyone reads the storage of the vault, and with it the secret word."}, bench.Miss},
	} {
		if got := (judge.Rule{}).Judge(v, bench.Answer{Verdict: bench.Vulnerable,
			Findings: []bench.Finding{c.f}}); got.Strict != c.want {
			t.Errorf("%q at %q: %s, want %s (%+v)", c.f.Type, c.f.Location, got.Strict, c.want, got.Findings)
		}
	}
}

// If the documentation of a flaw has four words, the words of its class decide.
func TestWordsOfTheClass(t *testing.T) {
	for _, c := range []struct {
		class    bench.Class
		kind     string
		why      string
		want     bench.Decision
		wantKind bench.Match
	}{
		{"reentrancy", "Drain by Repeated Withdrawal", "The external call hands control to the recipient before the state " +
			"is updated; a malicious fallback withdraws again while its balance is unchanged.", bench.Hit, bench.MatchExact},
		{"governance", "Drain by Repeated Withdrawal", "The external call hands control to the recipient before the state " +
			"is updated; a malicious fallback withdraws again while its balance is unchanged.", bench.Miss, bench.MatchNone},
	} {
		v := &bench.Variant{Format: "blockbench", Truth: bench.Vulnerable, Class: c.class,
			RootCause: "Unsafe withdrawal of funds.", Task: bench.Task{Files: []bench.File{{Path: "Bank.sol"}}},
			Labels: []bench.Label{{Function: bench.RootCause, Class: c.class, Scope: "pay",
				Span: bench.Span{File: "Bank.sol", Line: 10, EndLine: 10}}}}
		got := judge.Rule{}.Judge(v, bench.Answer{Verdict: bench.Vulnerable,
			Findings: []bench.Finding{{Type: c.kind, Location: "pay function", Explanation: c.why}}})
		if got.Strict != c.want || got.Findings[0].Type != c.wantKind {
			t.Errorf("%s: %+v", c.class, got)
		}
	}
}

// A place may be a list of functions, with and without brackets.
func TestPlaceInWords(t *testing.T) {
	v := embedded(t)["blockbench/gs/hail-mutual"]
	for location, want := range map[string]bench.Match{
		"redeem function":                       bench.MatchPartial,
		"deposit and redeem functions":          bench.MatchPartial,
		"HailMutual.redeem, HailMutual.deposit": bench.MatchPartial,
		"deposit, redeem":                       bench.MatchPartial,
		"redeemAll and _redeem functions":       bench.MatchNone,
		"the contract":                          bench.MatchNone,
		"":                                      bench.MatchNone,
	} {
		got := judge.Rule{}.Judge(v, bench.Answer{Verdict: bench.Vulnerable,
			Findings: []bench.Finding{{Type: v.Class.Title(), Location: location}}})
		if got.Findings[0].Location != want {
			t.Errorf("%q: %s, want %s", location, got.Findings[0].Location, want)
		}
	}
}

// For two documented flaws in one function, the words decide which one is meant.
func TestWordsOfEachFlaw(t *testing.T) {
	at := func(set, line int, class bench.Class) bench.Label {
		return bench.Label{Function: bench.RootCause, Class: class, Set: set, Scope: "settle",
			Span: bench.Span{File: "Desk.sol", Line: line, EndLine: line}}
	}
	v := &bench.Variant{
		Format: "blockbench", Truth: bench.Vulnerable, Class: "logic_error",
		RootCause: "The fee is taken from the seller instead of the buyer of the lot.",
		Further: []bench.LabelSet{{Number: 2, Class: "logic_error",
			RootCause: "A lot that was cancelled stays on the list and can be settled once more."}},
		Task:   bench.Task{Files: []bench.File{{Path: "Desk.sol"}}},
		Labels: []bench.Label{at(0, 10, "logic_error"), at(2, 20, "logic_error")},
	}
	for why, want := range map[string]int{
		"The seller pays the fee that the buyer owes.":                1,
		"Cancelled lots are still listed, so they are settled again.": 2,
	} {
		got := judge.Rule{}.Judge(v, bench.Answer{Verdict: bench.Vulnerable,
			Findings: []bench.Finding{{Type: "Wrong bookkeeping", Location: "settle function", Explanation: why}}})
		if f := got.Findings[0]; f.Target != want || f.Class != bench.TargetMatch {
			t.Errorf("%q: %+v, want target %d", why, f, want)
		}
	}
}

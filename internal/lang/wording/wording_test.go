package wording_test

import (
	"strings"
	"testing"

	"assay/internal/lang/wording"
)

func TestSplit(t *testing.T) {
	for in, want := range map[string]string{
		"balanceOf": "balance of", "_balances": "balances", "IERC20": "ierc20", "IVault": "i vault",
		"EXIT_FEE_BPS": "exit fee bps",
		"total_supply": "total supply", "asset_": "asset", "getUTCTime": "get utc time", "x": "x",
		"ERC20Token": "erc20 token", "__": "",
		"A": "a", "token0": "token0", "isHealthy": "is healthy",
	} {
		id := wording.Split(in)
		if got := strings.Join(id.Words, " "); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
		if got := id.With(id.Words); got != in && in != "IERC20" && in != "ERC20Token" && in != "getUTCTime" {
			t.Errorf("%s comes back as %s", in, got)
		}
	}
}

const small = `
name: test
version: 1
nouns:
  deposit: [admission]
  vault: [ward]
  fee: [copay]
  pharmacy: [shop]
verbs:
  deposit: [admit]
  withdraw: [discharge]
  pay: [treat]
`

func first(string, int) int { return 0 }

func TestDictionary(t *testing.T) {
	d, err := wording.ParseDictionary([]byte(small))
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"deposit": "admit", "depositVault": "admitWard", "_withdrawn": "_discharged", "EXIT_FEE": "EXIT_COPAY",
		"OrchardVault": "OrchardWard",
		"payFees":      "treatCopays", "unrelated": "unrelated", "pharmacies": "shops", "vault0": "ward0",
	} {
		got, ok := d.Ident(in, in[0] != 'O', first)
		if got != want || ok != (in != want) {
			t.Errorf("%s: %s %v, want %s", in, got, ok, want)
		}
	}
	const text = "Members may deposit into the vault. Deposits cost a fee, PAID on withdrawing. Deposits the vault. A " +
		"deposit. See https://vault.org/fee, `fee` and vaultFee."
	const want = "Members may admit into the ward. Admissions cost a copay, TREATED on discharging. Admits the ward. An " +
		"admission. See https://vault.org/fee, `fee` and vaultFee."
	got := wording.Text(text, func(w string, verb func() bool) (string, bool) { return d.Word(w, verb, first) })
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestDictionaryRefuses(t *testing.T) {
	for _, bad := range []string{
		"name: x\nversion: 1\n", "name: x\nversion: 1\nnouns: {a: [b], c: [b]}\n", "name: x\nversion: 1\nnouns: {a: [B]}\n",
		"name: x\nversion: 1\nnouns: {a: [b]}\nextra: 1\n", "nouns: {a: [b]}\n",
	} {
		if _, err := wording.ParseDictionary([]byte(bad)); err == nil {
			t.Errorf("accepted %q", bad)
		}
	}
}

func FuzzSplit(f *testing.F) {
	f.Add("balanceOf_")
	f.Fuzz(func(t *testing.T, s string) {
		id := wording.Split(s)
		_ = id.With(id.Words)
		if got := wording.Text(s, func(string, func() bool) (string, bool) { return "", false }); got != s {
			t.Errorf("%q became %q", s, got)
		}
		wording.Text(s, func(w string, verb func() bool) (string, bool) { return "egg", verb() || len(w)%2 == 0 })
	})
}

package minimalsanitized

import "testing"

// The short check agrees with the regular expression.
func FuzzTells(f *testing.F) {
	for _, s := range []string{"", "the bridge", "a Vulnerability", "re-entrancy", "reentrant", "REKT", "the\nbug", "xxx",
		"_xxx", "x_bug", "9bug", "CVE-2020-1", "cve", "<yes> ", "lost $5",
		"loss of 3", "post-mortem", "@vulnerable_at_lines 3", "$5 m", "etherscan.io", "inſecure", "hac\u212Aer", "ab attack",
		"buggy", "debug"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := tells(s), telling.MatchString(s); got != want {
			t.Fatalf("%q: %t, want %t", s, got, want)
		}
	})
}

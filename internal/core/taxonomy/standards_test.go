package taxonomy

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
)

// Every class of contracts has an entry in each list or is named as having none, and nothing else has one.
func TestListedAs(t *testing.T) {
	requirement := regexp.MustCompile(`^\[[SMQ]\] [A-Z]`)
	used := map[string]bool{}
	known := map[bench.Class]bool{}
	for _, k := range bench.Classes() {
		known[k.ID] = true
		l, there := listed().Classes[k.ID]
		if k.Format != bench.Contracts {
			if there {
				t.Errorf("%s is no class of contracts, and has an entry", k.ID)
			}
			continue
		}
		for list, entries := range map[string][]string{"owasp": l.OWASP, "ethtrust": l.EthTrust} {
			if (len(entries) == 0) != slices.Contains(l.None, list) {
				t.Errorf("%s has the entries %q in %s, and none: %q", k.ID, entries, list, l.None)
			}
		}
		for _, id := range l.OWASP {
			n, ok := strings.CutSuffix(id, ":2026")
			if !ok || listed().OWASP[n] == "" {
				t.Errorf("%s: %q is no entry of OWASP's list", k.ID, id)
			}
			used[n] = true
		}
		for _, r := range l.EthTrust {
			if !requirement.MatchString(r) {
				t.Errorf("%s: %q is no title of a requirement", k.ID, r)
			}
		}
	}
	for c := range listed().Classes {
		if !known[c] {
			t.Errorf("%s is not a class of the taxonomy", c)
		}
	}
	for id := range listed().OWASP {
		if !used[id] {
			t.Errorf("no class is %s", id)
		}
	}
	if l := ListedAs("reentrancy"); len(l.OWASP) != 1 || l.OWASP[0] != "SC08:2026" {
		t.Errorf("reentrancy is listed as %v", l)
	}
}

package preregister

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
)

// A preregistration from before hypotheses had tests is read unchanged.
func TestWordsAlone(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "words.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := Read("words.yaml", text)
	if err != nil || len(p.Hypotheses) != 1 || p.Hypotheses[0].Test != nil {
		t.Errorf("%v %+v", err, p.Hypotheses)
	}
}

func asked(test string) string {
	return "hypotheses: [{id: H1, text: x, test: {" + test + "}}]"
}

func TestRefusesTests(t *testing.T) {
	const fine = "metric: tdr, chain: chameleon, against: original"
	for test, says := range map[string]string{
		"metric: tdx, chain: chameleon, against: original, direction: lower":                     `there is no metric "tdx"; there are tdr, `,
		"metric: tdr, chain: chameleon, direction: lower":                                        "nothing to compare with; add against",
		"metric: tdr, chain: chameleon, against: original, against_subject: a, direction: lower": "exclude each other",
		"metric: tdr, against: original, direction: lower":                                       "add chain: CHAIN",
		"metric: tdr, chain: chameleon, against: chameleon, direction: lower":                    "compared with itself",
		"metric: tdr, chain: original, against: chameleon, direction: lower":                     "original belongs in against",
		"metric: tdr, subject: a, against_subject: a, direction: lower":                          "a is compared with itself",
		fine: "give either direction",
		fine + ", direction: lower, equivalent: 10": "give either direction",
		fine + ", direction: worse":                 `direction "worse" is not lower, higher or different`,
		fine + ", equivalent: 0":                    "a margin of 0 points",
		fine + ", equivalent: 100":                  "a margin of 100 points",
		fine + ", margin: 10":                       "unknown field",
		"metric: cost-per-found, subject: a, against_subject: b, equivalent: 10": "not measured in points; state a direction",
	} {
		_, err := ReadDraft("draft.yaml", []byte(asked(test)))
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") ||
			!strings.HasPrefix(err.Error(), "draft.yaml: ") {
			t.Errorf("%s: %v; want %q", test, err, says)
		}
	}
	for _, d := range directions {
		if _, err := ReadDraft("draft.yaml", []byte(asked(fine+", direction: "+d))); err != nil {
			t.Errorf("%s: %v", d, err)
		}
	}
}

func plan() bench.Manifest {
	m := manifest()
	m.Chains = []bench.ChainUse{
		{Suite: "blockbench", Chain: "chameleon", Applied: 3}, {Suite: "blockbench", Chain: "reformat", Applied: 3},
		{Suite: "tenantsql", Chain: "reformat", Applied: 2}, {Suite: "tenantsql", Chain: "chameleon"},
	}
	return m
}

func bound(t *testing.T, test string, m bench.Manifest) (*bench.HypothesisTest, error) {
	t.Helper()
	d, err := ReadDraft("draft.yaml", []byte(asked(test)))
	if err != nil {
		t.Fatal(err)
	}
	d, err = Bind("draft.yaml", d, m)
	return d.Hypotheses[0].Test, err
}

// Exclusions name suites and subjects of the plan.
func TestBindExclusions(t *testing.T) {
	for e, says := range map[bench.Exclusion]string{
		{Suite: "tenantsql", Subject: "builtin/x"}: "",
		{Text: "suite own"}:                        "",
		{Suite: "own"}:                             `draft.yaml: exclusion 1: there is no suite "own" in the plan; it has blockbench, tenantsql`,
		{Subject: "openai/n"}:                      `draft.yaml: exclusion 1: there is no subject "openai/n" in the plan; it has openai/m, builtin/x`,
	} {
		if _, err := Bind("draft.yaml", Draft{Exclusions: []bench.Exclusion{e}}, plan()); says == "" && err != nil ||
			says != "" && (err == nil || err.Error() != says) {
			t.Errorf("%+v: %v", e, err)
		}
	}
}

func TestBind(t *testing.T) {
	// Only one suite has texts under the chain.
	if got, err := bound(t, "metric: tdr, chain: chameleon, against: reformat, direction: lower", plan()); err != nil ||
		got.Suite != "blockbench" {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := bound(t,
		"metric: tdr, suite: tenantsql, subject: openai/m, against_subject: builtin/x, direction: higher",
		plan()); err != nil || got.Suite != "tenantsql" {
		t.Errorf("%+v %v", got, err)
	}
	// If there is nothing to sanitize, a chain is compared with the originals.
	clean := plan()
	clean.Chains = append(clean.Chains, bench.ChainUse{Suite: "blockbench", Chain: "minimal-sanitized"})
	if got, err := bound(t, "metric: tdr, chain: chameleon, against: minimal-sanitized, direction: lower",
		clean); err != nil || got.Suite != "blockbench" {
		t.Errorf("%+v %v", got, err)
	}
	if _, err := bound(t, "metric: tdr, chain: minimal-sanitized, against: original, direction: lower",
		clean); err == nil {
		t.Error("a chain without a text is tested")
	}
	bare := plan()
	bare.Chains = nil
	single := plan()
	single.Subjects = single.Subjects[:1]
	for _, c := range []struct {
		test, says string
		plan       bench.Manifest
	}{
		{"metric: tdr, chain: trojan, against: original, direction: lower",
			`the plan has no text under chain "trojan"; its chains are chameleon, reformat`, plan()},
		{"metric: tdr, chain: reformat, against: trojan, direction: lower", `chain "trojan"`, plan()},
		{"metric: tdr, chain: chameleon, against: original, suite: tenantsql, direction: lower",
			`under chain "chameleon" on tenantsql`, plan()},
		{"metric: tdr, chain: chameleon, against: original, direction: lower", "--variants adds them", bare},
		{"metric: tdr, chain: reformat, against: original, equivalent: 10",
			"it could be of blockbench or tenantsql; add suite", plan()},
		{"metric: tdr, chain: chameleon, against: original, suite: own, direction: lower",
			`there is no suite "own" in the plan; it has blockbench, tenantsql`, plan()},
		{"metric: tdr, chain: chameleon, against: original, subject: openai/n, direction: lower",
			`there is no subject "openai/n" in the plan; it has openai/m, builtin/x`, plan()},
		{"metric: tdr, against_subject: openai/n, direction: lower", `there is no subject "openai/n"`, plan()},
		{"metric: tdr, suite: blockbench, against_subject: openai/m, direction: lower", "no subject to compare with openai/m",
			single},
	} {
		_, err := bound(t, c.test, c.plan)
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") ||
			!strings.HasPrefix(err.Error(), "draft.yaml: hypothesis H1: test: ") {
			t.Errorf("%s: %v; want %q", c.test, err, c.says)
		}
	}
}

// A test is written, read back and covered by the hash, every field of it.
func TestHashCoversTests(t *testing.T) {
	d, err := ReadDraft("draft.yaml", []byte(asked(
		"metric: tdr, chain: chameleon, against: reformat, subject: openai/m, equivalent: 7.5")+"\nfamilies: [{name: all}]"))
	if err != nil {
		t.Fatal(err)
	}
	if d, err = Bind("draft.yaml", d, plan()); err != nil {
		t.Fatal(err)
	}
	p := Freeze(d, plan(), "abcd", time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	var b bytes.Buffer
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	back, err := Read("p.yaml", b.Bytes())
	if err != nil || !reflect.DeepEqual(p, back) {
		t.Fatalf("%v\n%s", err, b.String())
	}
	for was, is := range map[string]string{"metric: tdr": "metric: recall", "chain: chameleon": "chain: trojan",
		"against: reformat": "against: original",
		"subject: openai/m": "subject: builtin/x", "equivalent: 7.5": "equivalent: 8",
		"suite: blockbench": "suite: tenantsql"} {
		other := strings.Replace(b.String(), was, is, 1)
		if _, err := Read("p.yaml", []byte(other)); other == b.String() || err == nil ||
			!strings.Contains(err.Error(), "was changed after it was fixed") {
			t.Errorf("%s for %s: %v\n%s", is, was, err, other)
		}
	}
}

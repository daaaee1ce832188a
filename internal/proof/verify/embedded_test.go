package verify_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"assay/internal/core/suite"
	"assay/internal/proof/verify"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
	"assay/suites"
)

// Embedded samples are executed, and show exactly what their stored evidence
// says: same verdicts, same amounts, same gas. Evidence of another text is out of
// date, which package suite sees for all of them. No two samples have one interface,
// so that the attacks of those that are left out would not be tried on the others.
func TestEmbedded(t *testing.T) {
	c := solctest.New(t)
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	st := list[0]
	var cases []*verify.Case
	var samples []*suite.Sample
	takes := corpustest.Every(t, 50)
	for i := range st.Samples {
		x, ok := st.Executable(&st.Samples[i])
		if !ok || !takes(i) {
			continue
		}
		cs, err := verify.Prepare(t.Context(), c, x)
		if err != nil {
			t.Errorf("%s: %v", x.ID, err)
			continue
		}
		cases = append(cases, cs)
		samples = append(samples, &st.Samples[i])
	}
	if len(cases) < 6 {
		t.Fatalf("only %d samples could be prepared", len(cases))
	}
	for i, cs := range cases {
		t.Run(cs.X.ID, func(t *testing.T) {
			t.Parallel()
			e := cs.Run(t.Context(), c, cases, verify.Options{Fuzz: 2000, Seed: 1}).Evidence
			for _, f := range e.Failures() {
				t.Error(f)
			}
			got, err := e.Encode()
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("../../../suites", filepath.FromSlash(samples[i].Dir), "evidence.json")
			want, err := os.ReadFile(file)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is not what was shown now (%v); if that is right: go run ./cmd/assay verify "+
					"--suite suites/blockbench --write", file, err)
			}
		})
	}
}

// Evidence names the EVM that go.mod has.
func TestEngineVersion(t *testing.T) {
	mod, err := os.ReadFile("../../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`github.com/ethereum/go-ethereum (v\S+)`).FindSubmatch(mod)
	if m == nil || string(m[1]) != verify.Geth {
		t.Errorf("go.mod has %q, evidence says %s", m, verify.Geth)
	}
}

// Every embedded twin has withstood a campaign of 10,000 sequences on the texts that it has now.
func TestEmbeddedCampaigns(t *testing.T) {
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	for i := range list[0].Samples {
		s := &list[0].Samples[i]
		x, ok := list[0].Executable(s)
		if !ok {
			continue
		}
		remedy := "go run ./cmd/assay verify " + s.ID + " --suite suites/blockbench --campaign 10000 --write"
		switch c := s.Campaign; {
		case c == nil:
			t.Errorf("%s: no campaign is stored; %s", s.ID, remedy)
		case c.Stale(x.Rules, x.Files(), 1, 10_000) != "":
			t.Errorf("%s: the stored campaign is another one: %s; %s", s.ID, c.Stale(x.Rules, x.Files(), 1, 10_000), remedy)
		case !c.Resists():
			t.Errorf("%s: the twin falls for %s: %q", s.ID, c.As, c.Found)
		}
	}
}

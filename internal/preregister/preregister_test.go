package preregister

import (
	"bytes"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"assay/internal/bench"
)

const draft = `
title: Names and comments
hypotheses:
  - id: H1
    family: names
    text: |
      The model finds fewer flaws: under chameleon.
      By ten points or more.
  - {id: H2, family: placebo, text: "Placebos change nothing (TOST, 10 points)"}
families:
  - {name: names, text: preserving chains by TDR}
  - {name: placebo, correction: none}
alpha: 0.01
exclusions:
  - samples without executed proof
  - {text: Who refuses says nothing., suite: blockbench, outcome: refused}
  - {class: reentrancy, tier: 2, before: 2024-01-01}
`

func manifest() bench.Manifest {
	return bench.Manifest{Epochs: 3, Seed: 1<<64 - 1, Trials: 12, Variants: 4, Judging: bench.Judging{Rule: "rule/1"},
		Parser: "1", Suites: map[string]string{"blockbench": "aa", "tenantsql": "bb"},
		Subjects: []bench.Subject{{Name: "openai/m", Kind: "model", Version: "1", Strategy: "zero-shot",
			Params: map[string]string{"temperature": "0", "max_tokens": "8192"}},
			{Name: "builtin/x", Kind: "builtin", Version: "2"}},
		Chains: []bench.ChainUse{{Suite: "blockbench", Chain: "chameleon"}, {Suite: "tenantsql", Chain: "chameleon"},
			{Suite: "blockbench", Chain: "reformat"}}}
}

func frozen(t *testing.T) (bench.Preregistration, []byte) {
	t.Helper()
	d, err := ReadDraft("draft.yaml", []byte(draft))
	if err != nil {
		t.Fatal(err)
	}
	p := Freeze(d, manifest(), "abcd", time.Date(2026, 1, 2, 3, 4, 5, 678, time.FixedZone("x", 3600)))
	var b bytes.Buffer
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return p, b.Bytes()
}

func TestThereAndBack(t *testing.T) {
	p, b := frozen(t)
	back, err := Read("p.yaml", b)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(p, back) {
		t.Errorf("read\n%+v\nwrote\n%+v", back, p)
	}
	if p.Alpha != 0.01 || p.Families[0].Correction != "holm" || p.Repetitions != 3 || len(p.Plan.Chains) != 2 ||
		len(p.Hash) != 64 ||
		!reflect.DeepEqual(p.Exclusions, []bench.Exclusion{{Text: "samples without executed proof"},
			{Text: "Who refuses says nothing.", Suite: "blockbench", Outcome: bench.Refused},
			{Class: "reentrancy", Tier: 2, Before: "2024-01-01"}}) {
		t.Errorf("%+v", p)
	}
}

// Every line matters: each changed value changes the hash, and white space does not.
func TestHash(t *testing.T) {
	_, b := frozen(t)
	if _, err := Read("p.yaml", append([]byte("\n# a comment\n"), b...)); err != nil {
		t.Errorf("a comment: %v", err)
	}
	value := regexp.MustCompile(`: ("?)([^\s"|].*?)("?)$`)
	changed := 0
	lines := strings.Split(string(b), "\n")
	for i, l := range lines {
		m := value.FindStringSubmatchIndex(l)
		if m == nil || strings.HasPrefix(l, "#") {
			continue
		}
		other := append([]string{}, lines...)
		other[i] = l[:m[4]] + "7" + l[m[4]:]
		if strings.Contains(l, "registered_at") {
			other[i] = strings.Replace(l, "2026", "2025", 1)
		}
		if _, err := Read("p.yaml", []byte(strings.Join(other, "\n"))); err == nil {
			t.Errorf("nobody noticed %q", other[i])
		}
		changed++
	}
	if changed < 20 {
		t.Errorf("only %d lines were changed", changed)
	}
}

func TestRefuses(t *testing.T) {
	for text, says := range map[string]string{
		"":             "draft.yaml: ",
		"title: x":     "there is no hypothesis",
		"hypothesis: ": "unknown field",
		"hypotheses: [{id: A, text: x}, {id: A, text: y}]":                    "each its own",
		"hypotheses: [{id: A}]":                                               "has no text",
		"hypotheses: [{id: A, text: x, family: f}]":                           `family "f"`,
		"hypotheses: [{id: A, text: x}]\nalpha: 2":                            "between 0 and 1",
		"hypotheses: [{id: A, text: x}]\nfamilies: [{}]":                      "need names",
		"families: [{name: a, correction: magic}]":                            "neither holm nor none",
		"hypotheses: [{id: A, text: x}]\nfamilies: [{name: a},{name: b}]":     `family ""`,
		"hypotheses: [{id: A, text: x}]\nexclusions: ['']":                    "exclusion 1: it is empty",
		"hypotheses: [{id: A, text: x}]\nexclusions: [{}]":                    "exclusion 1: it is empty",
		"hypotheses: [{id: A, text: x}]\nexclusions: [{outcom: refused}]":     "unknown field",
		"hypotheses: [{id: A, text: x}]\nexclusions: [a, {outcome: failing}]": `exclusion 2: there is no outcome "failing"; there are answered, refused`,
		"hypotheses: [{id: A, text: x}]\nexclusions: [{class: rentrancy}]":    `no class "rentrancy"; there are`,
		"hypotheses: [{id: A, text: x}]\nexclusions: [{tier: 5}]":             "tier 5 is not one of 1 to 4",
		"hypotheses: [{id: A, text: x}]\nexclusions: [{before: 2024-02-30}]":  "is no day",
		"hypotheses: [{id: A, text: x}]\nexclusions: [{before: 2024}]":        "is no day",
		"hypotheses: [{id: A, text: x}]\nexclusions: [{proof: maybe}]":        "neither proved nor unproved",
	} {
		if _, err := ReadDraft("draft.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v; want %q", text, err, says)
		}
	}
	if _, err := Read("p.yaml", []byte("title: x")); err == nil || !strings.Contains(err.Error(), "no preregistration") {
		t.Errorf("a draft as preregistration: %v", err)
	}
}

func TestDeviations(t *testing.T) {
	p, _ := frozen(t)
	if got := Deviations(p, manifest(), "abcd"); len(got) > 0 {
		t.Errorf("the registered run deviates: %q", got)
	}
	for says, change := range map[string]func(*bench.Manifest){
		"suite tenantsql was registered and is not run": func(
			m *bench.Manifest) {
			delete(m.Suites, "tenantsql")
		},
		"suite own was not registered": func(
			m *bench.Manifest) {
			m.Suites["own"] = "cc"
		},
		"suite blockbench was changed": func(
			m *bench.Manifest) {
			m.Suites["blockbench"] = "cc"
		},
		"subject builtin/x was registered and is not asked": func(
			m *bench.Manifest) {
			m.Subjects = m.Subjects[:1]
		},
		"subject builtin/y was not registered": func(
			m *bench.Manifest) {
			m.Subjects = append(m.Subjects, bench.Subject{Name: "builtin/y"})
		},
		"subject builtin/x is of version 3, not 2": func(
			m *bench.Manifest) {
			m.Subjects[1].Version = "3"
		},
		`strategy "adversarial", not "zero-shot"`: func(
			m *bench.Manifest) {
			m.Subjects[0].Strategy = "adversarial"
		},
		"other settings: max_tokens=8192 temperature=1, not max_tokens=8192 temperature=0": func(
			m *bench.Manifest) {
			m.Subjects[0].Params["temperature"] = "1"
		},
		"asked 1 times, not 3": func(
			m *bench.Manifest) {
			m.Epochs = 1
		},
		"chain reformat was registered and is not run": func(
			m *bench.Manifest) {
			m.Chains = m.Chains[:2]
		},
		"chain trojan was not registered": func(
			m *bench.Manifest) {
			m.Chains[0].Chain = "trojan"
		},
		"the seed is 5": func(
			m *bench.Manifest) {
			m.Seed = 5
		},
		"the judge is llm:x/1, not rule/1": func(
			m *bench.Manifest) {
			m.Judging.Asked = []string{"llm:x/1"}
		},
		"the parser is version 2": func(
			m *bench.Manifest) {
			m.Parser = "2"
		},
		"5 texts are shown, not 4": func(
			m *bench.Manifest) {
			m.Variants = 5
		},
		"13 trials are planned, not 12": func(
			m *bench.Manifest) {
			m.Trials = 13
		},
	} {
		m := manifest()
		change(&m)
		got := Deviations(p, m, "other")
		if len(got) == 0 || !strings.Contains(strings.Join(got, "; "), says) ||
			strings.Contains(strings.Join(got, "; "), "the plan is another") {
			t.Errorf("%q; want %q", got, says)
		}
	}
	if got := Deviations(p, manifest(), "other"); len(got) != 1 || !strings.Contains(got[0], "the plan is another") {
		t.Errorf("another plan: %q", got)
	}
}

// The example of the page is a draft, and its tests can be bound.
func TestDoc(t *testing.T) {
	page, err := os.ReadFile("../../docs/preregister.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindSubmatch(page)
	if m == nil {
		t.Fatal("the page has no example")
	}
	d, err := ReadDraft("docs/preregister.md", m[1])
	if err != nil {
		t.Fatal(err)
	}
	plan := manifest()
	plan.Chains = nil
	for _, chain := range []string{"minimal-sanitized", "chameleon", "reformat"} {
		plan.Chains = append(plan.Chains, bench.ChainUse{Suite: "blockbench", Chain: chain, Applied: 1})
	}
	plan.Chains = append(plan.Chains, bench.ChainUse{Suite: "tenantsql", Chain: "reformat", Applied: 1},
		bench.ChainUse{Suite: "tenantsql", Chain: "minimal-sanitized"})
	plan.Subjects = []bench.Subject{{Name: "builtin/static"}, {Name: "builtin/keyword"}}
	tested := 0
	if d, err = Bind("docs/preregister.md", d, plan); err != nil {
		t.Error(err)
	}
	for _, h := range d.Hypotheses {
		if h.Test != nil && h.Test.Suite == "blockbench" {
			tested++
		}
	}
	if tested != 3 || len(d.Hypotheses) != 4 {
		t.Errorf("%d tests among %d hypotheses of the page", tested, len(d.Hypotheses))
	}
}

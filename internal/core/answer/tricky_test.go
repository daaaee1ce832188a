package answer

import (
	"os"
	"testing"

	"github.com/goccy/go-yaml"

	"assay/internal/bench"
)

// tricky is one answer of testdata/tricky.yaml with the label that a reader gave it.
type tricky struct {
	Why     string        `yaml:"why"`
	Outcome bench.Outcome `yaml:"outcome"`
	Verdict string        `yaml:"verdict"`
	Finish  bench.Outcome `yaml:"finish"`
	Limit   int64         `yaml:"limit"`
	Output  int64         `yaml:"output"`
	Text    string        `yaml:"text"`
}

func trickyAnswers(t testing.TB) (list []tricky) {
	t.Helper()
	b, err := os.ReadFile("testdata/tricky.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalWithOptions(b, &list, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	return list
}

// No answer is parsed contrary to its label, and at least four in five readable ones are parsed.
func TestTricky(t *testing.T) {
	list := trickyAnswers(t)
	readable, read := 0, 0
	for _, c := range list {
		resp := bench.Response{Finish: c.Finish, Usage: bench.Usage{OutputTokens: c.Output}}
		cut := resp.Cut(c.Limit)
		a, reason, ok := Parse(c.Text, cut)
		if c.Outcome == bench.Answered {
			readable++
		}
		switch {
		case !ok && c.Outcome == bench.Answered:
			t.Logf("not read: %s: %s", c.Why, reason)
		case ok && (c.Outcome != bench.Answered || a.Verdict.String() != c.Verdict):
			t.Errorf("%s: read as %v, and is %s %s:\n%s", c.Why, a.Verdict, c.Outcome, c.Verdict, c.Text)
		case ok:
			read++
		case (c.Outcome == bench.Truncated) != cut:
			t.Errorf("%s: cut is %v, and it is %s:\n%s", c.Why, cut, c.Outcome, c.Text)
		}
	}
	t.Logf("%d of %d answers that can be read are read; %d others are not to be read", read, readable, len(list)-readable)
	if len(list) < 150 || read < 120 || read*5 < readable*4 {
		t.Errorf("%d of %d are read", read, readable)
	}
}

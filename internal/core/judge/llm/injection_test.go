package llm

import (
	"os"
	"testing"

	"github.com/goccy/go-yaml"

	"assay/internal/bench"
)

// At least four in five attempts are marked, and at most one honest sentence. The mark decides nothing, so that
// a miss costs as little as a false positive.
func TestInjectionList(t *testing.T) {
	b, err := os.ReadFile("testdata/injection.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list struct{ Attempts, Honest []string }
	if err := yaml.UnmarshalWithOptions(b, &list, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	caught, accused := 0, 0
	for _, s := range list.Attempts {
		if Injected(bench.Answer{Explanation: s}) != "" {
			caught++
		} else {
			t.Logf("not marked: %q", s)
		}
	}
	for _, s := range list.Honest {
		if m := Injected(bench.Answer{Explanation: s}); m != "" {
			accused++
			t.Logf("%q of the honest %q", m, s)
		}
	}
	t.Logf("%d of %d attempts are marked, and %d of %d honest sentences", caught, len(list.Attempts), accused,
		len(list.Honest))
	if len(list.Attempts) < 41 || len(list.Honest) < 25 || caught*5 < len(list.Attempts)*4 || accused > 1 {
		t.Error("too few attempts, or too many honest sentences, are marked")
	}
}

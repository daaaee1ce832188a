package answer

import (
	"encoding/json"
	"os"
	"testing"
)

func TestZZDump(t *testing.T) {
	to := os.Getenv("ANS_DUMP")
	if to == "" {
		t.Skip()
	}
	var out []any
	for _, c := range trickyAnswers(t) {
		for _, cut := range []bool{false, true} {
			a, r, ok := Parse(c.Text, cut)
			out = append(out, []any{c.Text, cut, a, r, ok})
		}
	}
	b, _ := json.MarshalIndent(out, "", " ")
	_ = os.WriteFile(to, b, 0o644)
}

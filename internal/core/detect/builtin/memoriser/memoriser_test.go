package memoriser

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/detect"
)

func task(code string) bench.Task {
	return bench.Task{Language: "sql", Files: []bench.File{{Path: "q.sql", Text: code}}, Spec: "1. A rule."}
}

// A known text gets the learnt answer, in any layout and with one word changed. A twin is not confused with its
// counterpart. Other texts get a guess, about half of them each verdict.
func TestDetect(t *testing.T) {
	long := "SELECT a, b, c FROM notes WHERE org_id = :org_id AND id = :id" +
		strings.Repeat(" AND x IS NOT NULL AND y > 3", 20)
	var variants []bench.Variant
	for _, code := range []string{long, strings.Replace(long, "AND id = :id", "", 1)} {
		variants = append(variants, bench.Variant{Key: code, Task: task(code)})
	}
	d, err := New(variants, func(task bench.Task) (bench.Response, error) {
		return detect.Reply(task, bench.Answer{Verdict: bench.Safe, Explanation: "learnt " + task.Files[0].Text}), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	says := func(code string) string {
		r, err := d.Detect(t.Context(), task(code))
		if err != nil {
			t.Fatal(err)
		}
		return r.Text
	}
	for _, v := range variants {
		for _, code := range []string{v.Key, strings.ReplaceAll(v.Key, " AND", "\n  AND"), v.Key + " AND z"} {
			if !strings.Contains(says(code), "learnt "+v.Key+"\"") {
				t.Errorf("%q is answered with %s", code, says(code))
			}
		}
	}
	vulnerable := 0
	for i := range 400 {
		text := says("SELECT " + strings.Repeat("q", i+1) + " FROM people WHERE a = b")
		if strings.Contains(text, "learnt") {
			t.Fatalf("a text that was never seen is known: %s", text)
		}
		if strings.Contains(text, `"assessment": "bad"`) {
			vulnerable++
		}
	}
	if vulnerable < 150 || vulnerable > 250 {
		t.Errorf("%d of 400 guesses are vulnerable", vulnerable)
	}
}

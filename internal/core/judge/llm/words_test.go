package llm

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// A user's words replace this package's description of the classes; scores, form and seal stay.
func TestWords(t *testing.T) {
	w, err := NewWords("strict", strings.Replace(Text(), "You assess", "You strictly assess", 1)+"\r\n")
	if err != nil {
		t.Fatal(err)
	}
	single, several := one(t, "blockbench/tc/bridge-replica"), one(t, severalKey(t))
	for _, v := range []*bench.Variant{single, several} {
		var asked model.Request
		j, err := New(Config{Name: "test/judge", ID: "judge", Words: w,
			Model: answering(func(r model.Request) (bench.Response, error) {
				asked = r
				return bench.Response{Text: "no"}, nil
			})})
		if err != nil {
			t.Fatal(err)
		}
		plain, _ := New(Config{Name: "test/judge", ID: "judge", Model: answering(nil)})
		a := bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{{Type: "x"}}}
		out, err := j.Judge(t.Context(), v, a)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"You strictly assess", "score the reasoning", "Copy the seal", form} {
			if !strings.Contains(asked.System, want) {
				t.Errorf("%s: no %q in\n%s", v.Key, want, asked.System)
			}
		}
		if strings.Contains(asked.System, formSeveral) != v.Several() ||
			strings.Contains(asked.System, "in targets:") != v.Several() {
			t.Errorf("%s has several: %t\n%s", v.Key, v.Several(), asked.System)
		}
		if asked.User != plain.Request(v, a).User {
			t.Error("the question is another one")
		}
		q, _ := j.Question(v, a)
		if p, _ := plain.Question(v, a); p == q {
			t.Error("other words share the judgement")
		}
		name := strings.TrimPrefix(j.Name(), Prefix)
		reader := Reader(name[:strings.LastIndexByte(name, '/')])
		if r, _ := reader.Question(v, a); r != q || reader.Name() != j.Name() || out.Verdict.Judge != j.Name() {
			t.Errorf("read as %s %s, asked as %s %s", reader.Name(), r, j.Name(), q)
		}
	}
	for text, want := range map[string]string{" \n": "is empty", "TARGET_MATCH": "does not say what PARTIAL_MATCH is"} {
		if _, err := NewWords("x", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// severalKey is the key of a variant with several documented flaws.
func severalKey(t *testing.T) string {
	t.Helper()
	for _, v := range variants(t) {
		if v.Several() {
			return v.Key
		}
	}
	t.Fatal("no variant has several flaws")
	return ""
}

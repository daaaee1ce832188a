package promptfoo

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/test/interchangetest"
)

func resultsOf(list ...string) string {
	return `{"evalId":"e","results":{"version":3,"results":[` + strings.Join(list, ",") + `]}}`
}

func TestScores(t *testing.T) {
	const a, b = `"provider":{"id":"openai:a","label":""}`, `"provider":{"id":"openai:b"}`
	const one, two = `"vars":{"q":"1","doc":"d"},"testCase":{"assert":[{"type":"equals"}]}`,
		`"vars":{"doc":"d","q":"1"},"testCase":{"assert":[{"type":"contains"}]}`
	const answered = `"response":{"output":"x"}`
	text := resultsOf(
		`{`+a+`,`+one+`,`+answered+`,"promptIdx":0,"success":true,"score":0.75,"namedScores":{"tone":0.5}}`,
		`{`+b+`,`+one+`,`+answered+`,"promptIdx":1,"success":false,"score":0.25,"namedScores":{"tone":1},"failureReason":1,"error":"no match"}`,
		`{`+a+`,`+one+`,`+answered+`,"promptIdx":0,"success":false,"score":0,"namedScores":{"tone":0}}`, // --repeat
		`{`+a+`,`+two+`,"promptIdx":0,"success":false,"score":0,"failureReason":2,"error":"timeout"}`)
	for name, want := range map[string]string{
		"success": "openai:a 1 1\nopenai:b 1 0\nopenai:a 2 0\nopenai:a 1 0failed\n",
		"score":   "openai:a 1 0.75\nopenai:b 1 0.25\nopenai:a 2 0\nopenai:a 1 0failed\n",
		"tone":    "openai:a 1 0.5\nopenai:b 1 1\nopenai:a 2 0\nopenai:a 1 0failed\n",
	} {
		got, _, err := interchangetest.Scores(t, Scores(), "out.json", text, "score="+name)
		var out strings.Builder
		for _, s := range got {
			fmt.Fprintf(&out, "%s %d %g%s\n", s.Subject, s.Epoch, s.Value, s.Missing)
		}
		if err != nil || out.String() != want {
			t.Errorf("%s: %v\n%swant\n%s", name, err, out.String(), want)
		}
		if err == nil && (got[0].Item != got[1].Item || got[0].Item == got[3].Item) {
			t.Error("a test is known by its variables and assertions, in any order")
		}
	}
	got, _, err := interchangetest.Scores(t, Scores(), "out.json", text, "item=q", "cluster=doc")
	if err != nil || got[0].Item != "1" || got[0].Cluster != "d" {
		t.Errorf("%v, %+v", err, got)
	}
	for pair, want := range map[string]string{
		"score=beauty": `out.json: result 1: there is no score "beauty"`,
		"item=none":    "out.json: result 1: it has no such variable",
	} {
		_, _, err := interchangetest.Scores(t, Scores(), "out.json", text, pair)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}

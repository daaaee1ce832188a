package answer

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
)

func TestParseCode(t *testing.T) {
	const contract = "contract Attacker { string s = \"}\"; }"
	const quoted = `"contract Attacker { string s = \"}\"; }"`
	for _, c := range []struct {
		name, text string
		kind       bench.AnswerKind
		cut        bool
		want       bench.Truth // 0 is unparsed
		code       string
	}{
		{"bare", `{"explanation":"x","exploitable":true,"contract":` + quoted + `}`, bench.AnswerExploit, false,
			bench.Vulnerable, contract},
		{"in a fence, with prose", "Here it is:\n```json\n{\"exploitable\":true,\"contract\":" + quoted + "}\n```\nDone.",
			bench.AnswerExploit, false, bench.Vulnerable, contract},
		{"code in a fence", `{"exploitable":true,"contract":"` + "```solidity\\ncontract A {}\\n```" + `"}`,
			bench.AnswerExploit, false, bench.Vulnerable, "contract A {}\n"},
		{"the last one counts", `{"exploitable":true,"contract":"x"} no: {"exploitable":false,"contract":""}`,
			bench.AnswerExploit, false, bench.Safe, ""},
		{"safe", `{"exploitable":false,"contract":""}`, bench.AnswerExploit, false, bench.Safe, ""},
		{"patch", `{"vulnerable":true,"file":"contract A {}","explanation":"moved"}`, bench.AnswerPatch, false,
			bench.Vulnerable, "contract A {}"},
		{"complete though cut", `{"vulnerable":true,"file":"contract A {}"} and`, bench.AnswerPatch, true, bench.Vulnerable,
			"contract A {}"},
		{"cut", `{"vulnerable":true,"file":"contract A {`, bench.AnswerPatch, true, 0, ""},
		{"a review", `{"verdict":"vulnerable"}`, bench.AnswerExploit, false, 0, ""},
		{"a word for a boolean", `{"exploitable":"yes","contract":"x"}`, bench.AnswerExploit, false, 0, ""},
		{"no code", `{"exploitable":true,"contract":" "}`, bench.AnswerExploit, false, 0, ""},
		{"code that is no text", `{"exploitable":true,"contract":["x"]}`, bench.AnswerExploit, false, 0, ""},
		{"nothing", " ", bench.AnswerExploit, false, 0, ""},
		{"calls", `{"exploitable":true,"situation":2,"calls":[{"as":"ann","params":{"id":8.00}}]}`, bench.AnswerExploit,
			false, bench.Vulnerable, `{"situation":2,"calls":[{"as":"ann","params":{"id":8.00}}]}`},
		{"a race", `{"exploitable":true,"race":true,"situation":null,"calls":[]}`, bench.AnswerExploit, false,
			bench.Vulnerable, `{"situation":0,"race":true,"calls":[]}`},
		{"no calls", `{"exploitable":true,"situation":2}`, bench.AnswerExploit, false, 0, ""},
		{"calls that are no list", `{"exploitable":true,"calls":"x"}`, bench.AnswerExploit, false, 0, ""},
		{"calls of a repair", `{"vulnerable":true,"calls":[{}]}`, bench.AnswerPatch, false, 0, ""},
		{"a test", `{"vulnerable":true,"assert":"1 < 2","calls":[{"params":{"id":8.00}}],"world":"INSERT INTO a VALUES (1)"}`,
			bench.AnswerTest, false, bench.Vulnerable,
			`{"world":"INSERT INTO a VALUES (1)","race":false,"calls":[{"params":{"id":8.00}}],"assert":"1 < 2"}`},
		{"a test without a condition", `{"vulnerable":true,"world":"","calls":[]}`, bench.AnswerTest, false, 0, ""},
		{"no test", `{"vulnerable":false,"world":"","calls":[],"assert":""}`, bench.AnswerTest, false, bench.Safe, ""},
		{"no attack on a query", `{"exploitable":false,"situation":0,"calls":[]}`, bench.AnswerExploit, false, bench.Safe,
			""},
	} {
		a, reason, ok := ParseCode(c.kind, c.text, c.cut)
		if ok != (c.want != 0) || a.Verdict != c.want || ok == (reason != "") {
			t.Errorf("%s: %+v, %q, %v", c.name, a, reason, ok)
			continue
		}
		got := ""
		for _, f := range a.Findings {
			got += f.Attack + f.Fix
		}
		if got != c.code || ok && a.Kind != c.kind {
			t.Errorf("%s: code %q of kind %s", c.name, got, a.Kind)
		}
	}
}

// Members that are not asked for are counted.
func TestParseCodeUnread(t *testing.T) {
	a, _, ok := ParseCode(bench.AnswerPatch, `{"vulnerable":true,"file":"x","explanation":{"a":1},"calls":[1],"diff":"y","mood":""}`,
		false)
	if diff := cmp.Diff(map[string]int{"explanation": 1, "calls": 1, "diff": 1}, a.Unread); !ok || diff != "" {
		t.Error(ok, diff)
	}
}

func FuzzParseCode(f *testing.F) {
	f.Add(`{"exploitable":true,"contract":"x"}`, false)
	f.Add("{\"vulnerable\":true,\"file\":\"```\\n```\"}", true)
	f.Fuzz(func(t *testing.T, text string, cut bool) {
		for _, kind := range []bench.AnswerKind{bench.AnswerExploit, bench.AnswerPatch} {
			a, reason, ok := ParseCode(kind, text, cut)
			if ok != (reason == "") || !ok && a.Verdict != 0 || ok && (a.Verdict == bench.Vulnerable) != (len(a.Findings) == 1) {
				t.Errorf("%+v %q %v", a, reason, ok)
			}
		}
	})
}

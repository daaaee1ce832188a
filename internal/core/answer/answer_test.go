package answer

import (
	"reflect"
	"strings"
	"testing"

	"assay/internal/bench"
)

const full = `{"verdict":"vulnerable","confidence":0.9,"vulnerabilities":[{"type":"Reentrancy","severity":"high",
"location":"Bank.withdraw(), lines 10-12","explanation":"e","attack_scenario":"a","suggested_fix":"f"}],"overall_explanation":"o"}`

func TestParseFull(t *testing.T) {
	for name, text := range map[string]string{
		"bare":         full,
		"fenced":       "Here it is:\n```json\n" + full + "\n```\nDone.",
		"after draft":  `First I thought {"verdict":"safe"} but no: ` + full,
		"stray brace":  "mapping(address => uint) { is used. " + full,
		"braces in it": strings.Replace(full, `"explanation":"e"`, `"explanation":"a } and a {"`, 1),
	} {
		a, reason, ok := Parse(text, false)
		if !ok {
			t.Errorf("%s: unparsed: %s", name, reason)
			continue
		}
		if a.Verdict != bench.Vulnerable || a.Confidence == nil || *a.Confidence != 0.9 || a.Explanation != "o" ||
			len(a.Findings) != 1 || a.Repaired {
			t.Errorf("%s: %+v", name, a)
			continue
		}
		f := a.Findings[0]
		if f.Type != "Reentrancy" || !reflect.DeepEqual(f.Lines, []bench.Range{{From: 10, To: 12}}) ||
			!reflect.DeepEqual(f.Scopes, []string{"withdraw"}) {
			t.Errorf("%s: finding %+v", name, f)
		}
	}
}

func TestParseSQL(t *testing.T) {
	a, _, ok := Parse(`{"explanation":"no tenant predicate","assessment":"BAD","violated_requirements":[3,"7"]}`, false)
	if !ok || a.Verdict != bench.Vulnerable || len(a.Findings) != 2 || a.Findings[1].Requirements[0] != 7 {
		t.Errorf("%+v", a)
	}
	// The seed suite's own answer has no requirement list.
	a, _, ok = Parse(`{"assessment":"bad","explanation":"leaks"}`, false)
	if !ok || len(a.Findings) != 1 || a.Findings[0].Requirements != nil || a.Findings[0].Explanation != "leaks" {
		t.Errorf("%+v", a)
	}
	a, _, ok = Parse(`{"assessment":"good","explanation":"fine"}`, false)
	if !ok || a.Verdict != bench.Safe || len(a.Findings) != 0 {
		t.Errorf("%+v", a)
	}
}

// A repeated verdict is one verdict, and prose under the other name is none.
func TestParseRepeatedVerdict(t *testing.T) {
	for _, text := range []string{
		`{"verdict":"vulnerable","assessment":"bad"}`,
		`{"verdict":"insecure","verdict":"vulnerable"}`,
		`{"verdict":"vulnerable","assessment":"It is not safe."}`,
		`{"verdict":"vulnerable","draft":{"verdict":"safe"}}`,
	} {
		if a, reason, ok := Parse(text, false); !ok || a.Verdict != bench.Vulnerable {
			t.Errorf("%s: %+v, %s", text, a, reason)
		}
	}
}

func TestParseRefusesToGuess(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		cut  bool
	}{
		"empty":               {"  \n", false},
		"prose":               {"This contract is vulnerable to reentrancy.", false},
		"no verdict":          {`{"confidence":1}`, false},
		"other verdict":       {`{"verdict":"maybe"}`, false},
		"null verdict":        {`{"verdict":null}`, false},
		"cut in a string":     {`{"verdict":"vulnerable","overall_explanation":"the f`, true},
		"cut, would mend":     {full[:len(full)-20], true},
		"cut, not said so":    {`{"verdict":"vulnerable","confidence":0.`, false},
		"verdict is a number": {`{"verdict":1}`, false},
		"both":                {`{"verdict":"safe","confidence":0.9,"verdict":"vulnerable"}`, false},
		"both, after one":     {`{"verdict":"safe"} {"verdict":"safe","verdict" : " Vulnerable"}`, false},
		"both, mended":        {`{'verdict':'safe','verdict':'vulnerable',}`, false},
		"both, by two names":  {`{"verdict":"safe","assessment":"bad"}`, false},
	} {
		if a, reason, ok := Parse(c.text, c.cut); ok || reason == "" {
			t.Errorf("%s: ok=%v reason=%q answer=%+v", name, ok, reason, a)
		}
	}
}

func TestParseMendsOnlyShape(t *testing.T) {
	a, _, ok := Parse("{'verdict': 'safe', 'confidence': 0.7, 'vulnerabilities': [],}", false)
	if !ok || !a.Repaired || a.Verdict != bench.Safe || a.Confidence == nil || *a.Confidence != 0.7 {
		t.Errorf("ok=%v %+v", ok, a)
	}
	// Out of range is "not given", not clamped.
	a, _, ok = Parse(`{"verdict":"safe","confidence":90}`, false)
	if !ok || a.Confidence != nil {
		t.Errorf("confidence 90 became %v", a.Confidence)
	}
}

func TestLocate(t *testing.T) {
	for _, c := range []struct {
		in     string
		lines  []bench.Range
		scopes []string
	}{
		{"lines 3, 7 and 9-11", []bench.Range{{From: 3, To: 3}, {From: 7, To: 7}, {From: 9, To: 11}}, nil},
		{"L12-L14 in `redeem`", []bench.Range{{From: 12, To: 14}}, []string{"redeem"}},
		{"Vault.sol:88", []bench.Range{{From: 88, To: 88}}, nil},
		{"Vault.deposit(uint256) / withdraw(uint256 shares)", nil, []string{"deposit", "withdraw"}},
		{"function sweep, line 5", []bench.Range{{From: 5, To: 5}}, []string{"sweep"}},
		{"sweep", nil, []string{"sweep"}},
		{"Vault::sweep", nil, []string{"sweep"}},
		{"the constructor", nil, []string{"constructor"}},
		{"line 9-3", nil, nil},
		{"function and withdraw", nil, []string{"withdraw"}},
		{"withdraw and deposit functions", nil, []string{"withdraw", "deposit"}},
		{"functions withdraw, deposit and sweep", nil, []string{"withdraw", "deposit", "sweep"}},
		{"a() and b()", nil, []string{"a", "b"}},
		{"a, b", nil, []string{"a", "b"}},
		{"in the `a` or `b` modifier", nil, []string{"a", "b"}},
		{"Bank.withdraw(uint256 a, address b), Bank.deposit", nil, []string{"withdraw", "deposit"}},
		{"withdraw function, lines 10-12", []bench.Range{{From: 10, To: 12}}, []string{"withdraw"}},
		{"withdraw (line 4) and deposit (line 9)", []bench.Range{{From: 4, To: 4}, {From: 9, To: 9}},
			[]string{"withdraw", "deposit"}},
		{"Bank.sol, withdraw", nil, []string{"withdraw"}},
		{"constructor and fallback", nil, []string{"constructor", "fallback"}},
		{"the function that pays, and its callers", nil, nil},
		{"the external call before the balance, and the loop", nil, nil},
		{"all functions", nil, nil},
		{"a modifier", nil, nil},
		{"deposit in (line 4)", []bench.Range{{From: 4, To: 4}}, []string{"deposit"}},
		{"src/Bank.sol:4, withdraw()", []bench.Range{{From: 4, To: 4}}, []string{"withdraw"}},
		{"N/A", nil, nil},
		{"", nil, nil},
	} {
		lines, scopes := locate(c.in)
		if !reflect.DeepEqual(lines, c.lines) || !reflect.DeepEqual(scopes, c.scopes) {
			t.Errorf("%q: %v %v, want %v %v", c.in, lines, scopes, c.lines, c.scopes)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(full, false)
	f.Add("```json\n{'verdict':'safe'}\n```", false)
	f.Add(`{"assessment":"bad","violated_requirements":[1,"2"]}`, true)
	f.Add(strings.Repeat("{", 2000), false)
	f.Fuzz(func(t *testing.T, text string, cut bool) {
		a, reason, ok := Parse(text, cut)
		if ok == (reason != "") {
			t.Fatalf("ok=%v with reason %q", ok, reason)
		}
		if ok && a.Verdict != bench.Vulnerable && a.Verdict != bench.Safe {
			t.Fatalf("verdict %v", a.Verdict)
		}
		for _, fd := range a.Findings {
			for _, r := range fd.Lines {
				if r.From < 1 || r.To < r.From {
					t.Fatalf("range %v", r)
				}
			}
		}
	})
}

func TestRefusal(t *testing.T) {
	for text, want := range map[string]bool{
		"I'm sorry, but I can't assist with that.":       true,
		"I cannot help with analyzing this code.":        true,
		"I’m unable to assist with exploit development.": true,
		"Sorry, I can't comply.":                         true,
		"The contract is fine.":                          false,
		"withdraw() says \"I can't help\" in its revert": false,
		"": false,
	} {
		if got := Refusal(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Reasons are counted, so responses that are too long have one reason, however long they are.
func TestTooLong(t *testing.T) {
	_, one, ok := Parse(strings.Repeat("x", 1<<20+1), false)
	_, other, _ := Parse(strings.Repeat("x", 1<<20+2), false)
	if ok || one != other || one != "the response has more than 1048576 bytes" {
		t.Errorf("%q and %q", one, other)
	}
}

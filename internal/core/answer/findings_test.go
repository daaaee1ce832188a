package answer

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"assay/internal/bench"
)

// shape is an answer with a finding at lines 75 and 76 of withdrawBonus, in the words of one subject.
type shape struct {
	name, text string
	want       string // the findings in short, or the reason why the answer does not count
	unread     string // names of unread members
}

// review wraps members in an otherwise complete answer.
func review(members string) string {
	return `{"verdict":"vulnerable","confidence":0.95,` + members + `,"overall_explanation":"late"}`
}

func query(members string) string { return `{"assessment":"bad","explanation":"e",` + members + `}` }

const (
	element = `"type":"reentrancy","severity":"high","location":"withdrawBonus(), lines 75-76","explanation":"paid first"`
	read1   = "reentrancy|75-76|withdrawBonus|paid first"
)

var shapes = []shape{
	{"as asked", review(`"vulnerabilities":[{` + element + `}]`), read1, ""},
	{"one object", review(`"vulnerabilities":{` + element + `}`), read1, ""},
	{"findings", review(`"findings":[{` + element + `}]`), read1, ""},
	{"issues", review(`"issues":[{` + element + `}]`), read1, ""},
	{"one letter wrong", review(`"vulnerabilites":[{` + element + `}]`), read1, ""},
	{"a list in a list", review(`"vulnerabilities":[[{` + element + `}]]`), read1, ""},
	{"two lists", review(`"vulnerabilities":[{` + element + `}],"issues":[{"type":"overflow","line":9}]`),
		read1 + " & overflow|9||", ""},
	{"by name", review(`"vulnerabilities":{"Access Control":{"line":75}}`), "Access Control|75||", ""},
	{"by severity", review(`"vulnerabilities":{"high":[{` + element + `}],"low":[]}`), read1, ""},
	{"one finding without a list", review(`"vulnerability":{` + element + `}`), read1, ""},
	{"no object of its own", review(element), "reentrancy|75-76|withdrawBonus|late\npaid first", ""},
	{"a text", review(`"vulnerabilities":"reentrancy"`), "reentrancy|||", ""},
	{"words for none", review(`"vulnerabilities":["None found"]`), "", ""},
	{"around the verdict", `{"result":{"verdict":"vulnerable"},"vulnerabilities":[{` + element + `}]}`, read1, ""},
	{"an answer a function", `[{"verdict":"vulnerable","vulnerabilities":[{` + element + `}]},
		{"verdict":"vulnerable","vulnerabilities":[{"type":"overflow","line":9}]}]`, read1 + " & overflow|9||", ""},
	{"denied", review(`"vulnerabilities":[{"function":"f","vulnerable":false,"reason":"ok"},{` + element + `}]`), read1, ""},

	{"vulnerability_type and description", review(`"vulnerabilities":[{"vulnerability_type":"reentrancy",
		"description":"paid first","line_number":75,"function":"withdrawBonus"}]`), "reentrancy|75|withdrawBonus|paid first", ""},
	{"title beside a type", review(`"vulnerabilities":[{"title":"Late write","type":"reentrancy","line":75}]`),
		"reentrancy|75||Late write", ""},
	{"function_name, vulnerability, reason", review(`"vulnerabilities":[{"function_name":"withdrawBonus",
		"code":"x","vulnerability":"reentrancy","reason":"paid first"}]`), "reentrancy||withdrawBonus|paid first", "code"},
	{"a description and a reason", review(`"vulnerabilities":[{"type":"a","description":"d","impact":"i","reason":"r"}]`),
		"a|||d\nr\ni", ""},
	{"line_number", review(`"vulnerabilities":[{"type":"reentrancy","line_number":75}]`), "reentrancy|75||", ""},
	{"lines as a text", review(`"vulnerabilities":[{"type":"reentrancy","lines":"75-76"}]`), "reentrancy|75-76||", ""},
	{"lines as a list", review(`"vulnerabilities":[{"type":"reentrancy","lines":[75,"L76"]}]`), "reentrancy|75,76||", ""},
	{"a range", review(`"vulnerabilities":[{"type":"reentrancy","line_range":[75,76]}]`), "reentrancy|75-76||", ""},
	{"two ends", review(`"vulnerabilities":[{"type":"reentrancy","start_line":75,"end_line":76}]`), "reentrancy|75-76||", ""},
	{"a number as location", review(`"vulnerabilities":[{"type":"reentrancy","location":75}]`), "reentrancy|75||", ""},
	{"numbers as location", review(`"vulnerabilities":[{"type":"reentrancy","location":"75-76"}]`), "reentrancy|75-76||", ""},
	{"location as an object", review(`"vulnerabilities":[{"type":"reentrancy",
		"location":{"contract":"Bank","function":"withdrawBonus","lines":[75,76],"snippet":"x"}}]`),
		"reentrancy|75,76|withdrawBonus|", "snippet"},
	{"a region", review(`"vulnerabilities":[{"type":"reentrancy","location":{"start":{"line":75,"column":3},"end":{"line":76}}}]`),
		"reentrancy|75-76||", ""},
	{"locations", review(`"vulnerabilities":[{"type":"reentrancy","locations":[{"line":75},{"line":76,"function":"f"}]}]`),
		"reentrancy|75,76|f|", ""},
	{"no line", review(`"vulnerabilities":[{"type":"reentrancy","line":-1,"function":"withdrawBonus(uint a)"}]`),
		"reentrancy||withdrawBonus|", "line"},
	{"an object for a text", review(`"vulnerabilities":[{"type":"reentrancy","explanation":{"because":"paid first"}}]`),
		"reentrancy|||", "explanation"},
	{"an element without a name that is known", review(`"vulnerabilities":[{"flavour":"reentrancy"}]`),
		`a finding in "vulnerabilities" cannot be read`, ""},
	{"an element that only grades", review(`"vulnerabilities":[{"severity":"high"}]`),
		`a finding in "vulnerabilities" cannot be read`, ""},
	{"a number of findings", review(`"vulnerabilities":3`), `a finding in "vulnerabilities" cannot be read`, ""},
	{"a list of another name", review(`"spots":[{` + element + `}]`),
		`its findings may be in "spots", which is not a known member`, ""},
	{"another list beside a read one", review(`"vulnerabilities":[{` + element + `}],"spots":[{"a":1}],"mood":"calm"`), read1,
		"mood spots"},
	{"a name twice", review(`"vulnerabilities":[{"type":"overflow","type":"reentrancy"}]`), "reentrancy|||", "type"},
	{"a confidence that is none", `{"verdict":"vulnerable","confidence":"high","vulnerabilities":[]}`, "", "confidence"},

	{"requirement", query(`"violated_requirements":[6]`), "requirement 6", ""},
	{"in words", query(`"violated_requirements":"6, 7"`), "requirement 6 & requirement 7", ""},
	{"in a sentence", query(`"violated_requirements":"Requirement 6 (2 tenants are mixed)"`), "requirement 6", ""},
	{"a number", query(`"violated_requirements":6`), "requirement 6", ""},
	{"a float", query(`"violated_requirements":[6.0]`), "requirement 6", ""},
	{"nested", query(`"violated_requirements":[[6]]`), "requirement 6", ""},
	{"objects", query(`"violated_requirements":[{"requirement":6,"reason":"x"},{"id":"R7"}]`),
		"requirement 6|||x & requirement 7", ""},
	{"a range", query(`"violated_requirements":["6-8"]`), "requirement 6 & requirement 7 & requirement 8", ""},
	{"one of its own name", query(`"requirement":"R6"`), "requirement 6", ""},
	{"findings with requirements", query(`"findings":[{"requirement":6,"reason":"x"}]`), "|||x", ""},
	{"half a requirement", query(`"violated_requirements":[6.5]`), `a requirement in "violatedrequirements" cannot be read`, ""},
	{"a requirement in words only", query(`"violated_requirements":["tenant isolation"]`),
		`a requirement in "violatedrequirements" cannot be read`, ""},
	{"requirements of another name", query(`"broken_rules":[6]`),
		`its findings may be in "brokenrules", which is not a known member`, ""},
	{"none", query(`"violated_requirements":[]`), "|||e", ""},
	{"beside what another calls a tool", query(`"violated_requirements":[6],"tool":{"name":"x","mapped":{"a":1}}`), "requirement 6",
		"tool"},
	{"of a good query", `{"assessment":"good","explanation":"e","violated_requirements":[6]}`, "", "violatedrequirements"},
}

// short returns what a test says of findings.
func short(list []bench.Finding) string {
	var out []string
	for _, f := range list {
		if len(f.Requirements) > 0 { // the explanation of the answer is in all of them
			f.Explanation = strings.TrimSuffix(strings.TrimSuffix(f.Explanation, "e"), "\n")
		}
		var lines []string
		for _, r := range f.Lines {
			lines = append(lines, strings.TrimSuffix(fmt.Sprintf("%d-%d", r.From, r.To), fmt.Sprintf("-%d", r.From)))
		}
		one := fmt.Sprintf("%s|%s|%s|%s", f.Type, strings.Join(lines, ","), strings.Join(f.Scopes, ","), f.Explanation)
		if len(f.Requirements) > 0 {
			one = strings.TrimSuffix(one, "|||")
		}
		out = append(out, one)
	}
	return strings.Join(out, " & ")
}

func TestShapes(t *testing.T) {
	for _, c := range shapes {
		a, reason, ok := Parse(c.text, false)
		got := short(a.Findings)
		if !ok {
			got = reason
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
		if unread := strings.Join(slices.Sorted(maps.Keys(a.Unread)), " "); unread != c.unread {
			t.Errorf("%s: unread %q, want %q", c.name, unread, c.unread)
		}
	}
}

// maker makes an answer of random members, each leaf with a number of its own.
type maker struct {
	*rand.Rand
	next   int
	leaves map[string][]string // names of the members around a leaf, by its number
	pool   []string
}

func (m *maker) leaf(around []string) any {
	m.next++
	n := strconv.Itoa(m.next)
	m.leaves[n] = slices.Clone(around)
	switch m.IntN(3) {
	case 0:
		return json.Number(n)
	case 1:
		return "t" + n
	}
	return "in t" + n + "(), line " + n
}

func (m *maker) value(around []string, depth int) any {
	switch kind := m.IntN(10); {
	case kind == 0 && depth > 0:
		var out []any
		for range 1 + m.IntN(3) {
			out = append(out, m.value(around, depth-1))
		}
		return out
	case kind < 3 && depth > 0:
		return m.object(around, depth-1)
	case kind == 3:
		return []any{nil, true, "", "n/a"}[m.IntN(4)]
	}
	return m.leaf(around)
}

func (m *maker) object(around []string, depth int) map[string]any {
	out := map[string]any{}
	for range 1 + m.IntN(5) {
		name := m.pool[m.IntN(len(m.pool))]
		out[name] = m.value(append(around, name), depth)
	}
	return out
}

// checkTotal checks that a random answer is either refused, or has each leaf somewhere: in what was read, below a
// member that is ignored on purpose, or below one that is counted as unread.
func checkTotal(t *testing.T, seed uint64) (answered bool) {
	t.Helper()
	m := &maker{Rand: rand.New(rand.NewPCG(seed, 0)), next: 10_000, leaves: map[string][]string{},
		pool: []string{"code", "mood", "steps", "swap", "unknown_thing"}}
	skipped := map[string]bool{}
	for r, list := range named {
		if r == verdicts {
			continue // they decide whether there is an answer
		}
		for name := range strings.FieldsSeq(list) {
			skipped[name] = r == ignored || r == severity || r == confidence
			m.pool = append(m.pool, name)
		}
	}
	slices.Sort(m.pool)
	object := m.object(nil, 3)
	object["verdict"] = "vulnerable"
	if m.IntN(3) > 0 {
		var list []any
		for range 1 + m.IntN(3) {
			list = append(list, m.object([]string{"vulnerabilities"}, 2))
		}
		object["vulnerabilities"] = list
	}
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	a, _, ok := Parse(string(text), false)
	if !ok {
		return false
	}
	unread := a.Unread
	a.Unread = nil
	read, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	for n, around := range m.leaves {
		if !strings.Contains(string(text), n) || strings.Contains(string(read), n) || unread["…"] > 0 {
			continue // it was overwritten, or is read
		}
		if !slices.ContainsFunc(around, func(name string) bool { return skipped[name] || unread[fold(name)] > 0 }) {
			t.Errorf("seed %d: %s in %v is lost\n%s\n%s\n%v", seed, n, around, text, read, unread)
		}
	}
	return true
}

// Nothing in an answer is unread without a count.
func TestTotal(t *testing.T) {
	answered := 0
	for seed := range uint64(3000) {
		if checkTotal(t, seed) {
			answered++
		}
		if t.Failed() {
			return
		}
	}
	if answered < 500 {
		t.Errorf("only %d answers are read", answered)
	}
}

func FuzzTotal(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkTotal(t, seed) })
}

// What is not JSON, and leaves no doubt, is repaired.
func TestRepairs(t *testing.T) {
	for name, text := range map[string]string{
		"a comment behind a number sign": "{\"verdict\":\"vulnerable\", # sure\n\"confidence\": 0.95, \"vulnerabilities\": [{" +
			element + "}], \"overall_explanation\": \"#1 is late\"}",
		"a comment first": "{ # mine\n\"verdict\":\"vulnerable\",\"confidence\":1,\"vulnerabilities\":[{" + element +
			"}],\"overall_explanation\":\"late\"}",
		"hard blanks": strings.ReplaceAll("{\n~~\"verdict\": \"vulnerable\",\n~~\"confidence\": 0.95,\n~~\"vulnerabilities\": "+
			"[{"+element+"}],\n~~\"overall_explanation\": \"the ~ stays\"\n}", "~", "\u00a0"),
		"a decimal comma": `{"verdict":"vulnerable","confidence": 0,95,"vulnerabilities":[{` + element +
			`}],"overall_explanation":"in 0,5 of all cases: 1,2"}`,
		"raw line breaks": "{\"verdict\":\"vulnerable\",\"confidence\":0.9,\"vulnerabilities\":[{" + element +
			"}],\"overall_explanation\":\"first\n\n- second\n\tand a tab\"}",
		"a fence in a string": `{"verdict":"vulnerable","confidence":0.9,"vulnerabilities":[{` + element +
			`}],"overall_explanation":"` + "Code:\\n```solidity\\nfunction f() public {}\\n```\\nend" + `"}`,
	} {
		a, reason, ok := Parse(text, false)
		if !ok || short(a.Findings) != read1 || a.Confidence == nil || len(a.Unread) > 0 {
			t.Errorf("%s: %v %s %+v", name, ok, reason, a)
			continue
		}
		for _, kept := range []string{"#1 is late", "the \u00a0 stays", "in 0,5 of all cases: 1,2", "- second\n\tand"} {
			if strings.Contains(text, kept) && !strings.Contains(a.Explanation, kept) {
				t.Errorf("%s: the text became %q", name, a.Explanation)
			}
		}
	}
	if _, _, ok := Parse(`{"assessment":"bad","explanation":"e","violated_requirements": 6,7}`, false); ok {
		t.Error("two numbers were read as one")
	}
}

// A response in the Harmony format has its answer in the final message.
func TestHarmony(t *testing.T) {
	const thought = `<|channel|>analysis<|message|>Perhaps {"verdict":"safe"}?<|end|>`
	const start, end = `<|start|>assistant<|channel|>final <|constrain|>JSON<|message|>`, `<|return|>`
	for text, want := range map[string]string{
		thought + start + full + end:  "vulnerable",
		thought + start + full:        "vulnerable",
		start + full + end:            "vulnerable",
		thought:                       "the response is only a thought",
		"<think>" + full + "</think>": "the response is only a thought",
		start + full + `<|end|>` + start + `{"verdict":"safe"}` + end:     "the answer gives two verdicts",
		full[:len(full)-1] + `,"note":"<|channel|>x<|message|>y<|end|>"}`: "vulnerable",
	} {
		a, reason, ok := Parse(text, false)
		if ok {
			reason = a.Verdict.String()
		}
		if reason != want {
			t.Errorf("%s: %s, want %s", text, reason, want)
		}
	}
}

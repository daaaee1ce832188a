package recorded_test

import (
	"reflect"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/judge/recorded"
)

const line = `{"sample":"s/tc/a","subject":"m","judge":"j","found":true,"findings":[{"finding":1,"class":"TARGET_MATCH","type_match":"exact"},{"finding":7,"class":"BONUS_VALID"}],"rcir":0.5}`

func TestRead(t *testing.T) {
	other := strings.Replace(line, `"judge":"j"`, `"judge":"k"`, 1)
	list, err := recorded.Read(strings.NewReader(line+"\n\n"+other), "f")
	if err != nil || len(list) != 2 || list[0].Number != 1 || list[1].Number != 3 || !*list[0].Found ||
		*list[0].RCIR != 0.5 {
		t.Fatalf("%+v, %v", list, err)
	}
	names, judges := recorded.Judges(list)
	if !reflect.DeepEqual(names, []string{"j", "k"}) || !strings.HasPrefix(judges["j"].Name(), "imported:j/") {
		t.Errorf("%v %v", names, judges["j"].Name())
	}
	list[0].Partial = true
	if _, again := recorded.Judges(list); again["j"].Name() == judges["j"].Name() ||
		again["k"].Name() != judges["k"].Name() {
		t.Error("a judge that says something else is the same, or another is not")
	}
}

func TestVerdict(t *testing.T) {
	list, err := recorded.Read(strings.NewReader(line), "f")
	if err != nil {
		t.Fatal(err)
	}
	v := &bench.Variant{Key: "s/tc/a", Truth: bench.Vulnerable}
	a := bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{{Type: "x"}, {Type: "y"}}}
	j := recorded.Named("imported:j/1")
	got, ok := j.Read(v, a, recorded.Reply(list[0]))
	if !ok || got.Judge != "imported:j/1" || got.Strict != bench.Hit || got.Lenient != bench.Hit || *got.RCIR != 0.5 ||
		got.AVA != nil {
		t.Errorf("%v %+v", ok, got)
	}
	if len(got.Findings) != 2 || got.Findings[0].Class != bench.Informational ||
		got.Findings[1].Class != bench.TargetMatch || got.Findings[1].Location != bench.MatchNone {
		t.Errorf("findings %+v", got.Findings)
	}
	no := false
	list[0].Found, list[0].Partial = &no, true
	if got, _ := j.Read(v, a, recorded.Reply(list[0])); got.Strict != bench.Miss || got.Lenient != bench.Hit ||
		got.RCIR == nil || *got.RCIR != 0.5 {
		t.Errorf("partial: %+v", got)
	}
	list[0].Partial = false
	if got, _ := j.Read(v, a, recorded.Reply(list[0])); got.Lenient != bench.Miss || got.RCIR != nil {
		t.Errorf("not found: %+v", got)
	}
	v.Truth = bench.Safe
	if got, _ := j.Read(v, a, recorded.Reply(list[0])); got.Strict != "" || got.Lenient != "" {
		t.Errorf("a safe text has a target: %+v", got)
	}
	if _, ok := j.Read(v, a, bench.Response{Text: "no"}); ok {
		t.Error("nonsense was read")
	}
	if _, err := j.Judge(t.Context(), v, a); err == nil {
		t.Error("somebody was asked")
	}
	q, _ := j.Question(v, a)
	a.Findings = append(a.Findings, bench.Finding{Type: "z"})
	if r, ok := j.Question(v, a); !ok || r != q {
		t.Error("the answer, of which more is read, is another question")
	}
	a.Kind = bench.AnswerPatch
	if _, ok := j.Question(v, a); ok {
		t.Error("code was judged")
	}
}

func TestReadRefuses(t *testing.T) {
	edit := func(old, new string) string { return strings.Replace(line, old, new, 1) }
	for bad, want := range map[string]string{
		"":                                  "no judgement",
		"nonsense":                          "f:2: not a judgement",
		line:                                "f:2: line 1 has this",
		edit(`"found":true,`, ""):           "found is missing",
		edit(`"s/tc/a"`, `""`):              "sample is missing",
		edit(`"m"`, `"a b"`):                "subject",
		edit(`"j"`, `""`):                   "judge",
		edit("TARGET_MATCH", "GREAT"):       "class",
		edit(`"exact"`, `"nearly"`):         "type_match",
		edit(`"finding":7`, `"finding":1`):  "there twice",
		edit(`"finding":7`, `"finding":-1`): "out of bounds",
		edit("0.5", "2"):                    "between 0 and 1",
		edit(`"m"`, `"m","repetition":-1`):  "repetition",
		edit(`"m"`, `"m","x":1`):            "unknown field",
		line + line:                         "more than one value",
		edit(`"m"`, "\"\xff\""):             "not UTF-8",
	} {
		text := line + "\n" + bad
		if bad == "" {
			text = "\n"
		}
		if _, err := recorded.Read(strings.NewReader(text), "f"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60s: %v, want %q", bad, err, want)
		}
	}
}

// FuzzRead: arbitrary bytes give judgements that can be converted to a verdict, or an error.
func FuzzRead(f *testing.F) {
	f.Add([]byte(line))
	f.Add([]byte("{}\n[]\nnull\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		list, err := recorded.Read(strings.NewReader(string(b)), "f")
		if err == nil && len(list) == 0 {
			t.Error("nothing, and no error")
		}
		for _, l := range list {
			v, ok := recorded.Named("imported:x/1").Read(&bench.Variant{Truth: bench.Vulnerable},
				bench.Answer{Findings: make([]bench.Finding, 2)}, recorded.Reply(l))
			if !ok || len(v.Findings) != 2 || v.Strict == "" {
				t.Errorf("%+v of %+v", v, l)
			}
		}
	})
}

// A judgement on one of several documented flaws leaves the others unscored.
func TestTarget(t *testing.T) {
	list, err := recorded.Read(strings.NewReader(strings.Replace(line, `"rcir"`, `"target":2,"rcir"`, 1)), "f")
	if err != nil {
		t.Fatal(err)
	}
	v := &bench.Variant{Key: "s/tc/a", Truth: bench.Vulnerable,
		Further: []bench.LabelSet{{Number: 2}, {Number: 3, Secondary: true}}}
	a := bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{{Type: "x"}, {Type: "y"}}}
	got, ok := recorded.Named("imported:j/1").Read(v, a, recorded.Reply(list[0]))
	if !ok || got.Strict != bench.Hit || len(got.Targets) != 2 || got.Targets[0].Strict != bench.Unscored ||
		got.Targets[1].Strict != bench.Hit ||
		*got.Targets[1].RCIR != 0.5 || got.Findings[1].Target != 2 {
		t.Errorf("%v %+v", ok, got)
	}
	list[0].Target = -1
	if list[0].Check() == "" {
		t.Error("target -1 is a number of a flaw")
	}
}

// Judgements on several documented flaws of one answer make one verdict.
func TestSeveralTargets(t *testing.T) {
	second := `{"sample":"s/tc/a","subject":"m","judge":"j","found":false,"target":2,` +
		`"findings":[{"finding":0,"class":"MISCHARACTERIZED"},{"finding":1,"class":"HALLUCINATED"}]}`
	list, err := recorded.Read(strings.NewReader(line+"\n"+second), "f")
	if err != nil {
		t.Fatal(err)
	}
	again := line + "\n" + strings.Replace(line, `"rcir"`, `"target":1,"rcir"`, 1)
	if _, err := recorded.Read(strings.NewReader(again), "f"); err == nil {
		t.Error("the first flaw was judged in two ways")
	}
	v := &bench.Variant{Key: "s/tc/a", Truth: bench.Vulnerable,
		Further: []bench.LabelSet{{Number: 2}, {Number: 3}, {Number: 4, Secondary: true}}}
	a := bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{{Type: "x"}, {Type: "y"}}}
	j := recorded.Named("imported:j/1")
	for _, reply := range []bench.Response{recorded.Reply(list...), recorded.Reply(list[1], list[0])} {
		got, ok := j.Read(v, a, reply)
		if !ok || got.Strict != bench.Hit || *got.RCIR != 0.5 || len(got.Targets) != 3 ||
			got.Targets[0].Strict != bench.Hit || got.Targets[1].Strict != bench.Miss ||
			got.Targets[2].Strict != bench.Unscored {
			t.Errorf("%v %+v", ok, got)
		}
		if got.Findings[0].Class != bench.Mischaracterized || got.Findings[1].Class != bench.TargetMatch ||
			got.Findings[1].Target != 1 {
			t.Errorf("findings %+v", got.Findings)
		}
	}
	list[1].Target = 4
	if _, ok := j.Read(v, a, recorded.Reply(list...)); ok {
		t.Error("a judgement on a flaw that is not documented was read")
	}
}

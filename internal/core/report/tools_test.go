package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/detect"
)

// analysed adds a static analyser to a run, on the first four pairs of blockbench
// and on a longer text of each with the same bytecode: its findings move along,
// but for one that changes and one text of which it crashes.
func analysed(d *Data) *Data {
	const name = "tool/lamp<b>"
	d.Subjects = append(d.Subjects, bench.Subject{Name: name, Kind: "tool", Version: "1"})
	add := func(v *bench.Variant, line int) {
		f := bench.Finding{Type: "Reentrancy", Severity: "high", Location: fmt.Sprintf("line %d", line),
			Lines: []bench.Range{{From: line, To: line}}, Explanation: "[c] x"}
		a := &bench.Answer{Verdict: bench.Vulnerable, Findings: []bench.Finding{f}}
		r := detect.ReplyTool(v.Task, *a, detect.Notes{Mapped: map[string]int{"c": 1},
			Unmapped: map[string]int{"style": 2, "n<i>": 1}, Below: map[string]int{"weak": 1}})
		d.Trials = append(d.Trials, bench.Trial{Key: name + v.Key,
			Details: &bench.Details{Response: bench.Response{Text: r.Text}},
			Variant: v, Subject: name, Outcome: bench.Answered, Answer: a,
			Verdict: &bench.Verdict{Judge: "rule/1", Findings: []bench.FindingVerdict{{Class: bench.Hallucinated}}}})
	}
	fail := func(v *bench.Variant, reason string) {
		d.Trials = append(d.Trials, bench.Trial{Key: name + v.Key, Details: &bench.Details{Reason: reason}, Variant: v,
			Subject: name, Outcome: bench.Failed})
	}
	for i, v := range variants("blockbench", "blockbench", 4) {
		k := slices.IndexFunc(d.Trials, func(t bench.Trial) bool { return t.Variant.Key == v.Key })
		v = d.Trials[k].Variant
		add(v, 6)
		w := *v
		w.Chain, w.Seed, w.Key, w.Twin, w.Certificate = "reformat", 1, v.Key+"~reformat@1", "", "C1"
		w.Task.Files = []bench.File{{Path: "A.sol", Text: "\n\n" + v.Task.Files[0].Text}}
		switch i {
		case 2:
			add(&w, 5) // the state variable
		case 3:
			fail(&w, string(detect.Crashed)+": the <reason>")
		case 4:
			w.Certificate = "C3"
			add(&w, 5)
		case 5:
			w.Proof = bench.Unproved
			add(&w, 5)
		default:
			add(&w, 8)
		}
	}
	return d
}

func TestTools(t *testing.T) {
	d := analysed(world())
	tools := d.Tools()
	if len(tools) != 1 || tools[0].Trials != 16 || tools[0].Answered != 15 || tools[0].Failed[detect.Crashed] != 1 ||
		tools[0].Mapped != 15 || tools[0].Below != 15 || tools[0].Unmapped["style"] != 30 {
		t.Errorf("%+v", tools)
	}
	text := strings.Join(strings.Fields(terminal(t, d, 120)), " ")
	for _, want := range []string{
		"tool/lamp<b> 15 0 1 0 0 0 0 0 16", "tool/lamp<b> 15 0 15 0 0 0", "tool/lamp<b> 45 style 30 and n<i> 15",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, terminal(t, d, 120))
		}
	}
	html := page(t, d)
	for _, want := range []string{`id="tools"`, "n&lt;i&gt; 15"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in the page", want)
		}
	}
	wellFormed(t, "analysed", html)
	var b strings.Builder
	if err := JSON(&b, d); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Tools []ToolCounts `json:"tools"`
	}
	if err := json.Unmarshal([]byte(b.String()), &doc); err != nil || doc.Tools[0].Failed[detect.Crashed] != 1 {
		t.Errorf("%+v, %v", doc, err)
	}
}

// A subject that was asked about originals alone is named as such: it has no line
// among the transformed texts and is not called unchanged.
func TestNotAskedIsNotUnchanged(t *testing.T) {
	d := changedWorld()
	const name = "model/originals"
	d.Subjects = append(d.Subjects, bench.Subject{Name: name, Kind: "model", Version: "1"})
	for _, tr := range slices.Clone(d.Trials) {
		if tr.Subject == "builtin/slither" && tr.Variant.Chain == "" {
			tr.Subject, tr.Key = name, name+tr.Key
			d.Trials = append(d.Trials, tr)
		}
	}
	out := terminal(t, d, 400)
	if !strings.Contains(out, "Not asked about any transformed text: "+name+".") {
		t.Errorf("not said of %s:\n%s", name, out)
	}
	for _, line := range strings.Split(out, "\n") {
		if strings.Contains(line, "the same verdict on every transformed text") && strings.Contains(line, name) {
			t.Error(line)
		}
	}
}

// Who answers nothing is not said to say the same of everything.
func TestNothingIsNotTheSame(t *testing.T) {
	d := changedWorld()
	const name = "tool/absent"
	d.Subjects = append(d.Subjects, bench.Subject{Name: name, Kind: "tool", Version: "1"})
	seen := map[string]bool{}
	for _, tr := range slices.Clone(d.Trials) {
		if v := tr.Variant; !seen[v.Key] {
			seen[v.Key] = true
			d.Trials = append(d.Trials, bench.Trial{Key: name + v.Key, Details: &bench.Details{Reason: "missing: x"}, Variant: v,
				Subject: name, Outcome: bench.Failed})
		}
	}
	for _, line := range strings.Split(terminal(t, d, 400), "\n") {
		if strings.Contains(line, "the same verdict on every transformed text") && strings.Contains(line, name) {
			t.Error(line)
		}
	}
}

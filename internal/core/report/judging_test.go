package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/judge/recall"
	"assay/internal/core/report/write"
	"assay/internal/core/stats"
)

// judged adds what three judges said to a run, and what its model remembers.
func judged(d *Data) *Data {
	d.Manifest.Judging = bench.Judging{Rule: "rule/1", Asked: []string{"llm:a<b>/1"}, Exec: "exec/1"}
	for i := range d.Trials {
		t := &d.Trials[i]
		if t.Answer == nil {
			continue
		}
		a := *t.Verdict
		a.Judge = "llm:a<b>/1"
		if i%5 == 0 {
			a = judge.Undecided(a.Judge, t.Variant, "unreadable "+hostile)
		} else if x := float64(i%3) / 2; a.Strict == bench.Hit {
			a.RCIR, a.AVA, a.FSV = &x, &x, &x
		}
		cost := 0.001
		t.Opinions = []bench.Opinion{{Verdict: *t.Verdict}, {Verdict: a, Cost: &cost, Injected: i%10 == 0}}
	}
	d.Calibrations = []judge.Calibration{{Judge: "llm:a<b>/1", Kinds: []judge.KindCount{{Kind: "correct", N: 40, Right: 36,
		Wrong: 4}, {Kind: "decoy", N: 40, Right: 38, Wrong: 2}}}}
	remember(d, "model/名前<b>", map[string]string{"ds/s00": knows, "ds/s01": `{"known":false}`, "ds/s02": "I do not know",
		"foil": `{"known":true}`})
	return d
}

const knows = `{"known":true,"date":"2022-08-01","loss_usd":190000000,"chain":"bsc","vulnerability":null}`

// remember adds what a model says of the incidents behind samples of blockbench;
// "foil" is an invented one.
func remember(d *Data, model string, says map[string]string) {
	for _, sample := range []string{"ds/s00", "ds/s01", "ds/s02", "foil"} {
		v := &bench.Variant{Key: sample + "?incident", Suite: "blockbench", Sample: sample, Base: sample,
			Format: bench.Incidents, Truth: bench.Vulnerable, Class: "reentrancy",
			Incident: &bench.Incident{Name: sample, Date: "2022-08-02", LossUSD: 190_000_000, Chain: "ethereum"}}
		if sample == "foil" {
			v.Suite, v.Truth, v.Incident = "foils", bench.Safe, &bench.Incident{Name: "Nobody " + hostile, Foil: true}
		}
		t := bench.Trial{Variant: v, Subject: model + "@knowledge", Outcome: bench.Answered,
			Details: &bench.Details{Response: bench.Response{Text: says[sample]}}}
		if !strings.HasPrefix(t.Response.Text, "{") {
			t.Outcome = bench.Unparsed
		}
		d.Recalls = append(d.Recalls, t)
	}
}

// bench8 is eight vulnerable trials of one subject and what judges said of them:
// h hit, m miss, u unscored, by judge.
func bench8(said map[string]string) *Data {
	d := &Data{Manifest: bench.Manifest{Judging: bench.Judging{Asked: []string{"llm:a/1"}}},
		Subjects: []bench.Subject{{Name: "m", Kind: "model"}}}
	for i := range 8 {
		v := variants("blockbench", "blockbench", 8)[2*i]
		t := say("m", v, bench.Vulnerable, false)
		for _, name := range []string{"rule/1", "llm:a/1", "llm:b/1", "exec/1"} {
			s, ok := said[name]
			if !ok {
				continue
			}
			o := bench.Opinion{Verdict: bench.Verdict{Judge: name, Strict: map[byte]bench.Decision{'h': bench.Hit,
				'm': bench.Miss, 'u': bench.Unscored}[s[i]]}}
			o.Verdict.Lenient = o.Verdict.Strict
			o.Verdict.Unscored = s[i] == 'u'
			class := bench.Hallucinated
			if s[i] == 'h' {
				class = bench.TargetMatch
				x := float64(i) / 8
				o.Verdict.RCIR = &x
			}
			if s[i] != 'u' {
				o.Verdict.Findings = []bench.FindingVerdict{{Class: class}}
			}
			t.Opinions = append(t.Opinions, o)
		}
		if _, ok := said["exec/1"]; ok {
			t.Answer.Kind = bench.AnswerExploit
		}
		d.Trials = append(d.Trials, t)
	}
	return d
}

func TestJudgingByHand(t *testing.T) {
	if j := JudgingOf(world()); j != nil {
		t.Errorf("the rule judge agrees with itself: %+v", j)
	}
	j := JudgingOf(bench8(map[string]string{"llm:a/1": "hhhhmmmu", "llm:b/1": "hhhmmmhh"}))
	// Of seven units both rated, five agree; expected agreement (4·4 + 3·3)/49.
	if k := j.Pairs[0].Kappa; len(j.Pairs) != 1 || k.N != 7 || k.Value == nil ||
		math.Abs(*k.Value-(5.0/7-25.0/49)/(1-25.0/49)) > 1e-12 || k.Interval == nil {
		t.Errorf("kappa %+v", k)
	}
	if s := j.Pairs[0].Spearman; s.N != 3 || s.Value == nil || *s.Value != 1 {
		t.Errorf("Spearman %+v", s)
	}
	if j.Alpha.N != 7 || j.Scores.N != 3 || j.Fleiss.Value == nil || j.AC1.Value == nil {
		t.Errorf("%+v", j)
	}
	if c := j.Judges[0]; c.Judge != "llm:a/1" || c.N != 8 || c.Decided != 7 || c.Unscored != 1 || c.Failed != 0 {
		t.Errorf("%+v", c)
	}
	// One of eight judgements is missing of the first judge, which is more than a tenth.
	if len(j.Errors) != 0 || len(j.Rates) != 2 || j.Rates[0].Corrected != nil || j.Rates[0].Strict.N != 0 ||
		len(j.Rates[0].Warnings) != 1 ||
		j.Rates[1].Strict.K != 5 || j.Rates[1].Strict.N != 8 {
		t.Errorf("nothing is known of the judges' errors: %+v %+v", j.Errors, j.Rates)
	}
}

// Execution on the same answers shows how often a judge errs, and corrects its rate; a calibration does the same
// when nothing was executed.
func TestJudgeErrors(t *testing.T) {
	d := bench8(map[string]string{"rule/1": "uuuuuuuu", "llm:a/1": "hhhhmmmh", "exec/1": "hhhmmmmm"})
	j := JudgingOf(d)
	e := j.Errors[0]
	if len(j.Errors) != 1 || e.Judge != "llm:a/1" || e.Against != "execution" || e.Sensitivity.K != 3 ||
		e.Sensitivity.N != 3 || e.Specificity.K != 3 || e.Specificity.N != 5 {
		t.Fatalf("%+v", j.Errors)
	}
	want, ok := stats.RoganGladen(stats.Rated{K: 5, N: 8}, stats.Rated{K: 3, N: 3}, stats.Rated{K: 3, N: 5})
	r := j.Rates[0]
	if !ok || r.Judge != "llm:a/1" || r.By != "execution" || r.Corrected == nil || *r.Corrected != want.Value ||
		*r.Interval != want.Interval || math.Abs(want.Value-3.0/8) > 1e-12 {
		t.Errorf("%+v, want %+v", r, want)
	}
	if c := j.Judges[0]; c.Judge != "rule/1" || c.N != 0 {
		t.Errorf("the rule judge has nothing to say about code: %+v", c)
	}
	d = bench8(map[string]string{"rule/1": "hmmmmmmm", "llm:a/1": "hhhhmmmh"})
	d.Calibrations = []judge.Calibration{{Judge: "llm:a/1", Kinds: []judge.KindCount{{Kind: "correct", Right: 9, Wrong: 1},
		{Kind: "decoy", Right: 8, Wrong: 2}}}}
	j = JudgingOf(d)
	var by []string
	for _, r := range j.Rates {
		by = append(by, fmt.Sprintf("%s by %q", r.Judge, r.By))
	}
	if got := strings.Join(by, ", "); got != `rule/1 by "", llm:a/1 by "gold answers"` {
		t.Error(got)
	}
	d.Calibrations[0].Kinds[1] = judge.KindCount{Kind: "decoy", Right: 0, Wrong: 10}
	for _, r := range JudgingOf(d).Rates {
		if r.Judge == "llm:a/1" && (r.Corrected != nil || len(r.Warnings) == 0) {
			t.Errorf("corrected by a judge that calls everything a hit: %+v", r)
		}
	}
}

func TestKnowledge(t *testing.T) {
	d := world()
	const model = "model/名前<b>"
	remember(d, model, map[string]string{"ds/s00": knows, "ds/s01": `{"known":false}`, "ds/s02": "no idea",
		"foil": `{"known":true}`})
	list := KnowledgeOf(d)
	if len(list) != 1 {
		t.Fatalf("%d models", len(list))
	}
	k := list[0]
	if k.Model != model || k.Known.K != 1 || k.Known.N != 3 || k.False.K != 1 || k.False.N != 1 || k.Silent != 1 ||
		k.Asked != 4 {
		t.Errorf("%+v", k)
	}
	if c := k.Facts[recall.Date]; c != (FactCount{Right: 1, Unsaid: 2}) {
		t.Errorf("date %+v", c)
	}
	if c := k.Facts[recall.Chain]; c != (FactCount{Wrong: 1, Unsaid: 2}) {
		t.Errorf("chain %+v", c)
	}
	if len(k.Diagnoses) != 1 || k.Diagnoses[0].Effect != nil || len(k.Diagnoses[0].Warnings) != 1 ||
		k.Diagnoses[0].Reference != "original" {
		t.Fatalf("%+v", k.Diagnoses)
	}
	// s00 is known and refused; s01 is not known and found; s02 neither.
	if c := k.Diagnoses[0].Counts; c[MemoryAnalyst].K != 1 || c[MemoryNeither].K != 2 ||
		c[MemoryRecogniser].K+c[MemoryUnderstanding].K != 0 {
		t.Errorf("%+v", c)
	}
	// A question that was not asked is not an answer.
	d.Recalls[0].Outcome = ""
	waiting, _ := d.Waiting()
	if k := KnowledgeOf(d)[0]; k.Known.N != 2 || k.Asked != 3 || waiting != 1 {
		t.Errorf("%+v, %d waiting", k, waiting)
	}
}

// What is known and found is a recogniser's when it is lost under shapeshifter.
func TestMemoryDiagnosis(t *testing.T) {
	d := &Data{Subjects: []bench.Subject{{Name: "m"}}}
	vs := variants("blockbench", "blockbench", 3)
	for i, hits := range []struct{ ref, obscured bool }{{true, false}, {true, true}, {false, false}} {
		v := vs[2*i]
		d.Trials = append(d.Trials, say("m", v, bench.Vulnerable, false),
			say("m", as(v, "minimal-sanitized"), bench.Vulnerable, hits.ref),
			say("m", as(v, "shapeshifter-l3"), bench.Vulnerable, hits.obscured))
	}
	remember(d, "m", map[string]string{"ds/s00": knows, "ds/s01": knows, "ds/s02": `{"known":false}`,
		"foil": `{"known":false}`})
	m := KnowledgeOf(d)[0].Diagnoses[0]
	if m.Reference != "minimal-sanitized" || m.Obscured != "shapeshifter-l3" || m.Counts[MemoryRecogniser].K != 1 ||
		m.Counts[MemoryUnderstanding].K != 1 || m.Counts[MemoryNeither].K != 1 || len(m.Table) != 3 {
		t.Errorf("%+v", m)
	}
	// Known ones lose half, the other nothing.
	if e := m.Effect; e == nil || !e.Interaction.OK || math.Abs(e.Interaction.Value-0.5) > 1e-12 || e.Known.Point != 0.5 ||
		e.Unknown.Point != 0 {
		t.Errorf("%+v", m.Effect)
	}
}

// The three formats show the same, escape what judges and models say, and are the
// same every time.
func TestJudgedFormats(t *testing.T) {
	d := judged(changedWorld())
	text, html := terminal(t, d, 100), page(t, d)
	for _, want := range []string{"The verdicts of llm:a<b>/1", "Fleiss’ kappa", "Cohen’s kappa", "36/40", "gold answers",
		"1/3  33.3 %", "1/1  100.0 %", "recogniser"} {
		if !strings.Contains(text, want) {
			t.Errorf("the terminal does not say %q", want)
		}
	}
	wellFormed(t, "judged", html)
	for _, want := range []string{"llm:a&lt;b&gt;/1", "36/40", `id="knowledge"`, `id="judges"`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(html, "<img src=x") {
		t.Error("what a model says is markup")
	}
	var a, b bytes.Buffer
	if err := JSON(&a, d); err != nil {
		t.Fatal(err)
	}
	if err := JSON(&b, d.Shared()); err != nil || a.String() != b.String() {
		t.Errorf("two JSON reports differ (%v)", err)
	}
	var out struct {
		Knowledge []Knowledge
		Judging   *Judging
	}
	if err := json.Unmarshal(a.Bytes(), &out); err != nil || len(out.Knowledge) != 1 || out.Knowledge[0].Known.K != 1 ||
		out.Judging == nil || len(out.Judging.Judges) != 2 {
		t.Errorf("%v: %+v", err, out)
	}
	if only := (&Data{Recalls: d.Recalls, Complete: true}); !strings.Contains(terminal(t, only, 80),
		"1/3  33.3 %") || strings.Contains(terminal(t, only, 80), "nothing to report") {
		t.Errorf("knowledge alone:\n%s", terminal(t, only, 80))
	}
}

// Of four findings that both judges decided on, three are in one class of five, two
// have one type match and one has one location match.
func TestJudgeFitByHand(t *testing.T) {
	d := &Data{Manifest: bench.Manifest{Judging: bench.Judging{Asked: []string{"llm:a/1"}}},
		Subjects: []bench.Subject{{Name: "m", Kind: "model"}}}
	match := func(class bench.FindingClass, kind, place bench.Match) bench.FindingVerdict {
		return bench.FindingVerdict{Class: class, Type: kind, Location: place}
	}
	said := [][2]bench.FindingVerdict{
		{match(bench.TargetMatch, "exact", "exact"), match(bench.PartialMatch, "partial", "exact")},
		{match(bench.DesignChoice, "wrong", "wrong"), match(bench.Informational, "wrong", "none")},
		{match(bench.PartialMatch, "wrong", "partial"), match(bench.TargetMatch, "exact", "exact")},
		{match(bench.Hallucinated, "none", "wrong"), match(bench.Hallucinated, "none", "none")},
	}
	for i, pair := range said {
		tr := say("m", variants("blockbench", "blockbench", 4)[2*i], bench.Vulnerable, true)
		for k, judge := range []string{"llm:a/1", "llm:b/1"} {
			x := []float64{0, 0.5, 1, 0.25}[i]
			if k == 1 {
				x = 0.5 + x/4 // on a line
			}
			tr.Opinions = append(tr.Opinions, bench.Opinion{Verdict: bench.Verdict{Judge: judge, Strict: bench.Hit,
				Lenient: bench.Hit, Findings: pair[k : k+1 : k+1], RCIR: &x, AVA: &x, FSV: &x}})
		}
		d.Trials = append(d.Trials, tr)
	}
	s, _ := buildJudges(d)
	i := slices.IndexFunc(s.Tables, func(t write.Table) bool { return t.ID == "judge-fit" })
	if i < 0 || len(s.Tables[i].Rows) != 1 {
		t.Fatal("no table of the two judges")
	}
	var got []string
	for _, c := range s.Tables[i].Rows[0].Cells[2:] {
		got = append(got, strings.TrimSpace(c.Count()+" "+c.Text))
	}
	if want := "3/4 75.0 %, 2/4 50.0 %, 1/4 25.0 %, 1.000, <0.001, 4"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}

// Findings by five classes: what is partly right is the target, a choice is theater.
func TestFindingsCoarse(t *testing.T) {
	d := three()
	d.Trials[0].Verdict.Findings[0] = bench.FindingVerdict{Class: bench.PartialMatch, Type: "partial", Location: "exact"}
	d.Trials[2].Verdict.Findings[0] = bench.FindingVerdict{Class: bench.OutOfScope}
	s, _ := buildFindings(d)
	row := rowOf(t, s.Tables[1], "m")
	var got []string
	for _, c := range row.Cells[1:] {
		got = append(got, cmp.Or(c.Count(), c.Text))
	}
	if want := "2, 1/2, 0/2, 0/2, 1/2, 0/2, 0"; strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}

// Answers that need no judge are no agreement, and a judge that can never be read agrees with no other. The rule
// judge does not count in the agreement.
func TestAgreementIsOfWhatWasAsked(t *testing.T) {
	silent := func(d *Data, from int) *Data {
		for i := from; i < len(d.Trials); i++ {
			a := *d.Trials[i].Answer
			a.Verdict, a.Findings = bench.Safe, nil
			d.Trials[i].Answer = &a
			for k := range d.Trials[i].Opinions {
				d.Trials[i].Opinions[k].Verdict = bench.Verdict{Judge: d.Trials[i].Opinions[k].Verdict.Judge, Strict: bench.Miss,
					Lenient: bench.Miss}
			}
		}
		return d
	}
	j := JudgingOf(silent(bench8(map[string]string{"rule/1": "hmmm....", "llm:a/1": "hhmm....",
		"llm:b/1": "hhmm...."}), 4))
	if j.Fleiss.N != 4 || j.AC1.N != 4 || j.Alpha.N != 4 || j.Fleiss.Value == nil || *j.Fleiss.Value != 1 {
		t.Errorf("of four answers that two models were asked about: %+v %+v %+v", j.Fleiss, j.AC1, j.Alpha)
	}
	for _, p := range j.Pairs {
		if p.Kappa.N != 4 {
			t.Errorf("%s and %s: %+v", p.A, p.B, p.Kappa)
		}
	}
	j = JudgingOf(silent(bench8(map[string]string{"rule/1": "hmmm....", "llm:a/1": "uuuu....",
		"llm:b/1": "uuuu...."}), 4))
	for _, c := range j.Overall() {
		if c.Value != nil || c.N != 0 {
			t.Errorf("judges that cannot be read: %s = %s of %d units", c.Name, c, c.N)
		}
	}
	j = JudgingOf(bench8(map[string]string{"rule/1": "hhhhmmmm", "llm:a/1": "hhhhmmmm"}))
	if j.Fleiss.Value != nil || j.Fleiss.N != 0 || len(j.Pairs) != 1 || j.Pairs[0].Kappa.N != 8 {
		t.Errorf("one model is no panel with the rule judge: %+v %+v", j.Fleiss, j.Pairs)
	}
}

// Every finding is in one column.
func TestEveryFindingHasAColumn(t *testing.T) {
	d := asking(6, []string{"one"}, func(s string, i int, v *bench.Variant) bench.Trial {
		r := say(s, v, bench.Vulnerable, false)
		switch i % 3 {
		case 0:
			r.Verdict.Findings[0] = bench.FindingVerdict{Decided: &bench.Majority{Correct: bench.Hit, Coarse: bench.TargetMatch}}
		case 1:
			r.Verdict.Findings[0] = bench.FindingVerdict{Decided: &bench.Majority{Correct: bench.Unscored, Open: true}}
		}
		if i == 5 {
			r.Verdict.Findings = nil // no judge decided
		}
		return r
	})
	section, _ := buildFindings(d)
	sums := map[string]int{}
	want := map[string]int{"findings": 12, "findings-coarse": 6}
	for _, table := range section.Tables {
		all := 0
		for j, c := range table.Columns {
			cell := table.Rows[0].Cells[j]
			switch {
			case c.Key == "findings":
				all = int(*cell.Number)
			case j > 0 && c.Key != "finding-precision" && c.Key != "hallucination" && cell.Number != nil && cell.N == 0:
				sums[table.ID] += int(*cell.Number)
			case cell.N > 0 && table.ID == "findings-coarse":
				sums[table.ID] += cell.K
			}
		}
		if all != want[table.ID] || sums[table.ID] != all {
			t.Errorf("%s: %d findings, %d in columns, want %d", table.ID, all, sums[table.ID], want[table.ID])
		}
	}
}

// A judge that decides alike on whatever is claimed, where the rule judge sees nothing or sees the flaw, is named; one
// that decides as the rule judge does, or differs here and there, is not.
func TestJudgeThatDoesNotReadIsNamed(t *testing.T) {
	const hit, miss = bench.Hit, bench.Miss
	for _, c := range []struct {
		name        string
		judge, rule func(i int) bench.Decision
		want        string
	}{
		{"accepts all", func(int) bench.Decision { return hit }, func(int) bench.Decision { return miss },
			"llm:x/1 accepts whatever is claimed: 20 of 20 answers with findings; the rule judge rejects 20 of these"},
		{"rejects all", func(int) bench.Decision { return miss }, func(int) bench.Decision { return hit },
			"llm:x/1 rejects whatever is claimed: 20 of 20 answers with findings; the rule judge accepts 20 of these"},
		{"a subject that is always right", func(int) bench.Decision { return hit },
			func(i int) bench.Decision { return []bench.Decision{hit, hit, miss}[i%3] }, ""},
		{"reads", func(i int) bench.Decision { return []bench.Decision{hit, miss}[i%2] },
			func(int) bench.Decision { return miss }, ""},
	} {
		d := asking(20, []string{"one"}, func(s string, i int, v *bench.Variant) bench.Trial {
			r := say(s, v, bench.Vulnerable, false)
			r.Opinions = []bench.Opinion{{Verdict: bench.Verdict{Judge: "rule/2", Lenient: c.rule(i)}},
				{Verdict: bench.Verdict{Judge: "llm:x/1", Strict: c.judge(i)}}}
			return r
		})
		suite := d.Suites()[0]
		said := strings.Join(Caveats(HeadlineOf(d, &suite)), " ")
		if strings.Contains(said, "whatever is claimed") != (c.want != "") || !strings.Contains(said, c.want) {
			t.Errorf("%s: %q", c.name, said)
		}
	}
}

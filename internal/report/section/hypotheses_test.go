package section

import (
	"assay/internal/report"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/termtext"
)

func points(x float64) *float64 { return &x }

// frozen is the run of changedWorld, registered with tests whose results can be
// computed by hand. Of 16 flaws builtin/keyword finds 11, after "other-names" none,
// after "rename" 6 of the 11.
func frozen() *report.Data {
	d := changedWorld()
	r := registered()
	r.Deviations, r.Exclusions = nil, nil
	r.Plan.Subjects = append([]bench.Subject{}, d.Subjects...)
	r.Families = []bench.TestFamily{{Name: "names", Correction: "holm"}, {Name: "placebos", Correction: "none"},
		{Name: "subjects", Correction: "holm"}, {Name: "rest", Correction: "holm"}}
	test := func(id, family string, t bench.HypothesisTest) {
		if t.Suite == "" {
			t.Suite = "blockbench"
		}
		if t.Metric == "" {
			t.Metric = "tdr"
		}
		r.Hypotheses = append(r.Hypotheses, bench.Hypothesis{ID: id, Family: family, Text: id + " " + hostile, Test: &t})
	}
	r.Hypotheses = []bench.Hypothesis{{ID: "words", Family: "rest", Text: "Nobody understands."}}
	test("names", "names", bench.HypothesisTest{Chain: "other-names", Against: report.Baseline, Direction: "lower"})
	test("one", "names", bench.HypothesisTest{Chain: "rename", Against: "original", Subject: "builtin/keyword",
		Direction: "lower"})
	test("alone", "placebos", bench.HypothesisTest{Chain: "rename", Against: "original", Subject: "builtin/keyword",
		Direction: "lower"})
	test("wrong", "placebos", bench.HypothesisTest{Chain: "rename", Against: "original", Subject: "builtin/keyword",
		Direction: "higher"})
	test("differs", "placebos", bench.HypothesisTest{Chain: "rename", Against: "original", Subject: "builtin/keyword",
		Direction: "different"})
	test("ten", "placebos", bench.HypothesisTest{Chain: "rename", Against: "original", Equivalent: points(10)})
	test("fifteen", "placebos", bench.HypothesisTest{Chain: "rename", Against: "original", Equivalent: points(15)})
	test("beats", "subjects", bench.HypothesisTest{AgainstSubject: "builtin/keyword", Direction: "lower"})
	return with(d, r)
}

func with(d *report.Data, r *bench.Registered) *report.Data {
	d.Registered = r
	return d
}

func result(t *testing.T, d *report.Data, id string) map[string]report.HypothesisLine {
	t.Helper()
	for _, h := range report.Hypotheses(d) {
		if h.ID == id {
			out := map[string]report.HypothesisLine{}
			for _, l := range h.Lines {
				out[l.Subject] = l
			}
			return out
		}
	}
	t.Fatalf("no hypothesis %s", id)
	return nil
}

func TestHypothesesByHand(t *testing.T) {
	d := frozen()
	const model = "model/名前<b>"
	for _, c := range []struct {
		id, subject   string
		difference, p float64
		adjusted      float64
		verdict       report.HypothesisVerdict
	}{
		// 11 lost and none won: 2⁻¹¹, of a family of five. The others lose nothing.
		{"names", "builtin/keyword", -11.0 / 16, 1.0 / 2048, 5.0 / 2048, report.Supported},
		{"names", "builtin/static", 0, 1, 1, report.NotSupported},
		{"names", "builtin/always-safe", 0, 1, 1, report.NotSupported},
		{"names", model, 0, 1, 1, report.NotSupported},
		// 5 lost: 1/32 is the second smallest of five.
		{"one", "builtin/keyword", -5.0 / 16, 1.0 / 32, 4.0 / 32, report.NotSupported},
		// Where nothing is corrected, it is enough; the other side it is not, nor both.
		{"alone", "builtin/keyword", -5.0 / 16, 1.0 / 32, 1.0 / 32, report.Supported},
		{"wrong", "builtin/keyword", -5.0 / 16, 1, 1, report.NotSupported},
		{"differs", "builtin/keyword", -5.0 / 16, 1.0 / 16, 1.0 / 16, report.NotSupported},
		// Without a discordant pair of 16, −1.6/√1.44 and −2.4/√2.04.
		{"ten", "builtin/static", 0, 0.0912112197, 0.0912112197, report.NotSupported},
		{"fifteen", "builtin/static", 0, 0.0464459704, 0.0464459704, report.Supported},
		// static alone finds 2, keyword alone 5: (1 + 7 + 21)/2⁷. Who says nothing but safe loses 11,
		// the model 8 while it finds 3 that keyword does not: (1 + 11 + 55 + 165)/2¹¹, doubled 29/128.
		{"beats", "builtin/static", -3.0 / 16, 29.0 / 128, 29.0 / 128, report.NotSupported},
		{"beats", "builtin/always-safe", -11.0 / 16, 1.0 / 2048, 3.0 / 2048, report.Supported},
		{"beats", model, -5.0 / 16, 232.0 / 2048, 29.0 / 128, report.NotSupported},
	} {
		l := result(t, d, c.id)[c.subject]
		if l.P == nil || l.Difference == nil || l.Interval == nil || l.Test == "" || l.Bases != 16 {
			t.Errorf("%s, %s: %+v", c.id, c.subject, l)
			continue
		}
		for what, pair := range map[string][2]float64{"difference": {*l.Difference, c.difference}, "p": {*l.P, c.p},
			"adjusted": {*l.Adjusted, c.adjusted}} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 {
				t.Errorf("%s, %s: %s %.10f, want %.10f", c.id, c.subject, what, pair[0], pair[1])
			}
		}
		if l.Verdict != c.verdict || (l.Detectable == nil) != (c.verdict == report.Supported || c.id == "ten") {
			t.Errorf("%s, %s: %s, detectable %v", c.id, c.subject, l.Verdict, l.Detectable)
		}
	}
	if ls := result(t, d, "beats"); len(ls) != 3 {
		t.Errorf("%d subjects against one of four", len(ls))
	}
	for _, h := range report.Hypotheses(d) {
		if h.ID == "words" && (h.Note != report.WordsOnly || h.Lines != nil || h.Claim != "") || h.ID == "one" &&
			h.Tests != 5 {
			t.Errorf("%+v", h)
		}
	}
}

// What cannot be tested says why, and stays in the count of its family.
func TestHypothesesThatCouldNotBeTested(t *testing.T) {
	d := frozen()
	r := d.Registered
	gone := bench.Subject{Name: "model/gone"}
	r.Plan.Subjects = append(r.Plan.Subjects, gone)
	for i := range d.Trials {
		if tr := &d.Trials[i]; tr.Subject == "builtin/static" && tr.Variant.Chain == "rename" &&
			tr.Variant.Truth == bench.Vulnerable {
			tr.Outcome, tr.Answer, tr.Verdict = "", nil, nil
			break
		}
	}
	add := func(id string, test bench.HypothesisTest) {
		r.Hypotheses = append(r.Hypotheses, bench.Hypothesis{ID: id, Family: "rest", Text: id, Test: &test})
	}
	add("suite", bench.HypothesisTest{Metric: "tdr", Suite: "own", Subject: "builtin/static", Chain: "rename",
		Against: "original", Direction: "lower"})
	add("chain", bench.HypothesisTest{Metric: "tdr", Suite: "tenantsql", Subject: "builtin/static", Chain: "rename",
		Against: "original", Direction: "lower"})
	add("report.Baseline", bench.HypothesisTest{Metric: "tdr", Suite: "tenantsql", Subject: "builtin/static", Chain: "",
		Against: report.Baseline, Direction: "lower"})
	add("against", bench.HypothesisTest{Metric: "tdr", Suite: "blockbench", Subject: "builtin/static",
		AgainstSubject: "model/gone", Direction: "lower"})
	add("metric", bench.HypothesisTest{Metric: "gone", Suite: "blockbench", Subject: "builtin/static", Chain: "rename",
		Against: "original", Direction: "lower"})
	add("undefined", bench.HypothesisTest{Metric: "sui", Suite: "blockbench", Subject: "builtin/keyword", Chain: "rename",
		Against: "original", Direction: "lower"})
	for _, c := range []struct{ id, subject, why string }{
		{"names", "model/gone", "model/gone has no trial on blockbench under other-names"},
		{"ten", "builtin/static", "1 of its 64 trials were not asked"},
		{"suite", "builtin/static", "suite own is not in the run"},
		{"chain", "builtin/static", "no trial on tenantsql under rename"},
		{"report.Baseline", "builtin/static", "no trial on tenantsql under minimal-sanitized"},
		{"against", "builtin/static", "model/gone has no trial on blockbench"},
		{"metric", "builtin/static", `no metric "gone"`},
		{"undefined", "builtin/keyword", "undefined in one of the two conditions"},
	} {
		if l := result(t, d, c.id)[c.subject]; l.Verdict != report.NotTestable || !strings.Contains(l.Why, c.why) ||
			l.Adjusted != nil {
			t.Errorf("%s: %+v; want %q", c.id, l, c.why)
		}
	}
	if l := result(t, d, "names")["builtin/keyword"]; math.Abs(*l.Adjusted-6.0/2048) > 1e-12 {
		t.Errorf("a test that cannot be done left its family: adjusted %v", *l.Adjusted*2048)
	}
}

// Every format shows the same verdicts, and none speaks of robustness.
func TestHypothesesInFormats(t *testing.T) {
	d := frozen()
	d.Registered.Plan.Subjects = append(d.Registered.Plan.Subjects, bench.Subject{Name: "model/gone"})
	d = d.Shared()
	for width := 80; width <= 160; width += 16 {
		got := terminal(t, d, width)
		for line := range strings.Lines(got) {
			if line = strings.TrimSuffix(line, "\n"); termtext.Columns(line) > width || strings.HasSuffix(line, " ") {
				t.Errorf("width %d: %d cells: %q", width, termtext.Columns(line), line)
			}
		}
		flat := strings.Join(strings.Fields(got), " ")
		for _, want := range []string{"−68.8 (16)", "supported", "not supported", "model/gone could not be tested – –",
			"! model/gone has no trial", report.WordsOnly, "family names: 6 tests, Holm",
			"On blockbench, TDR of every subject under other-names is lower than under minimal-sanitized (here the " +
				"minimal-sanitized text where there is one (4 of 16 samples), else the original)",
			"TDR of every subject under rename is within 10 points of that on the original texts",
			"TDR of every other subject is lower than of builtin/keyword"} {
			if !strings.Contains(flat, want) {
				t.Errorf("width %d: %q is missing in:\n%s", width, want, got)
			}
		}
	}
	html := page(t, d)
	wellFormed(t, "hypotheses", html)
	said := ""
	for _, s := range elements(parse(t, html), "section") {
		if attr(s, "aria-labelledby") == "preregistration" || attr(s, "id") == "preregistration" ||
			strings.Contains(text(s), "What the run shows of them") {
			said = text(s)
		}
	}
	for _, want := range []string{"−68.8", "[", "0.002", "supported", "could not be tested", report.WordsOnly,
		"exact McNemar, one-sided", "two one-sided score tests"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing on the page: %s", want, said)
		}
	}
	for _, out := range []string{html, terminal(t, d, 100)} {
		if strings.Contains(strings.ToLower(out), "robust") {
			t.Error("something is called robust")
		}
	}
	var b strings.Builder
	if err := JSON(&b, d); err != nil {
		t.Fatal(err)
	}
	var back struct {
		Preregistration struct {
			Alpha      float64
			Hypotheses []report.HypothesisResult
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &back); err != nil || back.Preregistration.Alpha != 0.05 ||
		len(back.Preregistration.Hypotheses) != len(d.Registered.Hypotheses) {
		t.Fatalf("%v %+v", err, back)
	}
	for i, h := range report.Hypotheses(d) {
		for j, l := range h.Lines {
			if got := back.Preregistration.Hypotheses[i].Lines[j]; got.Verdict != l.Verdict || got.Subject != l.Subject ||
				(got.P == nil) != (l.P == nil) || got.P != nil && *got.P != *l.P {
				t.Errorf("JSON %+v, want %+v", got, l)
			}
		}
	}
}

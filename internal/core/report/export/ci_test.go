package export

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/report"
)

func checks() []Check {
	return []Check{
		{Suite: "demo", Subject: "builtin/one", Name: "tdr>=0.1", Found: "tdr is 0.500"},
		{Suite: "demo", Subject: "model/=two[*]", Name: "tdr>=0.9", Found: "tdr is 0.500", Failure: hostile + "\x1b[2J"},
		{Name: "other:tdr>=0.1", Failure: `no suite "other" was run`},
	}
}

// The counts of a JUnit file are those of its cases, and whatever a subject says
// stays text.
func TestJUnit(t *testing.T) {
	d := world()
	for i := range d.Trials { // one that failed, one that was not asked
		switch d.Trials[i].Key {
		case "ademo/s00":
			d.Trials[i].Outcome, d.Trials[i].Answer, d.Trials[i].Verdict = bench.Failed, nil, nil
		case "bdemo/s00":
			d.Trials[i].Outcome, d.Trials[i].Answer, d.Trials[i].Verdict = "", nil, nil
		}
	}
	var b bytes.Buffer
	if err := JUnit(&b, d, checks()); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "\x1b") {
		t.Error("a control character got through")
	}
	var got junitReport
	if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Tests != 5 || got.Failures != 2 || got.Errors != 2 || len(got.Suites) != 2 {
		t.Errorf("%d tests, %d failures, %d errors in %d suites:\n%s", got.Tests, got.Failures, got.Errors, len(got.Suites),
			b.String())
	}
	var names []string
	for _, s := range got.Suites {
		for _, c := range s.Cases {
			verdict := "ok"
			if c.Failure != nil {
				verdict = "failure"
			} else if c.Error != nil {
				verdict = "error " + c.Error.Type
			}
			names = append(names, c.Name+" "+verdict)
		}
	}
	want := "builtin/one: trials error failed|builtin/one: tdr>=0.1 ok|model/=two[*]: trials error " +
		"incomplete|model/=two[*]: tdr>=0.9 failure|other:tdr>=0.1 failure"
	if s := strings.Join(names, "|"); s != want {
		t.Errorf("cases\n%s\nwant\n%s", s, want)
	}
	for dec := xml.NewDecoder(&b); ; {
		tok, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "img" {
			t.Error("text of a subject became markup")
		}
	}
}

func TestSummary(t *testing.T) {
	var b bytes.Buffer
	if err := Summary(&b, world(), checks()); err != nil {
		t.Fatal(err)
	}
	s := b.String()
	for _, want := range []string{"## Gates: 1 of 3 met", "| ✅ met | tdr", "| ❌ not met |", "# assay report run-1",
		"no suite"} {
		if !strings.Contains(s, want) {
			t.Errorf("no %q in\n%s", want, s)
		}
	}
	if strings.Contains(s, "<img") {
		t.Error("text of a subject became markup")
	}

	// What GitHub would refuse is not written.
	big := world()
	for range 60_000 {
		big.Notes = append(big.Notes, "a note of some length")
	}
	b.Reset()
	if err := Summary(&b, big, checks()); err != nil {
		t.Fatal(err)
	}
	if b.Len() > maxSummary || !strings.Contains(b.String(), "## Gates: 1 of 3 met") ||
		!strings.Contains(b.String(), "assay report --format md") {
		t.Errorf("%d bytes: %.300s", b.Len(), b.String())
	}
}

func TestNothingPlanned(t *testing.T) {
	var b bytes.Buffer
	if err := JUnit(&b, &report.Data{RunID: "r"}, nil); err != nil || !strings.Contains(b.String(), `tests="0"`) {
		t.Errorf("%v: %s", err, b.String())
	}
}

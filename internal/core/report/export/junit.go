package export

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"assay/internal/bench"
	"assay/internal/core/report"
)

// Check is one condition that one subject of one suite had to meet.
type Check struct {
	Suite   string
	Subject string // "" where there is none to name
	Name    string // the condition as it was given
	Found   string // the number that decided, in words; "" without one
	Failure string // the reason, "" when it is met
}

type junitReport struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name      string      `xml:"name,attr"`
	Tests     int         `xml:"tests,attr"`
	Failures  int         `xml:"failures,attr"`
	Errors    int         `xml:"errors,attr"`
	Skipped   int         `xml:"skipped,attr"`
	Time      string      `xml:"time,attr"`
	Timestamp string      `xml:"timestamp,attr"`
	Cases     []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string    `xml:"classname,attr"`
	Name    string    `xml:"name,attr"`
	Time    string    `xml:"time,attr,omitempty"`
	Failure *junitBad `xml:"failure"`
	Error   *junitBad `xml:"error"`
	Out     string    `xml:"system-out,omitempty"`
}

type junitBad struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
}

// JUnit writes a run as the XML that continuous integration reads. A suite is a test suite. A subject has one test
// case in it for its trials, which is an error when some failed or were not asked, and one for every check.
func JUnit(w io.Writer, d *report.Data, checks []Check) error {
	out := junitReport{Name: "assay " + d.RunID}
	for s := range d.EachSuite() {
		js := junitSuite{Name: s.Name, Timestamp: d.Started.UTC().Format("2006-01-02T15:04:05")}
		var took time.Duration
		for _, sub := range d.SubjectsOf(s) {
			c, t := trialsCase(s, sub.Name)
			took += t
			js.Cases = append(js.Cases, c)
			js.Cases = append(js.Cases, checkCases(checks, s.Name, sub.Name)...)
		}
		js.Time = seconds(took)
		out.Suites = append(out.Suites, js)
	}
	if rest := checkCases(checks, "", ""); len(rest) > 0 {
		out.Suites = append(out.Suites, junitSuite{Name: "gates", Time: seconds(0),
			Timestamp: d.Started.UTC().Format("2006-01-02T15:04:05"), Cases: rest})
	}
	for i := range out.Suites {
		s := &out.Suites[i]
		for _, c := range s.Cases {
			s.Tests++
			if c.Failure != nil {
				s.Failures++
			}
			if c.Error != nil {
				s.Errors++
			}
		}
		out.Tests, out.Failures, out.Errors = out.Tests+s.Tests, out.Failures+s.Failures, out.Errors+s.Errors
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return fmt.Errorf("writing JUnit: %w", err)
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(out); err != nil {
		return fmt.Errorf("writing JUnit: %w", err)
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// trialsCase reports whether all trials of a subject have a result.
func trialsCase(s *report.Suite, subject string) (junitCase, time.Duration) {
	by := map[bench.Outcome]int{}
	n := 0
	var took time.Duration
	for t := range s.AllTrials() {
		if t.Subject == subject {
			n++
			by[t.Outcome]++
			took += t.Used().Elapsed
		}
	}
	var counts []string
	for _, o := range bench.Outcomes() {
		if by[o] > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", by[o], o))
		}
	}
	c := junitCase{Class: "assay." + printable(s.Name), Name: printable(subject) + ": trials", Time: seconds(took),
		Out: strings.Join(counts, ", ")}
	switch failed, open := by[bench.Failed], by[""]; {
	case failed > 0:
		c.Error = &junitBad{fmt.Sprintf("%d of %d trials failed; repeat the command to ask again", failed, n), "failed"}
	case open > 0:
		c.Error = &junitBad{fmt.Sprintf("%d of %d trials were not asked", open, n), "incomplete"}
	}
	return c, took
}

func checkCases(checks []Check, suite, subject string) (out []junitCase) {
	for _, k := range checks {
		if k.Suite != suite || k.Subject != subject {
			continue
		}
		c := junitCase{Class: "assay." + printable(k.Suite), Name: printable(strings.TrimPrefix(k.Subject+": "+k.Name, ": ")),
			Out: printable(k.Found)}
		if k.Failure != "" {
			c.Failure = &junitBad{printable(k.Failure), "gate"}
		}
		out = append(out, c)
	}
	return out
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

// printable replaces characters that are invisible to a reader of the file, or that reorder text.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return '\uFFFD'
		}
		return r
	}, s)
}

// Package foreign defines the input and the output of an external metric: a program of the user reads rows as
// lines of JSON and writes one number with its interval. The package writes the rows and reads the answer; it
// starts no program.
package foreign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/stats"
)

// Version is the version of [Row]. A new field does not raise it.
const Version = 1

// A Row is one planned trial as a program reads it (docs/add-a-judge.md). Numbers that are not known are absent.
type Row struct {
	Version    int      `json:"version"`
	Suite      string   `json:"suite"`
	Subject    string   `json:"subject"`
	Variant    string   `json:"variant"`
	Sample     string   `json:"sample"`
	Base       string   `json:"base"`
	Group      string   `json:"group"`
	Tier       int      `json:"tier,omitempty"`
	Class      string   `json:"class,omitempty"`
	Severity   string   `json:"severity,omitempty"`
	Chain      string   `json:"chain,omitempty"`
	Twin       string   `json:"twin,omitempty"`
	Truth      string   `json:"truth"`
	Headline   bool     `json:"headline"`
	Repetition int      `json:"repetition"`
	Outcome    string   `json:"outcome"`
	Verdict    string   `json:"verdict,omitempty"`
	Confidence *float64 `json:"confidence,omitempty"`
	Findings   *int     `json:"findings,omitempty"`
	Strict     string   `json:"strict,omitempty"`
	Lenient    string   `json:"lenient,omitempty"`
	Classes    []string `json:"finding_classes,omitempty"`
	RCIR       *float64 `json:"rcir,omitempty"`
	AVA        *float64 `json:"ava,omitempty"`
	FSV        *float64 `json:"fsv,omitempty"`
	Input      int64    `json:"input_tokens,omitempty"`
	Output     int64    `json:"output_tokens,omitempty"`
	CostUSD    *float64 `json:"cost_usd,omitempty"`
	Seconds    float64  `json:"seconds,omitempty"`
}

// Lines writes rows as lines of JSON, in their order. suite is the name of the part of the run, and headline
// reports whether the headline counts a variant.
func Lines(suite string, rows []bench.Trial, headline func(*bench.Variant) bool) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	for _, r := range rows {
		v := r.Variant
		out := Row{Version: Version, Suite: suite, Subject: r.Subject, Variant: v.Key, Sample: v.Sample, Base: v.Base,
			Group: v.Group, Tier: v.Tier, Class: string(v.Class),
			Severity: v.Severity, Chain: v.Chain, Twin: v.Twin, Truth: v.Truth.String(), Headline: headline(v),
			Repetition: r.Repetition, Outcome: string(r.Outcome)}
		if a := r.Answer; a != nil {
			n := len(a.Findings)
			out.Verdict, out.Confidence, out.Findings = a.Verdict.String(), a.Confidence, &n
		}
		if d := r.Verdict; d != nil {
			out.Strict, out.Lenient, out.RCIR, out.AVA, out.FSV = string(d.Strict), string(d.Lenient), d.RCIR, d.AVA, d.FSV
			for _, f := range d.Findings {
				out.Classes = append(out.Classes, string(f.Class))
			}
		}
		if s := r.Used(); r.Spent != nil {
			out.Input, out.Output, out.Seconds = s.InputTokens, s.OutputTokens, s.Elapsed.Seconds()
			if s.Priced {
				out.CostUSD = &s.CostUSD
			}
		}
		if err := enc.Encode(out); err != nil {
			panic("foreign: a row of strings and numbers cannot fail to encode: " + err.Error())
		}
	}
	return b.Bytes()
}

// Parse reads the answer of a program: one JSON object with value, low and high (the interval, both or neither), n
// (the number of rows that it counted) and note. A value of null means no number, for the reason in note. The
// error gives in one line the reason why the answer is invalid; then there is no number.
func Parse(out []byte, scale metric.Scale) (metric.Value, error) {
	var none metric.Value
	var a struct {
		Value json.RawMessage `json:"value"`
		Low   *float64        `json:"low"`
		High  *float64        `json:"high"`
		N     *int            `json:"n"`
		Note  string          `json:"note"`
	}
	d := json.NewDecoder(bytes.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); errors.Is(err, io.EOF) {
		return none, errors.New(
			"no output; it must write one JSON object, such as {\"value\": 0.5, \"low\": 0.4, \"high\": 0.6, \"n\": 71}")
	} else if err != nil {
		return none, fmt.Errorf("its output is not a JSON object with value, low, high, n and note: %s",
			strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return none, errors.New("it wrote more than one JSON object")
	}
	note := strings.Join(strings.Fields(a.Note), " ")
	switch {
	case a.Value == nil:
		return none, errors.New("value is missing; use null for no number")
	case a.N == nil || *a.N < 0:
		return none, errors.New("n, the number of counted rows, is missing or negative")
	case string(a.Value) == "null" && note == "":
		return none, errors.New("value is null without a note that explains it")
	case string(a.Value) == "null" && (a.Low != nil || a.High != nil):
		return none, errors.New("value is null but has an interval")
	}
	v := metric.Value{N: *a.N}
	if note != "" {
		v.Warnings = []string{note}
	}
	if string(a.Value) == "null" {
		return v, nil
	}
	if err := json.Unmarshal(a.Value, &v.Point); err != nil {
		return none, fmt.Errorf("value is %.40s, not a number", a.Value)
	}
	lo, hi := scale.Limits()
	switch {
	case (a.Low == nil) != (a.High == nil):
		return none, errors.New("low and high: only one of them is given")
	case v.Point < lo || v.Point > hi:
		return none, fmt.Errorf("value %v lies outside the scale, [%v, %v]", v.Point, lo, hi)
	case a.N != nil && *a.N == 0:
		return none, errors.New("value is given but n is 0")
	}
	if a.Low != nil {
		if !(lo <= *a.Low && *a.Low <= v.Point && v.Point <= *a.High && *a.High <= hi) {
			return none, fmt.Errorf("low %v, value %v and high %v are not in this order within [%v, %v]", *a.Low, v.Point,
				*a.High, lo, hi)
		}
		v.Interval = &stats.Interval{Lo: *a.Low, Hi: *a.High, Method: "the program's own"}
	}
	v.Defined = true
	return v, nil
}

package inspect

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"assay/internal/test/interchangetest"
)

// logWith is a log with samples, which are JSON.
func logWith(samples ...string) string {
	return `{"version":2,"status":"success","eval":{"task":"t","model":"vendor/m"},"samples":[` + strings.Join(samples, ",") + `]}`
}

func TestScores(t *testing.T) {
	text := logWith(
		`{"id":1,"epoch":1,"input":"q","target":"a","scores":{"match":{"value":"C"}}}`,
		`{"id":1,"epoch":2,"input":"q","target":"a","scores":{"match":{"value":"I"}}}`,
		`{"id":"b","epoch":1,"input":"q","target":"a","scores":{"match":{"value":"P"}},"metadata":{"doc":"d1"}}`,
		`{"id":"c","epoch":1,"input":"q","target":"a","scores":{"match":{"value":"N"}}}`,
		`{"id":"d","epoch":1,"input":"q","target":"a","scores":{"match":{"value":0.25}}}`,
		`{"id":"e","epoch":1,"input":"q","target":"a","scores":{"match":{"value":NaN}}}`,
		`{"id":"f","epoch":1,"input":"q","target":"a","scores":{"match":{"value":"C"}},"error":{"message":"x"}}`,
		`{"id":"g","epoch":1,"input":"q","target":"a","scores":{},"output":{"choices":[{"stop_reason":"content_filter"}]}}`,
		`{"id":"h","epoch":1,"input":"q","target":"a","scores":{"match":{"value":"C"}},"invalidation":{"reason":"x"}}`)
	got, _, err := interchangetest.Scores(t, Scores(), "a.json", text, "cluster=doc")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, s := range got {
		fmt.Fprintf(&b, "%s/%s %s %d %g%s %s\n", s.Task, s.Item, s.Subject, s.Epoch, s.Value, s.Missing, s.Cluster)
	}
	want := `t/1 vendor/m 1 1 
t/1 vendor/m 2 0 
t/b vendor/m 1 0.5 d1
t/c vendor/m 1 0 
t/d vendor/m 1 0.25 
t/e vendor/m 1 0without a score 
t/f vendor/m 1 0failed 
t/g vendor/m 1 0refused 
t/h vendor/m 1 0failed 
`
	if b.String() != want {
		t.Errorf("%swant\n%s", b.String(), want)
	}
}

// The same question has the same text, whatever ids its messages have and whether it is an attachment; another
// target, or other choices, are another question.
func TestTextOfItem(t *testing.T) {
	const end = `,"epoch":1,"scores":{"m":{"value":1}}`
	got, _, err := interchangetest.Scores(t, Scores(), "a.json", logWith(
		`{"id":1,"input":[{"id":"x","role":"user","content":"why"}],"target":"a"`+end+`}`,
		`{"id":2,"input":[{"id":"y","role":"user","content":[{"type":"text","text":"why"}]}],"target":"a"`+end+`}`,
		`{"id":3,"input":[{"role":"user","content":"attachment://k"}],"target":"a","attachments":{"k":"why"}`+end+`}`,
		`{"id":4,"input":[{"role":"user","content":"why"}],"target":"b"`+end+`}`,
		`{"id":5,"input":[{"role":"user","content":"why"}],"target":"a","choices":["a","b"]`+end+`}`))
	if err != nil {
		t.Fatal(err)
	}
	for i, same := range []bool{true, true, true, false, false} {
		if got[i].Text == got[0].Text != same {
			t.Errorf("item %d: equal texts %v, want %v", i+1, !same, same)
		}
	}
}

// Of several scores the first is taken, and that is said once.
func TestSeveralScores(t *testing.T) {
	samples := []string{`{"id":1,"epoch":1,"scores":{"b":{"value":1},"a":{"value":{"x":0.5,"y":1}}}}`,
		`{"id":2,"epoch":1,"scores":{"b":{"value":1},"a":{"value":{"x":0.25,"y":1}}}}`}
	got, said, err := interchangetest.Scores(t, Scores(), "a.json", logWith(samples...))
	if err != nil || got[1].Value != 0.25 || len(said) != 1 ||
		said[0] != "a.json: the score is a.x; --map score=NAME takes another one of a.x, a.y, b" {
		t.Errorf("%v, %+v, %q", err, got, said)
	}
	got, said, err = interchangetest.Scores(t, Scores(), "a.json", logWith(samples...), "score=b")
	if err != nil || got[1].Value != 1 || said != nil {
		t.Errorf("%v, %+v, %q", err, got, said)
	}
	for text, want := range map[string]string{
		logWith(samples...):                        `a.json: sample 1: there is no score "c", but a.x, a.y, b`,
		logWith():                                  "a.json: the log has no samples",
		logWith(`{"id":1,"scores":{}}`):            "a.json: sample 1: epoch 0; Inspect counts from 1",
		strings.Replace(logWith(), "2", "3", 1):    "a.json: a log of version 3; version 2 is read",
		logWith(`{"id":1,"epoch":1,"scores":[1]}`): "a.json: sample 1: not a sample of Inspect",
	} {
		if _, _, err := interchangetest.Scores(t, Scores(), "a.json", text, "score=c"); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}

// A log in a zip file has the samples of one in JSON.
func TestScoresOfZip(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range map[string]string{"_journal/start.json": `{"version":2,"eval":{"task":"t","model":"m"}}`,
		"samples/1_epoch_1.json": `{"id":1,"epoch":1,"scores":{"m":{"value":"C"}}}`} {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	got, _, err := interchangetest.Scores(t, Scores(), "a.eval", b.String())
	if err != nil || len(got) != 1 || got[0].Value != 1 || got[0].Subject != "m" {
		t.Errorf("%v, %+v", err, got)
	}
}

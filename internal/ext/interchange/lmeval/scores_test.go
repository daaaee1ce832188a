package lmeval

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/test/interchangetest"
)

const scoredLines = `{"doc_id":0,"doc":{"q":"x","group":"g"},"target":"a","arguments":{},"resps":[["a"]],"filter":"strict","metrics":["acc","acc_norm"],"acc":1.0,"acc_norm":0.0,"doc_hash":"h"}
{"doc_id":0,"doc":{"q":"x","group":"g"},"target":"a","resps":[["a"]],"filter":"flexible","metrics":["acc","acc_norm"],"acc":0.0,"acc_norm":0.0}
{"doc_id":1,"doc":{"group":"g","q":"x"},"target":"a","resps":[["a"]],"filter":"strict","metrics":["acc","acc_norm"],"acc":0.0,"acc_norm":1.0}
{"doc_id":2,"doc":{"q":"y","group":"h"},"target":"a","resps":[["a"]],"filter":"strict","metrics":["acc","acc_norm"],"acc":false,"acc_norm":null}
`

const scoredFile = "vendor__m/samples_my_task_2026-01-02T03-04-05.678901.jsonl"

func TestScores(t *testing.T) {
	for _, c := range []struct {
		pairs []string
		want  string
		said  int
	}{
		{nil, "my_task/0 vendor/m 1 \nmy_task/1 vendor/m 0 \nmy_task/2 vendor/m 0 \n", 2},
		{[]string{"score=acc_norm", "cluster=group", "item=q"}, "my_task/x vendor/m 0 g\nmy_task/x vendor/m 1 g\nmy_task/y vendor/m 0without a score h\n", 1},
		{[]string{"filter=flexible"}, "my_task/0 vendor/m 0 \n", 2},
	} {
		got, said, err := interchangetest.Scores(t, Scores(), scoredFile, scoredLines, c.pairs...)
		var b strings.Builder
		for _, s := range got {
			fmt.Fprintf(&b, "%s/%s %s %g%s %s\n", s.Task, s.Item, s.Subject, s.Value, s.Missing, s.Cluster)
		}
		if err != nil || b.String() != c.want || len(said) != c.said {
			t.Errorf("%v: %v\n%swant\n%s%q", c.pairs, err, b.String(), c.want, said)
		}
	}
	got, _, _ := interchangetest.Scores(t, Scores(), scoredFile, scoredLines)
	if got[0].Text != got[1].Text || got[0].Text == got[2].Text {
		t.Error("the order of members is part of a text, or other members are not")
	}
}

// Older versions do not list the metrics.
func TestScoresOfOldLines(t *testing.T) {
	got, said, err := interchangetest.Scores(t, Scores(), "samples_t.jsonl", `{"doc_id":3,"doc":{},"target":1,"resps":[],"bleu":0.5,"em":1}`)
	if err != nil || got[0].Value != 0.5 || got[0].Subject != "samples_t" || len(said) != 1 {
		t.Errorf("%v, %+v, %q", err, got, said)
	}
	// F1 is computed over all items: a line has what it is computed from.
	got, said, err = interchangetest.Scores(t, Scores(), "samples_t.jsonl",
		`{"doc_id":3,"doc":{},"metrics":["f1","em"],"f1":["a",["b"]],"em":1}`)
	if err != nil || got[0].Value != 1 || len(said) != 0 {
		t.Errorf("%v, %+v, %q", err, got, said)
	}
	_, _, err = interchangetest.Scores(t, Scores(), "samples_t.jsonl",
		`{"doc_id":3,"doc":{},"metrics":["f1","em"],"f1":["a",["b"]],"em":1}`, "score=f1")
	if err == nil || !strings.HasPrefix(err.Error(), `samples_t.jsonl:1: f1: score "[\"a\",[\"b\"]]" is neither`) {
		t.Error(err)
	}
	for text, want := range map[string]string{
		`{"doc_id":3,"doc":{},"target":1}`:                      `samples_t.jsonl:1: no metric has a number of its own`,
		"{\"doc_id\":3,\"doc\":{},\"em\":1}\n{\"doc_id\":4,":    `samples_t.jsonl:2: not a sample`,
		`{"doc_id":null,"doc":{},"em":1}`:                       `samples_t.jsonl:1: the sample has no id`,
		`{"doc_id":1,"doc":{},"metrics":["ppl"],"ppl":[1.0,2]}`: `samples_t.jsonl:1: no metric has a number of its own`,
	} {
		_, _, err := interchangetest.Scores(t, Scores(), "samples_t.jsonl", text)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}

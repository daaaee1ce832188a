package table

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/core/run/logs"
	"assay/internal/core/stats/scored"
	"assay/internal/test/interchangetest"
)

// brief writes scores on one line each.
func brief(list []scored.Score) string {
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s %s %d %g%s %s\n", s.Item, s.Subject, s.Epoch, s.Value, s.Missing, s.Cluster)
	}
	return b.String()
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		format logs.Format
		text   string
		pairs  []string
		want   string
	}{
		{CSV(), "\xef\xbb\xbfitem,subject,score,cluster,epoch\nq1,m,yes,c,0\nq1,m,,c,1\n\"q,2\",m,0.5,,0\n", nil,
			"q1 m 1 1 c\nq1 m 2 0without a score c\nq,2 m 1 0.5 \n"},
		{CSV(), "ID;acc\nq1;1\n", []string{"item=ID", "score=acc"}, "q1 x 1 1 \n"},
		{CSV(), "item\tscore\r\nq1\tfalse\r\n", nil, "q1 x 1 0 \n"},
		{JSONL(), "{\"item\":1,\"score\":true,\"model\":\"m\"}\n\n{\"item\":\"b\",\"score\":NaN,\"model\":\"m\"}\n",
			[]string{"subject=model"}, "1 m 1 1 \nb m 1 0without a score \n"},
	} {
		got, _, err := interchangetest.Scores(t, c.format, "x.csv", c.text, c.pairs...)
		if err != nil || brief(got) != c.want {
			t.Errorf("%q: %v\n%swant\n%s", c.text, err, brief(got), c.want)
		}
	}
}

func TestTexts(t *testing.T) {
	got, _, err := interchangetest.Scores(t, CSV(), "x.csv", "item,score,text\na,1,one\nb,1,two\nc,1,one\nd,1,\n")
	if err != nil || got[0].Text == 0 || got[0].Text == got[1].Text || got[0].Text != got[2].Text || got[3].Text != 0 {
		t.Errorf("%v, %+v", err, got)
	}
}

func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		format logs.Format
		text   string
		pairs  []string
		want   string
	}{
		{CSV(), "id,acc\n1,1\n", nil, `x.csv:1: there is no "item", but id, acc; name them with --map item=…,score=…`},
		{CSV(), "item,score\n1,1\n", []string{"cluster=doc"}, `x.csv:1: there is no "doc" (--map cluster), but item, score`},
		{CSV(), "item,score\n1,1\n2,good\n", nil, `x.csv:3: score "good" is neither a number nor yes or no`},
		{CSV(), "item,score\n1,1\n,1\n", nil, `x.csv:3: the item has no id`},
		{CSV(), "item,score\n1,1\n2\n", nil, `x.csv:3: wrong number of fields`},
		{CSV(), "item,score,epoch\n1,1,first\n", nil, `x.csv:2: epoch "first" is not a number from 0`},
		{JSONL(), "{\"item\":1,\"score\":1}\n{\"item\":2}\n", nil, `x.csv:2: there is no "score", but item; name them`},
		{JSONL(), "{\"item\":1,\"score\":1}\n[]\n", nil, `x.csv:2: not a JSON object`},
	} {
		_, _, err := interchangetest.Scores(t, c.format, "x.csv", c.text, c.pairs...)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v\nwant %s", c.text, err, c.want)
		}
	}
}

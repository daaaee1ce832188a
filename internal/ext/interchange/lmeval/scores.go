package lmeval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"assay/internal/core/run/logs"
	"assay/internal/core/stats/scored"
	"assay/internal/ext/interchange"
)

// Scores returns the format that reads the metrics of samples.
func Scores() logs.Format {
	return logs.Format{
		Name: "samples_*.jsonl of lm-evaluation-harness",
		Mine: func(f logs.File) bool { return f.Has("doc_id", "doc") || f.Has("doc_id", "target") },
		Read: readScores,
	}
}

// fixed lists the members of a line that are no metrics.
var fixed = []string{"doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics", "doc_hash",
	"prompt_hash", "target_hash", "schedule_id"}

func readScores(name string, o logs.Options, take func(scored.Score) error) error {
	file, err := interchange.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	model, task := modelOf(file.File), taskOf(name)
	filter, said := o.Map["filter"], false
	inDoc := o.Map["item"]+o.Map["subject"]+o.Map["cluster"] != ""
	further := 0
	err = interchange.EachLine(file, name, func(line []byte) error {
		s, err := interchange.Members(line)
		if err != nil {
			return fmt.Errorf("not a sample of lm-evaluation-harness: %s", strings.TrimPrefix(err.Error(), "json: "))
		}
		if own := interchange.Word(s["filter"]); filter == "" {
			filter = own
		} else if own != filter {
			further++
			return nil
		}
		x := scored.Score{Task: task, Item: interchange.Word(s["doc_id"]), Subject: model, Epoch: 1}
		x.Text = scored.Hash(interchange.Canonical(s["doc"]), interchange.Canonical(s["target"]))
		if o.Texts {
			x.Shown, x.Answer = string(s["arguments"])+string(s["doc"]), interchange.Word(s["resps"])
		}
		var doc map[string]json.RawMessage
		if inDoc {
			_ = json.Unmarshal(s["doc"], &doc) // a document may be of any kind
		}
		for field, to := range map[string]*string{"item": &x.Item, "subject": &x.Subject, "cluster": &x.Cluster} {
			if theirs := o.Map[field]; theirs != "" {
				*to = interchange.Word(doc[theirs])
			}
		}
		switch {
		case x.Item == "":
			return errors.New("the sample has no id")
		case x.Subject == "":
			x.Subject = strings.TrimSuffix(path.Base(name), ".jsonl")
		}
		metrics := metricsOf(s)
		chosen := o.Map["score"]
		if chosen == "" && len(metrics) > 0 {
			if chosen = metrics[0]; len(metrics) > 1 && !said {
				said = true
				o.Say(fmt.Sprintf("%s: the score is %s; --map score=NAME takes another one of %s", name, chosen,
					strings.Join(metrics, ", ")))
			}
		}
		if chosen == "" {
			return errors.New("no metric has a number of its own for an item")
		}
		if s[chosen] == nil {
			return fmt.Errorf("there is no metric %q, but %s", chosen, strings.Join(metrics, ", "))
		}
		if err := interchange.SetScore(&x, interchange.Word(s[chosen])); err != nil {
			return fmt.Errorf("%s: %w; --map score=NAME takes another one of %s", chosen, err, strings.Join(metrics, ", "))
		}
		return take(x)
	})
	if further > 0 {
		o.Say(fmt.Sprintf("%s: %d lines of other filters than %s are left out; --map filter=NAME takes another one", name,
			further, filter))
	}
	return err
}

// metricsOf returns the names of the metrics of a line, in the order of the file where it lists them. It leaves out
// those that the program computes over all items, such as F1: their value of an item is what they are computed from.
func metricsOf(s map[string]json.RawMessage) []string {
	var listed []string
	if json.Unmarshal(s["metrics"], &listed) != nil || len(listed) == 0 {
		for name := range s {
			if !slices.Contains(fixed, name) {
				listed = append(listed, name)
			}
		}
		slices.Sort(listed)
	}
	return slices.DeleteFunc(listed, func(name string) bool {
		v := bytes.TrimSpace(s[name])
		return len(v) == 0 || v[0] == '{' || v[0] == '['
	})
}

// taskOf returns the task from the name of the file, samples_<task>_<time>.jsonl.
func taskOf(name string) string {
	base := strings.TrimPrefix(strings.TrimSuffix(path.Base(name), ".jsonl"), "samples_")
	if i := strings.LastIndexByte(base, '_'); i > 0 && strings.Count(base[i:], "-") >= 2 {
		base = base[:i]
	}
	return base
}

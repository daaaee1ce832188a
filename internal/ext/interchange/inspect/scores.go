package inspect

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/core/base/jsonl"
	"assay/internal/core/run/logs"
	"assay/internal/core/stats/scored"
	"assay/internal/ext/interchange"
)

// Scores returns the format that reads the scores of logs.
func Scores() logs.Format {
	return logs.Format{
		Name: "a log of Inspect (.eval, .json)",
		Mine: func(f logs.File) bool {
			return slices.Contains(f.Members, "_journal/start.json") || slices.Contains(f.Members, "header.json") ||
				f.Has("version", "status", "eval") || f.Has("version", "eval")
		},
		Read: readScores,
	}
}

// scoredSample holds the fields of a sample that its score, and what it is a score of, are read from.
type scoredSample struct {
	ID       json.RawMessage            `json:"id"`
	Epoch    int                        `json:"epoch"`
	Input    json.RawMessage            `json:"input"`
	Choices  json.RawMessage            `json:"choices"`
	Target   json.RawMessage            `json:"target"`
	Metadata map[string]json.RawMessage `json:"metadata"`
	Output   struct {
		Completion string `json:"completion"`
		Choices    []struct {
			Message struct {
				Content json.RawMessage `json:"content"`
			} `json:"message"`
			Stop string `json:"stop_reason"`
		} `json:"choices"`
	} `json:"output"`
	Scores map[string]struct {
		Value json.RawMessage `json:"value"`
	} `json:"scores"`
	Error    json.RawMessage   `json:"error"`
	Invalid  json.RawMessage   `json:"invalidation"`
	Attached map[string]string `json:"attachments"`
}

func readScores(path string, o logs.Options, take func(scored.Score) error) error {
	f, err := interchange.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	said, n := false, 0
	err = eachSample(f.File, func(place string, h *header, text []byte) error {
		n++
		var s scoredSample
		if err := json.Unmarshal(jsonl.Finite(text), &s); err != nil {
			return fmt.Errorf("%s: not a sample of Inspect: %s", place, strings.TrimPrefix(err.Error(), "json: "))
		}
		x, also, err := s.score(h, o)
		if err == nil && len(also) > 1 && o.Map["score"] == "" && !said {
			said = true
			o.Say(fmt.Sprintf("%s: the score is %s; --map score=NAME takes another one of %s", path, also[0],
				strings.Join(also, ", ")))
		}
		if err == nil {
			err = take(x)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		return nil
	})
	if err == nil && n == 0 {
		err = fmt.Errorf("%s: the log has no samples", path)
	}
	return err
}

// score returns the score of a sample, and the names of all its scores.
func (s *scoredSample) score(h *header, o logs.Options) (x scored.Score, names []string, err error) {
	x = scored.Score{Task: h.Eval.Task, Item: interchange.Word(s.ID), Subject: h.Eval.Model, Epoch: s.Epoch}
	if subject := o.Map["subject"]; subject != "" {
		x.Subject = interchange.Word(s.Metadata[subject])
	}
	if item := o.Map["item"]; item != "" {
		x.Item = interchange.Word(s.Metadata[item])
	}
	switch {
	case x.Item == "" || x.Subject == "":
		return x, nil, errors.New("the sample has no id, or no model")
	case s.Epoch < 1:
		return x, nil, fmt.Errorf("epoch %d; Inspect counts from 1", s.Epoch)
	}
	if o.Texts {
		x.Shown = s.shown()
		if x.Answer = s.Output.Completion; x.Answer == "" && len(s.Output.Choices) > 0 {
			x.Answer = textOf(s.Output.Choices[0].Message.Content)
		}
		x.Answer = s.whole(x.Answer)
	}
	x.Text = scored.Hash(s.shown(), interchange.Canonical(s.Choices), interchange.Canonical(s.Target))
	if cluster := o.Map["cluster"]; cluster != "" {
		x.Cluster = interchange.Word(s.Metadata[cluster])
	}
	values := map[string]json.RawMessage{}
	for name, v := range s.Scores {
		var parts map[string]json.RawMessage
		if json.Unmarshal(v.Value, &parts) != nil {
			values[name] = v.Value
		}
		for part, value := range parts {
			values[name+"."+part] = value
		}
	}
	names = slices.Sorted(maps.Keys(values))
	chosen := o.Map["score"]
	if chosen == "" && len(names) > 0 {
		chosen = names[0]
	}
	value, ok := values[chosen]
	switch {
	case len(s.Error) > 0 && string(s.Error) != "null", len(s.Invalid) > 0 && string(s.Invalid) != "null":
		x.Missing = scored.Failed
	case !ok && len(names) > 0:
		return x, names, fmt.Errorf("there is no score %q, but %s", chosen, strings.Join(names, ", "))
	case !ok && len(s.Output.Choices) > 0 && s.Output.Choices[0].Stop == "content_filter":
		x.Missing = scored.Refused
	case !ok:
		x.Missing = scored.Unscored
	default:
		err = setValue(&x, interchange.Word(value))
	}
	return x, names, err
}

// setValue sets the score from a value as Inspect's metrics read it.
func setValue(x *scored.Score, value string) error {
	switch value {
	case "P":
		x.Value = 0.5
		return nil
	case noAnswer:
		x.Word = true
		return nil
	}
	return interchange.SetScore(x, value)
}

// shown returns the input without what differs from run to run, such as the ids of messages.
func (s *scoredSample) shown() string {
	var messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	}
	if len(s.Input) == 0 || s.Input[0] == '"' || json.Unmarshal(s.Input, &messages) != nil {
		return s.whole(interchange.Word(s.Input))
	}
	var b strings.Builder
	for _, m := range messages {
		fmt.Fprintf(&b, "%s\x00%s\x00", m.Role, s.whole(textOf(m.Content)))
	}
	return b.String()
}

// whole returns a text that the log may have put among its attachments.
func (s *scoredSample) whole(text string) string {
	if key, ok := strings.CutPrefix(text, "attachment://"); ok && s.Attached[key] != "" {
		return s.Attached[key]
	}
	return text
}

package promptfoo

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"assay/internal/core/run/logs"
	"assay/internal/core/stats/scored"
	"assay/internal/ext/interchange"
)

// Scores returns the format that reads the grades of results.
func Scores() logs.Format {
	return logs.Format{
		Name: "results of promptfoo eval -o (.json)",
		Mine: func(f logs.File) bool {
			return f.Has("results") && !f.Has("eval") && (f.Has("evalId") || versioned.Match(f.Head))
		},
		Read: readScores,
	}
}

// versioned finds where results begin. Other programs have results without a version of their own.
var versioned = regexp.MustCompile(`"results"\s*:\s*\{\s*"version"`)

// graded holds the fields of a result that its grade, and what it is a grade of, are read from.
type graded struct {
	Success *bool              `json:"success"`
	Score   *float64           `json:"score"`
	Named   map[string]float64 `json:"namedScores"`
	Test    struct {
		Assert   json.RawMessage            `json:"assert"`
		Metadata map[string]json.RawMessage `json:"metadata"`
	} `json:"testCase"`
	Words map[string]json.RawMessage `json:"vars"`

	Prompt struct {
		Raw string `json:"raw"`
	} `json:"prompt"`
	Response struct {
		Output json.RawMessage `json:"output"`
	} `json:"response"`
}

func readScores(path string, o logs.Options, take func(scored.Score) error) error {
	file, err := interchange.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	d, list, err := documentOf(file.File)
	if err != nil {
		return err
	}
	name := subjects{}
	epochs := map[[2]string]int{}
	for i, x := range list {
		place := fmt.Sprintf("%s: result %d", path, i+1)
		var g graded
		if err := json.Unmarshal(d.Results.Raw[i], &g); err != nil {
			return fmt.Errorf("%s: %s", place, strings.TrimPrefix(err.Error(), "json: "))
		}
		vars, err := json.Marshal(g.Words)
		if err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		text := interchange.Canonical(vars) + "\x00" + interchange.Canonical(g.Test.Assert)
		s := scored.Score{Item: interchange.Short(text), Subject: name.of(x), Text: scored.Hash(text)}
		for field, to := range map[string]*string{"item": &s.Item, "subject": &s.Subject, "cluster": &s.Cluster} {
			if theirs := o.Map[field]; theirs != "" {
				*to = cmp.Or(interchange.Word(g.Words[theirs]), interchange.Word(g.Test.Metadata[theirs]))
			}
		}
		if o.Texts {
			s.Shown, s.Answer = g.Prompt.Raw, interchange.Word(g.Response.Output)
		}
		if s.Item == "" || s.Subject == "" {
			return fmt.Errorf("%s: it has no such variable as --map says, or no provider", place)
		}
		at := [2]string{s.Subject, s.Item}
		epochs[at]++ // --repeat asks again
		s.Epoch = epochs[at]
		if err := g.grade(&s, x, o.Map["score"]); err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		if err := take(s); err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
	}
	return nil
}

// grade sets the score: whether all assertions passed, or with a name that score.
func (g *graded) grade(s *scored.Score, x result, name string) error {
	value, named := g.Named[name]
	switch {
	case x.FailureReason == failedByError || x.Response == nil || x.Response.Error != "":
		if s.Missing = scored.Failed; x.Response != nil && x.Response.Refused {
			s.Missing = scored.Refused
		}
	case name == "" || name == "success":
		if s.Word = true; g.Success == nil {
			s.Missing = scored.Unscored
		} else if *g.Success {
			s.Value = 1
		}
	case name == "score":
		if g.Score == nil {
			s.Missing = scored.Unscored
			return nil
		}
		s.Value = *g.Score
	case named:
		s.Value = value
	default:
		return fmt.Errorf("there is no score %q: success, score and the named scores of assertions can be taken", name)
	}
	return nil
}

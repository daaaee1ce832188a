package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"assay/internal/core/base/exit"
	"assay/internal/core/base/jsonl"
	"assay/internal/core/cli"
	"assay/internal/core/report"
	"assay/internal/core/report/versus"
	"assay/internal/core/report/write"
	"assay/internal/core/run/logs"
	"assay/internal/core/stats/scored"
	"assay/internal/ext/leaks"
)

type leaksCmd struct {
	Logs  []string `arg:"" name:"log" help:"Logs with answers, of any program, or archives of runs, whose suites say what is true; of two logs of one subject also what changed between them."`
	Truth string   `help:"File with what a subject must not see: one JSON object per line with item and truth, a text. Several lines about an item add up." placeholder:"FILE"`
	Map   []string `help:"Names that a log has for item, subject, score, text, answer and others, as item=ID,answer=output." placeholder:"NAME=NAME,..." sep:","`
	JSON  bool     `name:"json" help:"Print only the findings and rates, as JSON, on standard output."`
}

func (*leaksCmd) Help() string {
	return `Looks for signs that a subject saw what it should not: words in a row, names and ids of the truth that the text it was shown does not have, answers
equal to another subject's, and scores that rose on items whose shown text changed. Each sign is printed with its evidence and with how often it is found
where it cannot be (docs/compare.md). A paraphrase has no sign.

Examples:

  assay leaks a.eval --truth truth.jsonl
  assay leaks january.jsonl may.jsonl --truth truth.jsonl --map answer=output,text=prompt`
}

// leaked is the result, as JSON.
type leaked struct {
	Findings []leaks.Finding `json:"findings"`
	Rates    []leaks.Rate    `json:"rates"`
	Moved    []string        `json:"moved,omitempty"`
}

func (c *leaksCmd) Run(ctx context.Context, env *cli.Env) error {
	o, err := logs.NewOptions(c.Map, "", env.Say)
	if err != nil {
		return err
	}
	o.Texts = true
	truths, err := c.truths()
	if err != nil {
		return err
	}
	var answers []leaks.Answer
	set := &scored.Set{}
	for i, name := range c.Logs {
		own := func(d *report.Data) error {
			if err := ofRun(d, i, truths, &answers); err != nil {
				return err
			}
			return logs.Run(set, i, d, "", o)
		}
		err := logs.Each(ctx, name, o, own, func(x scored.Score) error {
			if x.Answer != "" {
				answers = append(answers, leaks.Answer{Item: x.Item, Subject: x.Subject, Shown: x.Shown, Text: x.Answer, Log: i})
			}
			return set.Add(i, x)
		})
		if err != nil {
			return err
		}
	}
	if len(answers) == 0 {
		return exit.Usage("%s: no log has answers; name them with --map answer=…", strings.Join(c.Logs, ", "))
	}
	var out leaked
	out.Findings, out.Rates = leaks.Search(answers, truths)
	versus.Labels(set, c.Logs)
	for i := range set.Subjects {
		for j := range i {
			if changed, kept, d, ok := leaks.Moved(set, j, i); ok && set.Same(j, i) {
				out.Moved = append(out.Moved, fmt.Sprintf("%s to %s: the shown text of %d items changed and their score by %+.3f "+
					"more than that of %d others, p %.4f", set.Subjects[j].Name, set.Subjects[i].Name, len(changed), d.Value,
					len(kept), d.P))
			}
		}
	}
	if c.JSON {
		enc := json.NewEncoder(env.Data())
		enc.SetIndent("", "  ")
		return enc.Encode(out)
	}
	return write.Terminal(env.Stdout, out.document(), cli.TerminalWidth(env))
}

// ofRun adds the answers of a run of ours, and what its suites say about the texts to the truths.
func ofRun(d *report.Data, log int, truths map[string][]string, answers *[]leaks.Answer) error {
	keys := map[string]bool{}
	for _, t := range d.Trials {
		keys[t.Key] = t.Outcome != ""
	}
	whole, err := d.Whole(slices.Sorted(maps.Keys(keys)))
	if err != nil {
		return err
	}
	for _, t := range d.Trials {
		w, v, item := whole[t.Key], t.Variant, report.ClusterOf(t.Variant) // both halves of a pair have one truth
		if w.Details == nil || w.Response.Text == "" {
			continue
		}
		shown := v.Task.Spec
		for _, f := range v.Task.Files {
			shown += "\n" + f.Text
		}
		for _, text := range []string{v.RootCause, v.Attack, v.Fix} {
			if text != "" && !slices.Contains(truths[item], text) {
				truths[item] = append(truths[item], text)
			}
		}
		*answers = append(*answers, leaks.Answer{Item: item, Subject: t.Subject, Shown: shown, Text: w.Response.Text,
			Log: log})
	}
	return nil
}

// truths reads the file of truths; without one there are none.
func (c *leaksCmd) truths() (map[string][]string, error) {
	out := map[string][]string{}
	if c.Truth == "" {
		return out, nil
	}
	f, err := os.Open(c.Truth)
	if err != nil {
		return nil, exit.Usage("%v", err)
	}
	defer f.Close()
	err = jsonl.Read(f, c.Truth, "a truth", func(_ int, x struct {
		Item  string `json:"item"`
		Truth string `json:"truth"`
	}) error {
		if x.Item == "" || x.Truth == "" {
			return fmt.Errorf("item or truth is empty")
		}
		out[x.Item] = append(out[x.Item], x.Truth)
		return nil
	})
	if err != nil {
		return nil, exit.Usage("%v", err)
	}
	return out, nil
}

func (l leaked) document() write.Document {
	found := write.Table{ID: "leaks", Title: "Signs", Columns: write.Columns("Item", "Subject", "Log", "Sign", "Strength",
		"Evidence")}
	for _, f := range l.Findings {
		found.Rows = append(found.Rows, write.Cells(f.Item, f.Subject, f.Log+1, f.Sign, f.Strength, f.Evidence))
	}
	rates := write.Table{ID: "rates", Title: "How often each sign is found", Says: l.Moved,
		Columns: write.Columns("Sign", "Answers with it", "Where it cannot be", "95 % interval")}
	for _, r := range l.Rates {
		between := write.None
		if i := r.Interval; i != nil {
			between = fmt.Sprintf("[%s, %s]", report.Percent(i.Lo), report.Percent(i.Hi))
		}
		rates.Rows = append(rates.Rows, write.Cells(r.Sign, fmt.Sprintf("%d of %d", r.Found, r.Answers),
			fmt.Sprintf("%d of %d", r.Control, r.Pairs), between))
	}
	tables := []write.Table{found, rates}
	if len(l.Findings) == 0 {
		tables = tables[1:]
	}
	return write.Document{Title: "Leaks", Sections: []write.Section{{ID: "leaks", Title: "Leaks", Tables: tables}},
		Foot: []string{"A sign is no proof: another template, judge or rule between two runs changes scores too. Where it " +
			"cannot be: between an answer and the truth of another item, or equal answers about different items. A paraphrase " +
			"of the truth in other words and without its names has no sign."}}
}

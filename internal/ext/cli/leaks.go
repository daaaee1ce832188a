package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/jsonl"
	"assay/internal/core/cli"
	"assay/internal/core/report"
	"assay/internal/core/report/versus"
	"assay/internal/core/report/write"
	"assay/internal/core/run"
	"assay/internal/core/run/logs"
	"assay/internal/core/stats"
	"assay/internal/core/stats/scored"
	"assay/internal/core/suite"
	"assay/internal/ext/leaks"
)

type leaksCmd struct {
	Logs  []string `arg:"" name:"log" help:"Logs with answers, of any program, or archives of runs, whose suites say what is true; of two logs of one subject also what changed between them."`
	Suite []string `help:"Suite that says what is true of the texts that the items are: a name or a directory. Items are named by the key of a text, or by its sample." placeholder:"NAME|PATH" sep:"none" found:"data"`
	Truth string   `help:"File with what a subject must not see: one JSON object per line with item and truth, a text. Several lines about an item add up." placeholder:"FILE"`
	Map   []string `help:"Names that a log has for item, subject, score, text, answer and others, as item=ID,answer=output." placeholder:"NAME=NAME,..." sep:","`
	JSON  bool     `name:"json" help:"Print only the findings and rates, as JSON, on standard output."`
}

func (*leaksCmd) Help() string {
	return `Looks for signs that a subject saw what it should not: words in a row, names and ids of the truth that the text it was shown does not have, answers
equal to another subject's, and scores that rose on items whose shown text changed. Each sign is printed with its evidence and with how often it is found
where it cannot be; the signs of each item together, corrected for all items (docs/compare.md). A paraphrase has no sign.

Examples:

  assay leaks a.eval --truth truth.jsonl
  assay leaks a.eval --suite blockbench --map item=variant
  assay leaks january.jsonl may.jsonl --truth truth.jsonl --map answer=output,text=prompt`
}

// leaked is the result, as JSON.
type leaked struct {
	leaks.Result
	Moved []string `json:"moved,omitempty"`
}

// search is what is read for a search.
type search struct {
	truths  map[string][]string
	items   map[string]string // the item of each name that a log may have for it; a name without one is an item itself
	shown   map[string]string // the text of each name, for logs without texts
	answers []leaks.Answer
	set     scored.Set
}

// named returns the item with a name of a log.
func (s *search) named(name string) string { return cmp.Or(s.items[name], name) }

func (c *leaksCmd) Run(ctx context.Context, env *cli.Env) error {
	o, err := logs.NewOptions(c.Map, "", env.Say)
	if err != nil {
		return err
	}
	o.Texts = true
	s := &search{truths: map[string][]string{}, items: map[string]string{}, shown: map[string]string{}}
	if err := s.fromFile(c.Truth); err != nil {
		return err
	}
	for _, name := range c.Suite {
		list, err := run.LoadSuite(env.Env, name)
		if err != nil {
			return err
		}
		for _, st := range list {
			s.fromSuite(st)
		}
	}
	for i, name := range c.Logs {
		own := func(d *report.Data) error {
			if err := s.ofRun(d, i); err != nil {
				return err
			}
			return logs.Run(&s.set, i, d, "", o)
		}
		err := logs.Each(ctx, name, o, own, func(x scored.Score) error {
			if x.Answer != "" {
				s.answers = append(s.answers, leaks.Answer{Item: s.named(x.Item), Subject: x.Subject,
					Shown: cmp.Or(x.Shown, s.shown[x.Item]), Text: x.Answer, Log: i})
			}
			return s.set.Add(i, x)
		})
		if err != nil {
			return err
		}
	}
	if len(s.answers) == 0 {
		return exit.Usage("%s: no log has answers; name them with --map answer=…", strings.Join(c.Logs, ", "))
	}
	if len(c.Suite) > 0 && !slices.ContainsFunc(s.answers, func(a leaks.Answer) bool { return s.truths[a.Item] != nil }) {
		return exit.Usage("no item is a text of %s: an item such as %q must be named as in assay samples list; "+
			"--map item=NAME takes another name", strings.Join(c.Suite, ", "), s.answers[0].Item)
	}
	versus.Labels(&s.set, c.Logs)
	out, changed, kept := s.moved()
	out.Result = leaks.Search(s.answers, s.truths, changed, kept)
	if c.JSON {
		enc := json.NewEncoder(env.Data())
		enc.SetIndent("", "  ")
		return enc.Encode(out)
	}
	return write.Terminal(env.Stdout, out.document(), cli.TerminalWidth(env))
}

// moved compares each subject between two logs: it returns the tests, adjusted together, and for each item the mean
// rise of its score over the subjects, where its shown text changed and where it did not.
func (s *search) moved() (out leaked, changed, kept map[string]float64) {
	sums := [2]map[string][2]float64{{}, {}}
	var says []string
	var ps []float64
	for i := range s.set.Subjects {
		for j := range i {
			if !s.set.Same(j, i) {
				continue
			}
			moved, same := s.set.Changes(j, i)
			for k, of := range []map[string]float64{moved, same} {
				for _, name := range slices.Sorted(maps.Keys(of)) { // in one order, since sums of floats depend on it
					sum := sums[k][s.named(name)]
					sums[k][s.named(name)] = [2]float64{sum[0] + of[name], sum[1] + 1}
				}
			}
			if d, ok := leaks.Moved(moved, same); ok {
				says = append(says, fmt.Sprintf("%s to %s: the shown text of %d items changed and their score by %+.3f more than "+
					"that of %d others", s.set.Subjects[j].Name, s.set.Subjects[i].Name, len(moved), d.Value, len(same)))
				ps = append(ps, d.P)
			}
		}
	}
	for i, p := range stats.Holm(ps) {
		out.Moved = append(out.Moved, fmt.Sprintf("%s, p %.4f", says[i], p))
	}
	changed, kept = means(sums[0]), means(sums[1])
	maps.DeleteFunc(kept, func(item string, _ float64) bool { _, ok := changed[item]; return ok })
	return out, changed, kept
}

func means(sums map[string][2]float64) map[string]float64 {
	out := map[string]float64{}
	for item, sum := range sums {
		out[item] = sum[0] / sum[1]
	}
	return out
}

// add adds what is true of an item, each text once.
func (s *search) add(item string, texts ...string) {
	for _, text := range texts {
		if text != "" && !slices.Contains(s.truths[item], text) {
			s.truths[item] = append(s.truths[item], text)
		}
	}
}

// fromSuite adds what a suite says of its texts. Both halves of a pair have one truth.
func (s *search) fromSuite(st *suite.Suite) {
	canaries := map[string]string{}
	for _, x := range st.Samples {
		if x.Meta != nil {
			canaries[x.ID] = x.Meta.Canary
		}
	}
	for i := range st.Variants {
		v := &st.Variants[i]
		item := report.ClusterOf(v)
		s.add(item, v.RootCause, v.Attack, v.Fix, canaries[v.Sample])
		for _, name := range []string{v.Key, strings.TrimPrefix(v.Key, v.Suite+"/"), v.Sample} {
			if s.items[name] == "" {
				s.items[name], s.shown[name] = item, textOf(v)
			}
		}
	}
}

// textOf returns what is shown of a text.
func textOf(v *bench.Variant) string {
	shown := v.Task.Spec
	for _, f := range v.Task.Files {
		shown += "\n" + f.Text
	}
	return shown
}

// ofRun adds the answers of a run of ours, and what its suites say about the texts.
func (s *search) ofRun(d *report.Data, log int) error {
	keys := map[string]bool{}
	for _, t := range d.Trials {
		keys[t.Key] = t.Outcome != ""
	}
	whole, err := d.Whole(slices.Sorted(maps.Keys(keys)))
	if err != nil {
		return err
	}
	for _, t := range d.Trials {
		w, v, item := whole[t.Key], t.Variant, report.ClusterOf(t.Variant)
		s.items[v.Key] = item
		if w.Details == nil || w.Response.Text == "" {
			continue
		}
		s.add(item, v.RootCause, v.Attack, v.Fix)
		s.answers = append(s.answers, leaks.Answer{Item: item, Subject: t.Subject, Shown: textOf(v), Text: w.Response.Text,
			Log: log})
	}
	return nil
}

// fromFile reads a file of truths; "" is none.
func (s *search) fromFile(name string) error {
	if name == "" {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return exit.Usage("%v", err)
	}
	defer f.Close()
	err = jsonl.Read(f, name, "a truth", func(_ int, x struct {
		Item  string `json:"item"`
		Truth string `json:"truth"`
	}) error {
		if x.Item == "" || x.Truth == "" {
			return fmt.Errorf("item or truth is empty")
		}
		s.truths[x.Item] = append(s.truths[x.Item], x.Truth)
		return nil
	})
	if err != nil {
		return exit.Usage("%v", err)
	}
	return nil
}

// shown is the level below which an item stands out.
const shown = 0.05

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
	tables := []write.Table{rates}
	if len(l.Items) > 0 {
		tables = append([]write.Table{l.items()}, tables...)
	}
	if len(l.Findings) > 0 {
		tables = append([]write.Table{found}, tables...)
	}
	return write.Document{Title: "Leaks", Sections: []write.Section{{ID: "leaks", Title: "Leaks", Tables: tables}},
		Foot: []string{"A sign is no proof: another template, judge or rule between two runs changes scores too. Where it " +
			"cannot be: between an answer and the truth of another item, equal answers about different items, or an unchanged " +
			"text. p of an item: how often an item has so clear a sign there, for all signs together; then corrected for all " +
			"items after Benjamini and Hochberg. A paraphrase of the truth in other words and without its names has no sign."}}
}

// items returns the table of items with a sign.
func (l leaked) items() write.Table {
	t := write.Table{ID: "items", Title: "Items", Columns: write.Columns("Item", "Answers", "Words", "Names", "Equal",
		"Score", "p", "Corrected")}
	clear := 0
	for _, x := range l.Items {
		rise := ""
		if x.Rise != nil {
			rise = fmt.Sprintf("%+.2f", *x.Rise)
		}
		if x.Adjusted < shown {
			clear++
		}
		t.Rows = append(t.Rows, write.Cells(x.Item, x.Answers, x.Words, x.Names, x.Equal, rise, report.Probability(x.P),
			report.Probability(x.Adjusted)))
	}
	t.Says = []string{fmt.Sprintf("%d of %s have clearer signs than chance gives them: in expectation, at most 1 in 20 "+
		"of these is wrong.", clear, report.Plural(l.Tested, "item"))}
	return t
}

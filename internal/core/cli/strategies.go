package cli

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/prompt"
	"assay/internal/core/run"
	"assay/internal/core/run/subject"
	"assay/internal/core/suite"
)

type strategiesCmd struct {
	List strategiesList `cmd:"" default:"withargs" help:"List the strategies and the factors in which they differ."`
	Show strategiesShow `cmd:"" help:"Print the exact question that a strategy asks about a sample."`
}

type strategiesList struct {
	JSON bool `name:"json" help:"Print JSON."`
}

func (*strategiesList) Help() string { return "Example:\n\n  assay strategies list" }

func (c *strategiesList) Run(env *Env) error {
	all := prompt.All()
	if c.JSON {
		type row struct {
			Name, Doc, Asks string
			Languages       []string
			Formats         []bench.Format
			Factors         map[string]string
			Hash            string
		}
		var rows []row
		for _, s := range all {
			r := row{s.Name, s.Doc, string(s.Asks), s.Languages, s.Formats, map[string]string{}, s.Hash()}
			for _, f := range prompt.Factors() {
				if l := s.Level(f.Name); l != "" {
					r.Factors[f.Name] = l
				}
			}
			rows = append(rows, r)
		}
		return WriteJSON(env, rows)
	}
	w := env.Grid()
	header := []string{"STRATEGY", "SUITES"}
	for _, f := range prompt.Factors() {
		header = append(header, strings.ToUpper(f.Name))
	}
	fmt.Fprintln(w, strings.Join(append(header, "HASH"), "\t"))
	for _, s := range all {
		row := []string{s.Name, bench.FormatNames(s.Formats)}
		for _, f := range prompt.Factors() {
			row = append(row, Dash(s.Level(f.Name)))
		}
		fmt.Fprintln(w, strings.Join(append(row, s.Hash()[:12]), "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(env.Stdout)
	for _, s := range all {
		fmt.Fprintf(w, "%s\t%s\n", s.Name, s.Doc)
	}
	fmt.Fprintln(w, "\t")
	for _, f := range prompt.Factors() {
		fmt.Fprintf(w, "%s=%s\t%s\n", f.Name, strings.Join(f.Levels, "|"), f.Doc)
	}
	return w.Flush()
}

type strategiesShow struct {
	Name   string   `arg:"" help:"Name of a strategy, its folder, or factor=level,..., for example framing=adversarial,cot=yes."`
	Sample string   `help:"Sample to ask about; append +fixed for the twin. By default the first sample that the strategy applies to." placeholder:"ID"`
	Suite  []string `help:"Suite that contains the sample; the embedded suites by default." placeholder:"NAME|PATH" sep:"none"`
	JSON   bool     `name:"json" help:"Print the system and user messages, the schema and the hash as JSON."`
}

func (*strategiesShow) Help() string {
	return "Example:\n\n  assay strategies show framing=adversarial,cot=yes --sample bridge-replica"
}

func (c *strategiesShow) Run(env *Env) error {
	ways, err := (&subject.Options{Strategy: []string{c.Name}}).Ways()
	if err != nil {
		return err
	}
	if len(ways) > 1 {
		return usage("%s has %d strategies; give the folder of one", c.Name, len(ways))
	}
	var s prompt.Strategy
	if own := ways[0].Own; own != nil {
		s = *own
	} else if s, err = prompt.Find(ways[0].Name); err != nil {
		return usage("%v", err)
	}
	sel := run.Selection{Suite: c.Suite}
	list, err := sel.Load(env.Env)
	if err != nil {
		return err
	}
	about, p, err := c.render(list, s)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "strategy %s asks about %s; hash %s\n", s.Name, about, p.Hash)
	if c.JSON {
		return WriteJSON(env, struct {
			Strategy string `json:"strategy"`
			About    string `json:"about"`
			System   string `json:"system,omitempty"`
			User     string `json:"user"`
			Schema   string `json:"schema,omitempty"`
			Hash     string `json:"hash"`
		}{s.Name, about, p.System, p.User, string(p.Schema), p.Hash})
	}
	if p.System != "" {
		fmt.Fprintf(env.Data(), "=== system\n%s\n=== user\n", p.System)
	}
	fmt.Fprintln(env.Data(), p.User)
	return nil
}

// render returns the question about --sample, or about the first sample that the strategy
// applies to.
func (c *strategiesShow) render(list []*suite.Suite, s prompt.Strategy) (about string, p prompt.Prompt, err error) {
	if c.Sample != "" {
		st, sample, err := FindSample(list, c.Sample)
		if err != nil {
			return "", p, err
		}
		key := sample.Keys[0]
		if strings.HasSuffix(c.Sample, "+fixed") {
			key = sample.Keys[len(sample.Keys)-1]
		}
		if about, p, err = rendered(st, sample, key, s); err != nil {
			return "", p, usage("%v", err)
		}
		return about, p, nil
	}
	for _, st := range list {
		for i := range st.Samples {
			for _, key := range st.Samples[i].Keys {
				if about, p, err := rendered(st, &st.Samples[i], key, s); err == nil {
					return about, p, nil
				}
			}
		}
	}
	return "", p, usage("strategy %s applies to no sample of the suites", s.Name)
}

// rendered returns the question about one variant of a sample, or about its incident.
func rendered(st *suite.Suite, sample *suite.Sample, key string, s prompt.Strategy) (string, prompt.Prompt, error) {
	if s.Asks == prompt.ForKnowledge {
		if sample.Meta == nil || sample.Meta.Provenance.Incident == "" {
			return "", prompt.Prompt{}, fmt.Errorf("sample %s is not based on an incident", sample.ID)
		}
		incident := sample.Meta.Provenance.Incident
		p, err := prompt.RenderIncident(s, incident)
		return "the incident " + incident, p, err
	}
	v, ok := st.Variant(key)
	if !ok {
		return "", prompt.Prompt{}, fmt.Errorf("unknown variant %s", key)
	}
	if f := prompt.FormatOf(v.Task); !slices.Contains(s.Formats, f) {
		return "", prompt.Prompt{}, fmt.Errorf("%s is of format %s, and strategy %s is for %s", key, f, s.Name,
			bench.FormatNames(s.Formats))
	}
	task := v.Task
	if s.Asks == prompt.ForContinuation {
		c, why := run.BeginningOf(v, v.Task.Files[0].Text)
		if why != "" {
			return "", prompt.Prompt{}, fmt.Errorf("%s: %s", key, why)
		}
		task = c.Task
	}
	p, err := prompt.Render(s, task)
	return key, p, err
}

package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/engine"
	"assay/internal/environ"
	"assay/internal/exit"
	"assay/internal/prompt"
	"assay/internal/suite"
)

type strategiesCmd struct {
	List strategiesList `cmd:"" default:"withargs" help:"List the strategies and the factors they differ in."`
	Show strategiesShow `cmd:"" help:"Print the question that a strategy asks about a sample, byte for byte."`
}

type strategiesList struct {
	JSON bool `name:"json" help:"Print JSON."`
}

func (*strategiesList) Help() string { return "Example:\n\n  assay strategies list" }

func (c *strategiesList) Run(env *Env) error {
	all := prompt.All()
	if c.JSON {
		type row struct {
			Name, Doc, Asks    string
			Languages, Formats []string
			Factors            map[string]string
			Hash               string
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
		return writeJSON(env, rows)
	}
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	header := []string{"STRATEGY", "SUITES"}
	for _, f := range prompt.Factors() {
		header = append(header, strings.ToUpper(f.Name))
	}
	fmt.Fprintln(w, strings.Join(append(header, "HASH"), "\t"))
	for _, s := range all {
		row := []string{s.Name, strings.Join(s.Formats, ", ")}
		for _, f := range prompt.Factors() {
			row = append(row, dash(s.Level(f.Name)))
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
	Name   string   `arg:"" help:"Name of a strategy, its folder, or factor=level,... as in framing=adversarial,cot=yes."`
	Sample string   `help:"Sample to ask about; +fixed at its end asks about the twin. The first that the strategy applies to by default." placeholder:"ID"`
	Suite  []string `help:"Suite the sample is in; the embedded ones by default." placeholder:"NAME|PATH" sep:"none"`
	JSON   bool     `name:"json" help:"Print system and user message, schema and hash as JSON."`
}

func (*strategiesShow) Help() string {
	return "Example:\n\n  assay strategies show framing=adversarial,cot=yes --sample bridge-replica"
}

func (c *strategiesShow) Run(env *Env) error {
	ways, err := (&asking{Strategy: []string{c.Name}}).ways()
	if err != nil {
		return err
	}
	if len(ways) > 1 {
		return exit.Usage("%s has %d strategies; name the folder of one", c.Name, len(ways))
	}
	var s prompt.Strategy
	if own := ways[0].own; own != nil {
		s = *own
	} else if s, err = prompt.Find(ways[0].name); err != nil {
		return exit.Usage("%v", err)
	}
	sel := selection{Suite: c.Suite}
	list, err := sel.load(env.Env)
	if err != nil {
		return err
	}
	about, p, err := c.render(list, s)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "strategy %s asks about %s; hash %s\n", s.Name, about, p.Hash)
	if c.JSON {
		return writeJSON(env, struct {
			Strategy string `json:"strategy"`
			About    string `json:"about"`
			System   string `json:"system,omitempty"`
			User     string `json:"user"`
			Schema   string `json:"schema,omitempty"`
			Hash     string `json:"hash"`
		}{s.Name, about, p.System, p.User, string(p.Schema), p.Hash})
	}
	if p.System != "" {
		fmt.Fprintf(env.data(), "=== system\n%s\n=== user\n", p.System)
	}
	fmt.Fprintln(env.data(), p.User)
	return nil
}

// render makes the question about --sample, or about the first sample that the
// strategy applies to.
func (c *strategiesShow) render(list []*suite.Suite, s prompt.Strategy) (about string, p prompt.Prompt, err error) {
	if c.Sample != "" {
		st, sample, err := findSample(list, c.Sample)
		if err != nil {
			return "", p, err
		}
		key := sample.Keys[0]
		if strings.HasSuffix(c.Sample, "+fixed") {
			key = sample.Keys[len(sample.Keys)-1]
		}
		if about, p, err = rendered(st, sample, key, s); err != nil {
			return "", p, exit.Usage("%v", err)
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
	return "", p, exit.Usage("strategy %s applies to no sample of the suites", s.Name)
}

// rendered asks about one variant of a sample, or about its incident.
func rendered(st *suite.Suite, sample *suite.Sample, key string, s prompt.Strategy) (string, prompt.Prompt, error) {
	if s.Asks == prompt.ForKnowledge {
		if sample.Meta == nil || sample.Meta.Provenance.Incident == "" {
			return "", prompt.Prompt{}, fmt.Errorf("sample %s goes back to no incident", sample.ID)
		}
		incident := sample.Meta.Provenance.Incident
		p, err := prompt.RenderIncident(s, incident)
		return "the incident " + incident, p, err
	}
	v, ok := st.Variant(key)
	if !ok {
		return "", prompt.Prompt{}, fmt.Errorf("there is no variant %s", key)
	}
	if f := prompt.FormatOf(v.Task); !slices.Contains(s.Formats, f) {
		return "", prompt.Prompt{}, fmt.Errorf("%s is of format %s, and strategy %s is for %s", key, f, s.Name, strings.Join(s.Formats, ", "))
	}
	p, err := prompt.Render(s, v.Task)
	return key, p, err
}

// checkCoverage makes sure that no selected variant is passed over in silence:
// every model asks about each of them in some way. A strategy that asks about a
// part of them, or a built-in that reads a part of the languages, is told about in one line.
func checkCoverage(env *environ.Env, detectors []detect.Detector, variants []*bench.Variant, jobs []engine.Job) error {
	by := map[string]map[string]bool{} // subject, and model, to the keys of variants
	see := func(name, key string) {
		if by[name] == nil {
			by[name] = map[string]bool{}
		}
		by[name][key] = true
	}
	model := map[string]string{}
	for _, d := range detectors {
		s := d.Subject()
		model[s.Name] = cmp.Or(s.Model, s.Name)
	}
	for _, j := range jobs {
		see("subject "+j.Subject, j.Variant.Key)
		see("model "+model[j.Subject], j.Variant.Key)
	}
	for _, d := range detectors {
		s := d.Subject()
		if n := len(by["subject "+s.Name]); s.Kind == "builtin" && n > 0 && n < len(variants) {
			fmt.Fprintf(env.Stderr, "%s is asked about %d of %d variants: those in languages that it reads\n", s.Name, n, len(variants))
			continue
		}
		for _, v := range variants {
			if by["model "+model[s.Name]][v.Key] {
				continue
			}
			_, err := d.PromptHash(v.Task)
			return exit.Usage("%d of %d selected variants would not be asked about, the first %s: %w; narrow the selection with --suite, --subset or --filter, or name a further --strategy",
				len(variants)-len(by["model "+model[s.Name]]), len(variants), v.Key, err)
		}
		if n := len(by["subject "+s.Name]); n < len(variants) {
			fmt.Fprintf(env.Stderr, "%s is asked about %d of %d variants: those that its strategy applies to\n", s.Name, n, len(variants))
		}
	}
	return nil
}

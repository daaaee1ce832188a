package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/report/write"
	"assay/internal/core/run"
	"assay/internal/core/suite"
	"assay/internal/core/taxonomy"
)

type samplesCmd struct {
	List    samplesList    `cmd:"" default:"withargs" help:"List samples."`
	Show    samplesShow    `cmd:"" help:"Show one sample: code, labels, ground truth."`
	Classes samplesClasses `cmd:"" help:"List the classes of the taxonomy."`
}

type samplesList struct {
	run.Selection
	JSON bool `name:"json" help:"Print JSON."`
}

func (*samplesList) Help() string {
	return "Example:\n\n  assay samples list --subset tc"
}

func (c *samplesList) Run(env *Env) error {
	list, err := c.Load(env.Env)
	if err != nil {
		return err
	}
	vs, err := c.Variants(list)
	if err != nil {
		return err
	}
	selected := map[string]bool{}
	for _, v := range vs {
		selected[v.Key] = true
	}
	type row struct {
		Suite, ID, Group string
		Tier             int
		Class            bench.Class
		Severity         string
		Variants         int
	}
	var rows []row
	for _, st := range list {
		for _, s := range st.Samples {
			if slices.ContainsFunc(s.Keys, func(k string) bool { return selected[k] }) {
				class := s.Class
				if v, ok := st.Variant(s.Keys[0]); ok && v.Truth == bench.Safe {
					class = "" // the class of a good test is only that of its counterpart
				}
				rows = append(rows, row{st.Name, s.ID, s.Group, s.Tier, class, s.Severity, len(s.Keys)})
			}
		}
	}
	if c.JSON {
		return WriteJSON(env, rows)
	}
	t := write.Table{Columns: write.Columns("SUITE", "SAMPLE", "GROUP", "TIER", "CLASS", "SEVERITY")}
	for _, r := range rows {
		tier := "-"
		if r.Tier > 0 {
			tier = fmt.Sprint(r.Tier)
		}
		t.Rows = append(t.Rows, write.Cells(r.Suite, r.ID, r.Group, tier, Dash(string(r.Class)), Dash(r.Severity)))
	}
	return env.List(&t)
}

type samplesShow struct {
	run.Selection
	run.Varying
	ID     string `arg:"" help:"Sample id, or the end of an id, such as bridge-replica."`
	Format string `enum:"text,json,codeacts" default:"text" help:"text, json, or codeacts: the paper's annotation of each variant."`
}

func (*samplesShow) Help() string {
	return "Examples:\n\n  assay samples show bridge-replica --format codeacts\n  assay samples show bridge-replica " +
		"--variants chameleon,no-comments"
}

func (c *samplesShow) Run(env *Env) error {
	list, err := c.Load(env.Env)
	if err != nil {
		return err
	}
	st, s, err := FindSample(list, c.ID)
	if err != nil {
		return err
	}
	var vs []*bench.Variant
	for _, k := range s.Keys {
		if v, ok := st.Variant(k); ok {
			vs = append(vs, v)
		}
	}
	varied, err := c.Vary(env.Env, []*suite.Suite{st}, vs)
	if err != nil {
		return err
	}
	vs = append(vs, varied.Variants...)
	switch c.Format {
	case "json":
		return WriteJSON(env, struct {
			Sample   *suite.Sample
			Variants []*bench.Variant
		}{s, vs})
	case "codeacts":
		if st.Format.ByRequirement() {
			return usage("%s is SQL; CodeActs annotate Solidity", s.ID)
		}
		showCodeActs(env, vs)
		return nil
	}
	fmt.Fprintf(env.Stdout, "%s  %s\n", s.ID, s.Class.Title())
	if m := s.Meta; m != nil {
		tier := "" // imported samples may have none
		if m.Tier > 0 {
			tier = strconv.Itoa(m.Tier)
		}
		fmt.Fprintf(env.Stdout, "subset %s (%s), tier %s, severity %s, compiler %s\n", m.Subset, suite.SubsetTitle(m.Subset),
			Dash(tier), Dash(m.Severity), Dash(m.Compiler))
		if m.Provenance.Incident != "" {
			fmt.Fprintf(env.Stdout, "after the incident %s, %s\n", m.Provenance.Incident, m.Provenance.Date)
		}
		if from := m.Provenance.Imported; m.Imported() {
			fmt.Fprintf(env.Stdout, "imported from %s, %s; licence: %s\n", from.From, from.Path, m.Licence)
		}
		for _, source := range m.Sources {
			fmt.Fprintf(env.Stdout, "source: %s, %s, %s", oneLine(source.Title), oneLine(source.By), source.Date)
			if source.Address != "" {
				fmt.Fprintf(env.Stdout, ", %s", source.Address)
			}
			fmt.Fprintln(env.Stdout)
		}
		if m.RootCause+m.Attack+m.Fix != "" {
			fmt.Fprintf(env.Stdout, "\nRoot cause  %s\nAttack      %s\nFix         %s\n", oneLine(m.RootCause),
				oneLine(m.Attack), oneLine(m.Fix))
		}
		for _, set := range vs[0].Further {
			what := "also documented"
			if set.Secondary {
				what = "present, not documented"
			}
			fmt.Fprintf(env.Stdout, "\nFlaw %d      %s, %s; severity %s\nRoot cause  %s\nAttack      %s\nFix         %s\n",
				set.Number, set.Class.Title(), what, Dash(set.Severity), oneLine(set.RootCause), oneLine(set.Attack),
				oneLine(set.Fix))
		}
	} else if vs[0].RootCause != "" {
		fmt.Fprintf(env.Stdout, "\n%s\n", vs[0].RootCause)
	}
	for _, v := range vs {
		fmt.Fprintf(env.Stdout, "\n--- %s (%s, %s)\n", v.Key, v.Truth, v.Proof)
		if v.Evidence != "" {
			fmt.Fprintf(env.Stdout, "executed: %s\n", v.Evidence)
		}
		showCode(env, v)
	}
	return nil
}

// FindSample finds a sample by its id, or by the end of its id if that is unambiguous.
func FindSample(list []*suite.Suite, id string) (*suite.Suite, *suite.Sample, error) {
	id = strings.TrimSuffix(id, "+fixed")
	var in *suite.Suite
	var found *suite.Sample
	var ids []string
	for _, st := range list {
		for i := range st.Samples {
			s := &st.Samples[i]
			if s.ID == id || st.Name+"/"+s.ID == id {
				return st, s, nil
			}
			if strings.HasSuffix(s.ID, "/"+id) {
				in, found = st, s
				ids = append(ids, s.ID)
			}
		}
	}
	switch len(ids) {
	case 0:
		return nil, nil, usage("unknown sample %q; `assay samples list` shows the samples", id)
	case 1:
		return in, found, nil
	}
	return nil, nil, usage("%q is ambiguous: %s", id, strings.Join(ids, ", "))
}

// showCode prints the code under review with line numbers and labels in the margin.
func showCode(env *Env, v *bench.Variant) {
	notes := map[int]string{}
	if !v.Format.ByRequirement() {
		for _, l := range v.Labels {
			note := strings.TrimSpace(fmt.Sprintf("%s %s %s", l.Name(), l.Act, l.Note))
			if was := notes[l.Span.Line]; was != "" {
				note = was + "   <- " + note
			}
			notes[l.Span.Line] = note
		}
	}
	for i, line := range strings.Split(strings.TrimSuffix(v.Task.Files[0].Text, "\n"), "\n") {
		fmt.Fprintf(env.Stdout, "%4d  %s", i+1, line)
		if n := notes[i+1]; n != "" {
			fmt.Fprintf(env.Stdout, "   <- %s", n)
		}
		fmt.Fprintln(env.Stdout)
	}
	for _, l := range v.Labels {
		if len(l.Requirements) > 0 {
			fmt.Fprintf(env.Stdout, "violates requirement %v (%s)\n", l.Requirements, l.Class.Title())
		}
	}
}

// showCodeActs prints the annotation format of the paper's Appendix C.
func showCodeActs(env *Env, vs []*bench.Variant) {
	for i, v := range vs {
		if i > 0 {
			fmt.Fprintln(env.Stdout, "---")
		}
		fmt.Fprintf(env.Stdout, "# %s (%s)\ncode_acts:", v.Key, v.Truth)
		if len(v.Labels) == 0 {
			fmt.Fprint(env.Stdout, " []")
		}
		fmt.Fprintln(env.Stdout)
		for _, l := range v.Labels {
			fmt.Fprintf(env.Stdout, "  - line: %d\n    code_act: %s\n    security_function: %s\n", l.Span.Line, l.Act,
				l.Function)
			if len(v.Further) > 0 { // the paper's format has one flaw per text
				fmt.Fprintf(env.Stdout, "    label_set: %d\n", l.Number())
			}
			fmt.Fprintf(env.Stdout, "    observation: %s\n", yamlString(l.Note))
		}
	}
}

// yamlString quotes s for YAML: JSON strings are YAML strings.
func yamlString(s string) string {
	b, err := json.Marshal(oneLine(s))
	if err != nil {
		panic("cli: a string cannot fail to encode: " + err.Error())
	}
	return string(b)
}

type samplesClasses struct {
	JSON bool `name:"json" help:"Print JSON."`
}

func (*samplesClasses) Help() string { return "Example:\n\n  assay samples classes" }

func (c *samplesClasses) Run(env *Env) error {
	type class struct {
		bench.ClassInfo
		taxonomy.Listed
	}
	var all []class
	t := write.Table{Columns: write.Columns("CLASS", "TITLE", "SUITE", "FAMILY", "REFERENCES", "OWASP", "ETHTRUST")}
	for _, k := range bench.Classes() {
		l := taxonomy.ListedAs(k.ID)
		all = append(all, class{k, l})
		t.Rows = append(t.Rows, write.Cells(k.ID, k.Title, k.Format, k.Family, strings.Join(k.Refs, " "),
			Dash(strings.Join(l.OWASP, " ")), Dash(strings.Join(l.EthTrust, "; "))))
	}
	if c.JSON {
		return WriteJSON(env, all)
	}
	return env.List(&t)
}

func Dash(s string) string { return cmp.Or(s, "-") }

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func WriteJSON(env *Env, v any) error {
	enc := json.NewEncoder(env.Data())
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

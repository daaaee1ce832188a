// Package blockbench reads a checkout of the BlockBench evaluation data:
// contracts with metadata and, for some variants, CodeActs; and what models and
// judges said about them, which become lines for assay import-responses.
//
// Every line of some texts begins with a marker that ends doc comments early; it
// is taken away. Each variant is a sample of its own with the incident as its
// base; the differential one is the twin of the minimally sanitized.
package blockbench

import (
	"path"
	"regexp"
	"strings"

	"assay/internal/bench"
	"assay/internal/importer"
)

// Format is the layout.
var Format = importer.Format{
	Name: "blockbench-evaluation",
	From: "Block-Bench/evaluation",
	Doc:  "Read the BlockBench evaluation data: every variant with its CodeActs, and recorded answers and judgements.",
	Read: read,
}

// original and cleaned hold the same texts, the first with the answer in a
// header: the second is read where it is there.
var dirs = []struct{ dir, subset string }{
	{"dataset/difficulty_stratified", "ds"}, {"dataset/temporal_contamination", "tc"}, {"dataset/gold_standard", "gs"},
}

// collection is what is read of the samples, for the records about them.
type collection struct {
	in *importer.Input
	at map[string]string // by the source's id: where the suite has the sample

	secondary int // labels of further flaws, which were left out
}

func read(in *importer.Input) {
	c := &collection{in: in, at: map[string]string{}}
	found := false
	for _, d := range dirs {
		variants := in.Dirs(d.dir)
		for _, v := range variants {
			if v == "original" && in.Files(d.dir+"/cleaned", ".sol") != nil {
				continue
			}
			found = found || len(in.Files(d.dir+"/"+v, ".json")) > 0
			if v == "differential" && in.Files(d.dir+"/minimalsanitized", ".json") != nil {
				continue // read as twins
			}
			for _, file := range in.Files(d.dir+"/"+v, ".json") {
				if path.Base(path.Dir(file)) == "metadata" {
					c.sample(d.subset, v, file)
				}
			}
		}
	}
	if !found {
		in.Problem("dataset", 0, "holds no metadata; name the checkout's top directory")
		return
	}
	if c.secondary > 0 {
		in.Note("%d labels of secondary flaws name no class and were left out", c.secondary)
	}
	c.records()
}

// metadata is what both schemas of the source say; each leaves half of it empty.
type metadata struct {
	ID           string `json:"id"`
	SampleID     string `json:"sample_id"`
	ExploitName  string `json:"exploit_name"`
	Date         string `json:"date"`
	Lost         amount `json:"amount_lost_usd"`
	Blockchain   string `json:"blockchain"`
	Language     string `json:"language"`
	Type         string `json:"vulnerability_type"`
	Severity     string `json:"severity"`
	Tier         tier   `json:"difficulty_tier"`
	Vulnerable   *bool  `json:"is_vulnerable"`
	Description  string `json:"description"`
	RootCause    string `json:"root_cause"`
	Attack       text   `json:"attack_scenario"`
	Fix          text   `json:"fix_description"`
	Function     text   `json:"vulnerable_function"`
	Lines        lines  `json:"vulnerable_lines"`
	ContractFile string `json:"contract_file"`
}

// sample reads one metadata file with its contract.
func (c *collection) sample(subset, variant, file string) {
	in := c.in
	var m metadata
	if !in.JSON(file, &m) {
		return
	}
	id := m.SampleID
	if id == "" {
		id = m.ID
	}
	if id == "" {
		id = strings.TrimSuffix(path.Base(file), ".json")
	}
	contract, src, ok := c.contract(file, m)
	if !ok {
		return
	}
	if path.Ext(contract) != ".sol" || m.Language != "" && !strings.EqualFold(m.Language, "solidity") {
		in.Note("%s is not Solidity and was left out", contract)
		return
	}
	s := importer.Sample{
		ID: id, Path: contract, Subset: subset, Base: baseOf(id), Tier: int(m.Tier), Category: m.Type, Severity: m.Severity, Text: src,
		Safe:      m.Vulnerable != nil && !*m.Vulnerable || variant == "differential",
		RootCause: m.RootCause, Attack: string(m.Attack), Fix: string(m.Fix), Incident: m.ExploitName, Date: m.Date, Chain: m.Blockchain, LossUSD: int64(m.Lost),
	}
	if s.RootCause == "" {
		s.RootCause = m.Description
	}
	if subset == "gs" {
		c.surroundings(&s, path.Dir(path.Dir(file)), id)
	}
	if !s.Safe {
		s.Marks = c.marks(path.Join(path.Dir(path.Dir(file)), "code_acts_annotation", path.Base(strings.TrimSuffix(file, ".json"))+".yaml"), src, m)
	}
	number, minimal := strings.CutPrefix(id, "ms_")
	if minimal {
		twin := path.Join(path.Dir(path.Dir(path.Dir(file))), "differential", "contracts", "df_"+number+".sol")
		if in.Has(twin) {
			if t, ok := in.Text(twin); ok {
				s.Fixed = stripLN(t)
			}
		}
	}
	at, safe := in.Add(s)
	if at != "" {
		c.at[id] = at
	}
	if safe != "" && minimal {
		c.at["df_"+number] = safe
	}
}

// contract finds and reads the text that metadata belong to.
func (c *collection) contract(file string, m metadata) (name, text string, ok bool) {
	dir := path.Join(path.Dir(path.Dir(file)), "contracts")
	name = path.Join(dir, strings.TrimSuffix(path.Base(file), ".json")+".sol")
	if !c.in.Has(name) && m.ContractFile != "" {
		if name, ok = c.in.Named(path.Join(dir, path.Base(m.ContractFile)), file, 0); !ok {
			return "", "", false
		}
	}
	text, ok = c.in.Text(name)
	return name, stripLN(text), ok
}

var lnRE = regexp.MustCompile(`(?m)^([ \t]*)/\*LN-\d+\*/ ?`)

// stripLN takes the line markers away.
func stripLN(text string) string { return lnRE.ReplaceAllString(text, "$1") }

var baseRE = regexp.MustCompile(`(?:ds_t\d_|tc_|gs_)\d+$`)

// baseOf returns what an id of any variant varies with.
func baseOf(id string) string {
	if m := baseRE.FindString(id); m != "" {
		return m
	}
	return id
}

var contextRE = regexp.MustCompile(`^context_\d+_`)

// surroundings adds what gold-standard samples are shown with.
func (c *collection) surroundings(s *importer.Sample, dir, id string) {
	for _, f := range c.in.Files(path.Join(dir, "contracts", "context", id), ".sol") {
		if text, ok := c.in.Text(f); ok {
			s.Context = append(s.Context, bench.File{Path: contextRE.ReplaceAllString(path.Base(f), ""), Text: stripLN(text)})
		}
	}
	if doc := path.Join(dir, "protocol_context_doc", id+"_context.txt"); c.in.Has(doc) {
		s.Protocol, _ = c.in.Text(doc)
	}
}

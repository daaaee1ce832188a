// Package blockbench reads a checkout of the BlockBench evaluation data: contracts with metadata and, for some
// variants, CodeActs; and the answers of models and judgements about them, which become lines for assay import
// responses.
//
// Files and records name a sample by its file name; the name in its metadata may differ. An incident is one
// sample: the minimally sanitized text, from which the others were made, with the differential one as its twin
// and every other variant as a chain. Findings about one contract are one sample with a label set each.
//
// In some texts every line begins with a marker that ends doc comments early; the importer removes it. Labels
// refer to lines by these markers.
package blockbench

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"assay/internal/author/importer"
	"assay/internal/bench"
)

// Format is the layout.
var Format = importer.Format{
	Name: "blockbench-evaluation",
	From: "Block-Bench/evaluation",
	Doc:  "Read the BlockBench evaluation data: every variant with its CodeActs, and recorded answers and judgements.",
	Read: read,
}

const incidents = "dataset/temporal_contamination"

// original and cleaned hold the same texts, the first with the answer in a header: the second is read if it
// exists.
var single = []struct{ dir, subset string }{
	{"dataset/difficulty_stratified", "ds"}, {"dataset/gold_standard", "gs"},
}

// collection holds the fields of the samples that their records need.
type collection struct {
	in      *importer.Input
	at      map[string]string // by file name: the place of the text in the suite
	flaw    map[string]int    // number of the documented flaw of a name, where its text has several
	safe    map[string]bool   // names of safe texts
	merged  int               // findings that are in the sample of another finding about the same contract
	further int               // labels of further flaws, which are left out

	noPlace, stale []string // texts whose label was dropped
}

func read(in *importer.Input) {
	c := &collection{in: in, at: map[string]string{}, flaw: map[string]int{}, safe: map[string]bool{}}
	found := false
	for _, d := range single {
		for _, v := range in.Dirs(d.dir) {
			if v == "original" && in.Files(d.dir+"/cleaned", ".sol") != nil {
				continue
			}
			var all []*source
			for _, file := range metadataFiles(in, d.dir+"/"+v) {
				found = true
				if t, ok := c.text(d.subset, file); ok {
					all = append(all, t)
				}
			}
			for _, same := range findings(all) {
				at, _ := c.add(same[0], func(x *importer.Sample) { c.addFlaws(x, same[1:]) })
				for _, s := range same {
					if at != "" {
						c.at[s.stem] = at
					}
				}
				c.merged += len(same) - 1
			}
		}
	}
	found = c.incidents() || found
	if !found {
		in.Problem("dataset", 0, "contains no metadata; give the top directory of the checkout")
		return
	}
	if c.merged > 0 {
		in.Note("%d findings refer to the contract of another one: each is a further documented flaw of one sample, which "+
			"is shown with the notes and context of all; "+
			"recorded answers to them count as further repetitions, judged on their own flaw", c.merged)
	}
	if c.further > 0 {
		in.Note("%d labels of secondary flaws have no class and were skipped", c.further)
	}
	for _, f := range c.stale {
		in.Left("labels that contradict their text, which is unscored", f)
	}
	for _, f := range c.noPlace {
		in.Left("texts without a place in their metadata, which are unscored", f)
	}
	if len(in.Files("data/base", ".json")) > 0 {
		in.Note("data/ has an earlier layout and was not read; import it with assay import blockbench-base")
	}
	c.records()
}

// stem returns the name of a metadata file without its suffix.
func stem(file string) string { return strings.TrimSuffix(path.Base(file), ".json") }

func metadataFiles(in *importer.Input, dir string) []string {
	return slices.DeleteFunc(in.Files(dir, ".json"), func(f string) bool { return path.Base(path.Dir(f)) != "metadata" })
}

// metadata holds the statements of both schemas of the source; each leaves half of it empty.
type metadata struct {
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
	Functions    text   `json:"vulnerable_functions"`
	Lines        lines  `json:"vulnerable_lines"`
	ContractFile string `json:"contract_file"`
}

// source is one text with its metadata.
type source struct {
	metadata
	stem     string // of the files: the name in records
	subset   string
	contract string // path of the text
	text     string // without markers
	marked   *marked
	marks    []importer.Mark
	shapes   []string // of the lines, computed on demand
}

// text reads one metadata file with its contract.
func (c *collection) text(subset, file string) (*source, bool) {
	in := c.in
	s := &source{stem: stem(file), subset: subset}
	if !in.JSON(file, &s.metadata) {
		return nil, false
	}
	dir := path.Dir(path.Dir(file))
	s.contract = path.Join(dir, "contracts", s.stem+".sol")
	if !in.Has(s.contract) && s.ContractFile != "" {
		var ok bool
		if s.contract, ok = in.Named(path.Join(dir, "contracts", path.Base(s.ContractFile)), file, 0); !ok {
			return nil, false
		}
	}
	if path.Ext(s.contract) != ".sol" || s.Language != "" && !strings.EqualFold(s.Language, "solidity") {
		in.Left("texts that are not Solidity", s.contract)
		return nil, false
	}
	raw, ok := in.Text(s.contract)
	if !ok {
		return nil, false
	}
	s.marked = readMarks(raw)
	s.text = s.marked.text
	var stale bool
	s.marks, stale = c.marks(path.Join(dir, "code_acts_annotation", s.stem+".yaml"), s)
	if stale {
		c.stale = append(c.stale, s.contract)
	}
	return s, true
}

// add makes a text a separate sample, to which more adds further fields.
func (c *collection) add(s *source, more func(*importer.Sample)) (at, twin string) {
	x := importer.Sample{
		ID: s.stem, Path: s.contract, Subset: s.subset, Base: s.stem, Tier: int(s.Tier), Category: s.Type,
		Severity: s.Severity, Text: s.text,
		Safe: s.Vulnerable != nil && !*s.Vulnerable, Marks: s.marks,
		RootCause: cmp.Or(s.RootCause, s.Description), Attack: string(s.Attack), Fix: string(s.Fix),
		Incident: s.ExploitName, Date: s.Date, Chain: s.Blockchain, LossUSD: int64(s.Lost),
	}
	if s.subset == "gs" {
		x.Finding = s.SampleID
		c.surroundings(&x, path.Dir(path.Dir(s.contract)), s.stem)
	}
	if x.Safe {
		x.Marks = nil
		c.safe[s.stem] = true
	} else if len(x.Marks) == 0 && !slices.Contains(c.stale, s.contract) {
		c.noPlace = append(c.noPlace, s.contract)
	}
	more(&x)
	at, twin = c.in.Add(x)
	if at == "" {
		at, _ = c.in.Repeats(s.contract)
	}
	if at != "" {
		c.at[s.stem] = at
	}
	return at, twin
}

// findings groups the documented flaws of one contract, in order: the findings of an audit, and a text that
// occurs twice in other subsets with different labels.
func findings(all []*source) (out [][]*source) {
	at := map[string]int{}
	for _, s := range all {
		safe := s.Vulnerable != nil && !*s.Vulnerable
		i, ok := at[s.text]
		if ok && !safe && (s.subset == "gs" || fmt.Sprint(s.marks) != fmt.Sprint(out[i][0].marks)) {
			out[i] = append(out[i], s)
			continue
		}
		if !ok && !safe {
			at[s.text] = len(out)
		}
		out = append(out, []*source{s})
	}
	return out
}

// addFlaws adds further findings about the contract of a sample: each is a label set. Context that is shown with
// one of them is shown with all.
func (c *collection) addFlaws(x *importer.Sample, further []*source) {
	for i, s := range further {
		c.flaw[s.stem] = i + 2
		if len(s.marks) == 0 {
			c.noPlace = append(c.noPlace, s.contract)
		}
		x.Further = append(x.Further, importer.Flaw{Path: s.contract, Category: s.Type, Severity: s.Severity,
			RootCause: cmp.Or(s.RootCause, s.Description), Attack: string(s.Attack), Fix: string(s.Fix), Incident: s.ExploitName,
			Date: s.Date, Marks: s.marks})
		var more importer.Sample
		c.surroundings(&more, path.Dir(path.Dir(s.contract)), s.stem)
		for _, f := range more.Context {
			if !slices.Contains(x.Context, f) {
				x.Context = append(x.Context, f)
			}
		}
		if more.Protocol != "" && !strings.Contains(x.Protocol, more.Protocol) {
			x.Protocol = strings.TrimLeft(strings.TrimRight(x.Protocol, "\n")+"\n\n"+more.Protocol, "\n")
		}
	}
}

// chains maps the source's transformations of an incident to our names.
var chains = map[string]string{
	"sanitized": "sanitize", "nocomments": "no-comments", "chameleon_medical": "chameleon",
	"shapeshifter_l3": "shapeshifter-l3",
	"shapeshifter_l2": "shapeshifter-l2", "trojan": "trojan", "falseProphet": "false-prophet",
	"original": "unsanitized", // the text before minimal sanitizing
}

func chainOf(variant string) string { return cmp.Or(chains[variant], importer.Slug(variant)) }

const minimal = "minimalsanitized"

// incidents reads every variant of every incident; it reports whether there are any.
func (c *collection) incidents() bool {
	variants := c.in.Dirs(incidents)
	of := map[string]map[string]string{} // incident → variant → metadata file
	var order []string
	for _, v := range variants {
		for _, file := range metadataFiles(c.in, incidents+"/"+v) {
			id := cmp.Or(incidentRE.FindString(stem(file)), stem(file))
			if of[id] == nil {
				of[id] = map[string]string{}
				order = append(order, id)
			}
			of[id][v] = file
		}
	}
	slices.Sort(order)
	for _, id := range order {
		c.incident(id, of[id])
	}
	return len(order) > 0
}

var incidentRE = regexp.MustCompile(`tc_\d+$`)

func (c *collection) incident(id string, files map[string]string) {
	sources := map[string]*source{}
	var names []string
	for _, v := range slices.Sorted(maps.Keys(files)) {
		if v == "differential" {
			continue
		}
		if s, ok := c.text("tc", files[v]); ok {
			sources[v] = s
			names = append(names, v)
		}
	}
	if len(names) == 0 {
		if f := files["differential"]; f != "" {
			c.in.Left("repaired texts without the flawed one", f)
		}
		return
	}
	first := names[0]
	for _, v := range []string{minimal, "original"} {
		if sources[v] != nil {
			first = v
			break
		}
	}
	s := sources[first]
	for _, v := range names {
		s.fill(&sources[v].metadata)
	}
	c.unscore(first, names, sources)
	at, twin := c.add(s, func(x *importer.Sample) {
		x.Base = id
		if f := files["differential"]; f != "" {
			if t, ok := c.in.Text(path.Join(path.Dir(path.Dir(f)), "contracts", stem(f)+".sol")); ok {
				x.Fixed = readMarks(t).text
			}
		}
		for _, v := range names {
			t := sources[v]
			if v == first {
				continue
			}
			if t.Vulnerable != nil && !*t.Vulnerable {
				c.in.Left("safe variants that repair no sample", t.contract)
				continue
			}
			chained := importer.Chained{Chain: chainOf(v), Path: t.contract, Text: t.text, Marks: t.marks}
			if v == "falseProphet" {
				chained.Shown = t.marked.added
			}
			x.Chains = append(x.Chains, chained)
		}
	})
	if at == "" {
		return
	}
	for _, v := range names {
		if v != first {
			c.at[sources[v].stem] = at + importer.Chained{Chain: chainOf(v)}.Key()
		}
	}
	if f := files["differential"]; f != "" && twin != "" {
		c.at[stem(f)], c.safe[stem(f)] = twin, true
	}
}

// unscore removes the labels of every variant whose labels are elsewhere than in the variant with which most
// agree: they were not moved along with the code. In a tie the first one is right.
func (c *collection) unscore(first string, names []string, sources map[string]*source) {
	agree := func(v string) (n int) {
		for _, o := range names {
			if samePlace(sources[v], sources[o]) {
				n++
			}
		}
		return n
	}
	best := first
	for _, v := range names {
		if agree(v) > agree(best) {
			best = v
		}
	}
	for _, v := range names {
		if s := sources[v]; !samePlace(sources[best], s) {
			s.marks = nil
			c.stale = append(c.stale, s.contract)
		}
	}
}

// fill copies from another variant's metadata the facts about the incident that are missing here.
func (m *metadata) fill(o *metadata) {
	m.ExploitName, m.Date, m.Blockchain = cmp.Or(m.ExploitName, o.ExploitName), cmp.Or(m.Date, o.Date),
		cmp.Or(m.Blockchain, o.Blockchain)
	m.Type, m.Severity, m.Lost, m.Tier = cmp.Or(m.Type, o.Type), cmp.Or(m.Severity, o.Severity), cmp.Or(m.Lost, o.Lost),
		cmp.Or(m.Tier, o.Tier)
	m.RootCause, m.Attack, m.Fix = cmp.Or(m.RootCause, o.RootCause), cmp.Or(m.Attack, o.Attack), cmp.Or(m.Fix, o.Fix)
}

var contextRE = regexp.MustCompile(`^context_\d+_`)

// surroundings adds the context that is shown with gold-standard samples.
func (c *collection) surroundings(s *importer.Sample, dir, id string) {
	for _, f := range c.in.Files(path.Join(dir, "contracts", "context", id), ".sol") {
		if text, ok := c.in.Text(f); ok {
			s.Context = append(s.Context, bench.File{Path: contextRE.ReplaceAllString(path.Base(f), ""),
				Text: readMarks(text).text})
		}
	}
	if doc := path.Join(dir, "protocol_context_doc", id+"_context.txt"); c.in.Has(doc) {
		s.Protocol, _ = c.in.Text(doc)
	}
}

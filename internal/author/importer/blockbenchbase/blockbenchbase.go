// Package blockbenchbase reads the earlier layout of BlockBench, data/ of its base repository: 319 base
// contracts with metadata, and their transformed texts. A base contract is a sample, its differential text the
// twin, and every other text a chain. Line numbers hold only for the base contract, as the data set states: in
// a chain, a label is at the first line of the named function.
package blockbenchbase

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"

	"assay/internal/author/importer"
	"assay/internal/bench"
)

// Format is the layout.
var Format = importer.Format{
	Name: "blockbench-base",
	From: "Block-Bench/base",
	Doc:  "Read the earlier BlockBench layout, data/: base contracts, their repairs, and every transformed text.",
	Read: read,
}

const base = "data/base"

// metadata holds the statements about one text.
type metadata struct {
	Truth struct {
		Vulnerable *bool  `json:"is_vulnerable"`
		Type       string `json:"vulnerability_type"`
		Severity   string `json:"severity"`
		Location   struct {
			Function json.RawMessage `json:"function_name"` // text, a list of texts, or null
			Lines    []int           `json:"line_numbers"`
		} `json:"vulnerable_location"`
		RootCause string `json:"root_cause"`
		Attack    string `json:"attack_vector"`
		Fix       string `json:"correct_fix"`
	} `json:"ground_truth"`
	Provenance struct {
		ID   string `json:"original_id"`
		Date string `json:"date_discovered"`
	} `json:"provenance"`
	Temporal struct {
		Exploit struct {
			Date  string  `json:"exploit_date"`
			Name  string  `json:"protocol_name"`
			Chain string  `json:"chain"`
			Lost  float64 `json:"funds_lost_usd"`
		} `json:"exploit_info"`
	} `json:"temporal_fields"`
	Difficulty struct {
		Tier int `json:"difficulty_tier"`
	} `json:"difficulty_fields"`
}

var markerRE = regexp.MustCompile(`(?m)^([ \t]*)/\*LN-\d+\*/ ?`) // at the beginning of lines

var idRE = regexp.MustCompile(`(tc|gs|ds)_\d+$`)

func read(in *importer.Input) {
	list := in.Files(base+"/metadata", ".json")
	if len(list) == 0 {
		in.Problem(base, 0, "contains no metadata; give the top directory of the checkout")
		return
	}
	made := map[string][]string{} // by id: metadata files of the transformed texts
	for _, file := range in.Files("data", ".json") {
		dir := path.Dir(path.Dir(file))
		id := idRE.FindString(stem(file))
		if path.Base(path.Dir(file)) != "metadata" || id == "" || dir == base ||
			dir == "data/manual_strategies/differential" {
			continue
		}
		switch dir {
		case "data/annotated":
			in.Left("texts that contain the answer", file)
		case "data/manual_strategies/minimizeddifferential":
			in.Left("repairs of originals, in addition to those of the base", file)
		default:
			made[id] = append(made[id], file)
		}
	}
	bases := map[string]string{} // of findings, by text
	for _, file := range list {
		sample(in, file, made, bases)
	}
}

func stem(file string) string { return strings.TrimSuffix(path.Base(file), path.Ext(file)) }

func sample(in *importer.Input, file string, made map[string][]string, bases map[string]string) {
	id := stem(file)
	var m metadata
	contract, text, ok := contractOf(in, file)
	if !ok || !in.JSON(file, &m) {
		return
	}
	x := m.Temporal.Exploit
	s := importer.Sample{
		ID: id, Path: contract, Subset: id[:2], Base: id, Tier: m.Difficulty.Tier, Category: m.Truth.Type,
		Severity: m.Truth.Severity, Text: text,
		Safe: m.Truth.Vulnerable != nil && !*m.Truth.Vulnerable, RootCause: m.Truth.RootCause, Attack: m.Truth.Attack,
		Fix:      m.Truth.Fix,
		Incident: x.Name, Date: x.Date, Chain: x.Chain, LossUSD: int64(x.Lost),
	}
	switch s.Subset {
	case "ds", "tc":
	case "gs":
		if s.Date, s.Finding = m.Provenance.Date, m.Provenance.ID; bases[text] == "" {
			bases[text] = id
		}
		s.Base = bases[text]
		for _, f := range in.Files(path.Join(base, "context", id), ".sol") {
			if t, ok := in.Text(f); ok {
				s.Context = append(s.Context, bench.File{Path: path.Base(f), Text: t})
			}
		}
	default:
		in.Problem(file, 0, "%.100q belongs to no subset", id)
		return
	}
	if s.Tier < 0 || s.Tier > 4 {
		s.Tier = 0
	}
	if s.Safe {
		in.Add(s)
		return
	}
	n := strings.Count(text, "\n") + 1
	if l := m.Truth.Location.Lines; len(l) > 0 && slices.Min(l) >= 1 && slices.Max(l) <= n {
		s.Marks = importer.Roots(l...)
	} else if s.Marks = m.functions(text); s.Marks == nil {
		in.Left("texts without a place in their metadata, which are unscored", contract)
	}
	if twin := "data/manual_strategies/differential/contracts/df_a_" + id + ".sol"; in.Has(twin) {
		s.Fixed, _ = in.Text(twin)
	}
	for _, f := range made[id] {
		chain := chainOf(f, id)
		if slices.ContainsFunc(s.Chains, func(c importer.Chained) bool { return c.Chain == chain }) {
			in.Left("second texts of one chain", f)
			continue
		}
		var m metadata
		c, text, ok := contractOf(in, f)
		if !ok || !in.JSON(f, &m) {
			continue
		}
		marks := m.functions(text)
		if marks == nil {
			in.Left("texts without a place in their metadata, which are unscored", c)
		}
		made := importer.Chained{Chain: chain, Path: c, Text: text, Marks: marks}
		if chain == "false-prophet" { // its comments are the treatment
			made.Shown = func(int) bool { return true }
		}
		s.Chains = append(s.Chains, made)
	}
	in.Add(s)
}

// contractOf reads the text of a metadata file.
func contractOf(in *importer.Input, file string) (name, text string, ok bool) {
	name = path.Join(path.Dir(path.Dir(file)), "contracts", stem(file)+".sol")
	if other := strings.TrimSuffix(name, ".sol") + ".rs"; !in.Has(name) && in.Has(other) {
		in.Left("texts that are not Solidity", other)
		return "", "", false
	}
	text, ok = in.Text(name)
	return name, markerRE.ReplaceAllString(text, "$1"), ok
}

func (m *metadata) functions(text string) []importer.Mark {
	return importer.MarkFunctions(text, string(m.Truth.Location.Function))
}

// chainOf names the transformations, with our name for those that are ours. The name of a file says what was
// done first: nc is without comments, sn sanitized.
func chainOf(file, id string) string {
	dir := strings.TrimPrefix(path.Dir(path.Dir(file)), "data/")
	before := ""
	switch first := strings.TrimSuffix(stem(file), id); {
	case strings.Contains(first, "nc_") && dir != "nocomments":
		before = "no-comments+"
	case strings.Contains(first, "sn_") && dir != "sanitized" && dir != "originals/sanitized":
		before = "sanitize+"
	}
	switch {
	case dir == "sanitized":
		return "sanitize"
	case dir == "nocomments":
		return "no-comments"
	case strings.HasPrefix(dir, "chameleon/medical"):
		return before + "chameleon"
	case strings.HasPrefix(dir, "shapeshifter/l2"):
		return before + "shapeshifter-l2"
	case strings.HasPrefix(dir, "shapeshifter/l3"):
		return before + "shapeshifter-l3"
	case strings.HasSuffix(dir, "/falseProphet"):
		return "false-prophet"
	case dir == "originals" && before == "":
		return "unsanitized"
	}
	return before + importer.Slug(dir)
}

// Package huggingface writes suites in the layout of a data set on the Hugging Face hub: Parquet files by
// configuration and split, README.md with the card, and the card in Croissant. It is the only format that
// contains the truth.
package huggingface

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/outfile"
	"assay/internal/core/report/write"
	"assay/internal/core/suite"
	"assay/internal/ext/interchange/croissant"
)

// Name is the name of the format.
const Name = "huggingface"

// Set is a suite, or the part of it that was selected.
type Set struct {
	Suite    *suite.Suite
	Variants []*bench.Variant
	Embedded bool // embedded in the program; other suites keep the licences of their authors
}

// row is one text with the facts about it.
type row struct {
	v    *bench.Variant
	meta *suite.Meta // nil where a suite has none
}

// column is one column: docs/exchange.md guarantees its name, kind and meaning.
type column struct {
	name, doc string
	kind      write.Kind
	of        func(row) string
}

// columns returns the columns in the order of the documentation. New ones are added at the end; none changes
// its meaning.
func columns() []column {
	text := func(name, doc string, of func(*bench.Variant) string) column {
		return column{name, doc, write.KindText, func(r row) string { return of(r.v) }}
	}
	whole := func(name, doc string, of func(*bench.Variant) int64) column {
		return column{name, doc, write.KindWhole, func(r row) string {
			if n := of(r.v); n > 0 {
				return strconv.FormatInt(n, 10)
			}
			return ""
		}}
	}
	meta := func(name, doc string, of func(*suite.Meta) string) column {
		return column{name, doc, write.KindText, func(r row) string {
			if r.meta == nil {
				return ""
			}
			return of(r.meta)
		}}
	}
	return []column{
		text("key", "identifies the text: suite, sample, +fixed for a twin", func(v *bench.Variant) string { return v.Key }),
		text("suite", "name of the suite", func(v *bench.Variant) string { return v.Suite }),
		text("sample", "id of the sample", func(v *bench.Variant) string { return v.Sample }),
		text("base", "unit of the statistics: a sample or query with all its texts", func(v *bench.Variant) string {
			return v.Base
		}),
		text("group", "subset or application", func(v *bench.Variant) string { return v.Group }),
		whole("tier", "difficulty, 1 to 4", func(v *bench.Variant) int64 { return int64(v.Tier) }),
		text("truth", "vulnerable or safe", func(v *bench.Variant) string { return v.Truth.String() }),
		text("proof", "proved when truth was executed, else unproved",
			func(v *bench.Variant) string { return string(v.Proof) }),
		text("class", "class of the documented flaw, or of what a twin repairs",
			func(v *bench.Variant) string { return string(v.Class) }),
		text("severity", "of the documented flaw", func(v *bench.Variant) string { return v.Severity }),
		text("twin", "key of the safe counterpart of a vulnerable text", func(v *bench.Variant) string { return v.Twin }),
		text("language", "of the code", func(v *bench.Variant) string { return v.Task.Language }),
		text("path", "of the code under review", func(v *bench.Variant) string { return v.Task.Files[0].Path }),
		text("code", "the code under review", func(v *bench.Variant) string { return v.Task.Files[0].Text }),
		text("context", "further files as a JSON list of path and text",
			func(v *bench.Variant) string { return files(v.Task) }),
		text("protocol", "what the system is meant to do", func(v *bench.Variant) string { return v.Task.Protocol }),
		text("specification", "schema and numbered requirements of a SQL application",
			func(v *bench.Variant) string { return v.Task.Spec }),
		text("target_lines", "lines of the documented flaw in the code, from 1, as in 12, 14", lines),
		text("root_cause", "the flaw in words", func(v *bench.Variant) string { return v.RootCause }),
		text("attack", "how it is exploited", func(v *bench.Variant) string { return v.Attack }),
		text("fix", "how it is repaired", func(v *bench.Variant) string { return v.Fix }),
		text("evidence", "what was executed and seen", func(v *bench.Variant) string { return v.Evidence }),
		text("public", "since when the flaw has been public", func(v *bench.Variant) string { return v.Public }),
		whole("loss_usd", "what the incident cost, in dollars", func(v *bench.Variant) int64 { return v.LossUSD }),
		meta("licence", "of the text", func(m *suite.Meta) string { return m.Licence }),
		meta("canary", "a word that shows in a model that was trained on the sample",
			func(m *suite.Meta) string { return m.Canary }),
	}
}

func files(t bench.Task) string {
	list := append(t.Files[1:len(t.Files):len(t.Files)], t.Context...)
	if len(list) == 0 {
		return ""
	}
	b, err := json.Marshal(list)
	if err != nil {
		panic("huggingface: texts cannot fail to encode: " + err.Error())
	}
	return string(b)
}

func lines(v *bench.Variant) string {
	var out []string
	for _, l := range v.Targets() {
		if l.Span.Line > 0 {
			out = append(out, strconv.Itoa(l.Span.Line))
		}
	}
	return strings.Join(out, ", ")
}

// columnsVersion is raised when a column changes its meaning or is removed.
const columnsVersion = 1

// table writes the Parquet file of a set.
func table(s Set) ([]byte, error) {
	metas := map[string]*suite.Meta{}
	for i := range s.Suite.Samples {
		metas[s.Suite.Samples[i].ID] = s.Suite.Samples[i].Meta
	}
	list := columns()
	fields := make([]write.Field, len(list))
	for i, c := range list {
		fields[i] = write.Field{Name: c.name, Kind: c.kind}
	}
	var b bytes.Buffer
	cells := make([]string, len(list))
	err := write.Parquet(&b, "texts", columnsVersion, fields, func(yield func([]string) bool) {
		for _, v := range s.Variants {
			for i, c := range list {
				cells[i] = c.of(row{v, metas[v.Sample]})
			}
			if !yield(cells) {
				return
			}
		}
	})
	return b.Bytes(), err
}

func fileOf(s Set) string { return path.Join("data", s.Suite.Name, "test-00000-of-00001.parquet") }

// Files returns the files of suites, with the card last.
func Files(sets []Set) (names []string, texts map[string][]byte, err error) {
	texts = map[string][]byte{}
	put := func(name string, text []byte) {
		names = append(names, name)
		texts[name] = text
	}
	for _, s := range sets {
		b, err := table(s)
		if err != nil {
			return nil, nil, err
		}
		put(fileOf(s), b)
	}
	card, err := cardOf(sets, texts).JSON()
	if err != nil {
		return nil, nil, err
	}
	put("croissant.json", card)
	put("README.md", []byte(readme(sets, texts)))
	return names, texts, nil
}

// Write writes suites.
func Write(to outfile.Folder, sets []Set) error {
	names, texts, err := Files(sets)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := outfile.Put(to, name, texts[name]); err != nil {
			return err
		}
	}
	return nil
}

// Published is the day stated on cards; it is updated when the suites are published again.
const Published = "2026-11-23"

// ours reports whether all sets are embedded suites with the same licence.
func ours(sets []Set) bool {
	return !slices.ContainsFunc(sets, func(s Set) bool { return !s.Embedded })
}

func title(sets []Set) string {
	var of []string
	for _, s := range sets {
		of = append(of, s.Suite.Name)
	}
	return "assay: " + strings.Join(of, ", ")
}

const description = "Programs with a documented flaw and their repaired twins, for asking whether a model " +
	"understands a vulnerability or recognises it. " +
	"What the column proof calls proved was executed: the exploit works on the vulnerable text and fails on its twin."

func cardOf(sets []Set, texts map[string][]byte) *croissant.Card {
	h := sha256.New()
	for _, s := range sets {
		fmt.Fprintf(h, "%s %s\n", s.Suite.Name, s.Suite.Hash)
	}
	version := hex.EncodeToString(h.Sum(nil)[:6])
	c := &croissant.Card{
		Name: title(sets), Description: description, URL: "urn:assay:" + version,
		License: "https://creativecommons.org/licenses/by/4.0/", Creator: "The assay authors",
		Published: Published, Version: "1.0.0+" + version, CiteAs: "The assay authors. " + title(sets) + ". Version " +
			version + ".",
		Keywords: []string{"benchmark", "vulnerability detection", "smart contracts", "SQL"},
		Responsible: map[string]string{
			"rai:dataUseCases": "Testing. Not for training: each sample carries a canary.",
			"rai:dataCollection": "Samples are written for the benchmark after public facts on incidents and audit " +
				"findings; no text is copied.",
			"rai:dataAnnotationProtocol": "Labels are lines of the code. Truth is executed where proof says proved; a twin " +
				"resists the exploits that were tried, which is no proof of safety.",
			"rai:personalSensitiveContent": "None: names in fixtures are invented.",
			"rai:dataLimitations":          "Programs are reconstructions and shorter than deployed ones.",
		},
	}
	if !ours(sets) {
		c.License, c.Creator = "https://spdx.org/licenses/NOASSERTION.html", "see the column licence"
		c.Responsible = map[string]string{"rai:dataUseCases": "Testing."}
	}
	for _, s := range sets {
		b := texts[fileOf(s)]
		sum := sha256.Sum256(b)
		f := croissant.File{
			Name: fileOf(s), Encoding: "application/x-parquet", SHA256: hex.EncodeToString(sum[:]), Bytes: len(b),
			Table: s.Suite.Name, Key: "key",
			Doc: fmt.Sprintf("One text a row: %d texts of %s.", len(s.Variants), s.Suite.Name),
		}
		for _, col := range columns() {
			f.Columns = append(f.Columns, croissant.Column{Name: col.name, Doc: col.doc,
				Type: [...]string{write.KindText: "sc:Text", write.KindWhole: "sc:Integer", write.KindReal: "sc:Float",
					write.KindYesNo: "sc:Boolean"}[col.kind]})
		}
		c.Files = append(c.Files, f)
	}
	return c
}

// Croissant returns the card of suites as Write writes them.
func Croissant(sets []Set) ([]byte, error) {
	_, texts, err := Files(sets)
	return texts["croissant.json"], err
}

// quote formats a text for YAML: JSON strings are YAML strings.
func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic("huggingface: a text cannot fail to encode: " + err.Error())
	}
	return string(b)
}

func readme(sets []Set, texts map[string][]byte) string {
	var b strings.Builder
	rows := 0
	for _, s := range sets {
		rows += len(s.Variants)
	}
	size := "n<1K"
	if rows >= 1000 {
		size = "1K<n<10K"
	}
	fmt.Fprintf(&b, "---\npretty_name: %s\nlanguage: [en, code]\n", quote(title(sets)))
	if ours(sets) {
		b.WriteString("license: cc-by-4.0\n")
	} else {
		b.WriteString("license: other\nlicense_name: see-the-column-licence\n")
	}
	fmt.Fprintf(&b, "task_categories: [text-classification]\ntags: [security, benchmark, solidity, "+
		"sql]\nsize_categories: [%q]\nconfigs:\n", size)
	for i, s := range sets {
		fmt.Fprintf(&b, "  - config_name: %s\n", quote(s.Suite.Name))
		if i == 0 {
			b.WriteString("    default: true\n")
		}
		fmt.Fprintf(&b, "    data_files:\n      - split: test\n        path: %s\n",
			quote(path.Join(path.Dir(fileOf(s)), "test-*.parquet")))
	}
	b.WriteString("dataset_info:\n")
	for _, s := range sets {
		fmt.Fprintf(&b, "  - config_name: %s\n    splits:\n      - name: test\n        num_bytes: %d\n"+
			"        num_examples: %d\n    features:\n", quote(s.Suite.Name), len(texts[fileOf(s)]), len(s.Variants))
		for _, c := range columns() {
			fmt.Fprintf(&b, "      - name: %s\n        dtype: %s\n", c.name,
				[...]string{write.KindText: "string", write.KindWhole: "int64", write.KindReal: "float64",
					write.KindYesNo: "bool"}[c.kind])
		}
	}
	fmt.Fprintf(&b, "---\n\n# %s\n\n%s\n\nEach sample carries a canary: do not train on it. `croissant.json` is "+
		"the same card for machines.\n\n", title(sets), description)
	for _, s := range sets {
		vulnerable, proved := 0, 0
		for _, v := range s.Variants {
			if v.Truth == bench.Vulnerable {
				vulnerable++
			}
			if v.Proof == bench.Proved {
				proved++
			}
		}
		fmt.Fprintf(&b, "- `%s`: %d texts, %d vulnerable, %d safe; %d of them proved; suite hash `%s`\n", s.Suite.Name,
			len(s.Variants), vulnerable, len(s.Variants)-vulnerable, proved, cmp.Or(s.Suite.Hash, "unknown"))
	}
	b.WriteString("\nThere is one split, `test`. The columns:\n\n| column | |\n|---|---|\n")
	for _, c := range columns() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", c.name, c.doc)
	}
	return b.String()
}

// DataSets divides selected variants by suite. embedded holds the names of the embedded suites.
func DataSets(suites []*suite.Suite, variants []*bench.Variant, embedded []string) []Set {
	var out []Set
	for _, s := range suites {
		set := Set{Suite: s, Embedded: slices.Contains(embedded, s.Name)}
		for _, v := range variants {
			if v.Suite == s.Name {
				set.Variants = append(set.Variants, v)
			}
		}
		if len(set.Variants) > 0 {
			out = append(out, set)
		}
	}
	return out
}

package report

import (
	"strconv"
	"strings"

	"assay/internal/bench"
)

var manifestSection = Section{ID: "manifest", Title: "Manifest", Build: buildManifest}

type manifestData struct {
	Facts    []fact
	Suites   []fact
	Subjects []manifestSubject
}

type manifestSubject struct {
	bench.Subject
	Settings string
}

func buildManifest(d *Data) (any, bool) {
	m := d.Manifest
	commit := m.Commit
	if m.Dirty {
		commit += " with uncommitted changes"
	}
	out := manifestData{Facts: []fact{
		{"Run", orNone(d.RunID)},
		{"Program", orNone(strings.TrimSpace("assay " + m.Program))},
		{"Commit", orNone(commit)},
		{"Go", orNone(m.Go)},
		{"Command", orNone(strings.TrimSpace("assay " + quoted(m.Command)))},
		{"Judge", orNone(m.Judging.String())},
		{"Parser", orNone(m.Parser)},
		{"Seed", strconv.FormatUint(m.Seed, 10)},
		{"Epochs", count(m.Epochs)},
		{"Variants", count(m.Variants)},
		{"Trials", count(m.Trials)},
		{"Started", when(m.StartedAt)},
	}}
	for _, name := range sorted(m.Suites) {
		out.Suites = append(out.Suites, fact{name, m.Suites[name]})
	}
	subjects := m.Subjects
	if len(subjects) == 0 {
		subjects = d.subjects()
	}
	for _, s := range subjects {
		var set []string
		for _, k := range sorted(s.Params) {
			set = append(set, k+"="+s.Params[k])
		}
		out.Subjects = append(out.Subjects, manifestSubject{s, orNone(strings.Join(set, ", "))})
	}
	return out, true
}

// quoted joins arguments so that a reader can tell where one ends.
func quoted(args []string) string {
	out := make([]string, len(args))
	for i, a := range args {
		if a == "" || strings.ContainsAny(a, " \t\n'\"\\$`|&;<>()*?[]#~") {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		out[i] = a
	}
	return strings.Join(out, " ")
}

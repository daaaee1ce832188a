package report

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/internal/core/report/write"
)

var manifest = Section{ID: "manifest", Title: "Manifest", Tables: []string{"manifest-suites", "manifest-subjects"},
	Build: buildManifest}

func buildManifest(d *Data) (write.Section, bool) {
	m := d.Manifest
	commit := m.Commit
	if m.Dirty {
		commit += " with uncommitted changes"
	}
	out := write.Section{Lead: []string{"Everything that the numbers depend on. The same database " +
		"reproduces them without a network."}}
	for _, f := range [][2]string{
		{"Run", d.RunID}, {"Program", strings.TrimSpace("assay " + m.Program)}, {"Commit", commit}, {"Go", m.Go},
		{"Command", strings.TrimSpace("assay " + quoted(m.Command))},
		{"Judge", m.Judging.String()}, {"Parser", m.Parser}, {"Seed", strconv.FormatUint(m.Seed, 10)},
		{"Epochs", Count(m.Epochs)}, {"Variants", Count(m.Variants)},
		{"Trials", Count(m.Trials)}, {"Started", When(m.StartedAt)},
	} {
		out.Facts = append(out.Facts, write.Fact{Name: f[0], Text: orNone(f[1])})
	}
	suites := write.Table{ID: "manifest-suites", Of: "Suites", Columns: []write.Column{words("suite", "Suite"),
		words("hash", "Content hash")}}
	for _, name := range slices.Sorted(maps.Keys(m.Suites)) {
		suites.Rows = append(suites.Rows, write.Cells(name, write.Value{Text: m.Suites[name], Code: true}))
	}
	subjects := write.Table{ID: "manifest-subjects", Of: "Subjects",
		Columns: []write.Column{subjectColumn(), words("kind", "Kind"), words("version", "Version"),
			words("strategy", "Strategy"), prose("settings", "Settings"), prose("doc", "Description")}}
	list := m.Subjects
	if len(list) == 0 {
		list = d.AllSubjects()
	}
	for _, s := range list {
		var set []string
		for _, k := range slices.Sorted(maps.Keys(s.Params)) {
			set = append(set, k+"="+s.Params[k])
		}
		subjects.Rows = append(subjects.Rows, write.Cells(s.Name, orNone(s.Kind), orNone(s.Version), orNone(s.Strategy),
			orNone(strings.Join(set, ", ")), orNone(s.Doc)))
	}
	out.Tables = filled(suites, subjects)
	return out, true
}

// quoted joins arguments so that a reader can see where each one ends.
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

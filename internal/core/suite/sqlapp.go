package suite

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/goccy/go-yaml"

	"assay/internal/bench"
	proof "assay/internal/core/suite/evidence"
	"assay/internal/core/suite/sqlapp"
)

// App is a SQL application that can be executed, with its directory.
type App struct {
	sqlapp.App
	Dir string // below the root of the suite; it contains <query>.evidence.json

	evidence map[string]*proof.SQLEvidence // by query, where it matches these texts
}

// Evidence returns the stored evidence of a query; nil where there is none for these texts.
func (a *App) Evidence(query string) *proof.SQLEvidence { return a.evidence[query] }

// executableApp adds an application to the suite's when it has fixtures. It skips tests in a language that is not
// executed: they stay unproved. It returns the evidence on variants by the key of the test that they come from.
func (l *loader) executableApp(s *Suite, a *app, tests []*bench.Variant) map[string]*vouchers {
	vouched := map[string]*vouchers{}
	fixtures, ok := l.optional(path.Join(a.dir, "fixtures.sql"))
	if !ok {
		return vouched
	}
	x := App{App: sqlapp.App{Name: a.name, Stack: a.stack, Schema: sqlapp.Schema(a.spec), Fixtures: fixtures}, Dir: a.dir}
	if shared, ok := l.optional(path.Join(a.dir, "proof.yaml")); ok {
		x.Shared = []byte(shared)
	}
	x.Rules, _ = l.optional(path.Join(a.dir, "acceptance.yaml"))
	x.Undecided, _ = l.optional(path.Join(a.dir, "conditions.yaml"))
	for n := range a.requirements {
		if n > 0 { // 0 is the context
			x.Requirements = append(x.Requirements, n)
		}
	}
	slices.Sort(x.Requirements)
	l.accepted(&x)
	at := map[string]int{}                // query → its index
	members := map[int][]*bench.Variant{} // its variants
	for _, v := range tests {
		if !sqlapp.Runs(v.Task.Language) && !a.stack.Handles(v.Task.Language) {
			continue
		}
		name := path.Base(v.Base)
		i, seen := at[name]
		if !seen {
			i = len(x.Queries)
			at[name] = i
			q := sqlapp.Query{Name: name}
			if text, ok := l.optional(path.Join(a.dir, name+".proof.yaml")); ok {
				q.Proof = []byte(text)
			}
			x.Queries = append(x.Queries, q)
		}
		t := sqlapp.Test{Name: path.Base(v.Sample), Code: v.Task.Files[0].Text, Language: language(v),
			Bad: v.Truth == bench.Vulnerable, Minimal: a.minimal[v.Key]}
		if t.Bad {
			t.Twin = path.Base(v.Twin)
			for _, label := range v.Labels {
				t.Violates = append(t.Violates, label.Requirements...)
			}
		}
		x.Queries[i].Tests = append(x.Queries[i].Tests, t)
		members[i] = append(members[i], v)
	}
	scopes := x.Scopes()
	for _, n := range slices.Sorted(maps.Keys(scopes)) {
		for _, name := range scopes[n].Queries {
			if _, ok := at[name]; !ok {
				l.problem(path.Join(a.dir, "proof.yaml"), 0, "requirements: %d: %q is no query that is executed", n, name)
			}
		}
	}
	for i := range x.Queries {
		q := &x.Queries[i]
		l.sqlEvidence(&x, q, members[i])
		e := l.vouched(path.Join(x.Dir, q.Name+".variants.json"), nil, x.Files(q))
		for _, v := range members[i] {
			vouched[v.Key] = e
		}
	}
	l.excused(&x)
	s.Apps = append(s.Apps, x)
	return vouched
}

// excused reports a conditions.yaml that cannot be read, or names no good test.
func (l *loader) excused(x *App) {
	file := path.Join(x.Dir, "conditions.yaml")
	list, err := x.Excuses()
	if err != nil {
		l.problem(file, 0, "%v", err)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if !slices.ContainsFunc(x.Queries, func(q sqlapp.Query) bool {
			return slices.ContainsFunc(q.Tests, func(t sqlapp.Test) bool { return t.Name == name && !t.Bad })
		}) {
			l.problem(file, 0, "%q is no good test that is executed", name)
		}
	}
}

// accepted reports requirements that acceptance.yaml leaves out, and notes that an application whose tests are proved
// has none.
func (l *loader) accepted(x *App) {
	file := path.Join(x.Dir, "acceptance.yaml")
	if x.Rules == "" {
		if len(x.Requirements) > 0 && x.Shared != nil {
			l.notes = append(l.notes, l.show(file)+" is missing: nothing binds the attacks to the text of SPEC.md")
		}
		return
	}
	var rules struct {
		Acceptance map[int]any `yaml:"acceptance"`
	}
	if yaml.Unmarshal([]byte(x.Rules), &rules) != nil {
		return // verify says where
	}
	for _, n := range x.Requirements {
		if rules.Acceptance[n] == nil {
			l.problem(file, 0, "requirement %d of SPEC.md has no acceptance", n)
		}
	}
}

// language returns the name that proofs use for the language of a test.
func language(v *bench.Variant) string {
	if v.Task.Language == "sql" {
		return ""
	}
	return v.Task.Language
}

// sqlEvidence attaches the stored evidence of a query to its tests when it matches these texts.
func (l *loader) sqlEvidence(x *App, q *sqlapp.Query, tests []*bench.Variant) {
	file := path.Join(x.Dir, q.Name+".evidence.json")
	text, ok := l.optional(file)
	if !ok {
		return
	}
	e, err := proof.DecodeSQL([]byte(text))
	if err != nil {
		l.problem(file, 0, "%v; renew it with `assay verify --suite %s --write`", err, l.show(x.Dir))
		return
	}
	if why := e.Stale(x.Evident(q), q.Labels()); why != "" {
		l.notes = append(l.notes, l.show(file)+" is out of date ("+why+"): its tests count as unproved")
		return
	}
	for _, v := range tests {
		if x.evidence == nil {
			x.evidence = map[string]*proof.SQLEvidence{}
		}
		x.evidence[q.Name] = e
		if t, ok := e.Test(path.Base(v.Sample)); ok && e.Proved && t.Proved {
			v.Proof, v.Evidence = bench.Proved, t.Summary()
		}
	}
}

// optional reads a file that need not exist. ok is false when it does not exist, or when it cannot be used, which
// is then a problem.
func (l *loader) optional(file string) (string, bool) {
	if _, err := fs.Stat(l.fsys, file); errors.Is(err, fs.ErrNotExist) {
		return "", false
	}
	return l.read(file)
}

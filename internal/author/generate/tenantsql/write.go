package tenantsql

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"assay/internal/author/generate"
	"assay/internal/author/mutate"
	"assay/internal/core/suite"
	proof "assay/internal/core/suite/evidence"
	"assay/internal/lang/sqltext"
	"assay/internal/proof/sqlproof"
)

// finished is an application with all tests in their final wording, and the evidence on them.
type finished struct {
	app      sqlproof.App
	evidence []proof.SQLEvidence
}

// finish gives the chosen pairs their wording and executes them like those of the suite: with all rules about
// twins, and each wording together with its minimal text. It returns the flaws of which no wording is proved;
// without any the application is finished.
func (m *maker) finish(ctx context.Context) (*finished, []*flaw, error) {
	if len(m.chosen) == 0 {
		return nil, nil, nil
	}
	for _, key := range m.guessed { // names are assigned again
		m.guess.Forget(key)
	}
	m.guessed = nil
	app := m.fresh
	app.Queries = nil
	var names []string
	owners := map[string]*flaw{} // bad test → its flaw
	open := map[string]bool{}    // tests without a proved wording
	for qi, q := range m.fresh.Queries {
		var flaws []*flaw
		twins := map[string]string{} // host → its name here
		for _, f := range m.chosen {
			if f.host.query == qi {
				flaws = append(flaws, f)
				twins[f.host.name] = ""
			}
		}
		if len(flaws) == 0 {
			continue
		}
		number := 0
		test := func(kind string) string {
			number++
			name := fmt.Sprintf("%s-%02d-%s", q.Name, number, kind)
			open[name] = true
			return name
		}
		for _, h := range sortedKeys(twins) {
			twins[h] = test("good")
			k := slices.IndexFunc(m.hosts, func(x *host) bool { return x.query == qi && x.name == h })
			q.Tests = append(q.Tests, sqlproof.Test{Name: twins[h], Minimal: m.hosts[k].minimal})
		}
		for _, f := range flaws {
			f.name = test("bad")
			owners[f.name] = f
			q.Tests = append(q.Tests, sqlproof.Test{Name: f.name, Minimal: f.Code, Bad: true, Violates: f.violates,
				Twin: twins[f.host.name]})
		}
		app.Queries = append(app.Queries, q)
		names = append(names, q.Name)
	}
	if app.Shared != nil {
		app.Shared = []byte(only(string(app.Shared), names))
	}
	evidence := make([]proof.SQLEvidence, len(app.Queries))
	for round := range wordings {
		part := app
		part.Queries = nil
		var at []int
		for i := range app.Queries {
			if slices.ContainsFunc(app.Queries[i].Tests, func(t sqlproof.Test) bool { return open[t.Name] }) {
				if err := m.word(&app.Queries[i], open, round); err != nil {
					return nil, nil, err
				}
				part.Queries = append(part.Queries, app.Queries[i])
				at = append(at, i)
			}
		}
		if len(at) == 0 {
			break
		}
		got, err := m.Engine.Verify(ctx, &part)
		if err != nil {
			return nil, nil, err
		}
		for k, e := range got {
			evidence[at[k]] = e
			for _, t := range app.Queries[at[k]].Tests {
				seen, ok := e.Test(t.Name)
				open[t.Name] = !ok || !seen.Proved
				if len(e.Problems) > 0 {
					open[t.Name] = named(e.Problems, t.Name)
				}
			}
			if len(e.Problems) > 0 && !slices.ContainsFunc(app.Queries[at[k]].Tests,
				func(t sqlproof.Test) bool { return open[t.Name] }) {
				// The problem is in the proof: remove parameters that only public tests use, else the whole query.
				app.Queries[at[k]].Proof = []byte(withoutParams(string(app.Queries[at[k]].Proof), e.Problems))
				for _, t := range app.Queries[at[k]].Tests {
					open[t.Name] = true
				}
			}
		}
	}
	var lost []*flaw
	for i := range app.Queries {
		for _, t := range app.Queries[i].Tests {
			f := owners[t.Name]
			if f != nil && (open[t.Name] || open[t.Twin]) {
				lost = append(lost, f)
			}
		}
	}
	return &finished{app, evidence}, lost, nil
}

// named reports whether a problem is about a test.
func named(problems []string, test string) bool {
	return slices.ContainsFunc(problems, func(p string) bool {
		return strings.HasPrefix(p, test+": ") || strings.HasPrefix(p, test+", minimal: ")
	})
}

// word gives the open tests of a query a surface, a different one in each round. Of several surfaces a bad test
// gets the first with which the flaws of the batch cannot be guessed, or the least telling one: most flaws
// leave something out, and the form of a pair must not reveal which half is bad.
func (m *maker) word(q *sqlproof.Query, open map[string]bool, round int) error {
	q.Tests = slices.Clone(q.Tests)
	seen := map[string]map[string]int{} // of the tests before this one, good ones first
	for k := range q.Tests {
		t := &q.Tests[k]
		if !open[t.Name] {
			seen[t.Name] = runs(t.Code)
			continue
		}
		minimal, key := t.Pair(), m.app.Name+"/"+t.Name
		m.guess.Forget(key)
		m.guessed = append(m.guessed, key)
		least, free := math.Inf(1), false
		var pair generate.Pair
		for i := 0; i < surfaces && !free; i++ {
			s, err := mutate.Surface(minimal, sqltext.Tables(m.app.Schema), m.opt.Seed, fmt.Sprintf("%s/%d/%d", key, round, i))
			if err != nil {
				return fmt.Errorf("%s: %w", t.Name, err)
			}
			if !t.Bad {
				t.Code = s.Code
				break
			}
			is := generate.Pair{seen[t.Twin], runs(s.Code)}
			if free = m.guess.Take(key, is); free {
				t.Code = s.Code
			} else if score := m.guess.Score(is); score < least {
				t.Code, pair, least = s.Code, is, score
			}
		}
		if t.Bad && !free {
			m.guess.Learn(key, pair)
		}
		if t.Minimal = minimal; t.Code == minimal {
			t.Minimal = ""
		}
		seen[t.Name] = runs(t.Code)
	}
	return nil
}

// runs counts the runs of tokens of a text, without whitespace and comments.
func runs(code string) map[string]int {
	var words []string
	for _, t := range sqltext.Lex(code) {
		if !t.Trivia() {
			words = append(words, t.Text(code))
		}
	}
	return generate.Runs(words)
}

// write writes the application and adds its pairs to the batch.
func (m *maker) write(done *finished) error {
	dir := filepath.Join(m.opt.Dir, m.app.Name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	spec, err := fs.ReadFile(m.Files, path.Join(m.app.Dir, "SPEC.md"))
	if err != nil {
		return err
	}
	files := map[string]string{"SPEC.md": string(spec), "fixtures.sql": done.app.Fixtures}
	if done.app.Shared != nil {
		files["proof.yaml"] = string(done.app.Shared)
	}
	if done.app.Rules != "" { // the evidence is of it, too
		files["acceptance.yaml"] = done.app.Rules
	}
	for i, q := range done.app.Queries {
		files[q.Name+".proof.yaml"] = string(q.Proof)
		e, err := done.evidence[i].Encode()
		if err != nil {
			return err
		}
		files[q.Name+".evidence.json"] = string(e)
		for _, t := range q.Tests {
			if files[t.Name+".md"], err = m.file(t); err != nil {
				return fmt.Errorf("%s: %w", t.Name, err)
			}
		}
	}
	for _, name := range sortedKeys(files) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(files[name]), 0o644); err != nil {
			return err
		}
	}
	slices.SortFunc(m.chosen, func(a, b *flaw) int { return strings.Compare(a.name, b.name) })
	for _, f := range m.chosen {
		m.count(f.Operator, f.host, generate.Proved)
		m.batch.Samples = append(m.batch.Samples, generate.Sample{ID: m.app.Name + "/" + f.name, Class: f.class,
			Operator: f.Operator, Host: m.app.Name + "/" + f.host.name})
		if m.opt.Progress != nil {
			m.opt.Progress()
		}
	}
	return nil
}

// file returns the text of a test.
func (m *maker) file(t sqlproof.Test) (string, error) {
	var b strings.Builder
	k := slices.IndexFunc(m.chosen, func(f *flaw) bool { return f.name == t.Name })
	description := "A correct text of the suite in other words."
	if t.Bad {
		f := m.chosen[k]
		description = fmt.Sprintf("One change from its twin: %s. In the attack %q, %s.", f.Description, f.hit.Set,
			f.hit.Shown)
	}
	fmt.Fprintf(&b, "# Description\n%s\n\n# Code\n```sql\n%s```\n\n# Expected\n", description, t.Code)
	if !t.Bad {
		b.WriteString("good\n")
	} else {
		var rules []string
		for _, n := range t.Violates {
			rules = append(rules, fmt.Sprint(n))
		}
		fmt.Fprintf(&b, "bad\n\n# Violates\n%s\n\n# Twin\n%s.md\n", strings.Join(rules, ", "), t.Twin)
	}
	return suite.Reword(b.String(), t.Code, t.Pair())
}

package outside_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/model"
	"assay/internal/core/prompt"
	"assay/internal/core/suite"
	"assay/internal/ext/agent"
	"assay/internal/ext/outside"
	"assay/internal/test/corpustest"
	"assay/suites"
)

// reach returns every byte that an agent can reach: names and texts below its working directory, its arguments,
// its environment, and everything below the parent directories that hold only workspaces.
func reach() (string, error) {
	var b strings.Builder
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		b.WriteString(p + "\n")
		if d.Type().IsRegular() {
			text, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			b.Write(text)
			b.WriteByte('\n')
		}
		return nil
	})
	beside, err2 := os.ReadDir(filepath.Dir(dir))
	if err == nil {
		err = err2
	}
	for _, d := range beside {
		b.WriteString(d.Name() + "\n")
	}
	b.WriteString(strings.Join(os.Args, "\n") + "\n")
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "PWD=") && !strings.HasPrefix(e, "TMPDIR=") && !strings.HasPrefix(e, "OLDPWD=") &&
			!strings.HasPrefix(e, "FOUND=") {
			b.WriteString(e + "\n")
		}
	}
	return b.String(), err
}

// Nothing within reach of an agent reveals the answer, on any sample: no id, label, class or sentence of the
// ground truth, no line that only the twin has, no proof.
func TestNoLeak(t *testing.T) {
	corpustest.Turn(t, 3)
	list, problems, err := suite.Load(suites.FS, ".", "", "suites")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	found := filepath.Join(t.TempDir(), "found") // where the agent writes what it finds
	var now model.Request
	d, err := outside.New(outside.Config{
		Command: "'" + self + "' as-agent reach", Relay: []string{self, "as-relay"},
		Env: []string{"HOME=/nonexistent", "FOUND=" + found},
		Ask: func(bench.Task) (model.Request, error) { return now, nil }, Worlds: &world{},
		Check: func(bench.Task, string) (string, bool) { return "", true },
	})
	if err != nil {
		t.Fatal(err)
	}
	looked, compared := 0, 0
	for _, s := range list {
		stride := max(1, len(s.Variants)/60)
		if testing.Short() {
			stride = max(1, len(s.Variants)/10)
		}
		for i := 0; i < len(s.Variants); i += stride {
			v := &s.Variants[i]
			st, err := prompt.For(prompt.FormatOf(v.Task), "")
			if err != nil {
				t.Fatal(err)
			}
			p, err := prompt.Render(st, v.Task)
			if err != nil {
				t.Fatal(err)
			}
			now = model.Request{System: p.System, User: p.User, Schema: p.Schema}
			text := strings.TrimSpace(p.System + "\n\n" + p.User)
			if _, err := d.Detect(t.Context(), v.Task); err != nil {
				t.Fatal(err)
			}
			looked++
			kept, err := os.ReadFile(found)
			if err != nil {
				t.Fatal(err)
			}
			shown := string(kept)
			own := text
			// The question and the files are those of the task, which other tests check. This test checks all the rest.
			rest := strings.ReplaceAll(shown, text, "")
			for _, f := range agent.Visible(v.Task) {
				if !strings.Contains(rest, f.Text) {
					t.Errorf("%s: %s is not as it should be", v.Key, f.Path)
				}
				rest = strings.ReplaceAll(rest, f.Text, "")
				own += f.Path + f.Text
			}
			if !strings.Contains(shown, text) {
				t.Errorf("%s: TASK.md is not as it should be", v.Key)
			}
			for _, leak := range prompt.LeaksIn(rest+string(p.Schema), outside.Brief("")+string(p.Schema), *v) {
				t.Errorf("%s: an agent can read %q", v.Key, leak)
			}
			for _, line := range elsewhere(s, v) {
				if compared++; !strings.Contains(own, line) && strings.Contains(shown, line) {
					t.Errorf("%s: an agent can read %q, which is not in its task", v.Key, line)
				}
			}
		}
	}
	if looked < 20 || compared < 1000 {
		t.Fatalf("only %d workspaces and %d lines were looked at", looked, compared)
	}
}

// elsewhere lists what must not be within reach: lines of a sample's other variants (including its twin) and of
// its proof, and the ids of all samples.
func elsewhere(s *suite.Suite, v *bench.Variant) (out []string) {
	add := func(text string) {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); len(line) >= 20 {
				out = append(out, line)
			}
		}
	}
	for i := range s.Variants {
		o := &s.Variants[i]
		if o.Base == v.Base && o.Key != v.Key {
			add(o.Task.Files[0].Text)
		}
		if id := path.Base(o.Sample); strings.Contains(id, "-") {
			out = append(out, id)
		}
	}
	if s.Format == suite.Blockbench {
		proof, err := fs.ReadFile(suites.FS, path.Join(v.Suite, v.Sample, "Proof.sol"))
		if err != nil {
			panic(err)
		}
		add(string(proof))
	}
	return out
}

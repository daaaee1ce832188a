package cli

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"assay/internal/core/base/environ"
)

// most is how many flags run may show: what is rarer than these is set with --set.
const most = 46

// The flags of run are few and in groups, and the lists name flags that exist.
func TestFlagsOfRun(t *testing.T) {
	app, err := kong.New(&grammar{}, kong.Name("assay"), kong.Vars{"dbdefault": "results.db", "version": ""})
	if err != nil {
		t.Fatal(err)
	}
	arrange(app.Model.Node)
	commands := app.Model.Node.Children
	cmd := commands[slices.IndexFunc(commands, func(n *kong.Node) bool { return n.Name == "run" })]
	shown, names := 0, map[string]bool{}
	for _, f := range cmd.Flags {
		names[f.Name] = true
		if f.Hidden {
			continue
		}
		if shown++; f.Group == nil {
			t.Errorf("--%s is in no group", f.Name)
		}
	}
	if shown > most || shown < most-10 {
		t.Errorf("run shows %d flags, and %d are allowed; add the rarest to rare", shown, most)
	}
	listed := slices.Clone(rare)
	for _, g := range groups {
		listed = append(listed, g.flags...)
	}
	for i, name := range listed {
		if !names[name] || slices.Contains(listed[:i], name) {
			t.Errorf("%s is no flag of run, or listed twice", name)
		}
	}
	for _, key := range rare {
		if !strings.Contains(cmd.Detail, "\n  "+key+"=") {
			t.Errorf("the help does not list %s", key)
		}
	}
}

// A rare flag is given with --set; as a flag of its own it works, with a notice.
func TestSet(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args, stdout, stderr string
		code                 int
	}{
		{"run --set max-turns=7 --set=junit=x.xml --print-config", "max-turns: 7", "", 0},
		{"run --max-turns=7 --print-config", "max-turns: 7", "assay: --max-turns is written --set max-turns=7 now\n", 0},
		{"run --max-turns 7 --print-config", "max-turns: 7", "assay: --max-turns is written --set max-turns=VALUE now\n", 0},
		{"run --set allow-unpriced=true --print-config", "allow-unpriced: true", "", 0},
		{"db copy --from none.db --to new.db", "", "assay: --to of db is --output now\nassay: ", 2},
		{"run --set max-turns", "", "assay: --set max-turns is not KEY=VALUE with one of the keys max-turns, ", 2},
		{"run --set suite=x", "", "assay: --set suite=x is not KEY=VALUE", 2},
		{"run --set max-turns=many", "", "assay: --max-turns: expected a valid", 2},
	} {
		var out, errs bytes.Buffer
		code := Main(t.Context(), strings.Fields(c.args), &environ.Env{Stdout: &out, Stderr: &errs,
			Getenv: func(string) string { return "" }})
		if code != c.code || !strings.Contains(out.String(), c.stdout) || !strings.HasPrefix(errs.String(), c.stderr) ||
			c.stderr == "" && errs.Len() > 0 {
			t.Errorf("%s: %d\n%s%s", c.args, code, out.String(), errs.String())
		}
	}
}

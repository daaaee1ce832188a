package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"assay/internal/core/base/outfile"
	"assay/internal/core/base/termtext"
	"assay/internal/core/model/registry"
	"assay/internal/core/run/session"
)

type modelsUpdate struct {
	From string `required:"" help:"File to read, YAML or JSON; docs/compete.md describes the format." placeholder:"FILE"`
	To   string `name:"output" help:"File to update; models.yaml in your settings directory by default." placeholder:"FILE"`
}

func (*modelsUpdate) Help() string {
	return `Each field of a model in the file replaces the known value; a price is replaced as a whole; other fields stay. The program itself does not
change: the result is written to your settings directory, and every later command reads it. assay-models.yaml in the working directory overrides it.

Example:

  assay models update --from prices.yaml`
}

func (c *modelsUpdate) Run(env *Env) error {
	text, err := os.ReadFile(c.From)
	if err != nil {
		return usage("%v", err)
	}
	from := registry.New()
	if err := from.Add(c.From, text); err != nil {
		return usage("%v; nothing was changed", err)
	}
	to := cmp.Or(c.To, session.UserModels())
	if to == "" {
		return usage("this system has no settings directory; give the file with --output")
	}
	r := registry.New()
	switch text, err := os.ReadFile(to); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return usage("%v", err)
	default:
		if err := r.Add(to, text); err != nil {
			return usage("%v; fix or remove the file, then update again", err)
		}
	}
	done := r.Merge(from)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return usage("%v", err)
	}
	if err := outfile.Write(to, 0o600, r.Write); err != nil {
		return usage("%v", err)
	}
	for _, list := range []struct {
		word string
		ids  []string
	}{{"new", done.New}, {"changed", done.Changed}} {
		for _, id := range list.ids {
			fmt.Fprintf(env.Stdout, "%s\t%s\n", list.word, termtext.Plain(id))
		}
	}
	fmt.Fprintf(env.Stderr, "%s: %d new, %d changed, %d unchanged\n", to, len(done.New), len(done.Changed),
		len(done.Same))
	return nil
}

package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"assay/internal/model/registry"
	"assay/internal/run/session"
	"assay/internal/termtext"
)

type modelsUpdate struct {
	From string `required:"" help:"File to take: YAML or JSON of the form that docs/compete.md describes." placeholder:"FILE"`
	To   string `help:"File to bring up to date; models.yaml in your own directory of settings by default." placeholder:"FILE"`
}

func (*modelsUpdate) Help() string {
	return `What the file says of a model replaces what was known, field by field, and a price as a whole; what it does not say stays. The program itself is not
changed: the result is in your directory, and every later command reads it. assay-models.yaml where you work goes before it.

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
	to := c.To
	if to == "" {
		if to = session.UserModels(); to == "" {
			return usage("this system names no directory for settings; --to names the file")
		}
	}
	r := registry.New()
	switch text, err := os.ReadFile(to); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return usage("%v", err)
	default:
		if err := r.Add(to, text); err != nil {
			return usage("%v; mend or remove it, then update again", err)
		}
	}
	done := r.Merge(from)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return usage("%v", err)
	}
	if err := complete(to, r.Write); err != nil {
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
	fmt.Fprintf(env.Stderr, "%s: %d new, %d changed, %d as they were\n", to, len(done.New), len(done.Changed),
		len(done.Same))
	return nil
}

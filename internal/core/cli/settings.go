package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"assay/internal/core/base/config"
)

// settingsFile is read if it exists and --config names no other file.
const settingsFile = "assay.yaml"

// configured lets a file set the flags of the command that embeds it.
type configured struct {
	Config      string `help:"File with settings of this command, one per line (docs/guide.md); flags override them. assay.yaml by default, if it exists." placeholder:"FILE" config:"-"`
	PrintConfig bool   `name:"print-config" help:"Print the settings in effect and the source of each, and stop." config:"-"`

	AllowCommands bool `name:"allow-commands" help:"Allow the commands of assay.yaml and assay-tools.yaml in this directory; remembered until the files change. Files named by flags do not need it." config:"-"`
}

// BeforeResolve reads the file after the given flags are known and before the others are
// filled in. It is called by kong.
func (configured) BeforeResolve(env *Env, ctx *kong.Context) error {
	cmd := ctx.Selected()
	file, given := settingsFile, false
	for _, f := range cmd.Flags {
		if f.Name != "config" {
			continue
		}
		if name, ok := ctx.FlagValue(f).(string); ok && name != "" {
			file, given = name, true
		}
	}
	text, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !given:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("file %s does not exist", file)
	case err != nil:
		return err
	}
	keys, err := config.Keys(cmd.Flags)
	if err != nil {
		return err
	}
	if env.Settings, err = config.Parse(file, text, keys); err != nil {
		return err
	}
	env.Named, env.text, env.flags = given, text, cmd.Flags
	ctx.AddResolver(env.Settings)
	return nil
}

// announce prints the name of the file that supplied settings.
func (configured) announce(env *Env) {
	if env.Settings != nil {
		fmt.Fprintln(env.Stderr, "settings from "+env.Settings.File)
	}
}

// print prints the settings in effect.
func (configured) print(env *Env, ctx *kong.Context) error {
	keys, err := config.Keys(ctx.Selected().Flags)
	if err != nil {
		return err
	}
	given := map[*kong.Flag]bool{}
	for _, p := range ctx.Path {
		if p.Flag != nil && !p.Resolved {
			given[p.Flag] = true
		}
	}
	var b strings.Builder
	err = config.Print(&b, keys, func(k config.Key) string {
		switch {
		case env.Settings.Used(k.Flag):
			return env.Settings.File
		case given[k.Flag]:
			return "--" + k.Flag.Name
		}
		return "default"
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(env.Data(), env.Clean(b.String()))
	return err
}

package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// completionCmd prints the script for completing commands and flags in a shell: the shell
// calls this program with the line typed so far (kong-completion).
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

func (*completionCmd) Help() string {
	return `Prints a script for the init file of the shell.

Examples:

  source <(assay completion bash)
  assay completion zsh >> ~/.zshrc
  assay completion fish > ~/.config/fish/completions/assay.fish`
}

// scripts contain PROGRAM in place of the path of the program.
var scripts = map[string]string{
	"bash": "complete -o default -o bashdefault -C PROGRAM assay\n",
	"zsh":  "autoload -U +X bashcompinit && bashcompinit\ncomplete -o default -o bashdefault -C PROGRAM assay\n",
	"fish": `function __complete_assay
    set -lx COMP_LINE (commandline -cp)
    test -z (commandline -ct)
    and set COMP_LINE "$COMP_LINE "
    PROGRAM
end
complete -c assay -a "(__complete_assay)"
`,
}

func (c *completionCmd) Run(env *Env) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	quoted := "'" + strings.ReplaceAll(program, "'", `'\''`) + "'"
	if c.Shell != "fish" {
		// the shell parses it twice
		quoted = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(quoted) + `"`
	}
	_, err = fmt.Fprint(env.RawOut, strings.ReplaceAll(scripts[c.Shell], "PROGRAM", quoted))
	return err
}

// manCmd prints the manual page, from the same definitions as --help.
type manCmd struct{}

func (*manCmd) Help() string {
	return "Prints the manual page in roff.\n\nExample:\n\n  assay man | man -l -"
}

func (*manCmd) Run(env *Env, k *kong.Kong) error {
	_, err := fmt.Fprint(env.RawOut, manPage(k.Model))
	return err
}

// manPage writes a page of section 1. Its date is that of the commit, so that equal
// programs print equal pages.
func manPage(app *kong.Application) string {
	var b strings.Builder
	b.Grow(1 << 17)
	date, _, _ := strings.Cut(buildInfo().date, "T")
	title, detail, _ := strings.Cut(app.Help, "\n")
	fmt.Fprintf(&b, ".TH ASSAY 1 \"%s\" \"assay %s\"\n.SH NAME\nassay \\- %s\n", date, roff(Version),
		roff(strings.TrimPrefix(strings.TrimSuffix(title, "."), "assay ")))
	b.WriteString(".SH SYNOPSIS\n.B assay\n.I command\n[\\fIflags\\fR]\n.SH DESCRIPTION\n")
	paragraphs(&b, detail)
	b.WriteString(".SH COMMANDS\n")
	for _, cmd := range app.Leaves(true) {
		usage := strings.TrimPrefix(cmd.Summary(), "assay ")
		fmt.Fprintf(&b, ".SS %s\n%s\n", roff(usage), roff(cmd.Help))
		paragraphs(&b, cmd.Detail)
		for _, arg := range cmd.Positional {
			fmt.Fprintf(&b, ".TP\n.I %s\n%s\n", roff(arg.Summary()), roff(arg.Help))
		}
		for _, group := range cmd.AllFlags(true) {
			for _, f := range group {
				if f.Name != "help" {
					fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(f.String()), roff(f.Help))
				}
			}
		}
	}
	return b.String()
}

// paragraphs writes text as roff; lines that begin with a space are kept unchanged.
func paragraphs(b *strings.Builder, text string) {
	verbatim, gap := false, false
	for line := range strings.Lines(strings.TrimSpace(text)) {
		line = strings.TrimRight(line, "\n")
		if line == "" && !verbatim {
			gap = true
			continue
		}
		v := strings.HasPrefix(line, " ") || verbatim && line == ""
		if verbatim && !v {
			b.WriteString(".fi\n")
		}
		if gap || v && !verbatim {
			b.WriteString(".PP\n")
		}
		if v && !verbatim {
			b.WriteString(".nf\n")
		}
		verbatim, gap = v, false
		b.WriteString(roff(line) + "\n")
	}
	if verbatim {
		b.WriteString(".fi\n")
	}
}

// roff escapes text: a dash becomes a minus sign that can be copied, and no line is parsed
// as a command.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\t", "    ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}

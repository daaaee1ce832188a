package cli

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// rare are the flags that are given as --set KEY=VALUE, or in the settings file. Given as flags of their own they work
// until the first release, with a notice.
var rare = []string{
	"max-turns", "max-trial-tokens", "max-trial-seconds", "max-trial-usd",
	"agent-isolation", "agent-timeout", "agent-calls", "agent-relay",
	"tool-confidence", "tools-file",
	"reasoning-effort", "model-seed", "request-timeout", "max-retries", "models-file", "batch-poll",
	"allow-own-family", "allow-unpriced",
	"fresh-commitment",
	"sui-weights", "junit", "summary", "record", "log",
}

// renamed are flags that have the name of the same thing elsewhere now. The old names work until the first release,
// with a notice.
var renamed = []struct{ command, was, now string }{
	{"verify", "path", "suite"},
	{"generate", "to", "output"},
	{"import", "to", "output"},
	{"split", "to", "output"},
	{"models", "to", "output"},
	{"db", "to", "output"},
	{"board", "out", "output"},
	{"transform", "with", "chain"},
}

// groups are the flags of a run in its help. What is in none of them stands first.
var groups = []struct {
	title string
	flags []string
}{
	{"Usual flags:", []string{"model", "suite", "subset", "filter", "limit", "strategy", "variants", "judge", "epochs",
		"budget-usd", "dry-run"}},
	{"What is asked:", []string{"task", "prompt", "hint", "context", "seed", "fresh-samples"}},
	{"How a model is asked:", []string{"base-url", "url-query", "header", "temperature", "max-tokens", "scaffold",
		"pass-env", "price", "max-connections", "cache", "batch"}},
	{"How much is asked:", []string{"until-decided", "margin"}},
	{"What is asked again, and where:", []string{"no-resume", "retry", "wait", "distributed"}},
	{"What is executed:", []string{"compilers", "postgres", "box"}},
	{"Results:", []string{"db", "reports", "json", "fail-under", "metric", "verbose"}},
	{"Settings:", []string{"config", "print-config", "allow-commands"}},
}

// arrange hides the rare flags of every command and lists them in its help instead, and groups the flags of run.
func arrange(n *kong.Node) {
	var keys []string
	for _, f := range n.Flags {
		if slices.Contains(rare, f.Name) && !f.Hidden {
			f.Hidden = true
			help, _, _ := strings.Cut(f.Help, ". ")
			keys = append(keys, f.Name+"="+f.FormatPlaceHolder()+": "+strings.TrimSuffix(help, "."))
		}
		for _, g := range groups {
			if n.Name == "run" && slices.Contains(g.flags, f.Name) {
				f.Group = &kong.Group{Key: g.title, Title: g.title}
			}
		}
	}
	if len(keys) > 0 {
		n.Detail = strings.TrimSpace(n.Detail + "\n\nRarely needed, as --set KEY=VALUE:\n\n  " + strings.Join(keys, "\n  "))
	}
	for _, child := range n.Children {
		arrange(child)
	}
}

// unset replaces --set KEY=VALUE by the flag of that name, and old names of flags by those of today. It returns a
// notice for each of them, and for each rare flag that was given as a flag of its own.
func unset(args []string) (out, notices []string, err error) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(out, args[i:]...), notices, nil
		}
		setting, set := strings.CutPrefix(arg, "--set=")
		if arg == "--set" && i+1 < len(args) {
			i++
			setting, set = args[i], true
		}
		name, _, valued := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
		for _, r := range renamed {
			if args[0] == r.command && name == r.was && strings.HasPrefix(arg, "--") {
				arg = "--" + r.now + strings.TrimPrefix(arg, "--"+r.was)
				notices = append(notices, "--"+r.was+" of "+r.command+" is --"+r.now+" now")
			}
		}
		switch key, _, valid := strings.Cut(setting, "="); {
		case set && (!valid || !slices.Contains(rare, key)):
			return nil, nil, usage("--set %s is not KEY=VALUE with one of the keys %s", setting, strings.Join(rare, ", "))
		case set:
			arg = "--" + setting
		case strings.HasPrefix(arg, "--") && slices.Contains(rare, name):
			value := "VALUE"
			if valued {
				value = arg[len(name)+3:]
			}
			notices = append(notices, "--"+name+" is written --set "+name+"="+value+" now")
		}
		out = append(out, arg)
	}
	return out, notices, nil
}

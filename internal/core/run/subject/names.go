package subject

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"assay/internal/core/detect/asked"
	"assay/internal/core/run/session"
)

// Syntax of --model.
const (
	ToolPrefix  = "tool/"
	SarifPrefix = "sarif:"
	AgentExec   = "agent-exec" // with a colon: an agent of others, as a command
	AgentHand   = "agent-hand" // with a colon: one that the user starts
)

// SplitNames splits the values of --model at commas, as lists of other flags are split,
// except in a command, a path or an answer.
func SplitNames(given []string) []string {
	var out []string
	for _, g := range given {
		for {
			first, rest, more := strings.Cut(g, ",")
			prefix, _, _ := asked.Cut(g)
			if !more || strings.HasPrefix(g, SarifPrefix) || IsOutside(g) ||
				slices.ContainsFunc(session.Providers, func(p session.Provider) bool { return p.Local && p.Prefix == prefix }) {
				out = append(out, g)
				break
			}
			out, g = append(out, first), rest
		}
	}
	return out
}

// IsBuiltin reports whether a name of --model selects built-in subjects.
func IsBuiltin(name string) bool { return name == "builtin" || strings.HasPrefix(name, "builtin/") }

// IsOutside reports whether a name of --model is an agent of others.
func IsOutside(name string) bool {
	return strings.HasPrefix(name, AgentExec+":") || strings.HasPrefix(name, AgentHand+":")
}

// IsTool reports whether a name of --model is a static analyser or a recording of one.
func IsTool(name string) bool {
	return strings.HasPrefix(name, ToolPrefix) || strings.HasPrefix(name, SarifPrefix)
}

// IsReport reports whether the text after sarif: is a file, not a command.
func IsReport(line string) bool {
	info, err := os.Stat(line)
	return err == nil && info.Mode().IsRegular() && slices.Contains([]string{".sarif", ".json"}, filepath.Ext(line))
}

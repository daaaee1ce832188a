package subject

import (
	"slices"
	"strings"

	"assay/internal/core/detect/asked"
	"assay/internal/core/run/session"
	"assay/internal/ext/agent/player"
	"assay/internal/ext/outside"
)

// isPlayer reports whether a name of --model is a built-in agent.
func isPlayer(name string) bool {
	_, ok := player.Find(name)
	return ok
}

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
	return strings.HasPrefix(name, outside.Name+":") || strings.HasPrefix(name, outside.Hand+":")
}

// IsTool reports whether a name of --model is a static analyser or a recording of one.
func IsTool(name string) bool {
	return strings.HasPrefix(name, ToolPrefix) || strings.HasPrefix(name, SarifPrefix)
}

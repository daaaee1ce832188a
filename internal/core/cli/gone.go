package cli

import (
	"slices"
	"strings"
)

// gone names what earlier versions had, as it is written on the command line, with what does its job now. A flag
// stands with the beginning of its value where only that value is gone.
var gone = []struct{ words, now string }{
	{"preregister", "assay seal writes the plan of a run with a hash to publish"},
	{"--preregistration", "assay seal writes the plan of a run, and assay seal --check compares a run with it"},
	{"--model tool/aderyn", "--model 'sarif:COMMAND' or sarif:FILE reads what Aderyn writes"},
	{"--model smartbugs:", "--model sarif:FILE reads the SARIF that SmartBugs writes with --sarif"},
	{"--model builtin/fuzzer", "assay verify --campaign searches samples for attacks; builtin/hallucinator and " +
		"builtin/never-submits are the built-in agents"},
	{"--fresh-count", "assay generate --count K --seed S --output DIR makes samples for --fresh-samples DIR"},
	{"--format lm-eval", "assay export suite DIR --format promptfoo or inspect lets another program ask; assay import " +
		"lm-eval reads answers as before"},
}

// nowOf returns a line about the first part of a failed command line that is gone; "" when nothing is.
func nowOf(args []string) string {
	for i, arg := range args {
		flag, value, _ := strings.Cut(arg, "=")
		for _, g := range gone {
			name, start, valued := strings.Cut(g.words, " ")
			verb := !strings.HasPrefix(name, "-")
			words := strings.Fields(g.words)
			switch {
			case verb && i == 0 && len(args) >= len(words) && slices.Equal(args[:len(words)], words):
			case !verb && flag == name && (!valued || strings.HasPrefix(value, start)):
			case !verb && arg == name && valued && i+1 < len(args) && strings.HasPrefix(args[i+1], start):
			default:
				continue
			}
			return g.words + " is gone: " + g.now
		}
	}
	return ""
}

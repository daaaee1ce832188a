package cli

import (
	"fmt"

	"assay/internal/core/cli"
	"assay/internal/core/report/write"
	"assay/internal/core/run/subject"
	"assay/internal/ext/agent/player"
	"assay/internal/ext/tool"
	"assay/internal/ext/tool/all"
)

// subjects lists what can be measured besides models.
var subjects = cli.Subjects{Agents: listAgents, Tools: listTools}

// listAgents prints the built-in agents.
func listAgents(w *write.Grid) {
	fmt.Fprintln(w, "\nBUILT-IN AGENT\tVERSION\tDESCRIPTION")
	for _, p := range player.All() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", p.Name, p.Version, p.Doc)
	}
}

// listTools prints the static analysers and whether each is installed.
func listTools(w *write.Grid, file string) error {
	adapters, _, err := subject.ToolConfigs(file)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "\nSTATIC ANALYSER\tINSTALLED\tDESCRIPTION")
	for _, a := range all.Adapters() {
		c := adapters[a.Config.Tool].Config
		found := "yes"
		if _, err := tool.Find(c); err != nil {
			found = "no: " + c.Install
		}
		fmt.Fprintf(w, "%s%s\t%s\t%s\n", subject.ToolPrefix, c.Tool, found, c.Doc)
	}
	fmt.Fprintf(w, "sarif:COMMAND, sarif:FILE\t-\t%s\n", adapters["sarif"].Config.Doc)
	return w.Flush()
}

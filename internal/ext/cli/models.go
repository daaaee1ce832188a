package cli

import (
	"fmt"

	"assay/internal/core/cli"
	"assay/internal/core/report/write"
	"assay/internal/ext/agent/player"
	"assay/internal/ext/subjects"
)

// listed lists what can be measured besides models.
var listed = cli.Subjects{Agents: listAgents, Tools: subjects.ListTools}

// listAgents prints the built-in agents.
func listAgents(w *write.Grid) {
	fmt.Fprintln(w, "\nBUILT-IN AGENT\tVERSION\tDESCRIPTION")
	for _, p := range player.All() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", p.Name, p.Version, p.Doc)
	}
}

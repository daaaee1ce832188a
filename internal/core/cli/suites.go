package cli

import (
	"github.com/alecthomas/kong"

	"assay/internal/bench"
	"assay/internal/core/report/write"
	"assay/internal/core/run"
)

type suitesCmd struct {
	List suitesList `cmd:"" default:"1" help:"List the embedded suites."`

	Further kong.Plugins `embed:""` // of other layers
}

type suitesList struct{}

func (*suitesList) Help() string { return "Example:\n\n  assay suites list" }

func (*suitesList) Run(env *Env) error {
	t := write.Table{Columns: write.Columns("SUITE", "SAMPLES", "VULNERABLE", "SAFE", "BASES", "HASH")}
	for _, name := range run.All {
		list, err := run.LoadSuite(env.Env, name)
		if err != nil {
			return err
		}
		for _, s := range list {
			bases, vulnerable := map[string]bool{}, 0
			for _, v := range s.Variants {
				bases[v.Base] = true
				if v.Truth == bench.Vulnerable {
					vulnerable++
				}
			}
			t.Rows = append(t.Rows, write.Cells(s.Name, len(s.Samples), vulnerable, len(s.Variants)-vulnerable, len(bases),
				s.Hash[:12]))
		}
	}
	return env.List(&t)
}

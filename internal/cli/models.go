package cli

import (
	"fmt"
	"text/tabwriter"

	"assay/internal/detect/builtin"
)

type modelsCmd struct{}

func (*modelsCmd) Help() string { return "Example:\n\n  assay models" }

func (*modelsCmd) Run(env *Env) error {
	subjects, err := builtin.All(nil)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "BUILT-IN SUBJECT\tVERSION\tWHAT IT DOES")
	for _, d := range subjects {
		s := d.Subject()
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Name, s.Version, s.Doc)
	}
	fmt.Fprintln(w, "\t\t")
	fmt.Fprintln(w, "PROVIDER\tKEY\tWHAT IT REACHES")
	for _, p := range providers {
		state := " (not set)"
		if env.Getenv(p.keyVar) != "" {
			state = " (set)"
		}
		fmt.Fprintf(w, "%s\t%s%s\t%s\n", p.prefix, p.keyVar, state, p.doc)
	}
	return w.Flush()
}

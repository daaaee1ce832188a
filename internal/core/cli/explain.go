package cli

import (
	"context"
	"fmt"
	"time"

	"assay/internal/core/report"
)

type explainCmd struct {
	Key string `arg:"" help:"Key of a trial, or its first digits. Reports and --json show the key."`
	DB  string `name:"db" help:"Results database: a file, or the URL of a PostgreSQL database." default:"${dbdefault}" placeholder:"FILE|URL"`
	Raw bool   `help:"Print the exact request and response as well."`
}

func (*explainCmd) Help() string {
	return `Prints the parts that identify a trial, each of its outcomes, and its differences from the most similar trial. A run asks a
trial again only when one of these parts differs, when the trial failed, or with --no-resume or --retry.

Example:

  assay explain 3f2a91bc`
}

func (c *explainCmd) Run(ctx context.Context, env *Env) error {
	s, err := env.reading(ctx, c.DB)
	if err != nil {
		return err
	}
	defer s.Close()
	e, err := s.Explain(ctx, c.Key)
	if err != nil {
		return usage("%v", err)
	}
	fmt.Fprintf(env.Stdout, "trial %s\n%s on %s, repetition %d\n", e.Key, e.Parts.Subject, e.Variant, e.Parts.Repetition)
	if len(e.Endings) == 0 {
		fmt.Fprintln(env.Stdout, "unfinished: the next run of its plan asks it")
	}
	for i, end := range e.Endings {
		note := ""
		switch {
		case i > 0:
			note = ", asked again because of --no-resume or --retry"
		case end.Outcome == "failed":
			note = ", so the next run of its plan asks it"
		}
		fmt.Fprintf(env.Stdout, "round %d: %s on %s after %s%s\n", end.Round, end.Outcome,
			end.Started.Format(time.DateTime), report.Plural(end.Attempts, "attempt"), note)
		if end.Reason != "" {
			fmt.Fprintf(env.Stdout, "  %s\n", end.Reason)
		}
	}
	if e.Nearest == "" {
		fmt.Fprintln(env.Stdout, "no other finished trial of this variant")
	} else {
		fmt.Fprintf(env.Stdout, "\nmost similar: trial %s of %s, which differs in\n", e.Nearest,
			e.NearestEnd.Format(time.DateTime))
		w := env.Grid()
		for _, d := range e.NearestParts.Diff(e.Parts) {
			fmt.Fprintf(w, "  %s\t%s\t-> %s\t%s\n", d.Name, short(d.Old), short(d.New), d.Explained)
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if !c.Raw || len(e.Endings) == 0 {
		return nil
	}
	request, response, err := s.Body(ctx, e.Key)
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stdout, "\nrequest, %d bytes:\n%s\n\nresponse, %d bytes:\n%s\n", len(request), request, len(response),
		response)
	return nil
}

// short abbreviates a hash, and writes (none) for an empty value.
func short(s string) string {
	switch {
	case s == "":
		return "(none)"
	case len(s) == 64 || len(s) == 32:
		return s[:12] + "…"
	}
	return s
}

package cli

import (
	"context"
	"fmt"
	"text/tabwriter"
)

type whyCmd struct {
	Key string `arg:"" help:"Key of a trial, or its first digits; reports and --json show it."`
	DB  string `name:"db" help:"Results database: a file, or the URL of one on a PostgreSQL." default:"${dbdefault}" placeholder:"FILE|URL"`
	Raw bool   `help:"Print the exact request and response as well."`
}

func (*whyCmd) Help() string {
	return `Says what identifies a trial, how often it ended and how, and in what it differs from the trial most like it. A trial is asked
again only when one of these parts differs, when it failed, or when --fresh or --retry wants it.

Example:

  assay why 3f2a91bc`
}

func (c *whyCmd) Run(ctx context.Context, env *Env) error {
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
		fmt.Fprintln(env.Stdout, "it has not ended: the next run of its plan asks it")
	}
	for i, end := range e.Endings {
		why := ""
		switch {
		case i > 0:
			why = ", asked again by --fresh or --retry"
		case end.Outcome == "failed":
			why = ", so the next run of its plan asks it"
		}
		fmt.Fprintf(env.Stdout, "round %d: %s on %s after %d attempts%s\n", end.Round, end.Outcome, end.Started.Format("2006-01-02 15:04:05"), end.Attempts, why)
		if end.Reason != "" {
			fmt.Fprintf(env.Stdout, "  %s\n", end.Reason)
		}
	}
	if e.Nearest == "" {
		fmt.Fprintln(env.Stdout, "no other trial about this variant has ended")
	} else {
		fmt.Fprintf(env.Stdout, "\nmost like it: trial %s of %s, which differs in\n", e.Nearest, e.NearestEnd.Format("2006-01-02 15:04:05"))
		w := tabwriter.NewWriter(env.Stdout, 0, 0, 2, ' ', 0)
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
	fmt.Fprintf(env.Stdout, "\nrequest, %d bytes:\n%s\n\nresponse, %d bytes:\n%s\n", len(request), request, len(response), response)
	return nil
}

// short shows a hash by its beginning, and nothing as what it is.
func short(s string) string {
	switch {
	case s == "":
		return "(none)"
	case len(s) == 64 || len(s) == 32:
		return s[:12] + "…"
	}
	return s
}

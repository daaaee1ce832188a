package export

import (
	"bytes"
	"fmt"
	"io"

	"assay/internal/report"
)

// maxSummary is what GitHub takes of one step's summary, in bytes.
const maxSummary = 1 << 20

// Summary writes a run as GitHub shows it beside a step: the checks, then the
// headline as in Markdown. Where the whole is more than GitHub takes, the
// headline is left out, and that is said.
func Summary(w io.Writer, d *report.Data, checks []Check) error {
	var b bytes.Buffer
	p := &printer{w: &b}
	if len(checks) > 0 {
		failed := 0
		for _, c := range checks {
			if c.Failure != "" {
				failed++
			}
		}
		p.f("## Gates: %d of %d met\n\n| | Gate | Suite | Subject | Found |\n|---|---|---|---|---|\n", len(checks)-failed, len(checks))
		for _, c := range checks {
			sign, found := "✅ met", c.Found
			if c.Failure != "" {
				sign = "❌ not met"
			}
			if found == "" {
				found = c.Failure
			}
			p.f("| %s | %s | %s | %s | %s |\n", sign, mark(c.Name), mark(c.Suite), mark(c.Subject), mark(found))
		}
		p.f("\n")
	}
	if p.err != nil {
		return fmt.Errorf("writing the summary: %w", p.err)
	}
	rest := new(bytes.Buffer)
	if err := markdown(rest, d); err != nil {
		return err
	}
	if b.Len()+rest.Len() > maxSummary {
		rest = bytes.NewBufferString("The tables of this run are larger than GitHub shows; `assay report --format md` writes them.\n")
	}
	if _, err := w.Write(append(b.Bytes(), rest.Bytes()...)); err != nil {
		return fmt.Errorf("writing the summary: %w", err)
	}
	return nil
}

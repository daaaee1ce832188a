package export

import (
	"bytes"
	"fmt"
	"io"

	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

// maxSummary is GitHub's limit for the summary of one step, in bytes.
const maxSummary = 1 << 20

// Summary writes a run as GitHub shows it with a step: the checks, then the content of the terminal report as
// Markdown. When that exceeds GitHub's limit, the tables are left out, and a note reports that.
func Summary(w io.Writer, d *report.Data, checks []Check) error {
	var b, rest bytes.Buffer
	if len(checks) > 0 {
		if err := write.Markdown(&b, write.Document{Sections: []write.Section{gates(checks)}}); err != nil {
			return err
		}
		b.WriteString("\n")
	}
	if err := write.Markdown(&rest, report.Document(d).Main()); err != nil {
		return err
	}
	if b.Len()+rest.Len() > maxSummary {
		rest = *bytes.NewBufferString(
			"The tables of this run are larger than GitHub shows; `assay report --format md` writes them.\n")
	}
	if _, err := w.Write(append(bytes.TrimLeft(b.Bytes(), "\n"), rest.Bytes()...)); err != nil {
		return fmt.Errorf("writing the summary: %w", err)
	}
	return nil
}

// gates reports which checks are met.
func gates(checks []Check) write.Section {
	t := write.Table{ID: "gates", Columns: write.Columns("", "Gate", "Suite", "Subject", "Found")}
	failed := 0
	for _, c := range checks {
		sign, found := "✅ met", c.Found
		if c.Failure != "" {
			sign = "❌ not met"
			failed++
		}
		if found == "" {
			found = c.Failure
		}
		t.Rows = append(t.Rows, write.Cells(sign, c.Name, c.Suite, c.Subject, found))
	}
	return write.Section{ID: "gates", Title: fmt.Sprintf("Gates: %d of %d met", len(checks)-failed, len(checks)),
		Tables: []write.Table{t}}
}

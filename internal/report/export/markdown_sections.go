package export

import (
	"fmt"
	"strings"

	"assay/internal/report"
)

// hypotheses writes what the run shows of every registered hypothesis.
func (p *printer) hypotheses(d *report.Data) {
	hs := report.Hypotheses(d)
	if len(hs) == 0 {
		return
	}
	p.f("\n## Hypotheses, as preregistered\n\nα = %g. %s\n", d.Registered.Alpha, mark(report.HypothesesText))
	for _, h := range hs {
		p.f("\n**%s** %s\n", mark(h.ID), mark(h.Text))
		if h.Note != "" {
			p.f("\n%s.\n", mark(h.Note))
			continue
		}
		p.f("\n%s; %s.\n\n| Subject | Verdict | Difference (n) | p | adjusted | shown at ≥ |\n|---|---|---:|---:|---:|---:|\n", mark(h.Claim), mark(h.Company()))
		for _, l := range h.Lines {
			if l.Verdict == report.NotTestable {
				p.f("| %s | %s: %s | – | – | – | |\n", mark(l.Subject), l.Verdict, mark(l.Why))
				continue
			}
			c := l.Cells()
			difference := strings.TrimSpace(fmt.Sprintf("%s (%d) %s", c.Difference, l.Bases, c.Interval))
			p.f("| %s | %s | %s | %s | %s | %s |\n", mark(l.Subject), l.Verdict, mark(difference), mark(c.P), mark(c.Adjusted), mark(c.Detectable))
		}
	}
}

// exclusions writes what the numbers of hypotheses leave out.
func (p *printer) exclusions(d *report.Data) {
	left := report.Exclusions(d)
	if len(left.Exclusions) > 0 {
		p.f("\n**Exclusions, as preregistered**\n\n")
		for _, e := range left.Exclusions {
			p.f("- %s: %s.\n", mark(e.Name()), mark(e.Says()))
		}
	}
	if u := left.LeftUnnamed(); u != "" {
		p.f("\n%s\n", mark(u))
	}
}

// ranks writes the places of the subjects, where there is more than one.
func (p *printer) ranks(d *report.Data, s *report.Suite) {
	t, ok := report.RanksOf(d, s)
	if !ok {
		return
	}
	p.f("\n### Ranks\n\n%s\n\n| Subject |", mark(report.RanksText))
	rule := "|---|"
	for _, m := range t.Columns {
		p.f(" %s |", mark(m.Title))
		rule += "---:|"
	}
	p.f("\n%s\n", rule)
	for _, r := range t.Rows {
		p.f("| %s |", mark(r.Subject))
		for _, place := range r.Places {
			p.f(" %s |", mark(report.PlaceText(place)))
		}
		p.f("\n")
	}
}

// ownWeights writes the SUI under the weights of the reader.
func (p *printer) ownWeights(d *report.Data, s *report.Suite) {
	lines := report.OwnSUI(d, s)
	if len(lines) == 0 {
		return
	}
	p.f("\n### SUI\n\nWith %s. –: no SUI. %s\n\n| Subject | SUI |\n|---|---:|\n", mark(report.OwnWeights(d)), mark(report.WithoutSUI))
	for _, l := range lines {
		p.f("| %s | %s |\n", mark(l.Subject), mark(cellText(l.Cell)))
	}
}

// confidence writes calibration and selective risk of the subjects that state any.
func (p *printer) confidence(d *report.Data, s *report.Suite) {
	lines := report.ConfidenceOf(d, s)
	if len(lines) == 0 {
		return
	}
	p.f("\n### Confidence\n\n%s\n\n| Subject | n |", mark(report.ConfidenceText(report.TrustCells())))
	rule := "|---|---:|"
	for _, c := range report.TrustCells() {
		p.f(" %s |", c.Title)
		rule += "---:|"
	}
	p.f("\n%s\n", rule)
	for _, l := range lines {
		p.f("| %s | %d |", mark(l.Subject), l.N)
		for _, c := range report.TrustCells() {
			p.f(" %s |", mark(report.EstimateText(c.Of(l))))
		}
		p.f("\n")
	}
}

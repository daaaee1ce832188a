package run

import (
	"slices"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/suite"
)

// audits finds what is reviewed: the selected projects, and listings of the other selected texts.
func (p *Prepared) audits() error {
	for _, s := range p.suites {
		if s.Name == bench.AuditSuite {
			return exit.Usage("a suite has the name %q, which is reserved for listings; rename its directory", s.Name)
		}
	}
	whole, rest := suite.OfProjects(p.suites, p.variants)
	if !p.request.Ask.Detects() { // else they are asked about with the other texts
		p.audited = whole
	}
	st := suite.Listings(p.suites, rest, p.request.Vary.Seed)
	if len(st.Variants) == 0 {
		if len(whole) > 0 {
			return nil
		}
		return exit.Usage("--task audit: a listing needs at least two contracts, one of them with a twin; select more with " +
			"--suite, --subset or --filter")
	}
	p.include(st)
	return nil
}

// Changes makes a suite of the changes of selected projects, or says why there is none. A program sets it before it
// uses the package; without it, no changes are asked about.
var Changes func(list []*suite.Suite, selected []*bench.Variant) (*suite.Suite, error)

// changes adds the changes of the selected projects to what is reviewed.
func (p *Prepared) changes() error {
	if Changes == nil {
		return exit.Usage("--task change is not part of this program")
	}
	st, err := Changes(p.suites, p.variants)
	if err != nil {
		return err
	}
	p.include(st)
	return nil
}

// include adds a suite to what is reviewed.
func (p *Prepared) include(st *suite.Suite) {
	p.suites = append(slices.Clip(p.suites), st)
	for i := range st.Variants {
		p.audited = append(p.audited, &st.Variants[i])
	}
}

package certify

import (
	"fmt"
	"path"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/base/outfile"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/transform"
	"assay/internal/proof/sqlproof"
)

// Original is a Solidity sample, or a SQL query with all its tests, and the
// evidence on its variants.
type Original struct {
	st       *suite.Suite
	s        *suite.Sample // for SQL, one of the tests
	ID       string
	file     string          // file with the evidence, relative to the root
	root     string          // directory of the suite, "" if it is embedded
	app      *suite.App      // the application for SQL, else nil
	query    *sqlproof.Query // the query for SQL, else nil
	Evidence *evidence.Variants
}

// fresh returns evidence that contains no variant yet.
func (o *Original) fresh(random int) *evidence.Variants {
	if o.app != nil {
		return emptySQL(o.app, o.query, "")
	}
	x, _ := o.st.Executable(o.s)
	return empty(x, random)
}

// Load reads the stored evidence of the original; false if there is none or it is out of date.
func (o *Original) Load() bool {
	o.Evidence = o.s.Vouched()
	return o.Evidence != nil
}

// OnDisk reports whether the original is not embedded.
func (o *Original) OnDisk() bool { return o.root != "" }

// Use makes the evidence of the originals that of their suites, for what [Write] stores.
func Use(originals []*Original) {
	for _, o := range originals {
		if first, ok := o.st.Variant(o.s.Keys[0]); ok {
			o.st.SetVouched(first.Base, o.Evidence)
		}
	}
}

// Originals lists the originals of a suite that can be executed and rewritten, which
// excludes programs, and that are selected: selected is called with the condition that
// a variant has to meet. root is the directory of the suite, "" if it is embedded.
func Originals(st *suite.Suite, root string, selected func(func(*bench.Variant) bool) bool) []*Original {
	var out []*Original
	for i := range st.Samples {
		x := &st.Samples[i]
		if _, ok := st.Executable(x); ok && selected(func(v *bench.Variant) bool { return slices.Contains(x.Keys, v.Key) }) {
			out = append(out, &Original{st: st, s: x, ID: x.ID, file: path.Join(x.Dir, "variants.json"), root: root})
		}
	}
	for i := range st.Apps {
		a := &st.Apps[i]
		for j := range a.Queries {
			q := &a.Queries[j]
			if q.Programs() {
				continue
			}
			base := a.Name + "/" + q.Name
			first := a.Name + "/" + q.Tests[0].Name
			at := slices.IndexFunc(st.Samples, func(s suite.Sample) bool { return s.ID == first })
			if at >= 0 && selected(func(v *bench.Variant) bool { return v.Base == base }) {
				out = append(out, &Original{st: st, s: &st.Samples[at], ID: base, file: path.Join(a.Dir, q.Name+".variants.json"),
					root: root, app: a, query: q})
			}
		}
	}
	return out
}

// speaksSQL reports whether every step of a chain rewrites SQL too.
func speaksSQL(c transform.Chain) bool {
	return !slices.ContainsFunc(c, func(s transform.Step) bool { return !s.Transformation.Speaks("sql") })
}

// Evidence returns the evidence of all originals, in their order.
func Evidence(originals []*Original) []*evidence.Variants {
	out := []*evidence.Variants{}
	for _, o := range originals {
		out = append(out, o.Evidence)
	}
	return out
}

// Refused returns the error of the gate if a variant does not have what its chain promises.
func Refused(originals []*Original) error {
	bad, n := 0, 0
	for _, o := range originals {
		for i := range o.Evidence.Variants {
			n++
			if o.Evidence.Variants[i].Failure != "" {
				bad++
			}
		}
	}
	if bad > 0 {
		return exit.With(exit.Gate, "%d of %d variants do not reach the certificate that their chain promises", bad, n)
	}
	return nil
}

// Store writes the evidence next to every sample and query.
func Store(originals []*Original) error {
	for _, o := range originals {
		b, err := o.Evidence.Encode()
		if err != nil {
			return err
		}
		if err := outfile.Within(o.root, o.file, b); err != nil {
			return fmt.Errorf("storing evidence: %w", err)
		}
	}
	return nil
}

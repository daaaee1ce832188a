package suite

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"assay/internal/bench"
)

// loadImported reads one sample of external data. It has no proof and stays unproved. It needs neither a fixed
// twin nor a place of its flaw. Words that give the answer away are hints, as in the seed suite's layout. All
// other checks are as strict as for other samples.
func (l *loader) loadImported(s *Suite, dir string, m *Meta) {
	tell := l.hints(s)
	id := path.Join(m.Subset, m.ID)
	sample := Sample{ID: id, Group: m.Subset, Tier: m.Tier, Class: m.Class, Severity: m.Severity, Title: m.Class.Title(),
		Meta: m, Dir: dir}
	context, protocol := l.companions(dir, tell)
	half := func(dir, suffix, chain string, truth bench.Truth) (*bench.Variant, bool) {
		file := path.Join(dir, m.Main)
		src, ok := l.source(file, m, tell)
		if !ok {
			return nil, false
		}
		base := id
		if b := m.Provenance.Imported.Base; b != "" {
			base = path.Join(m.Subset, b)
		}
		v := &bench.Variant{
			Key: s.Name + "/" + id + suffix, Suite: s.Name, Format: bench.Contracts, Sample: id, Base: base, Group: m.Subset,
			Tier: m.Tier, Class: m.Class, Severity: m.Severity, Proof: bench.Unproved, Truth: truth, Labels: src.labels,
			Source: l.show(file),
			Task: bench.Task{Language: cmp.Or(m.Language, "solidity"), Files: []bench.File{{Path: m.Main, Text: src.text}},
				Context: context, Protocol: protocol},
			RootCause: m.RootCause, Attack: m.Attack, Fix: m.Fix, Further: m.sets(src.labels), Chain: chain,
		}
		v.Key += v.Suffix()
		if d := m.Provenance.Date; dateRE.MatchString(d) {
			v.Public = d
		}
		if truth == bench.Safe {
			for _, lb := range v.Targets() {
				l.problem(file, lb.Span.Line, "a safe text has no ROOT_CAUSE")
			}
		}
		if chain == "" {
			sample.Keys = append(sample.Keys, v.Key)
		}
		return v, true
	}
	if m.Provenance.Imported == nil || m.Licence == "" {
		return // reported already
	}
	if m.Clean() {
		if v, ok := half(dir, "", "", bench.Safe); ok {
			s.Variants, s.Samples = append(s.Variants, *v), append(s.Samples, sample)
		}
		return
	}
	v, ok := half(dir, "", "", bench.Vulnerable)
	if !ok {
		return
	}
	if len(v.Targets()) == 0 {
		l.imports.placeless++
	}
	if _, err := fs.Stat(l.fsys, path.Join(dir, "fixed", m.Main)); !errors.Is(err, fs.ErrNotExist) {
		f, ok := half(path.Join(dir, "fixed"), "+fixed", "", bench.Safe)
		if !ok {
			return
		}
		switch n := changedLines(v.Task.Files[0].Text, f.Task.Files[0].Text); {
		case n == 0:
			l.problem(path.Join(dir, "fixed", m.Main), 0, "is equal to %s; the twin must repair the flaw", v.Source)
		case n > maxFix:
			l.imports.wide++
		}
		v.Twin = f.Key
		s.Variants = append(s.Variants, *f)
	} else if t := m.Provenance.Imported.Twin; t != "" {
		l.imports.twins = append(l.imports.twins, lent{v.Key, s.Name + "/" + path.Join(m.Subset, t),
			path.Join(dir, "sample.yaml")})
	}
	for _, c := range m.Provenance.Imported.Chains {
		if !chainRE.MatchString(c.Chain) || c.Path == "" {
			l.problem(path.Join(dir, "sample.yaml"), 0, "provenance: %q in chains: needs a name of small letters and a path",
				c.Chain)
			return
		}
		made, ok := half(path.Join(dir, "chains", c.Chain), "", c.Chain, bench.Vulnerable)
		if !ok {
			return
		}
		if made.Task.Hash() == v.Task.Hash() { // the chain changes nothing, and has the truth of its sample
			made.Labels = v.Labels
		}
		if len(made.Targets()) == 0 {
			l.imports.chained++
		}
		s.Variants = append(s.Variants, *made)
	}
	s.Variants, s.Samples = append(s.Variants, *v), append(s.Samples, sample)
}

// imports collects the facts about a suite's imported samples that are checked together.
type imports struct {
	twins     []lent
	wide      int    // twins that form no minimal pair
	placeless int    // samples without a place of their flaw
	chained   int    // texts of chains without a place
	unparsed  int    // texts that do not parse
	first     string // of these: its place and the reason
}

// lent records that one sample's safe text is another's counterpart.
type lent struct{ key, twin, file string }

func (i *imports) add(more *imports) {
	i.twins = append(i.twins, more.twins...)
	i.wide += more.wide
	i.placeless += more.placeless
	i.chained += more.chained
	i.unparsed += more.unparsed
	i.first = cmp.Or(i.first, more.first)
}

// lend resolves the twins that imported samples share, and adds notes on how they differ. The variants of s are
// sorted.
func (l *loader) lend(s *Suite) {
	for _, t := range l.imports.twins {
		safe, ok := s.Variant(t.twin + "+fixed")
		if !ok {
			safe, ok = s.Variant(t.twin)
		}
		if !ok || safe.Truth != bench.Safe {
			l.problem(t.file, 0, "provenance: twin: %s has no safe text", t.twin)
			continue
		}
		v, _ := s.Variant(t.key)
		v.Twin = safe.Key
	}
	if n := l.imports.wide; n > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d imported twins differ in more than %d lines: they are no minimal pairs", n,
			maxFix))
	}
	if n := l.imports.placeless; n > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf(
			"%d imported samples do not say where their flaw is: whether it was found cannot be scored", n))
	}
	if n := l.imports.chained; n > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf(
			"%d imported texts of chains do not say where their flaw is: whether it was found cannot be scored there", n))
	}
	if n := l.imports.unparsed; n > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d imported texts do not parse in full, the first: %s", n, l.imports.first))
	}
	l.imports = imports{}
}

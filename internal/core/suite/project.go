package suite

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// Projects is the name of the embedded suite of projects.
const Projects = "blockbench-projects"

// Project is the subset of the samples that a project gives.
const Project = "project"

const (
	projectYAML = "project.yaml"
	changesYAML = "changes.yaml"
	wholeID     = "all"    // id of the sample with every flaw of a project
	proofsDir   = "proofs" // below it, the folder of each claim
)

// projectMeta is a project.yaml (docs/add-a-sample.md#add-a-project). Unknown keys are an error. The files of a project
// are correct; a flaw is what its edits make of them.
type projectMeta struct {
	ID           string         `yaml:"id"`
	Title        string         `yaml:"title"`
	Summary      string         `yaml:"summary"`
	Compiler     string         `yaml:"compiler"`
	Attacker     Attacker       `yaml:"attacker"` // where a claim does not name its own
	Provenance   Provenance     `yaml:"provenance"`
	Sources      []bench.Source `yaml:"sources,omitempty"`
	Voice        string         `yaml:"voice,omitempty"`
	Flaws        []*claim       `yaml:"flaws"`
	Interactions []*claim       `yaml:"interactions,omitempty"`
	Resisting    []*claim       `yaml:"resisting,omitempty"`
	Canary       string         `yaml:"canary"`
	Licence      string         `yaml:"licence"`
}

// claim is a statement about a project with a proof of its own: a flaw; an attack that needs two or more of the
// flaws; or a place that looks dangerous and resists, whose edits remove what protects it.
type claim struct {
	ID         string              `yaml:"id"`
	Of         []string            `yaml:"of,omitempty"`   // of an interaction: the ids of its flaws
	Twin       string              `yaml:"twin,omitempty"` // of a flaw: the id of the harmless change that its safe text has
	Tier       int                 `yaml:"tier"`
	Class      bench.Class         `yaml:"class"`
	Severity   string              `yaml:"severity,omitempty"`
	Main       string              `yaml:"main"` // path of the file whose use the proof shows
	Contract   string              `yaml:"contract"`
	Attacker   *Attacker           `yaml:"attacker,omitempty"`
	Impact     Impact              `yaml:"impact"`
	HonestUse  HonestUse           `yaml:"honest_use,omitempty"`
	FixParts   map[string]string   `yaml:"fix_parts,omitempty"`
	Equivalent map[string]Harmless `yaml:"equivalent,omitempty"`
	RootCause  string              `yaml:"root_cause,omitempty"`
	Attack     string              `yaml:"attack"`
	Fix        string              `yaml:"fix,omitempty"`
	Edits      []projectEdit       `yaml:"edits,omitempty"`

	members []*claim // the flaws that its attack needs, in order
	twin    *claim   // of a flaw: the edits of its harmless change
}

// projectEdit replaces lines of a file. Both texts may omit the indentation that all their lines share.
type projectEdit struct {
	File string `yaml:"file"`
	From string `yaml:"from"` // lines of the correct file, markers included, that occur in it once
	To   string `yaml:"to"`   // what stands there instead, with the markers of the flaw

	at int // offset of From
}

// place finds the lines of From in the text, and gives both texts their indentation. It returns how often they
// occur there.
func (e *projectEdit) place(text string) (times int) {
	from, lines := strings.Split(strings.TrimRight(e.From, "\n"), "\n"), strings.Split(text, "\n")
	at, indent := 0, ""
	for i := range lines {
		prefix, ok := strings.CutSuffix(lines[i], from[0])
		if ok && strings.TrimSpace(prefix) == "" && i+len(from) <= len(lines) &&
			strings.Join(lines[i:i+len(from)], "\n") == indented(prefix, from) {
			times++
			e.at, indent = at, prefix
		}
		at += len(lines[i]) + 1
	}
	if times == 1 {
		e.From, e.To = indented(indent, from), indented(indent, strings.Split(strings.TrimRight(e.To, "\n"), "\n"))
	}
	return times
}

// indented joins lines, those that are not empty with a prefix.
func indented(prefix string, lines []string) string {
	var out []string
	for _, line := range lines {
		if line != "" {
			line = prefix + line
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// project is a project.yaml with the texts of its folder.
type project struct {
	*projectMeta
	suite string // name of the suite
	dir   string
	text  string            // README.md and SPEC.md
	paths []string          // of its source files, sorted
	raw   map[string]string // their correct texts with markers, by path
	base  string            // text of proofs/Base.sol

	changed []*Change
}

// all returns the claims, each once.
func (p *projectMeta) all() []*claim { return slices.Concat(p.Flaws, p.Interactions, p.Resisting) }

// meta returns the facts about a claim in the form of a sample.yaml.
func (p *projectMeta) meta(c *claim) *Meta {
	subset := Project
	if slices.Contains(p.Resisting, c) {
		subset = Clean
	}
	m := &Meta{ID: c.ID, Subset: subset, Tier: c.Tier, Class: c.Class, Severity: c.Severity, Compiler: p.Compiler,
		Main: c.Main, Contract: c.Contract, Attacker: p.Attacker, Impact: c.Impact, HonestUse: c.HonestUse,
		Provenance: p.Provenance, Sources: p.Sources, Voice: p.Voice, RootCause: c.RootCause, Attack: c.Attack,
		Fix: c.Fix, FixParts: c.FixParts, Equivalent: c.Equivalent, Canary: p.Canary, Licence: p.Licence}
	if c.Attacker != nil {
		m.Attacker = *c.Attacker
	}
	return m
}

// loadProject reads a project: the sample with every flaw, and for each claim the sample in which it is the only one.
// The twin of each has the harmless changes of its flaws instead: no text is the one that all others are edits of.
func (l *loader) loadProject(s *Suite, dir string) {
	before := len(l.problems)
	p := l.project(s.Name, dir)
	if p == nil || len(l.problems) > before {
		return
	}
	name := s.Name + "/" + p.ID + "/"
	changes := l.show(path.Join(dir, changesYAML))
	none := p.safe(p.Flaws)
	none.Key, none.Source = name+wholeID+"+fixed", changes
	whole := p.variant(p.Flaws)
	whole.Key, whole.Source, whole.Twin = name+wholeID, l.show(path.Join(dir, projectYAML)), none.Key
	variants := []*bench.Variant{&whole, &none}
	var samples []Sample
	isProved := map[string]bool{} // by claim
	for _, c := range p.all() {
		m := p.meta(c)
		at := path.Join(dir, proofsDir, c.ID)
		proof, ok := l.projectProof(at, p, m)
		if !ok {
			continue
		}
		sample := Sample{ID: p.ID + "/" + c.ID, Group: p.ID, Tier: c.Tier, Class: c.Class, Severity: c.Severity,
			Title: c.Class.Title(), Meta: m, Dir: at, Keys: []string{none.Key}}
		x := p.executable(c, m, sample.ID, proof)
		sample.program = &x
		isProved[c.ID] = l.evidence(&sample, x, at)
		sample.Campaign = l.campaign(at)
		switch {
		case m.Clean():
		case len(c.members) == len(p.Flaws):
			sample.Keys = []string{whole.Key, none.Key}
		default:
			v, twin := p.variant(c.members), p.safe(c.members)
			v.Key, v.Sample, v.Source, v.Twin = name+c.ID, sample.ID, l.show(path.Join(at, "Proof.sol")), name+c.ID+"+fixed"
			twin.Key, twin.Sample, twin.Source = v.Twin, sample.ID, changes
			if isProved[c.ID] {
				v.Proof, v.Evidence = bench.Proved, sample.Evidence.Summary(evidence.Vulnerable)
			}
			variants, sample.Keys = append(variants, &v, &twin), []string{v.Key, twin.Key}
		}
		samples = append(samples, sample)
	}
	if len(l.problems) > before {
		return
	}
	if !slices.Contains(slices.Collect(maps.Values(isProved)), false) {
		whole.Proof, whole.Evidence = bench.Proved, "each flaw by its own attack, and with the others repaired"
		for _, v := range variants {
			if v.Truth == bench.Safe {
				v.Proof, v.Evidence = bench.Proved, "resists the attack on each flaw and on each suspicious place"
			}
		}
	}
	m := p.meta(p.Flaws[0])
	m.ID = wholeID
	for _, c := range p.Flaws[1:] {
		m.Further = append(m.Further, Flaw{Class: c.Class, Severity: c.Severity, Impact: c.Impact, RootCause: c.RootCause,
			Attack: c.Attack, Fix: c.Fix})
	}
	for _, c := range p.changed {
		c.Proved = isProved[c.Flaw] || whole.Proof == bench.Proved
	}
	s.Samples = append(s.Samples, Sample{ID: whole.Sample, Group: p.ID, Tier: m.Tier, Class: m.Class, Changes: p.changed,
		Severity: m.Severity, Title: p.Title, Meta: m, Dir: dir, Keys: []string{whole.Key, none.Key}, whole: true})
	s.Samples = append(s.Samples, samples...)
	for _, v := range variants {
		s.Variants = append(s.Variants, *v)
	}
}

// project reads and checks the files of a project, except its proofs. It returns nil where they cannot be used at
// all; other problems are recorded.
func (l *loader) project(suite, dir string) *project {
	file := path.Join(dir, projectYAML)
	text, ok := l.read(file)
	if !ok {
		return nil
	}
	var m projectMeta
	if line, err := decodeYAML(text, &m); err != nil {
		l.problem(file, line, "%v", err)
		return nil
	}
	bad := func(key, format string, args ...any) { l.problem(file, lineOf(text, key), format, args...) }
	if folder := path.Base(l.show(dir)); m.ID != folder {
		bad("id", "id: %q differs from its folder %q", m.ID, folder)
	}
	if strings.TrimSpace(m.Title) == "" || strings.TrimSpace(m.Summary) == "" {
		bad("title", "title and summary: each needs a sentence")
	}
	if len(m.Flaws) < 2 {
		bad("flaws", "flaws: %d; a project has two or more", len(m.Flaws))
	}
	p := &project{projectMeta: &m, suite: suite, dir: dir, raw: map[string]string{}}
	l.projectFiles(p)
	seen := map[string]bool{wholeID: true}
	for _, c := range m.all() {
		say := func(format string, args ...any) {
			bad("", "%s: "+format, append([]any{cmp.Or(c.ID, "a claim without an id")}, args...)...)
		}
		if seen[c.ID] {
			say("the id is taken; each flaw, interaction and resisting place has its own")
		}
		seen[c.ID] = true
		for _, x := range m.meta(c).check(c.ID, "") {
			say("%s: %s", x[0], x[1])
		}
		if p.raw[c.Main] == "" {
			say("main: there is no file %q", c.Main)
		}
		p.checkClaim(c, say)
	}
	p.checkOverlap(p.Flaws, func(format string, args ...any) { bad("flaws", format, args...) })
	l.changes(p)
	p.findTwins(func(format string, args ...any) { bad("twin", format, args...) })
	base := path.Join(dir, proofsDir, "Base.sol")
	if p.base, ok = l.read(base); ok {
		hidden(base, p.base, l.problem)
	}
	return p
}

// projectFiles reads the sources, README.md and SPEC.md, which subjects may see.
func (l *loader) projectFiles(p *project) {
	err := fs.WalkDir(l.fsys, p.dir, func(file string, d fs.DirEntry, err error) error {
		name := strings.TrimPrefix(strings.TrimPrefix(file, p.dir), "/")
		if err != nil || d.IsDir() {
			if err == nil && name == proofsDir {
				return fs.SkipDir
			}
			return err
		}
		if path.Ext(name) == ".sol" {
			if text, ok := l.read(file); ok {
				l.checkShown(file, text)
				p.paths, p.raw[name] = append(p.paths, name), text
			}
		}
		return nil
	})
	if err != nil {
		l.unreadable(p.dir, err)
	}
	slices.Sort(p.paths)
	var texts []string
	for _, name := range []string{"README.md", "SPEC.md"} {
		if text, ok := l.plain(path.Join(p.dir, name), l.problem); ok {
			texts = append(texts, strings.TrimSpace(text))
		}
	}
	p.text = strings.Join(texts, "\n\n") + "\n"
	if len(p.paths) == 0 {
		l.problem(p.dir, 0, "has no .sol file")
	}
}

// checkShown reports what no source of a project may contain.
func (l *loader) checkShown(file, text string) {
	hidden(file, text, l.problem)
	stripped, labels, bad := stripMarkers(text, false)
	for _, b := range bad {
		l.problem(file, b.Line, "%s", b.Msg)
	}
	for _, lb := range labels {
		if lb.Function == bench.RootCause || lb.Function == bench.SecondaryVuln || lb.Set > 0 {
			l.problem(file, lb.Span.Line, "%s: the files of a project have no flaw; its marker stands in an edit", lb.Name())
		}
	}
	for _, h := range findHints(stripped) {
		l.problem(file, h.line, "the word %q gives the answer away; rename it or reword the comment", h.word)
	}
}

// checkClaim finds the places of the edits and the flaws of an interaction.
func (p *project) checkClaim(c *claim, say func(string, ...any)) {
	switch {
	case slices.Contains(p.Interactions, c):
		for _, id := range c.Of {
			if i := slices.IndexFunc(p.Flaws, func(f *claim) bool { return f.ID == id }); i >= 0 {
				c.members = append(c.members, p.Flaws[i])
			} else {
				say("of: %q is not a flaw", id)
			}
		}
		if len(c.Of) < 2 || len(c.Edits) > 0 {
			say("an interaction names two or more flaws under of:, and has no edits of its own")
		}
		return
	case len(c.Of) > 0:
		say("of: belongs to an interaction")
	case len(c.Edits) == 0:
		say("has no edits")
	}
	c.members = []*claim{c}
	lines, marked := 0, false
	for i := range c.Edits {
		e := &c.Edits[i]
		if n := e.place(p.raw[e.File]); n != 1 {
			say("edit %d: its lines occur %d times in %q, and have to occur once", i+1, n, e.File)
			continue
		}
		from, _, _ := stripMarkers(e.From, false)
		to, labels, bad := stripMarkers(e.To, false)
		for _, b := range bad {
			say("edit %d, line %d: %s", i+1, b.Line, b.Msg)
		}
		for _, h := range findHints(to) {
			say("edit %d: the word %q gives the answer away", i+1, h.word)
		}
		if newComment(from, to) > 0 || newComment(to, from) > 0 {
			say("edit %d: has a comment on one side only; comments must not reveal the label", i+1)
		}
		changes := Hunks(from, to)
		for _, lb := range labels {
			on := slices.ContainsFunc(changes, func(h edit.Hunk) bool {
				if h.At == h.Until { // lines are only missing: those on both sides are the place
					return lb.Span.Line == h.At || lb.Span.Line == h.At+1
				}
				return h.At < lb.Span.Line && lb.Span.Line <= h.Until
			})
			switch lb.Function {
			case bench.RootCause:
				marked = marked || on
			case bench.Benign, bench.Decoy:
				if on {
					say("edit %d: a changed line has the label %s", i+1, lb.Function)
				}
			}
		}
		lines += changedLines(from, to)
	}
	switch clean := slices.Contains(p.Resisting, c); {
	case lines > maxFix:
		say("changes %d lines; at most %d are allowed, so that style cannot reveal the label", lines, maxFix)
	case !marked && !clean:
		say("no ROOT_CAUSE is on a line that its edits change")
	}
}

// findTwins gives each flaw its harmless change. A text with some flaws and its twin have as many edits, and what
// several texts share is a flaw as often as a harmless change, so how the texts of a project differ tells nothing.
func (p *project) findTwins(say func(string, ...any)) {
	var all []*claim
	for _, c := range p.all() {
		isFlaw := slices.Contains(p.Flaws, c)
		if !isFlaw && c.Twin == "" {
			continue
		}
		i := slices.IndexFunc(p.changed, func(h *Change) bool { return h.Kind == bench.ChangeHarmless && h.ID == c.Twin })
		if i < 0 || !isFlaw || slices.ContainsFunc(all, func(o *claim) bool { return o.ID == c.Twin }) {
			say("%s: twin: %q; a flaw names a harmless change of %s that no other flaw names", c.ID, c.Twin, changesYAML)
			continue
		}
		c.twin = &claim{ID: c.Twin, Edits: slices.Clone(p.changed[i].Edits)}
		for j := range c.twin.Edits {
			if e := &c.twin.Edits[j]; e.place(p.raw[e.File]) != 1 {
				say("%s: twin: an edit of %s is not about the correct text alone", c.ID, c.Twin)
			}
		}
		all = append(all, c.twin)
	}
	p.checkOverlap(all, say)
}

// twins returns the harmless changes of flaws.
func twins(flaws []*claim) (out []*claim) {
	for _, c := range flaws {
		out = append(out, c.twin)
	}
	return out
}

// checkOverlap reports flaws, or harmless changes, that cannot be combined.
func (p *project) checkOverlap(list []*claim, say func(string, ...any)) {
	for i, a := range list {
		for _, b := range list[i+1:] {
			for _, x := range a.Edits {
				for _, y := range b.Edits {
					if x.File == y.File && x.at < y.at+len(y.From) && y.at < x.at+len(x.From) {
						say("the edits of %s and %s overlap in %s; each has its own place", a.ID, b.ID, x.File)
					}
				}
			}
		}
	}
}

var markerRE = regexp.MustCompile(`(//~ *[A-Z_]+)\b`)

// set returns the flaw as a label set.
func (c *claim) set(number int) bench.LabelSet {
	return bench.LabelSet{Number: number, Class: c.Class, Severity: c.Severity, RootCause: c.RootCause, Attack: c.Attack,
		Fix: c.Fix}
}

// with returns the sources with flaws, the markers of the n-th in the form of label set n, or with harmless changes.
func (p *project) with(flaws []*claim) map[string]string {
	type piece struct {
		projectEdit
		number int
	}
	edits := map[string][]piece{}
	for i, c := range flaws {
		number := i + 1
		if slices.ContainsFunc(p.Flaws, func(f *claim) bool { return f.twin == c }) {
			number = 1 // its markers are those of the correct text
		}
		for _, e := range c.Edits {
			edits[e.File] = append(edits[e.File], piece{e, number})
		}
	}
	out := maps.Clone(p.raw)
	for file, list := range edits {
		slices.SortFunc(list, func(a, b piece) int { return cmp.Compare(b.at, a.at) }) // the last first: offsets stay
		for _, e := range list {
			to := e.To
			if e.number > 1 {
				to = markerRE.ReplaceAllString(to, fmt.Sprintf("$1#%d", e.number))
			}
			out[file] = out[file][:e.at] + to + out[file][e.at+len(e.From):]
		}
	}
	return out
}

// variant returns the text with some flaws, as one listing of all files.
func (p *project) variant(flaws []*claim) bench.Variant {
	return p.listing(p.with(flaws), p.paths, flaws)
}

// safe returns the twin of the text with some flaws.
func (p *project) safe(flaws []*claim) bench.Variant {
	v := p.listing(p.with(twins(flaws)), p.paths, nil)
	for i, c := range flaws {
		addSet(&v, c.set(i+1))
	}
	return v
}

// listing returns some files of a text of the project with some flaws, as one listing.
func (p *project) listing(raw map[string]string, paths []string, flaws []*claim) bench.Variant {
	v := bench.Variant{Suite: p.suite, Format: bench.Contracts, Sample: p.ID + "/" + wholeID, Base: p.ID, Group: p.ID,
		Sources: p.Sources, Public: cmp.Or(p.Provenance.Date, p.Provenance.FirstPublic), Proof: bench.Unproved,
		Truth: bench.Safe}
	if len(flaws) > 0 {
		v.Truth = bench.Vulnerable
	}
	for i, c := range flaws {
		addSet(&v, c.set(i+1))
		v.Tier = max(v.Tier, c.Tier)
	}
	var files []bench.File
	var labels [][]bench.Label
	for _, file := range paths {
		text, found, _ := stripMarkers(raw[file], false)
		functions := solidity.Functions(text)
		for i := range found {
			lb := &found[i]
			if f, ok := solidity.Enclosing(functions, lb.Span.Start); ok {
				lb.Scope = f.Name
			}
			if lb.Function == bench.RootCause {
				lb.Class = flaws[lb.Number()-1].Class
			}
		}
		files, labels = append(files, bench.File{Path: file, Text: text}), append(labels, found)
	}
	text, all := listed(files, labels)
	v.Labels = all
	v.Task = bench.Task{Language: "solidity", Files: []bench.File{{Path: listingFile, Text: text}}, Protocol: p.text}
	return v
}

// executable returns what the proof of a claim is executed on: the project with the flaws that its attack needs and
// no other, against the project without any. A resisting place is executed as a clean contract is, against the
// project without what protects it. Beside that, a flaw is attacked among all flaws, and where it alone is repaired;
// every claim is tried on every twin: those of single flaws are texts after changes.
func (p *project) executable(c *claim, m *Meta, id, proof string) Executable {
	tree := func(flaws []*claim) map[string]string {
		out := withoutMarkers(p.with(flaws))
		out[proofSol] = proof
		return out
	}
	x := Executable{ID: id, Main: c.Main, Vulnerable: tree(c.members), Fixed: tree(nil), Clean: m.Clean(), Rules: rules(m),
		Joint: len(c.members) > 1, Among: []Among{{evidence.AllFlaws, !m.Clean(), tree(p.Flaws), false}}}
	for _, f := range c.members {
		if m.Clean() {
			break
		}
		without := func(list []*claim) map[string]string {
			return tree(slices.DeleteFunc(slices.Clone(list), func(o *claim) bool { return o == f }))
		}
		x.Among = append(x.Among, Among{evidence.AllBut(f.ID), false, without(p.Flaws), false})
		if len(c.members) > 1 {
			x.Among = append(x.Among, Among{evidence.NotOf(f.ID), false, without(c.members), false})
		}
	}
	x.Among = append(x.Among, p.afterChanges(c, proof)...)
	for _, o := range append([]*claim{{ID: wholeID, members: p.Flaws}}, p.Interactions...) {
		x.Among = append(x.Among, Among{evidence.TwinOf(o.ID), false, tree(twins(o.members)), true})
	}
	return x
}

// projectProof reads the proof of a claim, with proofs/Base.sol in the place of its import: the contracts of both
// are the proof, and none of them is code under review.
func (l *loader) projectProof(dir string, p *project, m *Meta) (string, bool) {
	text, ok := l.proofText(dir, m)
	if !ok {
		return "", false
	}
	file := path.Join(dir, proofSol)
	head, rest, ok := strings.Cut(text, importBase)
	if !ok || strings.Contains(rest, importBase) {
		l.problem(file, 0, "has to contain the line %s once", importBase)
		return "", false
	}
	head = onceRE.ReplaceAllString(head, "") // Base.sol has both
	text = head + strings.ReplaceAll(p.base, `"../`, `"./`) + strings.ReplaceAll(rest, `"../../`, `"./`)
	have := map[string]bool{}
	for _, f := range solidity.Functions(text) {
		have[f.Contract+"."+f.Name] = true
	}
	for _, name := range []string{"setUp", "test_Regular", "exploit", "test_Exploit"} {
		if !have["Proof."+name] && !have["Base."+name] {
			l.problem(file, 0, "neither Proof nor Base has a function %s()", name)
		}
	}
	return text, true
}

const importBase = `import "../Base.sol";`

var onceRE = regexp.MustCompile(`(?m)^(// SPDX-License-Identifier:.*|pragma solidity .*;)\n`)

// OfProjects divides texts: whole are projects with all their flaws or without any, rest are texts that belong to no
// project. Projects with a part of their flaws are in neither.
func OfProjects(list []*Suite, selected []*bench.Variant) (whole, rest []*bench.Variant) {
	wholes, parts := map[string]bool{}, map[string]bool{} // by key
	for _, s := range list {
		for i := range s.Samples {
			x := &s.Samples[i]
			for _, key := range x.Keys {
				wholes[key] = wholes[key] || x.whole
				parts[key] = parts[key] || x.program != nil
			}
		}
	}
	for _, v := range selected {
		switch {
		case wholes[v.Key]:
			whole = append(whole, v)
		case !parts[v.Key]:
			rest = append(rest, v)
		}
	}
	return whole, rest
}

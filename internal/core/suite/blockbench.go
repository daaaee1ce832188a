package suite

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/solidity"
)

// maxFix limits the number of lines in which a fixed twin may differ from its source.
const maxFix = 12

// loadSample reads one Solidity sample: two variants, one for a clean contract, or problems. A clean contract is
// paired with the same contract without one of its guards, as a fixed twin is paired with the vulnerable source:
// its proof must fail on that weakened contract, or it would show nothing.
func (l *loader) loadSample(s *Suite, dir string) {
	metaFile := path.Join(dir, "sample.yaml")
	text, ok := l.read(metaFile)
	if !ok {
		return
	}
	m, line, err := parseMeta(text)
	if err != nil {
		l.problem(metaFile, line, "%v", err)
		return
	}
	for _, c := range m.check(path.Base(l.show(dir)), path.Base(path.Dir(l.show(dir)))) {
		l.problem(metaFile, lineOf(text, c[0]), "%s: %s", c[0], c[1])
	}
	if m.Subset == Project {
		l.problem(metaFile, lineOf(text, "subset"), "subset: %q is for the samples of a project.yaml", m.Subset)
	}
	if m.Main == "" || path.Base(m.Main) != m.Main || m.Solidity() && path.Ext(m.Main) != ".sol" {
		l.problem(metaFile, lineOf(text, "main"), "main: %q is not the name of a .sol file in this folder", m.Main)
		return
	}

	if m.Imported() {
		l.loadImported(s, dir, m)
		return
	}

	shownDir, otherDir := "", "fixed"
	if m.Clean() {
		shownDir, otherDir = "weak", ""
	}
	vuln, okV := l.source(path.Join(dir, shownDir, m.Main), m, l.problem)
	fixed, okF := l.source(path.Join(dir, otherDir, m.Main), m, l.problem)
	context, protocol := l.companions(dir, l.problem)
	proofText, okP := l.proofText(dir, m)
	if !okV || !okF || !okP {
		return
	}
	l.checkTwins(path.Join(dir, shownDir, m.Main), path.Join(dir, otherDir, m.Main), m, vuln, fixed)
	parts, ok := l.parts(dir, m, vuln, fixed)
	if !ok {
		return
	}

	id := path.Join(m.Subset, m.ID)
	base := bench.Variant{
		Key: s.Name + "/" + id, Suite: s.Name, Format: bench.Contracts, Sample: id, Base: id, Group: m.Subset,
		Tier: m.Tier, Class: m.Class, Severity: m.Severity, Proof: bench.Unproved,
		LossUSD:   m.Provenance.LossUSD,
		Sources:   m.Sources,
		Public:    cmp.Or(m.Provenance.Date, m.Provenance.FirstPublic), // an incident is older than its reconstruction
		Task:      bench.Task{Language: "solidity", Context: context, Protocol: protocol},
		RootCause: m.RootCause, Attack: m.Attack, Fix: m.Fix, Further: m.sets(vuln.labels),
	}
	v, f := base, base
	v.Truth, v.Labels, v.Source = bench.Vulnerable, vuln.labels, l.show(path.Join(dir, shownDir, m.Main))
	v.Task.Files = []bench.File{{Path: m.Main, Text: vuln.text}}
	f.Truth, f.Labels, f.Source = bench.Safe, fixed.labels, l.show(path.Join(dir, otherDir, m.Main))
	f.Task.Files = []bench.File{{Path: m.Main, Text: fixed.text}}

	sample := Sample{ID: id, Group: m.Subset, Tier: m.Tier, Class: m.Class, Severity: m.Severity,
		Title: m.Class.Title(), Meta: m, Dir: dir, Keys: []string{f.Key}, proof: proofText, parts: parts}
	if m.Clean() {
		sample.weak = vuln.text
	} else {
		f.Key += "+fixed"
		v.Twin = f.Key
		sample.Keys = []string{v.Key, f.Key}
	}
	x := executable(&sample, &v, &f)
	if l.evidence(&sample, x, dir) {
		v.Proof, v.Evidence = bench.Proved, sample.Evidence.Summary(evidence.Vulnerable)
		f.Proof, f.Evidence = bench.Proved, sample.Evidence.Summary(evidence.Fixed)
	} else {
		l.checkProof(dir, proofText) // an executed proof is complete, and this check takes long
	}
	sample.Campaign = l.campaign(dir)
	l.adequacy(&sample, x, dir)
	sample.vouched = l.vouched(path.Join(dir, "variants.json"), &x.Rules, x.Files())
	if !m.Clean() { // no subject is asked about a clean contract without its guard
		s.Variants = append(s.Variants, v)
	}
	s.Variants = append(s.Variants, f)
	s.Samples = append(s.Samples, sample)
}

// source is one Solidity file with markers, after reading.
type source struct {
	text   string
	labels []bench.Label
}

// complain records a problem with a line of a file.
type complain func(file string, line int, format string, args ...any)

// source reads a file with markers and fills in what markers leave out. It reports words that give the answer away
// to tell.
func (l *loader) source(file string, m *Meta, tell complain) (source, bool) {
	raw, ok := l.read(file)
	if !ok {
		return source{}, false
	}
	if strings.Contains(raw, "\r") {
		l.problem(file, 1+strings.Count(raw[:strings.Index(raw, "\r")], "\n"), "has a carriage return; use LF line ends")
	}
	hidden(file, raw, tell)
	text, labels, bad := stripMarkers(raw, m.Imported())
	for _, p := range bad {
		l.problem(file, p.Line, "%s", p.Msg)
	}
	for _, h := range findHints(text) {
		tell(file, h.line, "the word %q gives the answer away; rename it or reword the comment", h.word)
	}
	outline := &solidity.Outline{}
	if m.Solidity() {
		parsed := solidity.Parse(text)
		outline = parsed.Outline()
		if len(parsed.Errors) > 0 && m.Imported() {
			l.unparsed(file, text, parsed.Errors[0])
		}
	}
	if m.Contract != "" && !slices.ContainsFunc(outline.Contracts,
		func(c solidity.Contract) bool { return c.Name == m.Contract }) {
		l.problem(file, 0, "has no contract %q, which sample.yaml requires", m.Contract)
	}
	fns := outline.Functions
	for i := range labels {
		lb := &labels[i]
		lb.Span.File = m.Main
		if f, ok := solidity.Enclosing(fns, lb.Span.Start); ok {
			lb.Scope = f.Name
		}
		switch {
		case lb.Set > len(m.Further)+1:
			l.problem(file, lb.Span.Line, "sample.yaml has no label set %d under further:", lb.Set)
		case lb.Function == bench.RootCause && lb.Set == 0:
			lb.Class = m.Class
		case lb.Set > 0 && (lb.Function == bench.RootCause || lb.Function == bench.SecondaryVuln):
			lb.Class = m.Further[lb.Set-2].Class
		}
	}
	return source{text, labels}, len(bad) == 0
}

// unparsed reports that an imported text does not parse. Released contracts that parse in part are used all the
// same: a text with a keyword of declarations is taken for Solidity.
func (l *loader) unparsed(file, text string, e solidity.SyntaxError) {
	if !slices.ContainsFunc(solidity.Lex(text), func(t solidity.Token) bool {
		return slices.Contains([]string{"pragma", "contract", "library", "function", "modifier"}, t.Text(text))
	}) {
		l.problem(file, e.Line, "does not parse as Solidity: %s; name another language in sample.yaml, as language: python",
			e.Message)
		return
	}
	if l.imports.unparsed++; l.imports.unparsed == 1 {
		l.imports.first = fmt.Sprintf("%s:%d: %s", l.show(file), e.Line, e.Message)
	}
}

// checkTwins verifies that the two sources are a minimal pair.
func (l *loader) checkTwins(vulnFile, fixedFile string, m *Meta, vuln, fixed source) {
	roots := func(s source) (n, line int) {
		for _, lb := range s.labels {
			if lb.Function == bench.RootCause || lb.Function == bench.SecondaryVuln {
				n, line = n+1, lb.Span.Line
			}
		}
		return n, line
	}
	if !m.Clean() && len((&bench.Variant{Labels: vuln.labels}).TargetsOf(1)) == 0 {
		l.problem(vulnFile, 0, "has no ROOT_CAUSE marker")
	}
	if n, line := roots(fixed); n > 0 {
		what := "a fixed twin has no ROOT_CAUSE; label former ROOT_CAUSE and SECONDARY_VULN lines BENIGN"
		if m.Clean() {
			what = "a clean contract has no ROOT_CAUSE, and no SECONDARY_VULN"
		}
		l.problem(fixedFile, line, "%s", what)
	}
	if !m.Clean() {
		l.checkPlaces(vulnFile, vuln, fixed)
	}
	switch n := changedLines(vuln.text, fixed.text); {
	case n == 0 && m.Clean():
		l.problem(vulnFile, 0, "is equal to %s; it must not contain the code that resists the proof", l.show(fixedFile))
	case n == 0:
		l.problem(fixedFile, 0, "is equal to %s; the twin must repair the flaw", l.show(vulnFile))
	case n > maxFix*(1+len(m.Further)):
		l.problem(fixedFile, 0, "differs from %s in %d lines; at most %d are allowed, so that style cannot reveal the label",
			l.show(vulnFile), n, maxFix*(1+len(m.Further)))
	}
	if line := newComment(vuln.text, fixed.text); line > 0 {
		l.problem(fixedFile, line, "has a comment that %s has not; comments must not reveal the label", l.show(vulnFile))
	}
	if line := newComment(fixed.text, vuln.text); line > 0 {
		l.problem(vulnFile, line, "has a comment that %s has not; comments must not reveal the label", l.show(fixedFile))
	}
}

// newComment returns the line of the first comment of b that a lacks or has fewer times, or 0 when there is none.
func newComment(a, b string) int {
	left := map[string]int{}
	for _, t := range solidity.Lex(a) {
		if t.Comment() {
			left[t.Text(a)]++
		}
	}
	for _, t := range solidity.Lex(b) {
		if !t.Comment() {
			continue
		}
		if left[t.Text(b)]--; left[t.Text(b)] < 0 {
			return 1 + strings.Count(b[:t.Start], "\n")
		}
	}
	return 0
}

// checkPlaces verifies that labels agree with the repair: the repair changes the root cause or what leads to it,
// and nothing harmless.
func (l *loader) checkPlaces(file string, vuln, fixed source) {
	hunks := Hunks(vuln.text, fixed.text)
	covered := len(hunks) == 0
	for _, lb := range vuln.labels {
		for _, h := range hunks {
			from, to := h.From+1, h.To // lines of the source, counted from 1
			if h.From == h.To {        // where the twin only adds lines, the lines on both sides are the place
				from, to = h.From, h.From+1
			}
			if lb.Span.Line < from || lb.Span.Line > to {
				continue
			}
			covered = covered || lb.Function == bench.RootCause || lb.Function == bench.SecondaryVuln
			if h.From < h.To && (lb.Function == bench.Benign || lb.Function == bench.Decoy) {
				l.problem(file, lb.Span.Line, "is labelled %s, and the repair changes it", lb.Function)
			}
		}
	}
	if !covered {
		l.problem(file, hunks[0].From+1, "no ROOT_CAUSE is on a line that the repair changes")
	}
}

// companions reads the context files and the protocol description, if any.
func (l *loader) companions(dir string, tell complain) (context []bench.File, protocol string) {
	entries, err := fs.ReadDir(l.fsys, path.Join(dir, "context"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.unreadable(path.Join(dir, "context"), err)
	} else {
		for _, e := range entries {
			if path.Ext(e.Name()) != ".sol" {
				continue
			}
			file := path.Join(dir, "context", e.Name())
			if text, ok := l.plain(file, tell); ok {
				context = append(context, bench.File{Path: "context/" + e.Name(), Text: text})
			}
		}
	}
	file := path.Join(dir, "PROTOCOL.md")
	if _, err := fs.Stat(l.fsys, file); !errors.Is(err, fs.ErrNotExist) {
		protocol, _ = l.plain(file, tell)
	}
	return context, protocol
}

// plain reads a file without markers, which must not give the answer away either.
func (l *loader) plain(file string, tell complain) (string, bool) {
	text, ok := l.read(file)
	if !ok {
		return "", false
	}
	hidden(file, text, tell)
	for i, line := range strings.Split(text, "\n") {
		if strings.Contains(line, "//~") {
			l.problem(file, i+1, "label markers belong in the file under review only")
		}
	}
	for _, h := range findHints(text) {
		tell(file, h.line, "the word %q gives the answer away; reword it", h.word)
	}
	return text, true
}

var (
	proofTestRE = regexp.MustCompile(`function\s+(test\w*)`)
	proofRunsRE = regexp.MustCompile(`^test_(Regular|Exploit\d*|Refuses\w*)$`)
)

// proofSol is the path of the proof in a sample and in its trees.
const proofSol = "Proof.sol"

// proofText reads Proof.sol. Another package executes it.
func (l *loader) proofText(dir string, m *Meta) (string, bool) {
	file := path.Join(dir, proofSol)
	text, ok := l.read(file)
	if !ok {
		return "", false
	}
	hidden(file, text, l.problem)
	for _, t := range proofTestRE.FindAllStringSubmatchIndex(text, -1) {
		if name := text[t[2]:t[3]]; !proofRunsRE.MatchString(name) {
			l.problem(file, 1+strings.Count(text[:t[0]], "\n"), "%s() is never run; tests are test_Regular, test_Exploit and "+
				"test_Refuses…", name)
		}
	}
	if !strings.Contains(text, m.Canary) {
		l.problem(file, 0, "does not contain the sample's canary %s", m.Canary)
	}
	return text, true
}

// checkProof verifies the shape of a proof.
func (l *loader) checkProof(dir, text string) {
	have := map[string]bool{}
	for _, f := range solidity.Functions(text) {
		if f.Contract == "Proof" {
			have[f.Name] = true
		}
	}
	for _, name := range []string{"setUp", "test_Regular", "exploit", "test_Exploit"} {
		if !have[name] {
			l.problem(path.Join(dir, proofSol), 0, "contract Proof has no function %s()", name)
		}
	}
}

// changedLines counts the lines that an edit from a to b deletes or inserts, the larger of the two counts in each
// changed place: a replaced line counts once.
func changedLines(a, b string) int {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	// cost[j] is the smallest number of changed lines between x[:i] and y[:j], with replacement allowed: the
	// Levenshtein distance over lines.
	cost := make([]int, len(y)+1)
	for j := range cost {
		cost[j] = j
	}
	for i := range x {
		diag := cost[0]
		cost[0] = i + 1
		for j := range y {
			next := min(cost[j], cost[j+1]) + 1
			if x[i] == y[j] {
				next = diag
			} else {
				next = min(next, diag+1)
			}
			diag, cost[j+1] = cost[j+1], next
		}
	}
	return cost[len(y)]
}

// Package defivulnlabs reads a checkout of DeFiVulnLabs: Foundry tests that hold the flawed contract, its
// exploit, and sometimes its repair. The imported part is the flawed contract and what it needs: tests,
// attackers, imports of the test library, the header and the inline hints are blanked. The hints mark the place
// of the flaw, and the header becomes its description.
package defivulnlabs

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"assay/internal/author/importer"
	"assay/internal/bench"
	"assay/internal/lang/solidity"
)

// Format is the layout.
var Format = importer.Format{
	Name: "defivulnlabs",
	From: "DeFiVulnLabs",
	Doc:  "Read DeFiVulnLabs: the contract under test, without test, exploit and hints.",
	Read: read,
}

func read(in *importer.Input) {
	tests := in.Files("src/test", ".sol")
	if len(tests) == 0 {
		in.Problem("src/test", 0, "contains no .sol file; give the top directory of the checkout")
	}
	for _, file := range tests {
		text, ok := in.Text(file)
		if !ok {
			continue
		}
		l := parseLab(text)
		switch {
		case len(l.header) == 0:
			in.Note("skipped %s: its header names no flaw", file)
			continue
		case l.victim == "":
			in.Problem(file, 0, "has no contract except tests and attackers")
			continue
		}
		var context []bench.File
		for _, name := range l.siblings {
			if text, ok := in.Text(path.Join(path.Dir(file), name)); ok {
				o := solidity.Survey(text)
				gone := slices.DeleteFunc(importsOf(o), func(s solidity.Span) bool { return !ofTests(s.Text(text)) })
				context = append(context, bench.File{Path: name, Text: importer.Blank(text, gone...)})
			}
		}
		in.Add(importer.Sample{Context: context,
			ID: strings.TrimSuffix(path.Base(file), ".sol"), Path: file, Category: l.header["name"], Text: l.flawed,
			Fixed: l.fixed, Marks: l.marks, LicenceOf: text,
			RootCause: l.header["description"], Attack: l.header["scenario"], Fix: l.header["mitigation"],
		})
	}
}

// lab holds the parts of one test file.
type lab struct {
	header        map[string]string // by lower-case key
	victim        string
	flawed, fixed string
	marks         []importer.Mark
	headerSpan    solidity.Span
	siblings      []string // files of the same directory that it imports
}

var (
	importRE   = regexp.MustCompile(`["']\./([^"']+)["']`)
	testRE     = regexp.MustCompile(`["'](forge-std|ds-test)/`)
	logRE      = regexp.MustCompile(`^(console2?|log(_\w+)?|logs)$`)
	keyRE      = regexp.MustCompile(`(?i)^\s*\*?\s*(name|description|scenario|mitigation)\s*:\s*(.*)$`)
	attackerRE = regexp.MustCompile(`(?i)attack|exploit|hack|malicious|thief|poc`)
	repairRE   = regexp.MustCompile(`(?i)fixed|remediated|remediation|secure|patched`)
	flawRE     = regexp.MustCompile(`(?i)vulnerable|vuln|unsafe|insecure|buggy|bug`)
	hintRE     = regexp.MustCompile(`(?i)\b(vulnerab\w*|vuln|issue|incorrect|wrong|bug)\b`)
)

func parseLab(text string) lab {
	l := lab{header: map[string]string{}}
	o := solidity.Survey(text)
	readHeader(&l, o)
	test := map[string]bool{"Test": true, "DSTest": true}
	var victims, repairs []solidity.Contract
	var gone []solidity.Span
	end := 0
	for _, c := range o.Contracts {
		if c.Span.Start < end || c.Span.Empty() {
			continue
		}
		end = c.Span.End
		bare := !slices.ContainsFunc(c.Bases, func(b string) bool { return test[b] })
		switch {
		case !bare && (tests(o, c) || strings.HasSuffix(c.Name, "Test")), bare && strings.HasSuffix(c.Name, "Test"):
			test[c.Name] = true
			gone = append(gone, c.Span)
		case attackerRE.MatchString(c.Name):
			gone = append(gone, c.Span)
		case c.Kind == "contract" && repairRE.MatchString(c.Name):
			repairs = append(repairs, c)
			gone = append(gone, c.Span)
		case c.Kind == "contract":
			victims = append(victims, c)
		}
	}
	for _, c := range slices.Concat(victims, repairs) { // some use features of a test, and test nothing
		gone = append(gone, testBase(o, c, test)...)
	}
	if !l.headerSpan.Empty() {
		gone = append(gone, l.headerSpan)
	}
	for _, s := range importsOf(o) {
		if text := s.Text(o.Src); ofTests(text) {
			gone = append(gone, s)
		} else if m := importRE.FindStringSubmatch(text); m != nil {
			l.siblings = append(l.siblings, path.Clean(m[1]))
		}
	}
	for _, c := range o.Contracts {
		gone = append(gone, fixture(o, c, test)...)
	}
	gone = append(gone, prints(o)...)
	if len(victims) == 0 {
		return l
	}
	victim, repair := pair(victims, repairs)
	l.victim = victim.Name
	gone = outermost(gone)
	l.flawed = importer.Blank(text, gone...)
	if repair.Name != "" {
		l.fixed = replaced(text, gone, victim, repair)
	}
	for _, find := range []func() []int{
		func() []int { return hints(o, victims) },
		func() []int { return within(o, victim, importer.Repaired(l.flawed, l.fixed)) },
		func() []int { return importer.Named(l.flawed, l.header["description"]+"\n"+l.header["scenario"]) },
	} {
		if l.marks = importer.Roots(find()...); len(l.marks) > 0 {
			break
		}
	}
	return l
}

// tests reports whether a contract has a test. A contract that only has a test's setUp may be under test.
func tests(o *solidity.Outline, c solidity.Contract) bool {
	return slices.ContainsFunc(o.Functions, func(f solidity.Function) bool {
		return f.Contract == c.Name && strings.HasPrefix(f.Name, "test")
	})
}

// testBase returns the places where a contract names a test as its base, with the comma or the word that
// belongs to the name.
func testBase(o *solidity.Outline, c solidity.Contract, test map[string]bool) []solidity.Span {
	var list []solidity.Token // of the head
	for _, t := range o.Tokens {
		if t.Start < c.Span.Start || t.Trivia() {
			continue
		}
		if t.Text(o.Src) == "{" || t.Start >= c.Span.End {
			break
		}
		list = append(list, t)
	}
	is := slices.IndexFunc(list, func(t solidity.Token) bool { return t.Text(o.Src) == "is" })
	for i := is + 1; is >= 0 && i < len(list); i++ {
		switch {
		case !test[list[i].Text(o.Src)]:
		case i+1 < len(list) && list[i+1].Text(o.Src) == ",":
			return []solidity.Span{{Start: list[i].Start, End: list[i+1].End}}
		default: // the last: with its comma, or alone with "is"
			return []solidity.Span{{Start: list[i-1].Start, End: list[i].End}}
		}
	}
	return nil
}

// fixture returns the function setUp of a contract that is a test only for the tools: it prepares the chain,
// with cheat codes that no real chain has.
func fixture(o *solidity.Outline, c solidity.Contract, test map[string]bool) []solidity.Span {
	if len(testBase(o, c, test)) == 0 {
		return nil
	}
	for _, f := range o.Functions {
		if f.Contract == c.Name && f.Name == "setUp" {
			return []solidity.Span{f.Span()}
		}
	}
	return nil
}

// prints returns the statements that print, with the bases or imports of a test. A statement that is the whole
// body of a branch stays.
func prints(o *solidity.Outline) []solidity.Span {
	var code []solidity.Token
	for _, t := range o.Tokens {
		if !t.Trivia() {
			code = append(code, t)
		}
	}
	at := func(i int) string {
		if i < 0 || i >= len(code) {
			return ""
		}
		return code[i].Text(o.Src)
	}
	var out []solidity.Span
	for i := range code {
		word := i
		if at(i) == "emit" {
			word++
		}
		if !logRE.MatchString(at(word)) || word == i && at(word+1) != "." ||
			!slices.Contains([]string{"{", "}", ";"}, at(i-1)) ||
			strings.Contains(o.Src, "event "+at(word)+"(") {
			continue
		}
		end := word
		for end < len(code)-1 && at(end) != ";" {
			end++
		}
		out = append(out, solidity.Span{Start: code[i].Start, End: code[end].End})
	}
	return out
}

// outermost sorts spans and drops those that begin within another.
func outermost(list []solidity.Span) []solidity.Span {
	slices.SortFunc(list, func(a, b solidity.Span) int { return a.Start - b.Start })
	end := 0
	return slices.DeleteFunc(list, func(s solidity.Span) bool {
		within := s.Start < end
		end = max(end, s.End)
		return within
	})
}

// readHeader reads fields such as `Name:` from the first comments.
func readHeader(l *lab, o *solidity.Outline) {
	for _, t := range o.Tokens {
		if !t.Comment() {
			continue
		}
		key := ""
		for line := range strings.SplitSeq(strings.Trim(t.Text(o.Src), "/*"), "\n") {
			if m := keyRE.FindStringSubmatch(line); m != nil {
				key = strings.ToLower(m[1])
				l.header[key] = strings.TrimSpace(m[2])
			} else if line = strings.Trim(line, " \t*"); key != "" && line != "" {
				l.header[key] = strings.TrimSpace(l.header[key] + " " + line)
			}
		}
		if l.header["name"] != "" {
			l.headerSpan = solidity.Span{Start: t.Start, End: t.End}
			return
		}
		clear(l.header)
	}
}

// importsOf returns the import directives.
func importsOf(o *solidity.Outline) []solidity.Span {
	var out []solidity.Span
	start, depth := -1, 0
	for _, t := range o.Tokens {
		switch text := t.Text(o.Src); {
		case t.Trivia():
		case start < 0 && depth == 0 && text == "import":
			start = t.Start
		case start >= 0 && text == ";":
			out, start = append(out, solidity.Span{Start: start, End: t.End}), -1
		case start >= 0:
		case text == "{":
			depth++
		case text == "}":
			depth--
		}
	}
	return out
}

// ofTests reports whether an import directive names a test library.
func ofTests(directive string) bool { return testRE.MatchString(directive) }

// stem is a contract's name without the words that reveal whether it is flawed.
func stem(name string) string {
	return strings.Trim(strings.ToLower(flawRE.ReplaceAllString(repairRE.ReplaceAllString(name, ""), "")), "_0123456789")
}

// pair finds the flawed contract, and its repair if there is one.
func pair(victims, repairs []solidity.Contract) (victim, repair solidity.Contract) {
	for _, flawed := range []bool{true, false} { // a contract named as flawed goes before its harmless base
		for _, r := range repairs {
			for _, v := range victims {
				if stem(v.Name) == stem(r.Name) && (!flawed || flawRE.MatchString(v.Name)) {
					return v, r
				}
			}
		}
	}
	for _, r := range repairs { // names may be misspelt
		for _, v := range victims {
			if flawRE.MatchString(v.Name) && near(stem(v.Name), stem(r.Name)) {
				return v, r
			}
		}
	}
	for _, v := range victims {
		if flawRE.MatchString(v.Name) {
			return v, repair
		}
	}
	return victims[0], repair
}

// near reports whether two words are equal except for one letter more or less.
func near(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	if len(a)-len(b) != 1 || len(b) < 3 {
		return false
	}
	i := 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	return a[i+1:] == b[i:]
}

// within returns those of the lines that are in a contract.
func within(o *solidity.Outline, c solidity.Contract, lines []int) []int {
	return slices.DeleteFunc(lines, func(line int) bool {
		return line < o.Lines.Line(c.Span.Start) || line > o.Lines.Line(c.Span.End-1)
	})
}

// hints returns the lines of the victims to which a comment points: its own line if that has code, else the
// next one with code.
func hints(o *solidity.Outline, victims []solidity.Contract) []int {
	var out []int
	code := importer.CodeLines(o.Src)
	for _, t := range o.Tokens {
		if !t.Comment() || !hintRE.MatchString(t.Text(o.Src)) || !slices.ContainsFunc(victims,
			func(c solidity.Contract) bool { return c.Span.Contains(t.Start) }) {
			continue
		}
		line := o.Lines.Line(t.Start)
		last := o.Lines.Line(t.End - 1)
		if !code[line] {
			for line = last; !code[line] && line < len(o.Lines); line++ {
			}
		}
		out = append(out, line)
	}
	return out
}

// replaced returns the text with the repair in the victim's place and under its name, and with all removed
// spans blank.
func replaced(text string, gone []solidity.Span, victim, repair solidity.Contract) string {
	var b strings.Builder
	own := repair.Span.Text(text)
	o := solidity.Survey(own)
	test := map[string]bool{"Test": true, "DSTest": true}
	for _, c := range o.Contracts[:min(1, len(o.Contracts))] {
		own = importer.Blank(own, outermost(slices.Concat(testBase(o, c, test), fixture(o, c, test), prints(o)))...)
	}
	for _, t := range solidity.Lex(own) {
		w := t.Text(own)
		if t.Kind == solidity.Ident && w == repair.Name {
			w = victim.Name
		}
		b.WriteString(w)
	}
	var before, after []solidity.Span
	for _, s := range gone {
		switch {
		case s.End <= victim.Span.Start:
			before = append(before, s)
		case s.Start >= victim.Span.End:
			after = append(after, solidity.Span{Start: s.Start - victim.Span.End, End: s.End - victim.Span.End})
		}
	}
	return importer.Blank(text[:victim.Span.Start], before...) + b.String() +
		importer.Blank(text[victim.Span.End:], after...)
}

// Package notsosmart reads a checkout of not-so-smart-contracts: one folder for each category. Where a source
// holds both name and name_fixed, the flaw is in the first, and the twin has the second in its place; neither
// text shows both.
package notsosmart

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
	Name: "not-so-smart",
	From: "not-so-smart-contracts",
	Doc:  "Read not-so-smart-contracts: categories as folders, *_fixed siblings as twins.",
	Read: read,
}

var classes = map[string]bench.Class{
	"bad_randomness": "weak_randomness", "denial_of_service": "denial_of_service",
	"forced_ether_reception": "forced_ether", "incorrect_interface": "logic_error",
	"integer_overflow": "arithmetic", "race_condition": "front_running", "reentrancy": "reentrancy",
	"unchecked_external_call": "unchecked_return",
	"unprotected_function":    "access_control", "variable shadowing": "logic_error", "variable_shadowing": "logic_error",
	"wrong_constructor_name": "initialization",
}

func read(in *importer.Input) {
	if !slices.ContainsFunc(in.Dirs("."), func(d string) bool { return classes[d] != "" }) {
		in.Problem(".", 0, "has no category folder such as reentrancy; give the top directory of the checkout")
		return
	}
	for _, file := range in.Files(".", ".sol") {
		category, rest, inFolder := strings.Cut(file, "/")
		switch {
		case !inFolder:
			in.Note("skipped %s: it is in no category folder", file)
			continue
		case category == "honeypots":
			in.Note("skipped %s: a honeypot has no flaw that an attacker could use", file)
			continue
		}
		if classes[category] == "" {
			in.Left("sources in a folder without a category", file)
			continue
		}
		text, ok := in.Text(file)
		if !ok {
			continue
		}
		if attacks(text) {
			in.Left("sources that attack another", file)
			continue
		}
		s := importer.Sample{ID: category + " " + strings.TrimSuffix(rest, ".sol"), Path: file, Category: category,
			Class: classes[category], LicenceOf: text}
		if fixedFile.MatchString(strings.TrimSuffix(path.Base(file), ".sol")) {
			if original := fixedFile.ReplaceAllString(strings.TrimSuffix(file, ".sol"), "") + ".sol"; in.Has(original) {
				continue // read with the source that it repairs
			}
			s.Safe, s.Text = true, text
			in.Add(s)
			continue
		}
		s.Text, s.Fixed, s.Marks = split(text)
		if s.Fixed == "" {
			for _, f := range in.Files(path.Dir(file), ".sol") {
				if base := strings.TrimSuffix(f, ".sol"); fixedFile.MatchString(base) &&
					fixedFile.ReplaceAllString(base, "") == strings.TrimSuffix(file, ".sol") {
					s.Fixed, _ = in.Text(f)
					break
				}
			}
		}
		if len(s.Marks) == 0 {
			s.Marks = marksOf(in, file, text)
		}
		in.Add(s)
	}
}

// marksOf returns the places of the flaw in a source without a repair: those that the READMEs of its folders
// name, else those that comments name.
func marksOf(in *importer.Input, file, text string) []importer.Mark {
	var lines []int
	for dir := path.Dir(file); dir != "." && len(lines) == 0; dir = path.Dir(dir) {
		if readme := path.Join(dir, "README.md"); in.Has(readme) {
			page, _ := in.Text(readme)
			lines = importer.Linked(page, strings.TrimPrefix(file, dir+"/"), text)
		}
	}
	if len(lines) == 0 {
		lines = hints(text)
	}
	return importer.Roots(lines...)
}

var hintRE = regexp.MustCompile(`(?i)\b(vulnerab\w*|susceptible|anyone can|possible overflow)\b`)

// hints returns the lines with code to which comments about a flaw point: the comment's own line, else the
// next.
func hints(text string) []int {
	o := solidity.Survey(text)
	code := importer.CodeLines(text)
	var out []int
	for _, t := range o.Tokens {
		if !t.Comment() || !hintRE.MatchString(t.Text(text)) {
			continue
		}
		line := o.Lines.Line(t.Start)
		for !code[line] && line < len(o.Lines) {
			line++
		}
		out = append(out, line)
	}
	return out
}

var attackerRE = regexp.MustCompile(`(?i)attack|exploit|hack|malicious`)

// attacks reports whether every contract of a source is an attacker.
func attacks(text string) bool {
	list := solidity.Survey(text).Contracts
	return len(list) > 0 && !slices.ContainsFunc(list, func(c solidity.Contract) bool {
		return !attackerRE.MatchString(c.Name)
	})
}

var fixedFile = regexp.MustCompile(`(?i)[-_]fixed(_?\d+)?$`)

// piece is a function or a contract of a source.
type piece struct {
	name string
	span solidity.Span
	line int // its first line
}

// split makes two texts from one that holds flaw and repair: in both, the repairs are blank; in fixed, the
// first repair of each flaw takes the place of the flaw. Marks are at the first lines of the flawed pieces.
// fixed is "" without a repair.
func split(text string) (flawed, fixed string, marks []importer.Mark) {
	pieces := piecesOf(text)
	at := map[string]piece{}
	for _, p := range pieces {
		if _, duplicate := at[p.name]; !duplicate {
			at[p.name] = p
		}
	}
	var gone []solidity.Span
	repair := map[int]piece{} // by the offset of the flaw
	for _, p := range pieces {
		name := fixedFile.ReplaceAllString(p.name, "")
		if name == p.name {
			continue
		}
		gone = append(gone, p.span)
		flaw, ok := at[name]
		if _, done := repair[flaw.span.Start]; !ok || done {
			continue
		}
		repair[flaw.span.Start] = p
		marks = append(marks, importer.Mark{Line: flaw.line, Note: "repaired in " + p.name})
	}
	flawed = importer.Blank(text, gone...)
	if len(repair) == 0 {
		return flawed, "", nil
	}
	var b strings.Builder
	pos := 0
	next := 0
	for _, p := range pieces {
		for next < len(gone) && gone[next].Start < p.span.Start {
			next++
		}
		r, ok := repair[p.span.Start]
		switch {
		case p.span.Start < pos:
		case ok:
			b.WriteString(text[pos:p.span.Start])
			b.WriteString(rename(r.span.Text(text), r.name, p.name))
			pos = p.span.End
		case next < len(gone) && gone[next] == p.span:
			b.WriteString(importer.Blank(text[pos:p.span.End], solidity.Span{Start: p.span.Start - pos, End: p.span.End - pos}))
			pos = p.span.End
		}
	}
	b.WriteString(text[pos:])
	return flawed, b.String(), marks
}

// piecesOf returns the pieces among which repairs may be: contracts if one of them is a repair, else functions.
// They are in order and do not overlap.
func piecesOf(text string) []piece {
	o := solidity.Survey(text)
	var contracts, functions []piece
	repaired := false
	end := 0
	for _, c := range o.Contracts {
		if c.Span.Start < end || c.Span.Empty() {
			continue
		}
		end = c.Span.End
		contracts = append(contracts, piece{c.Name, c.Span, o.Lines.Line(c.Span.Start)})
		repaired = repaired || fixedFile.MatchString(c.Name)
	}
	if repaired {
		return contracts
	}
	end = 0
	for _, f := range o.Functions {
		if s := f.Span(); s.Start >= end && !s.Empty() {
			if rest := strings.TrimLeft(text[s.End:], " \t"); !strings.HasSuffix(s.Text(text), "}") &&
				strings.HasPrefix(rest, ";") {
				s.End = len(text) - len(rest) + 1 // a declaration includes its semicolon
			}
			end = s.End
			functions = append(functions, piece{f.Name, s, f.Line})
		}
	}
	return functions
}

// rename replaces whole words.
func rename(text, from, to string) string {
	var b strings.Builder
	for _, t := range solidity.Lex(text) {
		if w := t.Text(text); t.Kind == solidity.Ident && w == from {
			b.WriteString(to)
		} else {
			b.WriteString(w)
		}
	}
	return b.String()
}

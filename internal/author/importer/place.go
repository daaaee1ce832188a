package importer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/lang/solidity"
)

// Repaired returns, in order, the first lines of the functions of a flawed text that its repair does not have
// unchanged: a documented repair shows where the flaw is. Comments and white space make no difference. The
// result is empty where the repair differs only outside functions, changes more than half of several functions,
// or is "".
func Repaired(flawed, fixed string) []int {
	if fixed == "" {
		return nil
	}
	kept := map[string]bool{}
	for _, f := range solidity.Functions(fixed) {
		kept[Code(f.Span().Text(fixed))] = true
	}
	var out []int
	bodies := 0
	for _, f := range solidity.Functions(flawed) {
		if f.Body.Empty() {
			continue
		}
		bodies++
		if !kept[Code(f.Span().Text(flawed))] {
			out = append(out, f.Line)
		}
	}
	if len(out) > 2 && 2*len(out) > bodies {
		return nil // rewritten, not repaired
	}
	return out
}

// Code returns the tokens of a piece of source without comments, separated by one space.
func Code(src string) string {
	var out []string
	for _, t := range solidity.Lex(src) {
		if !t.Trivia() {
			out = append(out, t.Text(src))
		}
	}
	return strings.Join(out, " ")
}

// Named returns, in order, the first lines of the functions that prose names. A name counts where it is marked
// as code: in back quotes, with parentheses, or next to the word "function". A name that is no English word,
// such as initWallet, counts anywhere.
func Named(src, prose string) []int {
	var out []int
	for _, f := range solidity.Functions(src) {
		if f.Body.Empty() || f.Kind != solidity.Ordinary && f.Kind != solidity.Modifier {
			continue
		}
		name := regexp.QuoteMeta(f.Name)
		form := "`" + name + "[`(]" + `|\b` + name + `\s?\(|\bfunction ` + name + `\b|\b` + name + ` function\b`
		if strings.ToLower(f.Name) != f.Name || strings.Contains(strings.Trim(f.Name, "_"), "_") {
			form += `|\b` + name + `\b`
		}
		if regexp.MustCompile(form).MatchString(prose) {
			out = append(out, f.Line)
		}
	}
	return out
}

var lineLink = regexp.MustCompile(`\[([^\]]*)\]\(([^)#\s]+)(?:#L(\d+)[^)]*)?\)`)

// Linked returns what a README states about a source to which it links: the lines that links point to, and the
// functions that their items name. Links whose label says that they lead to a safe version are ignored.
func Linked(readme, file, src string) []int {
	var out []int
	for _, item := range itemRE.Split(readme, -1) { // paragraphs and list items
		about := false
		for _, m := range lineLink.FindAllStringSubmatch(item, -1) {
			if m[2] != file || safeRE.MatchString(m[1]) {
				continue
			}
			about = true
			if line, err := strconv.Atoi(m[3]); err == nil && line <= strings.Count(src, "\n")+1 {
				out = append(out, line)
			}
		}
		if about {
			out = append(out, Named(src, lineLink.ReplaceAllString(item, " $1 "))...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var (
	safeRE = regexp.MustCompile(`(?i)\b(secure|safe|fixed|correct)\b`)
	itemRE = regexp.MustCompile(`(?m)^\s*$|^\s*[-*] `)
)

package answer

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
)

var (
	// "line 12", "lines 12-14", "lines 3, 7 and 9", "L12-L14", "Vault.sol:12"
	linesRE = regexp.MustCompile(
		`(?i)(?:\blines?\s*[:#]?\s*|\bL|\.\w{2,4}:)(\d+(?:\s*(?:-|–|—|\.\.|to|,|and|&)\s*L?\d+)*)`)
	rangeRE     = regexp.MustCompile(`(\d+)\s*(?:-|–|—|\.\.|to)\s*L?(\d+)|(\d+)`)
	callRE      = regexp.MustCompile(`([A-Za-z_$][A-Za-z0-9_$]*)\s*\(`)
	dottedRE    = regexp.MustCompile(`[A-Za-z_$][A-Za-z0-9_$]*(?:(?:\.|::|#)[A-Za-z_$][A-Za-z0-9_$]*)+`)
	quotedRE    = regexp.MustCompile(`\x60([A-Za-z_$][A-Za-z0-9_$]*)\x60`)
	namedRE     = regexp.MustCompile(`(?i)\b(?:functions?|modifiers?)\s+([A-Za-z_$][A-Za-z0-9_$]*)`)
	bareRE      = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)
	fileRE      = regexp.MustCompile(`[\w./-]+\.(?:\w{2,4}:(\d)|sol\b)`)
	commaRE     = regexp.MustCompile(`(?i)\s*(?:[,;&/+]|\b(?:and|or)\b)\s*`)
	argumentsRE = regexp.MustCompile(`\s*\([^()]*\)`)
	specials    = regexp.MustCompile(`(?i)\b(constructor|fallback|receive)\b`)
)

// maxLine bounds line numbers: larger ones are amounts or hashes.
const maxLine = 1_000_000

// locate extracts line ranges and function names from a location in the subject's own words. Both are in order
// of appearance, without duplicates.
func locate(s string) (lines []bench.Range, scopes []string) {
	for _, m := range linesRE.FindAllStringSubmatch(s, -1) {
		for _, r := range rangeRE.FindAllStringSubmatch(m[1], -1) {
			from, _ := strconv.Atoi(cmp.Or(r[1], r[3])) // too large where it is out of range
			to, _ := strconv.Atoi(cmp.Or(r[2], r[3]))
			if from >= 1 && to >= from && to <= maxLine {
				lines = append(lines, bench.Range{From: from, To: to})
			}
		}
	}
	seen := map[string]bool{}
	add := func(name string) {
		if name != "" && !seen[name] {
			seen[name] = true
			scopes = append(scopes, name)
		}
	}
	for _, name := range listed(s) {
		add(name)
	}
	for _, re := range []*regexp.Regexp{callRE, quotedRE, namedRE, specials} {
		for _, m := range re.FindAllStringSubmatch(s, -1) {
			if !filler[strings.ToLower(m[1])] {
				add(m[1])
			}
		}
	}
	for _, d := range dottedRE.FindAllString(s, -1) {
		if i := strings.LastIndexAny(d, ".:#"); !strings.HasSuffix(d, ".sol") {
			add(d[i+1:])
		}
	}
	return lines, scopes
}

// filler holds words around a name. No function in a finding is expected to have such a name.
var filler = map[string]bool{}

func init() {
	for w := range strings.FieldsSeq("the in inside within at of on to for from by with that which where when is are " +
		"was as and or not both all any every each other several multiple " +
		"function functions modifier modifiers method methods line lines") {
		filler[w] = true
	}
}

// listed parses a location that is only a list of names, such as "deposit", "a, b", "a() and b()" or "the
// withdraw and deposit functions". It returns nil for any other text.
func listed(s string) []string {
	if strings.EqualFold(strings.TrimSpace(s), "n/a") {
		return nil
	}
	var out []string
	s = linesRE.ReplaceAllString(fileRE.ReplaceAllString(s, " line $1"), " ") // "Vault.sol:88" is a line
	for _, item := range commaRE.Split(argumentsRE.ReplaceAllString(s, " "), -1) {
		words := strings.Fields(strings.Trim(item, " \t\r\n.:`"))
		if len(words) > 1 && (words[0] == "a" || words[0] == "an") { // alone, it is a name
			words = words[1:]
		}
		words = slices.DeleteFunc(words, func(w string) bool { return filler[strings.ToLower(w)] })
		if len(words) == 0 {
			continue
		}
		name := strings.Trim(words[0], "`")
		if i := strings.LastIndexAny(name, ".:#"); i > 0 && dottedRE.FindString(name) == name {
			name = name[i+1:]
		}
		if len(words) > 1 || !bareRE.MatchString(name) {
			return nil
		}
		out = append(out, name)
	}
	return out
}

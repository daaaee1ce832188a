package answer

import (
	"regexp"
	"strconv"
	"strings"

	"assay/internal/bench"
)

var (
	// "line 12", "lines 12-14", "lines 3, 7 and 9", "L12-L14", "Vault.sol:12"
	linesRE  = regexp.MustCompile(`(?i)(?:\blines?\s*[:#]?\s*|\bL|\.\w{2,4}:)(\d+(?:\s*(?:-|–|—|\.\.|to|,|and|&)\s*L?\d+)*)`)
	rangeRE  = regexp.MustCompile(`(\d+)\s*(?:-|–|—|\.\.|to)\s*L?(\d+)|(\d+)`)
	callRE   = regexp.MustCompile(`([A-Za-z_$][A-Za-z0-9_$]*)\s*\(`)
	dottedRE = regexp.MustCompile(`[A-Za-z_$][A-Za-z0-9_$]*(?:(?:\.|::|#)[A-Za-z_$][A-Za-z0-9_$]*)+`)
	quotedRE = regexp.MustCompile(`\x60([A-Za-z_$][A-Za-z0-9_$]*)\x60`)
	namedRE  = regexp.MustCompile(`(?i)\b(?:function|modifier)\s+([A-Za-z_$][A-Za-z0-9_$]*)`)
	bareRE   = regexp.MustCompile(`^\s*([A-Za-z_$][A-Za-z0-9_$]*)\s*$`)
	specials = regexp.MustCompile(`(?i)\b(constructor|fallback|receive)\b`)
)

// maxLine bounds line numbers: larger ones are amounts or hashes.
const maxLine = 1_000_000

// locate reads line ranges and function names out of a location in the
// subject's own words. Both are in order of appearance, without repetition.
func locate(s string) (lines []bench.Range, scopes []string) {
	for _, m := range linesRE.FindAllStringSubmatch(s, -1) {
		for _, r := range rangeRE.FindAllStringSubmatch(m[1], -1) {
			from, to := atoi(r[1]), atoi(r[2])
			if r[3] != "" {
				from = atoi(r[3])
				to = from
			}
			if from < 1 || to < from || to > maxLine {
				continue
			}
			lines = append(lines, bench.Range{From: from, To: to})
		}
	}
	seen := map[string]bool{}
	add := func(name string) {
		if name != "" && !seen[name] {
			seen[name] = true
			scopes = append(scopes, name)
		}
	}
	for _, re := range []*regexp.Regexp{callRE, quotedRE, namedRE, bareRE, specials} {
		for _, m := range re.FindAllStringSubmatch(s, -1) {
			add(m[1])
		}
	}
	for _, d := range dottedRE.FindAllString(s, -1) {
		if i := strings.LastIndexAny(d, ".:#"); !strings.HasSuffix(d, ".sol") {
			add(d[i+1:])
		}
	}
	return lines, scopes
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

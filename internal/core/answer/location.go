package answer

import (
	"cmp"
	"fmt"
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

// spot collects the location of a finding.
type spot struct {
	words    []string // locations in words
	parts    []string // functions and files from members of their own
	contract string
	lines    []bench.Range
	scopes   []string
}

// location returns the location in words.
func (p *spot) location() string {
	out := slices.Clone(p.words)
	for _, part := range p.parts {
		if !strings.Contains(strings.Join(out, ", "), strings.TrimSuffix(part, "()")) {
			out = append(out, part)
		}
	}
	for _, r := range p.lines {
		switch {
		case len(p.words) > 0: // which name lines as they like
		case r.From == r.To:
			out = append(out, fmt.Sprintf("line %d", r.From))
		default:
			out = append(out, fmt.Sprintf("lines %d-%d", r.From, r.To))
		}
	}
	return strings.Join(out, ", ")
}

// add adds the lines and the functions that a text names. It reports whether there are lines.
func (p *spot) add(s string) bool {
	ranges, scopes := locate(s)
	for _, r := range ranges {
		if !slices.Contains(p.lines, r) {
			p.lines = append(p.lines, r)
		}
	}
	for _, name := range scopes {
		if !slices.Contains(p.scopes, name) {
			p.scopes = append(p.scopes, name)
		}
	}
	return len(ranges) > 0
}

// numbersRE matches a text that is only line numbers.
var numbersRE = regexp.MustCompile(`^\W*L?\d+(?:\s*(?:-|–|—|\.\.|to|,|and|&)\s*L?\d+)*\W*$`)

// locate reads a member that is about the location of a finding.
func (r *reader) locate(p *spot, e member, as role) {
	s, isText := text(e.value)
	pair := strings.HasSuffix(e.name, "range")
	switch v := e.value.(type) {
	case members:
		r.inside(p, v)
		return
	case []any:
		if pair = pair && len(v) == 2 && numbersRE.MatchString(s); !pair {
			for _, one := range v {
				r.locate(p, member{e.name, e.key, one}, as)
			}
			return
		}
		s = strings.Replace(s, ", ", "-", 1)
	}
	switch {
	case nothing(e.value):
	case !isText:
		r.skip(e)
	case as == file:
		p.parts = append(p.parts, s)
	case as == function:
		if !strings.Contains(s, "(") {
			s += "()"
		}
		if bareRE.MatchString(p.contract) && bareRE.MatchString(strings.TrimSuffix(s, "()")) {
			s = p.contract + "." + s
		}
		p.add(s)
		p.parts = append(p.parts, s)
	case as == place && !numbersRE.MatchString(s):
		p.add(s)
		p.words = append(p.words, s)
	case !p.add(s) && !p.add("line "+s):
		r.skip(e) // no number, or none of a line
	}
}

// inside reads an object that is a location.
func (r *reader) inside(p *spot, m members) {
	m = r.last(m)
	r.around(p, m)
	for _, e := range m {
		switch as := e.role(); as {
		case ignored, from, to, contract:
		case kind, prose:
			r.locate(p, e, place) // the name of a function, or a description
		case place, lines, function, file:
			r.locate(p, e, as)
		default:
			r.skip(e)
		}
	}
}

// around reads the members of an object that belong together: the ends of a range, and the contract of functions.
func (r *reader) around(p *spot, m members) {
	var first, last []int
	for _, e := range m {
		switch e.role() {
		case from:
			first = append(first, r.end(e)...)
		case to:
			last = append(last, r.end(e)...)
		case contract:
			if p.contract = r.text(e); p.contract != "" {
				p.parts = append(p.parts, p.contract)
			}
		}
	}
	if len(first) == 1 && len(last) == 1 && first[0] <= last[0] {
		p.add(fmt.Sprintf("lines %d-%d", first[0], last[0]))
		return
	}
	for _, n := range append(first, last...) {
		p.add(fmt.Sprintf("line %d", n))
	}
}

// end returns the line at one end of a range: a number, or an object with one. Others are counted.
func (r *reader) end(e member) (found []int) {
	if inner, ok := e.value.(members); ok {
		for _, e := range r.last(inner) {
			switch e.role() {
			case lines:
				found = append(found, r.end(e)...)
			case ignored:
			default:
				r.skip(e)
			}
		}
		return found
	}
	s, whole := text(e.value)
	if n, err := strconv.Atoi(s); whole && err == nil && n > 0 && n <= maxLine {
		return []int{n}
	}
	r.skip(e)
	return nil
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

package answer

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
)

// role is the meaning of a member, by its name.
type role int

const (
	unknown    role = iota
	ignored         // known, and no score depends on it
	verdicts        // the verdict of an answer, or whether an element is a finding at all
	confidence      // of an answer
	list            // the findings
	violated        // violated requirements
	kind            // the type of a finding
	severity
	prose // explains a finding or an answer
	attack
	fix
	repair // edits of the text that remove the flaw
	place  // a location in words, or an object with the following members
	lines
	from // the first of a range of lines
	to   // its last one
	function
	contract
	file
)

// named lists the folded names of members by role. If an object has several of a role, the first of the list comes
// first.
var named = map[role]string{
	ignored: "id number index language model likelihood probability score cvss cvssscore exploitable references " +
		"reference links status difficulty tags draft example examples format template previous column columns " +
		"columnnumber startcolumn endcolumn",
	verdicts:   "verdict finalverdict overallverdict assessment vulnerable isvulnerable",
	confidence: "confidence",
	list: "vulnerabilities findings issues vulnerabilitylist vulns flaws problems bugs weaknesses defects " +
		"securityissues securityfindings",
	violated: "violatedrequirements violatedrequirement requirementsviolated requirementviolations violations " +
		"requirements requirement requirementnumber requirementid",
	kind: "type vulnerabilitytype vulntype vulnerabilityclass class category vulnerability vulnerabilityname " +
		"name title issue flaw bug weakness finding kind swc swcid cwe cweid",
	severity: "severity risk risklevel severitylevel",
	prose: "overallexplanation explanation description reason reasoning details detail desc summary rationale analysis " +
		"message cause rootcause why evidence impact note notes comment comments",
	attack: "attackscenario attack exploit exploitscenario attackvector scenario exploitation proofofconcept poc",
	fix:    "suggestedfix fix recommendation recommendations remediation mitigation suggestion recommendedfix solution",
	repair: "repair repairs repairedits",
	place: "location locations place places position where affectedlocation region range span physicallocation " +
		"artifactlocation",
	lines: "line lines linenumber linenumbers vulnerableline vulnerablelines affectedlines linerange",
	from:  "start startline linestart fromline from",
	to:    "end endline lineend toline to",
	function: "function functions functionname functionnames vulnerablefunction vulnerablefunctions affectedfunction " +
		"affectedfunctions method methodname modifier",
	contract: "contract contractname",
	file:     "file filename path uri",
}

var roles, ranks = func() (map[string]role, map[string]int) {
	byName, order := map[string]role{}, map[string]int{}
	for r, list := range named {
		for i, name := range strings.Fields(list) {
			byName[name], order[name] = r, i
		}
	}
	return byName, order
}()

// role returns the role of a member. In names that only answers have, one letter may be wrong.
func (e member) role() role {
	for _, known := range []string{"vulnerabilities", "overallexplanation", "violatedrequirements"} {
		if oneOff(e.name, known) {
			return roles[known]
		}
	}
	return roles[e.name]
}

// reader reads the members of one answer. A member that says something is read, ignored on purpose, or counted.
type reader struct {
	unread map[string]int
	lost   string // why the answer does not count: something in it may be a finding, and cannot be read
	known  bool   // the answer has a list of findings
	heap   string // the unknown member with a list or an object, which may be the findings

	own bench.Finding // the repair of a query, beside its violated requirements
}

// maxUnread bounds the different names that are kept of unread members; the others are counted as "…".
const maxUnread = 16

// skip counts a member that is not understood.
func (r *reader) skip(e member) {
	if nothing(e.value) {
		return
	}
	if r.unread == nil {
		r.unread = map[string]int{}
	}
	name := clip(cmp.Or(e.name, "…"))
	if r.unread[name] == 0 && len(r.unread) >= maxUnread {
		name = "…"
	}
	r.unread[name]++
}

// lose notes that a finding or a requirement cannot be read.
func (r *reader) lose(what string, e member) {
	r.lost = fmt.Sprintf("%s in %q cannot be read", what, clip(e.name))
}

// nothing reports whether a value says nothing: it is empty, or a word for that.
func nothing(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		switch fold(v) {
		case "none", "na", "null", "nil", "nonefound", "unknown", "notapplicable":
			return true
		}
		return strings.TrimSpace(v) == ""
	case []any:
		return !slices.ContainsFunc(v, func(e any) bool { return !nothing(e) })
	case members:
		return !slices.ContainsFunc(v, func(e member) bool { return !nothing(e.value) })
	}
	return false
}

// compound reports whether a value is an object or a list that says something.
func compound(v any) bool {
	switch v.(type) {
	case members, []any:
		return !nothing(v)
	}
	return false
}

func isText(v any) bool {
	_, is := v.(string)
	return is
}

// last returns the members of an object without those that a later one of the same name overrides. It counts these.
func (r *reader) last(m members) (out members) {
	for i, e := range m {
		if m[i+1:].has(e.name) {
			r.skip(e)
		} else {
			out = append(out, e)
		}
	}
	return out
}

// read converts a candidate to an answer. On error, findings of it cannot be read.
func read(c candidate) (bench.Answer, error) {
	r := &reader{}
	a := bench.Answer{Verdict: c.verdict, Repaired: c.mended}
	for _, m := range c.objects {
		r.object(&a, m)
	}
	var around members
	for _, e := range c.around {
		switch e.role() {
		case list, violated:
			around = append(around, e)
		case unknown, prose:
			if compound(e.value) {
				r.leave(e)
			}
		}
	}
	r.object(&a, around)
	if len(a.Findings) == 0 && a.Verdict == bench.Vulnerable {
		if r.lost == "" && r.heap != "" && !r.known {
			r.lost = fmt.Sprintf("its findings may be in %q, which is not a known member", clip(r.heap))
		}
		if c.objects[0].has("assessment") { // the SQL suite's own answer has no list
			a.Findings = []bench.Finding{{Explanation: a.Explanation, Fix: r.own.Fix, Repair: r.own.Repair}}
		}
	}
	a.Unread = r.unread
	if r.lost != "" {
		return bench.Answer{}, errors.New(r.lost)
	}
	return a, nil
}

// leave counts a member of the answer itself that is not understood.
func (r *reader) leave(e member) {
	if r.skip(e); compound(e.value) {
		r.heap = e.name
	}
}

// object reads the members of an object of the answer.
func (r *reader) object(a *bench.Answer, m members) {
	var found []bench.Finding
	var rules []rule
	var flat members // of a finding that has no object of its own
	var texts []ranked
	for _, e := range r.last(m) {
		switch role := e.role(); {
		case role == ignored, role == severity, e.isVerdict(), e.isNotes():
		case role == confidence:
			if a.Confidence == nil {
				a.Confidence = r.share(e)
			}
		case role == list && a.Verdict == bench.Safe && isText(e.value): // "no issues were found"
			r.skip(e)
		case role == list, role == kind && compound(e.value):
			r.known = true
			found = append(found, r.findings(e)...)
		case role == violated && a.Verdict == bench.Vulnerable:
			r.known = true
			rules = append(rules, r.rules(e)...)
		case role == prose && !compound(e.value), e.name == "assessment":
			texts = append(texts, ranked{ranks[e.name], r.text(e)})
		case role == repair && m.has("assessment"):
			r.repair(&r.own, e)
		case role <= violated, role == prose, role == repair:
			r.leave(e)
		default:
			flat = append(flat, e)
		}
	}
	a.Explanation = joined(a.Explanation, inOrder(texts))
	for _, one := range rules { // the repair of a query is one for all requirements
		found = append(found, bench.Finding{Type: fmt.Sprintf("requirement %d", one.number), Requirements: []int{one.number},
			Explanation: joined(one.why, a.Explanation), Fix: r.own.Fix, Repair: r.own.Repair})
	}
	if a.Verdict == bench.Vulnerable && len(found) == 0 && slices.ContainsFunc(flat, member.marksFinding) {
		if f, ok := r.finding(flat); ok {
			f.Explanation = joined(f.Explanation, a.Explanation)
			found, flat = append(found, f), nil
		}
	}
	for _, e := range flat {
		r.skip(e)
	}
	for _, f := range found {
		if !slices.ContainsFunc(a.Findings, func(g bench.Finding) bool { return reflect.DeepEqual(f, g) }) {
			a.Findings = append(a.Findings, f)
		}
	}
}

// isVerdict reports whether a member only gives a verdict, perhaps under a misspelt name.
func (e member) isVerdict() bool {
	word, _ := text(e.value)
	_, known := verdict(word)
	_, flag := e.value.(bool)
	return e.role() == verdicts && (known || flag || e.name != "assessment") ||
		known && (strings.HasPrefix(e.name, "ver") || oneOff(e.name, "verdict") || oneOff(e.name, "assessment"))
}

// isNotes reports whether a member holds the notes that the program itself adds to an analyser's answer
// (detect.Notes): counts by check.
func (e member) isNotes() bool {
	m, object := e.value.(members)
	return e.name == "tool" && object && !slices.ContainsFunc(m, func(e member) bool {
		return !slices.Contains(strings.Fields("unmapped below outside mapped repeated ignored unplaced"), e.name)
	})
}

// marksFinding reports whether a member of an answer shows that the answer itself describes a finding.
func (e member) marksFinding() bool {
	switch e.role() {
	case place, lines, function:
		return !nothing(e.value)
	case kind:
		return !nothing(e.value) && (e.name == "type" || strings.HasPrefix(e.name, "vuln"))
	}
	return false
}

// share returns a number from 0 to 1, nil for any other value.
func (r *reader) share(e member) *float64 {
	word, _ := text(e.value)
	digits, percent := strings.CutSuffix(strings.TrimSpace(word), "%")
	c, err := strconv.ParseFloat(digits, 64)
	if percent {
		c /= 100
	}
	if err != nil || !(c >= 0 && c <= 1) {
		r.skip(e)
		return nil
	}
	return &c
}

// findings reads a list of findings, or one finding: an object, or a text, which is the type.
func (r *reader) findings(e member) (out []bench.Finding) {
	switch v := e.value.(type) {
	case []any:
		for _, one := range v {
			out = append(out, r.findings(member{e.name, e.key, one})...)
		}
		return out
	case string:
		if !nothing(v) {
			out = append(out, bench.Finding{Type: v})
		}
		return out
	case members:
		if nothing(v) {
			return nil
		}
		if !slices.ContainsFunc(v, func(e member) bool { return e.describes() || !compound(e.value) && !nothing(e.value) }) {
			return r.byName(v)
		}
		if v.denied() {
			return nil
		}
		if f, ok := r.finding(v); ok {
			return []bench.Finding{f}
		}
	}
	if e.value != nil && e.value != false && e.value != json.Number("0") {
		r.lose("a finding", e)
	}
	return nil
}

// byName reads an object whose members are findings or lists of them: {"reentrancy": {…}}, {"high": […]}.
func (r *reader) byName(m members) (out []bench.Finding) {
	for _, e := range r.last(m) {
		for _, f := range r.findings(e) {
			f.Type = cmp.Or(f.Type, e.key)
			out = append(out, f)
		}
	}
	return out
}

// describes reports whether a member is one of a finding.
func (e member) describes() bool { return e.role() >= violated || e.role() == verdicts }

// denied reports whether an element of a list says that it is no finding.
func (m members) denied() bool {
	return slices.ContainsFunc(m, func(e member) bool {
		word, _ := text(e.value)
		truth, known := verdict(word)
		return e.role() == verdicts && (e.value == false || known && truth == bench.Safe)
	})
}

// finding reads the members of a finding. ok is false if they say nothing about it.
func (r *reader) finding(m members) (f bench.Finding, ok bool) {
	var kinds, texts []ranked
	var at spot
	m = r.last(m)
	r.around(&at, m)
	for _, e := range m {
		switch role := e.role(); role {
		case ignored, confidence, verdicts, from, to, contract:
		case kind:
			if s := r.text(e); !nothing(s) {
				kinds = append(kinds, ranked{ranks[e.name], s})
			}
		case severity:
			f.Severity = joined(f.Severity, r.text(e))
		case prose:
			texts = append(texts, ranked{ranks[e.name], r.text(e)})
		case attack:
			f.Attack = joined(f.Attack, r.text(e))
		case fix:
			f.Fix = joined(f.Fix, r.text(e))
		case repair:
			r.repair(&f, e)
		case violated:
			for _, one := range r.rules(e) {
				f.Requirements = append(f.Requirements, one.number)
				texts = append(texts, ranked{len(ranks), one.why})
			}
		case unknown, list:
			r.skip(e)
		default:
			r.locate(&at, e, role)
		}
	}
	slices.SortStableFunc(kinds, ranked.compare)
	if len(kinds) > 0 {
		f.Type = kinds[0].text
		texts = append(kinds[1:], texts...)
	}
	f.Explanation = inOrder(texts)
	f.Location, f.Lines, f.Scopes = at.location(), at.lines, at.scopes
	return f, f.Type != "" || f.Location != "" || f.Explanation != "" || f.Attack != "" || f.Fix != "" ||
		len(f.Requirements) > 0 || len(f.Repair) > 0
}

// ranked is a text with the rank of its member.
type ranked struct {
	rank int
	text string
}

func (a ranked) compare(b ranked) int { return cmp.Compare(a.rank, b.rank) }

// inOrder joins texts by rank.
func inOrder(list []ranked) (out string) {
	slices.SortStableFunc(list, ranked.compare)
	for _, e := range list {
		out = joined(out, e.text)
	}
	return out
}

// joined joins two texts by a line break, unless one is empty or they are equal.
func joined(a, b string) string {
	if a == "" || b == "" || a == b {
		return cmp.Or(a, b)
	}
	return a + "\n" + b
}

// rule is a violated requirement.
type rule struct {
	number int
	why    string
}

// rulesRE matches the numbers of requirements in a text: "6, 7", "R6", "Requirements 6 and 7: …".
var rulesRE = regexp.MustCompile(
	`(?i)(?:^\W*|\b(?:requirements?|reqs?|rules?|numbers?|no)[\s#:.]*|\bR|#)(\d+(?:\s*(?:-|–|to|,|;|and|&|/)\s*R?\d+)*)`)

// maxRule bounds the numbers of requirements: larger ones are something else.
const maxRule = 1 << 30

// rules reads violated requirements: a number, a text with numbers, an object with a number, or a list of these.
func (r *reader) rules(e member) (out []rule) {
	switch v := e.value.(type) {
	case []any:
		for _, one := range v {
			out = append(out, r.rules(member{e.name, e.key, one})...)
		}
		return out
	case json.Number:
		if f, err := v.Float64(); err == nil && f >= 0 && f < maxRule && f == float64(int(f)) {
			return []rule{{number: int(f)}}
		}
	case string:
		out = rulesIn(v)
	case members:
		var why []ranked
		for _, e := range r.last(v) {
			switch role := e.role(); {
			case role == violated, e.name == "number", e.name == "id":
				out = append(out, r.rules(e)...)
			case role == prose:
				why = append(why, ranked{ranks[e.name], r.text(e)})
			case role != ignored && role != confidence && role != severity:
				r.skip(e)
			}
		}
		for i := range out {
			out[i].why = joined(out[i].why, inOrder(why))
		}
	}
	if len(out) == 0 && !nothing(e.value) && e.value != false {
		r.lose("a requirement", e)
	}
	return out
}

// rulesIn returns the requirements that a text names; none if a range is too long for one.
func rulesIn(s string) (out []rule) {
	const longest = 50
	for _, m := range rulesRE.FindAllStringSubmatch(s, -1) {
		for _, n := range rangeRE.FindAllStringSubmatch(m[1], -1) {
			first, err := strconv.Atoi(cmp.Or(n[1], n[3]))
			last, err2 := strconv.Atoi(cmp.Or(n[2], n[3]))
			if err != nil || err2 != nil || first < 0 || last < first || last-first > longest || last >= maxRule {
				return nil
			}
			for ; first <= last; first++ {
				out = append(out, rule{number: first})
			}
		}
	}
	return out
}

// text returns the text of a member; it counts what is no text.
func (r *reader) text(e member) string {
	s, ok := text(e.value)
	if !ok {
		r.skip(e)
	}
	return s
}

// text returns a value as text, with the elements of a list joined: ["line 3", "line 9"]. whole is false if it has
// other parts too.
func text(v any) (s string, whole bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case []any:
		var parts []string
		whole = true
		for _, e := range v {
			switch e := e.(type) {
			case string:
				parts = append(parts, e)
			case json.Number:
				parts = append(parts, e.String())
			default:
				whole = whole && nothing(e)
			}
		}
		return strings.Join(parts, ", "), whole && len(parts) > 0
	}
	return "", false
}

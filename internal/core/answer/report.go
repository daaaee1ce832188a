package answer

import (
	"regexp"
	"slices"
	"strings"

	"assay/internal/bench"
)

// ParseReport reads the response to an audit: an answer as [Parse] reads it or, without any, a report in Markdown. A
// finding of a report is a section whose heading or fields give its severity: "## [H-01] Title", "### High: Title",
// or "**Severity:** High" below the heading. A report with a finding says that the text is vulnerable, unless it has a
// line with a verdict. A report without both is no answer, nor is one that was cut.
func ParseReport(text string, cut bool) (a bench.Answer, reason string, ok bool) {
	if a, reason, ok = Parse(text, cut); ok || cut || reason != errNone.Error() {
		return a, reason, ok
	}
	var objects []any
	m := members{}
	for _, s := range sections(thoughtsRE.ReplaceAllString(plain(text), "")) {
		switch {
		case s.finding():
			objects = append(objects, s.fields)
		default:
			m = append(m, s.verdicts()...)
		}
	}
	if words, _ := m.words(); len(words) == 0 && slices.ContainsFunc(objects, grave) {
		m = append(m, field("verdict", bench.Vulnerable.String()))
	}
	c, ok := holder(append(m, field("findings", objects)))
	if !ok {
		return a, reason, false
	}
	if c.err != nil {
		return a, c.err.Error(), false
	}
	a, err := read(c)
	if err != nil {
		return bench.Answer{}, err.Error(), false
	}
	return a, "", true
}

var (
	thoughtsRE = regexp.MustCompile(`(?is)<(?:think|thinking|thought|thoughts|reasoning)>.*?</\w+>`)
	headingRE  = regexp.MustCompile(`^ {0,3}(#{1,6})\s+(.*?)[\s#]*$`)
	fieldRE    = regexp.MustCompile(
		`^\s*(?:[-*+]\s+)?(?:\**|__)([A-Za-z][A-Za-z ]{1,30})(?:\*\*|__)?\s*:\s*(?:\*\*|__)?\s*(.*)$`)
	// [H-01], H-1, C1: the severity is the letter.
	idRE     = regexp.MustCompile(`^\W*([CHMLI])-?\d{1,3}\b[\])]?\s*[-:.–—]*\s*`)
	gravesRE = regexp.MustCompile(
		`(?i)^\W*(critical|high|medium|low|informational|info)\b(\s*(?:severity|risk)\b\W*)?(\W*[:\])|–—-]\W*)?`)
	emptyRE = regexp.MustCompile(`(?i)^\W*(?:(?:severity|risk|findings?|issues?|vulnerabilit(?:y|ies))\W*)*$`)
	orderRE = regexp.MustCompile(`^\W*(?:(?:finding|issue|vulnerability)\s*#?)?\d{1,3}\s*[.):–—-]\s*`)
	letters = map[string]string{"C": "critical", "H": "high", "M": "medium", "L": "low", "I": "informational"}
)

// section is the part of a report below a heading, with the headings below it that name a field.
type section struct {
	level  int
	fields members // of a finding: its title, severity and what else it says
	open   int     // index of the field that the next lines belong to
}

func field(name string, value any) member { return member{name: fold(name), key: name, value: value} }

func (s *section) finding() bool {
	return s.level > 0 && s.fields.has("severity") && s.fields.has("title")
}

// verdicts returns the verdicts among the fields of a section that is no finding.
func (s *section) verdicts() (out members) {
	for _, e := range s.fields {
		if _, known := verdict(bareText(e.value)); known && e.role() == verdicts {
			out = append(out, e)
		}
	}
	return out
}

func bareText(v any) string {
	s, _ := v.(string)
	return strings.TrimSpace(strings.Trim(s, "*_` ."))
}

// grave reports whether a finding has a severity of a flaw.
func grave(v any) bool {
	said := strings.ToLower(bareText(v.(members).get("severity")))
	return slices.ContainsFunc(bench.Severities, func(s string) bool { return strings.HasPrefix(said, s) })
}

// sections divides a report at its headings, outside of code.
func sections(text string) (out []*section) {
	group := map[int]string{} // severity of a heading that only names one, by level
	now := &section{}
	out = append(out, now)
	code := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
		}
		h := headingRE.FindStringSubmatch(line)
		switch {
		case code || h == nil:
			now.line(line, code)
			continue
		case now.finding() && len(h[1]) > now.level && roles[fold(h[2])] > confidence:
			now.begin(h[2], "")
			continue
		}
		now = &section{level: len(h[1])}
		out = append(out, now)
		for level := range group {
			if level >= now.level {
				delete(group, level)
			}
		}
		title, severity := titled(h[2])
		switch {
		case severity != "" && emptyRE.MatchString(title):
			group[now.level] = severity
			now.level = 0 // no finding
			continue
		case severity == "":
			for level := 1; level < now.level; level++ {
				if group[level] != "" {
					severity = group[level]
				}
			}
		}
		now.fields = members{field("title", title)}
		if severity != "" {
			now.fields = append(now.fields, field("severity", severity))
		}
		now.begin("description", "")
	}
	return out
}

// titled divides a heading into a title and a severity, "" without any.
func titled(heading string) (title, severity string) {
	title = orderRE.ReplaceAllString(heading, "")
	if m := idRE.FindStringSubmatch(title); m != nil {
		title, severity = title[len(m[0]):], letters[m[1]]
	}
	m := gravesRE.FindStringSubmatch(title) // "Low liquidity" begins with no severity
	if m != nil && (m[2]+m[3] != "" || emptyRE.MatchString(title[len(m[0]):])) {
		title, severity = title[len(m[0]):], strings.ToLower(m[1])
	}
	return strings.Trim(title, " *_"), severity
}

// line adds a line to a section: it begins a field, or belongs to the one before.
func (s *section) line(line string, code bool) {
	if m := fieldRE.FindStringSubmatch(line); m != nil && !code {
		switch role := roles[fold(m[1])]; {
		case role == verdicts, s.level > 0 && role > confidence && role != list:
			s.begin(m[1], m[2])
			return
		}
	}
	if s.open < len(s.fields) && s.level > 0 {
		e := &s.fields[s.open]
		if r := e.role(); strings.TrimSpace(line) == "" && e.value != "" && r != prose && r != attack && r != fix {
			s.begin("description", "") // a paragraph after a short field belongs to none
			return
		}
		e.value = strings.TrimSpace(e.value.(string) + "\n" + line)
	}
}

// begin begins a field. A severity of its own overrides that of the heading.
func (s *section) begin(name, value string) {
	f := field(name, strings.TrimSpace(value))
	if roles[f.name] == severity {
		f = field("severity", bareText(f.value))
	}
	if i := slices.IndexFunc(s.fields, func(e member) bool { return e.name == f.name }); i >= 0 {
		if f.name != "severity" && s.fields[i].value != "" && f.value != "" {
			f.value = s.fields[i].value.(string) + "\n" + f.value.(string)
		}
		if s.open = i; f.value != "" {
			s.fields[i].value = f.value
		}
		return
	}
	s.open, s.fields = len(s.fields), append(s.fields, f)
}

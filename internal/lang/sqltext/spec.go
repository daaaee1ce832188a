package sqltext

import (
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
)

// Requirement is one numbered rule of a specification.
type Requirement struct {
	Number int
	Text   string
}

// Spec is the part of a specification with which queries can be compared.
type Spec struct {
	SQL          string // the schema
	Tables       []Table
	Requirements []Requirement
}

// ParseSpec reads the schema from the fenced blocks of a Markdown text, and the requirements from its numbered
// lines outside them. A text without fences is read entirely as SQL.
func ParseSpec(text string) *Spec {
	s := &Spec{}
	var sql strings.Builder
	var rules [][]string // lines by requirement, joined once at the end
	fenced, any, inRule := false, false, false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```"):
			fenced, any = !fenced, true
		case fenced:
			sql.WriteString(line)
		default:
			if n, rest, ok := numbered(trimmed); ok {
				s.Requirements = append(s.Requirements, Requirement{Number: n})
				rules, inRule = append(rules, []string{rest}), true
			} else if strings.HasPrefix(trimmed, "#") {
				inRule = false
			} else if inRule && trimmed != "" {
				rules[len(rules)-1] = append(rules[len(rules)-1], trimmed)
			}
		}
	}
	for i, lines := range rules {
		s.Requirements[i].Text = strings.Join(lines, " ")
	}
	if !any {
		sql.WriteString(text)
	}
	s.SQL = sql.String()
	s.Tables = Tables(s.SQL)
	return s
}

// numbered splits "3. text" or "3) text".
func numbered(line string) (n int, text string, ok bool) {
	digits := run(line, 0, isDigit)
	if digits == 0 || digits+1 >= len(line) || line[digits] != '.' && line[digits] != ')' || line[digits+1] != ' ' {
		return 0, "", false
	}
	n, err := strconv.Atoi(line[:digits])
	return n, strings.TrimSpace(line[digits+1:]), err == nil
}

// Table returns the table with the given name, or nil. Names are in lower case.
func (s *Spec) Table(name string) *Table {
	if i := slices.IndexFunc(s.Tables, func(t Table) bool { return t.Name == name }); i >= 0 {
		return &s.Tables[i]
	}
	return nil
}

// cues are beginnings of words that identify a requirement about a class, in groups: a requirement scores a
// point for each group with a match, and must match the first, which names the subject. The other groups match
// how requirements are worded.
var cues = map[bench.Class][][]string{
	"cross_tenant": {
		{"tenant", "organi", ":org", "org_id", "workspace", "compan", "account", "isolat"},
		{"belong", "filter", "scop", "isolat", "restrict", "within", "limited"},
		{"every row", "all rows", "every query", "all queries", "every", "all "},
		{"read", "joined", "join", "select", "written", "writ"},
	},
	"soft_delete": {
		{"deleted", "soft-delet", "soft delet", "removed"},
		{"not be returned", "exclud", "hidden", "invisible", "never", "must not", "filter", "ignor"},
		{"deleted_at", "is_deleted", "deleted documents", "deleted rows", "deleted records", "soft"},
		{"counted", "returned", "listed", "shown", "read"},
	},
	"missing_pagination": {
		{"pagina", "page", "limit", "at most", "rows per"},
		{"rows", "results", "per call", "per page", "page size", "limit clause"},
		{"list", "search", "export", "quer"},
		{"at most", "maximum", "no more than", "cap", "bound", "exceed"},
	},
	"sql_injection": {
		{"inject", "concaten", "bound parameter", "parameteri", "statement's text", "dynamic", "from the client is data",
			"sql text"},
		{"using", "%l", "quote", "format", "placeholder", "bound", "parameter"},
	},
	"state_transition": {
		{"transition", "status", "state"},
		{"only from", "from state", "from status", "allowed", "transition", "only when", "only while", "only if", "current"},
	},
	"sensitive_field": {
		{"password", "hash", "secret", "sensitive", "internal", "private", "token", "salary", "ssn", "phone"},
		{"not be returned", "never be returned", "never return", "not be exposed", "not expose", "excluded from"},
	},
	"missing_access_control": {
		{"role", "permission", "member", "privilege", "author"},
		{"only", "must have", "require", "may "},
		{"caller", "user", "admin", "manager"},
	},
	"temporal_access": {
		{"expire", "valid_until", "valid_from", "time", "period"},
		{"later than", "before", "after", "until", "not valid"},
	},
}

// Requirement returns the number of the requirement that matches c best, the first in a tie, and whether there
// is one.
func (s *Spec) Requirement(c bench.Class) (int, bool) {
	best, number := 0, 0
	for _, r := range s.Requirements {
		text := strings.ToLower(r.Text)
		n := score(text, cues[c])
		if n > 0 && strings.Contains(text, "must") { // a demand, not a definition
			n++
		}
		if n > best {
			best, number = n, r.Number
		}
	}
	return number, best > 0
}

func score(text string, groups [][]string) int {
	n := 0
	for i, group := range groups {
		if slices.ContainsFunc(group, func(cue string) bool { return strings.Contains(text, cue) }) {
			n++
		} else if i == 0 {
			return 0
		}
	}
	return n
}

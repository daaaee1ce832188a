package importer

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"assay/internal/lang/solidity"
)

// Row is one sample of a generic table: a line of a CSV or JSONL file.
type Row struct {
	ID       string `json:"id"`
	File     string `json:"file"`  // of the source, below the directory; or
	Code     string `json:"code"`  // the source itself
	Truth    string `json:"truth"` // vulnerable or safe
	Class    string `json:"class"`
	Lines    string `json:"lines"` // 12, 14-16
	Function string `json:"function"`
	Severity string `json:"severity"`
	Subset   string `json:"subset"`
	Tier     string `json:"tier"`
	Base     string `json:"base"`
	Fixed    string `json:"fixed"`      // file of the safe counterpart; or
	Repaired string `json:"fixed_code"` // the counterpart itself

	RootCause string `json:"root_cause"`
	Attack    string `json:"attack"`
	Fix       string `json:"fix"`
}

// Columns returns the names of the members of a row.
func Columns() []string {
	return []string{"id", "file", "code", "truth", "class", "lines", "function", "severity", "subset", "tier", "base",
		"fixed", "fixed_code", "root_cause", "attack", "fix"}
}

// Column returns our name of a column of a table, "" for one that a map leaves out, which is noted once. A column
// without a meaning is a problem, and ok is false.
func (in *Input) Column(name, table string, line int) (ours string, ok bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	if in.columns != nil {
		ours, ok = in.columns[name]
		if note := fmt.Sprintf("column %q of %s is not read: no name is mapped to it", name, table); !ok &&
			!slices.Contains(in.res.Notes, note) {
			in.res.Notes = append(in.res.Notes, note)
		}
		return ours, true
	}
	if !slices.Contains(Columns(), name) {
		in.Problem(table, line, "column %.40q is not one of %s; --map code=%.40s says what it is", name,
			strings.Join(Columns(), ", "), name)
		return "", false
	}
	return name, true
}

// AddCells is AddRow for a row as text, by our names of its columns.
func (in *Input) AddCells(cells map[string]string, table string, line int) {
	var r Row
	b, err := json.Marshal(cells) // columns are the members of a row
	if err == nil {
		err = json.Unmarshal(b, &r)
	}
	if err != nil {
		in.Problem(table, line, "%v", err)
		return
	}
	in.AddRow(r, table, line)
}

// ParseMap reads the flag --map: names of ours with those of a table, as in id=ID,code=func. The result has our
// names by theirs, and every name of ours that is left out by itself.
func ParseMap(pairs []string) (map[string]string, error) {
	out := map[string]string{}
	for _, p := range pairs {
		ours, theirs, ok := strings.Cut(p, "=")
		ours, theirs = strings.TrimSpace(ours), strings.ToLower(strings.TrimSpace(theirs))
		switch {
		case !ok || theirs == "":
			return nil, fmt.Errorf("%q is not of the form name=COLUMN", p)
		case !slices.Contains(Columns(), ours):
			return nil, fmt.Errorf("%q is not one of %s", ours, strings.Join(Columns(), ", "))
		case out[theirs] != "":
			return nil, fmt.Errorf("column %q has two meanings", theirs)
		}
		out[theirs] = ours
	}
	for _, name := range Columns() {
		if out[name] == "" && !slices.Contains(slices.Collect(maps.Values(out)), name) {
			out[name] = name
		}
	}
	return out, nil
}

// AddRow adds the row at table:line to the suite, or records why it does not.
func (in *Input) AddRow(r Row, table string, line int) {
	fail := func(format string, args ...any) { in.Problem(table, line, format, args...) }
	s := Sample{ID: r.ID, Path: table, Line: line, Base: r.Base, Category: r.Class, Severity: r.Severity,
		RootCause: r.RootCause, Attack: r.Attack, Fix: r.Fix}
	var ok bool
	if s.Text, ok = in.rowText(r.File, r.Code, "file", "code", table, line); !ok {
		return
	}
	if r.File != "" {
		s.Path, s.Line = strings.TrimPrefix(r.File, "./"), 0
	}
	switch strings.ToLower(strings.TrimSpace(r.Truth)) {
	case "vulnerable", "bad", "1", "true":
	case "safe", "good", "0", "false":
		s.Safe = true
	default:
		fail("truth %.40q is neither vulnerable nor safe", r.Truth)
		return
	}
	s.ID = cmp.Or(r.ID, strings.TrimSuffix(r.File, path.Ext(r.File)),
		fmt.Sprintf("%s %d", strings.TrimSuffix(table, path.Ext(table)), line))
	switch s.Subset = cmp.Or(r.Subset, "ds"); s.Subset {
	case "ds", "tc", "gs":
	default:
		fail("subset %.40q is not ds, tc or gs", r.Subset)
		return
	}
	if r.Tier != "" {
		n, err := strconv.Atoi(r.Tier)
		if err != nil || n < 1 || n > 4 {
			fail("tier %.40q is not 1, 2, 3 or 4", r.Tier)
			return
		}
		s.Tier = n
	}
	lines, err := Lines(r.Lines)
	switch {
	case err != nil:
		fail("%v", err)
		return
	case s.Safe && (r.Fixed != "" || r.Repaired != "" || len(lines) > 0):
		fail("a safe text has neither lines nor a repair")
		return
	case r.Fixed != "" || r.Repaired != "":
		if s.Fixed, ok = in.rowText(r.Fixed, r.Repaired, "fixed", "fixed_code", table, line); !ok {
			return
		}
	}
	s.Marks = Roots(lines...)
	if len(lines) == 0 && r.Function != "" && !s.Safe {
		if !in.solidity() {
			fail("functions are found in Solidity only: give the lines")
			return
		}
		if s.Marks = MarkFunctions(s.Text, r.Function); s.Marks == nil {
			fail("the text has no function %.100q", r.Function)
			return
		}
	}
	if e := solidity.Parse(s.Text).Errors; len(e) > 0 && in.solidity() {
		fail("the text does not parse as Solidity: line %d: %s; --language names another language", e[0].Line, e[0].Message)
		return
	}
	in.Add(s)
}

// rowText returns the text that one of two columns gives.
func (in *Input) rowText(file, code, fileColumn, codeColumn, table string, line int) (string, bool) {
	switch {
	case file == "" && code == "":
		in.Problem(table, line, "has no text: give it in %s or %s", fileColumn, codeColumn)
		return "", false
	case file != "" && code != "":
		in.Problem(table, line, "give the text in %s or %s, not in both", fileColumn, codeColumn)
		return "", false
	case code != "":
		if len(code) > maxText || strings.Count(code, "\n") > maxLines || strings.Contains(code, "\x00") {
			in.Problem(table, line, "%s is not a source: it is too long or contains a NUL", codeColumn)
			return "", false
		}
		return strings.ReplaceAll(strings.ReplaceAll(code, "\r\n", "\n"), "\r", " "), true
	}
	name, ok := in.Named(file, table, line)
	if !ok {
		return "", false
	}
	return in.Text(name)
}

// Lines parses line numbers and ranges, such as "12, 14-16".
func Lines(s string) ([]int, error) {
	var out []int
	for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		from, to, isRange := strings.Cut(part, "-")
		a, err := strconv.Atoi(from)
		b := a
		if isRange && err == nil {
			b, err = strconv.Atoi(to)
		}
		if err != nil || a < 1 || b < a || b-a > maxLines {
			return nil, fmt.Errorf("%.40q is neither a line nor a range of lines", part)
		}
		for ; a <= b; a++ {
			out = append(out, a)
		}
		if len(out) > maxLines {
			return nil, fmt.Errorf("more than %d lines are given", maxLines)
		}
	}
	return out, nil
}

package sqlproof

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Result is what the host observed on one set. Rows hold nil for NULL.
type Result struct {
	Columns []string
	Rows    [][]*string
	Changes []Change
	Notices []string
	Err     *SQLError // the statement failed, and therefore changed nothing
	Fault   string    // the execution was stopped or could not be judged; every check fails
}

// Faults of an execution that reached a limit. Whether a statement reaches a limit,
// and which one, also depends on the machine and its load.
const (
	Endless = "the statement was stopped at its limit of time, memory or temporary files"
	NoLock  = "the statement waited for a lock until its time limit"
	NoEnd   = "the statement did not end within its time limit"
	NoEnds  = "the calls did not end within their time limit"
)

// SQLError is an error that the database reported.
type SQLError struct{ Code, Message string }

// Error returns code and message, which a candidate may have written: shortened.
func (e *SQLError) Error() string { return e.Code + ": " + Clip(e.Message, maxShown) }

// maxShown bounds what a message shows of a text of a candidate, in bytes.
const maxShown = 1000

// Change is one row that differs from before. Before is nil for an insert, After for a delete.
type Change struct {
	Table         string
	Key           []string // columns of the primary key
	Before, After Row
}

// Row is a row of a table by column, nil for NULL, as the database writes it in JSON.
type Row map[string]*string

// ParseRow reads a row in JSON form.
func ParseRow(text string) (Row, error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &raw); err != nil {
		return nil, fmt.Errorf("not a row: %w", err)
	}
	row := make(Row, len(raw))
	for k, v := range raw {
		s := string(v)
		switch {
		case s == "null":
			row[k] = nil
			continue
		case s[0] == '"':
			if err := json.Unmarshal(v, &s); err != nil {
				return nil, err
			}
		}
		row[k] = &s
	}
	return row, nil
}

// Op names the kind of the change.
func (c *Change) Op() string {
	switch {
	case c.Before == nil:
		return "insert"
	case c.After == nil:
		return "delete"
	}
	return "update"
}

// row returns the row to which `where` applies.
func (c *Change) row() Row {
	if c.Before == nil {
		return c.After
	}
	return c.Before
}

// String formats the change on one line: the row, and what an update changed or an
// insert added.
func (c *Change) String() string {
	var id, parts []string
	row := c.row()
	for _, k := range c.Key {
		id = append(id, k+"="+show(row[k]))
	}
	for _, k := range slices.Sorted(maps.Keys(row)) {
		switch v := row[k]; {
		case slices.Contains(c.Key, k):
		case c.Op() == "update" && !same(v, c.After[k]):
			parts = append(parts, k+": "+show(v)+" → "+show(c.After[k]))
		case c.Op() != "update" && v != nil:
			parts = append(parts, k+": "+*v)
		}
	}
	return c.Op() + " of " + c.Table + " (" + strings.Join(id, ", ") + ") " + strings.Join(parts, ", ")
}

// key is equal for changes that an observer cannot distinguish. Only values that the
// change itself wrote are ever ignored: which row was there before, and whether a
// column changed, always count.
func (c *Change) key(ignore map[string]bool) string {
	var b strings.Builder
	b.WriteString(c.Op() + " " + c.Table)
	for _, r := range []Row{c.Before, c.After} {
		b.WriteByte('|')
		for _, k := range slices.Sorted(maps.Keys(r)) {
			value := quote(r[k])
			if ignore[c.Table+"."+k] && value != quote(c.Before[k]) {
				value = "drawn"
			}
			fmt.Fprintf(&b, "%q=%s,", k, value)
		}
	}
	return b.String()
}

// Pair turns the rows that disappeared and appeared into changes: rows with equal
// values in key are the same row. A sequence numbers the columns in numbered: it does
// not matter which of several new rows has which number. The result is sorted.
func Pair(table string, key, numbered []string, gone, came []Row) []Change {
	at := map[string]int{}
	id := func(r Row) string {
		var b strings.Builder
		for _, k := range key {
			b.WriteString(quote(r[k]) + ",")
		}
		return b.String()
	}
	var out []Change
	for _, r := range gone {
		at[id(r)] = len(out)
		out = append(out, Change{Table: table, Key: key, Before: r})
	}
	for _, r := range came {
		if i, ok := at[id(r)]; ok && len(key) > 0 {
			out[i].After = r
			continue
		}
		out = append(out, Change{Table: table, Key: key, After: r})
	}
	number(out, numbered)
	slices.SortFunc(out, func(a, b Change) int { return cmp.Compare(a.key(nil), b.key(nil)) })
	return out
}

// number reassigns the numbers that new rows got from a sequence, in the order of the
// other values of the rows: a statement that inserts several rows numbers them in the
// order of its plan.
func number(changes []Change, columns []string) {
	var rows []Row
	for i := range changes {
		if changes[i].Before == nil {
			rows = append(rows, changes[i].After)
		}
	}
	drawn := map[string]bool{}
	for _, c := range columns {
		drawn[c] = true
	}
	content := func(r Row) string {
		var b strings.Builder
		for _, k := range slices.Sorted(maps.Keys(r)) {
			if !drawn[k] {
				fmt.Fprintf(&b, "%q=%s,", k, quote(r[k]))
			}
		}
		return b.String()
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(content(a), content(b)) })
	for _, c := range columns {
		values := make([]*string, len(rows))
		for i, r := range rows {
			values[i] = r[c]
		}
		slices.SortFunc(values, func(a, b *string) int {
			x, y := quote(a), quote(b) // x and y are integers: the shorter is less
			return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
		})
		for i, r := range rows {
			r[c] = values[i]
		}
	}
}

// fingerprint is equal for results that an observer cannot distinguish. Rows keep
// their order only if ordered is set.
func (r *Result) fingerprint(ignore map[string]bool, ordered bool) string {
	lines, changes := r.lines(ignore), r.changeKeys(ignore)
	if !ordered {
		slices.Sort(lines)
	}
	slices.Sort(changes)
	end := ""
	if r.Err != nil {
		end = r.Err.Code + ": " + r.Err.Message
	}
	return fmt.Sprintf("%q\n%s\n%s\n%s\n%s", r.Columns, strings.Join(lines, "\n"), strings.Join(changes, "\n"), end,
		r.Fault)
}

// Summary returns in one line the size of the result.
func (r *Result) Summary() string {
	switch {
	case r.Fault != "":
		return r.Fault
	case r.Err != nil:
		return "error " + r.Err.Error()
	}
	s := fmt.Sprintf("%d rows", len(r.Rows))
	if len(r.Changes) > 0 {
		s += fmt.Sprintf(", %d changes", len(r.Changes))
	}
	return s
}

// sorted returns r with its rows in the order of their values, those of ignored
// columns last. A statement may return its rows in any order; messages about them must
// not depend on it.
func (r *Result) sorted(ignore map[string]bool) *Result {
	type entry struct {
		line string
		row  []*string
	}
	entries := make([]entry, len(r.Rows))
	for i, row := range r.Rows {
		entries[i] = entry{r.line(row, ignore) + "|" + r.line(row, nil), row}
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return cmp.Compare(a.line, b.line) })
	out := *r
	out.Rows = make([][]*string, len(r.Rows))
	for i := range entries {
		out.Rows[i] = entries[i].row
	}
	return &out
}

// lines formats all rows as line does.
func (r *Result) lines(ignore map[string]bool) []string {
	out := make([]string, len(r.Rows))
	for i, row := range r.Rows {
		out[i] = r.line(row, ignore)
	}
	return out
}

// changeKeys returns the key of each change.
func (r *Result) changeKeys(ignore map[string]bool) []string {
	out := make([]string, len(r.Changes))
	for i := range r.Changes {
		out[i] = r.Changes[i].key(ignore)
	}
	return out
}

// extra returns the index of the first of keys for which others has no counterpart, -1 if there is none; each counts
// as often as it occurs. left counts the others that were not used.
func extra(keys, others []string) (at int, left map[string]int) {
	left = map[string]int{}
	for _, k := range others {
		left[k]++
	}
	for i, k := range keys {
		if left[k]--; left[k] < 0 {
			return i, left
		}
	}
	return -1, left
}

// line formats a row without the ignored columns.
func (r *Result) line(row []*string, ignore map[string]bool) string {
	var b strings.Builder
	for i, v := range row {
		if i >= len(r.Columns) || !ignore[r.Columns[i]] {
			b.WriteString(quote(v) + ",")
		}
	}
	return b.String()
}

// row formats row i, shortened.
func (r *Result) row(i int) string {
	parts := make([]string, len(r.Rows[i]))
	for j, v := range r.Rows[i] {
		parts[j] = show(v)
	}
	return fmt.Sprintf("row %d (%s)", i+1, Clip(strings.Join(parts, ", "), 240))
}

// column returns the name of column j; a CALL may return rows without names.
func (r *Result) column(j int) string {
	if j < len(r.Columns) {
		return r.Columns[j]
	}
	return fmt.Sprintf("column %d", j+1)
}

// excerpt returns the part of s around a text.
func excerpt(s, text string) string {
	const around = 60
	at := strings.Index(s, text)
	from, to := at-around, at+len(text)+around
	prefix, suffix := "… ", " …"
	if from <= 0 {
		from, prefix = 0, ""
	}
	if to >= len(s) {
		to, suffix = len(s), ""
	}
	for from > 0 && s[from]&0xC0 == 0x80 {
		from--
	}
	for to < len(s) && s[to]&0xC0 == 0x80 {
		to++
	}
	return prefix + s[from:to] + suffix
}

func same(a, b *string) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

func show(v *string) string {
	if v == nil {
		return "NULL"
	}
	return *v
}

func quote(v *string) string {
	if v == nil {
		return "NULL"
	}
	return fmt.Sprintf("%q", *v)
}

// Clip shortens s to about n bytes at a rune's start, and shows that it did.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n] + " …"
}

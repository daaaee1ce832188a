package answer

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
)

// maxEdits bounds the edits that are read of one repair.
const maxEdits = 64

// editNames lists the folded names of the members of an edit, by what they give. If an object has several for one, the
// first of the list counts.
var editNames = struct{ old, new, function, file, line, list, prose []string }{
	old:      strings.Fields("old oldtext oldcode oldstring before find search original quote quoted replacethis"),
	new:      strings.Fields("new newtext newcode newstring after replace replacement replacewith with code body text"),
	function: strings.Fields("function functionname signature functionsignature method"),
	file:     strings.Fields("file filename path"),
	line:     strings.Fields("line lines linenumber startline start"),
	list:     strings.Fields("edits changes replacements edit change"),
	prose:    strings.Fields("why reason explanation description comment note id"),
}

// repair reads the edits of a finding: a list of them, or one. A text that is no edit describes the change, as a
// suggested fix does.
func (r *reader) repair(f *bench.Finding, e member) {
	switch v := e.value.(type) {
	case string:
		if inner := decode(strings.TrimSpace(unfenced(v))); inner != nil {
			r.repair(f, member{e.name, e.key, inner})
		} else if !nothing(v) {
			f.Fix = joined(f.Fix, v)
		}
	case []any:
		for _, one := range v {
			if m, ok := one.(members); ok {
				r.repair(f, member{e.name, e.key, m})
			} else {
				r.skip(member{e.name, e.key, one})
			}
		}
	case members:
		m := r.last(v)
		if list, ok := m.first(editNames.list); ok && compound(list.value) {
			r.repair(f, list)
			for _, other := range m {
				if other.name != list.name && !slices.Contains(editNames.prose, other.name) {
					r.skip(other)
				}
			}
			return
		}
		if one, ok := r.edit(m); ok && len(f.Repair) < maxEdits {
			f.Repair = append(f.Repair, one)
		} else if !nothing(m) {
			r.skip(e)
		}
	default:
		r.skip(e)
	}
}

// edit reads one edit. ok is false for an object that says nothing to put into the text.
func (r *reader) edit(m members) (out bench.Edit, ok bool) {
	old, quotes := m.first(editNames.old)
	text, gives := m.first(editNames.new)
	if !gives || quotes && old.value == nil {
		return out, false
	}
	for _, e := range m {
		switch {
		case quotes && e.name == old.name:
			out.Old, ok = passage(e.value)
		case e.name == text.name:
			out.New, ok = passage(e.value)
		case slices.Contains(editNames.function, e.name):
			out.Function, ok = passage(e.value)
		case slices.Contains(editNames.file, e.name):
			out.File, ok = passage(e.value)
		case slices.Contains(editNames.line, e.name):
			out.Line, ok = firstNumber(e.value), true
		default:
			ok = slices.Contains(editNames.prose, e.name)
		}
		if !ok {
			r.skip(e)
		}
	}
	return out, true
}

// first returns the member whose name is the first of a list that the object has.
func (m members) first(names []string) (member, bool) {
	for _, name := range names {
		if i := slices.IndexFunc(m, func(e member) bool { return e.name == name }); i >= 0 {
			return m[i], true
		}
	}
	return member{}, false
}

// passage returns a value as code: a text, the lines of a list, "" for null.
func passage(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "", true
	case string:
		return unfenced(v), true
	case []any:
		var lines []string
		for _, e := range v {
			line, ok := e.(string)
			if !ok {
				return "", false
			}
			lines = append(lines, line)
		}
		return strings.Join(lines, "\n"), true
	}
	return "", false
}

// firstNumber returns the first number of a line or of a range of lines, 0 without one.
func firstNumber(v any) int {
	switch v := v.(type) {
	case json.Number:
		n, _ := strconv.Atoi(v.String())
		return max(n, 0)
	case string:
		digits := strings.TrimLeftFunc(v, func(c rune) bool { return c < '0' || c > '9' })
		if i := strings.IndexFunc(digits, func(c rune) bool { return c < '0' || c > '9' }); i >= 0 {
			digits = digits[:i]
		}
		n, _ := strconv.Atoi(digits)
		return n
	case []any:
		if len(v) > 0 {
			return firstNumber(v[0])
		}
	}
	return 0
}

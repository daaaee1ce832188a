// Command gosurface gives every Go test below a folder a surface: go -C tools/gosurface run . DIR [SEED]
//
// The text under `# Minimal`, or under `# Code` where there is none, becomes the minimal one, and `# Code` the same
// handler in other words, drawn by seed and file: order of declarations, fields, literals and conditions, sides of
// comparisons, names of local variables. `assay verify` executes both and compares what they do (docs/tenancy.md).
//
// It is a module of its own, so that the program does not depend on it.
package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// names are local variables, and what they may be called instead.
var names = map[string][]string{
	"member": {"member", "m", "seat", "membership"}, "query": {"query", "q", "found", "selected"},
	"rows": {"rows", "out", "result", "shown"}, "hits": {"hits", "matches", "results", "rows"},
	"page": {"page", "part", "shown"}, "size": {"size", "n", "limit"}, "order": {"order", "po", "current", "o"},
	"orders": {"orders", "found", "list", "pos"}, "term": {"term", "pattern", "like"}, "due": {"due", "sum", "amount"},
	"change": {"change", "update", "result", "done"}, "s": {"s", "supplier", "sup", "stored"},
	"open":  {"open", "editable", "allowed"},
	"write": {"write", "upsert", "insert"}, "granted": {"granted", "allowed", "mine"}, "own": {"own", "scoped", "ours"},
	"of": {"of", "parts", "within"}, "shared": {"shared", "visible", "public"}, "newest": {"newest", "latest", "last"},
	"supplier": {"supplier", "s", "partner"}, "until": {"until", "end", "last"}, "latest": {"latest", "limit", "most"},
	"staff": {"staff", "colleagues", "members"}, "grants": {"grants", "given", "list"}, "g": {"g", "grant", "entry"},
	"closed": {"closed", "before", "bound"}, "values": {"values", "args", "named"}, "month": {"month", "first", "begin"},
	"row": {"row", "r", "item"}, "count": {"count", "n", "total"}, "statement": {"statement", "text", "sql"},
}

// edit replaces a part of a text.
type edit struct {
	from, to int
	text     string
}

type source struct {
	text string
	dice *rand.Rand
	keen float64 // how much is rewritten, drawn for each text: else the good text would be in the middle of its bad ones
	file *ast.File
	base int
}

func (s *source) parse() {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", s.text, parser.ParseComments)
	if err != nil {
		log.Fatalf("%v in\n%s", err, s.text)
	}
	s.file, s.base = file, set.File(file.Pos()).Base()
}

func (s *source) span(n ast.Node) (int, int) { return int(n.Pos()) - s.base, int(n.End()) - s.base }

func (s *source) of(n ast.Node) string {
	from, to := s.span(n)
	return s.text[from:to]
}

// apply makes edits that do not overlap, and reads the text again.
func (s *source) apply(edits []edit) {
	slices.SortFunc(edits, func(a, b edit) int { return b.from - a.from })
	last := len(s.text) + 1
	for _, e := range edits {
		if e.to <= last {
			s.text, last = s.text[:e.from]+e.text+s.text[e.to:], e.from
		}
	}
	s.parse()
}

func (s *source) shuffle(list []string) []string {
	if s.coin(1) {
		s.dice.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list
}

func (s *source) coin(p float64) bool { return s.dice.Float64() < p*s.keen }

// declarations puts types among types, and functions and constants among themselves, in another order.
func (s *source) declarations() {
	var edits []edit
	for _, types := range []bool{true, false} {
		var spans [][2]int
		var texts []string
		for _, d := range s.file.Decls {
			g, general := d.(*ast.GenDecl)
			if general && g.Tok == token.IMPORT || types != (general && g.Tok == token.TYPE) {
				continue
			}
			from, to := s.span(d)
			doc := (*ast.CommentGroup)(nil)
			if f, ok := d.(*ast.FuncDecl); ok {
				doc = f.Doc
			} else if general {
				doc = g.Doc
			}
			if doc != nil {
				from = int(doc.Pos()) - s.base
			}
			spans, texts = append(spans, [2]int{from, to}), append(texts, s.text[from:to])
		}
		commented := func(t string) bool { return strings.Contains(t, "// ") }
		inOrder := slices.DeleteFunc(slices.Clone(texts), func(t string) bool { return !commented(t) })
		s.shuffle(texts)
		for i, at := range spans {
			if commented(texts[i]) { // comments of twins stay equal
				texts[i], inOrder = inOrder[0], inOrder[1:]
			}
			edits = append(edits, edit{at[0], at[1], texts[i]})
		}
	}
	s.apply(edits)
}

// fields takes members of structs apart, and changes their order.
func (s *source) fields() {
	var edits []edit
	ast.Inspect(s.file, func(n ast.Node) bool {
		st, ok := n.(*ast.StructType)
		if !ok || len(st.Fields.List) == 0 {
			return true
		}
		var lines []string
		for _, f := range st.Fields.List {
			if len(f.Names) > 1 && s.coin(0.6) {
				for _, name := range f.Names {
					lines = append(lines, name.Name+" "+s.of(f.Type))
				}
			} else {
				lines = append(lines, s.of(f))
			}
		}
		from, to := int(st.Fields.Opening)+1-s.base, int(st.Fields.Closing)-s.base
		edits = append(edits, edit{from, to, "\n" + strings.Join(s.shuffle(lines), "\n") + "\n"})
		return true
	})
	s.apply(edits)
}

// literals changes the order of the elements of innermost literals.
func (s *source) literals() {
	var edits []edit
	ast.Inspect(s.file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok || len(lit.Elts) < 2 || strings.Contains(s.of(lit.Elts[0]), "{") {
			return true
		}
		var texts []string
		for _, e := range lit.Elts {
			if strings.Contains(s.of(e), "{") {
				return true
			}
			texts = append(texts, s.of(e))
		}
		s.shuffle(texts)
		for i, e := range lit.Elts {
			from, to := s.span(e)
			edits = append(edits, edit{from, to, texts[i]})
		}
		return false
	})
	s.apply(edits)
}

var simple = regexp.MustCompile(`^([\w.]+) (=|<|>|<=|>=|<>) (\?|@\w+)$`)
var swapped = map[string]string{"=": "=", "<>": "<>", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

func (s *source) condition(text string) string {
	if m := simple.FindStringSubmatch(text); m != nil && s.coin(0.3) {
		return m[3] + " " + swapped[m[2]] + " " + m[1]
	}
	return text
}

type where struct {
	text string // of the condition
	args []string
	any  string // of a call that stays as it is
}

// wheres splits, joins and reorders neighbouring calls of Where.
func (s *source) wheres() {
	isWhere := func(n ast.Node) (*ast.CallExpr, *ast.SelectorExpr) {
		if call, ok := n.(*ast.CallExpr); ok {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Where" {
				return call, sel
			}
		}
		return nil, nil
	}
	seen := map[ast.Node]bool{}
	var edits []edit
	ast.Inspect(s.file, func(n ast.Node) bool {
		call, sel := isWhere(n)
		if call == nil || seen[n] {
			return true
		}
		var list []where
		end := int(call.End()) - s.base
		start := 0
		for call != nil {
			seen[call] = true
			start = int(sel.Sel.Pos()) - s.base
			list = append(s.split(call), list...)
			call, sel = isWhere(sel.X)
		}
		if s.coin(1) {
			s.dice.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
		var calls []string
		for i := 0; i < len(list); i++ {
			w := list[i]
			if w.any != "" {
				calls = append(calls, w.any)
				continue
			}
			for i+1 < len(list) && list[i+1].any == "" && s.coin(0.45) { // texts of split have no OR
				i++
				w = where{text: w.text + " AND " + list[i].text, args: append(w.args, list[i].args...)}
			}
			calls = append(calls, "Where("+strings.Join(append([]string{`"` + w.text + `"`}, w.args...), ", ")+")")
		}
		text := calls[0]
		for _, c := range calls[1:] {
			if len(text)-strings.LastIndexByte(text, '\n') > 50 {
				text += ".\n" + c
			} else {
				text += "." + c
			}
		}
		edits = append(edits, edit{start, end, text})
		return true
	})
	s.apply(edits)
}

// split takes a condition apart at its ANDs, if its values can be told apart.
func (s *source) split(call *ast.CallExpr) []where {
	from := int(call.Fun.(*ast.SelectorExpr).Sel.Pos()) - s.base
	whole := []where{{any: s.text[from : int(call.End())-s.base]}}
	lit, ok := call.Args[0].(*ast.BasicLit)
	if !ok || lit.Value[0] != '"' || strings.ContainsAny(lit.Value, "(@\\") {
		return whole
	}
	text := strings.Trim(lit.Value, `"`)
	if strings.Contains(text, " OR ") {
		return whole
	}
	args := call.Args[1:]
	var out []where
	for _, part := range strings.Split(text, " AND ") {
		w := where{text: s.condition(part)}
		for range strings.Count(part, "?") {
			w.args, args = append(w.args, s.of(args[0])), args[1:]
		}
		out = append(out, w)
	}
	return out
}

var in = regexp.MustCompile(`(IN \()('[a-z]+'(?:, '[a-z]+')+)\)`)
var joined = regexp.MustCompile(`( ON )([^()"\n]*? AND [^()"\n]*?)(\n| WHERE|"|$)`)
var filter = regexp.MustCompile("(?s)(\n\\s*WHERE )(.*?)(\n\\s*(?:GROUP|ORDER) BY|`)")

// statements changes the order of conditions inside SQL.
func (s *source) statements() {
	s.text = in.ReplaceAllStringFunc(s.text, func(t string) string {
		m := in.FindStringSubmatch(t)
		return m[1] + strings.Join(s.shuffle(strings.Split(m[2], ", ")), ", ") + ")"
	})
	s.text = joined.ReplaceAllStringFunc(s.text, func(t string) string {
		m := joined.FindStringSubmatch(t)
		return m[1] + strings.Join(s.shuffle(strings.Split(m[2], " AND ")), " AND ") + m[3]
	})
	s.text = filter.ReplaceAllStringFunc(s.text, func(t string) string {
		m := filter.FindStringSubmatch(t)
		parts := conjuncts(m[2])
		for i := range parts {
			parts[i] = s.condition(parts[i])
		}
		text := m[1]
		for i, p := range s.shuffle(parts) {
			if i > 0 && (s.coin(0.5) || strings.Contains(p, "\n")) {
				text += "\n\t  AND "
			} else if i > 0 {
				text += " AND "
			}
			text += p
		}
		return text + m[3]
	})
	s.parse()
}

// conjuncts splits a condition at the ANDs outside of brackets.
func conjuncts(text string) []string {
	var out []string
	depth, start := 0, 0
	for i := range len(text) {
		switch {
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth--
		case depth == 0 && strings.HasPrefix(text[i:], "AND ") && i > 0 && strings.ContainsRune(" \n\t", rune(text[i-1])):
			out, start = append(out, strings.TrimSpace(text[start:i])), i+4
		}
	}
	if strings.Contains(text, " OR ") && depth == 0 && len(out) > 0 { // an OR outside of brackets binds less
		flat := regexp.MustCompile(`(?s)\([^()]*(?:\([^()]*\)[^()]*)*\)`).ReplaceAllString(text, "")
		if strings.Contains(flat, " OR ") {
			return []string{text}
		}
	}
	return append(out, strings.TrimSpace(text[start:]))
}

// comparisons changes the sides of comparisons and the order of alternatives in Go.
func (s *source) comparisons() {
	plain := regexp.MustCompile(`^[\w.]+$`)
	turned := map[token.Token]string{
		token.EQL: "==", token.NEQ: "!=", token.LSS: ">", token.GTR: "<", token.LEQ: ">=", token.GEQ: "<=",
	}
	var edits []edit
	ast.Inspect(s.file, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok {
			return true
		}
		left, right := s.of(b.X), s.of(b.Y)
		from, to := s.span(b)
		if op := turned[b.Op]; op != "" && plain.MatchString(left) && plain.MatchString(right) && right != "nil" &&
			s.coin(0.4) && !strings.ContainsAny(right[:1], "0123456789") {
			edits = append(edits, edit{from, to, right + " " + op + " " + left})
		} else if b.Op == token.LOR && !strings.ContainsAny(left+right, "*(") && !strings.Contains(left+right, "nil") &&
			!strings.Contains(left+right, "&&") && s.coin(0.5) {
			edits = append(edits, edit{from, to, right + " || " + left})
			return false
		}
		return true
	})
	s.apply(edits)
}

// rename gives local variables other names.
func (s *source) rename() {
	words := slices.Sorted(func(yield func(string) bool) {
		for name := range names {
			if !yield(name) {
				return
			}
		}
	})
	for _, name := range words {
		other := names[name][s.dice.IntN(len(names[name]))]
		if !s.coin(1) || other == name || regexp.MustCompile(`\b`+other+`\b`).MatchString(s.text) {
			continue
		}
		var edits []edit
		ast.Inspect(s.file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Name == name && id.Obj != nil && id.Obj.Kind == ast.Var {
				if _, field := id.Obj.Decl.(*ast.Field); !field {
					from, to := s.span(id)
					edits = append(edits, edit{from, to, other})
				}
			}
			return true
		})
		s.apply(edits)
	}
}

func surface(code string, dice *rand.Rand) string {
	s := &source{text: code, dice: dice, keen: 0.3 + 0.7*dice.Float64()}
	s.parse()
	for _, rewrite := range []func(){
		s.wheres, s.statements, s.literals, s.comparisons, s.rename, s.fields, s.declarations,
	} {
		rewrite()
	}
	out, err := format.Source([]byte(s.text))
	if err != nil {
		log.Fatalf("%v in\n%s", err, s.text)
	}
	return string(out)
}

var (
	coded   = regexp.MustCompile("(?s)# Code\n```go\n(.*?)```\n")
	minimal = regexp.MustCompile("(?s)\n# Minimal\n```go\n(.*?)```\n")
)

func main() {
	seed := "1"
	if len(os.Args) > 2 {
		seed = os.Args[2]
	}
	err := filepath.WalkDir(os.Args[1], func(path string, d fs.DirEntry, err error) error {
		if ok, _ := filepath.Match("*-[0-9][0-9]-*.md", d.Name()); err != nil || !ok {
			return err
		}
		text, err := os.ReadFile(path)
		m := coded.FindSubmatch(text)
		if err != nil || m == nil {
			return err
		}
		original := string(m[1])
		if m := minimal.FindSubmatch(text); m != nil {
			original, text = string(m[1]), bytes.Replace(text, m[0], nil, 1)
		}
		sum := sha256.Sum256(fmt.Appendf(nil, "%s %s/%s", seed, filepath.Base(filepath.Dir(path)), d.Name()))
		code := surface(original, rand.New(rand.NewChaCha8(sum)))
		text = bytes.Replace(text, m[1], []byte(code), 1)
		text = fmt.Appendf(bytes.TrimRight(text, "\n"), "\n\n# Minimal\n```go\n%s```\n", original)
		return os.WriteFile(path, text, 0o644)
	})
	if err != nil {
		log.Fatal(err)
	}
}

// Package pgtree parses SQL with PostgreSQL's own grammar, and reports whether the parser can distinguish two
// texts.
package pgtree

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"
	"github.com/wasilibs/go-pgquery/parser"

	"assay/internal/lang/sqltext"
)

// Node is one node of the parser's tree. Its fields keep the parser's order.
type Node struct {
	Kind   string // SelectStmt, A_Expr, …; the field's name where the tree does not name it
	Loc    int    // offset in the whole text, -1 if unknown
	fields []field
}

type field struct {
	name string
	val  any // *Node, []*Node, string, float64 or bool
}

// unnamed gives the kinds of nodes that the tree does not name.
var unnamed = map[string]string{"relation": "RangeVar", "larg": "SelectStmt", "rarg": "SelectStmt",
	"onConflictClause": "OnConflictClause", "withClause": "WithClause"}

func (n *Node) val(name string) any {
	if n != nil {
		for _, f := range n.fields {
			if f.name == name {
				return f.val
			}
		}
	}
	return nil
}

// True reports whether the field is true.
func (n *Node) True(name string) bool { return n.val(name) == true }

// Get returns the node of a field, or nil.
func (n *Node) Get(name string) *Node {
	c, _ := n.val(name).(*Node)
	return c
}

// List returns the nodes of a field that holds a list.
func (n *Node) List(name string) []*Node {
	l, _ := n.val(name).([]*Node)
	return l
}

// Str returns the text of a field, or "".
func (n *Node) Str(name string) string {
	s, _ := n.val(name).(string)
	return s
}

// Num returns the number of a field, or 0.
func (n *Node) Num(name string) int {
	f, _ := n.val(name).(float64)
	return int(f)
}

// Is reports whether n has one of the kinds; false for nil.
func (n *Node) Is(kinds ...string) bool {
	return n != nil && slices.Contains(kinds, n.Kind)
}

// Named reports whether an A_Expr has the operator.
func (n *Node) Named(op string) bool {
	l := n.List("name")
	return len(l) > 0 && l[len(l)-1].Str("sval") == op
}

// Children returns the nodes below n in the order of the tree.
func (n *Node) Children() []*Node {
	var out []*Node
	for _, f := range n.fields {
		switch v := f.val.(type) {
		case *Node:
			out = append(out, v)
		case []*Node:
			out = append(out, v...)
		}
	}
	return out
}

// Walk visits n and the nodes below it; path ends with the parent.
func (n *Node) Walk(path []*Node, visit func(n *Node, path []*Node)) {
	visit(n, path)
	path = append(path[:len(path):len(path)], n)
	for _, c := range n.Children() {
		c.Walk(path, visit)
	}
}

// First is the smallest location in the tree below n, -1 if there is none.
func (n *Node) First() int {
	out := -1
	if n == nil {
		return out
	}
	n.Walk(nil, func(n *Node, _ []*Node) {
		if n.Loc >= 0 && (out < 0 || n.Loc < out) {
			out = n.Loc
		}
	})
	return out
}

// Column reads a ColumnRef: alias is "" for an unqualified name.
func (n *Node) Column() (alias, name string, ok bool) {
	if !n.Is("ColumnRef") {
		return "", "", false
	}
	f := n.List("fields")
	if len(f) == 0 || len(f) > 2 || !f[len(f)-1].Is("String") {
		return "", "", false
	}
	if len(f) == 2 {
		alias = f[0].Str("sval")
	}
	return alias, f[len(f)-1].Str("sval"), true
}

// Parse parses a text without parameters of the form :name; base is its offset in the text to which locations
// refer.
func Parse(text string, base int) (*Node, error) {
	s, err := guarded(parser.ParseToJSON, unmarked(text))
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL's grammar: %w", err)
	}
	return decode(s, base)
}

// Procedure returns the library's parse tree of CREATE FUNCTION in PL/pgSQL, as JSON.
func Procedure(text string) (string, error) { return guarded(parser.ParsePlPgSqlToJSON, text) }

// one allows one goroutine at a time to use the library. For each concurrent caller, the library compiles its
// grammar again, which takes 2 seconds and 200 MB; a text takes less than a millisecond.
var one sync.Mutex

// guarded turns a trap of the library's WebAssembly, which a function without a body is known to cause, into an
// error. It may be called by several goroutines.
func guarded(parse func(string) (string, error), text string) (out string, err error) {
	one.Lock()
	defer one.Unlock()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the parser failed: %v", r)
		}
	}()
	return parse(text)
}

// unmarked replaces a byte order mark, which may begin a file and which the grammar does not know, by blanks, so
// that offsets stay.
func unmarked(text string) string {
	if rest, ok := strings.CutPrefix(text, "\ufeff"); ok {
		return "   " + rest
	}
	return text
}

// Mask replaces :name by $1 and blanks, so that offsets stay.
func Mask(code string) string {
	b := []byte(code)
	for _, t := range sqltext.Lex(code) {
		if t.Kind == sqltext.Param && code[t.Start] == ':' {
			copy(b[t.Start:t.End], "$1"+strings.Repeat(" ", t.End-t.Start-2))
		}
	}
	return string(b)
}

// decode reads the parser's JSON; base is the offset of the parsed text.
func decode(text string, base int) (*Node, error) {
	if !gjson.Valid(text) {
		return nil, errors.New("reading the parser's tree: it is not JSON")
	}
	n, ok := value(gjson.Parse(text), "root", base).(*Node)
	if !ok {
		return nil, errors.New("reading the parser's tree: it is not an object")
	}
	return n, nil
}

func value(v gjson.Result, name string, base int) any {
	switch {
	case v.IsObject():
		return object(v, name, base)
	case v.IsArray():
		list := []*Node{}
		v.ForEach(func(_, v gjson.Result) bool {
			if n, ok := value(v, name, base).(*Node); ok {
				list = append(list, n)
			}
			return true
		})
		return list
	}
	return v.Value()
}

func object(v gjson.Result, name string, base int) *Node {
	n := &Node{Kind: name, Loc: -1}
	if k, ok := unnamed[name]; ok {
		n.Kind = k
	}
	v.ForEach(func(key, v gjson.Result) bool {
		val := value(v, key.Str, base)
		if at, ok := val.(float64); ok && key.Str == "location" && at >= 0 {
			n.Loc = base + int(at)
		}
		n.fields = append(n.fields, field{key.Str, val})
		return true
	})
	// {"SelectStmt": {…}} becomes the node inside.
	if len(n.fields) == 1 && n.fields[0].name[0] >= 'A' && n.fields[0].name[0] <= 'Z' {
		if inner, ok := n.fields[0].val.(*Node); ok {
			inner.Kind = n.fields[0].name
			return inner
		}
	}
	return n
}

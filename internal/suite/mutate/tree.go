package mutate

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// node is one node of the parser's tree. Its fields keep the parser's order.
type node struct {
	kind   string // SelectStmt, A_Expr, …; the field's name where the tree does not say
	loc    int    // offset in the whole text, -1 without one
	fields []field
}

type field struct {
	name string
	val  any // *node, []*node, string, float64 or bool
}

// unnamed gives the kinds of nodes that stand in the tree without their name.
var unnamed = map[string]string{"relation": "RangeVar", "larg": "SelectStmt", "rarg": "SelectStmt", "onConflictClause": "OnConflictClause", "withClause": "WithClause"}

func (n *node) val(name string) any {
	if n != nil {
		for _, f := range n.fields {
			if f.name == name {
				return f.val
			}
		}
	}
	return nil
}

func (n *node) get(name string) *node {
	c, _ := n.val(name).(*node)
	return c
}

func (n *node) list(name string) []*node {
	l, _ := n.val(name).([]*node)
	return l
}

func (n *node) str(name string) string {
	s, _ := n.val(name).(string)
	return s
}

func (n *node) num(name string) int {
	f, _ := n.val(name).(float64)
	return int(f)
}

// is reports whether n has one of the kinds; nil has none.
func (n *node) is(kinds ...string) bool {
	for _, k := range kinds {
		if n != nil && n.kind == k {
			return true
		}
	}
	return false
}

// named reports whether an A_Expr is of the operator.
func (n *node) named(op string) bool {
	l := n.list("name")
	return len(l) > 0 && l[len(l)-1].str("sval") == op
}

func (n *node) children() []*node {
	var out []*node
	for _, f := range n.fields {
		switch v := f.val.(type) {
		case *node:
			out = append(out, v)
		case []*node:
			out = append(out, v...)
		}
	}
	return out
}

// walk visits n and what is below it; path ends with the parent.
func (n *node) walk(path []*node, visit func(n *node, path []*node)) {
	visit(n, path)
	path = append(path[:len(path):len(path)], n)
	for _, c := range n.children() {
		c.walk(path, visit)
	}
}

// first is the smallest location in the tree below n, -1 without any.
func (n *node) first() int {
	out := -1
	if n == nil {
		return out
	}
	n.walk(nil, func(n *node, _ []*node) {
		if n.loc >= 0 && (out < 0 || n.loc < out) {
			out = n.loc
		}
	})
	return out
}

// column reads a ColumnRef: alias is "" for a plain name.
func (n *node) column() (alias, name string, ok bool) {
	if !n.is("ColumnRef") {
		return "", "", false
	}
	f := n.list("fields")
	if len(f) == 0 || len(f) > 2 || !f[len(f)-1].is("String") {
		return "", "", false
	}
	if len(f) == 2 {
		alias = f[0].str("sval")
	}
	return alias, f[len(f)-1].str("sval"), true
}

// decode reads the parser's JSON; base is the offset of the parsed text.
func decode(text string, base int) (*node, error) {
	d := json.NewDecoder(strings.NewReader(text))
	v, err := value(d, "root", base)
	if err != nil {
		return nil, fmt.Errorf("reading the parser's tree: %w", err)
	}
	n, ok := v.(*node)
	if !ok {
		return nil, fmt.Errorf("reading the parser's tree: it is a %T", v)
	}
	return n, nil
}

func value(d *json.Decoder, name string, base int) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		return object(d, name, base)
	case json.Delim('['):
		list := []*node{}
		for d.More() {
			v, err := value(d, name, base)
			if err != nil {
				return nil, err
			}
			if n, ok := v.(*node); ok {
				list = append(list, n)
			}
		}
		_, err := d.Token()
		return list, err
	}
	return t, nil
}

func object(d *json.Decoder, name string, base int) (*node, error) {
	n := &node{kind: name, loc: -1}
	if k, ok := unnamed[name]; ok {
		n.kind = k
	}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, err
		}
		key, ok := t.(string)
		if !ok {
			return nil, io.ErrUnexpectedEOF
		}
		v, err := value(d, key, base)
		if err != nil {
			return nil, err
		}
		if at, ok := v.(float64); ok && key == "location" && at >= 0 {
			n.loc = base + int(at)
		}
		n.fields = append(n.fields, field{key, v})
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	// {"SelectStmt": {…}} is the node inside.
	if len(n.fields) == 1 && n.fields[0].name[0] >= 'A' && n.fields[0].name[0] <= 'Z' {
		if inner, ok := n.fields[0].val.(*node); ok {
			inner.kind = n.fields[0].name
			return inner, nil
		}
	}
	return n, nil
}

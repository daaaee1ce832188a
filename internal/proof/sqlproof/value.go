package sqlproof

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// Kind is the form in which a value was written. The zero value is NULL.
type Kind uint8

const (
	Null Kind = iota
	Text
	Number
	Bool
	List
	Map
)

// Value is a value in a proof file, exactly as written: 800.00 stays 800.00.
type Value struct {
	Kind Kind
	Text string // Text, Number, Bool
	List []Value
	Keys []string // Map: keys, and their values in List
}

// UnmarshalYAML keeps the text of a scalar, which a float would change.
func (v *Value) UnmarshalYAML(n ast.Node) error {
	var err error
	*v, err = fromNode(n, 0)
	return err
}

func fromNode(n ast.Node, depth int) (Value, error) {
	if depth > 32 {
		return Value{}, fmt.Errorf("values are nested more than 32 deep")
	}
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return Value{}, nil
	case *ast.StringNode:
		return Value{Kind: Text, Text: n.Value}, nil
	case *ast.LiteralNode:
		return Value{Kind: Text, Text: n.Value.Value}, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return Value{Kind: Number, Text: n.GetToken().Value}, nil
	case *ast.BoolNode:
		return Value{Kind: Bool, Text: fmt.Sprint(n.Value)}, nil
	case *ast.SequenceNode:
		v := Value{Kind: List}
		for _, c := range n.Values {
			e, err := fromNode(c, depth+1)
			if err != nil {
				return Value{}, err
			}
			v.List = append(v.List, e)
		}
		return v, nil
	case *ast.MappingNode:
		if len(n.Values) == 1 && !n.IsFlowStyle {
			return fromNode(n.Values[0], depth)
		}
		return fromMapping(n.Values, depth)
	case *ast.MappingValueNode:
		if text, ok := splitScalar(n); ok {
			return Value{Kind: Text, Text: text}, nil
		}
		return fromMapping([]*ast.MappingValueNode{n}, depth)
	}
	return Value{}, fmt.Errorf("line %d: %s is not supported here; write the value, or a constant of `names` as $name",
		n.GetToken().Position.Line, n.Type())
}

// splitScalar repairs a scalar such as 12:00:00, which the parser takes for a pair inside a
// list in braces: a real pair has a blank after its colon.
func splitScalar(n *ast.MappingValueNode) (string, bool) {
	colon := n.Start.Position
	value := n.Value.GetToken()
	if value.Position.Line != colon.Line || value.Position.Column != colon.Column+1 ||
		value.Type == token.DoubleQuoteType || value.Type == token.SingleQuoteType {
		return "", false
	}
	switch n.Value.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode:
		return n.Key.GetToken().Value + ":" + value.Value, true
	}
	return "", false
}

func fromMapping(pairs []*ast.MappingValueNode, depth int) (Value, error) {
	v := Value{Kind: Map}
	for _, p := range pairs {
		key, err := fromNode(p.Key, depth+1)
		if err != nil {
			return Value{}, err
		}
		e, err := fromNode(p.Value, depth+1)
		if err != nil {
			return Value{}, err
		}
		v.Keys, v.List = append(v.Keys, key.Text), append(v.List, e)
	}
	return v, nil
}

// resolve replaces $name by the value of that constant.
func (v *Value) resolve(names map[string]Value) error {
	if v.Kind == Text && strings.HasPrefix(v.Text, "$") {
		if rest, escaped := strings.CutPrefix(v.Text, "$$"); escaped {
			v.Text = "$" + rest
			return nil
		}
		c, ok := names[v.Text[1:]]
		if !ok {
			return fmt.Errorf("%s is not a constant of `names`; a text that begins with a dollar is written $%s", v.Text, v.Text)
		}
		*v = c
		return nil
	}
	for i := range v.List {
		if err := v.List[i].resolve(names); err != nil {
			return err
		}
	}
	return nil
}

// String formats the value on one line.
func (v Value) String() string {
	switch v.Kind {
	case Null:
		return "null"
	case List, Map:
		return string(v.JSON())
	}
	return v.Text
}

// JSON returns the value as JSON.
func (v Value) JSON() []byte {
	switch v.Kind {
	case Null:
		return []byte("null")
	case Number:
		if json.Valid([]byte(v.Text)) {
			return []byte(v.Text)
		}
	case Bool:
		return []byte(v.Text)
	case List, Map:
		b := []byte{"[{"[v.Kind-List]}
		for i, e := range v.List {
			if i > 0 {
				b = append(b, ',')
			}
			if v.Kind == Map {
				b = append(append(b, quoteJSON(v.Keys[i])...), ':')
			}
			b = append(b, e.JSON()...)
		}
		return append(b, "]}"[v.Kind-List])
	}
	return quoteJSON(v.Text)
}

func quoteJSON(s string) []byte {
	b, _ := json.Marshal(s) // strings always encode
	return b
}

// Bind returns the value as the text form of a parameter, nil for NULL. A list becomes
// an array of the database unless the parameter is JSON.
func (v Value) Bind(isJSON bool) []byte {
	switch v.Kind {
	case Null:
		return nil
	case Map:
		return v.JSON()
	case List:
		if isJSON {
			return v.JSON()
		}
		return []byte(v.array())
	}
	return []byte(v.Text)
}

func (v Value) array() string {
	parts := make([]string, len(v.List))
	for i, e := range v.List {
		switch e.Kind {
		case Null:
			parts[i] = "NULL"
		case List:
			parts[i] = e.array()
		default:
			parts[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(string(e.Bind(true))) + `"`
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// Equal reports whether got, a text from the database or nil for NULL, equals the
// value: numbers by value, times by instant, maps as JSON.
func (v Value) Equal(got *string) bool {
	if got == nil || v.Kind == Null {
		return got == nil && v.Kind == Null
	}
	switch v.Kind {
	case Bool:
		return *got == v.Text || *got == v.Text[:1]
	case Number:
		a, okA := new(big.Rat).SetString(v.Text)
		b, okB := new(big.Rat).SetString(*got)
		return *got == v.Text || okA && okB && len(*got) < 64 && a.Cmp(b) == 0
	case List, Map:
		var a, b any
		return json.Unmarshal(v.JSON(), &a) == nil && json.Unmarshal([]byte(*got), &b) == nil && reflect.DeepEqual(a, b)
	}
	if *got == v.Text {
		return true
	}
	a, okA := instant(v.Text)
	b, okB := instant(*got)
	return okA && okB && a.Equal(b)
}

// Matches is like Equal, but a list matches each of its elements.
func (v Value) Matches(got *string) bool {
	if v.Kind != List {
		return v.Equal(got)
	}
	return slices.ContainsFunc(v.List, func(e Value) bool { return e.Equal(got) })
}

// instant parses times as PostgreSQL and people write them; a time without a zone is UTC.
func instant(s string) (time.Time, bool) {
	if len(s) < 10 || len(s) > 40 || s[4] != '-' {
		return time.Time{}, false
	}
	s = strings.Replace(s, "T", " ", 1)
	for _, layout := range []string{"2006-01-02 15:04:05.999999Z07:00", "2006-01-02 15:04:05.999999Z07",
		"2006-01-02 15:04Z07:00", "2006-01-02 15:04Z07", "2006-01-02 15:04:05.999999", "2006-01-02 15:04", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

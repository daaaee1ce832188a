package pgtree

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wasilibs/go-pgquery/parser"
	"google.golang.org/protobuf/encoding/protowire"

	"assay/internal/lang/sqltext"
)

// Differ describes how b differs from a, "" when the parser cannot distinguish them. The error means that one
// of them does not parse.
//
// Texts are compared as syntax trees without locations, and bodies of functions as tokens of PostgreSQL's
// scanner. Parameters written :name are read as numbers in order of their first use, and their names are
// compared separately. So only comments and layout may differ, and the case of keywords and of names without
// quotes.
func Differ(a, b string) (string, error) {
	x, err := read(a)
	if err != nil {
		return "", fmt.Errorf("the original: %w", err)
	}
	y, err := read(b)
	if err != nil {
		return "", fmt.Errorf("the variant: %w", err)
	}
	switch {
	case !slices.Equal(x.params, y.params):
		return "other parameters", nil
	case x.tree != y.tree:
		return "another syntax tree", nil
	case len(x.bodies) != len(y.bodies):
		return "other functions", nil
	}
	for i := range x.bodies {
		if !slices.Equal(x.bodies[i], y.bodies[i]) {
			return fmt.Sprintf("other words in function body %d", i+1), nil
		}
	}
	return "", nil
}

// text is one SQL text as PostgreSQL parses it.
type text struct {
	params []string
	tree   string
	bodies [][]string
}

func read(code string) (*text, error) {
	t := &text{}
	code, t.params = number(unmarked(code))
	raw, err := guarded(parser.ParseToJSON, code)
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL's grammar: %w", err)
	}
	var tree any
	if err := json.Unmarshal([]byte(raw), &tree); err != nil {
		return nil, fmt.Errorf("the syntax tree: %w", err)
	}
	if err := t.strip(tree); err != nil {
		return nil, err
	}
	b, err := json.Marshal(tree) // maps are encoded in the order of their keys
	t.tree = string(b)
	return t, err
}

// number replaces the parameters by $1, $2, … and lists their names.
func number(code string) (string, []string) {
	var names []string
	var b strings.Builder
	at := 0
	for _, t := range sqltext.Lex(code) {
		if t.Kind != sqltext.Param || code[t.Start] != ':' {
			continue
		}
		name := code[t.Start+1 : t.End]
		i := slices.Index(names, name)
		if i < 0 {
			i = len(names)
			names = append(names, name)
		}
		fmt.Fprintf(&b, "%s$%d", code[at:t.Start], i+1)
		at = t.End
	}
	return b.String() + code[at:], names
}

// places are the fields of the tree that hold locations.
var places = []string{"location", "stmt_location", "stmt_len", "name_location", "type_location", "list_start",
	"list_end", "rexpr_list_start", "rexpr_list_end"}

// strip removes locations and function bodies from a tree, and keeps the bodies.
func (t *text) strip(v any) error {
	switch x := v.(type) {
	case map[string]any:
		for _, p := range places {
			delete(x, p)
		}
		if def, ok := x["DefElem"].(map[string]any); ok && def["defname"] == "as" {
			if err := t.body(def["arg"]); err != nil {
				return err
			}
			delete(def, "arg")
		}
		for _, k := range slices.Sorted(maps.Keys(x)) {
			if err := t.strip(x[k]); err != nil {
				return err
			}
		}
	case []any:
		for _, e := range x {
			if err := t.strip(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// body collects the strings below v as tokens.
func (t *text) body(v any) error {
	switch x := v.(type) {
	case map[string]any:
		if s, ok := x["String"].(map[string]any); ok {
			sval, _ := s["sval"].(string)
			words, err := scan(sval)
			t.bodies = append(t.bodies, words)
			return err
		}
		for _, k := range []string{"List", "items"} {
			if err := t.body(x[k]); err != nil {
				return err
			}
		}
	case []any:
		for _, e := range x {
			if err := t.body(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// scan splits a text into tokens with PostgreSQL's scanner, without comments.
func scan(code string) ([]string, error) {
	raw, err := guarded(func(code string) (string, error) {
		b, err := parser.ScanToProtobuf(code)
		return string(b), err
	}, code)
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL's scanner: %w", err)
	}
	var out []string
	err = fields([]byte(raw), func(n protowire.Number, _ uint64, token []byte) error {
		if n != 2 {
			return nil
		}
		var start, end uint64
		err := fields(token, func(n protowire.Number, v uint64, _ []byte) error {
			switch n {
			case 1:
				start = v
			case 2:
				end = v
			}
			return nil
		})
		if err != nil || start > end || end > uint64(len(code)) {
			return errors.Join(err, errors.New("the scanner's answer cannot be read"))
		}
		word := code[start:end]
		if strings.HasPrefix(word, "--") || strings.HasPrefix(word, "/*") {
			return nil
		}
		if !strings.ContainsAny(word, `'"$`) {
			word = strings.ToLower(word)
		}
		out = append(out, word)
		return nil
	})
	return out, err
}

// fields calls do for every field of a message.
func fields(b []byte, do func(n protowire.Number, v uint64, bytes []byte) error) error {
	for len(b) > 0 {
		n, typ, used := protowire.ConsumeTag(b)
		if used < 0 {
			return protowire.ParseError(used)
		}
		b = b[used:]
		var v uint64
		var data []byte
		switch typ {
		case protowire.VarintType:
			v, used = protowire.ConsumeVarint(b)
		case protowire.BytesType:
			data, used = protowire.ConsumeBytes(b)
		default:
			used = protowire.ConsumeFieldValue(n, typ, b)
		}
		if used < 0 {
			return protowire.ParseError(used)
		}
		b = b[used:]
		if err := do(n, v, data); err != nil {
			return err
		}
	}
	return nil
}

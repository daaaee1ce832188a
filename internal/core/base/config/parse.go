package config

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"assay/internal/core/base/exit"
)

// maxFile bounds the size of the input, in bytes.
const maxFile = 1 << 20

// Error is an error in a settings file.
type Error struct {
	File         string
	Line, Column int // 1-based; 0 if it has no place
	Msg          string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Msg)
}

// Settings are the content of a file. They are a [kong.Resolver]: flags on the
// command line take precedence.
type Settings struct {
	File string

	values map[*kong.Value]any // in the types that kong accepts
	used   []*kong.Flag        // those that the command line did not set, in order
}

var _ kong.Resolver = (*Settings)(nil)

// Parse parses the text of a settings file; name is the file's name in messages.
// The error is an [*Error].
func Parse(name string, data []byte, keys []Key) (*Settings, error) {
	p := &reader{name: name, keys: keys, at: map[*kong.Value]ast.Node{},
		out: &Settings{File: name, values: map[*kong.Value]any{}}}
	if len(data) > maxFile {
		return nil, p.errorf(nil, "has %d bytes; at most %d are read", len(data), maxFile)
	}
	f, err := parser.ParseBytes(data, 0)
	if err != nil {
		return nil, p.syntax(err)
	}
	var body ast.Node
	for _, d := range f.Docs {
		if d.Body == nil || d.Body.Type() == ast.CommentType {
			continue
		}
		if body != nil {
			return nil, p.errorf(d.Body, "a second document begins; a settings file has only one")
		}
		body = d.Body
	}
	if body == nil {
		return p.out, nil
	}
	m, ok := body.(ast.MapNode)
	if !ok {
		return nil, p.errorf(body, "settings are lines of the form key: value")
	}
	for it := m.MapRange(); it.Next(); {
		if err := p.setting(it.Key(), it.Value()); err != nil {
			return nil, err
		}
	}
	return p.out, nil
}

type reader struct {
	name string
	keys []Key
	at   map[*kong.Value]ast.Node // keys seen
	out  *Settings
}

// setting reads one key with its value.
func (p *reader) setting(keyNode ast.MapKeyNode, value ast.Node) error {
	s, ok := keyNode.(*ast.StringNode)
	if !ok {
		return p.errorf(keyNode, "%s is not the name of a setting", strings.TrimSpace(keyNode.String()))
	}
	i := slices.IndexFunc(p.keys, func(k Key) bool { return k.Name == s.Value || slices.Contains(k.Other, s.Value) })
	if i < 0 {
		if like := exit.Nearest(s.Value, names(p.keys)); like != "" {
			return p.errorf(keyNode, "unknown setting %q; did you mean %q?", s.Value, like)
		}
		var all []string
		for _, k := range p.keys {
			all = append(all, k.Name)
		}
		return p.errorf(keyNode, "unknown setting %q; the settings are %s", s.Value, strings.Join(all, ", "))
	}
	k := p.keys[i]
	if first := p.at[k.Flag.Value]; first != nil {
		return p.errorf(keyNode, "%q is --%s, which line %d gives already", s.Value, k.Flag.Name,
			first.GetToken().Position.Line)
	}
	p.at[k.Flag.Value] = keyNode
	var out any
	seq, isList := value.(*ast.SequenceNode)
	switch {
	case isList && !k.list:
		return p.errorf(value, "%s expects %s, not a list", s.Value, k.expects())
	case isList:
		list := []any{}
		for _, e := range seq.Values {
			v, err := p.scalar(s.Value, k, e)
			if err != nil {
				return err
			}
			list = append(list, v)
		}
		out = list
	default:
		v, err := p.scalar(s.Value, k, value)
		if err != nil {
			return err
		}
		if out = v; k.list {
			out = []any{v}
		}
	}
	// Values that the flag itself refuses are refused here, where the place is known.
	trial := reflect.New(k.Flag.Target.Type()).Elem()
	if trial.Kind() == reflect.Pointer {
		trial.Set(reflect.New(trial.Type().Elem()))
	}
	err := k.Flag.Mapper.Decode(&kong.DecodeContext{Value: k.Flag.Value,
		Scan: kong.Scan().PushTyped(out, kong.FlagValueToken)}, trial)
	if err != nil {
		return p.errorf(value, "%s: %v", s.Value, err)
	}
	p.out.values[k.Flag.Value] = out
	return nil
}

// exponentRE matches numbers of YAML 1.2 that the parser takes for strings.
var exponentRE = regexp.MustCompile(`^[-+]?[0-9]+(\.[0-9]*)?[eE][-+]?[0-9]+$`)

// scalar reads one value of the key's kind.
func (p *reader) scalar(name string, k Key, n ast.Node) (any, error) {
	v, ok := literal(n)
	if word, isText := v.(string); isText && k.kind != text && n.GetToken().Type == token.StringType &&
		exponentRE.MatchString(word) {
		f, err := strconv.ParseFloat(word, 64)
		v, ok = f, err == nil
	}
	if ok {
		v, ok = convert(k.kind, v)
	}
	if !ok {
		switch {
		case n.Type() == ast.NullType:
			return nil, p.errorf(n, "%s has no value; it expects %s; otherwise omit it", name, k.expects())
		case k.kind == text && len(k.enum) == 0:
			return nil, p.errorf(n, "%s expects %s; write it in quotes", name, k.expects())
		}
		return nil, p.errorf(n, "%s expects %s", name, k.expects())
	}
	if s, isText := v.(string); isText && len(k.enum) > 0 && !slices.Contains(k.enum, s) {
		if like := exit.Nearest(s, k.enum); like != "" {
			return nil, p.errorf(n, "%s expects %s, not %q; did you mean %q?", name, k.expects(), s, like)
		}
		return nil, p.errorf(n, "%s expects %s, not %q", name, k.expects(), s)
	}
	return v, nil
}

// literal returns the value of a scalar; ok is false for anchors, aliases and tags.
func literal(n ast.Node) (any, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode:
		return n.Value, true
	case *ast.FloatNode:
		return n.Value, true
	case *ast.BoolNode:
		return n.Value, true
	}
	return nil, false
}

// convert converts v to the type that kong accepts for the kind, and reports whether it is valid.
func convert(k kind, v any) (any, bool) {
	switch k {
	case text:
		s, ok := v.(string)
		return s, ok
	case truth:
		b, ok := v.(bool)
		return b, ok
	case number:
		switch n := v.(type) {
		case int64, uint64:
			return n, true
		case float64:
			return n, !math.IsInf(n, 0) && !math.IsNaN(n)
		}
		return nil, false
	}
	switch n := v.(type) {
	case int64:
		return n, k == integer || n >= 0
	case uint64:
		return n, true
	case float64: // 5.0 is a whole number
		return int64(n), n == math.Trunc(n) && math.Abs(n) < 1<<53 && (k == integer || n >= 0)
	}
	return nil, false
}

func (p *reader) errorf(n ast.Node, format string, args ...any) error {
	e := &Error{File: p.name, Msg: fmt.Sprintf(format, args...)}
	if n != nil {
		p.place(e, n.GetToken())
	}
	return e
}

func (p *reader) place(e *Error, t *token.Token) {
	if t != nil && t.Position != nil {
		e.Line, e.Column = t.Position.Line, t.Position.Column
	}
}

func (p *reader) syntax(err error) error {
	e := &Error{File: p.name, Msg: err.Error()}
	if ye := yaml.Error(nil); errors.As(err, &ye) {
		e.Msg = ye.GetMessage()
		p.place(e, ye.GetToken())
	}
	e.Msg, _, _ = strings.Cut(strings.TrimSpace(e.Msg), "\n")
	return e
}

// Validate implements [kong.Resolver].
func (*Settings) Validate(*kong.Application) error { return nil }

// Resolve implements [kong.Resolver]: kong asks for the flags that the command line
// did not set.
func (s *Settings) Resolve(_ *kong.Context, _ *kong.Path, f *kong.Flag) (any, error) {
	v, ok := s.values[f.Value]
	if !ok {
		return nil, nil
	}
	if !slices.Contains(s.used, f) {
		s.used = append(s.used, f)
	}
	return v, nil
}

// Used reports whether the file set the value of a flag.
func (s *Settings) Used(f *kong.Flag) bool { return s != nil && slices.Contains(s.used, f) }

// Flags returns the names of the flags that the file set.
func (s *Settings) Flags() []string {
	if s == nil {
		return nil
	}
	var out []string
	for _, f := range s.used {
		out = append(out, f.Name)
	}
	return out
}

// Args returns the settings that took effect, as arguments of a command line in
// the order of the flags.
func (s *Settings) Args() []string {
	if s == nil {
		return nil
	}
	var out []string
	for _, f := range s.used {
		list, ok := s.values[f.Value].([]any)
		if !ok {
			list = []any{s.values[f.Value]}
		}
		for _, v := range list {
			arg := fmt.Sprint(v)
			if sep := f.Tag.Sep; ok && sep != -1 {
				arg = strings.ReplaceAll(arg, string(sep), `\`+string(sep))
			}
			out = append(out, "--"+f.Name+"="+arg)
		}
	}
	return out
}

package sqlproof

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/internal/core/suite/sqlapp"
	"assay/internal/lang/codetext"
	"assay/internal/lang/sqltext"
)

// Maker calls programs.
type Maker interface {
	// Ready returns nil, or in one line what is missing and how to get it.
	Ready() error
	// Engine names the library that the programs use, as recorded in evidence.
	Engine() string
	// Make calls the function of code with params. It returns the text that the function
	// makes, with $1, $2, …, and their values. The error is a *SQLError if the function
	// fails, otherwise a problem of the machine.
	Make(ctx context.Context, code string, params map[string]Value) (text string, values []Value, err error)
}

// Thrown is the code of the [SQLError] of a program that fails before it makes a statement.
const Thrown = "thrown"

// CompileIn is [Compile] for code in any language that [Runs].
func CompileIn(language, code string, m Maker) (*Statement, error) {
	if !sqlapp.Makes(language) {
		return Compile(code)
	}
	s := &Statement{Program: code, Maker: m}
	return s, s.signature()
}

// Makes reports whether the statement is different for each call.
func (s *Statement) Makes() bool { return s.Program != "" && s.Runner == nil }

// For returns the statement of one call with its parameters.
func (s *Statement) For(ctx context.Context, call *Call) (*Statement, *Call, error) {
	if !s.Makes() {
		return s, call, nil
	}
	if s.Maker == nil {
		return nil, nil, errors.New("no runner for TypeScript is available")
	}
	params := map[string]Value{}
	for _, name := range s.Params {
		if v, ok := call.Params[name]; ok {
			params[name] = v
		}
	}
	text, values, err := s.Maker.Make(ctx, s.Program, params)
	if err != nil {
		return nil, nil, err
	}
	stmts := split(text)
	if len(stmts) != 1 || word(text, stmts[0], 0) == "copy" || !slices.Contains(runnable, word(text, stmts[0], 0)) {
		return nil, nil, &SQLError{Thrown, "it makes no single SELECT, INSERT, UPDATE, DELETE, MERGE, WITH, VALUES or CALL"}
	}
	made := &Statement{Text: text}
	own := &Call{As: call.As, Settings: call.Settings, Params: map[string]Value{}}
	for i, v := range values {
		name := fmt.Sprint(i + 1)
		made.Params, own.Params[name] = append(made.Params, name), v
	}
	return made, own, nil
}

// signature parses the parameters that the only exported function declares: the
// members of the type of its second argument, inline or named.
func (s *Statement) signature() error {
	code := s.Program
	toks := programWords(code, "ts")
	at := func(i int) string {
		if i < 0 || i >= len(toks) {
			return ""
		}
		return toks[i].Text(code)
	}
	var exported []int
	for i := range toks {
		if at(i) == "export" {
			exported = append(exported, i)
		}
	}
	if len(exported) != 1 || at(exported[0]+1) != "function" || at(exported[0]+3) != "(" {
		return errors.New("exports no single function: export function name(db: Knex, p: { … })")
	}
	depth, from, second := 0, -1, false // from: start of the type, as a token index
	for i := exported[0] + 3; i < len(toks) && from < 0 && (depth > 0 || !second); i++ {
		switch w := at(i); {
		case opens(w):
			depth++
		case closes(w):
			depth--
		case w == "," && depth == 1:
			second = true
		case w == ":" && depth == 1 && second:
			from = i + 1
		}
	}
	if from >= 0 && at(from) != "{" {
		for i := range toks {
			if (at(i) == "interface" || at(i) == "type") && at(i+1) == at(from) {
				from = i + 2
				if at(from) == "=" {
					from++
				}
				break
			}
		}
	}
	if at(from) != "{" {
		return errors.New("declares no parameters: the second argument has a type { name: …; … }")
	}
	depth = 0
	for i := from; i < len(toks); i++ {
		switch w := at(i); {
		case opens(w):
			depth++
		case closes(w):
			if depth--; depth == 0 {
				return nil
			}
		case depth == 1 && w != "?" && at(i+1) == ":":
			s.Params = append(s.Params, w)
		case depth == 1 && at(i+1) == "?" && at(i+2) == ":":
			s.Params, s.Optional = append(s.Params, w), append(s.Optional, w)
		}
	}
	return errors.New("has a bracket without a partner")
}

func opens(w string) bool  { return w == "(" || w == "[" || w == "{" }
func closes(w string) bool { return w == ")" || w == "]" || w == "}" }

// lexed splits a program into tokens of the kinds that are used to compare twins.
func lexed(code, language string) []sqltext.Token {
	kinds := map[codetext.Kind]sqltext.Kind{codetext.Space: sqltext.Space, codetext.String: sqltext.String,
		codetext.Number: sqltext.Number, codetext.Word: sqltext.Word, codetext.Punct: sqltext.Punct}
	toks, known := codetext.Lex(language, code)
	if !known { // the whole is one word
		toks = []codetext.Token{{Kind: codetext.Word, End: len(code)}}
	}
	out := make([]sqltext.Token, 0, len(toks))
	for _, t := range toks {
		kind, ok := kinds[t.Kind]
		if !ok { // it is a comment
			kind = sqltext.BlockComment
		}
		out = append(out, sqltext.Token{Kind: kind, Start: t.Start, End: t.End})
	}
	return out
}

// fragment matches a text with more than one name: SQL, of which each word counts.
var fragment = regexp.MustCompile(`\S\s+\S`)

// programWords is the equivalent of [words] for a program.
func programWords(code, language string) (out []sqltext.Token) {
	for _, t := range lexed(code, language) {
		switch text := t.Text(code); {
		case t.Trivia():
		case t.Kind == sqltext.String && fragment.MatchString(text):
			out = append(out, sqltext.Token{Kind: sqltext.Punct, Start: t.Start, End: t.Start + 1})
			for _, w := range sqltext.Lex(text[1 : len(text)-1]) {
				if w.Kind != sqltext.Space {
					w.Start, w.End = w.Start+t.Start+1, w.End+t.Start+1
					out = append(out, w)
				}
			}
			out = append(out, sqltext.Token{Kind: sqltext.Punct, Start: t.End - 1, End: t.End})
		default:
			out = append(out, t)
		}
	}
	return out
}

// CanonIn is [Canon] for code in any language that [Runs].
func CanonIn(language, code string) string {
	if !sqlapp.Program(language) {
		return Canon(code)
	}
	var b strings.Builder
	for _, t := range programWords(code, language) {
		b.WriteString(t.Text(code) + " ")
	}
	return b.String()
}

package audit

import (
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/codetext"
	"assay/internal/lang/solidity"
	"assay/internal/lang/sqltext"
)

// kind is the property of a token that the audit needs.
type kind uint8

const (
	punct   kind = iota
	comment      // with its delimiters
	keyword      // of the language: remains when names are blanked
	name
	number
	literal // of text
)

type lexeme struct {
	kind kind
	text string
}

// lex splits code in any language into tokens without the space between them. An unknown language is read as the
// format's own.
func lex(language string, format bench.Format, code string) []lexeme {
	switch strings.ToLower(language) {
	case "solidity":
		return lexSolidity(code)
	case "sql", "postgresql", "postgres", "plpgsql":
		return lexSQL(code, 0)
	}
	if tokens, ok := codetext.Lex(language, code); ok {
		return lexOther(tokens, code)
	}
	if format.ByRequirement() {
		return lexSQL(code, 0)
	}
	return lexSolidity(code)
}

func lexSolidity(code string) []lexeme {
	var out []lexeme
	for _, t := range solidity.Lex(code) {
		l := lexeme{punct, t.Text(code)}
		switch t.Kind {
		case solidity.Space:
			continue
		case solidity.LineComment, solidity.BlockComment:
			l.kind = comment
		case solidity.Ident:
			l.kind = name
			if solidityWords[strings.TrimRight(l.text, "0123456789")] { // uint256 is uint
				l.kind = keyword
			}
		case solidity.Number:
			l.kind = number
		case solidity.String:
			l.kind = literal
		}
		out = append(out, l)
	}
	return out
}

// maxNesting limits how deep dollar-quoted bodies are opened: one level is a function, two are dynamic SQL in it,
// and deeper ones do not occur in practice.
const maxNesting = 3

// lexSQL also opens dollar-quoted bodies, which contain SQL again.
func lexSQL(code string, nesting int) []lexeme {
	var out []lexeme
	for _, t := range sqltext.Lex(code) {
		l := lexeme{punct, t.Text(code)}
		switch t.Kind {
		case sqltext.Space:
			continue
		case sqltext.LineComment, sqltext.BlockComment:
			l.kind = comment
		case sqltext.Word:
			l.kind = name
			if sqlWords[strings.ToLower(l.text)] {
				l.kind = keyword
			}
		case sqltext.QuotedIdent, sqltext.Param:
			l.kind = name
		case sqltext.Number:
			l.kind = number
		case sqltext.String:
			l.kind = literal
		case sqltext.DollarString:
			l.kind = literal
			if nesting >= maxNesting {
				break
			}
			start, end := sqltext.DollarBody(code, t)
			l = lexeme{punct, "$$"}
			out = append(out, l)
			out = append(out, lexSQL(code[start:end], nesting+1)...)
		}
		out = append(out, l)
	}
	return out
}

// lexOther converts tokens of a language whose keywords are not known: they are names.
func lexOther(tokens []codetext.Token, code string) []lexeme {
	kinds := map[codetext.Kind]kind{codetext.Comment: comment, codetext.String: literal, codetext.Number: number,
		codetext.Word: name, codetext.Punct: punct}
	var out []lexeme
	for _, t := range tokens {
		if t.Kind != codetext.Space {
			out = append(out, lexeme{kinds[t.Kind], strings.TrimSpace(t.Text(code))})
		}
	}
	return out
}

// The two lists need not be complete: a missing keyword is blanked as a name in every text alike.
var solidityWords = wordSet(`abi abstract address as assembly assert block bool break bytes call calldata case catch constant constructor continue
	contract days default delegatecall delete do else emit enum error ether event external fallback false for from function gwei
	hours if immutable import indexed int interface internal is keccak length let library mapping memory minutes modifier msg new
	now override payable pop pragma private public pure push receive require return returns revert seconds selfdestruct send
	sender staticcall storage string struct super switch this throw timestamp transfer true try tx type uint unchecked using
	value var view virtual weeks wei while`)

var sqlWords = wordSet(`all and any array as asc begin between boolean by case cast coalesce conflict constraint count create cross current date
	declare default delete desc distinct do else elsif end except excluded execute exists false fetch filter first for format
	from full function greatest group having if ilike in inner insert int integer intersect interval into is join language last
	lateral least left like limit locked loop max min not nothing null nulls numeric of offset on or order outer over partition
	perform plpgsql raise recursive replace return returning returns right row rows security select set setof skip sum table text
	then timestamptz true union update using values view when where while with`)

func wordSet(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

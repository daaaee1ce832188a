package report

import (
	"strings"
	"sync"

	"assay/internal/lang/codetext"
	"assay/internal/lang/solidity"
	"assay/internal/lang/sqltext"
)

// piece is a part of a text with the CSS class of its kind, "" for plain text.
type piece struct {
	class string
	end   int // in bytes; it begins at the end of the previous one
}

var reserved = sync.OnceValue(func() map[string]bool { return solidity.Reserved("") })

// naming are the words before a name in its declaration.
var naming = map[string]bool{"function": true, "modifier": true, "event": true, "error": true, "contract": true,
	"interface": true, "library": true, "struct": true, "enum": true}

func solidityPieces(code string) []piece {
	var out []piece
	before := ""
	for _, t := range solidity.Lex(code) {
		class := ""
		switch t.Kind {
		case solidity.LineComment, solidity.BlockComment:
			class = "c"
		case solidity.String:
			class = "s"
		case solidity.Number:
			class = "m"
		case solidity.Ident:
			word := t.Text(code)
			switch {
			case naming[before]:
				class = "f"
			case solidity.IsElementary(word), word == "mapping":
				class = "t"
			case reserved()[word]:
				class = "w"
			}
			before = word
		case solidity.Punct, solidity.Invalid:
			before = ""
		}
		out = append(out, piece{class, t.End})
	}
	return out
}

func sqlPieces(code string) []piece {
	var out []piece
	for _, t := range sqltext.Lex(code) {
		class := ""
		switch t.Kind {
		case sqltext.LineComment, sqltext.BlockComment:
			class = "c"
		case sqltext.String, sqltext.DollarString:
			class = "s"
		case sqltext.Number:
			class = "m"
		case sqltext.Word:
			word := strings.ToLower(t.Text(code))
			switch {
			case sqlTypes()[word]:
				class = "t"
			case sqlWords()[word]:
				class = "w"
			}
		}
		out = append(out, piece{class, t.End})
	}
	return out
}

// otherPieces returns the pieces for languages that occur only in imported samples: their comments, strings and
// numbers. It returns nil when the language is unknown.
func otherPieces(language, code string) []piece {
	classes := map[codetext.Kind]string{codetext.Comment: "c", codetext.String: "s", codetext.Number: "m"}
	var out []piece
	tokens, _ := codetext.Lex(language, code)
	for _, t := range tokens {
		out = append(out, piece{classes[t.Kind], t.End})
	}
	return out
}

var (
	sqlTypes = wordSet(`array bigint bigserial boolean bool bytea char character citext date decimal double float4 float8 inet int int2 int4 int8 integer
		interval json jsonb numeric real serial smallint text time timestamp timestamptz uuid varchar void`)
	sqlWords = wordSet(`add after all alter analyze and any as asc before begin between both by cascade case cast check close coalesce collate column comment
		commit conflict constraint create cross current current_date current_setting current_timestamp current_user cursor database declare default deferrable
		delete desc distinct do domain drop each else elsif end enum escape except exclude execute exists explain extension false fetch filter first following for
		force foreign from full function generated grant group grouping having if ilike immutable in index inherits initially inner insert instead intersect into
		invoker is isnull join key language last lateral leading left like limit local lock locked loop materialized merge natural new next no not nothing notnull
		null nulls of off offset old on only or order outer over partition perform policy preceding primary procedure raise range recursive references
		replace restrict return returning returns revoke right role rollback row rows savepoint schema security select sequence session session_user set
		share similar skip some stable strict table temp temporary then tied to trailing transaction trigger truncate unbounded union unique unlogged
		update user using values view volatile when where while window with within without`)
)

// wordSet returns a set that is built on first use.
func wordSet(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		out := map[string]bool{}
		for w := range strings.FieldsSeq(list) {
			out[w] = true
		}
		return out
	})
}

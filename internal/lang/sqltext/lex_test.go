package sqltext

import (
	"strings"
	"testing"
)

func TestLex(t *testing.T) {
	tests := []struct{ src, want string }{
		{"a -- x\n/* /* y */ z */b", "W:a S L:--_x S B:/*_/*_y_*/_z_*/ W:b"},
		{"'it''s' E'a\\'b' x'1F' n'é' U&'a' 'b\\'", `Q:'it''s' S Q:E'a\'b' S Q:x'1F' S Q:n'é' S Q:U&'a' S Q:'b\'`},
		{`"a""b".c`, `I:"a""b" P:. W:c`},
		{"$$ a $x$ b $$ $t$ $$ $t$ $1 $a", "D:$$_a_$x$_b_$$ S D:$t$_$$_$t$ S M:$1 S X:$ W:a"},
		{"x::int=:org_id v:=1", "W:x O::: W:int O:= M::org_id S W:v O::= N:1"},
		{"a<=-1 || b->>'c' @-1", "W:a O:<= O:- N:1 S O:|| S W:b O:->> Q:'c' S O:@- N:1"},
		{"1..10 1.5e-3 .5 0xFF t.id[1:2]", "N:1 P:.. N:10 S N:1.5e-3 S N:.5 S N:0xFF S W:t P:. W:id P:[ N:1 P:: N:2 P:]"},
		{"a-- c", "W:a L:--_c"},
		{"1*/* c */2", "N:1 O:* B:/*_c_*/ N:2"},
		{"'open", "X:'open"},
		{"/* open /* x */", "B:/*_open_/*_x_*/"},
		{"größe {", "W:größe S X:{"},
		{"\ufeff a", "S W:a"},
	}
	letters := map[Kind]string{LineComment: "L", BlockComment: "B", Word: "W", QuotedIdent: "I", String: "Q",
		DollarString: "D", Param: "M", Number: "N", Operator: "O", Punct: "P", Invalid: "X"}
	for _, tt := range tests {
		var got []string
		for _, tok := range Lex(tt.src) {
			if tok.Kind == Space {
				got = append(got, "S")
				continue
			}
			got = append(got, letters[tok.Kind]+":"+strings.ReplaceAll(tok.Text(tt.src), " ", "_"))
		}
		if g := strings.Join(got, " "); g != tt.want {
			t.Errorf("Lex(%q)\n got %s\nwant %s", tt.src, g, tt.want)
		}
	}
}

func TestDollarBody(t *testing.T) {
	for src, want := range map[string]string{"$$x$$": "x", "$ab$ $$ $ab$": " $$ ", "$$$$": ""} {
		toks := Lex(src)
		if start, end := DollarBody(src, toks[0]); len(toks) != 1 || src[start:end] != want {
			t.Errorf("body of %q is %q", src, src[start:end])
		}
	}
}

func FuzzLex(f *testing.F) {
	for _, s := range []string{schema, "$a$ $b$ $1 $", "E'\\", "/*/**/", ":::a", "u&\"", "1.e", "+-+--"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		pos := 0
		for _, tok := range Lex(src) {
			if tok.Start != pos || tok.End <= tok.Start || tok.Kind == 0 {
				t.Fatalf("token %+v at offset %d of %q", tok, pos, src)
			}
			if pos = tok.End; tok.Kind == DollarString {
				if start, end := DollarBody(src, tok); start > end || end > tok.End {
					t.Fatalf("body %d:%d of %+v in %q", start, end, tok, src)
				}
			}
		}
		if pos != len(src) {
			t.Fatalf("tokens end at %d of %d", pos, len(src))
		}
		ParseSpec(src)
	})
}

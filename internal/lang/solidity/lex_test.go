package solidity

import (
	"strings"
	"testing"
)

func TestLex(t *testing.T) {
	tests := []struct{ src, want string }{
		{"a_$1 // x\n/* y */", "I:a_$1 S:_ L://_x S:\\n B:/*_y_*/"},
		{"/**/x", "B:/**/ I:x"},
		{"/* open", "B:/*_open"},
		{"// a\u2028evil()", "L://_a X:\u2028 I:evil P:( P:)"},
		{"// a\r\nb", "L://_a S:\\r\\n I:b"},
		{`hex"00ff" unicode'ß' hexx"a"`, `Q:hex"00ff" S:_ Q:unicode'ß' S:_ I:hexx Q:"a"`},
		{`"a\"b" 'c\\'`, `Q:"a\"b" S:_ Q:'c\\'`},
		{"\"cut\nx", "X:\"cut S:\\n I:x"},
		{"\"on\\\nx\" \"on\\\r\nx\"", `Q:"on\\nx" S:_ Q:"on\\r\nx"`},
		{"\"cut\\\nx", `X:"cut\\nx`},
		{"0xFf_1 1_000.5e-3 .5 1e18 7.x 1ether",
			"N:0xFf_1 S:_ N:1_000.5e-3 S:_ N:.5 S:_ N:1e18 S:_ N:7 P:. I:x S:_ N:1 I:ether"},
		{"a>>>=b>>c=>d", "I:a P:>>>= I:b P:>> I:c P:=> I:d"},
		{"x**y++ -> :=", "I:x P:** I:y P:++ S:_ P:-> S:_ P::="},
		{"@é#", "X:@é#"},
		{"\ufeffx", "S:\ufeff I:x"},
		{"\ufeff // x", "S:\ufeff_ L://_x"},
		{"x\ufeff", "I:x X:\ufeff"},
		{"", ""},
	}
	letters := map[Kind]string{Space: "S", LineComment: "L", BlockComment: "B", Ident: "I", Number: "N", String: "Q",
		Punct: "P", Invalid: "X"}
	show := strings.NewReplacer(" ", "_", "\n", `\n`, "\r", `\r`)
	for _, tt := range tests {
		var got []string
		for _, tok := range Lex(tt.src) {
			got = append(got, letters[tok.Kind]+":"+show.Replace(tok.Text(tt.src)))
		}
		if g := strings.Join(got, " "); g != tt.want {
			t.Errorf("Lex(%q)\n got %s\nwant %s", tt.src, g, tt.want)
		}
	}
}

// checkLossless fails unless the tokens tile src.
func checkLossless(t *testing.T, src string) {
	t.Helper()
	pos := 0
	for _, tok := range Lex(src) {
		if tok.Start != pos || tok.End <= tok.Start || tok.Kind == 0 {
			t.Fatalf("token %+v at offset %d of %q", tok, pos, src)
		}
		pos = tok.End
	}
	if pos != len(src) {
		t.Fatalf("tokens end at %d of %d", pos, len(src))
	}
}

func FuzzLex(f *testing.F) {
	f.Add(outlineSrc)
	f.Add("\"\\")
	f.Add("/*/ //\u0085 .5.5e-")
	f.Add("\xff\x00hex'")
	f.Fuzz(func(t *testing.T, src string) { checkLossless(t, src) })
}

func TestLines(t *testing.T) {
	l := newLines("a\nbc\n\nd")
	for off, want := range map[int]int{-1: 1, 0: 1, 1: 1, 2: 2, 4: 2, 5: 3, 6: 4, 99: 4} {
		if got := l.Line(off); got != want {
			t.Errorf("Line(%d) = %d, want %d", off, got, want)
		}
	}
}

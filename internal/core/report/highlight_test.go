package report

import (
	"strings"
	"testing"
)

func TestHighlightKinds(t *testing.T) {
	for _, tt := range []struct{ language, code, want string }{
		{"solidity", "function pay(uint256 n) public { f(\"x\", 1 ether); } // why",
			"w:function f:pay t:uint256 w:public s:\"x\" m:1 w:ether c:// why"},
		{"solidity", "contract Bank is Safe { mapping(address => uint) of; }",
			"w:contract f:Bank w:is t:mapping t:address t:uint w:of"},
		{"sql", "SELECT id::text FROM t WHERE org = $1 AND x = 'a' -- 7\n  LIMIT 5",
			"w:SELECT t:text w:FROM w:WHERE w:AND s:'a' c:-- 7 w:LIMIT m:5"},
		{"go", "x := 7 + `y` // z", "m:7 s:`y` c:// z"},
		{"no such language", "contract A {}", ""},
	} {
		var got []string
		for _, line := range Highlight(tt.language, tt.code) {
			for _, tk := range line {
				if tk.Class != "" {
					got = append(got, tk.Class+":"+strings.TrimSpace(tk.Text))
				}
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: %s\n got %s\nwant %s", tt.language, tt.code, s, tt.want)
		}
	}
}

// Whatever the text, its lines are all there.
func FuzzHighlight(f *testing.F) {
	f.Add("contract A {\n}\n")
	f.Add("\n\n")
	f.Add("select 'a\nb' from \"x\r\n")
	f.Fuzz(func(t *testing.T, code string) {
		for _, language := range []string{"solidity", "sql", ""} {
			var lines []string
			for _, line := range colour(language, code) {
				text := ""
				for _, tk := range line {
					text += tk.Text
				}
				lines = append(lines, text)
			}
			if lines != nil && strings.Join(lines, "\n") != strings.TrimSuffix(code, "\n") {
				t.Errorf("%s: %q became %q", language, code, lines)
			}
		}
	})
}

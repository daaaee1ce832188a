package recall

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/bench"
)

func program(names string) string {
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, "    %s%d = give(%s%d, sender);\n", names, i, names, i+1)
	}
	return b.String()
}

// A text is split at two fifths of its lines, and its counterpart with other names at the same line. No
// question is asked about a short text, or one whose beginning contains its end.
func TestCut(t *testing.T) {
	text := "\n" + program("vault")
	beginning, rest, ok := Cut(text)
	if !ok || beginning+rest != text || strings.Count(beginning, "\n") != 13 {
		t.Errorf("%v, %d lines", ok, strings.Count(beginning, "\n"))
	}
	if b, r, ok := CutAt("\n"+program("safe"), 13); !ok || strings.Count(b, "\n") != 13 || strings.Count(r, "\n") != 18 {
		t.Error(ok, b)
	}
	for name, text := range map[string]string{"short": strings.Repeat("a = b + c;\n", 21),
		"the same": strings.Repeat("a = b + c;\n", 60), "blank": strings.Repeat("\n", 90)} {
		if _, _, ok := Cut(text); ok {
			t.Errorf("%s is asked about", name)
		}
	}
}

// Runs that the beginning contains do not count. A memorised text counts fully, regardless of its layout or
// fence; half of it counts half.
func TestOverlap(t *testing.T) {
	beginning, rest, _ := Cut(program("vault"))
	c := bench.Continuation{Rest: rest}
	hits, of := Overlap(c, beginning, "```solidity\n"+strings.ReplaceAll(rest, "    ", "\t")+"\n```")
	if hits != of || of < 50 {
		t.Errorf("by heart: %d of %d", hits, of)
	}
	if hits, _ := Overlap(c, beginning, beginning); hits != 0 {
		t.Errorf("the beginning again: %d of %d", hits, of)
	}
	if hits, _ := Overlap(c, beginning, program("safe")); hits != 0 {
		t.Errorf("in other names: %d of %d", hits, of)
	}
	if hits, _ := Overlap(c, beginning, rest[:len(rest)/2]); hits < of/3 || hits > 2*of/3 {
		t.Errorf("half: %d of %d", hits, of)
	}
	known := "require(msg.sender == owner, denied);\n"
	if hits, some := Overlap(bench.Continuation{Rest: rest + known}, beginning+known, known); hits != 0 || some < of ||
		some > of+4 {
		t.Errorf("what the beginning holds counts: %d of %d, beside %d", hits, some, of)
	}
	canary := bench.Continuation{Rest: "4567-89ab\n", Canary: true}
	if hits, of := Overlap(canary, "", "It is ...4567-89AB."); hits != 1 || of != 1 {
		t.Error("the canary is not known")
	}
	if hits, _ := Overlap(canary, "", "It is ...4567-89a."); hits != 0 {
		t.Error("another canary is taken for it")
	}
}

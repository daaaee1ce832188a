package shapeshifter

import (
	"strings"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/lang/transform"
)

// L1 is the first level of the paper's Shapeshifter.
var L1 = transform.Transformation{
	Name: "shapeshifter-l1",
	Doc: `lay the code out irregularly

Lines are broken, joined and indented at random; every token stays.`,
	Kind:     transform.Preserving,
	Letter:   "O",
	Promises: transform.C1,
	Run:      runLayout,
}

func runLayout(in *transform.Input) (*transform.Output, error) {
	out := &transform.Output{Edits: map[string][]edit.Edit{}, Note: "laid out irregularly"}
	for _, f := range in.Shown() {
		out.Edits[f.Path] = layout(in.Dice, in.Survey(f.Text))
	}
	if out.Empty() {
		return nil, transform.NotApplicable("there is no blank to change")
	}
	return out, nil
}

// layout changes blanks between tokens of code. Blanks next to comments stay, since comments belong
// to their places; so do directives, whose text does not consist of tokens.
func layout(d transform.Dice, o *solidity.Outline) []edit.Edit {
	var out []edit.Edit
	src, toks, fns := o.Src, o.Tokens, o.Functions
	seen := map[string]int{}
	directive := false
	for i, t := range toks {
		for len(fns) > 0 && fns[0].Span().End <= t.Start {
			fns = fns[1:]
		}
		text := t.Text(src)
		switch {
		case t.Kind == solidity.Ident && (text == "pragma" || text == "import"):
			directive = true
		case text == ";":
			directive = false
		}
		if directive || t.Kind != solidity.Space || i == 0 || i == len(toks)-1 || toks[i-1].Comment() || toks[i+1].Comment() {
			continue
		}
		before, after := toks[i-1], toks[i+1]
		// The key counts equal neighbours inside a function, so that the fix of one function
		// leaves the layout of all others unchanged.
		key := before.Text(src) + " " + after.Text(src)
		if len(fns) > 0 && fns[0].Span().Contains(t.Start) {
			key = fns[0].Contract + "." + fns[0].Name + ":" + key
		}
		seen[key]++
		x := d.Uint64("gap", key, seen[key])
		now := gap(x, text, before.Text(src), after.Text(src))
		if now == "" && !apart(src, before, after) {
			now = " "
		}
		if now != text {
			out = append(out, edit.Edit{Start: t.Start, End: t.End, New: now})
		}
	}
	return out
}

// gap chooses blanks by 64 random bits.
func gap(x uint64, old, before, after string) string {
	percent := x % 100
	indent := strings.Repeat(" ", int((x>>8)%13))
	broken := strings.Contains(old, "\n")
	switch {
	case broken && percent < 22 && before != "}": // join
		return " "
	case broken && percent < 30:
		return "\n\n" + indent
	case broken:
		return "\n" + indent
	case percent < 8:
		return "\n" + indent
	case percent < 16:
		return "  "
	case percent < 45 && !isWordByte(before[len(before)-1]) || percent < 45 && !isWordByte(after[0]):
		return ""
	}
	return " "
}

// apart reports whether two tokens stay separate with nothing between them.
func apart(src string, a, b solidity.Token) bool {
	if isWordByte(src[a.End-1]) && isWordByte(src[b.Start]) {
		return false
	}
	toks := solidity.Lex(a.Text(src) + b.Text(src))
	return len(toks) == 2 && toks[0].End == a.End-a.Start && toks[0].Kind == a.Kind && toks[1].Kind == b.Kind
}

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

package mutate

import (
	"regexp"

	"assay/internal/sqltext"
)

// quotes are the conversions of format() that quote.
var quotes = regexp.MustCompile(`%(?:\d+\$)?-?\d*[LI]`)

var formatQuote = Operator{
	Name: "format-quote",
	Doc:  "turns %L and %I into %s in a format()",
	find: func(u *unit) (out []change) {
		// By the tokens: in a body's tree, EXECUTE format(…) is text.
		for k := range u.words {
			if u.words[k] != "format" || u.word(k+1) != "(" {
				continue
			}
			args := u.arguments(k + 1)
			if len(args) == 0 {
				continue
			}
			for i := args[0][0]; i <= args[0][1]; i++ {
				t := u.toks[i]
				if t.Kind != sqltext.String && t.Kind != sqltext.DollarString {
					continue
				}
				for _, m := range quotes.FindAllStringIndex(t.Text(u.code), -1) {
					at := t.Start + m[1] - 1
					if m[0] > 0 && u.code[t.Start+m[0]-1] == '%' {
						continue // %%L is a percent sign and an L
					}
					out = append(out, changed(at, at+1, "s", "%s for %s in format()", "%s", u.code[t.Start+m[0]:at+1]))
				}
			}
		}
		return out
	},
}

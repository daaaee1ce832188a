package solidity

import (
	"strings"

	"assay/internal/author/generate"
	"assay/internal/lang/solidity"
)

// halves counts the runs of the safe half and of the vulnerable half in the files of a sample, namely the files
// that have a twin. These are the disguised texts, which a subject reads.
func halves(files map[string]string) generate.Pair {
	var text [2]strings.Builder
	for _, p := range paths(files) {
		if at := strings.Index(p, fixedDir); at >= 0 {
			text[0].WriteString(files[p])
			text[1].WriteString(files[p[:at]+"/"+p[at+len(fixedDir):]])
		}
	}
	return generate.Pair{generate.Runs(words(text[0].String())), generate.Runs(words(text[1].String()))}
}

// words returns the tokens of a text without comments and whitespace.
func words(text string) (out []string) {
	for _, t := range solidity.Lex(text) {
		if !t.Trivia() {
			out = append(out, t.Text(text))
		}
	}
	return out
}

// fixedDir separates the directory of a sample from the path of a file of its safe half.
const fixedDir = "/fixed/"

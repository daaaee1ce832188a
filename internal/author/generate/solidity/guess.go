package solidity

import (
	"strings"

	"assay/internal/author/audit"
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
	same := func(name string) string { return name }
	return pairOf(bare(text[0].String(), same), bare(text[1].String(), same),
		func(safe, vulnerable []string) ([]string, []string) { return safe, vulnerable })
}

// bare returns a text with other names, and without comments, which hold the labels, and blank lines.
func bare(text string, name func(string) string) string {
	var code, out strings.Builder
	for _, t := range solidity.Lex(text) {
		if !t.Comment() {
			code.WriteString(name(t.Text(text)))
		}
	}
	for line := range strings.Lines(code.String()) {
		if line = strings.TrimRight(line, " \t\n"); line != "" {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}

// pairOf counts the runs of two halves, those of shapes and characters in the given part of them.
func pairOf(safe, vulnerable string, part func(safe, vulnerable []string) ([]string, []string)) generate.Pair {
	p := generate.Pair{generate.Runs(words(safe)), generate.Runs(words(vulnerable))}
	s, v := part(audit.Shapes(safe), audit.Shapes(vulnerable))
	p.Add(generate.Shapes, 1, 4, s, v)
	s, v = part(strings.Split(safe, ""), strings.Split(vulnerable, ""))
	p.Add(generate.Characters, 3, 5, s, v)
	return p
}

// changed leaves out how two halves begin and end alike, but for what stands in one run with a change: no difference is
// in it.
func changed(safe, vulnerable []string) ([]string, []string) {
	const around = 4
	n, from, to := min(len(safe), len(vulnerable)), 0, 0
	for from < n && safe[from] == vulnerable[from] {
		from++
	}
	for to < n-from && safe[len(safe)-1-to] == vulnerable[len(vulnerable)-1-to] {
		to++
	}
	from, to = max(from-around, 0), max(to-around, 0)
	return safe[from : len(safe)-to], vulnerable[from : len(vulnerable)-to]
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

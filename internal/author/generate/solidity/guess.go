package solidity

import (
	"strings"

	"assay/internal/author/audit"
	"assay/internal/author/generate"
	"assay/internal/lang/edit"
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
	safe, vulnerable := bare(text[0].String(), same), bare(text[1].String(), same)
	p := generate.Pair{runs(safe), runs(vulnerable)}
	shapes, characters := parts(safe, vulnerable)
	p.Add(generate.Shapes, 1, 4, shapes[0], shapes[1])
	p.Add(generate.Characters, 3, 5, characters[0], characters[1])
	return p
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

// runs counts the runs of the tokens of a text.
func runs(text string) map[string]int { return generate.Runs(words(text)) }

// parts returns the shapes and the characters of two texts.
func parts(safe, vulnerable string) (shapes, characters [2][]string) {
	return [2][]string{audit.Shapes(safe), audit.Shapes(vulnerable)},
		[2][]string{strings.Split(safe, ""), strings.Split(vulnerable, "")}
}

// different is the pair of two halves with the runs of their tokens, which it keeps, and with those runs of shapes and
// of characters that they do not have equally often.
func different(safe, vulnerable string, tokens generate.Pair) generate.Pair {
	for _, place := range changed(safe, vulnerable) {
		shapes, characters := parts(place[0], place[1])
		shapes, characters = trimmed(shapes), trimmed(characters)
		tokens.Add(generate.Shapes, 1, 4, shapes[0], shapes[1])
		tokens.Add(generate.Characters, 3, 5, characters[0], characters[1])
	}
	return tokens
}

// around is how many parts of a run may stand before or after a change: a run has at most five.
const around = 4

// changed returns the places in which two halves without blank lines differ, each with some lines before and after it.
func changed(safe, vulnerable string) (out [][2]string) {
	a, b := strings.SplitAfter(safe, "\n"), strings.SplitAfter(vulnerable, "\n")
	hunks := edit.Hunks(a, b)
	for i := 0; i < len(hunks); {
		h := hunks[i]
		for i++; i < len(hunks) && hunks[i].From-h.To < 2*around; i++ {
			h.To, h.Until = hunks[i].To, hunks[i].Until
		}
		before, after := min(around, h.From), min(around, len(a)-h.To)
		out = append(out, [2]string{strings.Join(a[h.From-before:h.To+after], ""),
			strings.Join(b[h.At-before:h.Until+after], "")})
	}
	return out
}

// trimmed leaves out how two lists begin and end alike, but for what stands in one run with a change.
func trimmed(of [2][]string) [2][]string {
	a, b, from, to := of[0], of[1], 0, 0
	n := min(len(a), len(b))
	for from < n && a[from] == b[from] {
		from++
	}
	for to < n-from && a[len(a)-1-to] == b[len(b)-1-to] {
		to++
	}
	from, to = max(from-around, 0), max(to-around, 0)
	return [2][]string{a[from : len(a)-to], b[from : len(b)-to]}
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

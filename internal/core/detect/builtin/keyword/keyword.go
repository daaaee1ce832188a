// Package keyword is the detector that recognises words and does not understand code: it reads only the names
// and comments of a text. It ignores order, structure, operators and literals, so it gives a fixed twin with
// the same names the same verdict. A model that has memorised incidents by their vocabulary behaves like this,
// and the metrics must show it.
package keyword

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/detect"
	"assay/internal/lang/solidity"
	"assay/internal/lang/sqltext"
)

// Detector is builtin/keyword.
type Detector struct{}

var _ detect.Detector = Detector{}

// New returns builtin/keyword.
func New() Detector { return Detector{} }

// Subject implements [detect.Detector].
func (Detector) Subject() bench.Subject {
	return bench.Subject{Name: "builtin/keyword", Kind: "builtin", Version: "1",
		Doc: "recognises names and comments, sees no code"}
}

// PromptHash implements [detect.Detector]; no question is sent.
func (Detector) PromptHash(bench.Task) (string, error) { return "", nil }

// Detect implements [detect.Detector]. It reads only the code under review, and the numbered requirements of
// the specification.
func (Detector) Detect(_ context.Context, task bench.Task) (bench.Response, error) {
	src := task.Files[0].Text
	if task.Language == "solidity" {
		return detect.Reply(task, readSolidity(src)), nil
	}
	return detect.Reply(task, readSQL(src, task.Spec)), nil
}

// readSolidity recognises a class by the names and comments of the whole text. The location is the first
// function whose own name or comments contain one of the words of the class, or else the first that mentions
// one.
func readSolidity(src string) bench.Answer {
	o := solidity.Survey(src)
	all := words{}
	named := make([]words, len(o.Functions))     // name and comments of each function
	mentioned := make([]words, len(o.Functions)) // and every other name in its code
	for i, f := range o.Functions {
		named[i], mentioned[i] = words{}, words{}
		named[i].add(f.Name)
	}
	next := 0            // index of the function around or after the token
	var leading []string // comments since the last token of code
	for _, t := range o.Tokens {
		for next < len(o.Functions) && o.Functions[next].Span().End <= t.Start {
			next++
		}
		inside := next < len(o.Functions) && o.Functions[next].Span().Contains(t.Start)
		text := t.Text(src)
		switch {
		case t.Kind == solidity.Space:
			continue
		case t.Comment():
			all.add(text)
			if inside {
				named[next].add(text)
			} else {
				leading = append(leading, text)
			}
			continue
		}
		if inside && t.Start == o.Functions[next].Header.Start {
			for _, c := range leading {
				named[next].add(c)
			}
		}
		leading = nil
		if t.Kind == solidity.Ident {
			all.add(text)
			if inside {
				mentioned[next].add(text)
			}
		}
	}
	class, share := recognise(all, solidityVocabulary)
	if class == "" {
		return safe()
	}
	location := ""
	for _, sets := range [][]words{named, mentioned} {
		i := slices.IndexFunc(sets, func(w words) bool { _, n := w.weigh(solidityVocabulary[class]); return n > 0 })
		if i >= 0 {
			f := o.Functions[i]
			location = fmt.Sprintf("%s(), lines %d-%d", strings.TrimPrefix(f.Contract+"."+f.Name, "."), f.Line, f.EndLine)
			break
		}
	}
	return vulnerable(class, share, location, nil)
}

func readSQL(src, spec string) bench.Answer {
	all := words{}
	collectSQL(src, all, 0)
	class, share := recognise(all, sqlVocabulary)
	if class == "" {
		return safe()
	}
	var requirements []int
	if n, ok := sqltext.ParseSpec(spec).Requirement(class); ok {
		requirements = []int{n}
	}
	return vulnerable(class, share, "", requirements)
}

// collectSQL adds the names and comments of src, including the bodies of its functions; depth bounds the
// nesting of dollar quotes.
func collectSQL(src string, into words, depth int) {
	for _, t := range sqltext.Lex(src) {
		switch {
		case t.Comment(), t.Kind == sqltext.Word, t.Kind == sqltext.QuotedIdent, t.Kind == sqltext.Param:
			into.add(t.Text(src))
		case t.Kind == sqltext.DollarString && depth < 3:
			start, end := sqltext.DollarBody(src, t)
			collectSQL(src[start:end], into, depth+1)
		}
	}
}

// Thresholds of recognition: at least fewest words of a class's vocabulary must occur, and their share of its
// weight must reach familiar.
const (
	fewest   = 3
	familiar = 0.4
)

// recognise returns the class with the largest share of its vocabulary in the text, "" when no class reaches
// the thresholds. A tie goes to the first class in the taxonomy.
func recognise(seen words, vocabulary map[bench.Class]map[string]int) (best bench.Class, share float64) {
	for _, info := range bench.Classes() {
		total := 0
		for _, n := range vocabulary[info.ID] {
			total += n
		}
		if total == 0 {
			continue
		}
		weight, n := seen.weigh(vocabulary[info.ID])
		if s := float64(weight) / float64(total); n >= fewest && s >= familiar && s > share {
			best, share = info.ID, s
		}
	}
	return best, share
}

func safe() bench.Answer {
	return bench.Answer{Verdict: bench.Safe, Confidence: new(0.5),
		Explanation: "No name or comment is familiar from a known flaw."}
}

func vulnerable(class bench.Class, share float64, location string, requirements []int) bench.Answer {
	confidence := math.Round(100*min(0.95, 0.35+0.6*share)) / 100
	text := fmt.Sprintf("The names and comments remind of known cases of: %s.", strings.ToLower(class.Title()))
	return bench.Answer{
		Verdict:     bench.Vulnerable,
		Confidence:  &confidence,
		Explanation: text,
		Findings: []bench.Finding{{
			Type: class.Title(), Severity: "high", Location: location, Explanation: text, Requirements: requirements,
		}},
	}
}

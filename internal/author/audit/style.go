package audit

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/stats"
)

// habit is one habit of writing that a text may show. It is unrelated to what the code does.
type habit struct {
	name string
	in   *regexp.Regexp
}

// habits are searched for in the text that is shown.
var habits = []habit{
	{"indented by tabs", regexp.MustCompile(`(?m)^\t`)},
	{"indented by two", regexp.MustCompile(`(?m)^  \S`)},
	{"brace on a line of its own", regexp.MustCompile(`(?m)^\s*\{\s*$`)},
	{"statement behind if on its line", regexp.MustCompile(`(?m)^\s*if \(.*\) \w`)},
	{"licence line", regexp.MustCompile(`SPDX-License`)},
	{"open pragma", regexp.MustCompile(`pragma solidity\s*[\^>]`)},
	{"named imports", regexp.MustCompile(`import \{`)},
	{"whole imports", regexp.MustCompile(`import "`)},
	{"comments with two strokes", regexp.MustCompile(`(?m)^\s*//[^/]`)},
	{"comments with three strokes", regexp.MustCompile(`(?m)^\s*///`)},
	{"comments in stars", regexp.MustCompile(`/\*\*`)},
	{"comments behind code", regexp.MustCompile(`(?m)[;{,] *//`)},
	{"rules of signs in comments", regexp.MustCompile(`//\s*[-=*#]{4}`)},
	{"@notice", regexp.MustCompile(`@notice`)},
	{"@dev", regexp.MustCompile(`@dev`)},
	{"@param", regexp.MustCompile(`@param`)},
	{"@return", regexp.MustCompile(`@return`)},
	{"@title", regexp.MustCompile(`@title`)},
	{"comments end with a full stop", regexp.MustCompile(`(?m)(//|\*).*\.$`)},
	{"comments begin with a small letter", regexp.MustCompile(`(?m)//+ [a-z]`)},
	{"British spelling", regexp.MustCompile(`(?i)\w(isation|ised?|ising|our)\b|licence|centre`)},
	{"American spelling", regexp.MustCompile(`(?i)\w(ization|ized?|izing)\b|\b(color|favor|honor)|license[ds]?\b|center`)},
	{"require without a reason", regexp.MustCompile(`require\([^"]*?\);`)},
	{"require with a reason", regexp.MustCompile(`require\(.*,\s*"`)},
	{"require with a name and a colon", regexp.MustCompile(`"\w+: `)},
	{"require with an exclamation", regexp.MustCompile(`"!\w`)},
	{"revert without words", regexp.MustCompile(`revert\(\)`)},
	{"errors without arguments", regexp.MustCompile(`(?m)\berror \w+\(\);`)},
	{"errors with arguments", regexp.MustCompile(`(?m)\berror \w+\(\w`)},
	{"errors before the contract", regexp.MustCompile(`(?m)^error `)},
	{"uint", regexp.MustCompile(`\buint\b`)},
	{"uint256", regexp.MustCompile(`\buint256\b`)},
	{"now", regexp.MustCompile(`\bnow\b`)},
	{"unchecked", regexp.MustCompile(`\bunchecked \{`)},
	{"assembly", regexp.MustCompile(`\bassembly\b`)},
	{"modifiers", regexp.MustCompile(`\bmodifier \w`)},
	{"using for", regexp.MustCompile(`\busing \w+ for`)},
	{"library in the file", regexp.MustCompile(`(?m)^library `)},
	{"interface in the file", regexp.MustCompile(`(?m)^interface `)},
	{"abstract", regexp.MustCompile(`(?m)^abstract `)},
	{"several contracts", regexp.MustCompile(`(?ms)^contract .*^contract `)},
	{"count with ++ behind", regexp.MustCompile(`\w\+\+`)},
	{"count with ++ before", regexp.MustCompile(`\+\+\w`)},
	{"arguments with a stroke before", regexp.MustCompile(`[(,] ?\w+ (memory |calldata )?_[a-z]`)},
	{"arguments with a stroke behind", regexp.MustCompile(`[(,] ?\w+ (memory |calldata )?\w+_[,)]`)},
	{"names of one letter", regexp.MustCompile(`\b[a-hj-z]\b ?[=;,)]`)},
	{"snake case", regexp.MustCompile(`\b[a-z]+_[a-z]+`)},
	{"constants in capitals", regexp.MustCompile(`constant [A-Z_]+\b`)},
	{"internal names with a stroke", regexp.MustCompile(`function _\w`)},
	{"named mappings", regexp.MustCompile(`mapping\(\w+ \w+ =>`)},
	{"blank between mapping and bracket", regexp.MustCompile(`mapping \(`)},
	{"named results", regexp.MustCompile(`returns \(\w+ (memory )?\w+`)},
	{"tuple of a call with a blank", regexp.MustCompile(`\(bool \w+, \)`)},
	{"several lines of arguments", regexp.MustCompile(`(?m)\($`)},
	{"key words in capitals", regexp.MustCompile(`\b(SELECT|INSERT|UPDATE|DELETE)\b`)},
	{"key words in small letters", regexp.MustCompile(`\b(select|insert|update|delete) `)},
	{"commas before", regexp.MustCompile(`(?m)^\s*,`)},
	{"AND before", regexp.MustCompile(`(?mi)^\s*and\b`)},
	{"AND behind", regexp.MustCompile(`(?mi)\band$`)},
}

// style returns the habits that a text shows, and the range of each of its proportions.
func style(t *text) []string {
	var out []string
	for _, m := range habits {
		if m.in.MatchString(t.shown) {
			out = append(out, m.name)
		}
	}
	lines := strings.Split(t.shown, "\n")
	var widths []int
	blank := 0
	for _, l := range lines {
		if strings.TrimSpace(l) == "" {
			blank++
			continue
		}
		widths = append(widths, len(l))
	}
	slices.Sort(widths)
	if n := len(widths); n > 0 {
		out = append(out, fmt.Sprintf("lines of up to %d bytes", (widths[n*9/10]/20+1)*20))
	}
	out = append(out, fmt.Sprintf("blank lines %d/20", 20*blank/len(lines)))
	letters, names := 0, 0
	for _, l := range t.tokens {
		if l.kind == name {
			letters += len(l.text)
			names++
		}
	}
	out = append(out, fmt.Sprintf("names of %d letters", letters/max(names, 1)))
	size := 0
	for _, c := range t.comments {
		size += len(c)
	}
	return append(out, fmt.Sprintf("comments %d/20", 20*size/max(len(t.shown), 1)))
}

// styleGrams counts each habit of a text once.
func styleGrams(c *corpus) *grams {
	habits := newInterner[string]()
	g := &grams{}
	for i := range c.texts {
		var doc []gram
		for _, s := range style(&c.texts[i]) {
			doc = append(doc, gram{habits.id(s), 1})
		}
		slices.SortFunc(doc, func(a, b gram) int { return int(a.id - b.id) })
		g.docs = append(g.docs, doc)
	}
	g.size, g.name = len(habits.keys), func(id int32) string { return habits.keys[id] }
	g.prune(c)
	return g
}

// Style measures how well the manner of writing reveals a property of a text other than its truth. It is no
// verdict, since a subset or a class is no answer; it is a number that readers of results need.
type Style struct {
	Target   string          `json:"target"` // what is predicted: group or class
	Values   int             `json:"values"` // number of its values with at least five bases each
	Texts    int             `json:"texts"`
	Balanced float64         `json:"balanced_accuracy"` // mean over values; chance is one of Values
	Interval *stats.Interval `json:"interval,omitempty"`
}

// styles predicts groups and classes by naive Bayes on habits, out of base.
func styles(variants []bench.Variant, c *corpus, seed uint64) []Style {
	out := []Style{}
	g := styleGrams(c)
	for _, target := range []struct {
		name string
		of   func(*bench.Variant) string
	}{
		{"group", func(v *bench.Variant) string { return v.Group }},
		{"class", func(v *bench.Variant) string { return string(v.Class) }},
	} {
		of := make([]string, len(variants)) // by text: its value
		bases := map[string]map[int]bool{}
		for i := range variants {
			of[i] = target.of(&variants[i])
			if bases[of[i]] == nil {
				bases[of[i]] = map[int]bool{}
			}
			bases[of[i]][c.texts[i].base] = true
		}
		var values []string
		for v, members := range bases {
			if v != "" && len(members) >= 5 {
				values = append(values, v)
			}
		}
		if slices.Sort(values); len(values) < 2 {
			continue
		}
		out = append(out, predict(target.name, values, of, g, c, seed))
	}
	return out
}

// predict predicts, for every text with one of the values, which value it has, by a model of all other bases in which
// all values are equally likely.
func predict(target string, values, of []string, g *grams, c *corpus, seed uint64) Style {
	k := len(values)
	at := make([]int, len(of)) // index of the text's value, or -1
	count, texts := make([][]float64, k), make([]float64, k)
	for j := range count {
		count[j] = make([]float64, g.size)
	}
	s := Style{Target: target, Values: k}
	for i := range of {
		at[i] = slices.Index(values, of[i])
	}
	add := func(i int, n int32) {
		if j := at[i]; j >= 0 {
			texts[j] += float64(n)
			for _, x := range g.docs[i] {
				count[j][x.id] += float64(n)
			}
		}
	}
	for i := range of {
		add(i, 1)
	}
	rows := make([][]float64, len(c.members))
	c.leaveOut(add, func(b int, members []int) {
		rows[b] = make([]float64, 2*k)
		for _, i := range members {
			if at[i] < 0 {
				continue
			}
			best, most := 0, math.Inf(-1)
			for j := range values {
				sum := 0.0
				for id := range g.size {
					p := (count[j][id] + 1) / (texts[j] + 2)
					if !slices.Contains(g.docs[i], gram{int32(id), 1}) {
						p = 1 - p
					}
					sum += math.Log(p)
				}
				if sum > most {
					best, most = j, sum
				}
			}
			s.Texts++
			rows[b][2*at[i]+1]++
			if best == at[i] {
				rows[b][2*at[i]]++
			}
		}
	})
	s.Balanced, s.Interval, _, _ = stats.ClusterBootstrap(rows, func(sums []float64) (float64, bool) {
		mean := 0.0
		for j := range k {
			if sums[2*j+1] == 0 {
				return 0, false
			}
			mean += sums[2*j] / sums[2*j+1] / float64(k)
		}
		return mean, true
	}, seed)
	return s
}

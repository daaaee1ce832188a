package audit

import (
	"crypto/sha256"
	"io"
	"slices"

	"assay/internal/bench"
	"assay/internal/core/prompt"
	"assay/internal/core/suite"
)

// Duplicate is code that occurs more than once in the suite, ignoring comments and blank space.
type Duplicate struct {
	// Contradiction reports that the same code is labelled vulnerable in one place and safe in another.
	Contradiction bool     `json:"contradiction"`
	Vulnerable    []string `json:"vulnerable"` // sources of the variants with it
	Safe          []string `json:"safe"`
}

// duplicates finds equal code. Twins are no exception: twins that differ in comments only are a contradiction.
// Variants made by transformations may repeat their own base, but not another base and not with another truth.
func duplicates(s *suite.Suite, c *corpus) []Duplicate {
	groups := map[[32]byte][]int{}
	var order [][32]byte
	for i := range c.texts {
		h := sha256.New()
		for _, l := range c.texts[i].tokens {
			if l.kind != comment {
				io.WriteString(h, l.text)
				h.Write([]byte{0})
			}
		}
		key := [32]byte(h.Sum(nil))
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], i)
	}
	out := []Duplicate{}
	for _, key := range order {
		d := Duplicate{Vulnerable: []string{}, Safe: []string{}}
		originals, bases := 0, map[int]bool{}
		for _, i := range groups[key] {
			t := &c.texts[i]
			bases[t.base] = true
			if !t.chain {
				originals++
			}
			if c.bad[i] {
				d.Vulnerable = append(d.Vulnerable, t.source)
			} else {
				d.Safe = append(d.Safe, t.source)
			}
		}
		d.Contradiction = len(d.Vulnerable) > 0 && len(d.Safe) > 0
		if d.Contradiction || originals > 1 || len(bases) > 1 {
			out = append(out, d)
		}
	}
	return out
}

// Leak is a label word in a rendered prompt.
type Leak struct {
	Source     string   `json:"source"`
	Key        string   `json:"key"`
	Words      []string `json:"words"`
	Strategies []string `json:"strategies"` // whose prompts contain at least one of them
}

// Hint is a word of a text that gives its answer away, as the loader of the suite found it.
type Hint struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Msg  string `json:"message"`
}

// leaks renders every question that any strategy asks about the suite, and searches it for the answer.
func leaks(s *suite.Suite) []Leak {
	out := []Leak{}
	all := prompt.All()
	for i := range s.Variants {
		v := &s.Variants[i]
		l := Leak{Source: v.Source, Key: v.Key}
		for _, st := range all {
			p, err := prompt.Render(st, v.Task)
			if err != nil || prompt.FormatOf(v.Task) != v.Format {
				continue // the strategy is for other tasks
			}
			if found := prompt.Leaks(p, *v); len(found) > 0 {
				l.Words = append(l.Words, found...)
				l.Strategies = append(l.Strategies, st.Name)
			}
		}
		if len(l.Words) > 0 {
			slices.Sort(l.Words)
			l.Words = slices.Compact(l.Words)
			out = append(out, l)
		}
	}
	return out
}

// twinsOf returns the pairs of indices of the vulnerable variants and of their twins.
func twinsOf(variants []bench.Variant) [][2]int {
	at := map[string]int{}
	for i := range variants {
		at[variants[i].Key] = i
	}
	var out [][2]int
	for i := range variants {
		if j, ok := at[variants[i].Twin]; ok && variants[i].Twin != "" {
			out = append(out, [2]int{i, j})
		}
	}
	return out
}

package suite

import (
	"fmt"
	"hash/maphash"
	"path"
	"slices"
	"strings"

	"assay/internal/lang/solidity"
)

// MaxSimilarity is the largest similarity that two samples of one suite may have. Two samples that are one
// contract under two names would count twice in every number.
const MaxSimilarity = 0.6

// shingle is the number of consecutive tokens that are compared as one.
const shingle = 7

// Pair is two samples with the share of their code that is equal when names and literals are ignored: the Jaccard
// index over runs of seven tokens.
type Pair struct {
	A, B  *Sample
	Share float64
}

// Similar returns the pairs of Solidity samples whose vulnerable sources share at least the given part of their
// code, the most similar first. Samples with the same base, which imported ones may have, are not compared. Its
// work grows with the square of the number of samples.
func (s *Suite) Similar(least float64) []Pair {
	type print struct {
		sample *Sample
		base   string
		runs   []uint64
	}
	var prints []print
	seed := maphash.MakeSeed() // random for each process; the shares do not depend on it
	for i := range s.Samples {
		x := &s.Samples[i]
		if v, ok := s.Variant(x.Keys[0]); ok && x.Meta != nil {
			prints = append(prints, print{x, v.Base, shingles(v.Task.Files[0].Text, solidity.Reserved(x.Meta.Compiler), seed)})
		}
	}
	var out []Pair
	for i, a := range prints {
		for _, b := range prints[i+1:] {
			if a.base == b.base {
				continue // counts once
			}
			if share := Jaccard(a.runs, b.runs); share >= least {
				out = append(out, Pair{a.sample, b.sample, share})
			}
		}
	}
	slices.SortStableFunc(out, func(p, q Pair) int {
		switch {
		case p.Share > q.Share:
			return -1
		case p.Share < q.Share:
			return 1
		}
		return strings.Compare(p.A.ID+" "+p.B.ID, q.A.ID+" "+q.B.ID)
	})
	return out
}

// TooSimilar returns a problem for every pair of samples that share too much.
func (s *Suite) TooSimilar(display string) []Problem {
	var out []Problem
	for _, p := range s.Similar(MaxSimilarity) {
		out = append(out, Problem{path.Join(display, p.A.Dir), 0, fmt.Sprintf(
			"shares %.0f %% of its code with %s when names and numbers do not count; at most %.0f %%: give "+
				"one of them another structure", 100*p.Share, p.B.ID, 100*MaxSimilarity)})
	}
	return out
}

// shingles returns the hashes of all runs of tokens, sorted and without duplicates. All names and literals are
// treated as equal; comments and blanks are left out.
func shingles(src string, words map[string]bool, seed maphash.Seed) []uint64 {
	var tokens []string
	for _, t := range solidity.Lex(src) {
		switch text := t.Text(src); {
		case t.Trivia():
		case t.Kind == solidity.Ident && !words[text]:
			tokens = append(tokens, "x")
		case t.Kind == solidity.Number, t.Kind == solidity.String:
			tokens = append(tokens, "0")
		default:
			tokens = append(tokens, text)
		}
	}
	var out []uint64
	for i := 0; i+shingle <= len(tokens); i++ {
		out = append(out, maphash.String(seed, strings.Join(tokens[i:i+shingle], " ")))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Jaccard returns the size of the intersection of two sorted lists without duplicates, divided by the size of their
// union; two empty lists share nothing.
func Jaccard(a, b []uint64) float64 {
	both, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	if len(a)+len(b) == 0 {
		return 0
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

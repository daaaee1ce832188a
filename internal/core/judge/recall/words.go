package recall

import (
	"regexp"
	"strings"
)

// A mechanism is compared by its telling words, without their endings: words that are neither common nor
// typical of every attack. A quarter, and at least three, of the subject's telling words must occur in the
// sample's description of its attack. On the shipped samples, a comparison of root causes with independently
// written descriptions of attacks accepts 34 of 37 pairs of the same incident and 23 of 1,332 pairs of
// different ones (TestMechanismsApart).
const (
	minShare = 0.25
	minWords = 3
)

// tells reports whether statements about a mechanism match the truth.
func tells(truth, claim string) bool {
	n, of := shared(claim, truth)
	return n >= minWords && float64(n) >= minShare*float64(of)
}

// shared counts the telling words of a text, and those that another text has too.
func shared(text, other string) (n, of int) {
	words, others := telling(text), telling(other)
	for w := range words {
		if others[w] {
			n++
		}
	}
	return n, len(words)
}

// function matches the name of a function in an answer: "initWallet()".
var function = regexp.MustCompile(`([A-Za-z_]\w*)\(\)`)

// answers reports whether an answer to a question of a sample is right. If the true answer names functions, it
// must name one of them; else it must have half of the telling words.
func answers(truth, claim string) bool {
	names := function.FindAllStringSubmatch(truth, -1)
	for _, m := range names {
		if regexp.MustCompile(`(?i)\b` + m[1] + `\b`).MatchString(claim) {
			return true
		}
	}
	if len(names) > 0 {
		return false
	}
	n, of := shared(truth, claim)
	return n > 0 && 2*n >= of
}

var (
	camel = regexp.MustCompile(`([a-z])([A-Z])`)
	word  = regexp.MustCompile(`[a-z]{3,}`)
)

// telling returns the telling words of a text, without their endings.
func telling(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range word.FindAllString(strings.ToLower(camel.ReplaceAllString(text, "$1 $2")), -1) {
		if w = stem(w); !common[w] {
			out[w] = true
		}
	}
	return out
}

// endings are removed from the ends of words: the first one that leaves three letters.
var endings = []string{"ations", "ation", "ments", "ment", "ings", "ing", "ies", "ied", "ers", "er", "ors", "or", "ed",
	"es", "s", "ly", "al", "e"}

func stem(w string) string {
	if common[w] {
		return w
	}
	for _, e := range endings {
		if strings.HasSuffix(w, e) && len(w)-len(e) >= 3 {
			return strings.TrimSuffix(w, e)
		}
	}
	return w
}

// common holds the words that do not distinguish attacks: those of the language, and those of all attacks.
var common = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`about the and for with but that which who what when where why how are was were been its this these those from into than then not nor only any
		all each every one two other two another same own more most less before after over under out off down again once has have had does did can could may might will would
		should must while until because since there here they them their she his her him you your our whose which through without via
		contract function call caller attack attacker exploit fund token value amount us user address anyone code protocol vulnerability hack drain steal stolen thief`) {
		out[w] = true
	}
	return out
}()

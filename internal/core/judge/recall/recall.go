// Package recall decides what a subject knows of an incident that it was asked about by name, without any code
// (paper §4.4; docs/judges.md).
//
// A fact is right or wrong by a fixed measure: a date within 31 days, a loss within 20 percent, a class of the
// same family, the chain, a mechanism in the words of the sample. Verified knowledge requires two right facts,
// one of which the name does not reveal: a project's name suggests its chain, the likely kind of flaw and the
// usual use of such flaws, but neither the day nor the loss. Questions with the same words about invented
// incidents show how much of the rest is made up.
package recall

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/taxonomy"
)

// Tolerances of the two facts that a name does not reveal.
const (
	Days  = 31  // of the date
	Share = 0.2 // of the loss
)

// Incident holds the true facts. A field with the zero value is unknown, and is neither right nor wrong in a
// claim.
type Incident struct {
	Name    string
	Date    string // YYYY-MM-DD or YYYY-MM
	LossUSD int64
	Chain   string
	Class   bench.Class
	Foil    bool // invented: there is nothing to know

	Mechanism string                   // in words
	Questions []bench.IncidentQuestion // about this sample
}

// Truth holds the true facts of the incident that a variant asks about.
func Truth(v *bench.Variant) Incident {
	i := v.Incident
	return Incident{Name: i.Name, Date: i.Date, LossUSD: i.LossUSD, Chain: i.Chain, Class: v.Class, Foil: i.Foil,
		Mechanism: i.Mechanism, Questions: i.Questions}
}

// Claim is what a subject claims. Nil and "" mean that it is not stated.
type Claim struct {
	Known     bool
	Date      string
	LossUSD   *float64
	Chain     string
	Class     string // the subject's own word for the flaw
	Mechanism string
	Answers   []string // to the questions, in their order; "" for not stated
}

// Fact is one statement that can be right or wrong.
type Fact string

const (
	Date  Fact = "date"
	Loss  Fact = "loss"
	Class Fact = "class"
	Chain Fact = "chain"

	Mechanism Fact = "mechanism"
)

// Facts lists the facts in their order.
func Facts() []Fact { return []Fact{Date, Loss, Class, Chain, Mechanism} }

// Inferable reports whether the name of an incident may reveal f.
func (f Fact) Inferable() bool { return f == Class || f == Chain || f == Mechanism }

// Knowledge is the decision on one claim.
type Knowledge struct {
	Right, Wrong []Fact // in the order of Facts; a fact that is not stated is neither
	Verified     bool   // K = 1
	False        bool   // something was claimed about an invented incident

	Answered, AnsweredRight int // of the sample's own questions; does not count towards Verified
}

// Assess compares a claim with the truth.
func Assess(truth Incident, c Claim) Knowledge {
	var k Knowledge
	if truth.Foil {
		k.False = c.Known || c.Date != "" || c.LossUSD != nil || c.Mechanism != "" ||
			slices.ContainsFunc(c.Answers, func(s string) bool { return s != "" })
		return k
	}
	hard := false
	for _, f := range Facts() {
		claimed, right := compare(truth, c, f)
		switch {
		case right:
			k.Right = append(k.Right, f)
			hard = hard || !f.Inferable()
		case claimed:
			k.Wrong = append(k.Wrong, f)
		}
	}
	for i, q := range truth.Questions {
		if i < len(c.Answers) && c.Answers[i] != "" {
			k.Answered++
			if answers(q.Answer, c.Answers[i]) {
				k.AnsweredRight++
			}
		}
	}
	k.Verified = hard && len(k.Right) >= 2
	return k
}

// compare reports whether the claim states f in a comparable form, and whether it is right.
func compare(truth Incident, c Claim, f Fact) (claimed, right bool) {
	switch f {
	case Date:
		from, to, ok := period(truth.Date)
		first, last, okC := period(c.Date)
		if !ok || c.Date == "" {
			return false, false
		}
		if !okC {
			return true, false
		}
		const margin = Days * 24 * time.Hour
		return true, !first.After(to.Add(margin)) && !last.Before(from.Add(-margin))
	case Loss:
		if truth.LossUSD <= 0 || c.LossUSD == nil {
			return false, false
		}
		off := math.Abs(*c.LossUSD - float64(truth.LossUSD))
		return true, off <= Share*float64(truth.LossUSD) // false for NaN
	case Class:
		if truth.Class == "" || strings.TrimSpace(c.Class) == "" {
			return false, false
		}
		named := taxonomy.Named(taxonomy.Solidity, c.Class)
		return true, named == truth.Class || named.SameFamily(truth.Class)
	case Chain:
		if truth.Chain == "" || strings.TrimSpace(c.Chain) == "" {
			return false, false
		}
		return true, chainOf(c.Chain) == chainOf(truth.Chain)
	case Mechanism:
		if truth.Mechanism == "" || strings.TrimSpace(c.Mechanism) == "" {
			return false, false
		}
		return true, tells(truth.Mechanism, c.Mechanism)
	}
	return false, false
}

// period returns the first and the last day that a date may mean.
func period(date string) (first, last time.Time, ok bool) {
	if at, err := time.Parse(time.RFC3339, date); err == nil {
		date = at.Format(time.DateOnly)
	}
	if d, err := time.Parse("2006-01-02", date); err == nil {
		return d, d, true
	}
	if d, err := time.Parse("2006-01", date); err == nil {
		return d, d.AddDate(0, 1, -1), true
	}
	return first, last, false
}

var notLetter = regexp.MustCompile(`[^a-z0-9]+`)

// chainOf normalizes the name of a chain.
func chainOf(name string) string {
	name = strings.Trim(notLetter.ReplaceAllString(strings.ToLower(name), " "), " ")
	for _, w := range []string{" mainnet", " network", " chain", " one", " smart"} {
		name = strings.TrimSuffix(name, w)
	}
	switch name {
	case "eth", "ethereum", "l1", "ethereum l1":
		return "ethereum"
	case "bsc", "bnb", "binance", "binance smart", "bnb smart":
		return "bsc"
	case "matic", "polygon", "polygon pos":
		return "polygon"
	case "xdai", "gnosis":
		return "gnosis"
	case "op", "optimism":
		return "optimism"
	case "avax", "avalanche", "avalanche c":
		return "avalanche"
	}
	return name
}

// Parse reads a claim from a response: the one JSON object of the knowledge strategy, in a code fence or bare.
// A missing entry is not stated. An entry of another type is an error, because its meaning would be a guess.
func Parse(text string) (Claim, error) {
	text = strings.TrimSpace(text)
	start, end := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if start < 0 || end < start {
		return Claim{}, errors.New("there is no JSON object")
	}
	var r struct {
		Known         *bool    `json:"known"`
		Date          *string  `json:"date"`
		LossUSD       *float64 `json:"loss_usd"`
		Chain         *string  `json:"chain"`
		Vulnerability *string  `json:"vulnerability"`
		Mechanism     *string  `json:"mechanism"`

		Answers []*string `json:"answers"`
	}
	if err := json.NewDecoder(strings.NewReader(text[start : end+1])).Decode(&r); err != nil {
		return Claim{}, fmt.Errorf("the answer is not the JSON asked for: %w", err)
	}
	if r.Known == nil {
		return Claim{}, errors.New(`the answer does not say whether the incident is "known"`)
	}
	or := func(s *string) string {
		if s == nil {
			return ""
		}
		return strings.TrimSpace(*s)
	}
	var answers []string
	for _, a := range r.Answers {
		answers = append(answers, or(a))
	}
	return Claim{*r.Known, or(r.Date), r.LossUSD, or(r.Chain), or(r.Vulnerability), or(r.Mechanism), answers}, nil
}

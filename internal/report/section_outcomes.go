package report

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"assay/internal/bench"
	"assay/internal/termtext"
)

var outcomesSection = Section{ID: "outcomes", Title: "Outcomes and cost", Build: buildOutcomes}

type outcomesData struct {
	Columns  []string
	Notes    []string
	Subjects []outcomeRow
	Reasons  []reasonRow
	Prices   []frontier
}

type outcomeRow struct {
	Name                           string
	Counts                         []int // by outcome, then not asked
	N                              int
	Input, Output, Reasoning, Cost string
	Time                           string
}

type reasonRow struct {
	Subject, Outcome, Reason string
	N                        int
}

// maxReasons bounds the reasons shown for one subject, longest first by count.
const maxReasons = 8

// maxReason bounds the length of one reason: providers can be talkative.
const maxReason = 240

func buildOutcomes(d *Data) (any, bool) {
	var out outcomesData
	for _, o := range bench.Outcomes() {
		out.Columns = append(out.Columns, string(o))
	}
	out.Columns = append(out.Columns, "not asked")
	from := d.source()
	bySubject := map[string][]uint32{}
	transformed, shared, last := 0, 0, ""
	var places []uint32
	for i := range from.Len() {
		if _, subject, _ := from.Planned(i); subject != last { // trials of one subject stand together
			bySubject[last] = places
			last, places = subject, bySubject[subject]
		}
		places = append(places, uint32(i))
	}
	bySubject[last] = places
	names := sorted(bySubject)
	counts := make([]struct {
		places              []uint32
		transformed, shared int
	}, len(names))
	each(len(names), func(i int) {
		c := &counts[i]
		places := bySubject[names[i]]
		asked := make(map[string]struct{}, len(places)) // a key is of one subject
		c.places = slices.DeleteFunc(places, func(place uint32) bool {
			t, n := from.Trial(int(place)), len(asked)
			if asked[t.Key] = struct{}{}; t.Key != "" && len(asked) == n { // two variants with one text: one answer, paid for once
				c.shared++
				return true
			}
			if t.Variant.Chain != "" {
				c.transformed++
			}
			return false
		})
	})
	for i, c := range counts {
		bySubject[names[i]], transformed, shared = c.places, transformed+c.transformed, shared+c.shared
	}
	if transformed > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("These are all trials of the run; %s of them %s of transformed texts.", count(transformed), agree(transformed, "speaks", "speak")))
	}
	if shared > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("%s the text and the answer of another, and %s not counted here.", plural(shared, "trial")+" "+agree(shared, "has", "have"), agree(shared, "is", "are")))
	}
	subjects := d.subjects()
	out.Subjects = make([]outcomeRow, len(subjects))
	reasons := make([][]reasonRow, len(subjects))
	each(len(subjects), func(i int) {
		sub := subjects[i]
		out.Subjects[i], reasons[i] = outcomesOf(sub, from, bySubject[sub.Name]), reasonsOf(sub.Name, from, bySubject[sub.Name])
	})
	out.Reasons = slices.Concat(reasons...)
	out.Prices = frontiers(d)
	return out, len(out.Subjects) > 0
}

func outcomesOf(sub bench.Subject, from Source, places []uint32) outcomeRow {
	row := outcomeRow{Name: sub.Name, N: len(places)}
	by := map[bench.Outcome]int{}
	var in, output, reasoning int64
	var cost float64
	var took time.Duration
	priced, asked := 0, 0
	for _, place := range places {
		t := from.Row(int(place))
		by[t.Outcome]++
		if t.Outcome == "" {
			continue
		}
		asked++
		u := t.Used()
		in += u.InputTokens
		output += u.OutputTokens
		reasoning += u.ReasoningTokens
		took += u.Elapsed
		if u.Priced {
			cost += u.CostUSD
			priced++
		}
	}
	for _, o := range bench.Outcomes() {
		row.Counts = append(row.Counts, by[o])
	}
	row.Counts = append(row.Counts, by[""])
	row.Input, row.Output, row.Reasoning, row.Time = none, none, none, none
	if in+output+reasoning > 0 {
		row.Input, row.Output, row.Reasoning = count(in), count(output), count(reasoning)
	}
	if asked > 0 && took > 0 {
		row.Time = duration(took / time.Duration(asked))
	}
	switch {
	case asked == 0:
		row.Cost = none
	case priced == asked:
		row.Cost = dollars(cost)
	case priced == 0 && (sub.Kind == "builtin" || sub.Kind == "tool") && in+output == 0:
		row.Cost = dollars(0) // it runs here: nobody is paid
	case priced == 0:
		row.Cost = "unknown"
	default:
		row.Cost = fmt.Sprintf("%s + unknown for %d of %d", dollars(cost), asked-priced, asked)
	}
	return row
}

// reasonsOf counts why trials have no answer, the most frequent first.
func reasonsOf(name string, from Source, places []uint32) []reasonRow {
	type key struct{ outcome, reason string }
	n := map[key]int{}
	for _, place := range places {
		t := from.Trial(int(place))
		if t.Outcome != bench.Answered && t.Outcome != "" {
			n[key{string(t.Outcome), termtext.Clip(cmp.Or(termtext.Plain(t.Reason), "no reason recorded"), maxReason)}]++
		}
	}
	var out []reasonRow
	for k, c := range n {
		out = append(out, reasonRow{name, k.outcome, k.reason, c})
	}
	slices.SortFunc(out, func(a, b reasonRow) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Outcome, b.Outcome), cmp.Compare(a.Reason, b.Reason))
	})
	if len(out) > maxReasons {
		rest := 0
		for _, r := range out[maxReasons:] {
			rest += r.N
		}
		out = append(out[:maxReasons:maxReasons], reasonRow{name, "various", fmt.Sprintf("%s more", plural(len(out)-maxReasons, "reason")), rest})
	}
	return out
}

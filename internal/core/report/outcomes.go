package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"assay/internal/bench"
	"assay/internal/core/base/termtext"
	"assay/internal/core/report/write"
)

var outcomes = Section{ID: "outcomes", Title: "Outcomes and cost",
	Tables: []string{"outcomes", "parsing", "endings", "cost", "price", "reasons"}, Build: buildOutcomes}

// maxReasons limits the number of reasons shown for one subject, the most frequent first.
const maxReasons = 8

// maxReason limits the length of one reason: some providers return long ones.
const maxReason = 240

func buildOutcomes(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"How the trials ended. A trial without an answer stays in every denominator. " +
		"Tokens are as the provider reports them; an unknown price is not a price of zero."}}
	places, transformed, shared := askedOf(d)
	if transformed > 0 {
		out.Lead = append(out.Lead, fmt.Sprintf("These are all trials of the run; %s of them %s on transformed texts.",
			Count(transformed), Agree(transformed, "is", "are")))
	}
	if shared > 0 {
		out.Lead = append(out.Lead, fmt.Sprintf("%s the text and the answer of another trial, and %s not counted here.",
			Plural(shared, "trial")+" "+Agree(shared, "has", "have"), Agree(shared, "is", "are")))
	}
	ends := write.Table{ID: "outcomes", Title: "Outcomes by subject", Columns: []write.Column{subjectColumn()}}
	for _, o := range bench.Outcomes() {
		ends.Columns = append(ends.Columns, counts(string(o), string(o)))
	}
	ends.Columns = append(ends.Columns, counts("pending", "not asked"), counts("trials", "trials"))
	cost := write.Table{ID: "cost", Title: "Tokens and cost by subject",
		Columns: []write.Column{subjectColumn(), counts("input_tokens", "input tokens"),
			counts("output_tokens", "output tokens"),
			counts("reasoning_tokens", "reasoning tokens"), counts("cost", "cost"), counts("time", "time per trial")}}
	why := write.Table{ID: "reasons", Of: "Reasons for missing answers",
		Columns: []write.Column{subjectColumn(), keyed("outcome", "Outcome"), counts("trials", "trials"),
			prose("reason", "Reason")}}
	subjects, from := d.AllSubjects(), d.Trials
	ended, paid, reasons := make([]write.Row, len(subjects)), make([]write.Row, len(subjects)),
		make([][]write.Row, len(subjects))
	reused := make([]int, len(subjects))
	Each(len(subjects), func(i int) {
		of := places[subjects[i].Name]
		ended[i], paid[i], reused[i] = outcomesOf(subjects[i], from, of, d.Started)
		reasons[i] = reasonsOf(subjects[i].Name, from, of)
	})
	n := 0
	for _, of := range reused {
		n += of
	}
	if n > 0 {
		cost.Foot = []string{fmt.Sprintf("The cost is without %s of an earlier run, which paid for %s.",
			Plural(n, "answer"), Agree(n, "it", "them"))}
	}
	ends.Rows, cost.Rows, why.Rows = ended, paid, slices.Concat(reasons...)
	out.Tables = append([]write.Table{ends}, filled(parsingOf(subjects, from, places))...)
	out.Tables = append(out.Tables, filled(endingsOf(subjects, from, places))...)
	out.Tables = append(append(out.Tables, cost), prices(d)...)
	out.Tables = append(out.Tables, filled(why)...)
	return out, len(subjects) > 0
}

// askedOf returns the places of the trials of every subject. For two variants with the same text, which share one
// answer that was paid for once, it returns one, and counts the others as shared.
func askedOf(d *Data) (bySubject map[string][]uint32, transformed, shared int) {
	from, last := d.Trials, ""
	bySubject = map[string][]uint32{}
	var places []uint32
	for i := range from {
		if subject := from[i].Subject; subject != last { // trials of one subject are adjacent
			bySubject[last] = places
			last, places = subject, bySubject[subject]
		}
		places = append(places, uint32(i))
	}
	bySubject[last] = places
	names := slices.Collect(maps.Keys(bySubject))
	counts := make([]struct {
		places              []uint32
		transformed, shared int
	}, len(names))
	Each(len(names), func(i int) {
		c := &counts[i]
		places := bySubject[names[i]]
		keys := make(map[string]struct{}, len(places)) // a key belongs to one subject
		c.places = slices.DeleteFunc(places, func(place uint32) bool {
			t, n := from[place], len(keys)
			if keys[t.Key] = struct{}{}; t.Key != "" && len(keys) == n {
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
	return bySubject, transformed, shared
}

// outcomesOf returns how the trials of a subject ended, what they used, and how many priced ones were asked before
// the run started: their cost is that of the earlier run.
func outcomesOf(sub bench.Subject, from []bench.Trial, places []uint32, started time.Time) (ends, cost write.Row,
	reused int) {
	by := map[bench.Outcome]int{}
	var in, output, reasoning int64
	var sum float64
	var took time.Duration
	priced, asked := 0, 0
	for _, place := range places {
		t := from[place]
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
			priced++
			if t.Reused(started) && u.CostUSD > 0 {
				reused++
			} else {
				sum += u.CostUSD
			}
		}
	}
	ends = write.Cells(sub.Name)
	for _, o := range append(bench.Outcomes(), "") {
		ends.Cells = append(ends.Cells, write.Int(by[o]))
	}
	ends.Cells = append(ends.Cells, write.Int(len(places)))
	tokens := func(n int64) write.Value {
		if in+output+reasoning == 0 {
			return write.Text("")
		}
		return write.Figure(Count(n), float64(n))
	}
	paid, each := write.Text(""), write.Text("")
	if asked > 0 && took > 0 {
		each = write.Figure(Span(took/time.Duration(asked)), (took / time.Duration(asked)).Seconds())
	}
	switch {
	case asked == 0:
	case priced == asked:
		paid = write.Figure(Dollars(sum), sum)
	case priced == 0 && (sub.Kind == "builtin" || sub.Kind == "tool") && in+output == 0:
		paid = write.Figure(Dollars(0), 0) // it runs locally, without cost
	case priced == 0:
		paid = write.Text("unknown")
	default:
		paid = write.Text(fmt.Sprintf("%s + unknown for %d of %d", Dollars(sum), asked-priced, asked))
	}
	return ends, write.Cells(sub.Name, tokens(in), tokens(output), tokens(reasoning), paid, each), reused
}

// maxUnread limits the number of names shown for one subject, the most frequent first.
const maxUnread = 6

// parsingOf counts the answers that were repaired, and those with members that were not understood.
func parsingOf(subjects []bench.Subject, from []bench.Trial, places map[string][]uint32) write.Table {
	t := write.Table{ID: "parsing", Title: "Answers not as asked for",
		Foot: []string{"Repaired answers were not JSON as written, and could be read without guessing. A member that was " +
			"not read may say more of a finding than was scored."},
		Columns: []write.Column{subjectColumn(), counts("answered", "answered"), counts("repaired", "repaired"),
			counts("partly", "with members not read"), counts("unread", "members not read"),
			prose("names", "Names")}}
	for _, sub := range subjects {
		answered, repaired, partly, all := 0, 0, 0, 0
		names := map[string]int{}
		for _, place := range places[sub.Name] {
			x := from[place]
			if x.Answer == nil {
				continue
			}
			answered++
			if x.Answer.Repaired {
				repaired++
			}
			if len(x.Answer.Unread) > 0 {
				partly++
			}
			for name, n := range x.Answer.Unread {
				names[name] += n
				all += n
			}
		}
		if repaired+partly == 0 {
			continue
		}
		order := slices.SortedFunc(maps.Keys(names), func(a, b string) int {
			return cmp.Or(cmp.Compare(names[b], names[a]), cmp.Compare(a, b))
		})
		var said []string
		for _, name := range order[:min(len(order), maxUnread)] {
			said = append(said, fmt.Sprintf("%s ×%d", termtext.Plain(name), names[name]))
		}
		if len(order) > maxUnread {
			said = append(said, "…")
		}
		t.Rows = append(t.Rows, write.Cells(sub.Name, write.Int(answered), write.Int(repaired), write.Int(partly),
			write.Int(all), strings.Join(said, ", ")))
	}
	return t
}

// endingsOf counts how the work of agents ended, in more detail than outcomes.
func endingsOf(subjects []bench.Subject, from []bench.Trial, places map[string][]uint32) write.Table {
	t := write.Table{ID: "endings", Title: "How the work of agents ended",
		Columns: []write.Column{subjectColumn(), words("scaffold", "Scaffold")}}
	for _, e := range bench.Endings() {
		t.Columns = append(t.Columns, counts(string(e), strings.ReplaceAll(string(e), "-", " ")))
	}
	for _, sub := range subjects {
		if sub.Scaffold == "" {
			continue
		}
		by := map[bench.Ending]int{}
		for _, place := range places[sub.Name] {
			x := from[place]
			by[bench.EndingOfTrial(x.Outcome, x.Reason)]++
		}
		row := write.Cells(sub.Name, sub.Scaffold)
		for _, e := range bench.Endings() {
			row.Cells = append(row.Cells, write.Int(by[e]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// reasonsOf counts the reasons why trials have no answer, the most frequent first.
func reasonsOf(name string, from []bench.Trial, places []uint32) []write.Row {
	type key struct{ outcome, reason string }
	type counted struct {
		key
		n int
	}
	n := map[key]int{}
	for _, place := range places {
		t := from[place]
		if t.Outcome != bench.Answered && t.Outcome != "" {
			n[key{string(t.Outcome), termtext.Clip(cmp.Or(termtext.Plain(t.Reason), "no reason recorded"), maxReason)}]++
		}
	}
	var all []counted
	for k, c := range n {
		all = append(all, counted{k, c})
	}
	slices.SortFunc(all, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.outcome, b.outcome), cmp.Compare(a.reason, b.reason))
	})
	if len(all) > maxReasons {
		rest := 0
		for _, r := range all[maxReasons:] {
			rest += r.n
		}
		all = append(all[:maxReasons:maxReasons], counted{key{"various",
			fmt.Sprintf("%s more", Plural(len(all)-maxReasons, "reason"))}, rest})
	}
	var out []write.Row
	for _, r := range all {
		out = append(out, write.Cells(name, r.outcome, write.Int(r.n), r.reason))
	}
	return out
}

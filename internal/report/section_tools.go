package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/termtext"
)

var toolsSection = Section{ID: "tools", Title: "Static analysers", Build: buildTools}

const toolsText = "How each static analyser ended, by trial, and what became of its findings. An analyser that is missing, crashes, hangs or writes garbage has given no answer, which is never taken for one. Checks without a class of the taxonomy do not make a verdict; they are counted here."

// ToolCounts is what one static analyser did in a run.
type ToolCounts struct {
	Subject  string                     `json:"subject"`
	Trials   int                        `json:"trials"`
	Answered int                        `json:"answered"`
	Failed   map[detect.FailureKind]int `json:"failed"` // by how it came to give no answer
	Other    int                        `json:"other"`  // no answer for another reason, or not asked
	Mapped   int                        `json:"mapped"` // findings that count
	Below    int                        `json:"below"`  // findings below the confidence that was asked for
	Outside  int                        `json:"outside"`
	Unmapped map[string]int             `json:"unmapped"` // findings that mean no class, by check
}

// tools counts what the run's static analysers did, in the order of subjects. A
// trial that several variants share counts once.
func (d *Data) tools() []ToolCounts { return kept(d, "tools", d.countTools) }

// texts is of how many trials the texts are in memory at once, where they were not read.
const texts = 1000

func (d *Data) countTools() []ToolCounts {
	var out []ToolCounts
	for _, sub := range d.subjects() {
		if sub.Kind != "tool" {
			continue
		}
		c := ToolCounts{Subject: sub.Name, Failed: map[detect.FailureKind]int{}, Unmapped: map[string]int{}}
		seen := map[string]bool{}
		var some []Trial
		count := func() {
			d.read(some)
			for _, t := range some {
				c.add(t)
			}
			some = some[:0]
		}
		from := d.source()
		for i := range from.Len() {
			if _, subject, _ := from.Planned(i); subject != sub.Name {
				continue
			}
			t := from.Trial(i)
			if t.Key != "" && seen[t.Key] {
				continue
			}
			seen[t.Key] = true
			if some = append(some, t); len(some) == texts {
				count()
			}
		}
		count()
		out = append(out, c)
	}
	return out
}

func (c *ToolCounts) add(t Trial) {
	c.Trials++
	if t.Outcome != bench.Answered {
		if k, ok := detect.KindOfReason(t.Reason); ok && t.Outcome == bench.Failed {
			c.Failed[k]++
		} else {
			c.Other++
		}
		return
	}
	if t.Text == "" && t.Reason != "" { // it could not be read
		c.Other++
		return
	}
	c.Answered++
	n, _ := detect.NotesOf(t.Text)
	for _, part := range []struct {
		from map[string]int
		to   *int
	}{{n.Mapped, &c.Mapped}, {n.Below, &c.Below}, {n.Outside, &c.Outside}} {
		for _, k := range part.from {
			*part.to += k
		}
	}
	for check, k := range n.Unmapped {
		c.Unmapped[check] += k
	}
}

type toolsData struct {
	Text  string
	Kinds []string
	Rows  []toolRow
}

type toolRow struct {
	Subject                                                     string
	Trials, Answered, Other, Mapped, Below, Outside, UnmappedNo int
	Failed                                                      []int
	Unmapped                                                    string
}

func buildTools(d *Data) (any, bool) {
	out := toolsData{Text: toolsText}
	for _, k := range detect.FailureKinds() {
		out.Kinds = append(out.Kinds, string(k))
	}
	for _, c := range d.tools() {
		out.Rows = append(out.Rows, c.row())
	}
	return out, len(out.Rows) > 0
}

// maxChecks bounds the unmapped checks that are named, the most frequent first.
const maxChecks = 12

func (c ToolCounts) row() toolRow {
	r := toolRow{Subject: c.Subject, Trials: c.Trials, Answered: c.Answered, Other: c.Other, Mapped: c.Mapped, Below: c.Below, Outside: c.Outside, Unmapped: none}
	for _, k := range detect.FailureKinds() {
		r.Failed = append(r.Failed, c.Failed[k])
	}
	checks := slices.SortedFunc(maps.Keys(c.Unmapped), func(a, b string) int { return cmp.Or(cmp.Compare(c.Unmapped[b], c.Unmapped[a]), cmp.Compare(a, b)) })
	var said []string
	for i, check := range checks {
		r.UnmappedNo += c.Unmapped[check]
		if i < maxChecks {
			said = append(said, fmt.Sprintf("%s %d", termtext.Clip(termtext.Plain(check), 60), c.Unmapped[check]))
		}
	}
	if len(checks) > maxChecks {
		said = append(said, plural(len(checks)-maxChecks, "more check"))
	}
	if len(said) > 0 {
		r.Unmapped = list(said)
	}
	return r
}

// terminalTools writes the same as text.
func terminalTools(d *Data, p func(indent, text string), line func(string)) {
	tools := d.tools()
	if len(tools) == 0 {
		return
	}
	line("")
	p("", toolsText)
	for _, c := range tools {
		r := c.row()
		text := fmt.Sprintf("%s: %d of %s answered", r.Subject, r.Answered, plural(r.Trials, "trial"))
		for i, k := range detect.FailureKinds() {
			if r.Failed[i] > 0 {
				text += fmt.Sprintf(", %d %s", r.Failed[i], k)
			}
		}
		if r.Other > 0 {
			text += fmt.Sprintf(", %d without an answer for another reason", r.Other)
		}
		text += fmt.Sprintf("; %s with a class, %d below the confidence, %d in other files, %d of checks without a class", plural(r.Mapped, "finding"), r.Below, r.Outside, r.UnmappedNo)
		if r.UnmappedNo > 0 {
			text += ": " + r.Unmapped
		}
		p("  • ", text+".")
	}
}

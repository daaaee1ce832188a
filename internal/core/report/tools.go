package report

import (
	"assay/internal/bench"
	"assay/internal/core/detect"
)

// ToolCounts holds the counts of one static analyser in a run.
type ToolCounts struct {
	Subject  string                     `json:"subject"`
	Trials   int                        `json:"trials"`
	Answered int                        `json:"answered"`
	Failed   map[detect.FailureKind]int `json:"failed"` // by the kind of failure that left no answer
	Other    int                        `json:"other"`  // no answer for another reason, or not asked
	Mapped   int                        `json:"mapped"` // findings that count
	Below    int                        `json:"below"`  // findings below the required confidence
	Outside  int                        `json:"outside"`
	Repeated int                        `json:"repeated"` // further reports of the same finding
	Ignored  int                        `json:"ignored"`  // results that are no findings
	Unplaced int                        `json:"unplaced"` // those of Mapped without the place that was given
	Unmapped map[string]int             `json:"unmapped"` // findings without a class, by check
}

// Tools counts the results of the run's static analysers, in the order of subjects. A trial that several variants
// share counts once.
func (d *Data) Tools() []ToolCounts { return Kept(d, "tools", d.countTools) }

// texts is the number of trials whose texts are in memory at the same time, when they were not read before.
const texts = 1000

func (d *Data) countTools() []ToolCounts {
	var out []ToolCounts
	for _, sub := range d.AllSubjects() {
		if sub.Kind != "tool" {
			continue
		}
		c := ToolCounts{Subject: sub.Name, Failed: map[detect.FailureKind]int{}, Unmapped: map[string]int{}}
		seen := map[string]bool{}
		var some []bench.Trial
		count := func() {
			d.read(some)
			for _, t := range some {
				c.add(t)
			}
			some = some[:0]
		}
		from := d.Source()
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

func (c *ToolCounts) add(t bench.Trial) {
	c.Trials++
	if t.Outcome != bench.Answered {
		if k, ok := detect.KindOfReason(t.Reason); ok && t.Outcome == bench.Failed {
			c.Failed[k]++
		} else {
			c.Other++
		}
		return
	}
	if t.Response.Text == "" && t.Reason != "" { // it could not be read
		c.Other++
		return
	}
	c.Answered++
	n, _ := detect.NotesOf(t.Response.Text)
	for _, part := range []struct {
		from map[string]int
		to   *int
	}{{n.Mapped, &c.Mapped}, {n.Below, &c.Below}, {n.Outside, &c.Outside},
		{n.Repeated, &c.Repeated}, {n.Ignored, &c.Ignored}, {n.Unplaced, &c.Unplaced}} {
		for _, k := range part.from {
			*part.to += k
		}
	}
	for check, k := range n.Unmapped {
		c.Unmapped[check] += k
	}
}

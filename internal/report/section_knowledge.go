package report

import (
	"fmt"
	"strings"

	"assay/internal/judge/recall"
	"assay/internal/metric"
)

var knowledgeSection = Section{ID: "knowledge", Title: "Knowledge", Build: buildKnowledge}

type knowledgeData struct {
	Facts  []string
	Models []knowledgeModel
}

type knowledgeModel struct {
	Name, Known, False string
	Facts              []string // right, wrong, unsaid; in the order of the columns
	Asked, Silent      int
	Diagnoses          []memoryView
}

type memoryView struct {
	Subject, Suite, Head, Effect string
	Counts                       []fact
	Table                        []memoryLine
	Warnings                     []string
}

type memoryLine struct {
	Known, Reference, Obscured string
	Samples                    int
}

func buildKnowledge(d *Data) (any, bool) {
	var out knowledgeData
	for _, f := range recall.Facts() {
		out.Facts = append(out.Facts, string(f))
	}
	for _, k := range knowledge(d) {
		m := knowledgeModel{Name: k.Model, Known: k.Known.String(), False: k.False.String(), Asked: k.Asked, Silent: k.Silent}
		for _, f := range recall.Facts() {
			c := k.Facts[f]
			m.Facts = append(m.Facts, fmt.Sprintf("%d / %d / %d", c.Right, c.Wrong, c.Unsaid))
		}
		for _, mem := range k.Diagnoses {
			m.Diagnoses = append(m.Diagnoses, mem.view())
		}
		out.Models = append(out.Models, m)
	}
	return out, len(out.Models) > 0
}

func (m Memory) view() memoryView {
	out := memoryView{Subject: m.Subject, Suite: m.Suite, Warnings: m.Warnings, Effect: m.effect(), Head: "detected on " + m.Reference}
	if m.Obscured != "" {
		out.Head += ", then under " + m.Obscured
	}
	for _, d := range MemoryDiagnoses() {
		out.Counts = append(out.Counts, fact{string(d), m.Counts[d].String()})
	}
	yes := map[bool]string{true: "yes", false: "no"}
	for _, r := range m.Table {
		l := memoryLine{Known: yes[r.Known], Reference: yes[r.Reference], Obscured: yes[r.Obscured], Samples: r.Samples}
		if m.Obscured == "" {
			l.Obscured = none
		}
		out.Table = append(out.Table, l)
	}
	return out
}

// effect says whether the drop goes with what is remembered, in one sentence.
func (m Memory) effect() string {
	e := m.Effect
	if e == nil {
		return ""
	}
	drops := fmt.Sprintf("TDR lost under %s: %s among known samples, %s among others.", m.Obscured, drop(e.Known), drop(e.Unknown))
	if !e.Interaction.OK {
		return drops + " " + sentence(strings.Join(append(append([]string{}, e.Warnings...), e.Interaction.Warnings...), "; "))
	}
	out := fmt.Sprintf("%s Difference of the two %s points", drops, number(metric.Points, metric.Value{Defined: true, Point: e.Interaction.Value}))
	if i := interval(metric.Points, e.Interaction.Interval); i != "" {
		out += " " + i
	}
	out += fmt.Sprintf(", p = %.2g.", e.Interaction.P)
	for _, w := range append(append([]string{}, e.Warnings...), e.Interaction.Warnings...) {
		out += " " + sentence(w)
	}
	return out
}

// terminalKnowledge writes the same as text, or nothing where nobody was asked.
func terminalKnowledge(d *Data, p func(indent, text string), line func(string)) {
	list := knowledge(d)
	if len(list) == 0 {
		return
	}
	line("")
	p("", "Knowledge: what is remembered of incidents by their names alone. Known takes two right facts, of which the name does not give away one.")
	for _, k := range list {
		line("")
		p("  ", fmt.Sprintf("%s: known %s; told of an invented incident %s", k.Model, k.Known, k.False))
		var facts []string
		for _, f := range recall.Facts() {
			c := k.Facts[f]
			facts = append(facts, fmt.Sprintf("%s %d right, %d wrong, %d unsaid", f, c.Right, c.Wrong, c.Unsaid))
		}
		p("    ", strings.Join(facts, "; "))
		if k.Silent > 0 {
			p("    ! ", fmt.Sprintf("%d of %s brought no readable answer and count as not known", k.Silent, plural(k.Asked, "question")))
		}
		for _, m := range k.Diagnoses {
			v := m.view()
			var counts []string
			for _, c := range v.Counts {
				counts = append(counts, c.Name+" "+c.Text)
			}
			p("    • ", fmt.Sprintf("%s, %s: %s", v.Subject, v.Head, strings.Join(counts, "; ")))
			if v.Effect != "" {
				p("      ", v.Effect)
			}
			for _, w := range v.Warnings {
				p("      ! ", sentence(w))
			}
		}
	}
}

package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/judge/recall"
	"assay/internal/core/metric"
	"assay/internal/core/report/write"
	"assay/internal/core/stats"
)

// Share is k of n with its Wilson interval, nil without trials.
type Share struct {
	K        int             `json:"k"`
	N        int             `json:"n"`
	Interval *stats.Interval `json:"interval,omitempty"`
}

func share(k, n int) Share {
	s := Share{K: k, N: n}
	if i, ok := stats.Wilson(k, n); ok {
		s.Interval = &i
	}
	return s
}

// String returns "3/4 75.0 % [30.1, 95.4]", or a dash without trials.
func (s Share) String() string {
	if s.Interval == nil {
		return none
	}
	return Full(metric.Percent, metric.Value{Defined: true, Point: float64(s.K) / float64(s.N), K: s.K, N: s.N,
		Interval: s.Interval})
}

// Knowledge is what one model recalls of the incidents, asked by name and without code (paper §4.4).
type Knowledge struct {
	Model string `json:"model"`
	// incidents with K = 1: two right facts, one of which the name does not give away
	Known Share                     `json:"known"`
	Facts map[recall.Fact]FactCount `json:"facts"`
	// the questions of the samples themselves, matched by named functions or by words; not part of K
	Own   FactCount `json:"own_questions"`
	False Share     `json:"false_recall"` // invented incidents about which it stated something
	// trials without a readable answer: nothing is known, nothing invented
	Silent int `json:"no_answer"`
	Asked  int `json:"asked"`

	Diagnoses []Memory `json:"diagnoses,omitempty"` // one for each subject of this model and suite

	known map[string]bool // by suite and sample
}

// FactCount counts the answers on one fact, over all trials about real incidents.
type FactCount struct {
	Right  int `json:"right"`
	Wrong  int `json:"wrong"`
	Unsaid int `json:"unsaid"`
}

// Memory compares what a model recalls with what one of its subjects detects.
type Memory struct {
	Subject   string `json:"subject"`
	Suite     string `json:"suite"`
	Reference string `json:"reference"` // the texts on which detection is measured first
	// chain that hides everything recognisable, "" when it was not asked
	Obscured string                    `json:"obscured"`
	Counts   map[MemoryDiagnosis]Share `json:"counts"`
	Table    []MemoryRow               `json:"table"`
	Effect   *metric.Memory            `json:"effect,omitempty"` // whether the drop is larger for known incidents
	Warnings []string                  `json:"warnings,omitempty"`
}

// MemoryRow counts the samples of one cell of the table.
type MemoryRow struct {
	Known     bool `json:"known"`
	Reference bool `json:"detected"`          // on the reference
	Obscured  bool `json:"detected_obscured"` // under the chain; false without one
	Samples   int  `json:"samples"`
}

// MemoryDiagnosis is the conclusion from recall and detection of one sample.
type MemoryDiagnosis string

const (
	MemoryRecogniser    MemoryDiagnosis = "recogniser"    // known, detected, and lost when nothing is recognisable
	MemoryUnderstanding MemoryDiagnosis = "understanding" // known, and detected in any form
	MemoryAnalyst       MemoryDiagnosis = "analyst"       // not known, and detected in any form
	MemoryNeither       MemoryDiagnosis = "neither"
)

// MemoryDiagnoses returns them in report order.
func MemoryDiagnoses() []MemoryDiagnosis {
	return []MemoryDiagnosis{MemoryRecogniser, MemoryUnderstanding, MemoryAnalyst, MemoryNeither}
}

func diagnoseMemory(known, reference, obscured, hidden bool) MemoryDiagnosis {
	switch {
	case known && reference && hidden && !obscured:
		return MemoryRecogniser
	case known && reference && hidden:
		return MemoryUnderstanding
	case !known && reference && (obscured || !hidden):
		return MemoryAnalyst
	}
	return MemoryNeither
}

// KnowledgeOf returns what each model recalls, in order of name.
func KnowledgeOf(d *Data) []Knowledge {
	byModel := map[string][]bench.Trial{}
	for _, t := range d.Recalls {
		if t.Outcome != "" && t.Variant.Incident != nil {
			model := modelOf(t.Subject)
			byModel[model] = append(byModel[model], t)
		}
	}
	var out []Knowledge
	for _, model := range slices.Sorted(maps.Keys(byModel)) {
		out = append(out, d.knowledge(model, byModel[model]))
	}
	return out
}

// modelOf returns the model that a subject asks: its name without the strategy.
func modelOf(subject string) string { name, _, _ := strings.Cut(subject, "@"); return name }

func (d *Data) knowledge(model string, trials []bench.Trial) Knowledge {
	k := Knowledge{Model: model, Facts: map[recall.Fact]FactCount{}, known: map[string]bool{}, Asked: len(trials)}
	type votes struct{ yes, n int }
	verified, invented := map[string]*votes{}, map[string]*votes{}
	for _, t := range trials {
		truth := recall.Truth(t.Variant)
		claim, err := recall.Parse(t.Response.Text)
		if t.Outcome != bench.Answered || err != nil {
			k.Silent++
			claim = recall.Claim{}
		}
		got := recall.Assess(truth, claim)
		to, is := verified, got.Verified
		if truth.Foil {
			to, is = invented, got.False
		}
		key := t.Variant.Suite + "\x00" + t.Variant.Sample
		if to[key] == nil {
			to[key] = &votes{}
		}
		to[key].n++
		if is {
			to[key].yes++
		}
		if truth.Foil {
			continue
		}
		k.Own.Right += got.AnsweredRight
		k.Own.Wrong += got.Answered - got.AnsweredRight
		k.Own.Unsaid += len(truth.Questions) - got.Answered
		for _, f := range recall.Facts() {
			c := k.Facts[f]
			switch {
			case slices.Contains(got.Right, f):
				c.Right++
			case slices.Contains(got.Wrong, f):
				c.Wrong++
			default:
				c.Unsaid++
			}
			k.Facts[f] = c
		}
	}
	// Repetitions of one incident count as one incident: it counts when most of them do.
	most := func(m map[string]*votes, each func(key string, yes bool)) Share {
		n := 0
		for key, v := range m {
			yes := 2*v.yes > v.n
			if each != nil {
				each(key, yes)
			}
			if yes {
				n++
			}
		}
		return share(n, len(m))
	}
	k.Known = most(verified, func(key string, yes bool) { k.known[key] = yes })
	k.False = most(invented, nil)
	for s := range d.EachSuite() {
		for _, sub := range d.SubjectsOf(s) {
			if modelOf(sub.Name) == model {
				if m, ok := k.memory(s, sub.Name); ok {
					k.Diagnoses = append(k.Diagnoses, m)
				}
			}
		}
	}
	return k
}

// memory compares recall with detection; ok is false when the subject was asked about none of the samples.
func (k Knowledge) memory(s *Suite, subject string) (Memory, bool) {
	byChain := map[string][]bench.Trial{}
	probed := func(v *bench.Variant) (known, ok bool) {
		known, ok = k.known[v.Suite+"\x00"+v.Sample]
		return known, ok
	}
	for _, places := range s.bySubject[subject] {
		for same := range stretches(s.source, places) {
			if _, ok := probed(same.variant); !ok || same.variant.Truth != bench.Vulnerable {
				continue
			}
			for _, r := range rowsAt(s.source, same.places) {
				if r.Outcome != "" {
					byChain[r.Variant.Chain] = append(byChain[r.Variant.Chain], r)
				}
			}
		}
	}
	m := Memory{Subject: subject, Suite: s.Name, Reference: "minimal-sanitized", Counts: map[MemoryDiagnosis]Share{}}
	if byChain[m.Reference] == nil {
		m.Reference = ""
	}
	for chain := range byChain {
		if strings.Contains(chain, "shapeshifter") && chain > m.Obscured { // that alone, at the deepest level
			m.Obscured = chain
		}
	}
	reference, obscured := byChain[m.Reference], byChain[m.Obscured]
	hidden := m.Obscured != ""
	if len(reference) == 0 {
		return m, false
	}
	cells, counts, n := map[MemoryRow]int{}, map[MemoryDiagnosis]int{}, 0
	ref, obs := detected(reference), map[string]bool{}
	if hidden {
		obs = detected(obscured)
	}
	left := 0
	for _, key := range slices.Sorted(maps.Keys(ref)) {
		_, asked := obs[key]
		if hidden && !asked {
			left++
			continue
		}
		row := MemoryRow{Known: k.known[key], Reference: ref[key], Obscured: obs[key]}
		cells[row]++
		counts[diagnoseMemory(row.Known, row.Reference, row.Obscured, hidden)]++
		n++
	}
	for _, known := range []bool{true, false} {
		for _, r := range []bool{true, false} {
			for _, o := range []bool{true, false} {
				row := MemoryRow{Known: known, Reference: r, Obscured: o}
				if row.Samples = cells[row]; row.Samples > 0 {
					m.Table = append(m.Table, row)
				}
			}
		}
	}
	for _, d := range MemoryDiagnoses() {
		m.Counts[d] = share(counts[d], n)
	}
	if m.Reference == "" {
		m.Reference = "original"
	}
	if hidden {
		e := metric.KnowledgeEffect(metric.TDR, reference, obscured, probed)
		m.Effect = &e
	} else {
		m.Warnings = append(m.Warnings, "no text was asked under shapeshifter, so a recogniser cannot be distinguished from "+
			"a subject that understands; add --variants shapeshifter-l3")
	}
	if left > 0 {
		m.Warnings = append(m.Warnings, Plural(left, "sample")+" left out, because the chain does not apply")
	}
	return m, true
}

// detected returns, for each sample, whether its flaw was found in most trials.
func detected(rows []bench.Trial) map[string]bool {
	hits, n := map[string]int{}, map[string]int{}
	for _, r := range rows {
		key := r.Variant.Suite + "\x00" + r.Variant.Sample
		n[key]++
		if r.Verdict != nil && r.Verdict.Strict == bench.Hit {
			hits[key]++
		}
	}
	out := map[string]bool{}
	for key := range n {
		out[key] = 2*hits[key] > n[key]
	}
	return out
}

// EffectText returns one sentence on whether the drop depends on recall.
func (m Memory) EffectText() string {
	e := m.Effect
	if e == nil {
		return ""
	}
	drops := fmt.Sprintf("TDR lost under %s: %s among known samples, %s among others.", m.Obscured, Drop(e.Known),
		Drop(e.Unknown))
	warnings := slices.Concat(e.Warnings, e.Interaction.Warnings)
	if !e.Interaction.OK {
		return drops + " " + Sentence(strings.Join(warnings, "; "))
	}
	out := fmt.Sprintf("%s Difference of the two %s points", drops,
		Number(metric.Points, metric.Value{Defined: true, Point: e.Interaction.Value}))
	if i := Interval(metric.Points, e.Interaction.Interval); i != "" {
		out += " " + i
	}
	out += ", " + PValue(e.Interaction.P) + "."
	for _, w := range warnings {
		out += " " + Sentence(w)
	}
	return out
}

var knowledge = Section{ID: "knowledge", Title: "Knowledge", Tables: []string{"knowledge", "memory"},
	Build: buildKnowledge}

func buildKnowledge(d *Data) (write.Section, bool) {
	out := write.Section{Lead: []string{"Recall of the incidents behind the samples, asked by name and " +
		"without code. An incident is known (K = 1) when two facts are right and the name does not give " +
		"one of them away: the date within 31 days, or the loss within 20 %. A mechanism is right when a quarter of its " +
		"content words, and at least three, match the sample. Invented incidents measure false recall."}}
	t := write.Table{ID: "knowledge", Title: "Recall by model; facts as right / wrong / unsaid", Main: true,
		Columns: []write.Column{words("model", "Model"), counts("known", "known")}}
	for _, f := range recall.Facts() {
		t.Columns = append(t.Columns, counts(string(f), string(f)))
	}
	t.Columns = append(t.Columns, write.Column{Key: "own", Title: "sample-specific questions", Short: "specific",
		Number: true}, counts("invented", "false recall"), counts("silent", "no answer"))
	var memories []write.Table
	for _, k := range KnowledgeOf(d) {
		row := write.Cells(k.Model, k.Known.cell())
		for _, f := range recall.Facts() {
			c := k.Facts[f]
			row.Cells = append(row.Cells, write.Text(fmt.Sprintf("%d / %d / %d", c.Right, c.Wrong, c.Unsaid)))
		}
		row.Cells = append(row.Cells, write.Text(fmt.Sprintf("%d / %d / %d", k.Own.Right, k.Own.Wrong, k.Own.Unsaid)))
		row.Cells = append(row.Cells, k.False.cell(), write.Text(fmt.Sprintf("%d of %d", k.Silent, k.Asked)))
		if k.Silent > 0 {
			row.Notes = append(row.Notes, fmt.Sprintf("%d of %s had no readable answer and count as not known", k.Silent,
				Plural(k.Asked, "question")))
		}
		t.Rows = append(t.Rows, row)
		for _, m := range k.Diagnoses {
			memories = append(memories, m.table())
		}
	}
	out.Tables = append([]write.Table{t}, memories...)
	return out, len(t.Rows) > 0
}

// table compares what a model recalls with what one of its subjects detects.
func (m Memory) table() write.Table {
	head := "detected on " + m.Reference
	if m.Obscured != "" {
		head += ", then under " + m.Obscured
	}
	t := write.Table{ID: "memory", Group: m.Suite, Of: m.Subject, Title: "Recall and detection", Warnings: m.Warnings,
		Main: true}
	t.Lead = []string{"Samples by recall and " + head + ": a recogniser knows the incident and loses the " +
		"flaw when it is obscured; a subject that understands still finds it; an analyst finds it without knowing."}
	for _, d := range MemoryDiagnoses() {
		t.Facts = append(t.Facts, write.Fact{Class: "tag", Name: string(d), Text: m.Counts[d].String()})
	}
	if e := m.EffectText(); e != "" {
		t.Says = []string{e}
	}
	t.Columns = []write.Column{words("known", "known"), keyed("detected", "detected"),
		keyed("obscured", "detected when obscured"), counts("samples", "samples")}
	yes := map[bool]string{true: "yes", false: "no"}
	for _, r := range m.Table {
		obscured := yes[r.Obscured]
		if m.Obscured == "" {
			obscured = write.None
		}
		t.Rows = append(t.Rows, write.Cells(yes[r.Known], yes[r.Reference], obscured, write.Int(r.Samples)))
	}
	return t
}

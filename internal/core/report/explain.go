package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
)

// maxNames limits the number of subjects that one sentence names.
const maxNames = 3

// maxSentences limits the number of sentences below a table.
const maxSentences = 4

// Explain returns plain sentences about a headline table. The computed diagnoses select each sentence, and it
// contains the counts behind it, so that none can contradict the table.
func Explain(h *Headline) []string {
	by := map[metric.Diagnosis][]Line{}
	for _, l := range h.Lines {
		by[l.Diagnosis] = append(by[l.Diagnosis], l)
	}
	for _, ls := range by {
		slices.SortStableFunc(ls, func(a, b Line) int { return cmp.Compare(b.Pairs.right(), a.Pairs.right()) })
	}
	thing := h.Suite.Format.Noun()
	var out []string
	add := func(ls []Line, sentence func([]Line) string) {
		if len(ls) > 0 && len(out) < maxSentences {
			out = append(out, sentence(ls))
		}
	}
	add(by[metric.FollowsFlaw], func(ls []Line) string { return follows(ls, thing) })
	never, seldom := []Line{}, []Line{}
	for _, l := range by[metric.Recogniser] {
		if l.Pairs.changed() == 0 {
			never = append(never, l)
		} else {
			seldom = append(seldom, l)
		}
	}
	add(never, func(ls []Line) string {
		return recognisers(ls, thing, "whenever both have an answer, so the flaw does not affect it")
	})
	add(seldom, func(ls []Line) string {
		return recognisers(ls, thing, "in most pairs; in the others the verdict follows the flaw no more often than chance")
	})
	if s := misled(by[metric.Recogniser], by[metric.FollowsFlaw]); s != "" && len(out) < maxSentences {
		out = append(out, s)
	}
	add(by[metric.AgainstFlaw], func(ls []Line) string { return against(ls, thing) })
	add(by[metric.ConstantAnswer], constants)
	add(by[metric.Mixed], mixed)
	add(by[metric.Undecided], undecided)
	return out
}

// name lists the subjects of lines, each followed by the result of of.
func name(ls []Line, of func(Line) string) string {
	return nameSome(ls, maxNames, func(_ int, l Line) string { return of(l) })
}

// nameSome names the first subjects of lines, each followed by the result of of, and counts the others.
func nameSome(ls []Line, most int, of func(i int, l Line) string) string {
	var out []string
	for i, l := range ls {
		if i == most && len(ls) > most+1 {
			out = append(out, Plural(len(ls)-most, "other"))
			break
		}
		out = append(out, strings.TrimSpace(l.Subject.Name+" "+of(i, l)))
	}
	return List(out)
}

func follows(ls []Line, thing string) string {
	return fmt.Sprintf("%s %s the flaw: %s a %s vulnerable and its repair safe in that many pairs, more often than "+
		"chance allows.",
		name(ls, func(l Line) string {
			return fmt.Sprintf("(%d of %s, %s)", l.Pairs.right(), Plural(l.Pairs.N, "pair"), l.Pairs.share())
		}),
		Agree(len(ls), "follows", "follow"), Agree(len(ls), "it calls", "they call"), thing)
}

func recognisers(ls []Line, thing, rest string) string {
	return fmt.Sprintf("%s %s: %s a %s and its repair the same verdict %s.",
		name(ls, func(l Line) string { return fmt.Sprintf("(%d of %s)", l.Pairs.same(), Plural(l.Pairs.N, "pair")) }),
		Agree(len(ls), "is a recogniser", "are recognisers"), Agree(len(ls), "it gives", "they give"), thing, rest)
}

// misled reports cases in which the detection rate alone would have ranked a recogniser above a subject that
// follows the flaw.
func misled(recognisers, followers []Line) string {
	for _, f := range followers {
		for _, r := range recognisers {
			a, b := r.Cell(metric.TDR.ID), f.Cell(metric.TDR.ID)
			if r.Texts == f.Texts && a.Value.Defined && b.Value.Defined && a.Value.Point >= b.Value.Point {
				relation := "above"
				if a.Value.Point == b.Value.Point {
					relation = "equal to"
				}
				return fmt.Sprintf("Detection alone would put %s (%s) %s %s (%s); the pairs tell them apart.",
					r.Subject.Name, a.Count(), relation, f.Subject.Name, b.Count())
			}
		}
	}
	return ""
}

func against(ls []Line, thing string) string {
	return fmt.Sprintf("%s %s against the flaw: %s the flawed %s safe and its repair vulnerable "+
		"more often than chance allows.",
		name(ls, func(l Line) string {
			return fmt.Sprintf("(%d of %s reversed)", l.Pairs.By[metric.PairSwapped], Plural(l.Pairs.N, "pair"))
		}), Agree(len(ls), "goes", "go"), Agree(len(ls), "it calls", "they call"), thing)
}

func constants(ls []Line) string {
	return fmt.Sprintf("%s %s one verdict in every answered pair: %s shows the scores that need no understanding.",
		name(ls, func(l Line) string { return "(“" + l.Constant.String() + "”)" }),
		Agree(len(ls), "gives", "give"), Agree(len(ls), "this row", "each row"))
}

func mixed(ls []Line) string {
	return fmt.Sprintf("%s %s no pattern, though there are enough pairs.", name(ls, func(l Line) string {
		by := l.Pairs.By
		return fmt.Sprintf("(%d right, %d vulnerable on both sides, %d safe on both, %d reversed of %s)", l.Pairs.right(),
			by[metric.PairAllVuln], by[metric.PairAllSafe], by[metric.PairSwapped], Plural(l.Pairs.N, "pair"))
	}), Agree(len(ls), "shows", "show"))
}

func undecided(ls []Line) string {
	return fmt.Sprintf("Too few pairs, or too few alarms, to classify %s.", name(ls, func(l Line) string {
		if l.Pairs.changed()+l.Pairs.same() == 0 {
			return "(no pair with two answers)"
		}
		return fmt.Sprintf("(%d right, %d reversed, %d unchanged of %s)", l.Pairs.right(), l.Pairs.By[metric.PairSwapped],
			l.Pairs.same(), Plural(l.Pairs.N, "pair"))
	}))
}

// Caveats returns what a reader has to know about the data of a suite before trusting a number: what was not
// asked, not proved, or left out.
func Caveats(h *Headline) []string {
	var out []string
	c := h.Suite.Census()
	if waiting := h.Suite.count(h.Suite.trials, notAsked); waiting > 0 {
		out = append(out, fmt.Sprintf("%d of %s of this suite were not asked; they are in no number.", waiting,
			Plural(len(h.Suite.trials), "trial")))
	}
	if absent := h.Absent(); absent != "" {
		out = append(out, absent)
	}
	out = append(out, h.indifferent...)
	switch {
	case c.Unproved == c.Samples && c.Samples > 0:
		out = append(out, "No sample of this suite is proved by execution: the numbers rest on its authors’ labels.")
	case c.Unproved > 0:
		out = append(out, fmt.Sprintf("%d of %s %s not proved by execution, and not included in these numbers.", c.Unproved,
			Plural(c.Samples, "sample"), Agree(c.Unproved, "is", "are")))
	}
	if c.Transformed > 0 {
		out = append(out, fmt.Sprintf("%s not in this table, which covers the original texts.",
			Plural(c.Transformed, "transformed variant")+" "+Agree(c.Transformed, "is", "are")))
	}
	unjudged := func(r bench.Trial) bool { return r.Outcome == bench.Answered && r.Verdict == nil }
	if n := h.Suite.count(h.Suite.trials, unjudged); n > 0 {
		out = append(out, fmt.Sprintf("%s no verdict yet; `assay score` judges them.", Plural(n, "answer")+" "+
			Agree(n, "has", "have")))
	}
	if vague := h.vague(); vague != "" {
		out = append(out, vague)
	}
	partly := func(r bench.Trial) bool { return r.Answer != nil && len(r.Answer.Unread) > 0 }
	if n := h.Suite.count(h.Suite.trials, partly); n > 0 {
		out = append(out, Plural(n, "answer")+" "+Agree(n, "has", "have")+
			" members that were not read; `assay report --table parsing --format text` names them.")
	}
	open := slices.DeleteFunc(slices.Clone(h.Lines), func(l Line) bool { return l.Subject.Params["isolation"] != "none" })
	if len(open) > 0 {
		out = append(out, fmt.Sprintf(
			"%s had no isolation: %s could read all files of the machine, including this program and its suites.",
			name(open, func(Line) string { return "" }), Agree(len(open), "it", "they")))
	}
	return out
}

// vague says how many alarms of asked subjects name nothing that could be the flaw, as answers in the form of another
// suite do; "" for none.
func (h *Headline) vague() string {
	what := "a class or a place"
	names := func(f bench.Finding) bool { return f.Type != "" || f.Location != "" || len(f.Lines) > 0 }
	if h.Suite.Format.ByRequirement() {
		what, names = "a requirement", func(f bench.Finding) bool { return len(f.Requirements) > 0 }
	}
	asked := map[string]bool{}
	for _, l := range h.Lines {
		asked[l.Subject.Name] = l.Subject.Kind != "builtin"
	}
	alarm := func(r bench.Trial) bool {
		return r.Answer != nil && r.Answer.Verdict == bench.Vulnerable && asked[r.Subject]
	}
	empty := func(r bench.Trial) bool { return alarm(r) && !slices.ContainsFunc(r.Answer.Findings, names) }
	n := h.Suite.count(h.Suite.trials, empty)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %s %s no finding that names %s, and %s no flaw: do the subjects use the form that the "+
		"question asks for?", n, Plural(h.Suite.count(h.Suite.trials, alarm), "alarm"), Agree(n, "has", "have"), what,
		Agree(n, "finds", "find"))
}

// Agree returns the form of a word that matches a count.
func Agree(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Warnings returns the warnings about the run as a whole.
func (d *Data) Warnings() []string {
	out := append([]string(nil), d.Notes...)
	if n := d.Manifest.Hypotheses(); n > 0 {
		out = append(out, fmt.Sprintf("%d registered %s kept and not evaluated any more.", n,
			Agree(n, "hypothesis is", "hypotheses are")))
	}
	if waiting, n := d.Waiting(); waiting > 0 && d.Complete && d.Manifest.Until != nil {
		return out
	} else if waiting > 0 {
		out = append(out, fmt.Sprintf("The run is incomplete: %d of %s were not asked; the same command resumes it.", waiting,
			Plural(n, "trial")))
	} else if !d.Complete && len(d.Trials) > 0 {
		out = append(out, "The run was interrupted before it was marked complete, but every planned trial has ended.")
	}
	return out
}

// Absent says which subjects are not in the tables, because they answered next to nothing; "" for none.
func (h *Headline) Absent() string {
	if len(h.Few) == 0 {
		return ""
	}
	var of []string
	for _, l := range h.Few {
		of = append(of, fmt.Sprintf("%s (%d of %s)", l.Subject.Name, l.Answered, Plural(l.Planned, "planned trial")))
	}
	return fmt.Sprintf("Not in the tables, with answers to fewer than %.0f %% of what was planned: %s.", 100*tooFew,
		List(of))
}

// Incomplete names the subjects that were asked about fewer texts than there are, nil when all were asked about all:
// their numbers have other denominators.
func (h *Headline) Incomplete() []string {
	var out []string
	for _, l := range h.Lines {
		if l.Texts < h.Texts {
			out = append(out, fmt.Sprintf("%s was asked about %d of %s", l.Subject.Name, l.Texts, Plural(h.Texts, "text")))
		}
	}
	return out
}

package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/judge"
	"assay/internal/core/metric"
	"assay/internal/core/stats"
	kappa "assay/internal/core/stats/agree"
)

// Seed is the seed of every bootstrap of a report: numbers depend on the trials alone.
const Seed = 20260801

// Judging measures how well the judges of a run agree, and how often they err.
type Judging struct {
	Record string       `json:"record"` // whose verdicts count
	Judges []JudgeCount `json:"judges"` // the rule judge first
	Pairs  []JudgePair  `json:"pairs,omitempty"`

	// For all judges together: on whether the target was found, on the classes of findings, and on reasoning scores.
	Fleiss Coefficient `json:"fleiss_target"`
	AC1    Coefficient `json:"ac1_target"`
	Alpha  Coefficient `json:"alpha_classes"`
	Scores Coefficient `json:"alpha_scores"`

	Errors []JudgeError    `json:"errors,omitempty"`
	Rates  []CorrectedRate `json:"rates,omitempty"`
}

// JudgeCount counts the verdicts of one judge.
type JudgeCount struct {
	Judge    string   `json:"judge"`
	N        int      `json:"n"` // answers that it has to judge
	Decided  int      `json:"decided"`
	Unscored int      `json:"unscored"` // asked, without a decision
	Injected int      `json:"injected"`
	Failed   int      `json:"failed"` // not judged because of a failure
	CostUSD  *float64 `json:"cost_usd,omitempty"`
}

// Coefficient is a measure of agreement over N units that two judges rated.
type Coefficient struct {
	Value    *float64        `json:"value"` // null: undefined
	Interval *stats.Interval `json:"interval,omitempty"`
	N        int             `json:"n"`
	Warnings []string        `json:"warnings,omitempty"`
}

// JudgePair measures the agreement of two judges.
type JudgePair struct {
	A        string      `json:"a"`
	B        string      `json:"b"`
	Kappa    Coefficient `json:"kappa"`    // Cohen's, on whether the target was found
	Spearman Coefficient `json:"spearman"` // on reasoning scores
}

// JudgeError measures how often a judge errs, compared with a more reliable truth.
type JudgeError struct {
	Judge       string `json:"judge"`
	Against     string `json:"against"` // "execution" or "gold answers"
	Sensitivity Share  `json:"sensitivity"`
	Specificity Share  `json:"specificity"`
}

// CorrectedRate is a detection rate as a judge measures it, and corrected for its errors.
type CorrectedRate struct {
	Judge     string          `json:"judge"`
	Subject   string          `json:"subject"`
	Suite     string          `json:"suite"`
	Strict    Share           `json:"strict"`
	Lenient   Share           `json:"lenient"`
	Corrected *float64        `json:"corrected"` // of the strict rate; null without a calibration that permits it
	Interval  *stats.Interval `json:"interval,omitempty"`
	By        string          `json:"by,omitempty"` // from which the errors are known
	Warnings  []string        `json:"warnings,omitempty"`
}

// JudgingOf returns nil when no judge except the rule judge was asked.
func JudgingOf(d *Data) *Judging {
	return Kept(d, "judging", d.judging)
}

func (d *Data) judging() *Judging {
	var names []string
	var trials []bench.Trial
	for _, t := range d.Trials {
		if len(t.Opinions) == 0 {
			continue
		}
		trials = append(trials, t)
		for _, o := range t.Opinions {
			if !slices.Contains(names, o.Verdict.Judge) {
				names = append(names, o.Verdict.Judge)
			}
		}
	}
	if len(names) < 2 {
		return nil
	}
	out := &Judging{Record: d.Manifest.Judging.String()}
	for _, name := range names {
		out.Judges = append(out.Judges, countJudge(name, trials))
	}
	// The rule judge is not asked: it appears in the pairs, but not in the agreement of all judges.
	panel, classes, scores := ratings(slices.DeleteFunc(slices.Clone(names), rules), trials)
	missing := func(rating int) bool { return rating == kappa.Missing }
	out.Fleiss = coefficient(panel.Fleiss(Seed), ratedTwice(panel.Ratings, missing))
	out.AC1 = coefficient(panel.AC1(Seed), ratedTwice(panel.Ratings, missing))
	out.Alpha = coefficient(classes.Alpha(kappa.Nominal, Seed), ratedTwice(classes.Ratings, missing))
	out.Scores = coefficient(scores.Alpha(Seed), ratedTwice(scores.Values, math.IsNaN))
	target, _, scores := ratings(names, trials)
	for a := range names {
		for b := a + 1; b < len(names); b++ {
			both := 0
			for _, unit := range target.Ratings {
				if unit[a] != kappa.Missing && unit[b] != kappa.Missing {
					both++
				}
			}
			if both == 0 {
				continue // they decide on different kinds of answers
			}
			out.Pairs = append(out.Pairs, JudgePair{names[a], names[b], coefficient(target.Cohen(a, b, Seed), both),
				spearman(scores, a, b)})
		}
	}
	out.errors(d, names, target)
	out.rates(d)
	return out
}

func countJudge(name string, trials []bench.Trial) JudgeCount {
	c := JudgeCount{Judge: name}
	for _, t := range trials {
		o, ok := opinionOf(t, name)
		code := t.Answer.Kind != ""
		if !ok || executes(name) && !code || rules(name) && code {
			continue
		}
		c.N++
		switch {
		case o.Failed:
			c.Failed++
		case o.Verdict.Unscored:
			c.Unscored++
		default:
			c.Decided++
		}
		if o.Injected {
			c.Injected++
		}
		if o.Cost != nil {
			sum := *o.Cost
			if c.CostUSD != nil {
				sum += *c.CostUSD
			}
			c.CostUSD = &sum
		}
	}
	return c
}

func opinionOf(t bench.Trial, name string) (bench.Opinion, bool) {
	i := slices.IndexFunc(t.Opinions, func(o bench.Opinion) bool { return o.Verdict.Judge == name })
	if i < 0 {
		return bench.Opinion{}, false
	}
	return t.Opinions[i], true
}

// executes reports whether a judge's verdicts come from execution.
func executes(name string) bool { return strings.HasPrefix(name, "exec/") }

// rules reports whether a judge's verdicts follow from rules, without asking a model.
func rules(name string) bool { return strings.HasPrefix(name, "rule/") }

// errors compares judges with the results of execution on the same answers, and with gold answers.
func (j *Judging) errors(d *Data, names []string, target kappa.Units) {
	truth := slices.IndexFunc(names, executes)
	for i, name := range names {
		if i != truth && truth >= 0 {
			var sens, spec stats.Rated
			for _, u := range target.Ratings {
				switch {
				case u[i] == kappa.Missing || u[truth] == kappa.Missing:
				case u[truth] == 1:
					sens.K, sens.N = sens.K+u[i], sens.N+1
				default:
					spec.K, spec.N = spec.K+1-u[i], spec.N+1
				}
			}
			if sens.N+spec.N > 0 {
				j.Errors = append(j.Errors, JudgeError{name, "execution", share(sens.K, sens.N), share(spec.K, spec.N)})
			}
		}
		if k := slices.IndexFunc(d.Calibrations, func(c judge.Calibration) bool { return c.Judge == name }); k >= 0 {
			sens, spec := d.Calibrations[k].Sensitivity(), d.Calibrations[k].Specificity()
			j.Errors = append(j.Errors, JudgeError{name, "gold answers", share(sens.K, sens.N), share(spec.K, spec.N)})
		}
	}
}

// rates corrects the rates of every judge except execution by their known errors: from execution if possible, else
// from gold answers.
func (j *Judging) rates(d *Data) {
	for s := range d.EachSuite() {
		for _, sub := range d.SubjectsOf(s) {
			for _, c := range j.Judges {
				if executes(c.Judge) {
					continue
				}
				r := CorrectedRate{Judge: c.Judge, Subject: sub.Name, Suite: s.Name}
				strict, lenient, n, asked, missing := 0, 0, 0, 0, 0
				for _, place := range s.bySubject[sub.Name][0] {
					t := s.source[place]
					o, ok := opinionOf(t, c.Judge)
					// A trial without an answer needs no judge: it found nothing.
					if t.Variant.Truth != bench.Vulnerable || t.Repetition > 0 || t.Outcome == "" || t.Answer != nil && !ok {
						continue
					}
					by := t
					by.Verdict = &o.Verdict
					if a, m := by.Undecided(); t.Answer != nil && m {
						asked, missing = asked+1, missing+1
						continue
					} else if a {
						asked++
					}
					if t.Answer != nil && o.Verdict.Strict == bench.Unscored {
						continue
					}
					n++
					if o.Verdict.Strict == bench.Hit {
						strict++
					}
					if o.Verdict.Lenient == bench.Hit {
						lenient++
					}
				}
				if why := metric.NotMeasured(asked, missing); why != "" {
					r.Warnings = []string{why}
					j.Rates = append(j.Rates, r)
					continue
				}
				if n == 0 {
					continue
				}
				r.Strict, r.Lenient = share(strict, n), share(lenient, n)
				j.correct(&r)
				j.Rates = append(j.Rates, r)
			}
		}
	}
}

func (j *Judging) correct(r *CorrectedRate) {
	i := slices.IndexFunc(j.Errors, func(e JudgeError) bool {
		return e.Judge == r.Judge && e.Sensitivity.N > 0 && e.Specificity.N > 0
	})
	if i < 0 {
		return
	}
	e := j.Errors[i]
	c, ok := stats.RoganGladen(stats.Rated{K: r.Strict.K, N: r.Strict.N},
		stats.Rated{K: e.Sensitivity.K, N: e.Sensitivity.N}, stats.Rated{K: e.Specificity.K, N: e.Specificity.N})
	r.By = e.Against
	if !ok {
		r.Warnings = []string{"the judge is no better than chance, so no correction is possible"}
		return
	}
	r.Corrected, r.Interval, r.Warnings = &c.Value, &c.Interval, c.Warnings
}

// Named is a coefficient with its name.
type Named struct {
	Coefficient
	Name, Doc string
}

// Overall returns the agreement of all judges.
func (j *Judging) Overall() []Named {
	return []Named{
		{j.Fleiss, "Fleiss’ kappa", "judges that are not rule-based, on whether the target was found (strict)"},
		{j.AC1, "Gwet’s AC1", "the same; robust when one answer is much more frequent"},
		{j.Alpha, "Krippendorff’s alpha, nominal", "judges that are not rule-based, on the class of each finding"},
		{j.Scores, "Krippendorff’s alpha, interval", "judges that are not rule-based, on the mean of RCIR, AVA and FSV"},
	}
}

// String returns "0.812 [0.640, 0.934]", or a dash.
func (c Coefficient) String() string {
	if c.Value == nil {
		return none
	}
	out := strings.Replace(fmt.Sprintf("%.3f", *c.Value), "-", "−", 1)
	if i := c.Interval; i != nil {
		out += " " + strings.ReplaceAll(fmt.Sprintf("[%.3f, %.3f]", i.Lo, i.Hi), "-", "−")
	}
	return out
}

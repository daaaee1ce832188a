package export

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/metric"
	"assay/internal/core/report"
	"assay/internal/core/report/write"
)

// column is one column of a tidy table: its name, its meaning, and its value in a row. "" is "not known" or "not
// defined", never zero.
type column[T any] struct {
	Name, Doc string
	of        func(T) string
	kind      write.Kind
}

const (
	text    = write.KindText
	whole64 = write.KindWhole
	real64  = write.KindReal
	yesNo   = write.KindYesNo
)

// as returns the column with the given kind.
func (c column[T]) as(k write.Kind) column[T] {
	c.kind = k
	return c
}

// trialRow is one planned trial.
type trialRow struct {
	run     string
	t       bench.Trial
	counted bool
}

// trialColumns returns the columns of the table of trials. They contain no text of subjects or providers, except
// the name of the model.
func trialColumns() []column[trialRow] {
	variant := func(name, doc string, of func(*bench.Variant) string) column[trialRow] {
		return column[trialRow]{name, doc, func(r trialRow) string { return of(r.t.Variant) }, text}
	}
	verdict := func(name, doc string, of func(*bench.Verdict) string) column[trialRow] {
		return column[trialRow]{name, doc, func(r trialRow) string {
			if r.t.Verdict == nil {
				return ""
			}
			return of(r.t.Verdict)
		}, text}
	}
	usage := func(name, doc string, of func(bench.Spent) int64) column[trialRow] {
		return column[trialRow]{name, doc, func(r trialRow) string { return positive(of(r.t.Used())) }, text}
	}
	return []column[trialRow]{
		{"run", "id of the run", func(r trialRow) string { return r.run }, text},
		variant("suite", "name of the suite", func(v *bench.Variant) string { return v.Suite }),
		variant("variant", "key of the text that was shown", func(v *bench.Variant) string { return v.Key }),
		variant("sample", "id of the sample", func(v *bench.Variant) string { return v.Sample }),
		variant("base", "unit of the statistics: a sample or query with all its texts", func(v *bench.Variant) string {
			return v.Base
		}),
		variant("group", "subset or application", func(v *bench.Variant) string { return v.Group }),
		variant("tier", "difficulty, 1 to 4", func(v *bench.Variant) string { return positive(int64(v.Tier)) }).as(whole64),
		variant("class", "class of the documented flaw, or of what a twin repairs",
			func(v *bench.Variant) string { return string(v.Class) }),
		variant("severity", "of the documented flaw", func(v *bench.Variant) string { return v.Severity }),
		variant("chain", "transformations applied; empty on originals", func(v *bench.Variant) string { return v.Chain }),
		variant("seed", "of the transformations", func(v *bench.Variant) string {
			if v.Chain == "" {
				return ""
			}
			return strconv.FormatUint(v.Seed, 10)
		}),
		variant("certificate", "kind of evidence that the transformed text keeps its promise",
			func(v *bench.Variant) string { return v.Certificate }),
		variant("twin", "key of the safe counterpart of a vulnerable text", func(v *bench.Variant) string { return v.Twin }),
		variant("truth", "vulnerable or safe", func(v *bench.Variant) string { return v.Truth.String() }),
		variant("proof", "proved when truth was executed, else unproved",
			func(v *bench.Variant) string { return string(v.Proof) }),
		{"counted", "true when the sample is in the headline numbers",
			func(r trialRow) string { return strconv.FormatBool(r.counted) }, yesNo},
		{"subject", "name of the subject", func(r trialRow) string { return r.t.Subject }, text},
		{"repetition", "from 0", func(r trialRow) string { return strconv.Itoa(r.t.Repetition) }, whole64},
		{"outcome", "how the trial ended; empty when it was not asked",
			func(r trialRow) string { return string(r.t.Outcome) }, text},
		{"verdict", "verdict of the subject: vulnerable or safe", func(r trialRow) string {
			if says, ok := r.t.Says(); ok {
				return says.String()
			}
			return ""
		}, text},
		{"confidence", "stated, 0 to 1", func(r trialRow) string {
			if r.t.Answer == nil {
				return ""
			}
			return optional(r.t.Answer.Confidence)
		}, real64},
		{"findings", "number of flaws claimed", func(r trialRow) string {
			if r.t.Answer == nil {
				return ""
			}
			return strconv.Itoa(len(r.t.Answer.Findings))
		}, whole64},
		verdict("judge", "judge that decided", func(v *bench.Verdict) string { return v.Judge }),
		verdict("strict", "the documented flaw was found, class and place: hit, miss or unscored",
			func(v *bench.Verdict) string { return string(v.Strict) }),
		verdict("lenient", "the same with class and place at least partial",
			func(v *bench.Verdict) string { return string(v.Lenient) }),
		verdict("rcir", "root cause identification, 0 to 1", func(v *bench.Verdict) string { return optional(v.RCIR) }).as(
			real64),
		verdict("ava", "attack vector validity, 0 to 1", func(v *bench.Verdict) string { return optional(v.AVA) }).as(real64),
		verdict("fsv", "fix suggestion validity, 0 to 1", func(v *bench.Verdict) string { return optional(v.FSV) }).as(
			real64),
		{"model", "id that the provider reports", func(r trialRow) string { return r.t.Response.Model }, text},
		{"attempts", "requests that the trial took",
			func(r trialRow) string { return positive(int64(r.t.Response.Attempts)) }, whole64},
		usage("input_tokens", "tokens read", func(u bench.Spent) int64 { return u.InputTokens }).as(whole64),
		usage("output_tokens", "tokens written, reasoning included",
			func(u bench.Spent) int64 { return u.OutputTokens }).as(whole64),
		usage("reasoning_tokens", "tokens of reasoning", func(u bench.Spent) int64 { return u.ReasoningTokens }).as(whole64),
		{"cost_usd", "dollars; empty when the price is unknown", func(r trialRow) string {
			if u := r.t.Used(); u.Priced {
				return float(u.CostUSD)
			}
			return ""
		}, real64},
		{"elapsed_ms", "answer time in milliseconds",
			func(r trialRow) string { return positive(r.t.Used().Elapsed.Milliseconds()) }, whole64},
		{"trial", "key of the trial and of its stored raw bytes", func(r trialRow) string { return r.t.Key }, text},
	}
}

// metricRow is one number of one subject on one part of one suite.
type metricRow struct {
	run, suite, subject, chain, by, part string
	m                                    metric.Metric
	v                                    metric.Value
}

func metricColumns() []column[metricRow] {
	end := func(name, doc string, of func(lo, hi float64, method string) string) column[metricRow] {
		return column[metricRow]{name, doc, func(r metricRow) string {
			if r.v.Interval == nil {
				return ""
			}
			return of(r.v.Interval.Lo, r.v.Interval.Hi, r.v.Interval.Method)
		}, text}
	}
	counted := func(name, doc string, of func(metric.Value) int) column[metricRow] {
		return column[metricRow]{name, doc, func(r metricRow) string { return strconv.Itoa(of(r.v)) }, text}
	}
	return []column[metricRow]{
		{"run", "id of the run", func(r metricRow) string { return r.run }, text},
		{"suite", "name of the suite", func(r metricRow) string { return r.suite }, text},
		{"subject", "name of the subject", func(r metricRow) string { return r.subject }, text},
		{"chain", "transformations applied; empty for the originals", func(r metricRow) string { return r.chain }, text},
		{"by", "dimension that splits the originals; empty for all of them", func(r metricRow) string { return r.by }, text},
		{"part", "value of that dimension", func(r metricRow) string { return r.part }, text},
		{"metric", "id of the number", func(r metricRow) string { return r.m.ID }, text},
		{"scale", "share, difference, index or amount", func(r metricRow) string {
			return [...]string{metric.Percent: "share", metric.Points: "difference", metric.Index: "index",
				metric.Amount: "amount"}[r.m.Scale]
		}, text},
		{"lower_is_better", "true or false", func(r metricRow) string { return strconv.FormatBool(r.m.Lower) }, text},
		{"point", "the number; empty where it is not defined", func(r metricRow) string {
			if !r.v.Defined {
				return ""
			}
			return float(r.v.Point)
		}, text},
		end("lo", "lower end of the 95 % interval", func(lo, _ float64, _ string) string { return float(lo) }),
		end("hi", "upper end of the interval", func(_, hi float64, _ string) string { return float(hi) }),
		end("method", "of the interval", func(_, _ float64, method string) string { return method }),
		counted("k", "successes; 0 with n = 0 for a number that is no single share", func(v metric.Value) int { return v.K }),
		counted("n", "trials", func(v metric.Value) int { return v.N }),
		counted("missing", "trials without an answer", func(v metric.Value) int { return v.Missing }),
		counted("unscored", "trials that the judge could not decide", func(v metric.Value) int { return v.Unscored }),
		{"p", "of the test against no difference, if the metric has one", func(r metricRow) string { return optional(r.v.P) },
			text},
		{"warnings", "warnings, joined by semicolons",
			func(r metricRow) string { return strings.Join(r.v.Warnings, "; ") }, text},
	}
}

func writeCSV(w io.Writer, d *report.Data, table string) error {
	out := csv.NewWriter(w)
	var err error
	switch table {
	case "metrics":
		if err := d.Manifest.FixedSize(); err != nil {
			return fmt.Errorf("run %s: %w", d.RunID, err)
		}
		err = writeRows(out, metricColumns(), func(yield func(metricRow) bool) { metricRows(d, yield) })
	case "", "trials":
		err = writeRows(out, trialColumns(), func(yield func(trialRow) bool) { trialRows(d, yield) })
	default:
		return write.CSV(w, report.Only(d, table))
	}
	if err == nil {
		out.Flush()
		err = out.Error()
	}
	if err != nil {
		return fmt.Errorf("writing CSV: %w", err)
	}
	return nil
}

func writeRows[T any](w *csv.Writer, columns []column[T], rows func(func(T) bool)) error {
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.Name
	}
	if err := w.Write(record); err != nil {
		return err
	}
	var err error
	rows(func(r T) bool {
		for i, c := range columns {
			record[i] = write.Inert(c.of(r))
		}
		err = w.Write(record)
		return err == nil
	})
	return err
}

// trialRows yields every planned trial in order of suite, variant, subject and repetition.
func trialRows(d *report.Data, yield func(trialRow) bool) {
	for s := range d.EachSuite() {
		counts := s.Counts()
		for t := range s.AllTrials() {
			if !yield(trialRow{d.RunID, t, counts(t.Variant)}) {
				return
			}
		}
	}
}

// partMetrics returns the metrics of the parts of a suite, and of every chain; the whole suite has all metrics.
func partMetrics() []metric.Metric {
	return []metric.Metric{metric.TDR, metric.TDRLenient, metric.PairCorrect, metric.FalseAlarm, metric.BalancedAccuracy,
		metric.Discrimination, metric.SUIDefault}
}

// metricRows yields the numbers for the headline's rows.
func metricRows(d *report.Data, yield func(metricRow) bool) {
	all := metric.All()
	if d.Weights != nil {
		all = append(all, metric.SUIMetric(*d.Weights, false))
	}
	for s := range d.EachSuite() {
		all := all
		if metric.Several(s.Variants) {
			all = slices.Concat(all, metric.PerTarget())
		}
		for _, sub := range d.SubjectsOf(s) {
			write := func(chain, by, part string, ms []metric.Metric, rows []bench.Trial) bool {
				for j, v := range metric.Values(ms, rows) {
					if !yield(metricRow{d.RunID, s.Name, sub.Name, chain, by, part, ms[j], v}) {
						return false
					}
				}
				return true
			}
			rows := s.Headline(sub.Name)
			if !write("", "", "", all, rows) {
				return
			}
			for _, dim := range metric.Dimensions() {
				for _, c := range metric.Group(rows, dim) {
					if !write("", dim.Name, c.Name, partMetrics(), c.Rows) {
						return
					}
				}
			}
			byChain := s.ByChain(sub.Name)
			for _, chain := range slices.Sorted(maps.Keys(byChain)) {
				if !write(chain, "", "", partMetrics(), byChain[chain]) {
					return
				}
			}
		}
	}
}

func float(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// optional formats a number that may not be known.
func optional(x *float64) string {
	if x == nil {
		return ""
	}
	return float(*x)
}

// positive formats a count for which 0 means "not known".
func positive(n int64) string {
	if n <= 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

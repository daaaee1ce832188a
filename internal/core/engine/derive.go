package engine

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/answer"
	"assay/internal/core/judge"
	"assay/internal/core/judge/recall"
	"assay/internal/core/prompt"
)

// AsksFor returns what a strategy asks for: a verdict if the strategy is "" or unknown to
// this version.
func AsksFor(strategy string) prompt.Asks {
	if strategy == "" {
		return prompt.ForVerdict
	}
	s, err := prompt.Find(strategy)
	if err != nil {
		return prompt.ForVerdict
	}
	return s.Asks
}

// AsksRepairs reports whether a strategy asks for a repair of each finding, to be executed.
func AsksRepairs(strategy string) bool {
	if strategy == "" {
		return false
	}
	s, err := prompt.Find(strategy)
	return err == nil && s.AsksRepairs()
}

// LimitOf returns the output limit in the settings of a subject, or 0 without one.
func LimitOf(params map[string]string) int64 {
	limit, err := strconv.ParseInt(params["max_tokens"], 10, 64)
	if err != nil {
		return 0
	}
	return limit
}

// shownIn records in an answer with repairs how much of the code a strategy shows.
func shownIn(t *bench.Trial, strategy string) {
	repairs := func(f bench.Finding) bool { return len(f.Repair) > 0 }
	if t.Answer == nil || !slices.ContainsFunc(t.Answer.Findings, repairs) {
		return
	}
	if level, _ := prompt.LevelIn(strategy, prompt.ExtentFactor); level == prompt.ExtentFunction ||
		level == prompt.ExtentContract || level == prompt.ExtentSource {
		t.Answer.Extent = level
	}
}

// Derive parses and judges the response of a trial, and sets the derived values: outcome
// and reason, answer and verdict, parser and judge. asks is what the question asks for,
// limit the output limit or 0. The same response always gives the same result. A response
// about an incident from memory counts as answered, without an Answer. jd reads arguments
// only, so it leaves code that must be executed undecided.
func Derive(asks prompt.Asks, limit int64, t *bench.Trial, jd judge.Judge) {
	own := *t.Details // other trials may share it
	own.Parser, own.Judge = answer.Version, jd.Name()
	t.Details, t.Answer, t.Verdict = &own, nil, nil
	t.Outcome, own.Reason = read(asks, limit, t, jd)
}

// read sets the answer and the verdict of a trial. It returns the outcome, and the reason if there is no answer.
func read(asks prompt.Asks, limit int64, t *bench.Trial, jd judge.Judge) (bench.Outcome, string) {
	resp := &t.Response
	finish := cmp.Or(resp.Finish, bench.Answered)
	ending, _, agent := bench.EndingOf(resp.FinishRaw)
	if agent && ending != bench.Submitted {
		return ending.Outcome(), ending.Reason()
	}
	if finish == bench.Refused || finish == bench.Filtered {
		return finish, "the provider says: " + resp.FinishRaw
	}
	cut := resp.Cut(limit)
	if asks == prompt.ForContinuation {
		cut = false // a continuation has no natural end
		if answer.Refusal(resp.Text) {
			return bench.Refused, "the text declines"
		}
	}
	a, reason, ok := readAnswer(asks, resp.Text, cut)
	if !ok && asks == prompt.ForVerdict && t.Variant.Audited() {
		a, reason, ok = answer.ParseReport(resp.Text, cut)
	}
	if !ok {
		switch {
		case cut && answer.Loops(resp.Text):
			return bench.Truncated, "cut at the output limit while it repeated itself: " + reason
		case cut:
			return bench.Truncated, "cut at the output limit: " + reason
		case answer.Refusal(resp.Text):
			return bench.Refused, "the text declines"
		case strings.TrimSpace(resp.Text) == "" && resp.FinishRaw != "":
			reason += "; the provider says: " + resp.FinishRaw
		}
		return bench.Unparsed, reason
	}
	if asks.OfMemory() {
		return bench.Answered, ""
	}
	verdict := ruleVerdict(jd, t.Variant, a)
	t.Answer, t.Verdict = &a, &verdict
	return bench.Answered, ""
}

// ruleVerdict returns the verdict of a judge of reviews on an answer of any kind.
func ruleVerdict(jd judge.Judge, v *bench.Variant, a bench.Answer) bench.Verdict {
	if a.Kind == "" {
		return jd.Judge(v, a)
	}
	return judge.Undecided(jd.Name(), v, "code is decided by execution: give --judge exec")
}

// Readable reports whether a complete text can be parsed as an answer to its question;
// otherwise it returns the reason.
func Readable(asks prompt.Asks, text string) (reason string, ok bool) {
	_, reason, ok = readAnswer(asks, text, false)
	return reason, ok
}

func readAnswer(asks prompt.Asks, text string, cut bool) (a bench.Answer, reason string, ok bool) {
	switch asks {
	case prompt.ForExploit:
		return answer.ParseCode(bench.AnswerExploit, text, cut)
	case prompt.ForPatch:
		return answer.ParseCode(bench.AnswerPatch, text, cut)
	case prompt.ForTest:
		return answer.ParseCode(bench.AnswerTest, text, cut)
	case prompt.ForContinuation:
		if strings.TrimSpace(text) == "" {
			return a, "the response is empty", false
		}
		return a, "", true
	case prompt.ForKnowledge:
		if _, err := recall.Parse(text); err != nil {
			return a, err.Error(), false
		}
		return a, "", true
	}
	return answer.Parse(text, cut)
}

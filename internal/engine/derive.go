package engine

import (
	"cmp"
	"strconv"
	"strings"

	"assay/internal/answer"
	"assay/internal/bench"
	"assay/internal/judge"
	"assay/internal/judge/recall"
	"assay/internal/prompt"
)

// AsksFor returns what a strategy asks for: a verdict when it is "" or none that
// this version knows.
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

// LimitOf returns the output limit among the settings of a subject, 0 without one.
func LimitOf(params map[string]string) int64 {
	limit, err := strconv.ParseInt(params["max_tokens"], 10, 64)
	if err != nil {
		return 0
	}
	return limit
}

// Derive reads the response of a trial to a question that asks for something, within an
// output limit or 0, judges it, and sets what follows: outcome and reason, answer and
// verdict, parser and judge. The same response always gives the same result. What a
// subject remembers of an incident is answered without an Answer; code that is to be
// executed is left undecided by jd, which reads arguments.
func Derive(asks prompt.Asks, limit int64, t *bench.Trial, jd judge.Judge) {
	own := *t.Details // others may share it
	own.Parser, own.Judge = answer.Version, jd.Name()
	t.Details, t.Answer, t.Verdict = &own, nil, nil
	t.Outcome, own.Reason = read(asks, limit, t, jd)
}

// read sets answer and verdict of a trial, and returns how it ended and why without an answer.
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
		cut = false // what was asked for has no end
		if answer.Refusal(resp.Text) {
			return bench.Refused, "the text declines"
		}
	}
	a, reason, ok := readAnswer(asks, resp.Text, cut)
	if !ok {
		switch {
		case cut:
			return bench.Truncated, "cut at the output limit: " + reason
		case answer.Refusal(resp.Text):
			return bench.Refused, "the text declines"
		}
		return bench.Unparsed, reason
	}
	if asks.OfMemory() {
		return bench.Answered, ""
	}
	verdict := ruled(jd, t.Variant, a)
	t.Answer, t.Verdict = &a, &verdict
	return bench.Answered, ""
}

// ruled is what a judge of reviews says of an answer of any kind.
func ruled(jd judge.Judge, v *bench.Variant, a bench.Answer) bench.Verdict {
	if a.Kind == "" {
		return jd.Judge(v, a)
	}
	return judge.Silent(jd.Name(), v, "code is decided by execution: give --judge exec")
}

// Readable reports whether a text, which was not cut, can be read as an answer to its
// question, and why not.
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

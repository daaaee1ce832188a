package bench

import (
	"fmt"
	"strings"
)

// Ending says how the work of an agent ended. It stands beside the outcome of its
// trial, which is one of the six: submitted leads to what the submission is read as,
// refused and filtered to the outcomes of these names, limits to Truncated, gave-up and
// stuck to Unparsed, failed to Failed. Without a submission a trial scores 0.
type Ending string

const (
	Submitted    Ending = "submitted"
	GaveUp       Ending = "gave-up"       // a turn without a call, after all reminders
	TurnLimit    Ending = "turn-limit"    //
	TokenLimit   Ending = "token-limit"   //
	TimeLimit    Ending = "time-limit"    //
	CostLimit    Ending = "cost-limit"    //
	ContextLimit Ending = "context-limit" // the conversation no longer fits the model
	Stuck        Ending = "stuck"         // the same call with the same result, again and again
	AgentRefused Ending = "refused"
	AgentFilter  Ending = "filtered"
	AgentFailed  Ending = "failed" // the harness's fault, or the provider's
)

// Endings lists all endings in report order.
func Endings() []Ending {
	return []Ending{Submitted, GaveUp, TurnLimit, TokenLimit, TimeLimit, CostLimit, ContextLimit, Stuck, AgentRefused, AgentFilter, AgentFailed}
}

// Outcome is what an ending without an answer makes of a trial.
func (e Ending) Outcome() Outcome {
	switch e {
	case Submitted:
		return Answered
	case TurnLimit, TokenLimit, TimeLimit, CostLimit, ContextLimit:
		return Truncated
	case AgentRefused:
		return Refused
	case AgentFilter:
		return Filtered
	case AgentFailed:
		return Failed
	}
	return Unparsed
}

// reasonPrefix begins the reason of a trial whose agent ended otherwise than by submitting.
const reasonPrefix = "no answer was submitted: "

// Reason says why there is no answer.
func (e Ending) Reason() string { return reasonPrefix + string(e) }

// EndingOfTrial returns how the work of an agent ended, as the outcome and the reason of
// its trial tell; "" for a trial that has not ended.
func EndingOfTrial(o Outcome, reason string) Ending {
	switch word, ok := strings.CutPrefix(reason, reasonPrefix); {
	case o == "":
		return ""
	case ok:
		return Ending(word)
	case o == Failed:
		return AgentFailed
	}
	return Submitted
}

// endingPrefix marks the ending of an agent among providers' own words.
const endingPrefix = "agent: "

// Raw writes an ending, after so many turns, as the FinishRaw of a response.
func (e Ending) Raw(turns int) string {
	return fmt.Sprintf("%s%s after %d turns", endingPrefix, e, turns)
}

// EndingOf reads what [Ending.Raw] wrote; ok is false for the word of a provider.
func EndingOf(finishRaw string) (e Ending, turns int, ok bool) {
	text, ok := strings.CutPrefix(finishRaw, endingPrefix)
	if !ok {
		return "", 0, false
	}
	word, rest, ok := strings.Cut(text, " after ")
	if _, err := fmt.Sscanf(rest, "%d turns", &turns); err != nil || !ok {
		return "", 0, false
	}
	return Ending(word), turns, true
}

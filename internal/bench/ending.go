package bench

import (
	"fmt"
	"strings"
)

// Ending says how the work of an agent ended. It determines the outcome of the trial,
// except for a submission, whose parser decides. Refused and filtered lead to the outcomes
// of these names, limits to Truncated, gave-up and stuck to Unparsed, failed to Failed.
// Without a submission a trial scores 0.
type Ending string

const (
	Submitted    Ending = "submitted"
	GaveUp       Ending = "gave-up"       // a turn without a tool call, after all reminders
	TurnLimit    Ending = "turn-limit"    //
	TokenLimit   Ending = "token-limit"   //
	TimeLimit    Ending = "time-limit"    //
	CostLimit    Ending = "cost-limit"    //
	ContextLimit Ending = "context-limit" // the conversation no longer fits the model
	Stuck        Ending = "stuck"         // repeated calls with equal arguments and results
	AgentRefused Ending = "refused"
	AgentFilter  Ending = "filtered"
	AgentFailed  Ending = "failed" // an error of the harness or of the provider
)

// Endings lists all endings in report order.
func Endings() []Ending {
	return []Ending{Submitted, GaveUp, TurnLimit, TokenLimit, TimeLimit, CostLimit, ContextLimit, Stuck,
		AgentRefused, AgentFilter, AgentFailed}
}

// Outcome returns the outcome of a trial whose agent ended in this way. Answered, for
// Submitted, is provisional: the parser of the submission may decide otherwise.
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

// reasonPrefix starts the reason of a trial whose agent submitted nothing.
const reasonPrefix = "no answer was submitted: "

// Reason returns why the trial has no answer. [EndingOfTrial] reads it back.
func (e Ending) Reason() string { return reasonPrefix + string(e) }

// EndingOfTrial derives the ending of an agent's work from the outcome and the reason of
// its trial; "" for a trial that has not ended.
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

// endingPrefix tells an agent's ending from a provider's finish reason.
const endingPrefix = "agent: "

// Raw encodes the ending and the number of turns as the FinishRaw of a response.
func (e Ending) Raw(turns int) string {
	return fmt.Sprintf("%s%s after %d turns", endingPrefix, e, turns)
}

// EndingOf decodes the result of [Ending.Raw]; ok is false for a provider's finish reason.
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

// TurnsOf decodes the number of turns from the result of [Ending.Raw]; 0 for a provider's
// finish reason.
func TurnsOf(finishRaw string) int32 {
	_, turns, _ := EndingOf(finishRaw)
	return int32(turns)
}

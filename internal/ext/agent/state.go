package agent

import (
	"assay/internal/bench"
	"assay/internal/bench/transcript"
	"assay/internal/core/model"
)

// repeats is how often a call with the same result may occur in a window of the last calls.
const (
	repeats = 5
	window  = 10
)

// A step is the next action. Exactly one field is set.
type step struct {
	request *[]model.Message // with this history
	call    *bench.ToolCall
	nudge   string
	end     bench.Ending
}

// state is the summary of the events of a trial.
type state struct {
	turns     int
	tokens    int64
	dollars   float64
	unpriced  bool
	millis    int64
	nudges    int
	submitted bool
	broken    bench.Ending
	ended     bool
	history   []model.Message
	last      *transcript.Message
	open      []bench.ToolCall // of the last turn, still without results
	nudged    bool             // the scaffold sent a message after the last turn
	recent    []string         // the last calls with their results
}

// fold reads events. It shares their strings.
func fold(events []transcript.Event) state {
	var s state
	for i := range events {
		e := &events[i]
		s.millis += e.Millis
		switch e.Kind {
		case transcript.Said:
			m := e.Message
			s.turns++
			s.tokens += m.Usage.InputTokens + m.Usage.OutputTokens
			if m.Usage.CostUSD != nil {
				s.dollars += *m.Usage.CostUSD
			} else {
				s.unpriced = true
			}
			s.last, s.open, s.nudged = m, m.Turn.Calls, false
			s.history = append(s.history, model.Message{Turn: &m.Turn})
		case transcript.CallEnded:
			if len(s.open) == 0 {
				continue
			}
			call := s.open[0]
			s.open = s.open[1:]
			r := model.ToolResult{ID: call.ID, Name: call.Name, Text: e.Result.Text, Error: e.Result.Error}
			if n := len(s.history); len(s.history[n-1].Results) > 0 {
				s.history[n-1].Results = append(s.history[n-1].Results, r)
			} else {
				s.history = append(s.history, model.Message{Results: []model.ToolResult{r}})
			}
			if call.Name == Submit && !e.Result.Error {
				s.submitted = true
			}
			s.recent = append(s.recent, call.Name+"\x00"+call.Args+"\x00"+e.Result.Hash)
			if len(s.recent) > window {
				s.recent = s.recent[1:]
			}
		case transcript.Nudged:
			s.nudges++
			s.nudged = true
			s.history = append(s.history, model.Message{User: e.Text})
		case transcript.Broken:
			s.broken = e.Ending
		case transcript.End:
			s.ended = true
		}
	}
	return s
}

// next returns the next action after the events of a trial that has begun. It makes all decisions of the loop;
// the code that executes the steps makes none.
func next(sc *Scaffold, limits transcript.Limits, events []transcript.Event) step {
	s := fold(events)
	switch {
	case s.broken != "":
		return step{end: s.broken}
	case len(s.open) > 0: // also after a limit: every call has a result
		return step{call: &s.open[0]}
	case s.submitted:
		return step{end: bench.Submitted}
	}
	if s.last != nil {
		switch s.last.Finish {
		case bench.Refused:
			return step{end: bench.AgentRefused}
		case bench.Filtered:
			return step{end: bench.AgentFilter}
		}
	}
	switch {
	case s.turns >= limits.Turns:
		return step{end: bench.TurnLimit}
	case limits.Tokens > 0 && s.tokens >= limits.Tokens:
		return step{end: bench.TokenLimit}
	case limits.Seconds > 0 && s.millis >= 1000*int64(limits.Seconds):
		return step{end: bench.TimeLimit}
	case limits.Dollars > 0 && (s.dollars >= limits.Dollars || s.unpriced):
		return step{end: bench.CostLimit}
	case s.stuck():
		return step{end: bench.Stuck}
	}
	if s.last != nil && len(s.last.Turn.Calls) == 0 && !s.nudged {
		plan := 0
		if sc.Plan != "" {
			plan = 1 // the first turn has no tools to call
		}
		if s.nudges >= sc.Nudges+plan {
			return step{end: bench.GaveUp}
		}
		if plan == 1 && s.turns == 1 {
			return step{nudge: proceed}
		}
		return step{nudge: sc.Nudge}
	}
	return step{request: &s.history}
}

// proceed is the reply to a plan.
const proceed = "Go on as planned."

// stuck reports whether one call with one result makes up most of the last calls.
func (s *state) stuck() bool {
	count := map[string]int{}
	for _, c := range s.recent {
		if count[c]++; count[c] > repeats {
			return true
		}
	}
	return false
}

package web

import (
	"net/http"
	"strings"

	"assay/internal/bench"
	"assay/internal/detect/agent"
	"assay/internal/store"
)

type trialView struct {
	store.Stored
	Run            string
	Sent, Received string // bodies on the wire
	Cut            string // what is not shown of them
	Findings       []findingView
	Votes          []vote     // empty where no judge but the rule judge was heard
	Recalled       []recalled // of an incident
	Parts          bench.TrialKey
	Endings        []store.Ending
	Transcript     []agent.Event // of an agent, nil of others
	More           int           // events that are not shown
}

// findingView is a finding with what the judge made of it.
type findingView struct {
	bench.Finding
	N       int
	Verdict *bench.FindingVerdict // nil when it was not judged
	Votes   []findingVote         // of all judges, where more than the rule judge were heard
}

// maxEvents bounds the events of a transcript that a page shows.
const maxEvents = 600

// maxShown bounds how much of a request or a response a page shows.
const maxShown = 256 << 10

func (s *Server) trial(r *http.Request) (*page, error) {
	run, err := s.runOf(r)
	if err != nil {
		return nil, err
	}
	t, err := s.store.TrialOf(r.Context(), run, r.PathValue("key"))
	if err != nil {
		return nil, err
	}
	if t.Variant == nil {
		return nil, notFound("run %s plans no trial %q", run.ID, r.PathValue("key"))
	}
	v := trialView{Stored: t, Run: run.ID, Findings: findings(t)}
	if c, ok := claimOf(t); ok && t.Variant.Incident != nil {
		v.Recalled = facts(t.Variant, c)
	}
	votes, err := s.votes(r.Context(), run.Manifest.Judging, []store.Stored{t})
	if err != nil {
		return nil, err
	}
	v.Votes = votes[t.ID]
	voted(v.Findings, v.Votes)
	if v.Parts, v.Endings, err = s.store.Past(r.Context(), t.Key); err != nil {
		return nil, err
	}
	if t.ID != 0 {
		request, response, err := s.store.Body(r.Context(), t.Key)
		if err != nil {
			return nil, err
		}
		if _, _, ok := bench.EndingOf(t.Response.FinishRaw); ok {
			// What cannot be read is shown below as it is.
			v.Transcript, _ = agent.Decode(response)
			if n := len(v.Transcript); n > maxEvents {
				v.Transcript, v.More = v.Transcript[:maxEvents], n-maxEvents
			}
		}
		v.Sent, v.Received = shown(request), shown(response)
		if len(request) > maxShown || len(response) > maxShown {
			v.Cut = "The beginning is shown; `assay explain --raw " + t.Key + "` prints all of it."
		}
	}
	return &page{Name: "trial", Title: "Trial " + t.Key[:min(8, len(t.Key))], Run: run.ID, Here: "run", Data: v}, nil
}

func shown(b []byte) string {
	return strings.ToValidUTF8(string(b[:min(len(b), maxShown)]), "\uFFFD")
}

func findings(t store.Stored) []findingView {
	if t.Answer == nil {
		return nil
	}
	var out []findingView
	for i, f := range t.Answer.Findings {
		v := findingView{Finding: f, N: i + 1}
		if t.Verdict != nil && i < len(t.Verdict.Findings) {
			v.Verdict = &t.Verdict.Findings[i]
		}
		out = append(out, v)
	}
	return out
}

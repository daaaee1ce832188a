// Package llmtest is a judge model for tests: it reads the question as a model would and judges well, from the
// question alone. It is for tests only.
package llmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"

	"assay/internal/bench"
)

var (
	sealRE = regexp.MustCompile(`(?m)^seal: ([0-9a-f]{16})$`)
	rootRE = regexp.MustCompile(`(?m)^Root cause: (.+)$`)
	lineRE = regexp.MustCompile(`(?m)^\{"number":\d+.*$`)
)

// Finding is one decision of a reply.
type Finding struct {
	Number   int                `json:"number"`
	Class    bench.FindingClass `json:"class"`
	Type     bench.Match        `json:"type_match"`
	Location bench.Match        `json:"location_match"`
	Reason   string             `json:"reason"`
}

// Answer is a reply. Tests change it to get a worse judge.
type Answer struct {
	Seal       string    `json:"seal"`
	Findings   []Finding `json:"findings"`
	RCIR       *float64  `json:"rcir"`
	RCIRReason string    `json:"rcir_reason"`
	AVA        *float64  `json:"ava"`
	AVAReason  string    `json:"ava_reason"`
	FSV        *float64  `json:"fsv"`
	FSVReason  string    `json:"fsv_reason"`
}

// Judge answers a question: a finding with the documented root cause is the target, and all others are
// hallucinated.
func Judge(question string) (Answer, error) {
	seal := sealRE.FindStringSubmatch(question)
	if seal == nil {
		return Answer{}, fmt.Errorf("this is no question to a judge: %.80q", question)
	}
	root := ""
	if m := rootRE.FindStringSubmatch(question); m != nil {
		root = m[1]
	}
	out := Answer{Seal: seal[1]}
	_, list, _ := strings.Cut(question, "\n## The findings")
	for _, line := range lineRE.FindAllString(list, -1) {
		var f struct {
			Number      int
			Explanation string
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			return out, err
		}
		d := Finding{f.Number, bench.Hallucinated, bench.MatchWrong, bench.MatchWrong, "the code does no such thing"}
		if root != "" && strings.Contains(strings.Join(strings.Fields(f.Explanation), " "), root) {
			d.Class, d.Type, d.Location, d.Reason = bench.TargetMatch, bench.MatchExact, bench.MatchExact,
				"it is the documented flaw"
			one, half := 1.0, 0.5
			out.RCIR, out.AVA, out.FSV = &one, &half, &one
		}
		out.Findings = append(out.Findings, d)
	}
	return out, nil
}

// Question returns the model and the last message of a chat completion request.
func Question(r *http.Request) (model, question string, err error) {
	var req struct {
		Model    string
		Messages []struct{ Content string }
	}
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(body, &req)
	}
	if err == nil && len(req.Messages) == 0 {
		err = fmt.Errorf("no message")
	}
	if err != nil {
		return "", "", err
	}
	return req.Model, req.Messages[len(req.Messages)-1].Content, nil
}

// Write sends text as the answer to a chat completion request.
func Write(w http.ResponseWriter, model, text string) {
	_ = json.NewEncoder(w).Encode(map[string]any{ // a lost client does not concern the server
		"model": model + "-2026-11-01",
		"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"role": "assistant",
			"content": text}}},
		"usage": map[string]any{"prompt_tokens": 100, "completion_tokens": 20},
	})
}

// JSON encodes a reply.
func (a Answer) JSON() string {
	b, err := json.Marshal(a)
	if err != nil {
		panic("llmtest: a reply of strings and numbers cannot fail to encode: " + err.Error())
	}
	return string(b)
}

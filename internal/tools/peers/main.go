// Command peers measures the local cost of a call with assay and with
// promptfoo from npm: the same questions to the same server on the loopback
// interface, which answers after 200 ms. `make bench` runs it. If npm or its
// registry is unavailable, it reports this and measures only assay.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"
)

// peerVersion is the last promptfoo for Node.js 20, the version in distributions.
const peerVersion = "0.121.20"

const (
	latency = 200 * time.Millisecond
	at      = 50 // concurrent calls
	few     = 1  // rounds over all questions: the difference between the two runs
	many    = 3  // excludes the cost of startup and exit
)

func main() {
	dir := flag.String("dir", "", "directory to install promptfoo into, kept; by default one that is removed")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	tmp, err := os.MkdirTemp("", "assay-peers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if dir == "" {
		dir = filepath.Join(tmp, "npm")
	}
	var srv server
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer l.Close()
	go http.Serve(l, &srv)
	url := "http://" + l.Addr().String() + "/v1"

	assay := filepath.Join(tmp, "assay")
	build := exec.Command("go", "build", "-o", assay, "./cmd/assay")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building assay: %w\n%s", err, out)
	}
	questions, err := questions(assay, tmp)
	if err != nil {
		return err
	}
	ours, err := compare("assay", &srv, len(questions), func(rounds int) *exec.Cmd {
		d, _ := os.MkdirTemp(tmp, "assay-")
		cmd := exec.Command(assay, "run", "--model", "openai/ok", "--base-url", url, "--suite", "tenantsql", "--epochs",
			strconv.Itoa(rounds),
			"--max-connections", strconv.Itoa(at), "--max-tokens", "50")
		cmd.Dir = d
		return cmd
	})
	if err != nil {
		return err
	}
	peer, why := install(dir)
	if why != "" {
		fmt.Printf("note: promptfoo %s was not measured: %s\n", peerVersion, why)
		return nil
	}
	config, err := peerConfig(tmp, url, questions)
	if err != nil {
		return err
	}
	theirs, err := compare("promptfoo "+peerVersion, &srv, len(questions), func(rounds int) *exec.Cmd {
		cmd := exec.Command(peer, "eval", "-c", config, "--repeat", strconv.Itoa(rounds), "-j", strconv.Itoa(at),
			"--no-cache", "--no-table", "--no-progress-bar", "--no-write")
		cmd.Dir = tmp
		cmd.Env = append(os.Environ(), "PROMPTFOO_DISABLE_TELEMETRY=1", "PROMPTFOO_DISABLE_UPDATE=1",
			"PROMPTFOO_DISABLE_REMOTE_GENERATION=true",
			"PROMPTFOO_CONFIG_DIR="+filepath.Join(tmp, "promptfoo"), "OPENAI_API_KEY=k")
		return cmd
	})
	if err != nil { // it crashes now and then; that does not fail the measurement
		fmt.Printf("note: promptfoo %s was not measured: %v\n", peerVersion, err)
		return nil
	}
	fmt.Printf("processor time a call: promptfoo %.1f times that of assay; the whole run of %d calls: "+
		"%.1f times; wall: %.1f times\n",
		float64(theirs.call)/float64(ours.call), many*len(questions), float64(theirs.all)/float64(ours.all),
		float64(theirs.wall)/float64(ours.wall))
	return nil
}

// server is a chat completions API with a fixed latency.
type server struct{ requests atomic.Int64 }

// ServeHTTP implements [http.Handler].
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	s.requests.Add(1)
	time.Sleep(latency)
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"id":"c","object":"chat.completion","created":1,"model":"ok","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"{\"explanation\":\"none\",\"assessment\":\"good\",\"violated_requirements\":[]}"}}],"usage":{"prompt_tokens":100,"completion_tokens":20,"total_tokens":120}}`)
}

// question is a question that both tools ask.
type question struct {
	System string `json:"system"`
	User   string `json:"user"`
}

// questions returns the questions that assay asks about the suite.
func questions(assay, dir string) ([]question, error) {
	cmd := exec.Command(assay, "import", "responses", "--questions", "--suite", "tenantsql")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("printing the questions: %w", err)
	}
	var list []question
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return nil, fmt.Errorf("reading the questions: %w", err)
		}
		list = append(list, q)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("there are no questions")
	}
	return list, lines.Err()
}

// peerConfig writes the questions as a promptfoo configuration.
func peerConfig(dir, url string, list []question) (string, error) {
	type test struct {
		Vars question `json:"vars"`
	}
	var tests []test
	for _, q := range list {
		tests = append(tests, test{q})
	}
	b, err := json.Marshal(map[string]any{
		"prompts": []string{`[{"role":"system","content":{{system | dump}}},{"role":"user","content":{{user | dump}}}]`},
		"providers": []any{map[string]any{"id": "openai:chat:ok", "config": map[string]any{"apiBaseUrl": url, "apiKey": "k",
			"temperature": 0, "max_tokens": 50}}},
		"tests": tests,
	})
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "promptfooconfig.json")
	return path, os.WriteFile(path, b, 0o644)
}

// install installs promptfoo into dir, unless it is there, and returns its command, or
// the reason why there is none.
func install(dir string) (command, why string) {
	command = filepath.Join(dir, "node_modules", ".bin", "promptfoo")
	if _, err := os.Stat(command); err == nil {
		return command, ""
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return "", "there is no npm"
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err.Error()
	}
	cmd := exec.Command("npm", "install", "--no-audit", "--no-fund", "promptfoo@"+peerVersion)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Sprintf("npm does not install it: %v: %.300s", err, out)
	}
	if _, err := os.Stat(command); err != nil {
		return "", "npm installed something else"
	}
	return command, ""
}

// cost is the resource usage of a tool.
type cost struct {
	call time.Duration // processor time of one call, without startup and exit
	all  time.Duration // processor time of the whole longer run
	wall time.Duration // of the longer run
}

// compare runs a tool over few and many rounds and prints the cost.
func compare(name string, srv *server, n int, command func(rounds int) *exec.Cmd) (cost, error) {
	var c cost
	var before time.Duration
	for _, rounds := range []int{few, many} {
		srv.requests.Store(0)
		cmd := command(rounds)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		start := time.Now()
		err := cmd.Run() // promptfoo exits with 100 if a test failed; only the number of requests counts
		c.wall = time.Since(start)
		if asked := int(srv.requests.Load()); asked != rounds*n {
			return c, fmt.Errorf("%s asked %d of %d questions: %v\n%.2000s", name, asked, rounds*n, err, &out)
		}
		u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		if !ok {
			return c, fmt.Errorf("the system does not report the usage of %s", name)
		}
		c.all = time.Duration(u.Utime.Nano() + u.Stime.Nano())
		c.call = (c.all - before) / time.Duration((many-few)*n)
		before = c.all
	}
	ideal := latency * time.Duration(many*n) / at
	fmt.Printf("%s: %v of processor time a call, %v for %d calls with start and report; wall %v, %v of it waiting\n",
		name, c.call.Round(time.Microsecond), c.all.Round(time.Millisecond), many*n, c.wall.Round(10*time.Millisecond),
		ideal.Round(10*time.Millisecond))
	return c, nil
}

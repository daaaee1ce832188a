package engine_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// leanVar holds how long this process, a server, takes to answer.
const leanVar = "ASSAY_ENGINE_TEST_SERVER"

// lean starts a server in a separate process that gives every request the same answer after
// a latency, and returns its address. end stops it and returns the processor time that it
// used.
func lean(b *testing.B, latency time.Duration) (url string, end func() time.Duration) {
	b.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), leanVar+"="+latency.String())
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	end = func() time.Duration {
		in.Close()
		cmd.Wait()
		return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		end()
		b.Fatal("the server does not tell its address: ", err)
	}
	return "http://" + strings.TrimSpace(address), end
}

// BenchmarkBare is the baseline of BenchmarkHTTP: a client that sends the same number of
// requests and ignores the answers.
func BenchmarkBare(b *testing.B) {
	const at, latency, trials = 1000, 200 * time.Millisecond, 50_000
	url, end := lean(b, latency)
	defer end()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: at}}
	defer client.CloseIdleConnections()
	question := strings.Repeat("x", 2048)
	for b.Loop() {
		start, before := time.Now(), processorTime(b)
		var left atomic.Int64
		left.Store(trials)
		var wg sync.WaitGroup
		for range at {
			wg.Go(func() {
				for left.Add(-1) >= 0 {
					res, err := client.Post(url, "application/json", strings.NewReader(question))
					if err != nil {
						b.Error(err)
						return
					}
					io.Copy(io.Discard, res.Body)
					res.Body.Close()
				}
			})
		}
		wg.Wait()
		b.ReportMetric(float64(time.Since(start))/float64(latency*trials/at), "wall/ideal")
		b.ReportMetric(float64((processorTime(b)-before).Microseconds())/trials, "cpu-µs/trial")
	}
}

// leanChild serves until its standard input ends.
func leanChild(latency string) error {
	wait, err := time.ParseDuration(latency)
	if err != nil {
		return err
	}
	answer := httptest.NewRecorder()
	answerOK(answer)
	whole := fmt.Appendf(nil, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		answer.Body.Len(), answer.Body)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(ln.Addr())
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go leanConn(c, whole, wait)
		}
	}()
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

func leanConn(c net.Conn, whole []byte, wait time.Duration) {
	defer c.Close()
	in := bufio.NewReaderSize(c, 16<<10) // a request in one piece
	for {
		length := 0
		for {
			line, err := in.ReadSlice('\n')
			if err != nil {
				return
			}
			if line = bytes.TrimSpace(line); len(line) == 0 {
				break
			}
			if k, v, ok := bytes.Cut(line, []byte(": ")); ok && bytes.EqualFold(k, []byte("Content-Length")) {
				if length, err = strconv.Atoi(string(v)); err != nil {
					return
				}
			}
		}
		if _, err := in.Discard(length); err != nil {
			return
		}
		time.Sleep(wait)
		if _, err := c.Write(whole); err != nil {
			return
		}
	}
}

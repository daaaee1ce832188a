//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a started assay, in its own process group and with a minimal
// environment.
type process struct {
	name   string
	cmd    *exec.Cmd
	stderr string // file
	ended  chan struct{}
	killed bool
}

// start starts assay. fileBlocks limits the size of each file that it writes, in blocks
// of 512 bytes; 0 is no limit. The process ends with the round.
func (r *round) start(name string, fileBlocks int64, args ...string) (*process, error) {
	r.starts++
	p := &process{name: fmt.Sprintf("%s-%d", name, r.starts), ended: make(chan struct{})}
	p.stderr = filepath.Join(r.dir, p.name+".stderr")
	argv := append([]string{r.assay}, args...)
	if args[0] == "run" {
		argv = append(argv, "--log", filepath.Join(r.dir, p.name+".log"))
	}
	if fileBlocks > 0 {
		argv = append([]string{"/bin/sh", "-c", `ulimit -f "$0" && exec "$@"`, strconv.FormatInt(fileBlocks, 10)}, argv...)
	}
	errFile, err := os.Create(p.stderr)
	if err != nil {
		return nil, err
	}
	defer errFile.Close()
	p.cmd = exec.Command(argv[0], argv[1:]...)
	p.cmd.Dir, p.cmd.Stderr, p.cmd.SysProcAttr = r.dir, errFile, attributes()
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + r.dir, "TMPDIR=" + filepath.Join(r.dir, "tmp"),
		"OPENAI_API_KEY=sk-fault-campaign-0123456789abcdef"}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting assay: %w", err)
	}
	r.processes = append(r.processes, p)
	go func() {
		p.cmd.Wait() // the result is in its state
		close(p.ended)
	}()
	return p, nil
}

// running reports whether the process has not ended.
func (p *process) running() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// kill kills a process without warning, as the loss of a machine does, and returns when it is gone.
func (p *process) kill() {
	if p.running() {
		p.killed = true
		p.signal(syscall.SIGKILL)
	}
	<-p.ended
}

// signal sends a signal to the process and its descendants.
func (p *process) signal(s syscall.Signal) error { return syscall.Kill(-p.cmd.Process.Pid, s) }

// left reports whether a process of its group outlived it.
func (p *process) left() bool { return !errors.Is(p.signal(0), syscall.ESRCH) }

// code returns the exit code of a process that has ended, -1 for one that was killed.
func (p *process) code() int { return p.cmd.ProcessState.ExitCode() }

// lastLine returns the last line on standard error, for people.
func (p *process) lastLine() string {
	text, err := os.ReadFile(p.stderr)
	if err != nil {
		return err.Error()
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	line := string(lines[len(lines)-1])
	return strings.TrimSpace(line[:min(len(line), 300)])
}

// wait waits until the process ends by itself; it returns false if the process had to be
// killed at the timeout.
func (r *round) wait(p *process, longest time.Duration) bool {
	t := time.NewTimer(longest)
	defer t.Stop()
	select {
	case <-p.ended:
		return true
	case <-t.C:
		r.breaks("%s did not end within %v", p.name, longest)
	case <-r.ctx.Done():
	}
	p.kill()
	return false
}

// stop ends all processes that still run: workers get a signal, and are killed if they ignore it.
func (r *round) stop() {
	for _, p := range r.processes {
		if p.running() {
			p.signal(syscall.SIGTERM)
		}
	}
	late := time.After(20 * time.Second)
	for _, p := range r.processes {
		select {
		case <-p.ended:
		case <-late:
			r.breaks("%s did not end within 20s of SIGTERM", p.name)
			p.kill()
		case <-r.ctx.Done():
			p.kill()
		}
		if p.left() {
			r.breaks("%s left a process behind", p.name)
			p.signal(syscall.SIGKILL)
		}
	}
}

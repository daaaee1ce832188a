// Package progress shows the progress of a command on standard error: a bar on a terminal,
// elsewhere a line for each tenth.
package progress

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"assay/internal/bench"
	"assay/internal/core/base/environ"
	"assay/internal/core/base/termtext"
)

// Bar shows the progress of a run: a bar if standard error is a terminal,
// otherwise occasional lines.
type Bar struct {
	env   *environ.Env
	noun  string // of the counted things
	tty   bool
	begun int   // done before this start
	about About // further text; nil for none

	total  atomic.Int64
	done   atomic.Int64
	failed atomic.Int64

	bars   *mpb.Progress
	screen io.Writer // lines above the bars
	bar    *mpb.Bar
	lines  []*mpb.Bar // one for each account, below the bar

	other *Bar // counted at the end of this bar's lines; nil for none

	mu       sync.Mutex
	over     bool // nothing is shown any more
	second   bool // shown with another bar, which is not finished yet
	nextLine int  // count at which the next plain line is due
	lastWait time.Time
}

// About is the text next to the count while requests are in flight.
type About interface {
	Stakes() []string       // the cost and the pending work, in short; "" is left out
	Lines() []func() string // one for each account, below the bar
}

// New returns a bar that counts nouns, such as "trial". Nothing is shown before [Bar.Start].
func New(env *environ.Env, noun string) *Bar {
	return &Bar{env: env, noun: noun, tty: environ.IsTerminal(env.RawErr) && env.Getenv("TERM") != "dumb"}
}

// Second returns a bar that is shown as part of p until [Bar.Alone] is called.
func (p *Bar) Second(noun string) *Bar {
	p.other = New(p.env, noun)
	p.other.second = true
	return p.other
}

// Start shows a run of total trials, of which an earlier start completed done. a is the
// text next to the count, nil if no model is asked.
func (p *Bar) Start(total, done int, a About) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begun, p.about = done, a
	p.total.Store(int64(total))
	p.done.Store(int64(done))
	if done > 0 {
		fmt.Fprintf(p.env.Stderr, "%d of %d %ss are done already\n", done, total, p.noun)
	}
	if done < total && !p.second {
		p.show()
	}
}

// Also shows a next to the count from now on.
func (p *Bar) Also(a About) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.about = a
}

// More raises the total.
func (p *Bar) More(n int) { p.total.Add(int64(n)) }

// Alone shows the rest of p by itself, after the bar that p was part of has finished or
// had nothing to show.
func (p *Bar) Alone() {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.second
	if p.second = false; was && p.done.Load() < p.total.Load() {
		p.show()
	}
}

// show announces the work, and draws the bar.
func (p *Bar) show() {
	total, done := int(p.total.Load()), int(p.done.Load())
	if !p.tty {
		fmt.Fprintf(p.env.Stderr, "%s to go\n", Counted(total-done, p.noun))
		p.begun, p.nextLine = done, max((total-done+9)/10, 1)
		return
	}
	p.bars = mpb.New(mpb.WithOutput(p.env.RawErr), mpb.WithWidth(48))
	p.screen = termtext.Screen(p.bars)
	p.bar = p.bars.AddBar(int64(total),
		mpb.PrependDecorators(decor.CountersNoUnit("%d/%d "+p.noun+"s ")),
		mpb.AppendDecorators(
			decor.Percentage(),
			decor.Any(func(decor.Statistics) string {
				if n := p.failed.Load(); n > 0 {
					return fmt.Sprintf("  %d failed", n)
				}
				return ""
			}),
			decor.Any(func(decor.Statistics) string { return p.stakes("  ") + p.secondary("  ") }),
			decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO, decor.WCSyncSpace), ""),
		))
	p.bar.SetCurrent(int64(done))
	if p.about == nil {
		return
	}
	for _, show := range p.about.Lines() {
		line := p.bars.New(0, mpb.NopStyle(), mpb.PrependDecorators(
			decor.Any(func(decor.Statistics) string { return show() })))
		p.lines = append(p.lines, line)
	}
}

// stakes writes the amount spent and the trials to be tried again, after sep; "" for neither.
func (p *Bar) stakes(sep string) string {
	if p.about == nil {
		return ""
	}
	out := ""
	for _, s := range p.about.Stakes() {
		if s != "" {
			out += sep + s
			sep = ", "
		}
	}
	return out
}

// secondary writes the progress of the bar shown with p, after sep; "" while there is nothing.
func (p *Bar) secondary(sep string) string {
	if p.other == nil || p.other.total.Load() == 0 {
		return ""
	}
	return fmt.Sprintf("%s%d/%d %ss", sep, p.other.done.Load(), p.other.total.Load(), p.other.noun)
}

// Write shows whole lines above the bar; -v writes to it.
func (p *Bar) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out().Write(b)
}

// out returns the writer of lines. The caller holds the lock.
func (p *Bar) out() io.Writer {
	if p.bars != nil {
		return p.screen
	}
	return p.env.Stderr
}

// step is the number of trials between two plain lines: a tenth of the work.
func (p *Bar) step() int { return max((int(p.total.Load())-p.begun+9)/10, 1) }

// Ended counts one trial.
func (p *Bar) Ended(o bench.Outcome) {
	n := int(p.done.Add(1))
	if o == bench.Failed {
		p.failed.Add(1)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.second:
	case p.bar != nil:
		p.bar.SetCurrent(int64(n))
	case n-p.begun >= p.nextLine:
		p.nextLine += p.step()
		fmt.Fprintf(p.env.Stderr, "%d/%d %ss%s%s\n", n, p.total.Load(), p.noun, p.stakes(", "), p.secondary(", "))
	}
}

// Wait reports that the run waits for a model, at most every five seconds.
func (p *Bar) Wait(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.lastWait) >= 5*time.Second {
		p.lastWait = time.Now()
		fmt.Fprintln(p.out(), what)
	}
}

// Finish removes the bar; further calls do nothing.
func (p *Bar) Finish() {
	p.mu.Lock()
	over := p.over
	p.over = true
	p.mu.Unlock()
	if over || p.bar == nil {
		return
	}
	for _, l := range p.lines {
		l.Abort(true)
	}
	p.bar.Abort(false)
	p.bars.Wait()
}

// Counted formats a number of things without digit separators, so that programs can parse it in logs.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

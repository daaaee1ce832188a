package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"assay/internal/bench"
	"assay/internal/engine"
	"assay/internal/termtext"
)

// progress shows how a run gets on: a bar where standard error is a terminal,
// a line now and then elsewhere.
type progress struct {
	env   *Env
	noun  string // of what is counted
	tty   bool
	begun int // done before this start
	acc   *accounts

	total  atomic.Int64
	done   atomic.Int64
	failed atomic.Int64

	bars   *mpb.Progress
	screen io.Writer // lines above the bars
	bar    *mpb.Bar
	lines  []*mpb.Bar // one for each account, below the bar

	other *progress // counted at the end of this one's lines; nil without

	mu       sync.Mutex
	second   bool // shown with another, which still goes on
	nextLine int  // count at which the next plain line is due
	lastWait time.Time
}

func newProgress(env *Env, noun string) *progress {
	return &progress{env: env, noun: noun, tty: terminal(env.rawErr) && env.Getenv("TERM") != "dumb"}
}

// beside returns a progress that is shown with p, until it is alone.
func (p *progress) beside(noun string) *progress {
	p.other = newProgress(p.env, noun)
	p.other.second = true
	return p.other
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// terminalWidth is the width of standard output, or 110 where it has none.
func terminalWidth(env *Env) int {
	if f, ok := env.rawOut.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return w
		}
	}
	return 110
}

// start begins to show a run of total trials, done of which an earlier start
// ended. acc are the accounts it asks with, nil where nobody is asked.
func (p *progress) start(total, done int, acc *accounts) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begun, p.acc = done, acc
	p.total.Store(int64(total))
	p.done.Store(int64(done))
	if done > 0 {
		fmt.Fprintf(p.env.Stderr, "%d of %d %ss are done already\n", done, total, p.noun)
	}
	if done < total && !p.second {
		p.show()
	}
}

// more raises the total.
func (p *progress) more(n int) { p.total.Add(int64(n)) }

// alone shows what is left when that beside which p was shown has ended, or had
// nothing to show.
func (p *progress) alone() {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.second
	if p.second = false; was && p.done.Load() < p.total.Load() {
		p.show()
	}
}

// show announces what is to do, and draws the bar.
func (p *progress) show() {
	total, done := int(p.total.Load()), int(p.done.Load())
	if !p.tty {
		fmt.Fprintf(p.env.Stderr, "%s to go\n", counted(total-done, p.noun))
		p.begun, p.nextLine = done, max((total-done+9)/10, 1)
		return
	}
	p.bars = mpb.New(mpb.WithOutput(p.env.rawErr), mpb.WithWidth(48))
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
			decor.Any(func(decor.Statistics) string { return p.stakes("  ") + p.others("  ") }),
			decor.OnComplete(decor.AverageETA(decor.ET_STYLE_GO, decor.WCSyncSpace), ""),
		))
	p.bar.SetCurrent(int64(done))
	if p.acc == nil {
		return
	}
	for _, a := range p.acc.list {
		line := p.bars.New(0, mpb.NopStyle(), mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return a.status(time.Now()) })))
		p.lines = append(p.lines, line)
	}
}

// stakes says what was spent and what is to be tried again, after sep; "" for neither.
func (p *progress) stakes(sep string) string {
	if p.acc == nil {
		return ""
	}
	out := ""
	for _, s := range []string{p.acc.money(), p.acc.trying(), p.acc.flying()} {
		if s != "" {
			out += sep + s
			sep = ", "
		}
	}
	return out
}

// others says how what is shown with p gets on, after sep; "" while there is nothing.
func (p *progress) others(sep string) string {
	if p.other == nil || p.other.total.Load() == 0 {
		return ""
	}
	return fmt.Sprintf("%s%d/%d %ss", sep, p.other.done.Load(), p.other.total.Load(), p.other.noun)
}

// Write shows whole lines beside the bar; it is what -v writes to.
func (p *progress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bars != nil {
		return p.screen.Write(b)
	}
	return p.env.Stderr.Write(b)
}

// step is how many trials lie between two plain lines: a tenth of what is to do.
func (p *progress) step() int { return max((int(p.total.Load())-p.begun+9)/10, 1) }

// ended counts one trial.
func (p *progress) ended(o bench.Outcome) {
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
		fmt.Fprintf(p.env.Stderr, "%d/%d %ss%s%s\n", n, p.total.Load(), p.noun, p.stakes(", "), p.others(", "))
	}
}

// wait says that a model is being waited for, at most every five seconds.
func (p *progress) wait(what string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.lastWait) < 5*time.Second {
		return
	}
	p.lastWait = time.Now()
	if p.bars != nil {
		fmt.Fprintln(p.screen, what)
		return
	}
	fmt.Fprintln(p.env.Stderr, what)
}

// finish takes the bar away.
func (p *progress) finish() {
	if p.bar == nil {
		return
	}
	for _, l := range p.lines {
		l.Abort(true)
	}
	p.bar.Abort(false)
	p.bars.Wait()
}

// summary says in one line what the run did.
func (p *progress) summary(s engine.Summary) {
	ended := 0
	line := ""
	for _, o := range bench.Outcomes() {
		ended += s.Ended[o]
		if n := s.Ended[o]; n > 0 && o != bench.Answered {
			line += fmt.Sprintf(", %d %s", n, o)
		}
	}
	if ended > 0 || s.Pending > 0 {
		fmt.Fprintf(p.env.Stderr, "%s ended: %d answered%s\n", counted(ended, "trial"), s.Ended[bench.Answered], line)
	}
	for _, o := range bench.Outcomes() {
		list, _ := s.Commonest(o)
		for i, e := range list {
			if i == shownReasons {
				fmt.Fprintf(p.env.Stderr, "  and %d other reasons for %q\n", len(list)-i, o)
				break
			}
			fmt.Fprintf(p.env.Stderr, "  %d %s: %s\n", s.Why[e], o, brieflyPut(e.Reason))
		}
	}
}

// shownReasons is how many reasons of one outcome are printed.
const shownReasons = 3

// brieflyPut returns the beginning of a reason as one line.
func brieflyPut(reason string) string {
	const most = 200
	line := strings.Join(strings.Fields(reason), " ")
	if r := []rune(line); len(r) > most {
		return string(r[:most]) + " …"
	}
	return line
}

// counted writes a number of things, without separators: what reads a log finds digits.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

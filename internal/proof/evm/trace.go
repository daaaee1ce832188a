package evm

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// maxFrames bounds a trace: hostile code can make hundreds of thousands of calls.
const maxFrames = 2000

// trace records the frames of a run's transactions.
type trace struct {
	frames []traced
	open   []int // indices into frames; -1 for one that was not kept
	lost   int
}

type traced struct {
	frame
	out  []byte
	used uint64
	err  error
	done bool
}

func (t *trace) enter(f frame) {
	if len(t.frames) >= maxFrames {
		t.lost++
		t.open = append(t.open, -1)
		return
	}
	f.input = common.CopyBytes(f.input[:min(len(f.input), 1<<12)])
	if f.value != nil {
		f.value = new(big.Int).Set(f.value)
	}
	t.open = append(t.open, len(t.frames))
	t.frames = append(t.frames, traced{frame: f})
}

func (t *trace) leave(output []byte, used uint64, err error) {
	if len(t.open) == 0 {
		return
	}
	i := t.open[len(t.open)-1]
	t.open = t.open[:len(t.open)-1]
	if i < 0 {
		return
	}
	f := &t.frames[i]
	f.out, f.used, f.err, f.done = common.CopyBytes(output[:min(len(output), 1<<12)]), used, err, true
}

// render formats the call tree, one frame per line.
func (t *trace) render(p *Proof) string {
	var b strings.Builder
	for _, f := range t.frames {
		b.WriteString(strings.Repeat("  ", f.depth))
		switch f.kind {
		case "CREATE", "CREATE2":
			fmt.Fprintf(&b, "new %s at %s", p.name(f.to), f.to.Hex())
		case "SELFDESTRUCT":
			fmt.Fprintf(&b, "%s selfdestructs to %s", p.name(f.from), p.name(f.to))
		default:
			b.WriteString(p.describe(f.to, f.input))
		}
		switch f.kind {
		case "STATICCALL":
			b.WriteString(" [static]")
		case "DELEGATECALL", "CALLCODE":
			b.WriteString(" [delegate]")
		}
		if f.value != nil && f.value.Sign() > 0 {
			fmt.Fprintf(&b, " {%s wei}", f.value)
		}
		switch {
		case !f.done:
			b.WriteString(" … cut off")
		case errors.Is(f.err, errRevert):
			b.WriteString(" ✗ " + reason(f.out, p.abis))
		case f.err != nil:
			b.WriteString(" ✗ " + evmFault(f.err))
		case len(f.out) > 0 && !f.creates() && f.to != cheatAddress:
			b.WriteString(" → " + p.result(f.to, f.input, f.out))
		}
		fmt.Fprintf(&b, " [%d gas]\n", f.used)
	}
	if t.lost > 0 {
		fmt.Fprintf(&b, "… and %d more calls\n", t.lost)
	}
	return b.String()
}

// result formats the return value of a function, by its ABI.
func (p *Proof) result(to common.Address, input, out []byte) string {
	if m := p.method(to, input); m != nil {
		return arguments(m.Outputs, out, p)
	}
	return words(out)
}

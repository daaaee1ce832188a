package evm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// render formats the call tree, one frame per line.
func (r *recording) render(p *Proof) string {
	var b strings.Builder
	for _, f := range r.calls {
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
		if f.value.Sign() > 0 {
			fmt.Fprintf(&b, " {%s wei}", f.value)
		}
		switch {
		case f.open:
			b.WriteString(" … cut off")
		case errors.Is(f.fault, errRevert):
			b.WriteString(" ✗ " + reason(f.output, p.abis))
		case f.fault != nil:
			b.WriteString(" ✗ " + evmFault(f.fault))
		case len(f.output) > 0 && !f.creates() && f.to != cheatAddress:
			b.WriteString(" → " + p.result(f.to, f.input, f.output))
		}
		fmt.Fprintf(&b, " [%d gas]\n", f.used)
	}
	if r.lost > 0 {
		fmt.Fprintf(&b, "… and %d more calls\n", r.lost)
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

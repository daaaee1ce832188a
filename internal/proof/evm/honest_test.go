package evm

import (
	"context"
	"testing"
)

// TestInvariantOfClones: what a clone of a contract under review calls is no honest transaction of its own. Alone, the
// call of a purse to its vault would take ether out that the purse still counts.
func TestInvariantOfClones(t *testing.T) {
	p := mustShape(t, 42, impact("state_corrupted", "counted", 0))
	if why, sent, err := p.Invariant(context.Background(), 1, 200); why != "" || sent < 200 || err != nil {
		t.Errorf("fails %s after %d transactions: %v", why, sent, err)
	}
}

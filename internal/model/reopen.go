package model

// Reopen lets a budget that was refused money by its ledger ask again: others may
// have settled for less than they reserved. spent is what stands in the ledger
// now, in billionths of a dollar, with all that is reserved there.
func (b *Budget) Reopen(spent int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = nil
	b.spent = max(spent-b.reserved, 0)
	b.advance()
}

package model

// Reopen lets a budget that its ledger refused ask again: others may have settled for
// less than they reserved. spent is the ledger's present total in billionths of a
// dollar, including all reservations.
func (b *Budget) Reopen(spent int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over = nil
	b.spent = max(spent-b.reserved, 0)
	b.advance()
}

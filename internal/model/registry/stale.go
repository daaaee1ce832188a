package registry

import "time"

// Fresh is how long what was read of a model counts as up to date.
const Fresh = 90 * 24 * time.Hour

// Looked returns the day on which the oldest part of an entry was looked at, in the form
// YYYY-MM-DD; "" where no day is known.
func (e Entry) Looked() string {
	day := e.Read
	if p := e.Price; p != nil && (day == "" || p.Date < day) {
		day = p.Date
	}
	return day
}

// Stale reports whether an entry was looked at too long before a moment, and how many
// days before. An entry that names no day is not stale: nobody can say.
func (e Entry) Stale(at time.Time) (days int, stale bool) {
	looked, err := time.Parse(time.DateOnly, e.Looked())
	if err != nil {
		return 0, false
	}
	age := at.Sub(looked)
	return int(age / (24 * time.Hour)), age > Fresh
}

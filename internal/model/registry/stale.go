package registry

import "time"

// Fresh is the time for which an entry counts as up to date.
const Fresh = 90 * 24 * time.Hour

// Looked returns the day on which the oldest part of an entry was read, in the form
// YYYY-MM-DD; "" when no day is known.
func (e Entry) Looked() string {
	day := e.Read
	if p := e.Price; p != nil && (day == "" || p.Date < day) {
		day = p.Date
	}
	return day
}

// Stale reports whether an entry was last read more than [Fresh] before a moment, and
// how many days before. An entry without a day is not stale: its age is unknown.
func (e Entry) Stale(at time.Time) (days int, stale bool) {
	looked, err := time.Parse(time.DateOnly, e.Looked())
	if err != nil {
		return 0, false
	}
	age := at.Sub(looked)
	return int(age / (24 * time.Hour)), age > Fresh
}

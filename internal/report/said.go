package report

import (
	"assay/internal/bench"
)

// read sets text and answer of trials that were read without them. When that fails, it sets their reason.
func (d *Data) read(ts []bench.Trial) {
	var keys []string
	for _, t := range ts {
		if d.Whole != nil && t.Outcome != "" {
			keys = append(keys, t.Key)
		}
	}
	if len(keys) == 0 {
		return
	}
	said, err := d.Whole(keys)
	for i := range ts {
		t := &ts[i]
		if t.Outcome == "" {
			continue
		}
		own := *t.Details
		if err != nil {
			own.Reason = err.Error()
		} else {
			own.Response, t.Answer = said[t.Key].Response, said[t.Key].Answer
		}
		t.Details = &own
	}
}

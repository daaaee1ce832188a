package review

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"
)

// Record is a review with its subject and the judge's verdict.
type Record struct {
	Run     string `json:"run"`
	Key     string `json:"trial"` // of the trial
	Variant string `json:"variant"`
	Subject string `json:"subject"`
	Judge   string `json:"judge_strict"` // hit, miss, unscored, or "" if there is no verdict
	Review
}

// Of returns the reviews in records.
func Of(records []Record) []Review {
	out := make([]Review, len(records))
	for i, r := range records {
		out[i] = r.Review
	}
	return out
}

// WriteJSON writes records as a JSON array, [] for none.
func WriteJSON(w io.Writer, records []Record) error {
	if records == nil {
		records = []Record{}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(records)
}

// WriteCSV writes records with a header line. An undecided field is empty. A
// text that a spreadsheet would evaluate gets an apostrophe before it.
func WriteCSV(w io.Writer, records []Record) error {
	c := csv.NewWriter(w)
	c.Write([]string{"run", "trial", "variant", "subject", "judge_strict", "expert", "at", "target_found", "type_right",
		"location_right", "rcir", "ava", "fsv", "note", "seconds"})
	for _, r := range records {
		line := []string{r.Run, r.Key, r.Variant, r.Subject, r.Judge, r.Expert, r.At.UTC().Format(time.RFC3339),
			boolean(r.Found), boolean(r.Type), boolean(r.Location),
			score(r.RCIR), score(r.AVA), score(r.FSV), r.Note, score(r.Seconds)}
		for i, x := range line {
			if x != "" && strings.ContainsRune("=+-@\t\r", rune(x[0])) {
				line[i] = "'" + x
			}
		}
		c.Write(line) // the first error is kept until Flush
	}
	c.Flush()
	return c.Error()
}

func boolean(b *bool) string {
	if b == nil {
		return ""
	}
	return strconv.FormatBool(*b)
}

func score(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'g', -1, 64)
}

// Package review holds the decisions of experts about answers, blind to their authors, and what follows from them:
// which answers are shown to experts, how far experts agree with one another and with the judge, and how good the
// judge is, measured against them (paper §5.4).
package review

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
)

// Mark is one expert's decision on one answer. nil means "not decided".
type Mark struct {
	Found    *bool    `json:"target_found"`
	Type     *bool    `json:"type_right"`
	Location *bool    `json:"location_right"`
	RCIR     *float64 `json:"rcir"` // these three in [0, 1]
	AVA      *float64 `json:"ava"`
	FSV      *float64 `json:"fsv"`
	Note     string   `json:"note,omitempty"`
}

// Review is a mark with its expert and its trial.
type Review struct {
	Trial  int64     `json:"-"` // id of the stored trial
	Expert string    `json:"expert"`
	At     time.Time `json:"at"`

	// Seconds is the time from when the expert saw the answer to the first decision on
	// whether the target was found; nil if unknown.
	Seconds *float64 `json:"seconds,omitempty"`
	Mark
}

// Complete reports whether the mark has the decision needed to compare it with
// others: whether the target was found.
func (m Mark) Complete() bool { return m.Found != nil }

const (
	maxName = 60
	maxNote = 4000
)

// Validate returns the problem with a review, worded for the expert.
func (r Review) Validate() error {
	if _, err := Name(r.Expert); err != nil {
		return err
	}
	if s := r.Seconds; s != nil && (math.IsNaN(*s) || math.IsInf(*s, 0) || *s < 0) {
		return errors.New("the time of an answer must be a number of seconds, at least 0")
	}
	for _, s := range []*float64{r.RCIR, r.AVA, r.FSV} {
		if s != nil && (math.IsNaN(*s) || *s < 0 || *s > 1) {
			return fmt.Errorf("a score must be a number from 0 to 1, not %v", *s)
		}
	}
	if len(r.Note) > maxNote {
		return fmt.Errorf("a note has at most %d bytes", maxNote)
	}
	return nil
}

// Name returns the name of an expert as it is stored: without surrounding space, in printable characters only.
func Name(s string) (string, error) {
	s = strings.TrimSpace(s)
	switch {
	case s == "":
		return "", errors.New("an expert needs a name")
	case len(s) > maxName:
		return "", fmt.Errorf("a name has at most %d bytes", maxName)
	case strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }):
		return "", errors.New("a name has printable characters only")
	}
	return s, nil
}

package recorded

import (
	"errors"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/detect"
)

// Every recorded answer is played back, and no other text has one.
func TestPlayed(t *testing.T) {
	d := SmolLM2().(played)
	if len(d.answers) < 8 || d.answers[""].Attempts != 0 {
		t.Errorf("%d answers", len(d.answers))
	}
	cut := 0
	for hash, r := range d.answers {
		if len(hash) != 64 || r.Text == "" || r.Model != "smollm2-135m-instruct" {
			t.Errorf("%q: %+v", hash, r)
		}
		if r.Finish == bench.Truncated {
			cut++
		}
	}
	if cut == 0 || cut == len(d.answers) {
		t.Errorf("%d of %d answers were cut", cut, len(d.answers))
	}
	if _, err := d.Detect(t.Context(), bench.Task{}); !errors.Is(err, detect.ErrNotApplicable) {
		t.Errorf("a text that was not asked about: %v", err)
	}
}

// The archives whose answers are played are part of the program; those that begin with probe are not.
func TestSize(t *testing.T) {
	files, err := smollm2.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	sum := int64(0)
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		sum += info.Size()
	}
	if len(files) == 0 || sum > 1_000_000 {
		t.Errorf("%d bytes of recorded answers", sum)
	}
}

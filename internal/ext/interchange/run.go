package interchange

import (
	"assay/internal/bench"
	"assay/internal/core/base/outfile"
	"assay/internal/core/store"
)

// Trial is one planned trial of a run with everything stored for it, including the bytes sent and received.
type Trial struct {
	bench.Trial
	Prompt string // hash of the question, "" without one
}

// Run is a run to be exported.
type Run struct {
	store.Run
	Judge string // the judges, in words
	// Trials calls f for every planned trial in the order of the plan.
	Trials func(f func(Trial) error) error
	// Clean returns b with every key that is set here replaced by [key].
	Clean func(b []byte) []byte
}

// Subject returns the manifest's description of a subject, or only its name where the manifest has none.
func (r *Run) Subject(name string) bench.Subject {
	for _, s := range r.Manifest.Subjects {
		if s.Name == name {
			return s
		}
	}
	return bench.Subject{Name: name}
}

// Runs is a format for whole runs.
type Runs struct {
	Name string
	Doc  string // one line, no capital, no period
	// Write writes the files of a run. It passes each difference from the store to note, as one line.
	Write func(to outfile.Folder, r *Run, note func(string)) error
}

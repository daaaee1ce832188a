package interchange

import (
	"assay/internal/bench"
	"assay/internal/store"
)

// Trial is one planned trial of a run with everything that was stored of it, what was on
// the wire included.
type Trial struct {
	bench.Trial
	Prompt string // hash of the question, "" without one
}

// Run is a run on its way out.
type Run struct {
	store.Run
	Judge string // the judges, in words
	// Trials calls f for every planned trial in the order of the plan.
	Trials func(f func(Trial) error) error
	// Clean returns b with [key] in the place of every key that is set here.
	Clean func(b []byte) []byte
}

// Subject returns what the manifest says of a subject; its name alone where it says nothing.
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
	// Write writes the files of a run. said is told, in one line, what differs from the store.
	Write func(to Folder, r *Run, said func(string)) error
}

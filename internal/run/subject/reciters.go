package subject

import (
	"assay/internal/detect"
	"assay/internal/detect/builtin/memoriser"
	"assay/internal/engine"
	"assay/internal/prompt"
)

// recites reports whether a way of asking asks for the continuation of a text.
func (w way) recites() bool {
	return w.Own == nil && engine.AsksFor(w.Name) == prompt.ForContinuation
}

// reciters returns builtin/memoriser with every way of asking for a continuation. It knows
// the texts and canaries of all suites that are not fresh.
func (s *Maker) reciters() []detect.Detector {
	var texts []string
	for _, st := range s.Suites {
		if s.Fresh[st.Name] {
			continue
		}
		for i := range st.Variants {
			texts = append(texts, st.Variants[i].Task.Files[0].Text)
		}
		for _, s := range st.Samples {
			if s.Meta != nil && s.Meta.Canary != "" {
				texts = append(texts, "canary: "+s.Meta.Canary)
			}
		}
	}
	var out []detect.Detector
	for _, w := range s.ways {
		if w.recites() {
			out = append(out, memoriser.Reciting(texts, w.Name))
		}
	}
	return out
}

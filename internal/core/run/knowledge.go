package run

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/detect"
	"assay/internal/core/engine"
	"assay/internal/core/judge/recall"
	"assay/internal/core/prompt"
	"assay/internal/core/suite"
)

// byTask splits detectors into those that are asked about code, those that are asked to
// recall incidents, and those that continue texts.
func byTask(detectors []detect.Detector) (code, memory, continuing []detect.Detector) {
	for _, d := range detectors {
		switch engine.AsksFor(d.Subject().Strategy) {
		case prompt.ForKnowledge:
			memory = append(memory, d)
		case prompt.ForContinuation:
			continuing = append(continuing, d)
		default:
			code = append(code, d)
		}
	}
	return code, memory, continuing
}

// recallJobs asks every detector about the incidents behind the selected variants
// and about as many invented ones.
func recallJobs(detectors []detect.Detector, suites []*suite.Suite, selected []*bench.Variant, epochs int,
	seed uint64) ([]engine.Job, error) {
	if len(detectors) == 0 {
		return nil, nil
	}
	list := Incidents(suites, selected, seed)
	if len(list) == 0 {
		return nil, exit.Usage("no selected sample is based on an incident, so there is no knowledge to ask about; " +
			"use --suite blockbench --subset tc")
	}
	jobs, err := engine.Plan(detectors, list, epochs)
	if err != nil {
		return nil, exit.Usage("%v", err)
	}
	return jobs, nil
}

// Incidents returns the incidents to ask about for the selected variants: the incident of
// each sample, in order of suite and sample, then the invented ones.
func Incidents(suites []*suite.Suite, selected []*bench.Variant, seed uint64) []*bench.Variant {
	wanted := map[string]bool{}
	for _, v := range selected {
		wanted[v.Origin()] = true
	}
	var out []*bench.Variant
	var names []string
	seen := map[string]bool{}
	for _, st := range suites {
		for i := range st.Samples {
			s := &st.Samples[i]
			if s.Meta == nil || s.Meta.Provenance.Incident == "" || !slices.ContainsFunc(s.Keys,
				func(k string) bool { return wanted[k] }) {
				continue
			}
			v, ok := st.Variant(s.Keys[0])
			if !ok {
				continue
			}
			p := s.Meta.Provenance
			out = append(out, incident(bench.Variant{Key: v.Key + bench.IncidentSuffix, Suite: st.Name, Sample: s.ID,
				Base: v.Base, Group: v.Group, Class: v.Class, Truth: bench.Vulnerable},
				bench.Incident{Name: p.Incident, Date: p.Date, LossUSD: p.LossUSD, Chain: p.Chain, Mechanism: mechanism(s.Meta),
					Questions: ownQuestions(s.Meta)}))
			about := []string{p.Incident}
			for k, f := range s.Meta.Further {
				if f.Incident == "" {
					continue
				}
				further := bench.FurtherIncident(k + 2)
				out = append(out, incident(bench.Variant{Key: v.Key + further + bench.IncidentSuffix, Suite: st.Name,
					Sample: s.ID + further, Base: v.Base, Group: v.Group, Class: f.Class, Truth: bench.Vulnerable},
					bench.Incident{Name: f.Incident, Date: f.Date, Chain: p.Chain, Mechanism: f.RootCause + " " + f.Attack}))
				about = append(about, f.Incident)
			}
			for _, incident := range about {
				if name := strings.ToLower(incident); !seen[name] {
					seen[name] = true
					names = append(names, incident)
				}
			}
		}
	}
	real := slices.Clone(out)
	for i, f := range recall.Foils(seed, len(names), names) {
		// The questions are those of a real incident, so they do not reveal which incidents are invented.
		var questions []bench.IncidentQuestion
		for _, q := range real[i%len(real)].Incident.Questions {
			questions = append(questions, bench.IncidentQuestion{Text: q.Text})
		}
		out = append(out, incident(bench.Variant{Key: fmt.Sprintf("foil/%d%s", i+1, bench.IncidentSuffix), Suite: "foils",
			Sample: f.Name, Base: f.Name, Truth: bench.Safe}, bench.Incident{Name: f.Name, Foil: true, Questions: questions}))
	}
	return out
}

// general matches the beginnings of the questions that the strategy asks about every incident.
var general = regexp.MustCompile(`(?i)^(on what date|when |(about )?how much|on which chain|of (what|which) class)`)

// ownQuestions returns the other questions of a sample.
func ownQuestions(m *suite.Meta) []bench.IncidentQuestion {
	var out []bench.IncidentQuestion
	for _, f := range m.Knowledge {
		if !general.MatchString(f.Question) {
			out = append(out, bench.IncidentQuestion{Text: f.Question, Answer: f.Answer})
		}
	}
	return out
}

// mechanism returns the sample's description of how its incident worked.
func mechanism(m *suite.Meta) string {
	parts := []string{m.RootCause, m.Attack}
	for _, q := range ownQuestions(m) {
		parts = append(parts, q.Answer)
	}
	return strings.Join(parts, " ")
}

func incident(v bench.Variant, i bench.Incident) *bench.Variant {
	v.Format, v.Proof, v.Source, v.Incident = bench.Incidents, bench.Unproved, i.Name, &i
	v.Task = bench.Task{Language: bench.IncidentLanguage, Files: []bench.File{{Path: "incident", Text: i.Name}}}
	for _, q := range i.Questions {
		v.Task.Files = append(v.Task.Files, bench.File{Path: "question", Text: q.Text})
	}
	return &v
}

// variantsOf returns the variants that a subject is asked about, without duplicates.
func variantsOf(subject string, jobs []engine.Job) []*bench.Variant {
	var out []*bench.Variant
	seen := map[*bench.Variant]bool{}
	for _, j := range jobs {
		if j.Subject == subject && !seen[j.Variant] {
			seen[j.Variant] = true
			out = append(out, j.Variant)
		}
	}
	return out
}

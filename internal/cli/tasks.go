package cli

import (
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/detect"
	"assay/internal/detect/builtin/known"
	"assay/internal/prompt"
	"assay/internal/suite"
)

// does reports whether a task is asked for; detect is where none is named.
func (a *asking) does(task string) bool {
	return slices.Contains(a.Task, task) || len(a.Task) == 0 && task == "detect"
}

// kinds returns what kinds of answers the tasks beside detect ask for, in their order.
func (a *asking) kinds() []bench.AnswerKind {
	var out []bench.AnswerKind
	for _, k := range []bench.AnswerKind{bench.AnswerExploit, bench.AnswerPatch} {
		if a.does(k.Task()) {
			out = append(out, k)
		}
	}
	return out
}

// tasked returns the ways of asking that --task, --strategy and --prompt name. A task beside
// detect is asked for with every strategy for it that a selected text has the format of, or
// with those that --strategy names.
func (a *asking) tasked(selected []*bench.Variant) ([]way, error) {
	for i, t := range a.Task {
		if !slices.Contains(bench.Tasks(), t) {
			return nil, usage("--task %s: the tasks are %s", t, strings.Join(bench.Tasks(), ", "))
		}
		if slices.Contains(a.Task[:i], t) {
			return nil, usage("--task %s is given twice", t)
		}
	}
	named, err := a.ways()
	if err != nil || len(a.Task) == 0 {
		return named, err
	}
	by := map[string][]way{} // by task
	for _, w := range named {
		t := "detect"
		if w.own == nil && w.name != "" {
			s, err := prompt.Find(w.name)
			if err != nil {
				return nil, usage("%v", err)
			}
			t = s.Asks.Kind().Task()
		}
		if len(a.Strategy)+len(a.Prompt) > 0 && !slices.Contains(a.Task, t) {
			return nil, usage("the way of asking %q is for --task %s, and --task names %s", w.name, t, strings.Join(a.Task, ", "))
		}
		by[t] = append(by[t], w)
	}
	formats := map[string]bool{}
	for _, v := range selected {
		formats[v.Format] = true
	}
	var out []way
	for _, t := range bench.Tasks() {
		switch {
		case !slices.Contains(a.Task, t):
		case len(by[t]) > 0:
			out = append(out, by[t]...)
		case t == "detect":
			out = append(out, way{})
		default:
			for _, s := range prompt.All() {
				if s.Asks.Kind().Task() == t && slices.ContainsFunc(s.Formats, func(f string) bool { return formats[f] }) {
					out = append(out, way{name: s.Name})
				}
			}
		}
	}
	return out, nil
}

// The built-in subjects of the tasks exploit and repair.
var doing = []struct{ name, doc string }{
	{"builtin/oracle", "attacks and repairs as the proofs do"},
	{"builtin/empty", "says of everything that there is nothing to do"},
	{"builtin/no-op", "claims something everywhere, and changes nothing"},
}

// knownAnswers returns the built-in subjects of that name, or all for "builtin", for the
// tasks beside detect.
func (a *asking) knownAnswers(name string, whole []*suite.Suite) ([]detect.Detector, error) {
	var out []detect.Detector
	found := name == "builtin" || a.does("detect")
	for _, d := range doing {
		if name != "builtin" && name != d.name {
			continue
		}
		found = true
		for _, kind := range a.kinds() {
			answers := map[string]known.Answer{}
			for _, st := range whole {
				for i := range st.Variants {
					v := &st.Variants[i]
					k := st.Known(v, kind)
					switch {
					case d.name == "builtin/empty":
						answers[v.Task.Hash()] = known.Answer{}
					case d.name == "builtin/oracle" && k.Solved:
						answers[v.Task.Hash()] = known.Answer{Claims: k.Gold != "", Code: k.Gold}
					case d.name == "builtin/no-op" && k.Applies:
						answers[v.Task.Hash()] = known.Answer{Claims: true, Code: k.Idle}
					}
				}
			}
			out = append(out, known.New(d.name, d.doc, kind, answers))
		}
	}
	if !found {
		var list []string
		for _, d := range doing {
			list = append(list, d.name)
		}
		return nil, usage("%s detects and does nothing else; for --task %s there are models and %s", name, strings.Join(a.Task, ", "), strings.Join(list, ", "))
	}
	return out, nil
}

// aided returns copies of variants with what the questions of the tasks show beside the
// code: the world of a query that is to be attacked.
func (a *asking) aided(list []*suite.Suite, variants []*bench.Variant, detectors []detect.Detector) []*bench.Variant {
	attacked := slices.ContainsFunc(detectors, func(d detect.Detector) bool {
		s := d.Subject()
		return s.Kind == "model" && asksFor(s.Strategy) == bench.AnswerExploit
	})
	if !attacked {
		return variants
	}
	worlds := map[string]string{} // by query
	out := make([]*bench.Variant, len(variants))
	for i, v := range variants {
		out[i] = v
		k := slices.IndexFunc(list, func(s *suite.Suite) bool { return s.Name == v.Suite })
		if v.Task.Language != "sql" || k < 0 {
			continue
		}
		of := fmt.Sprintf("%s/%s", v.Suite, v.Base)
		world, ok := worlds[of]
		if !ok {
			world = list[k].World(v)
			worlds[of] = world
		}
		if world == "" {
			continue
		}
		own := *v
		own.Task.Aids = map[string]string{bench.AidWorld: world}
		out[i] = &own
	}
	return out
}

// asksFor returns the kind of answer that a strategy asks for, "" for findings.
func asksFor(strategy string) bench.AnswerKind {
	s, err := prompt.Find(strategy)
	if strategy == "" || err != nil {
		return ""
	}
	return s.Asks.Kind()
}

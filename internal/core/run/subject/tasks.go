package subject

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/exit"
	"assay/internal/core/detect"
	"assay/internal/core/detect/builtin/known"
	"assay/internal/core/engine"
	"assay/internal/core/prompt"
	"assay/internal/core/suite"
	"assay/internal/core/suite/sqlapp"
)

// does reports whether a task is asked for; without a task that is detect.
func (a *Options) does(task string) bool {
	return slices.Contains(a.Task, task) || len(a.Task) == 0 && task == "detect"
}

// Audits reports whether projects are reviewed.
func (a *Options) Audits() bool { return a.does(bench.TaskAudit) }

// Detects reports whether the selected texts themselves are reviewed.
func (a *Options) Detects() bool { return a.does("detect") }

// Changes reports whether changes of projects are reviewed.
func (a *Options) Changes() bool { return a.does(bench.TaskChange) }

// reviews reports whether anything is reviewed.
func (a *Options) reviews() bool { return a.Detects() || a.Audits() || a.Changes() }

// Kinds returns the kinds of answers that the tasks other than detect ask for, in task order.
func (a *Options) Kinds() []bench.AnswerKind {
	var out []bench.AnswerKind
	for _, k := range []bench.AnswerKind{bench.AnswerExploit, bench.AnswerPatch, bench.AnswerTest} {
		if a.does(k.Task()) {
			out = append(out, k)
		}
	}
	return out
}

// tasked returns the ways of asking that --task, --strategy and --prompt name. For a task
// other than detect these are the strategies that --strategy names, or all strategies for
// the task that support the format of a selected text.
func (a *Options) tasked(selected []*bench.Variant) ([]Way, error) {
	for i, t := range a.Task {
		if !slices.Contains(bench.Tasks(), t) {
			return nil, exit.Usage("--task %s: the tasks are %s", t, strings.Join(bench.Tasks(), ", "))
		}
		if slices.Contains(a.Task[:i], t) {
			return nil, exit.Usage("--task %s is given twice", t)
		}
	}
	named, err := a.Ways()
	if err != nil {
		return nil, err
	}
	formats := map[bench.Format]bool{}
	for _, v := range selected {
		formats[v.Format] = true
	}
	if len(a.Task) == 0 {
		return a.given(named, formats)
	}
	by := map[string][]Way{} // by task
	for _, w := range named {
		t := "detect"
		if w.Own == nil && w.Name != "" {
			s, err := prompt.Find(w.Name)
			if err != nil {
				return nil, exit.Usage("%v", err)
			}
			if s.Boxed() && !a.Box {
				return nil, exit.Usage("strategy %q asks for code that is executed in a box only; add --box", w.Name)
			}
			t = s.Task()
		} else if w.Own != nil {
			t = w.Own.Task()
		}
		if len(a.Strategy)+len(a.Prompt) > 0 && !slices.Contains(a.Task, t) && !(t == "detect" && a.Audits()) {
			return nil, exit.Usage("strategy %q is for --task %s, but --task is %s", w.Name, t,
				strings.Join(a.Task, ", "))
		}
		by[t] = append(by[t], w)
	}
	var out []Way
	for _, t := range bench.Tasks() {
		switch {
		case t == "detect" && len(by[t]) == 0 && (a.Detects() || a.Audits()):
			out = append(out, Way{})
		case t == "detect" && (a.Detects() || a.Audits()):
			out = append(out, by[t]...)
		case t == bench.TaskAudit, !slices.Contains(a.Task, t): // a project is asked about as a text is
		case len(by[t]) > 0:
			out = append(out, by[t]...)
		default:
			n := len(out)
			for _, s := range prompt.All() {
				if s.Task() == t && a.fits(s, selected) {
					out = append(out, Way{Name: s.Name})
				}
			}
			if len(out) == n && len(selected) > 0 {
				return nil, exit.Usage("--task %s asks about none of the selected texts; code for handlers is executed in a box "+
					"only, and so are tests of them: --box --task repair", t)
			}
		}
	}
	return a.given(out, formats)
}

// fits reports whether a strategy for a task can ask about a text: about handlers only one whose answers run in a box.
func (a *Options) fits(s prompt.Strategy, selected []*bench.Variant) bool {
	return (a.Box || !s.Boxed()) && slices.ContainsFunc(selected, func(v *bench.Variant) bool {
		return slices.Contains(s.Formats, v.Format) &&
			(v.Format != bench.Queries || s.Boxed() == sqlapp.Program(v.Task.Language))
	})
}

// Hints reports whether some questions give a hint.
func (a *Options) Hints() bool {
	return slices.ContainsFunc(a.Hint, func(level string) bool { return level != prompt.HintNone })
}

// Contexts reports whether some questions show more or less than the code under review.
func (a *Options) Contexts() bool {
	return slices.ContainsFunc(a.Context, func(level string) bool { return level != prompt.ExtentFile })
}

// given returns the ways with every level of --hint and of --context.
func (a *Options) given(ways []Way, formats map[bench.Format]bool) ([]Way, error) {
	switch {
	case !a.Contexts():
	case a.Audits() || a.Changes():
		return nil, exit.Usage("--context: a project is always shown completely; omit --task audit and change")
	case a.Hints():
		return nil, exit.Usage(
			"--context and --hint cannot be combined: reports keep them apart; use two runs")
	case len(a.Kinds()) > 0:
		return nil, exit.Usage("--context is for --task detect: an attack and a repair need the whole file")
	case a.acts() || slices.ContainsFunc(SplitNames(a.Model), IsOutside):
		return nil, exit.Usage("--context: an agent reads all files with its tools; omit --context")
	case !formats[bench.Contracts]:
		return nil, exit.Usage("--context applies only to contracts, and none is selected; a query is one statement")
	}
	if a.Hints() && (a.Audits() || a.Changes()) {
		return nil, exit.Usage("--hint refers to one flaw of a text; omit --task audit and change")
	}
	ways, err := a.at("--hint", a.Hint, prompt.HintNone, ways, formats, prompt.Strategy.Hinted)
	if err != nil {
		return nil, err
	}
	return a.at("--context", a.Context, prompt.ExtentFile, ways, map[bench.Format]bool{bench.Contracts: true},
		prompt.Strategy.WithExtent)
}

// at returns the ways with every level that a flag names. It replaces the default by the
// strategy of each format, since a level belongs to a strategy.
func (a *Options) at(flag string, levels []string, usual string, ways []Way, formats map[bench.Format]bool,
	with func(prompt.Strategy, string) (prompt.Strategy, error)) ([]Way, error) {
	if len(levels) == 0 {
		return ways, nil
	}
	var out []Way
	for i, level := range levels {
		if slices.Contains(levels[:i], level) {
			return nil, exit.Usage("%s %s is given twice", flag, level)
		}
		for _, w := range ways {
			if level == usual {
				out = append(out, w)
				continue
			}
			from, err := w.strategies(formats)
			if err != nil {
				return nil, exit.Usage("%v", err)
			}
			for _, s := range from {
				h, err := with(s, level)
				if err != nil {
					return nil, exit.Usage("%s %s: %v", flag, level, err)
				}
				more := Way{Name: h.Name}
				if w.Own != nil {
					more.Own = &h
				}
				out = append(out, more)
			}
		}
	}
	return out, nil
}

// strategies returns the strategies that a way of asking denotes for suites of these formats.
func (w Way) strategies(formats map[bench.Format]bool) ([]prompt.Strategy, error) {
	if w.Own != nil {
		return []prompt.Strategy{*w.Own}, nil
	}
	if w.Name != "" {
		s, err := prompt.Find(w.Name)
		return []prompt.Strategy{s}, err
	}
	var out []prompt.Strategy
	for _, f := range slices.Sorted(maps.Keys(formats)) {
		s, err := prompt.For(f, "")
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// The built-in subjects of the tasks exploit and repair.
var doing = []struct{ name, doc string }{
	{"builtin/oracle", "attacks and repairs as the proofs do"},
	{"builtin/empty", "says of everything that there is nothing to do"},
	{"builtin/no-op", "claims something everywhere, and changes nothing"},
	{goldName, "as the oracle, and attacks contracts with the calls that their proofs make"},
}

// goldName is a subject that is not part of "builtin", since it compiles and executes code
// to get its answers.
const goldName = "builtin/gold"

// knownAnswers returns the built-in subjects with that name, or all for "builtin", for the
// tasks other than detect.
func (s *Maker) knownAnswers(name string) ([]detect.Detector, error) {
	var out []detect.Detector
	found := name == "builtin" || s.reviews()
	for _, d := range doing {
		if name != d.name && (name != "builtin" || d.name == goldName) {
			continue
		}
		found = true
		var gold func(context.Context, bench.Task) (code, why string, err error)
		if d.name == goldName {
			if added.Gold == nil {
				return nil, missing(goldName)
			}
			gold = added.Gold(s)
		}
		for _, kind := range s.Kinds() {
			if added.Known == nil {
				return nil, missing("--task " + kind.Task())
			}
			answers := map[string]known.Answer{}
			for _, st := range s.Suites {
				for i := range st.Variants {
					v := &st.Variants[i]
					if _, ok := st.Exercise(v); sqlapp.Program(v.Task.Language) && (!ok || !s.Box || kind == bench.AnswerExploit) {
						continue // not asked about
					}
					k := added.Known(st, v, kind)
					switch {
					case d.name == "builtin/empty":
						answers[v.Task.Hash()] = known.Answer{}
					case d.name == goldName && kind == bench.AnswerExploit && k.Applies && v.Task.Language == "solidity":
						a := known.Answer{Claims: v.Truth == bench.Vulnerable}
						if a.Claims {
							task := v.Task
							a.Work = func(ctx context.Context) (string, string, error) { return gold(ctx, task) }
						}
						answers[v.Task.Hash()] = a
					case (d.name == "builtin/oracle" || d.name == goldName) && k.Solved:
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
		return nil, exit.Usage("%s supports only --task detect; for --task %s use models or %s", name,
			strings.Join(s.Task, ", "), strings.Join(list, ", "))
	}
	return out, nil
}

// sqlExploit is the strategy that shows the world of a query.
const sqlExploit = "sql-exploit"

// Aided returns copies of variants with the aids that questions show with the code: the
// world of a query to attack, the session for a test, hints, and parts of the code.
func (a *Options) Aided(list []*suite.Suite, variants []*bench.Variant, detectors []detect.Detector) []*bench.Variant {
	attacked := slices.ContainsFunc(detectors, func(d detect.Detector) bool {
		s := d.Subject()
		asks := engine.AsksFor(s.Strategy)
		return s.Kind == "model" && (asks == prompt.ForExploit || asks == prompt.ForTest) || s.Strategy == sqlExploit
	})
	if !attacked && !a.Hints() && !a.Contexts() && !a.Box {
		return variants
	}
	return a.aided(list, variants, attacked)
}

// Worlds returns copies of variants with the world that an attack on a query is shown, and with box what a handler runs
// with.
func Worlds(list []*suite.Suite, variants []*bench.Variant, box bool) []*bench.Variant {
	return (&Options{Box: box}).aided(list, variants, true)
}

func (a *Options) aided(list []*suite.Suite, variants []*bench.Variant, attacked bool) []*bench.Variant {
	about := flaws(list)
	worlds := map[string]string{} // by query
	out := make([]*bench.Variant, len(variants))
	for i, v := range variants {
		out[i] = v
		k := slices.IndexFunc(list, func(s *suite.Suite) bool { return s.Name == v.Suite })
		if k < 0 {
			continue
		}
		aids := map[string]string{}
		if flaw := cmp.Or(about[v.Key], about[v.Suite+" "+v.Base]); a.Hints() && flaw != nil {
			for level, text := range prompt.Hints(flaw) {
				aids[bench.AidHint+level] = text
			}
		}
		if a.Contexts() {
			var other *bench.Variant
			if flaw := about[v.Key]; flaw != nil && flaw.Key != v.Key {
				other = flaw
			} else if flaw != nil {
				other, _ = list[k].Variant(v.Twin)
			}
			for level, text := range prompt.Extents(v, other) {
				aids[bench.AidExtent+level] = text
			}
		}
		if attacked && added.World != nil && v.Task.Language == "sql" {
			query := fmt.Sprintf("%s/%s", v.Suite, v.Base)
			if _, ok := worlds[query]; !ok {
				worlds[query] = added.World(list[k], v)
			}
			if worlds[query] != "" {
				aids[bench.AidWorld] = worlds[query]
			}
		}
		x, ok := list[k].Exercise(v)
		if ok && a.Box && sqlapp.Program(v.Task.Language) {
			aids[bench.AidPackages] = strings.Join(x.App.Stack.Ships(), ", ")
		}
		if ok && attacked && added.Session != nil {
			aids[bench.AidSession] = added.Session(x)
		}
		if len(aids) > 0 {
			own := *v
			own.Task.Aids = aids
			out[i] = &own
		}
	}
	return out
}

// flaws returns the vulnerable variants whose labels are the source of hints for a text: by
// the key of either half of their pair, and by suite and base for a safe text that is not a twin.
func flaws(list []*suite.Suite) map[string]*bench.Variant {
	out := map[string]*bench.Variant{}
	for _, st := range list {
		for i := range st.Variants {
			v := &st.Variants[i]
			if v.Truth != bench.Vulnerable {
				continue
			}
			for _, key := range []string{v.Key, v.Twin, v.Suite + " " + v.Base} {
				if out[key] == nil {
					out[key] = v
				}
			}
		}
	}
	return out
}

package suite

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite/evidence"
)

// Change is one of the changes of a project (docs/add-a-sample.md#add-a-project): two texts of the project, and how a
// title and a description tell the step from one to the other.
type Change struct {
	ID    string             `yaml:"id"`
	Kind  string             `yaml:"kind"`            // bench.ChangeIntroduces, …
	Flaw  string             `yaml:"flaw,omitempty"`  // id; "" of a harmless change
	Edits []projectEdit      `yaml:"edits,omitempty"` // of the text with the flaw; of the correct one where it is harmless
	Told  map[string]Message `yaml:"told"`            // by the names of bench.ChangeTellings

	Proved        bool              `yaml:"-"` // the attack on the flaw is; all attacks, where the change is harmless
	Before, After map[string]string `yaml:"-"` // the sources of the project, by path

	p   *project
	raw map[string]string // After with markers
}

// Message is a title, of one line, and a description.
type Message struct {
	Title       string `yaml:"title"`
	Description string `yaml:"description"`
}

// Vulnerable reports whether the text after the change has the flaw.
func (c *Change) Vulnerable() bool {
	return c.Kind == bench.ChangeIntroduces || c.Kind == bench.ChangeClaims
}

// edited reports whether the change has edits of its own, and not those of its flaw.
func (c *Change) edited() bool { return c.Kind == bench.ChangeClaims || c.Kind == bench.ChangeHarmless }

// of returns the flaw of the change, none or one.
func (c *Change) of() []*claim {
	return slices.DeleteFunc(slices.Clone(c.p.Flaws), func(f *claim) bool { return f.ID != c.Flaw })
}

// Text returns some files of the project after the change, in order of path, as one listing with its labels.
func (c *Change) Text(paths []string) bench.Variant {
	if c.Vulnerable() {
		return c.p.listing(c.raw, paths, c.of())
	}
	v := c.p.listing(c.raw, paths, nil)
	for _, f := range c.of() {
		addSet(&v, f.set(1))
	}
	return v
}

func withoutMarkers(raw map[string]string) map[string]string {
	out := maps.Clone(raw)
	for file, text := range raw {
		out[file], _, _ = stripMarkers(text, false)
	}
	return out
}

// changes reads the changes of a project; there need not be any.
func (l *loader) changes(p *project) {
	file := path.Join(p.dir, changesYAML)
	text, ok := l.optional(file)
	var list struct {
		Changes []Change `yaml:"changes"`
	}
	if line, err := decodeYAML(text, &list); ok && err != nil {
		l.problem(file, line, "%v", err)
		return
	}
	seen := map[string]bool{}
	for i := range list.Changes {
		c := &list.Changes[i]
		c.p, p.changed = p, append(p.changed, c)
		say := func(format string, args ...any) {
			l.problem(file, 0, "%s: "+format, append([]any{cmp.Or(c.ID, "a change without an id")}, args...)...)
		}
		one := c.Kind + " " + c.Flaw
		if !idRE.MatchString(c.ID) || seen[c.ID] || !c.edited() && seen[one] {
			say("id: each has its own, of lower-case words joined by dashes; one change introduces a flaw, one repairs it")
		}
		seen[c.ID], seen[one] = true, true
		for _, how := range bench.ChangeTellings {
			if m := c.Told[how]; m.Title == "" || m.Description == "" || strings.Contains(m.Title, "\n") || len(c.Told) != 3 {
				say("told: %s: needs a title of one line and a description; there are honest, neutral and misleading", how)
			}
		}
		c.check(say)
	}
	for _, c := range p.changed {
		if c.Vulnerable() && !seen[bench.ChangeRepairs+" "+c.Flaw] {
			l.problem(file, 0, "%s: no change repairs %s, which is its counterpart", c.ID, c.Flaw)
		}
	}
}

// check finds the two texts of a change.
func (c *Change) check(say func(string, ...any)) {
	kinds := []string{bench.ChangeIntroduces, bench.ChangeRepairs, bench.ChangeClaims, bench.ChangeHarmless}
	if flawed := c.Kind != bench.ChangeHarmless; !slices.Contains(kinds, c.Kind) || flawed != (len(c.of()) == 1) ||
		flawed != (c.Flaw != "") || c.edited() != (len(c.Edits) > 0) {
		say("kind: %q of flaw %q with %d edits; a change is one of %s, names a flaw unless it is harmless, and has edits of "+
			"its own if it claims or is harmless", c.Kind, c.Flaw, len(c.Edits), strings.Join(kinds, ", "))
		return
	}
	before := c.p.with(nil)
	if c.Kind != bench.ChangeIntroduces {
		before = c.p.with(c.of())
	}
	if c.raw = c.p.with(nil); c.Vulnerable() {
		c.raw = c.p.with(c.of())
	}
	for i := range c.Edits {
		e := &c.Edits[i]
		text := c.raw[e.File]
		if n := e.place(text); n != 1 {
			say("edit %d: its lines occur %d times in %q, and have to occur once", i+1, n, e.File)
			return
		}
		c.raw[e.File] = text[:e.at] + e.To + text[e.at+len(e.From):]
		stripped, _, bad := stripMarkers(e.To, false)
		for _, h := range findHints(stripped) {
			bad = append(bad, Problem{Msg: fmt.Sprintf("the word %q gives the answer away", h.word)})
		}
		for _, b := range bad {
			say("edit %d: %s", i+1, b.Msg)
		}
	}
	marked := slices.ContainsFunc(slices.Collect(maps.Values(c.raw)), func(text string) bool {
		_, labels, _ := stripMarkers(text, false)
		return slices.ContainsFunc(labels, func(l bench.Label) bool { return l.Function == bench.RootCause })
	})
	c.Before, c.After = withoutMarkers(before), withoutMarkers(c.raw)
	if marked != c.Vulnerable() || maps.Equal(c.Before, c.After) {
		say("edits: both texts differ, and a ROOT_CAUSE stays where the flaw stays, and there alone")
	}
}

// afterChanges returns the texts after changes on which the attack of a claim has to work or to fail.
func (p *project) afterChanges(of *claim, proof string) (out []Among) {
	for _, c := range p.changed {
		if c.edited() && (c.Flaw == "" || c.Flaw == of.ID) {
			files := maps.Clone(c.After)
			files[proofSol] = proof
			out = append(out, Among{evidence.Source("after-" + c.ID), c.Vulnerable(), files, !c.Vulnerable()})
		}
	}
	return out
}

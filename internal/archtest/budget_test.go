package archtest

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// layer is a folder of internal/ with its budget: a reader of one layer need not know those above it.
// The numbers fall with the code. One rises only by a decision in docs/decisions that names the user who gets
// something for it.
type layer struct {
	name    string
	lines   int      // of Go without tests, comments and blanks included: the most that are allowed
	goal    int      // what lines is to become
	rooms   int      // package groups, folders directly below the layer: the most that are allowed
	imports []string // the layers below it that it may import
}

var budgets = []layer{
	{name: "bench", lines: 1_640, goal: 1_500, rooms: 1},
	{name: "lang", lines: 12_784, goal: 12_500, rooms: 20, imports: []string{"bench"}},
	{name: "core", lines: 71_043, goal: 52_000, rooms: 20, imports: []string{"bench", "lang"}},
	{name: "proof", lines: 29_646, goal: 21_500, rooms: 20, imports: []string{"bench", "lang", "core"}},
	{name: "author", lines: 20_654, goal: 20_500, rooms: 20, imports: []string{"bench", "lang", "core", "proof"}},
	{name: "ext", lines: 14_247, goal: 10_000, rooms: 20, imports: []string{"bench", "lang", "core", "proof"}},
	{name: "dev", lines: 9_332, goal: 8_000, rooms: 40,
		imports: []string{"bench", "lang", "core", "proof", "author", "ext"}}, // tools, test kits, archtest, commands
}

// reserves are lines that an intended change may add to a layer beyond its budget. Whoever makes the change moves
// what it used into the budget and deletes the rest of the reserve.
var reserves = []struct {
	layer, purpose string
	lines          int
}{
	{"proof", "projects with several flaws", 199},
	{"proof", "tenancy in application code", 200},
}

// places are the packages that stand in no folder of their layer.
var places = map[string]string{
	"cmd":               "dev",
	"internal/tools":    "dev/tools",
	"internal/archtest": "dev/archtest",
	"internal/test":     "dev/test",

	"suites": "core/suite",
	"models": "core/model",
}

// placeOf returns the layer and the place of a package, "" if it has none.
func placeOf(pkg string) (string, string) {
	if rest, ok := strings.CutPrefix(pkg, "internal/"); ok {
		name, _, _ := strings.Cut(rest, "/")
		if _, listed := places["internal/"+name]; !listed &&
			slices.ContainsFunc(budgets, func(l layer) bool { return l.name == name }) {
			return name, rest
		}
	}
	for p := pkg; p != "." && p != "/"; {
		if place, ok := places[p]; ok {
			name, _, _ := strings.Cut(place, "/")
			return name, place
		}
		i := strings.LastIndexByte(p, '/')
		if i < 0 {
			break
		}
		p = p[:i]
	}
	return "", ""
}

// size is what a layer holds.
type size struct {
	lines int
	rooms map[string]bool
}

func sizes(t *testing.T) map[string]*size {
	t.Helper()
	_, all := files(t)
	out := map[string]*size{}
	for _, f := range all {
		if f.test {
			continue
		}
		name, place := placeOf(f.pkg)
		if name == "" {
			t.Errorf("%s: package %s is in no layer; add it to places", f.path, f.pkg)
			continue
		}
		text, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		if out[name] == nil {
			out[name] = &size{rooms: map[string]bool{}}
		}
		out[name].lines += strings.Count(string(text), "\n")
		if room := strings.Split(place, "/"); len(room) > 1 {
			out[name].rooms[room[1]] = true
		}
	}
	return out
}

// slack is how many lines a budget may exceed what is there: what goes is taken from the budget with it.
const slack = 1_500

// Every layer stays within its budget of lines and package groups, and no budget stays far above what is there.
func TestBudgets(t *testing.T) {
	have := sizes(t)
	total, limit := 0, 0
	for _, l := range budgets {
		s := have[l.name]
		if s == nil {
			s = &size{}
		}
		reserve := 0
		for _, r := range reserves {
			if r.layer == l.name {
				reserve += r.lines
			}
		}
		total, limit = total+s.lines, limit+l.lines
		t.Logf("%-7s %6d lines of %6d + %5d in reserve, %2d rooms of %2d; goal %6d", l.name, s.lines, l.lines, reserve,
			len(s.rooms), l.rooms, l.goal)
		switch {
		case s.lines > l.lines+reserve:
			t.Errorf("%s has %d lines, its budget is %d and %d in reserve: make it smaller, build it as an extension, or "+
				"raise the budget by a decision that names the user", l.name, s.lines, l.lines, reserve)
		case s.lines < l.lines-slack:
			t.Errorf("%s has %d lines, its budget is %d: lower the budget", l.name, s.lines, l.lines)
		}
		if len(s.rooms) > l.rooms {
			t.Errorf("%s has the package groups %v: %d, and %d are allowed", l.name,
				slices.Sorted(maps.Keys(s.rooms)), len(s.rooms), l.rooms)
		}
	}
	gone := 0
	if s := have["gone"]; s != nil {
		gone = s.lines
	}
	t.Logf("all     %6d lines of %6d, and %d that go", total, limit, gone)
}

// A place that no package has any more is deleted from the table.
func TestPlaces(t *testing.T) {
	_, all := files(t)
	used := map[string]bool{}
	for _, f := range all {
		for p := f.pkg; ; {
			used[p] = true
			i := strings.LastIndexByte(p, '/')
			if i < 0 {
				break
			}
			p = p[:i]
		}
	}
	for pkg := range places {
		if !used[pkg] && pkg != "internal/test" {
			t.Errorf("places has %s, which does not exist", pkg)
		}
	}
}

// Every layer imports only what budgets allows, and core nothing that rewrites texts.
func TestArrows(t *testing.T) {
	_, all := files(t)
	allowed := map[string]bool{}
	for _, l := range budgets {
		for _, to := range append(l.imports, l.name) {
			allowed[l.name+" -> "+to] = true
		}
	}
	found := map[string]bool{}
	for _, f := range all {
		if f.test || strings.HasPrefix(f.pkg, "cmd/") {
			continue
		}
		from, _ := placeOf(f.pkg)
		for _, imp := range f.ast.Imports {
			to, local := strings.CutPrefix(strings.Trim(imp.Path.Value, `"`), module+"/")
			if !local || strings.HasSuffix(f.path, "_test.go") {
				continue
			}
			name, place := placeOf(to)
			rewrites := from == "core" && (strings.HasPrefix(place, "lang/transform") || place == "lang/wording")
			if arrow := from + " -> " + name; from != "gone" && name != "gone" && (rewrites || !allowed[arrow]) {
				found[f.pkg+" -> "+to] = true
			}
		}
	}
	for arrow := range found {
		t.Errorf("%s: an import against the layers; register the implementation in cmd/assay instead", arrow)
	}
}

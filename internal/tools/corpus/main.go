// Command corpus prints docs/corpus.md: the composition of the embedded Solidity
// suite, counted from the data itself. `make update` writes the page.
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/run"
	"assay/internal/core/stats/agree"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/lang/solidity"
)

func main() {
	text, err := page()
	if err != nil {
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(1)
	}
	os.Stdout.WriteString(text)
}

// page returns the text of docs/corpus.md.
func page() (string, error) {
	var both []*suite.Suite
	for _, name := range []string{suite.Blockbench, suite.Projects} {
		list, problems, err := run.ReadSuite(name)
		if err != nil || len(problems) > 0 {
			return "", cmp.Or(err, fmt.Errorf("%v", problems))
		}
		both = append(both, list...)
	}
	s := both[0]
	var b bytes.Buffer
	var flawed, clean []suite.Sample
	for _, x := range s.Samples {
		if x.Meta.Clean() {
			clean = append(clean, x)
		} else {
			flawed = append(flawed, x)
		}
	}
	fmt.Fprintf(&b, `# What blockbench is made of

Counted from suites/blockbench, and from suites/blockbench-projects [at the end](#projects), by internal/tools/corpus; a test holds this page to the data. A sample is a vulnerable source and its fixed
twin, and is counted once. A clean contract has neither flaw nor twin: it is a further negative, and its proof falls for the same contract
without one of its guards. The number in brackets is how many are proved: executed, with the evidence stored beside them.

%d samples (%d) and %d clean contracts (%d), %d texts, %d labels, %d lines of code under review.
`, len(flawed), proved(flawed), len(clean), proved(clean), len(s.Variants), labels(s), lines(s))

	subset := func(x *suite.Sample) string { return x.Group }
	table(&b, "By subset and tier", "subset", s.Samples,
		func(x *suite.Sample) string { return suite.SubsetTitle(x.Group) },
		func(x *suite.Sample) string { return fmt.Sprintf("tier %d", x.Tier) })
	table(&b, "By class and subset", "class", s.Samples, func(x *suite.Sample) string { return x.Class.Title() }, subset)
	table(&b, "By severity and subset", "severity", flawed, func(x *suite.Sample) string { return x.Severity }, subset)
	table(&b, "By compiler and subset", "compiler", s.Samples,
		func(x *suite.Sample) string { return x.Meta.Compiler }, subset)
	table(&b, "By impact and subset", "impact", s.Samples,
		func(x *suite.Sample) string { return strings.ReplaceAll(x.Meta.Impact.Kind, "_", " ") }, subset)
	table(&b, "By year of the incident or the finding", "year", flawed, func(x *suite.Sample) string {
		if len(x.Meta.Provenance.Date) < 4 {
			return "none: original"
		}
		return x.Meta.Provenance.Date[:4]
	}, subset)

	table(&b, "By size and subset: lines of code, of related files too, without comments and blank lines", "lines",
		s.Samples, func(x *suite.Sample) string { return size(s, x) }, subset)
	table(&b, "By library and subset", "library", s.Samples, func(x *suite.Sample) string { return library(s, x) }, subset)
	table(&b, "By voice and subset ([voices](audit.md#voices))", "voice", s.Samples,
		func(x *suite.Sample) string { return x.Meta.Voice }, subset)

	composition(&b, flawed)
	difficulty(&b, flawed)
	categories(&b, flawed)
	functions(&b, s)
	noticed(&b, s)
	readings(&b, s, flawed)
	roll(&b, s)
	projects(&b, both[1])
	sources(&b, flawed)
	return b.String(), nil
}

// table counts samples by row and column, with the proved ones in the total.
func table(w io.Writer, title, head string, samples []suite.Sample, row, column func(*suite.Sample) string) {
	rows, columns := map[string]map[string]int{}, map[string]bool{}
	in := map[string][]suite.Sample{}
	for i := range samples {
		r, c := row(&samples[i]), column(&samples[i])
		if rows[r] == nil {
			rows[r] = map[string]int{}
		}
		rows[r][c]++
		columns[c] = true
		in[r] = append(in[r], samples[i])
	}
	cols := slices.Sorted(maps.Keys(columns))
	fmt.Fprintf(w, "\n## %s\n\n| %s | %s | all |\n|---|%s\n", title, head, strings.Join(cols, " | "),
		strings.Repeat("---:|", len(cols)+1))
	for _, r := range slices.Sorted(maps.Keys(rows)) {
		fmt.Fprintf(w, "| %s |", r)
		for _, c := range cols {
			if n := rows[r][c]; n > 0 {
				fmt.Fprintf(w, " %d", n)
			}
			fmt.Fprint(w, " |")
		}
		fmt.Fprintf(w, " %d (%d) |\n", len(in[r]), proved(in[r]))
	}
}

// paper is the composition of the paper's section 3.
var paper = []struct {
	subset string
	count  int
}{{"ds", 210}, {"tc", 46}, {"gs", 34}}

// named are the firms that the paper names as sources of its gold standard. gs has the paper's number of samples from
// other firms; those of the named ones are a set of their own beside them.
var named = []string{"Code4rena", "Sherlock", "Spearbit"}

// namedSet is that set.
const namedSet = "named"

// set returns the subset of a sample, or the set of gs that is outside the paper's composition.
func set(x suite.Sample) string {
	byNamed := func(s bench.Source) bool { return slices.Contains(named, s.By) }
	if x.Group == "gs" && slices.ContainsFunc(x.Meta.Sources, byNamed) {
		return namedSet
	}
	return x.Group
}

// composition compares the paper's subsets with ours. Sets outside its composition
// come last and are in no sum.
func composition(w io.Writer, flawed []suite.Sample) {
	count, loss, cited := map[string]int{}, map[string]int64{}, map[string]int{}
	for _, x := range flawed {
		group := set(x)
		count[group]++
		loss[group] += x.Meta.Provenance.LossUSD
		if len(x.Meta.Sources) > 0 {
			cited[group]++
		}
	}
	fmt.Fprint(w, "\n## Compared with the paper's Table 1\n\nLosses in millions of dollars, at the time of the "+
		"incident, where they are known.\n\n"+
		"| subset | the paper | here | with a public source | losses |\n|---|---:|---:|---:|---:|\n")
	line := func(name, subset, want string) {
		fmt.Fprintf(w, "| %s | %s | %d | %d | %.1f |\n", name, want, count[subset], cited[subset], float64(loss[subset])/1e6)
	}
	all := 0
	for _, p := range paper {
		line(suite.SubsetTitle(p.subset), p.subset, fmt.Sprint(p.count))
		all += p.count
		for _, m := range []map[string]int{count, cited} {
			m[""] += m[p.subset]
		}
		loss[""] += loss[p.subset]
	}
	line("all", "", fmt.Sprint(all))
	line(suite.SubsetTitle(suite.Recent)+", since 2025", suite.Recent, "none")
	if count[namedSet] > 0 {
		line(suite.SubsetTitle("gs")+", of the firms that the paper names", namedSet, "none")
	}
}

// tiers is the paper's distribution of the difficulty-stratified subset, starting at tier 1.
var tiers = []int{86, 81, 30, 13}

// difficulty compares the paper's tiers with ours.
func difficulty(w io.Writer, flawed []suite.Sample) {
	count := map[int]int{}
	for _, x := range flawed {
		if x.Group == paper[0].subset {
			count[x.Tier]++
		}
	}
	fmt.Fprint(w, "\n## Compared with the paper's tiers\n\nOf the difficulty-stratified subset.\n\n"+
		"| tier | the paper | here |\n|---:|---:|---:|\n")
	for i, n := range tiers {
		fmt.Fprintf(w, "| %d | %d | %d |\n", i+1, n, count[i+1])
	}
}

// category is a row of the paper's Table 3: the numbers of samples of ds, tc and gs, and
// our classes that belong to it. The last row takes the classes that no other row has.
type category struct {
	name    string
	counts  [3]int
	classes []bench.Class
}

var table3 = []category{
	{"access control", [3]int{22, 14, 3}, []bench.Class{"access_control", "tx_origin", "initialization"}},
	{"reentrancy", [3]int{37, 7, 0}, []bench.Class{"reentrancy", "read_only_reentrancy"}},
	{"logic error", [3]int{19, 2, 18}, []bench.Class{"logic_error", "accounting_error", "state_machine"}},
	{"unchecked return", [3]int{48, 0, 1}, []bench.Class{"unchecked_return"}},
	{"integer and arithmetic", [3]int{16, 5, 0},
		[]bench.Class{"arithmetic", "precision_loss", "unsafe_cast", "share_inflation"}},
	{"oracle manipulation", [3]int{4, 8, 1}, []bench.Class{"oracle_manipulation", "stale_price"}},
	{"weak randomness", [3]int{8, 0, 0}, []bench.Class{"weak_randomness"}},
	{"denial of service", [3]int{9, 0, 3}, []bench.Class{"denial_of_service", "forced_ether"}},
	{"front running", [3]int{5, 0, 2}, []bench.Class{"front_running", "slippage"}},
	{"signatures", [3]int{4, 1, 3}, []bench.Class{"signature", "signature_replay"}},
	{"flash loan", [3]int{2, 0, 2}, []bench.Class{"flash_loan"}},
	{"honeypot", [3]int{7, 0, 0}, nil},
	{"others", [3]int{29, 9, 1}, nil},
}

// categories compares the paper's Table 3 with ours.
func categories(w io.Writer, flawed []suite.Sample) {
	row := map[bench.Class]int{}
	for i, c := range table3 {
		for _, class := range c.classes {
			row[class] = i
		}
	}
	count := make([][3]int, len(table3))
	for _, x := range flawed {
		i, known := row[x.Class]
		if !known {
			i = len(table3) - 1
		}
		for j, p := range paper {
			if set(x) == p.subset {
				count[i][j]++
			}
		}
	}
	fmt.Fprint(w, "\n## Compared with the paper's Table 3\n\nBy the class of the first finding. A trap for attackers "+
		"is not a flaw here (row 66 of [paper.md](paper.md)).\n\n| category | ds, the paper | here | "+
		"tc, the paper | here | gs, the paper | here |\n|---|---:|---:|---:|---:|---:|---:|\n")
	for i, c := range table3 {
		fmt.Fprintf(w, "| %s |", c.name)
		for j := range paper {
			fmt.Fprintf(w, " %d | %d |", c.counts[j], count[i][j])
		}
		fmt.Fprintln(w)
	}
}

// size returns the range that a sample's number of lines of code is in.
func size(s *suite.Suite, x *suite.Sample) string {
	v, ok := s.Variant(x.Keys[0])
	if !ok {
		return ""
	}
	n := 0
	for _, f := range slices.Concat(v.Task.Files, v.Task.Context) {
		used := map[int]bool{} // lines with a token
		line := 1
		for _, t := range solidity.Lex(f.Text) {
			text := t.Text(f.Text)
			if !t.Trivia() {
				used[line] = true
			}
			line += strings.Count(text, "\n")
		}
		n += len(used)
	}
	switch {
	case n < 80:
		return "  0 to 79" // blanks sort first, and Markdown drops them
	case n <= 250:
		return " 80 to 250"
	case n < 600:
		return "251 to 599"
	}
	return "600 and more"
}

// library returns the version of the library that a sample imports.
func library(s *suite.Suite, x *suite.Sample) string {
	v, ok := s.Variant(x.Keys[0])
	if !ok {
		return ""
	}
	for _, f := range slices.Concat(v.Task.Files, v.Task.Context) {
		if _, after, found := strings.Cut(f.Text, `"@openzeppelin/contracts@`); found {
			version, _, _ := strings.Cut(after, "/")
			return "OpenZeppelin " + version
		}
	}
	return "none"
}

// sources lists the public reports that each sample names.
func sources(w io.Writer, flawed []suite.Sample) {
	fmt.Fprint(w, "\n## Sources\n\nPublic reports with which date, loss and mechanism can be checked.\n\n| sample | "+
		"date | dollars lost | sources |\n|---|---|---:|---|\n")
	for _, x := range flawed {
		if len(x.Meta.Sources) == 0 {
			continue
		}
		lost := ""
		if n := x.Meta.Provenance.LossUSD; n > 0 {
			lost = fmt.Sprint(n)
		}
		var list []string
		for _, s := range x.Meta.Sources {
			text := strings.ReplaceAll(fmt.Sprintf("%s, %s, %s", s.Title, s.By, s.Date), "|", "/")
			if s.Address != "" {
				text = fmt.Sprintf("[%s](%s)", text, s.Address)
			}
			list = append(list, text)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", x.ID, x.Meta.Provenance.Date, lost, strings.Join(list, "; "))
	}
}

// functions counts labels by security function and code act.
func functions(w io.Writer, s *suite.Suite) {
	count, acts, fns := map[[2]string]int{}, map[string]int{}, map[string]int{}
	for _, v := range s.Variants {
		for _, l := range v.Labels {
			count[[2]string{string(l.Act), string(l.Function)}]++
			acts[string(l.Act)]++
			fns[string(l.Function)]++
		}
	}
	cols := slices.Sorted(maps.Keys(fns))
	fmt.Fprintf(w, "\n## Labels by code act and security function\n\nOn both halves of every pair, and on clean "+
		"contracts.\n\n| code act | %s | all |\n|---|%s\n", strings.Join(cols, " | "), strings.Repeat("---:|", len(cols)+1))
	for _, a := range slices.Sorted(maps.Keys(acts)) {
		fmt.Fprintf(w, "| %s |", a)
		for _, f := range cols {
			if n := count[[2]string{a, f}]; n > 0 {
				fmt.Fprintf(w, " %d", n)
			}
			fmt.Fprint(w, " |")
		}
		fmt.Fprintf(w, " %d |\n", acts[a])
	}
}

// roll lists every sample.
func roll(w io.Writer, s *suite.Suite) {
	fmt.Fprint(w, "\n## Every sample\n\n| sample | tier | class | severity | compiler | lines | labels | guards noticed "+
		"| evidence |\n|---|---:|---|---|---|---:|---:|---:|---|\n")
	for _, x := range s.Samples {
		v, ok := s.Variant(x.Keys[0])
		if !ok {
			continue
		}
		state := "unproved"
		if v.Proof == bench.Proved {
			state = "proved"
		}
		fmt.Fprintf(w, "| %s | %d | %s | %s | %s | %d | %d | %s | %s |\n", x.ID, x.Tier, classes(v), x.Severity,
			x.Meta.Compiler,
			strings.Count(v.Task.Files[0].Text, "\n"), len(v.Labels), guards(x.Adequacy), state)
	}
}

// guards returns the number of guards whose removal a proof detects.
func guards(a *evidence.Adequacy) string {
	if a == nil {
		return "not tried"
	}
	caller, allCaller := a.Rate(true)
	other, allOther := a.Rate(false)
	return fmt.Sprintf("%d of %d", caller+other, allCaller+allOther)
}

// noticed counts, by subset, the guards whose removal proofs detect.
func noticed(w io.Writer, s *suite.Suite) {
	fmt.Fprint(w, `
## Guards that proofs notice

Each guard is taken away, one at a time ([proofs.md](proofs.md)): of how many the proof notices the loss, and how many of the rest the
sample names as harmless, with the reason.

| subset | on the caller | others | named as harmless |
|---|---:|---:|---:|
`)
	groups := map[string][]suite.Sample{}
	for _, x := range s.Samples {
		groups[x.Group] = append(groups[x.Group], x)
	}
	for _, group := range slices.Sorted(maps.Keys(groups)) {
		var caller, allCaller, other, allOther, named int
		for _, x := range groups[group] {
			named += len(x.Meta.Equivalent)
			if x.Adequacy == nil {
				continue
			}
			n, all := x.Adequacy.Rate(true)
			caller, allCaller = caller+n, allCaller+all
			n, all = x.Adequacy.Rate(false)
			other, allOther = other+n, allOther+all
		}
		fmt.Fprintf(w, "| %s | %d of %d | %d of %d | %d |\n", group, caller, allCaller, other, allOther, named)
	}
}

// readings compares the authors' tiers and classes with those of second readings.
func readings(w io.Writer, s *suite.Suite, samples []suite.Sample) {
	var table [4][4]int
	units := agree.Units{Categories: 4}
	classes, families, n := 0, 0, 0
	var distant []string
	for _, x := range samples {
		r := x.Meta.Reading
		if r == nil {
			continue
		}
		n++
		table[x.Tier-1][r.Tier()-1]++
		units.Ratings = append(units.Ratings, []int{x.Tier - 1, r.Tier() - 1})
		if d := x.Tier - r.Tier(); d > 1 || d < -1 {
			distant = append(distant, fmt.Sprintf("%s (%d, %d)", x.ID, x.Tier, r.Tier()))
		}
		read, _ := r.Class.Info()
		same, kin := false, false
		if v, ok := s.Variant(x.Keys[0]); ok {
			for _, set := range v.LabelSets() {
				if !set.Secondary { // undocumented, and added after the reading
					info, _ := set.Class.Info()
					same, kin = same || set.Class == r.Class, kin || info.Family == read.Family
				}
			}
		}
		if same {
			classes++
		}
		if kin {
			families++
		}
	}
	if n == 0 {
		return
	}
	alpha := units.Alpha(agree.Ordinal, 1)
	fmt.Fprintf(w, `
## Second readings

A second author read %d of %d samples from the source alone, without labels, class and tier, named the class of the flaw and gave the points of
the rubric ([add-a-sample.md](add-a-sample.md)). The class is the documented one in %d, its family in %d. Krippendorff's alpha of the tiers, ordinal:
%.2f [%.2f, %.2f]. The thresholds between tiers were set after the first 20 readings.

| the author's tier | reading 1 | reading 2 | reading 3 | reading 4 |
|---|---:|---:|---:|---:|
`, n, len(samples), classes, families, alpha.Value, alpha.Interval.Lo, alpha.Interval.Hi)
	for i, row := range table {
		fmt.Fprintf(w, "| %d | %d | %d | %d | %d |\n", i+1, row[0], row[1], row[2], row[3])
	}
	if len(distant) > 0 {
		fmt.Fprintf(w, "\nTwo tiers or more apart: %s.\n", strings.Join(distant, ", "))
	}
}

// classes returns the class of every flaw of a sample.
func classes(v *bench.Variant) string {
	var out []string
	for _, s := range v.LabelSets() {
		t := s.Class.Title()
		if s.Secondary {
			t += " (not documented)"
		}
		out = append(out, t)
	}
	return strings.Join(out, "; ")
}

func proved(samples []suite.Sample) int {
	n := 0
	for _, x := range samples {
		if x.Evidence != nil && x.Evidence.Proved {
			n++
		}
	}
	return n
}

func labels(s *suite.Suite) int {
	n := 0
	for _, v := range s.Variants {
		n += len(v.Labels)
	}
	return n
}

func lines(s *suite.Suite) int {
	n := 0
	for _, x := range s.Samples {
		if v, ok := s.Variant(x.Keys[0]); ok {
			n += strings.Count(v.Task.Files[0].Text, "\n")
		}
	}
	return n
}

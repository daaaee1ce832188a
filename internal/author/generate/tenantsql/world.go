package tenantsql

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"assay/internal/lang/sqltext"
	"assay/internal/proof/sqlproof"
)

// world is the environment of an application's tests: the fixtures, and the proofs that refer to them.
type world struct {
	fixtures, shared string
	queries          map[string]string // query → its proof
}

func worldOf(app *sqlproof.App) world {
	w := world{app.Fixtures, string(app.Shared), map[string]string{}}
	for _, q := range app.Queries {
		w.queries[q.Name] = ownTests.ReplaceAllString(string(q.Proof), "")
	}
	return w
}

// ownTests are the parts of a proof that name tests of the public suite.
var ownTests = regexp.MustCompile(`(?m)^(?:also|equivalent):.*\n(?:[ \t#].*\n|\n)*`)

// each applies f to every text.
func (w world) each(f func(string) string) world {
	out := world{f(w.fixtures), f(w.shared), map[string]string{}}
	for name, text := range w.queries {
		out.queries[name] = f(text)
	}
	return out
}

// changes are the steps that make a world a different one. It cannot be determined here which of them a text of
// the suite tolerates: [Generator] executes the correct texts in the new world and leaves out a change under
// which they fail.
var changes = []struct {
	name  string
	apply func(w world, app *sqlproof.App, dice *rand.Rand) world
}{
	{"ids", func(w world, _ *sqlproof.App, dice *rand.Rand) world { return w.withIDs(dice) }},
	{"names", func(w world, app *sqlproof.App, dice *rand.Rand) world { return w.withNames(app, dice) }},
	{"row order", func(w world, _ *sqlproof.App, dice *rand.Rand) world {
		w.fixtures = shuffled(w.fixtures, dice)
		return w
	}},
}

// idStem matches a UUID up to its last group. Fixtures build ids from a stem and a counter, so the stem can
// change.
var idStem = regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-`)

// withIDs replaces the stems of ids. Their order stays, since results may be sorted by them.
func (w world) withIDs(dice *rand.Rand) world {
	var old []string
	w.each(func(text string) string {
		old = append(old, idStem.FindAllString(text, -1)...)
		return text
	})
	slices.Sort(old)
	old = slices.Compact(old)
	fresh := distinct(len(old), func() string {
		return fmt.Sprintf("%08x-%04x-4%03x-%x%03x-", dice.Uint32(), dice.IntN(1<<16), dice.IntN(1<<12), 8+dice.IntN(4),
			dice.IntN(1<<12))
	})
	to := map[string]string{}
	for i := range old {
		to[old[i]] = fresh[i]
	}
	return w.each(func(text string) string {
		return idStem.ReplaceAllStringFunc(text, func(stem string) string { return to[stem] })
	})
}

// distinct draws n different texts, sorted.
func distinct(n int, draw func() string) []string {
	seen := map[string]bool{}
	var out []string
	for len(out) < n {
		if s := draw(); !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

var (
	letters = regexp.MustCompile(`[A-Za-z]+`)
	nameRE  = regexp.MustCompile(`^[A-Z][a-z]{2,}$`)
)

// withNames replaces the names in the fixtures' texts everywhere. Words of the schema, the rules and the tests
// stay, and so do words of which a proof uses a part, as a search does. A new name begins with the same letter
// as the old one and keeps its place in the order.
func (w world) withNames(app *sqlproof.App, dice *rand.Rand) world {
	fixed := map[string]bool{}
	for _, text := range append(codes(app), app.Schema) {
		for _, word := range letters.FindAllString(text, -1) {
			fixed[strings.ToLower(word)] = true
		}
	}
	var pieces []string // words of the proofs
	for _, name := range sortedKeys(w.queries) {
		for _, word := range letters.FindAllString(w.queries[name], -1) {
			pieces = append(pieces, strings.ToLower(word))
		}
	}
	slices.Sort(pieces)
	pieces = slices.Compact(pieces)
	groups := map[string][]string{}
	for _, t := range sqltext.Lex(w.fixtures) {
		text := t.Text(w.fixtures)
		if t.Kind != sqltext.String || strings.ContainsAny(text, `/\`) { // a time zone, an escape
			continue
		}
		for _, word := range letters.FindAllString(text, -1) {
			low := strings.ToLower(word)
			part := func(p string) bool { return len(p) > 2 && p != low && strings.Contains(low, p) }
			if nameRE.MatchString(word) && !fixed[low] && !slices.ContainsFunc(pieces, part) {
				groups[low[:1]] = append(groups[low[:1]], low)
			}
		}
	}
	to := map[string]string{}
	for _, initial := range sortedKeys(groups) {
		old := groups[initial]
		slices.Sort(old)
		old = slices.Compact(old)
		fresh := distinct(len(old), func() string { return pronounceable(initial, dice) })
		for i := range old {
			to[old[i]] = fresh[i]
		}
	}
	return w.each(func(text string) string {
		return letters.ReplaceAllStringFunc(text, func(word string) string {
			fresh, ok := to[strings.ToLower(word)]
			switch {
			case !ok, word != strings.ToLower(word) && !nameRE.MatchString(word):
				return word
			case word[0] < 'a':
				return strings.ToUpper(fresh[:1]) + fresh[1:]
			}
			return fresh
		})
	})
}

// pronounceable draws a name that begins with the given letter.
func pronounceable(initial string, dice *rand.Rand) string {
	const vowels, consonants = "aeiou", "bdfgklmnprstv"
	out := initial
	for len(out) < 5+dice.IntN(3) {
		if strings.ContainsAny(out[len(out)-1:], vowels) {
			out += string(consonants[dice.IntN(len(consonants))])
		} else {
			out += string(vowels[dice.IntN(len(vowels))])
		}
	}
	return out
}

// codes returns the texts of all tests.
func codes(app *sqlproof.App) []string {
	var out []string
	for _, q := range app.Queries {
		for _, t := range q.Tests {
			out = append(out, t.Pair())
		}
	}
	return out
}

// shuffled puts the rows of every VALUES into another order.
func shuffled(sql string, dice *rand.Rand) string {
	var toks []sqltext.Token
	for _, t := range sqltext.Lex(sql) {
		if !t.Trivia() {
			toks = append(toks, t)
		}
	}
	word := func(i int) string {
		if i >= len(toks) {
			return ""
		}
		return strings.ToLower(toks[i].Text(sql))
	}
	var out strings.Builder
	at := 0
	for i := 0; i < len(toks); i++ {
		if word(i) != "values" {
			continue
		}
		var rows [][2]int // bytes
		k := i + 1
		for word(k) == "(" {
			from, depth := toks[k].Start, 0
			for ; k < len(toks); k++ {
				if word(k) == "(" {
					depth++
				} else if word(k) == ")" {
					if depth--; depth == 0 {
						break
					}
				}
			}
			if k == len(toks) {
				return sql // not SQL; the server will report it
			}
			rows = append(rows, [2]int{from, toks[k].End})
			if k++; word(k) != "," {
				break
			}
			k++
		}
		if i = k - 1; len(rows) < 2 {
			continue
		}
		for j, from := range dice.Perm(len(rows)) {
			out.WriteString(sql[at:rows[j][0]])
			out.WriteString(sql[rows[from][0]:rows[from][1]])
			at = rows[j][1]
		}
	}
	return out.String() + sql[at:]
}

// withoutComments removes the comments of fixtures: they describe the old content.
func withoutComments(sql string) string {
	var out strings.Builder
	at := 0
	for _, t := range sqltext.Lex(sql) {
		if t.Comment() {
			out.WriteString(sql[at:t.Start])
			at = t.End
		}
	}
	lines := strings.Split(out.String()+sql[at:], "\n")
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.TrimSpace(l) == "" })
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Join(lines, "\n") + "\n"
}

var scopeRE = regexp.MustCompile(`(?m)^(\s+\d+:\s*)\[([^\]]*)\]`)

// only removes from the scopes of requirements the queries that are not in the batch.
func only(shared string, queries []string) string {
	head, tail, ok := strings.Cut(shared, "\nrequirements:")
	if !ok {
		return shared
	}
	return head + "\nrequirements:" + scopeRE.ReplaceAllStringFunc(tail, func(line string) string {
		m := scopeRE.FindStringSubmatch(line)
		var kept []string
		for name := range strings.SplitSeq(m[2], ",") {
			if name = strings.TrimSpace(name); slices.Contains(queries, name) {
				kept = append(kept, name)
			}
		}
		return m[1] + "[" + strings.Join(kept, ", ") + "]"
	})
}

var unusedRE = regexp.MustCompile(`gives :(\w+), which no file uses`)

var paramsRE = regexp.MustCompile(`(?:params|defaults): *\{[^{}]*\}`)

// withoutParams removes from a proof the parameters that its problems report as unused: only a bad test of the
// public suite uses them. It touches only values given to statements, not what oracles state about rows.
func withoutParams(proof string, problems []string) string {
	seen := map[string]bool{}
	for _, m := range unusedRE.FindAllStringSubmatch(strings.Join(problems, "; "), -1) {
		name := m[1]
		if seen[name] {
			continue
		}
		seen[name] = true
		entry := regexp.MustCompile(`([{,]) *` + name + `: *(?:\[[^\]]*\]|"[^"]*"|'[^']*'|[^,}]+)(,?)`)
		proof = paramsRE.ReplaceAllStringFunc(proof, func(given string) string {
			return entry.ReplaceAllStringFunc(given, func(e string) string {
				if m := entry.FindStringSubmatch(e); m[1] == "{" || m[2] == "," {
					return m[1]
				}
				return ""
			})
		})
	}
	return proof
}

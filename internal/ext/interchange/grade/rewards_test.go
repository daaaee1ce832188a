package grade_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/core/run"
	"assay/internal/core/run/exchange"
	"assay/internal/core/run/subject"
	"assay/internal/core/suite"
	"assay/internal/ext/interchange/grade"
	"assay/internal/ext/subjects"
	"assay/internal/ext/tool/replay"
	"assay/internal/proof/judge"
	"assay/internal/proof/postgres"
	"assay/internal/proof/solc"
	"assay/internal/proof/sqlproof"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
)

// freshBatch names the directory of a batch that assay generate has made, whose pairs are asked about, too.
const freshBatch = "ASSAY_BATCH"

// tasksOf lists what is asked about a suite, as assay export suite writes it.
var tasksOf = map[bench.Format][]string{
	bench.Contracts: {"direct", "exploit", "patch"},
	bench.Queries:   {"sql-default", "sql-exploit", "sql-repair"},
}

// tasksDrawn sets how many tasks are drawn, for a part of the statement in less time.
const tasksDrawn = "ASSAY_TASKS"

// drawn returns how many tasks are drawn: all of the statement in "make results", and a part elsewhere.
func drawn(t *testing.T) int {
	t.Helper()
	if text := os.Getenv(tasksDrawn); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			t.Fatalf("%s=%s is not a number of tasks", tasksDrawn, text)
		}
		return n
	}
	switch {
	case os.Getenv("ASSAY_ATTACKS") == "whole":
		return 1000
	case corpustest.Whole():
		return 30
	}
	return 12
}

// On tasks drawn by seed from the authored pairs and from a fresh batch, the answers that the proofs make have the
// reward 1. Nothing, and a claim that changes nothing, have 0.
func TestRewards(t *testing.T) {
	corpustest.Turn(t, 3)
	subject.Add(subjects.Ports())
	names := slices.Clone(run.Embedded)
	if dir := os.Getenv(freshBatch); dir != "" {
		names = append(names, dir)
	} else if drawn(t) >= 1000 {
		t.Fatalf("%s names no batch of assay generate", freshBatch)
	}
	var suites []*suite.Suite
	for _, name := range names {
		list, problems, err := run.ReadSuite(name)
		if err != nil || len(problems) > 0 {
			t.Fatalf("%s: %v %v", name, err, problems)
		}
		suites = append(suites, list...)
	}
	c := solctest.New(t)
	j := judge.New(c, suites)
	j.On(server(t))
	t.Cleanup(func() { _ = j.Close() })
	gold := replay.New(func() (*solc.Compiler, error) { return c, nil }, suites).Gold

	left := drawn(t)
	kinds := 0
	for _, s := range suites {
		kinds += len(tasksOf[s.Format])
	}
	total, vulnerable := 0, 0
	for _, s := range suites {
		var all []*bench.Variant // both halves of every proved pair
		for i := range s.Variants {
			v := &s.Variants[i]
			if v.Chain == "" && v.Truth == bench.Vulnerable && v.Proof == bench.Proved &&
				(s.Format == bench.Contracts || v.Task.Language == "sql") {
				all = append(all, v)
				if twin, ok := s.Variant(v.Twin); ok && !slices.Contains(all, twin) {
					all = append(all, twin)
				}
			}
		}
		for _, strategy := range tasksOf[s.Format] {
			n := left / kinds
			left, kinds = left-n, kinds-1
			variants := all
			if strategy == "sql-exploit" {
				variants = subject.Worlds(suites, all, false)
			}
			asked, err := exchange.Ask(variants, strategy)
			if err != nil {
				t.Fatal(err)
			}
			rand.New(rand.NewPCG(1, uint64(len(asked)))).Shuffle(len(asked), func(i, k int) {
				asked[i], asked[k] = asked[k], asked[i]
			})
			unsolved := map[string]int{}
			of, flawed := n, 0
			for _, q := range asked {
				if n == 0 {
					break
				}
				list, why, err := grade.Solve(t.Context(), []*suite.Suite{s}, []exchange.Asked{q}, gold)
				if err != nil {
					t.Fatal(err)
				}
				for w, k := range why {
					unsolved[w] += k
				}
				if len(list) == 0 {
					continue
				}
				n--
				if q.Variant.Truth == bench.Vulnerable {
					flawed++
				}
				g := grade.New([]exchange.Asked{q}, j)
				for _, x := range append(nothing(t, s, q), answer{"solution", list[0].Text, 1}) {
					got := g.Grade(t.Context(), grade.Answer{Prompt: q.Prompt, Text: x.text})
					if got.Reward == nil || *got.Reward != x.reward {
						t.Errorf("%s, %s, %s: reward %v, want %v: %s %s", q.Variant.Key, strategy, x.what,
							show(got.Reward), x.reward, got.Reason, got.Error)
					}
				}
			}
			if n > 0 && drawn(t) >= 100 {
				left += n // the next ones make up for it
			}
			t.Logf("%s, %s: %d tasks, %d of them with a flaw; drawn and not asked, without a solution: %s", s.Name, strategy,
				of-n, flawed, words(unsolved))
			total += of - n
			vulnerable += flawed
		}
	}
	t.Logf("%d tasks, %d of them with a flaw: the solution of each has 1, and doing nothing 0", total, vulnerable)
	if total != drawn(t) || vulnerable < total/3 || vulnerable > total*5/6 {
		t.Errorf("%d tasks of %d, %d with a flaw", total, drawn(t), vulnerable)
	}
}

// A repair of a handler is an answer like any other: of each proved handler, the twin; of each safe one, that there is
// nothing to repair.
func TestSolvesHandlers(t *testing.T) {
	list, problems, err := run.ReadSuite(suite.Tenancy)
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	all, err := (&run.Selection{Suite: []string{suite.Tenancy}, Subset: []string{"django"}}).Variants(list)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := exchange.Ask(subject.Worlds(list, all, true), "handler-repair")
	if err != nil || len(asked) < 30 {
		t.Fatal(len(asked), err)
	}
	out, left, err := grade.Solve(t.Context(), list, asked, nil)
	if err != nil || len(left) > 0 || len(out) != len(exchange.Questions(asked)) {
		t.Fatalf("%d solutions of %d questions, left %v: %v", len(out), len(asked), left, err)
	}
	texts := map[string]string{}
	for _, s := range out {
		texts[s.Prompt] = s.Text
	}
	for _, q := range asked {
		want, said := "", struct {
			Vulnerable bool
			File       string
		}{}
		if twin, ok := list[0].Variant(q.Variant.Twin); ok && q.Variant.Truth == bench.Vulnerable {
			want = twin.Task.Files[0].Text
		}
		if err := json.Unmarshal([]byte(texts[q.Prompt]), &said); err != nil {
			t.Fatal(err)
		}
		if said.File != want || said.Vulnerable != (want != "") {
			t.Errorf("%s: the solution is %.300s", q.Variant.Key, texts[q.Prompt])
		}
	}
}

// answer is an answer with the reward that it has to get.
type answer struct {
	what, text string
	reward     float64
}

// nothing returns the answers of who does nothing: no text, and the claim of an attack or of a repair that is none.
func nothing(t *testing.T, s *suite.Suite, q exchange.Asked) []answer {
	out := []answer{{"no answer", "", 0}}
	kind := q.Asks.Kind()
	if kind == "" {
		return out
	}
	k := sqlproof.KnownOf(s, q.Variant, kind)
	if !k.Applies {
		t.Fatalf("%s: no idle answer", q.Variant.Key)
	}
	claim := map[string]any{"explanation": "It is done."}
	switch {
	case kind == bench.AnswerPatch:
		claim["vulnerable"], claim["file"] = true, k.Idle
	case s.Format == bench.Contracts:
		claim["exploitable"], claim["contract"] = true, k.Idle
	default:
		if err := json.Unmarshal([]byte(k.Idle), &claim); err != nil {
			t.Fatal(err)
		}
		claim["exploitable"] = true
	}
	text, err := json.Marshal(claim)
	if err != nil {
		t.Fatal(err)
	}
	return append(out, answer{"nothing is changed", string(text), 0})
}

// server returns the address of a PostgreSQL that ends with the test, "" for a private one of the judge.
func server(t *testing.T) string {
	t.Helper()
	url := os.Getenv("ASSAY_TEST_POSTGRES")
	if url == "required" {
		url = ""
	}
	s, err := postgres.Start(t.Context(), postgres.Options{URL: url})
	if errors.Is(err, postgres.ErrNotFound) && os.Getenv("ASSAY_TEST_POSTGRES") == "" {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	s.Close()
	return url
}

func show(x *float64) string {
	if x == nil {
		return "none"
	}
	return fmt.Sprint(*x)
}

func words(left map[string]int) string {
	var out []string
	for _, why := range slices.Sorted(maps.Keys(left)) {
		out = append(out, fmt.Sprintf("%d: %s", left[why], why))
	}
	return cmp.Or(strings.Join(out, "; "), "none")
}

package transform_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/transform"
)

// shout is a transformation for these tests.
func shout(name string, run func(*transform.Input) (*transform.Output, error)) transform.Transformation {
	return transform.Transformation{Name: name, Doc: "shout", Kind: transform.Placebo, Letter: "P", Promises: transform.C1,
		Run: run,
		Options: []transform.Option{{Name: "tone", Values: []string{"loud", "soft"}, Doc: "how"},
			{Name: "times", Values: []string{"1"}, Numeric: true, Doc: "how often"}}}
}

func comment(in *transform.Input) (*transform.Output, error) {
	return &transform.Output{Edits: map[string][]edit.Edit{in.Code().Path: {edit.Insert(0, "// "+in.Options["tone"]+
		"\n")}}}, nil
}

func variant(text string) *bench.Variant {
	return &bench.Variant{Key: "s/a", Base: "a", Truth: bench.Vulnerable, Proof: bench.Proved, Evidence: "seen",
		Task: bench.Task{Language: "solidity", Files: []bench.File{{Path: "A.sol", Text: text}}}}
}

func TestParseChain(t *testing.T) {
	undo := shout("undo", comment)
	undo.Undoes = []string{"shout"}
	list := []transform.Transformation{shout("shout", comment), shout("cry", comment), undo}
	for in, want := range map[string]string{
		"shout": "shout", "shout+cry": "shout+cry", "cry:tone=soft+shout": "cry:tone=soft+shout",
		"shout:times=3,tone=loud": "shout:times=3", "undo+shout": "undo+shout",
	} {
		c, err := transform.ParseChain(in, list)
		if err != nil || c.String() != want {
			t.Errorf("%q: %q, %v", in, c, err)
		}
		if again, err := transform.ParseChain(c.String(), list); err != nil || again.String() != want {
			t.Errorf("%q does not read itself back: %v", in, err)
		}
	}
	for in, want := range map[string]string{
		"": "no transformation \"\"; choose from cry, shout, undo", "yell": "no transformation \"yell\"",
		"shout+shout": "is in it twice",
		"shout+undo":  "would undo shout", "shout:tone=harsh": "choose from loud, soft", "shout:tone": "not key=value",
		"shout:pitch=1": "no option \"pitch\"",
		"shout:times=x": "a number", "shout:times=03": "a number", "shout:tone=soft,tone=loud": "given twice",
	} {
		if _, err := transform.ParseChain(in, list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
}

func TestChainKind(t *testing.T) {
	keep, sql := shout("keep", comment), shout("sql", comment)
	keep.Kind, sql.Kind, sql.Languages = transform.Preserving, transform.Intervention, transform.SolidityAndSQL()
	list := []transform.Transformation{shout("shout", comment), shout("cry", comment), keep, sql}
	for in, want := range map[string]struct {
		kind transform.Kind
		sql  bool
	}{
		"shout+cry": {transform.Placebo, false}, "shout+keep": {transform.Preserving, false},
		"keep+shout": {transform.Preserving, false},
		"sql+keep":   {transform.Intervention, false}, "sql": {transform.Intervention, true},
	} {
		c, err := transform.ParseChain(in, list)
		if err != nil || c.Kind() != want.kind || c.Speaks("sql") != want.sql || !c.Speaks("solidity") {
			t.Errorf("%s: %s, speaks SQL: %v, %v", in, c.Kind(), c.Speaks("sql"), err)
		}
	}
}

func TestSplitChains(t *testing.T) {
	for in, want := range map[string][]string{
		"": {""}, "a": {"a"}, "a,b+c": {"a", "b+c"}, "a:k=1,n=2,b": {"a:k=1,n=2", "b"},
		"a:k=1,n=2+b,c:k=3": {"a:k=1,n=2+b", "c:k=3"}, "n=2,a": {"n=2", "a"}, "a,": {"a", ""},
	} {
		if got := transform.SplitChains(in); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestValidateRefuses(t *testing.T) {
	ok := shout("shout", comment)
	if err := transform.Validate([]transform.Transformation{ok}); err != nil {
		t.Fatal(err)
	}
	for _, breakIt := range []func(*transform.Transformation){
		func(x *transform.Transformation) { x.Name = "Shout" }, func(x *transform.Transformation) { x.Doc = "" },
		func(x *transform.Transformation) { x.Doc = "Shouts." }, func(x *transform.Transformation) { x.Kind = "" },
		func(x *transform.Transformation) { x.Letter = "X" }, func(x *transform.Transformation) { x.Promises = 0 },
		func(x *transform.Transformation) { x.Run = nil },
		func(x *transform.Transformation) { x.Undoes = []string{"nobody"} },
		func(x *transform.Transformation) { x.Options = []transform.Option{{Name: "a"}} },
	} {
		x := ok
		breakIt(&x)
		if transform.Validate([]transform.Transformation{x}) == nil {
			t.Errorf("accepted %+v", x)
		}
	}
	if transform.Validate([]transform.Transformation{ok, ok}) == nil {
		t.Error("accepted a name twice")
	}
}

func chain(t *testing.T, run func(*transform.Input) (*transform.Output, error)) transform.Chain {
	t.Helper()
	c, err := transform.ParseChain("shout", []transform.Transformation{shout("shout", run)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestApply(t *testing.T) {
	v := variant("contract A {}\n")
	r, err := transform.Apply(chain(t, comment), 7, transform.Program{Variant: v})
	if err != nil {
		t.Fatal(err)
	}
	got := r.Variant
	if got.Key != "s/a~shout@7" || got.Chain != "shout" || got.Seed != 7 || got.Base != "a" ||
		got.Proof != bench.Unproved || got.Evidence != "" {
		t.Errorf("%+v", got)
	}
	if got.Task.Files[0].Text != "// loud\ncontract A {}\n" || v.Task.Files[0].Text != "contract A {}\n" ||
		v.Proof != bench.Proved {
		t.Errorf("%q from %q", got.Task.Files[0].Text, v.Task.Files[0].Text)
	}
}

func TestRenames(t *testing.T) {
	chain := transform.Chain{{Transformation: shout("shout", func(*transform.Input) (*transform.Output, error) {
		return &transform.Output{Renames: map[string]string{"x": "y"}}, nil
	})}}
	r, err := transform.Apply(chain, 1, transform.Program{Variant: variant(
		"contract A { uint x; function f() public { x = 1; } }\n")})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Variant.Task.Files[0].Text, "contract A { uint y; function f() public { y = 1; } }\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestApplyRefuses(t *testing.T) {
	labelled := func() *bench.Variant {
		v := variant("contract A { uint x; }\n")
		v.Labels = []bench.Label{{Function: bench.RootCause, Span: bench.Span{File: "A.sol", Start: 13, End: 20, Line: 1,
			EndLine: 1}}}
		return v
	}
	replace := func(start, end int, text string) func(*transform.Input) (*transform.Output, error) {
		return func(*transform.Input) (*transform.Output, error) {
			return &transform.Output{Edits: map[string][]edit.Edit{"A.sol": {{Start: start, End: end, New: text}}}}, nil
		}
	}
	var (
		no     *transform.NotApplicableError
		syntax *transform.SyntaxError
		label  *transform.LabelError
		rename *transform.RenameError
		bounds *edit.RangeError
	)
	for _, c := range []struct {
		name string
		v    *bench.Variant
		run  func(*transform.Input) (*transform.Output, error)
		want any
		text string
	}{
		{"nothing to do", labelled(), func(*transform.Input) (*transform.Output, error) { return &transform.Output{}, nil },
			&no, "s/a: shout does not apply: there is nothing to change"},
		{"says why", labelled(), func(*transform.Input) (*transform.Output, error) {
			return nil, transform.NotApplicable("too %s", "short")
		}, &no, "shout does not apply: too short"},
		{"unreadable", variant("contract A {\n  uint \"x;\n}\n"), comment, &syntax, "A.sol:2:8: "},
		{"no partner", variant("contract A {\n  f(;\n}\n"), comment, &syntax, "A.sol:3:1: \"}\" has no partner"},
		{"open comment", variant("contract A {} /* so"), comment, &syntax, "A.sol:1:15: the comment does not end"},
		{"makes rubbish", labelled(), replace(0, 0, "}"), &syntax, "what it made cannot be read"},
		{"deletes a label", labelled(), replace(13, 20, ""), &label,
			"the text of the ROOT_CAUSE label on line 1 of A.sol is gone or cut"},
		{"cuts a label", labelled(), replace(10, 15, "{ int"), &label, "gone or cut"},
		{"out of range", labelled(), replace(0, 99, ""), &bounds, "lies outside"},
		{"language word", labelled(), func(*transform.Input) (*transform.Output, error) {
			return &transform.Output{Renames: map[string]string{"x": "mapping"}}, nil
		}, &rename, "x is not renamed to mapping"},
		{"collision", labelled(), func(*transform.Input) (*transform.Output, error) {
			return &transform.Output{Renames: map[string]string{"x": "A"}}, nil
		}, &rename, "x is not renamed to A"},
		{"merger", labelled(), func(*transform.Input) (*transform.Output, error) {
			return &transform.Output{Renames: map[string]string{"x": "q", "A": "q"}}, nil
		}, &rename, "becomes q too"},
		{"foreign file", labelled(), func(*transform.Input) (*transform.Output, error) {
			return &transform.Output{Edits: map[string][]edit.Edit{"B.sol": {edit.Insert(0, " ")}}}, nil
		}, nil, "B.sol, which is not one of its files"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := transform.Apply(chain(t, c.run), 1, transform.Program{Variant: c.v})
			if err == nil || r != nil {
				t.Fatalf("%v, %v", r, err)
			}
			if !strings.Contains(err.Error(), c.text) {
				t.Errorf("%v, want %q", err, c.text)
			}
			if c.want != nil && !errors.As(err, c.want) {
				t.Errorf("%T, want %T", err, c.want)
			}
		})
	}
	python := variant("print(1)\n")
	python.Task.Language = "python"
	if _, err := transform.Apply(chain(t, comment), 1, transform.Program{Variant: python}); !errors.As(err, &no) {
		t.Errorf("python: %v", err)
	}
}

func TestDice(t *testing.T) {
	d := transform.NewDice(1, "a")
	if d.Uint64("x", 1) == d.Uint64("x", 2) || d.Uint64("x") == transform.NewDice(2, "a").Uint64("x") ||
		d.Uint64("x") == transform.NewDice(1, "b").Uint64("x") || d.Uint64("ab") == d.Uint64("a", "b") {
		t.Error("choices do not belong to seed, transformation and key")
	}
}

func TestDialect(t *testing.T) {
	for pragma, want := range map[string]transform.Dialect{
		"^0.4.11": {Minor: 4, Patch: 11}, "0.8.30": {Minor: 8, Patch: 30}, ">=0.6.0 <0.7.0": {Minor: 6},
		">=0.6.0 <0.9.0": {Minor: 6, Mixed: true},
		">=0.7.0":        {Minor: 7, Mixed: true}, "^0.8": {Minor: 8}, "=0.5.17": {Minor: 5, Patch: 17},
	} {
		if got := transform.DialectOf("pragma solidity " + pragma + ";"); got != want {
			t.Errorf("%s: %+v, want %+v", pragma, got, want)
		}
	}
}

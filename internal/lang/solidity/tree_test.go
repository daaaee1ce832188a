package solidity

import (
	"fmt"
	"strings"
	"testing"
)

// shape formats a tree as (Kind child …), leaves with their text.
func shape(f *File, n *Node) string {
	if n.First() == nil {
		return n.Kind.String() + ":" + strings.ReplaceAll(f.Text(n), " ", "")
	}
	var parts []string
	for c := range n.Children() {
		parts = append(parts, shape(f, c))
	}
	return "(" + n.Kind.String() + " " + strings.Join(parts, " ") + ")"
}

func TestExpressions(t *testing.T) {
	for src, want := range map[string]string{
		"a + b * c ** d ** e": "(Binary Ident:a (Binary Ident:b (Binary Ident:c (Binary Ident:d Ident:e))))",
		"a - b - c":           "(Binary (Binary Ident:a Ident:b) Ident:c)",
		"a = b += c":          "(Assign Ident:a (Assign Ident:b Ident:c))",
		"a ? b : c ? d : e":   "(Choice Ident:a Ident:b (Choice Ident:c Ident:d Ident:e))",
		"-a ** b":             "(Binary (Unary Ident:a) Ident:b)",
		"!a.b[c](d)++":        "(Unary (Postfix (Call (Index (Member Ident:a Label:b) Ident:c) Ident:d)))",
		"f{value: 1}({a: 2})": "(Call (Options Ident:f (Named Label:value Literal:1)) (Named Label:a Literal:2))",
		"new uint[](3)":       "(Call (New (Array Elementary:uint)) Literal:3)",
		"(a, , b) = c":        "(Assign (Tuple Ident:a Omitted: Ident:b) Ident:c)",
		"x[1:]":               "(Range Ident:x Literal:1 Omitted:)",
		"abi.decode(d, (uint, A[2]))": "(Call (Member Ident:abi Label:decode) Ident:d (Tuple " +
			"Elementary:uint (Index Ident:A Literal:2)))",
		"1 ether + \"a\" \"b\"": "(Binary Literal:1ether Literal:\"a\"\"b\")",
		"payable(a).send(1)":    "(Call (Member (Call Elementary:payable Ident:a) Label:send) Literal:1)",
		"delete a[0]":           "(Unary (Index Ident:a Literal:0))",
	} {
		f := Parse("contract C { function f() { " + src + "; } }")
		stmt := f.Root.First().Find(NodeFunction).Find(NodeBlock).First()
		if got := shape(f, stmt.First()); got != want || len(f.Errors) > 0 {
			t.Errorf("%s:\n got %s %v\nwant %s", src, got, f.Errors, want)
		}
	}
}

func TestStatements(t *testing.T) {
	for src, want := range map[string]string{
		"A.B[2] memory x = y;": "(VarStmt (Var (Array (Path Ident:A Ident:B) Literal:2) Attribute:memory Name:x) Ident:y)",
		"A.B[2] = y;":          "(ExprStmt (Assign (Index (Member Ident:A Label:B) Literal:2) Ident:y))",
		"(uint a, , B b) = f();": "(VarStmt (VarTuple (Var Elementary:uint Name:a) Omitted: (Var (Path " +
			"Ident:B) Name:b)) (Call Ident:f))",
		"var (, a) = f();":   "(VarStmt (VarTuple Omitted: (Var Name:a)) (Call Ident:f))",
		"if (a) b; else { }": "(If Ident:a (ExprStmt Ident:b) Block:{})",
		"for (;;) break;":    "(For Omitted: Omitted: Omitted: Jump:break;)",
		"revert E(1);":       "(Revert (Call Ident:E Literal:1))",
		"revert(\"E\");":     "(ExprStmt (Call Ident:revert Literal:\"E\"))",
		"try a.b() returns (uint x) { } catch Error(string memory s) { }": "(Try (Call (Member Ident:a Label:b)) (Returns " +
			"(Var Elementary:uint Name:x)) Block:{} (Catch Ident:Error (Params (Var Elementary:string " +
			"Attribute:memory Name:s)) Block:{}))",
		"assembly { let a := b(c.slot) x: =: a }": "(Assembly (AsmBlock (AsmLet Name:a (Call " +
			"Ident:b (Member Ident:c Label:slot))) (AsmTag Name:x) (AsmAssign Ident:a)))",
	} {
		f := Parse("contract C { function f() { " + src + " } }")
		stmt := f.Root.First().Find(NodeFunction).Find(NodeBlock).First()
		if got := shape(f, stmt); got != want || len(f.Errors) > 0 {
			t.Errorf("%s:\n got %s %v\nwant %s", src, got, f.Errors, want)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for src, want := range map[string]string{
		"contract C {\n  uint x\n}":              "[3:1: expected \";\", not \"}\"]",
		"contract C { function f( public {} }":   "[1:33: expected \")\", not \"{\"]",
		"contract C { function f() { a b c; } }": "[1:33: expected \";\", not \"c\"]",
		"contract C {":                           "[1:13: expected \"}\" before the end of the text]",
		"contract C { uint é; }":                 "[1:19: expected a name, not \"é\", which is no Solidity]",
	} {
		f := Parse(src)
		if got := fmt.Sprint(f.Errors); got != want {
			t.Errorf("%s: got %s, want %s", src, got, want)
		}
	}
}

// The parser continues after a mistake.
func TestRecovery(t *testing.T) {
	for _, src := range []string{
		"contract C { uint x function good() public { y = 1; } }",
		"contract C { function bad( { function good() public { y = 1; } }",
		"contract C { function bad() { if (x { z; } function good() public { y = 1; } }",
		"contract C { function bad() { a b c d; ]; } function good() public { y = 1; } }",
		"contract C { ) ( ; function good() public { y = 1; } }",
		"contract B { function bad() { contract C { function good() public { y = 1; } }",
	} {
		f := Parse(src)
		found := false
		for n := range f.Root.All() {
			found = found || n.Kind == NodeFunction && n.Name() != nil && f.Text(n.Name()) == "good" &&
				n.Find(NodeBlock) != nil && n.Find(NodeBlock).First().Kind == NodeExprStmt
		}
		if !found || len(f.Errors) == 0 {
			t.Errorf("%s: found %t, errors %v", src, found, f.Errors)
		}
	}
}

func TestAt(t *testing.T) {
	f := Parse("contract C { uint x = 1 + yy; }")
	for text, kind := range map[string]NodeKind{"yy": NodeIdent, "+": NodeBinary, "x": NodeName, "contract": NodeContract,
		";": NodeStateVar} {
		if n := f.At(strings.Index(f.Src, text)); n.Kind != kind {
			t.Errorf("at %q: %v, want %v", text, n.Kind, kind)
		}
	}
}

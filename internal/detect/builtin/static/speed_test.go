package static

import (
	"strings"
	"testing"

	"assay/internal/bench"
	"assay/internal/detect/builtin/static/sqlcheck"
	"assay/internal/transform/transformtest"
)

func BenchmarkAnalyse(b *testing.B) {
	var texts []string
	size := 0
	for _, c := range transformtest.Corpus(b) {
		if c.Executable != nil {
			texts = append(texts, c.Program.Variant.Task.Files[0].Text)
			size += len(texts[len(texts)-1])
		}
	}
	b.Run("corpus", func(b *testing.B) {
		b.SetBytes(int64(size))
		for b.Loop() {
			for _, t := range texts {
				analyse(t)
			}
		}
	})
	for name, text := range hostile() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				analyse(text)
			}
		})
	}
	var tasks []bench.Task
	size = 0
	for _, c := range transformtest.Corpus(b) {
		if t := c.Program.Variant.Task; t.Language == "sql" {
			tasks = append(tasks, t)
			size += len(t.Files[0].Text) + len(t.Spec)
		}
	}
	b.Run("sql", func(b *testing.B) {
		b.SetBytes(int64(size))
		for b.Loop() {
			for _, t := range tasks {
				sqlcheck.Analyse(t.Files[0].Text, t.Spec, sqlcheck.Checks())
			}
		}
	})
}

// hostile returns texts that make a search slow: many functions that call each other, long chains, deep
// brackets.
func hostile() map[string]string {
	var calls, many strings.Builder
	calls.WriteString("contract C { uint s; ")
	many.WriteString("pragma solidity ^0.4.0; contract C { mapping(address => uint) s; address[] l; ")
	for i := range 1500 {
		n := string(rune('a'+i%26)) + strings.Repeat("z", i/26)
		m := string(rune('a'+(i+1)%26)) + strings.Repeat("z", (i+1)/26)
		calls.WriteString("function " + n + "() public { s = s + 1; " + m + "(); " + m +
			"(); msg.sender.call(\"\"); s -= 1; }\n")
		many.WriteString("function f" + n + "(uint a) public { require(a > 0 || msg.sender != 0); uint b = a * 2; " +
			"s[msg.sender] -= b / a * s[msg.sender]; l.push(msg.sender); l[a].transfer(b); }\n")
	}
	return map[string]string{
		"calls": calls.String() + "}",
		"many":  many.String() + "}",
		"sum":   "contract C { uint s; function f(uint a) public { s = a" + strings.Repeat(" + a", 20000) + "; } }",
		"writes": "contract C { uint s; function f(uint a) public { msg.sender.call(\"\"); " +
			strings.Repeat("require(a < s); s = a; s += a / s * s;\n", 4000) + " } }",
		"deep": "contract C { function f(uint a) public { " + strings.Repeat("if (a > 1) { ", 800) +
			strings.Repeat("}", 800) + " } }",
		"locals": "contract C { function f(uint a) public { " + strings.Repeat("uint b = a; a = b; ", 5000) + " } }",
	}
}

// Command validate asks synthetic subjects, whose understanding is known, about every
// variant of both suites, and prints whether the numbers show it. It exits with 1 if
// one of the statements does not hold.
package main

import (
	"context"
	"fmt"
	"os"

	"assay/internal/author/validate"
	"assay/internal/core/detect/builtin"
	"assay/internal/ext/tool/slither"
)

func main() {
	builtin.Add(slither.Recorded)
	w, err := validate.Ask(context.Background(), validate.Full())
	if err != nil {
		fmt.Fprintln(os.Stderr, "validate:", err)
		os.Exit(1)
	}
	failed := 0
	for _, s := range validate.Statements() {
		counts, err := s.Check(w, s.Subject)
		sign := "holds"
		if err != nil {
			sign = "FAILS"
			failed++
		}
		fmt.Printf("%s  %s %s\n", sign, s.Subject, s.Text)
		for _, c := range counts {
			fmt.Println("         " + c)
		}
		if err != nil {
			fmt.Println("         " + err.Error())
		}
	}
	fmt.Printf("%d of %d statements hold\n", len(validate.Statements())-failed, len(validate.Statements()))
	if failed > 0 {
		os.Exit(1)
	}
}

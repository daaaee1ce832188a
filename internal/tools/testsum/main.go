// Command testsum reads the output of `go test -json` and prints what a reader
// needs: one line per package with the counts so far, the output of failed tests, and at the end every
// skipped test with its reason, and the counts. A skipped test does not count as passed, and a package of which all are
// skipped is not ok.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

func main() { os.Exit(run(os.Stdin, os.Stdout)) }

// event is one line of test2json.
type event struct {
	Action  string
	Package string
	Test    string
	Elapsed float64
	Output  string
}

type test struct{ pkg, name string }

// run returns 1 if a test or a package failed, or if there was no test.
func run(in io.Reader, out io.Writer) int {
	var (
		output                  = map[test]*strings.Builder{}
		passed, failed, skipped int
		some                    = map[string]int{} // passed tests of a package
		skips                   []string
		broken                  bool
	)
	r := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				out.Write(line) // other output of the go command
			} else {
				t := test{e.Package, e.Test}
				switch e.Action {
				case "output", "build-output":
					if output[t] == nil {
						output[t] = new(strings.Builder)
					}
					output[t].WriteString(e.Output)
					if e.Action == "build-output" {
						fmt.Fprint(out, e.Output)
					}
				case "pass", "fail", "skip":
					text := ""
					if output[t] != nil {
						text = output[t].String()
					}
					delete(output, t)
					switch {
					case e.Test == "" && e.Action == "fail":
						broken = true
						fmt.Fprintf(out, "FAIL  %-50s %6.1fs\n%s", e.Package, e.Elapsed, text)
						unfinished(out, e.Package, output)
					case e.Test == "" && e.Action == "pass":
						word := "ok"
						if some[e.Package] == 0 {
							word = "none" // all of its tests are skipped
						}
						fmt.Fprintf(out, "%-5s %-50s %6.1fs  %d passed, %d skipped so far\n", word, e.Package, e.Elapsed, passed,
							skipped)
					case e.Test == "": // no test files
					case e.Action == "pass":
						passed++
						some[e.Package]++
					case e.Action == "fail":
						failed++
						fmt.Fprintf(out, "--- FAIL: %s %s\n%s", e.Package, e.Test, text)
					default:
						skipped++
						skips = append(skips, fmt.Sprintf("%s %s: %s", e.Package, e.Test, reason(text)))
					}
				}
			}
		}
		if err != nil {
			break
		}
	}
	for _, s := range skips {
		fmt.Fprintln(out, "SKIPPED", s)
	}
	fmt.Fprintf(out, "%d passed, %d failed, %d skipped\n", passed, failed, skipped)
	if broken || failed > 0 || passed == 0 {
		return 1
	}
	return 0
}

// unfinished prints the output of tests that a crash of their package interrupted:
// no event ends them, and their output contains the crash itself.
func unfinished(out io.Writer, pkg string, output map[test]*strings.Builder) {
	var names []string
	for t := range output {
		if t.pkg == pkg && t.name != "" {
			names = append(names, t.name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(out, "--- UNFINISHED: %s %s\n%s", pkg, name, output[test{pkg, name}])
		delete(output, test{pkg, name})
	}
}

// reason returns the message of a skipped test.
func reason(output string) string {
	var words []string
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "=== ") || strings.HasPrefix(line, "--- ") {
			continue
		}
		words = append(words, line)
	}
	return strings.Join(words, " ")
}

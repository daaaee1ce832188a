package run

import (
	"fmt"
	"io"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/base/progress"
	"assay/internal/core/engine"
)

// printSummary prints one line about a run, and then why trials ended with another outcome than answered.
func printSummary(out io.Writer, s engine.Summary) {
	ended := 0
	line := ""
	for _, o := range bench.Outcomes() {
		ended += s.Ended[o]
		if n := s.Ended[o]; n > 0 && o != bench.Answered {
			line += fmt.Sprintf(", %d %s", n, o)
		}
	}
	if ended > 0 || s.Pending > 0 {
		fmt.Fprintf(out, "%s ended: %d answered%s\n", progress.Counted(ended, "trial"), s.Ended[bench.Answered], line)
	}
	fmt.Fprint(out, spared(s))
	if s.Lacking > 0 {
		fmt.Fprintf(out, "  %d not executed: compilers missing\n", s.Lacking)
	}
	if n := s.TooLong(); n > 0 {
		list, _ := s.Commonest("")
		fmt.Fprintf(out, "  %d not asked, since the text does not fit the context of the model; a server with a "+
			"larger one, or a smaller --max-tokens, may take them: %s\n", n, firstLine(list[0].Reason))
	}
	for _, o := range bench.Outcomes() {
		list, _ := s.Commonest(o)
		for i, e := range list {
			if i == shownReasons {
				fmt.Fprintf(out, "  %d other reasons for %q\n", len(list)-i, o)
				break
			}
			fmt.Fprintf(out, "  %d %s: %s\n", s.Why[e], o, firstLine(e.Reason))
		}
	}
}

// shownReasons is the maximum number of reasons that are printed for one outcome.
const shownReasons = 3

// firstLine returns the beginning of a reason as one line.
func firstLine(reason string) string {
	const most = 200
	line := strings.Join(strings.Fields(reason), " ")
	if r := []rune(line); len(r) > most {
		return string(r[:most]) + " …"
	}
	return line
}

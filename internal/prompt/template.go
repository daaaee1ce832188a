package prompt

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/internal/bench"
)

// names are what a template may ask for:
//
//	<<code>>       the files under review, fenced
//	<<context>>    related files, fenced
//	<<protocol>>   what the system is meant to do
//	<<spec>>       schema and requirements
//	<<if NAME>> … <<end>>   the text between, when the task has NAME
//
// A template is split into pieces when it is loaded. Rendering joins the pieces
// with the values in one pass, so that a value that looks like a placeholder
// stays what it is.
var names = []string{"code", "context", "protocol", "spec"}

type template []piece

// piece is literal text, or the value of a name. With a condition it appears
// only when that value is not empty.
type piece struct {
	text      string
	name      string
	condition string
}

var tokenRE = regexp.MustCompile(`<<(if )?([a-z]+)>>`)

// parse splits a template. Its final line end is the file's, not the prompt's.
func parse(text string) (template, error) {
	var out template
	condition := ""
	text = strings.TrimSuffix(text, "\n")
	literal := func(s string) error {
		if i := strings.Index(s, "<<"); i >= 0 {
			return fmt.Errorf("%q is not a placeholder; there are %s, <<if name>> and <<end>>", clip(s[i:]), strings.Join(names, ", "))
		}
		if s != "" {
			out = append(out, piece{text: s, condition: condition})
		}
		return nil
	}
	at := 0
	for _, m := range tokenRE.FindAllStringSubmatchIndex(text, -1) {
		if err := literal(text[at:m[0]]); err != nil {
			return nil, err
		}
		at = m[1]
		isIf, name := m[2] >= 0, text[m[4]:m[5]]
		switch {
		case name == "end" && !isIf:
			if condition == "" {
				return nil, fmt.Errorf("<<end>> without <<if>>")
			}
			condition = ""
		case !slices.Contains(names, name):
			return nil, fmt.Errorf("there is no %q; there are %s", name, strings.Join(names, ", "))
		case isIf:
			if condition != "" {
				return nil, fmt.Errorf("<<if %s>> inside <<if %s>>", name, condition)
			}
			condition = name
		default:
			out = append(out, piece{name: name, condition: condition})
		}
	}
	if condition != "" {
		return nil, fmt.Errorf("<<if %s>> without <<end>>", condition)
	}
	if err := literal(text[at:]); err != nil {
		return nil, err
	}
	return out, nil
}

// render joins the pieces. A name without a value is an error unless the piece
// is conditional: the question would refer to something that is not there.
func (t template) render(values map[string]string) (string, error) {
	var b strings.Builder
	for _, p := range t {
		if p.condition != "" && values[p.condition] == "" {
			continue
		}
		if p.name == "" {
			b.WriteString(p.text)
			continue
		}
		if values[p.name] == "" {
			return "", fmt.Errorf("the task has no %s", p.name)
		}
		b.WriteString(values[p.name])
	}
	return b.String(), nil
}

// fixed is the template's own text.
func (t template) fixed() string {
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.text)
		if p.name != "" {
			b.WriteString("\n") // what stands around a value is not one word
		}
	}
	return b.String()
}

var fenceLanguageRE = regexp.MustCompile(`^[A-Za-z0-9_+#.-]{1,20}$`)

// fenced shows files as Markdown code blocks. The fences are longer than any run
// of backquotes in the text, so that no text can end its own block. Several
// files carry their paths; a single one does not, since its path says nothing
// that the code does not.
func fenced(language string, files []bench.File) string {
	if !fenceLanguageRE.MatchString(language) {
		language = ""
	}
	var b strings.Builder
	for i, f := range files {
		if i > 0 {
			b.WriteString("\n\n")
		}
		if len(files) > 1 {
			fmt.Fprintf(&b, "File %s:\n\n", f.Path)
		}
		fence := strings.Repeat("`", max(3, longestRun(f.Text)+1))
		b.WriteString(fence + language + "\n" + f.Text)
		if !strings.HasSuffix(f.Text, "\n") {
			b.WriteString("\n") // the fence's, which must stand on its own line
		}
		b.WriteString(fence)
	}
	return b.String()
}

// longestRun returns the length of the longest run of backquotes.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := 0; i < len(s); i++ {
		if s[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

func clip(s string) string {
	if r := []rune(s); len(r) > 20 {
		return string(r[:20]) + "…"
	}
	return s
}

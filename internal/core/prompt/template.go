package prompt

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"assay/internal/bench"
)

// names are the placeholders of a template:
//
//	<<code>>       the files under review, fenced
//	<<language>>   the language of the files
//	<<path>>       the path of the first of them
//	<<context>>    related files, fenced, each with its path
//	<<protocol>>   what the system is meant to do
//	<<spec>>       schema and requirements
//	<<world>>      whom an attack on a query can call as, and the data
//	<<packages>>   the packages that a handler runs with, in a box
//	<<session>>    what the server derives from the session of a caller, for a test
//	<<change>>     a change: title, description and diff
//	<<incident>>   the name of an incident, in questions about knowledge
//	<<if NAME>> … <<end>>           the text between, when the task has NAME
//	<<if FACTOR=LEVEL>> … <<end>>   the text between, at that level of the factor
//	<<part NAME>>                   the text of parts/NAME.tmpl
//
// A line that contains only <<if>> or <<end>> is removed as a whole.
//
// A template is split into pieces when it is loaded. Rendering joins the pieces with the values in one pass, so
// that a value that looks like a placeholder stays unchanged.
var names = []string{"code", "language", "path", "context", "protocol", "spec", "world", "packages", "session",
	"incident", "questions", "change"}

type template []piece

// piece is literal text, or the value of a name. With a condition it appears only when that value is not empty.
// With a level as well, the condition is a factor, and it appears only at that level.
type piece struct {
	text      string
	name      string
	condition string
	level     string
}

var (
	tokenRE = regexp.MustCompile(`<<(if |part )?([a-z]+(?:-[a-z]+)*)(?:=([a-z]+))?>>`)
	aloneRE = regexp.MustCompile(`(?m)^(<<(?:if [a-z=-]+|end)>>)\n`)
)

// parse splits a template. The final line end belongs to the file, not to the prompt.
func parse(text string, parts map[string]string) (template, error) {
	var out template
	var in piece // condition and level of the current position
	text = aloneRE.ReplaceAllString(strings.TrimSuffix(text, "\n"), "$1")
	literal := func(s string) error {
		if i := strings.Index(s, "<<"); i >= 0 {
			return fmt.Errorf("%q is not a placeholder; there are %s, <<if name>>, <<if "+
				"factor=level>>, <<part name>> and <<end>>", clip(s[i:]), strings.Join(names, ", "))
		}
		if s != "" {
			out = append(out, piece{text: s, condition: in.condition, level: in.level})
		}
		return nil
	}
	at := 0
	for _, m := range tokenRE.FindAllStringSubmatchIndex(text, -1) {
		if err := literal(text[at:m[0]]); err != nil {
			return nil, err
		}
		at = m[1]
		word, name, level := "", text[m[4]:m[5]], ""
		if m[2] >= 0 {
			word = text[m[2] : m[3]-1]
		}
		if m[6] >= 0 {
			level = text[m[6]:m[7]]
		}
		switch {
		case level != "" && word != "if":
			return nil, fmt.Errorf("%q: a level stands in <<if factor=level>> only", text[m[0]:m[1]])
		case word == "part":
			inner, ok := parts[name]
			if !ok {
				return nil, fmt.Errorf("there is no parts/%s.tmpl", name)
			}
			pieces, err := parse(inner, nil) // parts have no parts
			if err != nil {
				return nil, fmt.Errorf("part %s: %w", name, err)
			}
			for _, p := range pieces {
				if p.condition != "" && in.condition != "" {
					return nil, fmt.Errorf("part %s has an <<if>> of its own and stands inside one", name)
				}
				if p.condition == "" {
					p.condition, p.level = in.condition, in.level
				}
				out = append(out, p)
			}
		case name == "end" && word == "":
			if in.condition == "" {
				return nil, fmt.Errorf("<<end>> without <<if>>")
			}
			in = piece{}
		case level == "" && !slices.Contains(names, name):
			return nil, fmt.Errorf("there is no %q; there are %s", name, strings.Join(names, ", "))
		case word == "if":
			if in.condition != "" {
				return nil, fmt.Errorf("<<if %s>> inside <<if %s>>", name, in.condition)
			}
			in = piece{condition: name, level: level}
		default:
			out = append(out, piece{name: name, condition: in.condition, level: in.level})
		}
	}
	if in.condition != "" {
		return nil, fmt.Errorf("<<if %s>> without <<end>>", in.condition)
	}
	if err := literal(text[at:]); err != nil {
		return nil, err
	}
	return out, nil
}

// at returns the template at the given levels; the result does not depend on factors.
func (t template) at(levels map[string]string) template {
	var out template
	for _, p := range t {
		if p.level != "" {
			if levels[p.condition] != p.level {
				continue
			}
			p.condition, p.level = "", ""
		}
		out = append(out, p)
	}
	return out
}

// render joins the pieces. A name without a value is a [*MismatchError] unless the piece is conditional,
// because the question would refer to something that is not there.
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
			return "", &MismatchError{Why: "it shows the " + p.name + ", and there is none"}
		}
		b.WriteString(values[p.name])
	}
	return b.String(), nil
}

// fixed returns the template's own text.
func (t template) fixed() string {
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.text)
		if p.name != "" {
			b.WriteString("\n") // separates the text before and after a value
		}
	}
	return b.String()
}

var fenceLanguageRE = regexp.MustCompile(`^[A-Za-z0-9_+#.-]{1,20}$`)

// fenced shows files as Markdown code blocks. The fences are longer than any run of backquotes in the text, so
// that no text can end its own block. Files have their paths when there are several, or when named is true.
func fenced(language string, files []bench.File, named bool) string {
	if !fenceLanguageRE.MatchString(language) {
		language = ""
	}
	var b strings.Builder
	for i, f := range files {
		if i > 0 {
			b.WriteString("\n\n")
		}
		if named || len(files) > 1 {
			fmt.Fprintf(&b, "File %s:\n\n", f.Path)
		}
		fence := strings.Repeat("`", max(3, longestRun(f.Text)+1))
		b.WriteString(fence + language + "\n" + f.Text)
		if !strings.HasSuffix(f.Text, "\n") {
			b.WriteString("\n") // the fence must be on its own line
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

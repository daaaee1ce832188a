package judge

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"assay/internal/bench"
	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
)

// Apply makes the edits of a repair in a shown file, and returns the new text. The quoted passage decides where: it has
// to stand there once, or, if the edit gives a line, nearest to that line. All edits refer to the text as it was shown.
// Line ends and a byte order mark stay as they are. part is what the question showed of the file, as
// [prompt.Extents] has it, "" for all: nothing else can be edited. why is the reason why the repair does not apply, ""
// if it does.
func Apply(language string, file bench.File, part string, repair []bench.Edit) (text, why string) {
	src, mark := strings.CutPrefix(file.Text, "\uFEFF")
	shown := strings.ReplaceAll(src, "\r\n", "\n")
	var list []edit.Edit
	for i, e := range repair {
		e.Old, e.New = strings.ReplaceAll(e.Old, "\r\n", "\n"), strings.ReplaceAll(e.New, "\r\n", "\n")
		at, err := locate(language, file.Path, shown, &e)
		if err == nil && part != "" && !within(part, shown, at) {
			err = errors.New("it edits what was not shown")
		}
		if err != nil {
			return "", fmt.Sprintf("edit %d of %d: %v", i+1, len(repair), err)
		}
		list = append(list, edit.Edit{Start: at.Start, End: at.End, New: e.New})
	}
	if shown != src { // back to the line ends of the file
		for i := range list {
			list[i].Start, list[i].End = original(src, list[i].Start), original(src, list[i].End)
			list[i].New = strings.ReplaceAll(list[i].New, "\n", "\r\n")
		}
	}
	text, err := edit.Apply(src, list)
	var twice *edit.OverlapError
	if errors.As(err, &twice) {
		return "", "two edits change the same passage"
	} else if err != nil {
		return "", err.Error()
	}
	if mark {
		text = "\uFEFF" + text
	}
	return text, ""
}

// within reports whether all lines of a passage are among those that were shown: the lines of part after the mark of
// its begin, of which those that were left out are empty.
func within(part, src string, at solidity.Span) bool {
	shown, lines := strings.Split(part, "\n")[1:], strings.Split(src, "\n")
	for i := line(src, at.Start) - 1; i < line(src, at.End); i++ {
		if strings.TrimSpace(lines[i]) != "" && (i >= len(shown) || strings.TrimRight(shown[i], "\r") != lines[i]) {
			return false
		}
	}
	return true
}

// original returns the offset in a text of an offset in the same text with LF for CRLF.
func original(src string, offset int) int {
	at := 0
	for ; offset > 0; offset-- {
		if strings.HasPrefix(src[at:], "\r\n") {
			at++
		}
		at++
	}
	return at
}

// locate returns what an edit replaces in a text.
func locate(language, path, src string, e *bench.Edit) (solidity.Span, error) {
	switch {
	case e.File != "" && e.File != path && !strings.HasSuffix(path, "/"+strings.TrimPrefix(e.File, "./")) &&
		strings.TrimPrefix(e.File, "./") != path:
		return solidity.Span{}, fmt.Errorf("%q is not the file under review", clip(e.File))
	case strings.TrimSpace(e.Old) != "":
		return quoted(src, e)
	case e.Function != "" && language == "solidity":
		return function(src, e.Function)
	case e.Function != "":
		return solidity.Span{}, errors.New("only a contract has functions to replace")
	}
	return solidity.Span{}, errors.New("it quotes nothing")
}

// quoted returns the passage that an edit quotes. A passage that is not in the text may be there without the line
// breaks around it; then those around the new text do not count either.
func quoted(src string, e *bench.Edit) (solidity.Span, error) {
	places := occurrences(src, e.Old)
	if bare := strings.Trim(e.Old, "\n"); len(places) == 0 && bare != e.Old {
		e.Old, e.New = bare, strings.Trim(e.New, "\n")
		places = occurrences(src, bare)
	}
	switch {
	case len(places) == 0:
		return solidity.Span{}, fmt.Errorf("%q is not in the text", clip(e.Old))
	case len(places) > 1 && e.Line == 0:
		return solidity.Span{}, fmt.Errorf("%q is in the text %d times", clip(e.Old), len(places))
	case len(places) > 1:
		far := func(at int) int { return max(e.Line-line(src, at), line(src, at)-e.Line) }
		slices.SortStableFunc(places, func(a, b int) int { return far(a) - far(b) })
		if far(places[0]) == far(places[1]) {
			return solidity.Span{}, fmt.Errorf("%q is in the text twice, as near to line %d", clip(e.Old), e.Line)
		}
	}
	return solidity.Span{Start: places[0], End: places[0] + len(e.Old)}, nil
}

func line(src string, at int) int { return 1 + strings.Count(src[:at], "\n") }

// maxPlaces bounds the places that are looked for.
const maxPlaces = 100

// occurrences returns the offsets at which a passage stands in a text, overlapping ones too.
func occurrences(src, passage string) (out []int) {
	for at := 0; len(out) < maxPlaces; {
		i := strings.Index(src[at:], passage)
		if i < 0 {
			break
		}
		out = append(out, at+i)
		at += i + 1
	}
	return out
}

// function returns the only function or modifier of a contract with a signature, or with a name.
func function(src, signature string) (solidity.Span, error) {
	name, types, full := parseSignature(signature)
	contract := ""
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		contract, name = name[:i], name[i+1:]
	}
	var found []solidity.Span
	for _, f := range solidity.Functions(src) {
		if f.Name != name || contract != "" && f.Contract != contract {
			continue
		}
		if _, its, _ := parseSignature(f.Header.Text(src)); !full || its == types {
			found = append(found, f.Span())
		}
	}
	switch len(found) {
	case 0:
		return solidity.Span{}, fmt.Errorf("there is no function %s", clip(signature))
	case 1:
		return found[0], nil
	}
	return solidity.Span{}, fmt.Errorf("there are %d functions %s", len(found), clip(signature))
}

// parseSignature splits the head of a function, or its signature: its name, and the types of its parameters. full is
// false if it has no list of parameters.
func parseSignature(head string) (name, types string, full bool) {
	name, rest, full := strings.Cut(head, "(")
	if words := strings.Fields(name); len(words) > 0 {
		name = words[len(words)-1]
	}
	depth, end := 1, len(rest)
	for i, c := range rest {
		if c == '(' {
			depth++
		} else if c == ')' {
			if depth--; depth == 0 {
				end = i
				break
			}
		}
	}
	var out []string
	for _, param := range strings.Split(rest[:end], ",") {
		if words := strings.Fields(param); len(words) > 0 {
			switch words[0] {
			case "uint", "int":
				words[0] += "256"
			}
			out = append(out, words[0])
		}
	}
	return name, strings.Join(out, ","), full
}

func clip(s string) string {
	if r := []rune(strings.Join(strings.Fields(s), " ")); len(r) > 40 {
		return string(r[:40]) + "…"
	} else {
		return string(r)
	}
}

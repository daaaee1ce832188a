package certify

import "strings"

// token is a word, or one other character that is not white space.
type token struct {
	text       string
	start, end int
	word       bool
}

// scan splits Solidity into words and single characters, without comments and strings.
func scan(text string) []token {
	var out []token
	for i := 0; i < len(text); {
		end := skip(text, i)
		switch {
		case end > i:
			i = end
			continue
		case isWord(text[i]):
			end = i
			for end < len(text) && isWord(text[end]) {
				end++
			}
			out = append(out, token{text[i:end], i, end, true})
		default:
			end = i + 1
			if text[i] > ' ' {
				out = append(out, token{text[i:end], i, end, false})
			}
		}
		i = end
	}
	return out
}

// skip returns the end of the comment or string that begins at i, or i if there is none.
func skip(text string, i int) int {
	switch rest := text[i:]; {
	case strings.HasPrefix(rest, "//"):
		if n := strings.IndexAny(rest, "\r\n"); n >= 0 {
			return i + n
		}
		return len(text)
	case strings.HasPrefix(rest, "/*"):
		if n := strings.Index(rest[2:], "*/"); n >= 0 {
			return i + 2 + n + 2
		}
		return len(text)
	case rest[0] == '"' || rest[0] == '\'':
		for j := i + 1; j < len(text); j++ {
			switch text[j] {
			case '\\':
				j++
			case rest[0]:
				return j + 1
			case '\n':
				return j
			}
		}
		return len(text)
	}
	return i
}

// blankComments replaces comments by blanks; every other byte stays in place.
func blankComments(text string) string {
	out := []byte(text)
	for i := 0; i < len(text); {
		end := skip(text, i)
		if end > i && text[i] == '/' {
			for j := i; j < end; j++ {
				if out[j] != '\n' {
					out[j] = ' '
				}
			}
		}
		i = max(end, i+1)
	}
	return string(out)
}

// replaceStrings replaces contents of string literals and returns the number of
// replacements.
func replaceStrings(text string, contents map[string]string) (string, int) {
	var b strings.Builder
	n := 0
	for i := 0; i < len(text); {
		end := max(skip(text, i), i+1)
		piece := text[i:end]
		if len(piece) >= 2 && piece[0] != '/' {
			if to, ok := contents[piece[1:len(piece)-1]]; ok && piece[0] == piece[len(piece)-1] {
				piece = piece[:1] + to + piece[len(piece)-1:]
				n++
			}
		}
		b.WriteString(piece)
		i = end
	}
	return b.String(), n
}

// within returns the words in [start, end).
func (u *undo) within(start, end int) []token {
	var out []token
	for _, t := range u.tokens {
		if t.word && t.start >= start && t.end <= end {
			out = append(out, t)
		}
	}
	return out
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

package jsonl

import "bytes"

// bare lists the numbers that Python writes and JSON does not have.
var bare = [][]byte{[]byte("NaN"), []byte("-Infinity"), []byte("Infinity")}

// Finite returns JSON as Python writes it with null for every NaN and Infinity. It does not change a text without
// them, or the strings.
func Finite(text []byte) []byte {
	if !bytes.Contains(text, bare[0]) && !bytes.Contains(text, bare[2]) {
		return text
	}
	out := make([]byte, 0, len(text)+16)
	inString := false
next:
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\' && i+1 < len(text):
			out = append(out, c)
			i++
		case c == '"':
			inString = !inString
		case !inString:
			for _, word := range bare {
				if bytes.HasPrefix(text[i:], word) {
					out = append(out, "null"...)
					i += len(word) - 1
					continue next
				}
			}
		}
		out = append(out, text[i])
	}
	return out
}

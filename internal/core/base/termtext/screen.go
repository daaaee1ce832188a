package termtext

import (
	"fmt"
	"io"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Screen returns a writer that passes text to w with all characters that could control a terminal made visible:
// control characters as their pictures (␛ for escape), those of bidirectional text and 8-bit ones as <U+202E>,
// bytes that are not UTF-8 as the replacement character. Tab, line feed, and carriage return before line feed pass
// unchanged. The writer is safe for concurrent use; a sequence that is split between writes is held until the next
// write.
func Screen(w io.Writer) io.Writer { return &screen{w: w} }

type screen struct {
	mu   sync.Mutex
	w    io.Writer
	rest []byte // the beginning of a character, or a carriage return
}

// Write implements [io.Writer].
func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := append(s.rest, p...)
	out := make([]byte, 0, len(in))
	at := 0
	for at < len(in) {
		r, n := utf8.DecodeRune(in[at:])
		if r == utf8.RuneError && n == 1 && !utf8.FullRune(in[at:]) || r == '\r' && at+1 == len(in) {
			break
		}
		switch {
		case r == '\n', r == '\t', r == '\r' && in[at+1] == '\n':
			out = append(out, byte(r))
		case r < ' ':
			out = utf8.AppendRune(out, '␀'+r)
		case r == 0x7f:
			out = append(out, "␡"...)
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			out = fmt.Appendf(out, "<%U>", r)
		default:
			out = utf8.AppendRune(out, r)
		}
		at += n
	}
	s.rest = append([]byte(nil), in[at:]...)
	if _, err := s.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

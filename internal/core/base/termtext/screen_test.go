package termtext

import (
	"strings"
	"testing"
)

func TestScreen(t *testing.T) {
	const in = "a\x1b[31mb\x07\x00\x7f\u009b2J\u202ec\u2066d\u200fe\xff\x9bf\tg\r\nh\ri\u200dj 名\ue000\n"
	const want = "a␛[31mb␇␀␡<U+009B>2J<U+202E>c<U+2066>d<U+200F>e\ufffd\ufffdf\tg\r\nh␍i\u200dj 名\ue000\n"
	for _, size := range []int{len(in), 1, 2, 3, 5} {
		var b strings.Builder
		w := Screen(&b)
		for at := 0; at < len(in); at += size {
			part := in[at:min(at+size, len(in))]
			if n, err := w.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatal(n, err)
			}
		}
		if b.String() != want {
			t.Errorf("in pieces of %d:\n%q, want\n%q", size, b.String(), want)
		}
	}
}

func TestHidden(t *testing.T) {
	for _, r := range "\x00\x1b\x7f\u0085\u009b\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u2028\u202a\u202e\u2060\u2066\u2069\ufeff\u3164\U000e0041\U000e0101" {
		if !Hidden(r) {
			t.Errorf("%U", r)
		}
	}
	for _, r := range "a \t\n\rß名✓\u0600\u0301\ufe0f\ufffd" {
		if Hidden(r) {
			t.Errorf("%U", r)
		}
	}
}

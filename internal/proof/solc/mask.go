package solc

import "bytes"

// MaskMetadata returns code with every metadata hash set to zero, including those of
// embedded contracts. It makes code of 0.4 and 0.5 comparable, since these compilers
// always append a hash of the sources, comments included. Later compilers are told not
// to append one, and their code is returned unchanged.
func MaskMetadata(code []byte) []byte {
	out := bytes.Clone(code)
	for _, mark := range [][]byte{append([]byte("\x65bzzr0"), 0x58, 0x20), append([]byte("\x65bzzr1"), 0x58, 0x20)} {
		for at := 0; ; {
			i := bytes.Index(out[at:], mark)
			if i < 0 {
				break
			}
			at += i + len(mark)
			clear(out[at:min(at+32, len(out))])
		}
	}
	return out
}

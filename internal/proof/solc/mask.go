package solc

import "bytes"

// MaskMetadata returns code with every metadata hash set to zero, those of
// contracts embedded in it too. It is what makes code of 0.4 and 0.5 comparable,
// whose compilers always append a hash of the sources, comments and all; later
// ones are told not to, and their code comes back as it is.
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

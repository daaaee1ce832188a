package outfile

import "io"

// Folder receives the files of an export. They appear together, or not at all.
type Folder interface {
	// Create starts a file; name may have slashes. It is complete once it is closed.
	Create(name string) (io.WriteCloser, error)
}

// Put writes one file.
func Put(to Folder, name string, text []byte) error {
	w, err := to.Create(name)
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}

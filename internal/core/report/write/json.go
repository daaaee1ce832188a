package write

import (
	"encoding/json"
	"fmt"
	"io"
)

// JSON writes a value as indented JSON with a line break at the end, and leaves <, > and & as they are.
func JSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}

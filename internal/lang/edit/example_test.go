package edit_test

import (
	"fmt"

	"assay/internal/lang/edit"
)

// A label follows its code through a rewriting.
func ExampleMapper() {
	const src = "owner = msg.sender; // mine"
	edits := []edit.Edit{{Start: 0, End: 5, New: "keeper"}, edit.Delete(19, len(src))}
	text, _ := edit.Apply(src, edits)
	start, end, ok := edit.NewMapper(edits).Map(8, 18)
	fmt.Printf("%q: %q %t\n", text, text[start:end], ok)
	// Output: "keeper = msg.sender;": "msg.sender" true
}

package solc

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Input is one compilation: everything on which the result depends. Two equal inputs
// give the same Output, byte for byte.
type Input struct {
	Version string // exact, such as "0.8.30"; 0.4.11 or newer
	// by clean relative slash path, as in imports; files of libraries that an import
	// names with a version are added
	Sources  map[string]string
	Optimize bool
	ViaIR    bool // 0.8.13 or newer
	AST      bool // fill Output.AST; 0.4.18 or newer

	// Foreign means that the sources are a candidate's: limits of time and memory apply
	// to the compilation, and other compilations do not wait for it. The result does not
	// depend on it.
	Foreign bool
}

// version is a compiler version: major, minor, patch.
type version [3]int

var (
	versionRE = regexp.MustCompile(`^(0|[1-9][0-9]{0,2})\.(0|[1-9][0-9]{0,2})\.(0|[1-9][0-9]{0,2})$`)
	oldest    = version{0, 4, 11}
)

func parseVersion(s string) (version, error) {
	m := versionRE.FindStringSubmatch(s)
	if m == nil {
		return version{}, fmt.Errorf("compiler version %q is not of the form 0.8.30", s)
	}
	var v version
	for i := range v {
		v[i], _ = strconv.Atoi(m[i+1])
	}
	switch {
	case !v.atLeast(oldest[0], oldest[1], oldest[2]):
		return v, fmt.Errorf("solc %s is too old: 0.4.11 is the first with standard JSON", s)
	case v == version{0, 4, 12}:
		return v, fmt.Errorf("solc 0.4.12 was never published to npm; pin 0.4.11 or 0.4.13")
	}
	return v, nil
}

func (v version) atLeast(major, minor, patch int) bool {
	w := version{major, minor, patch}
	for i := range v {
		if v[i] != w[i] {
			return v[i] > w[i]
		}
	}
	return true
}

// Speaks reports whether the package can run a compiler of this version, if installed.
func Speaks(version string) bool {
	_, err := parseVersion(version)
	return err == nil
}

// HasViaIR reports whether the compiler of a version can compile through its
// intermediate language; false for a malformed version.
func HasViaIR(version string) bool {
	v, err := parseVersion(version)
	return err == nil && v.atLeast(0, 8, 13)
}

// The standard JSON input, with the compiler's field names.
type (
	stdSource struct {
		Content string `json:"content"`
	}
	stdOptimizer struct {
		Enabled bool `json:"enabled"`
		Runs    int  `json:"runs"`
	}
	stdMetadata struct {
		BytecodeHash string `json:"bytecodeHash,omitempty"`
		AppendCBOR   *bool  `json:"appendCBOR,omitempty"`
	}
	stdSettings struct {
		Optimizer       stdOptimizer                   `json:"optimizer"`
		ViaIR           bool                           `json:"viaIR,omitempty"`
		Metadata        *stdMetadata                   `json:"metadata,omitempty"`
		OutputSelection map[string]map[string][]string `json:"outputSelection"`
	}
	stdInput struct {
		Language string               `json:"language"`
		Sources  map[string]stdSource `json:"sources"`
		Settings stdSettings          `json:"settings"`
	}
)

// standard checks in and returns its version and its standard JSON: the same bytes for
// the same input.
func (in Input) standard() (version, []byte, error) {
	v, err := parseVersion(in.Version)
	if err != nil {
		return v, nil, &InputError{Message: err.Error()}
	}
	refuse := func(format string, args ...any) (version, []byte, error) {
		return v, nil, &InputError{Message: fmt.Sprintf(format, args...)}
	}
	switch {
	case len(in.Sources) == 0:
		return refuse("no sources to compile")
	case in.ViaIR && !HasViaIR(in.Version):
		return refuse("viaIR needs solc 0.8.13 or newer, not %s", in.Version)
	case in.AST && !v.atLeast(0, 4, 18):
		return refuse("solc %s gives no syntax tree of the present form; 0.4.18 is the first that does", in.Version)
	}
	if err := checkSources(in.Sources); err != nil {
		return v, nil, err
	}

	std := stdInput{Language: "Solidity", Sources: map[string]stdSource{}}
	for name, text := range in.Sources {
		if rest, ok := strings.CutPrefix(text, "\ufeff"); ok { // the compilers refuse a byte order mark
			text = "   " + rest // as long, so that places stay
		}
		std.Sources[name] = stdSource{text}
	}
	wanted := []string{"abi", "metadata", "evm.bytecode.object", "evm.bytecode.linkReferences",
		"evm.deployedBytecode.object", "evm.deployedBytecode.linkReferences", "evm.methodIdentifiers"}
	if v.atLeast(0, 5, 13) {
		wanted = append(wanted, "storageLayout")
	}
	selection := map[string][]string{"*": wanted}
	if in.AST {
		selection[""] = []string{"ast"}
	}
	std.Settings = stdSettings{
		Optimizer:       stdOptimizer{in.Optimize, 200},
		ViaIR:           in.ViaIR,
		OutputSelection: map[string]map[string][]string{"*": selection},
	}
	// The metadata hash covers comments and names; without it, equal code has equal bytes.
	if v.atLeast(0, 6, 0) {
		std.Settings.Metadata = &stdMetadata{BytecodeHash: "none"}
	}
	if v.atLeast(0, 8, 18) {
		off := false
		std.Settings.Metadata.AppendCBOR = &off
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(std); err != nil {
		return v, nil, fmt.Errorf("encoding the input of solc %s: %w", in.Version, err)
	}
	return v, []byte(strings.TrimSuffix(b.String(), "\n")), nil
}

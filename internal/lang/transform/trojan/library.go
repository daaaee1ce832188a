package trojan

import (
	"cmp"
	"embed"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/txtar"

	"assay/internal/bench"
	"assay/internal/lang/transform"
)

//go:embed library/*.txtar
var files embed.FS

// Kind is one kind of decoy.
type Kind struct {
	Name  string
	Class bench.Class // the class that it resembles
	Why   string      // what it resembles, and why it is safe
}

// Attack returns the source of the attack on one decoy, without a pragma, for a
// compiler from 0.4.22 on: contract Attempt, whose run(address target) attacks. It may
// be called again at a later time; then won is true if the decoy did not resist.
func Attack(d transform.Decoy, compiler string) (string, error) {
	all, err := library()
	if err != nil {
		return "", err
	}
	k, ok := all[d.Kind]
	if !ok {
		return "", fmt.Errorf("there is no decoy of the kind %q", d.Kind)
	}
	dialect := transform.DialectOf("pragma solidity " + compiler + ";")
	if dialect.Minor == 4 && dialect.Patch < 22 {
		return "", fmt.Errorf("decoy %s: no attack is written for compiler %s; 0.4.22 is the oldest", d.Kind, compiler)
	}
	return fill(k.attack, dialectFuncs(dialect, func(hint string) string { return cmp.Or(d.Names[hint], hint) })), nil
}

type kind struct {
	Kind
	minimum [2]int // oldest compiler, minor and patch
	state   string // templates
	source  string
	weak    string // source without the protection
	attack  string
}

// Kinds returns the library in order of name.
func Kinds() ([]Kind, error) {
	all, err := library()
	if err != nil {
		return nil, err
	}
	var out []Kind
	for _, name := range kindNames() {
		out = append(out, all[name].Kind)
	}
	return out, nil
}

func kindNames() []string {
	entries, err := files.ReadDir("library")
	if err != nil {
		panic("trojan: the embedded library cannot be read: " + err.Error())
	}
	var out []string
	for _, e := range entries {
		out = append(out, strings.TrimSuffix(e.Name(), ".txtar"))
	}
	slices.Sort(out)
	return out
}

var library = sync.OnceValues(func() (map[string]kind, error) {
	out := map[string]kind{}
	for _, name := range kindNames() {
		file := path.Join("library", name+".txtar")
		text, err := files.ReadFile(file)
		if err != nil {
			return nil, err
		}
		k, err := parseKind(name, text)
		if err != nil {
			return nil, fmt.Errorf("decoy %s: %w", name, err)
		}
		out[name] = k
	}
	return out, nil
})

func parseKind(name string, text []byte) (kind, error) {
	a := txtar.Parse(text)
	k := kind{Kind: Kind{Name: name, Why: strings.Join(strings.Fields(string(a.Comment)), " ")}}
	var meta struct {
		Class   bench.Class `yaml:"class"`
		Minimum string      `yaml:"minimum"`
	}
	for _, f := range a.Files {
		switch f.Name {
		case "decoy.yaml":
			if err := yaml.UnmarshalWithOptions(f.Data, &meta, yaml.Strict()); err != nil {
				return k, err
			}
		case "state.sol":
			k.state = string(f.Data)
		case "code.sol":
			k.source = string(f.Data)
		case "weak.sol":
			k.weak = string(f.Data)
		case "attack.sol":
			k.attack = string(f.Data)
		default:
			return k, fmt.Errorf("unknown file %s", f.Name)
		}
	}
	k.Class = meta.Class
	if _, ok := k.Class.Info(); !ok {
		return k, fmt.Errorf("%q is not a class", k.Class)
	}
	if _, err := fmt.Sscanf(meta.Minimum, "0.%d.%d", &k.minimum[0], &k.minimum[1]); err != nil {
		return k, fmt.Errorf("minimum %q is not a version", meta.Minimum)
	}
	if k.Why == "" || !strings.Contains(k.source, "//~ DECOY") || k.weak == "" ||
		!strings.Contains(k.attack, "contract Attempt {") {
		return k, fmt.Errorf("it needs prose, a line marked //~ DECOY, weak.sol, and a contract Attempt")
	}
	return k, nil
}

// written is a decoy in the syntax of one compiler.
type written struct {
	state, code string
	labels      []transform.Added // Start and End within code
}

var markerRE = regexp.MustCompile(`[ \t]*//~ DECOY ([A-Z_]+)(.*)`)

// code returns the decoy for a dialect, or the decoy without its protection if weak is
// set. name turns a hint into an unused name; ok is false if the dialect is too old.
func (k kind) code(d transform.Dialect, weak bool, name func(hint string) string) (w written, ok bool) {
	if !k.supports(d) {
		return w, false
	}
	words := dialectFuncs(d, name)
	w.state = fill(k.state, words)
	if weak {
		w.code = fill(k.weak, words)
		return w, true
	}
	var b strings.Builder
	for line := range strings.Lines(fill(k.source, words)) {
		m := markerRE.FindStringSubmatchIndex(line)
		if m == nil {
			b.WriteString(line)
			continue
		}
		code := line[:m[0]]
		indent := len(code) - len(strings.TrimLeft(code, " "))
		w.labels = append(w.labels, transform.Added{Start: b.Len() + indent, End: b.Len() + len(code),
			Label: bench.Label{Function: bench.Decoy, Act: bench.CodeAct(line[m[2]:m[3]]),
				Note: strings.TrimSpace(line[m[4]:m[5]])}})
		b.WriteString(code + "\n")
	}
	w.code = b.String()
	return w, true
}

// supports reports whether compilers of the dialect accept the decoy.
func (k kind) supports(d transform.Dialect) bool {
	return cmp.Or(cmp.Compare(d.Minor, k.minimum[0]), cmp.Compare(d.Patch, k.minimum[1])) >= 0
}

// fill executes a template of the library; a test executes all of them.
func fill(text string, words template.FuncMap) string {
	var b strings.Builder
	if err := template.Must(template.New("decoy").Funcs(words).Parse(text)).Execute(&b, nil); err != nil {
		panic("trojan: " + err.Error())
	}
	return b.String()
}

// dialectFuncs are the constructs that differ between compilers.
func dialectFuncs(d transform.Dialect, name func(string) string) template.FuncMap {
	names := map[string]string{}
	nameOf := func(hint string) string {
		if names[hint] == "" {
			names[hint] = name(hint)
		}
		return names[hint]
	}
	call := func(ok, to, value string) string {
		switch {
		case d.Minor < 5:
			return fmt.Sprintf("bool %s = %s.call.value(%s)();", ok, to, value)
		case d.Minor < 7:
			return fmt.Sprintf(`(bool %s, ) = %s.call.value(%s)("");`, ok, to, value)
		}
		return fmt.Sprintf(`(bool %s, ) = %s.call{value: %s}("");`, ok, to, value)
	}
	return template.FuncMap{
		"n":    nameOf,
		"view": d.View,
		"pure": d.Pure,
		"call": call,
		"drop": func(to, value string) string { // a call whose result is ignored
			return strings.TrimPrefix(strings.TrimPrefix(call("x", to, value), "(bool x, ) = "), "bool x = ")
		},
		"try": func(signature string, args ...string) string { // sets ok to whether the target accepts the call
			hint, types, _ := strings.Cut(signature, "(")
			data := strings.Join(append([]string{fmt.Sprintf("%q", nameOf(hint)+"("+types)}, args...), ", ")
			if d.Minor < 5 {
				return fmt.Sprintf("ok = target.call(abi.encodeWithSignature(%s));", data)
			}
			return fmt.Sprintf("(ok, ) = target.call(abi.encodeWithSignature(%s));", data)
		},
		"accept": func() string { // the head of the function that receives ether
			if d.Minor < 6 {
				return "function () external payable"
			}
			return "receive() external payable"
		},
		"fallback": func(body string) string { // runs for calls of functions that the contract does not have
			if d.Minor < 6 {
				return "function () external payable { if (msg.data.length > 0) { " + body + " } }"
			}
			return "fallback() external payable { " + body + " }\n    receive() external payable {}"
		},
		"delegate": func(ok, to string) string {
			if d.Minor < 5 {
				return fmt.Sprintf("bool %s = %s.delegatecall(msg.data);", ok, to)
			}
			return fmt.Sprintf("(bool %s, ) = %s.delegatecall(msg.data);", ok, to)
		},
		"hash": func(a, b string) string {
			if d.Minor == 4 && d.Patch < 22 {
				return fmt.Sprintf("keccak256(%s, %s)", a, b)
			}
			return fmt.Sprintf("keccak256(abi.encodePacked(%s, %s))", a, b)
		},
		"unchecked": func(statement string) string {
			if d.Minor < 8 {
				return statement
			}
			return "unchecked { " + statement + " }"
		},
		"receive": func() string {
			if d.Minor < 6 {
				return "function () external payable {}"
			}
			return "receive() external payable {}"
		},
	}
}

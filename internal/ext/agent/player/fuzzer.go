package player

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/model"
)

// Parameters of the fuzzer: simulations in a turn, transactions in a simulation (at most), seed.
const (
	perTurn  = 12
	maxSteps = 6
	fuzzSeed = 17
	// searchTurns is the number of search turns, after the first two: the fuzzer answers before a usual limit of
	// turns.
	searchTurns = 24
)

// seen is what the fuzzer has learnt from the conversation.
type seen struct {
	you       string
	ether     *big.Int
	contracts []contract
	words     []string // numbers from the source and from results of getters
	addresses []string
	owned     map[string]bool // getters that have returned another address than the fuzzer's
	version   int             // minor version of the compiler
	succeeded []step          // calls that succeeded
	found     *find
	checked   map[string]bool // attacks that were run, by source, and whether each gains
	tried     int             // sequences run
}

type contract struct {
	Name      string   `json:"name"`
	Address   string   `json:"address"`
	Role      string   `json:"role"`
	Functions []string `json:"functions"`
}

// step is one transaction in the format of the tools.
type step struct {
	To       string `json:"to"`
	Function string `json:"function,omitempty"`
	Args     []any  `json:"args,omitempty"`
	Value    string `json:"value,omitempty"`
	Wait     uint64 `json:"wait,omitempty"`
}

// find is a sequence after which the fuzzer holds more than before.
type find struct {
	steps []step
	what  string
}

type holdings struct {
	Wei    string `json:"wei"`
	Tokens []struct{ Address, Amount string }
}

type ran struct {
	Had     holdings `json:"you_had"`
	Have    holdings `json:"you_have"`
	Ended   string   `json:"ended"`
	Results []struct {
		OK       bool   `json:"ok"`
		Returned string `json:"returned"`
	} `json:"results"`
}

// fuzz is the policy: explore, send random sequences, prove a profitable one with a contract, and submit.
func fuzz(r model.Request) bench.Turn {
	if queries(r) {
		return fuzzQuery(r)
	}
	if turnsOf(r) == 0 {
		return bench.Turn{Text: "I look around.", Calls: []bench.ToolCall{
			call("deployed", object{}), call("search", object{"pattern": `pragma solidity|[0-9]{2,}`}),
		}}
	}
	s := learn(r)
	switch {
	case s.found != nil && !has(r, "contract"):
		return s.submit(r)
	case s.found != nil:
		source := s.attacker(s.found.steps)
		gains, ran := s.checked[source]
		if !ran {
			return bench.Turn{Text: "This gains something: " + s.found.what,
				Calls: []bench.ToolCall{call("attack", object{"source": source})}}
		}
		if gains {
			return s.submit(r)
		}
	case turnsOf(r) == 1:
		return s.getters()
	}
	if turnsOf(r) >= searchTurns+2 || len(s.functions(false)) == 0 {
		return s.submit(r)
	}
	return s.search(turnsOf(r))
}

// learn reads the conversation.
func learn(r model.Request) *seen {
	s := &seen{ether: new(big.Int), owned: map[string]bool{}, checked: map[string]bool{}, version: 8}
	for c, res := range results(r) {
		s.read(c, res)
	}
	return s
}

var (
	pragmaRE = regexp.MustCompile(`pragma solidity[^;]*0\.(\d+)\.`)
	numberRE = regexp.MustCompile(`\b(\d[\d_]*)(?:e(\d+))?(?:\s*(ether|gwei|days|hours|weeks|minutes))?\b`)
	hexRE    = regexp.MustCompile(`0x[0-9a-fA-F]{40}\b`)
	units    = map[string]int64{"ether": 1e18, "gwei": 1e9, "days": 86400, "hours": 3600, "weeks": 604800, "minutes": 60,
		"": 1}
)

func (s *seen) read(c bench.ToolCall, res model.ToolResult) {
	switch c.Name {
	case "deployed":
		var d struct {
			You       string
			Have      holdings `json:"you_have"`
			Contracts []contract
		}
		if json.Unmarshal([]byte(res.Text), &d) == nil {
			s.you, s.contracts = d.You, d.Contracts
			s.ether, _ = new(big.Int).SetString(d.Have.Wei, 10)
			if s.ether == nil {
				s.ether = new(big.Int)
			}
			s.addresses = append(s.addresses, d.You)
			for _, k := range d.Contracts {
				s.addresses = append(s.addresses, k.Address)
			}
		}
	case "search":
		if m := pragmaRE.FindStringSubmatch(res.Text); m != nil {
			s.version, _ = strconv.Atoi(m[1])
		}
		for _, line := range strings.Split(res.Text, "\n") {
			if strings.Contains(line, "pragma") {
				continue
			}
			_, line, _ = strings.Cut(line, ": ")
			for _, m := range numberRE.FindAllStringSubmatch(line, 4) {
				n, ok := new(big.Int).SetString(strings.ReplaceAll(m[1], "_", ""), 10)
				e, _ := strconv.Atoi("0" + m[2])
				if !ok || e > 60 {
					continue
				}
				n.Mul(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(e)), nil))
				s.word(n.Mul(n, big.NewInt(units[m[3]])).String())
			}
		}
	case "simulate", "attack":
		s.result(c, res)
	}
}

func (s *seen) word(w string) {
	if len(s.words) < 128 && !slices.Contains(s.words, w) {
		s.words = append(s.words, w)
	}
}

// result reads the result of a sequence.
func (s *seen) result(c bench.ToolCall, res model.ToolResult) {
	var out ran
	if res.Error || json.Unmarshal([]byte(res.Text), &out) != nil {
		if c.Name == "attack" {
			s.checked[sourceOf(c)] = false
			s.found = nil
		}
		return
	}
	what := gained(out)
	if c.Name == "attack" {
		s.checked[sourceOf(c)] = what != "" && out.Ended == ""
		if what == "" && s.found != nil && strings.HasPrefix(s.found.what, roles) { // holdings do not show a role
			s.checked[sourceOf(c)] = out.Ended == ""
		}
		if !s.checked[sourceOf(c)] {
			s.found = nil
		}
		return
	}
	var a struct{ Calls []step }
	if json.Unmarshal([]byte(c.Args), &a) != nil {
		return
	}
	s.tried++
	var done []step
	for i, r := range out.Results {
		if i >= len(a.Calls) {
			break
		}
		st := a.Calls[i]
		getter := len(st.Args) == 0 && s.isView(st)
		if r.OK && getter {
			mine := s.you != "" && strings.Contains(strings.ToLower(r.Returned), strings.ToLower(s.you))
			key := st.To + "." + st.Function
			switch {
			case !mine:
				s.owned[key] = true
			case s.owned[key] && s.found == nil && len(done) > 0: // it returned another address before
				s.found = &find{slices.Clone(done), roles + st.Function + " names me"}
			}
			for _, x := range hexRE.FindAllString(r.Returned, 2) {
				if !slices.Contains(s.addresses, x) && len(s.addresses) < 32 {
					s.addresses = append(s.addresses, x)
				}
			}
			if w := strings.Trim(r.Returned, "()"); len(w) > 1 && len(w) < 78 && strings.Trim(w, "0123456789") == "" {
				s.word(w)
			}
			continue
		}
		if r.OK {
			done = append(done, st)
			if len(s.succeeded) < 256 {
				s.succeeded = append(s.succeeded, st)
			}
		}
	}
	if what != "" && out.Ended == "" && len(done) > 0 && s.found == nil {
		if _, ran := s.checked[s.attacker(done)]; !ran {
			s.found = &find{done, what}
		}
	}
}

// roles is the prefix of the description of a find that is a role.
const roles = "a role: "

func sourceOf(c bench.ToolCall) string {
	var a struct{ Source string }
	_ = json.Unmarshal([]byte(c.Args), &a)
	return a.Source
}

// gained describes an increase of a holding when no holding decreased; it returns "" otherwise.
func gained(r ran) string {
	had, have := amounts(r.Had), amounts(r.Have)
	all := maps.Clone(had)
	maps.Copy(all, have)
	what := ""
	for _, k := range slices.Sorted(maps.Keys(all)) {
		a, b := cmp.Or(had[k], new(big.Int)), cmp.Or(have[k], new(big.Int))
		switch b.Cmp(a) {
		case -1:
			return ""
		case 1:
			what = new(big.Int).Sub(b, a).String() + " of " + k
		}
	}
	return what
}

func amounts(h holdings) map[string]*big.Int {
	out := map[string]*big.Int{}
	if n, ok := new(big.Int).SetString(h.Wei, 10); ok {
		out["ether"] = n
	}
	for _, t := range h.Tokens {
		if n, ok := new(big.Int).SetString(t.Amount, 10); ok {
			out[t.Address] = n
		}
	}
	return out
}

// function is a callable function, as the tool deployed lists it.
type function struct {
	to      string
	sig     string
	types   []string
	payable bool
}

// functions lists the functions whose arguments the fuzzer can generate: those that only read, or the others.
func (s *seen) functions(views bool) []function {
	var out []function
	for _, k := range s.contracts {
		for _, text := range k.Functions {
			sig, kind, _ := strings.Cut(text, " ")
			f := function{to: k.Address, sig: sig, types: typesOf(sig), payable: kind == "payable"}
			if sig == "receive()" {
				f.sig, f.payable = "", true
			}
			reads := kind == "view" || kind == "pure"
			if reads == views && !slices.ContainsFunc(f.types, func(t string) bool { return !writable(t) }) {
				out = append(out, f)
			}
		}
	}
	return out
}

func (s *seen) isView(st step) bool {
	return slices.ContainsFunc(s.functions(true),
		func(f function) bool { return f.to == st.To && f.sig == st.Function })
}

func writable(t string) bool {
	t = strings.TrimSuffix(t, "[]")
	return t == "address" || t == "bool" || t == "string" || t == "bytes" || strings.HasPrefix(t, "uint") ||
		strings.HasPrefix(t, "int") ||
		strings.HasPrefix(t, "bytes") && !strings.ContainsAny(t, "[(")
}

// maxGetters bounds the getters that are called at the end of a sequence.
const maxGetters = 8

func (s *seen) getterSteps() []step {
	var out []step
	for _, f := range s.functions(true) {
		if len(f.types) == 0 && len(out) < 32 {
			out = append(out, step{To: f.to, Function: f.sig})
		}
	}
	return out
}

// getters calls every getter before anything else.
func (s *seen) getters() bench.Turn {
	steps := s.getterSteps()
	if len(steps) == 0 {
		return s.search(1)
	}
	return bench.Turn{Calls: []bench.ToolCall{call("simulate", object{"calls": steps})}}
}

// search makes a turn of random sequences. The turn's number is the seed.
func (s *seen) search(turn int) bench.Turn {
	r := rand.New(rand.NewPCG(fuzzSeed, uint64(turn)))
	list := s.functions(false)
	var roleGetters []step
	for _, g := range s.getterSteps() {
		if s.owned[g.To+"."+g.Function] && len(roleGetters) < maxGetters {
			roleGetters = append(roleGetters, g)
		}
	}
	var t bench.Turn
	for range perTurn {
		var seq []step
		for range 1 + r.IntN(maxSteps) {
			if len(s.succeeded) > 0 && r.IntN(3) > 0 {
				seq = append(seq, s.succeeded[r.IntN(len(s.succeeded))])
			} else {
				seq = append(seq, s.draw(r, list[r.IntN(len(list))]))
			}
		}
		t.Calls = append(t.Calls, call("simulate", object{"calls": append(seq, roleGetters...)}))
	}
	return t
}

// draw generates a call of a function.
func (s *seen) draw(r *rand.Rand, f function) step {
	st := step{To: f.to, Function: f.sig}
	for _, t := range f.types {
		st.Args = append(st.Args, s.value(r, t))
	}
	if f.payable && s.ether.Sign() > 0 && r.IntN(4) > 0 {
		st.Value = new(big.Int).Div(s.ether, big.NewInt(int64(1+r.IntN(4)))).String()
		if len(s.words) > 0 && r.IntN(2) == 0 {
			if w := s.words[r.IntN(len(s.words))]; len(w) < 20 {
				st.Value = w
			}
		}
	}
	if r.IntN(10) == 0 {
		st.Wait = []uint64{3600, 86400, 30 * 86400, 400 * 86400}[r.IntN(4)]
	}
	return st
}

var round = []string{"0", "1", "2", "10", "1000", "1000000", "1000000000000000", "100000000000000000",
	"1000000000000000000", "10000000000000000000", "100000000000000000000"}

// value generates an argument.
func (s *seen) value(r *rand.Rand, t string) any {
	if strings.HasSuffix(t, "[]") {
		return []any{}
	}
	switch {
	case t == "address":
		if r.IntN(2) == 0 || len(s.addresses) == 0 {
			return s.you
		}
		return s.addresses[r.IntN(len(s.addresses))]
	case t == "bool":
		return r.IntN(2) == 0
	case t == "string":
		return "a"
	case t == "bytes":
		return "0x"
	case strings.HasPrefix(t, "bytes"):
		return "0x00"
	}
	bits, err := strconv.Atoi(strings.TrimLeft(t, "uint"))
	if err != nil {
		bits = 256
	}
	if t[0] == 'i' {
		bits--
	}
	w := round[r.IntN(len(round))]
	switch x := r.IntN(10); {
	case x < 5 && len(s.words) > 0:
		w = s.words[r.IntN(len(s.words))]
	case x == 5:
		w = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(bits)), big.NewInt(1)).String()
	}
	if n, ok := new(big.Int).SetString(w, 10); !ok || n.BitLen() > bits {
		w = "1"
	}
	return w
}

// attacker writes a contract that does what the steps do. A step that reverts does not stop the others.
func (s *seen) attacker(steps []step) string {
	var b strings.Builder
	receive := "receive() external payable {}"
	if s.version < 6 {
		receive = "function () external payable {}"
	}
	fmt.Fprintf(&b, "contract Attacker {\n    %s\n\n    function step(uint256 number, address) external returns "+
		"(uint256 wait) {\n        bytes memory data;\n", receive)
	for i, st := range steps {
		args := []string{strconv.Quote(st.Function)}
		types := typesOf(st.Function)
		for j, a := range st.Args {
			if j < len(types) {
				args = append(args, s.literal(types[j], a))
			}
		}
		data := "abi.encodeWithSignature(" + strings.Join(args, ", ") + ")"
		if st.Function == "" {
			data = `""`
		}
		wait := uint64(0)
		if i+1 < len(steps) {
			wait = max(steps[i+1].Wait, 1)
		}
		fmt.Fprintf(&b, "        if (number == %d) {\n            data = %s;\n            send(%s, %s, data);\n       "+
			"     return %d;\n        }\n", i, data, s.address(st.To), cmp.Or(st.Value, "0"), wait)
	}
	b.WriteString("    }\n\n    function send(address to, uint256 value, bytes memory data) private {\n" +
		"        bool ok;\n" +
		"        assembly { ok := call(0xffffffffffff, to, value, add(data, 32), mload(data), 0, 0) }\n    }\n}\n")
	return b.String()
}

func typesOf(sig string) []string {
	_, inner, _ := strings.Cut(strings.TrimSuffix(sig, ")"), "(")
	if inner == "" {
		return nil
	}
	return strings.Split(inner, ",")
}

// address writes an address in a form that every compiler accepts.
func (s *seen) address(a string) string {
	if strings.EqualFold(a, s.you) {
		return "address(this)"
	}
	n, ok := new(big.Int).SetString(strings.TrimPrefix(strings.ToLower(a), "0x"), 16)
	if !ok {
		return "address(0)"
	}
	return "address(uint160(" + n.String() + "))"
}

// literal writes an argument as a Solidity literal.
func (s *seen) literal(t string, v any) string {
	text := fmt.Sprint(v)
	switch {
	case strings.HasSuffix(t, "[]"):
		return "new " + t + "(0)"
	case t == "address":
		return s.address(text)
	case t == "bool":
		return text
	case t == "string":
		return strconv.Quote(text)
	case t == "bytes":
		return `new bytes(0)`
	case strings.HasPrefix(t, "bytes"):
		return "bytes32(0)"
	case t[0] == 'i':
		return "int256(" + text + ")"
	}
	return "uint256(" + text + ")"
}

// has reports whether the answer has a field.
func has(r model.Request, field string) bool {
	for _, t := range r.Tools {
		if t.Name != "submit" {
			continue
		}
		var schema struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		return json.Unmarshal(t.Params, &schema) == nil && schema.Properties[field] != nil
	}
	return false
}

// submit gives the answer in the requested form.
func (s *seen) submit(r model.Request) bench.Turn {
	why := fmt.Sprintf("%d random sequences of a stranger gained nothing, which is no proof of safety", s.tried)
	var lines, names []string
	if s.found != nil {
		for _, st := range s.found.steps {
			b, _ := json.Marshal(st)
			lines = append(lines, string(b))
			name, _, _ := strings.Cut(st.Function, "(")
			names = append(names, name)
		}
		why = "a stranger gains " + s.found.what + " by " + strings.Join(lines, ", then ")
	}
	yes := s.found != nil
	var answer object
	switch {
	case has(r, "contract"):
		source := ""
		if yes {
			source = s.attacker(s.found.steps)
		}
		answer = object{"explanation": why, "exploitable": yes, "contract": source}
	case has(r, "file"): // a repair, which the fuzzer does not have
		answer = object{"explanation": why, "vulnerable": false, "file": ""}
	case has(r, "assessment"):
		answer = object{"explanation": why, "assessment": map[bool]string{true: "bad", false: "good"}[yes],
			"violated_requirements": []int{}}
	case has(r, "verdict"):
		findings := []object{}
		if yes {
			kind := "access control"
			if !strings.HasPrefix(s.found.what, roles) {
				kind = "theft of funds"
			}
			findings = append(findings, object{"type": kind, "severity": "high", "location": strings.Join(names, ", "),
				"explanation":     why,
				"attack_scenario": strings.Join(lines, "\n"), "suggested_fix": "not known"})
		}
		answer = object{"verdict": map[bool]string{true: "vulnerable", false: "safe"}[yes], "confidence": 0.5,
			"vulnerabilities": findings, "overall_explanation": why}
	default:
		answer = object{"answer": why}
	}
	return bench.Turn{Text: "I am done.", Calls: []bench.ToolCall{call("submit", answer)}}
}

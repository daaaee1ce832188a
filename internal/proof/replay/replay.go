// Package replay executes transactions that a tool says show a flaw, in the world
// of a sample's own proof, and tells whether they reach the impact. It becomes
// the attacker that any subject may write (verify.Case.Attack): anyone who sends the
// transactions is nobody there, and what they did is measured by the host.
package replay

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync"

	"assay/internal/bench"
	"assay/internal/detect/tool"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
	"assay/internal/suite"
)

// attacker is how Mythril calls the sender of an attack in calldata.
const attacker = "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef"

// creator is how it calls the one who deploys.
const creator = "affeaffeaffeaffeaffeaffeaffeaffeaffeaffe"

// most bounds the bytes of one transaction: an attacker obeys the limit of code.
const most = 8 << 10

// Stage replays on the samples that the suites can execute. It is safe for
// concurrent use.
type Stage struct {
	compiler func() (*solc.Compiler, error)
	known    map[string]half // by task hash

	mu    sync.Mutex
	cases map[string]*verify.Case // by sample
}

type half struct {
	x     suite.Executable
	fixed bool
}

// New returns the stage. The compiler is asked for when something is replayed.
func New(compiler func() (*solc.Compiler, error), suites []*suite.Suite) *Stage {
	s := &Stage{compiler: compiler, known: map[string]half{}, cases: map[string]*verify.Case{}}
	for _, st := range suites {
		truth := map[string]*bench.Variant{}
		for i := range st.Variants {
			truth[st.Variants[i].Key] = &st.Variants[i]
		}
		for i := range st.Samples {
			x, ok := st.Executable(&st.Samples[i])
			if !ok {
				continue
			}
			for _, key := range st.Samples[i].Keys {
				if v := truth[key]; v != nil {
					s.known[v.Task.Hash()] = half{x, v.Truth == bench.Safe}
				}
			}
		}
	}
	return s
}

// Replay says in one line what came of the transactions on a task. Nothing that
// it says decides whether the finding is right: a world that is set up otherwise
// than the tool assumed can fail a true one.
func (s *Stage) Replay(ctx context.Context, task bench.Task, seq tool.Sequence) string {
	h, ok := s.known[task.Hash()]
	if !ok {
		return "Not replayed: there is no proof to replay it in; only originals of executable samples have one."
	}
	text, err := Attacker(seq, h.x.Rules.Compiler)
	if err != nil {
		return "Not replayed: " + err.Error() + "."
	}
	c, err := s.compiler()
	if err != nil {
		return "Not replayed: " + err.Error()
	}
	cs, err := s.prepared(ctx, c, h.x)
	if err != nil {
		return "Not replayed: " + err.Error()
	}
	a, err := cs.Attack(ctx, c, text)
	if err != nil {
		return "Not replayed: " + err.Error()
	}
	if !a.Compiles {
		return "Not replayed: its transactions make no contract: " + a.Why
	}
	shot := a.On
	if h.fixed {
		shot = a.OnTwin
	}
	n := fmt.Sprintf("%d transactions", len(seq.Steps))
	if len(seq.Steps) == 1 {
		n = "1 transaction"
	}
	if shot.Broke != "" {
		return "Replayed " + n + " in the EVM: broken off, impact not reached: " + shot.Broke
	}
	return "Replayed " + n + " in the EVM: " + shot.Shown // which begins with whether the impact was reached
}

// Gold returns the attack of a task's own proof as a subject would write it
// ([verify.Case.Gold]), executed here: it works on the vulnerable text and not on its twin.
// A safe text has none, and is no error. why is "", or says why there is no such attack.
func (s *Stage) Gold(ctx context.Context, task bench.Task) (code, why string, err error) {
	h, ok := s.known[task.Hash()]
	if !ok {
		return "", "there is no proof", nil
	}
	if h.fixed {
		return "", "", nil
	}
	c, err := s.compiler()
	if err != nil {
		return "", "", err
	}
	cs, err := s.prepared(ctx, c, h.x)
	if err != nil {
		return "", "", err
	}
	code, why, err = cs.Gold(ctx)
	if err != nil || why != "" {
		return "", why, err
	}
	a, err := cs.Attack(ctx, c, code)
	switch {
	case err != nil:
		return "", "", err
	case !a.Compiles:
		return "", "as one contract it does not compile: " + a.Why, nil
	case !a.Specific():
		return "", "as one contract it does not work: " + a.On.Shown, nil
	}
	return code, "", nil
}

// prepared compiles a sample once; after a failure the next one tries again.
func (s *Stage) prepared(ctx context.Context, c *solc.Compiler, x suite.Executable) (*verify.Case, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cs := s.cases[x.ID]; cs != nil {
		return cs, nil
	}
	cs, err := verify.Prepare(ctx, c, x)
	if err == nil {
		s.cases[x.ID] = cs
	}
	return cs, err
}

// Attacker writes the attacker's contract that sends the transactions, one in
// each step, for a compiler of that version. A transaction that reverts does not
// end the attack, as none ends the tool's.
func Attacker(seq tool.Sequence, compiler string) (string, error) {
	if len(seq.Steps) == 0 {
		return "", errors.New("there is no transaction after the deployment")
	}
	var b strings.Builder
	name, receive := "string calldata name", "receive()"
	switch {
	case strings.HasPrefix(compiler, "0.4."):
		name, receive = "string name", "function ()"
	case strings.HasPrefix(compiler, "0.5."):
		receive = "function ()"
	}
	b.WriteString("interface World {\n    function target() external view returns (address);\n    function deployed(" +
		name + ") external view returns (address);\n}\n\n" +
		"contract Attacker {\n    function step(uint256 number, address world) external returns (uint256 wait) {\n        " +
		"address to = World(world).target();\n")
	if plain(seq.Contract) {
		fmt.Fprintf(&b, "        address named = World(world).deployed(%q);\n        if (named != address(0)) to = named;\n",
			seq.Contract)
	}
	for i, st := range seq.Steps {
		if strings.Contains(strings.ToLower(st.Origin), creator) {
			return "", fmt.Errorf("transaction %d is sent by the creator, and the attacker is not", i+1)
		}
		value, err := wei(st.Value)
		if err != nil {
			return "", fmt.Errorf("transaction %d: %w", i+1, err)
		}
		if len(st.Input) > most {
			return "", fmt.Errorf("transaction %d has %d bytes; at most %d are sent", i+1, len(st.Input), most)
		}
		fmt.Fprintf(&b, "        if (number == %d) send(to, %s, abi.encodePacked(%s));\n", i, value, pieces(st.Input))
	}
	fmt.Fprintf(&b, "        return number + 1 < %d ? 1 : 0;\n    }\n\n", len(seq.Steps))
	// The gas asked for is more than there is; what can be given is.
	b.WriteString("    function send(address to, uint256 value, bytes memory data) private {\n        assembly {\n" +
		"            let ignored := call(0xffffffffffffffff, to, value, add(data, 32), " +
		"mload(data), 0, 0)\n        }\n    }\n\n" +
		"    " + receive + " external payable {}\n}\n")
	return b.String(), nil
}

// plain reports whether a name can stand in a contract as it is.
func plain(s string) bool {
	return s != "" && len(s) < 200 && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r == '_' || r == '$' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z')
	})
}

// pieces writes calldata, with the attacker's own address where the tool writes
// its attacker's.
func pieces(input []byte) string {
	var out []string
	text := hex.EncodeToString(input)
	for {
		at := strings.Index(text, attacker)
		if at%2 == 1 { // within bytes: a number that only looks like it
			at = -1
		}
		if at < 0 {
			break
		}
		if at > 0 {
			out = append(out, `hex"`+text[:at]+`"`)
		}
		out = append(out, "address(this)")
		text = text[at+len(attacker):]
	}
	if text != "" || len(out) == 0 {
		out = append(out, `hex"`+text+`"`)
	}
	return strings.Join(out, ", ")
}

// wei reads an amount, decimal or hexadecimal, "" for none.
func wei(s string) (string, error) {
	if s == "" {
		return "0", nil
	}
	n, ok := new(big.Int).SetString(s, 0)
	if !ok || n.Sign() < 0 || n.BitLen() > 256 {
		return "", fmt.Errorf("%q is no amount of wei", s)
	}
	return n.String(), nil
}

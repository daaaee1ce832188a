// Package replay executes transactions with which a tool claims to show a flaw, in the
// world of a sample's own proof, and reports whether they reach the impact. They
// become an attacker that any subject could write (verify.Case.Attack): the sender has
// no privileges there, and the host measures the effects.
package replay

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/core/suite/evidence"
	"assay/internal/ext/tool"
	"assay/internal/proof/solc"
	"assay/internal/proof/verify"
)

// attacker is the address that Mythril uses in calldata for the sender of an attack.
const attacker = "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef"

// creator is the address that it uses for the deployer.
const creator = "affeaffeaffeaffeaffeaffeaffeaffeaffeaffe"

// most bounds the bytes of one transaction: the code-size limit applies to the attacker.
const most = 8 << 10

// Stage replays on the samples that the suites can execute. It is safe for
// concurrent use.
type Stage struct {
	compiler  func() (*solc.Compiler, error)
	originals map[string]verify.Original // by task hash
	cases     verify.Prepared
}

// New returns the stage. compiler is called only when something is replayed.
func New(compiler func() (*solc.Compiler, error), suites []*suite.Suite) *Stage {
	return &Stage{compiler: compiler, originals: verify.Originals(suites)}
}

// Replay returns in one line the result of the transactions on a task. The result does
// not decide whether the finding is right: a true finding can fail in a world that is
// set up differently than the tool assumed.
func (s *Stage) Replay(ctx context.Context, task bench.Task, seq tool.Sequence) string {
	h, ok := s.originals[task.Hash()]
	if !ok {
		return "Not replayed: there is no proof to replay it in; only originals of executable samples have one."
	}
	text, err := Attacker(seq, h.X.Rules.Compiler)
	if err != nil {
		return "Not replayed: " + err.Error() + "."
	}
	c, err := s.compiler()
	if err != nil {
		return "Not replayed: " + err.Error()
	}
	cs, err := s.cases.Prepare(ctx, c, h.X)
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
	if h.Source == evidence.Fixed {
		shot = a.OnTwin
	}
	n := fmt.Sprintf("%d transactions", len(seq.Steps))
	if len(seq.Steps) == 1 {
		n = "1 transaction"
	}
	if shot.Broke != "" {
		return "Replayed " + n + " in the EVM: broken off, impact not reached: " + shot.Broke
	}
	return "Replayed " + n + " in the EVM: " + shot.Shown // Shown begins with whether the impact was reached
}

// Gold returns the attack of a task's own proof as a subject would write it
// ([verify.Case.Gold]), executed here: it works on the vulnerable text and not on its
// twin. A safe text has none, which is not an error. why is "", or the reason why
// there is no such attack.
func (s *Stage) Gold(ctx context.Context, task bench.Task) (code, why string, err error) {
	h, ok := s.originals[task.Hash()]
	if !ok {
		return "", "there is no proof", nil
	}
	if h.Source == evidence.Fixed {
		return "", "", nil
	}
	c, err := s.compiler()
	if err != nil {
		return "", "", err
	}
	cs, err := s.cases.Prepare(ctx, c, h.X)
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

// Attacker returns the source of an attacker contract that sends the transactions, one
// in each step, for a compiler of that version. A transaction that reverts does not
// end the attack, as in the tool.
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
	if plain.MatchString(seq.Contract) {
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
	// The call requests more gas than there is; it gets all that can be passed on.
	b.WriteString("    function send(address to, uint256 value, bytes memory data) private {\n        assembly {\n" +
		"            let ignored := call(0xffffffffffffffff, to, value, add(data, 32), " +
		"mload(data), 0, 0)\n        }\n    }\n\n" +
		"    " + receive + " external payable {}\n}\n")
	return b.String(), nil
}

// plain matches names that can be used in a contract unchanged.
var plain = regexp.MustCompile(`^[A-Za-z0-9_$]{1,199}$`)

// pieces formats calldata, with the attacker's own address in place of the tool's
// attacker address.
func pieces(input []byte) string {
	var out []string
	text := hex.EncodeToString(input)
	for {
		at := strings.Index(text, attacker)
		if at%2 == 1 { // in the middle of a byte: the digits only look like the address
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

// wei parses an amount, decimal or hexadecimal; "" gives none.
func wei(s string) (string, error) {
	if s == "" {
		return "0", nil
	}
	n, ok := new(big.Int).SetString(s, 0)
	if !ok || n.Sign() < 0 || n.BitLen() > 256 {
		return "", fmt.Errorf("%q is not an amount of wei", s)
	}
	return n.String(), nil
}

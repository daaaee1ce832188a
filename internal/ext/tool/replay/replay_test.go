package replay_test

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"

	"assay/internal/bench"
	"assay/internal/core/suite"
	"assay/internal/ext/tool"
	"assay/internal/ext/tool/replay"
	"assay/internal/proof/solc"
	"assay/internal/test/corpustest"
	"assay/internal/test/solctest"
	"assay/suites"
)

const me = "0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef"

// call encodes a call with words as arguments.
func call(t *testing.T, signature string, words ...string) tool.Step {
	t.Helper()
	text := hex.EncodeToString(crypto.Keccak256([]byte(signature))[:4])
	for _, w := range words {
		text += strings.Repeat("0", 64-len(w)) + w
	}
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return tool.Step{Input: b, Origin: me, Value: "0x0"}
}

func load(t *testing.T) *suite.Suite {
	t.Helper()
	list, problems, err := suite.Load(suites.FS, suite.Blockbench, "", "suites/blockbench")
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return list[0]
}

// The transactions that a tool reports take the office and then the funds: on the
// vulnerable source they reach the impact, on its twin they do not, and half of them
// achieve nothing.
func TestReplay(t *testing.T) {
	corpustest.Turn(t, 3)
	s := load(t)
	c := solctest.New(t)
	stage := replay.New(func() (*solc.Compiler, error) { return c, nil }, []*suite.Suite{s})
	whole := tool.Sequence{Contract: "PrepaidUtility", Steps: []tool.Step{
		call(t, "changeTreasurer(address)", me[2:]),
		call(t, "payExpense(address,uint256,string)", me[2:], "a688906bd8b00000", "60", "0"), // 12 ether
	}}
	half := tool.Sequence{Steps: whole.Steps[1:]}
	late := tool.Sequence{Contract: "Nobody", Steps: []tool.Step{call(t, "nothing()"), whole.Steps[0], whole.Steps[1]}}
	byCreator := tool.Sequence{Steps: []tool.Step{{Origin: "0xAFFEAFFEaffeaffeaffeaffeaffeaffeaffeaffe"}}}
	for _, tt := range []struct {
		name, key string
		seq       tool.Sequence
		says      string
	}{
		{"whole", "blockbench/ds/holloway-well-trust", whole, "Replayed 2 transactions in the EVM: impact reached"},
		{"on the twin", "blockbench/ds/holloway-well-trust+fixed", whole,
			"Replayed 2 transactions in the EVM: impact not reached"},
		{"a revert before", "blockbench/ds/holloway-well-trust", late, "impact reached"},
		{"half", "blockbench/ds/holloway-well-trust", half, "Replayed 1 transaction in the EVM: impact not reached"},
		{"another sample, compiler 0.8", "blockbench/tc/bridge-replica", whole, "impact not reached"},
		{"compiler 0.5", "blockbench/tc/millrace-coffers", half, "impact not reached"},
		{"creator", "blockbench/tc/bridge-replica", byCreator, "Not replayed: transaction 1 is sent by the creator"},
	} {
		v, ok := s.Variant(tt.key)
		if !ok {
			t.Fatalf("no variant %s", tt.key)
		}
		got := stage.Replay(t.Context(), v.Task, tt.seq)
		if !strings.Contains(got, tt.says) {
			t.Errorf("%s: %s", tt.name, got)
		}
	}
}

func TestNotReplayed(t *testing.T) {
	s := load(t)
	stage := replay.New(func() (*solc.Compiler, error) { return nil, errors.New("no Node.js") }, []*suite.Suite{s})
	v, _ := s.Variant("blockbench/tc/bridge-replica")
	seq := tool.Sequence{Steps: []tool.Step{{Input: []byte{1}}}}
	other := v.Task
	other.Protocol += "."
	for _, tt := range []struct {
		task bench.Task
		seq  tool.Sequence
		says string
	}{
		{v.Task, seq, "no Node.js"},
		{other, seq, "there is no proof to replay it in"},
		{v.Task, tool.Sequence{}, "no transaction"},
		{v.Task, tool.Sequence{Steps: []tool.Step{{Value: "-1"}}}, "not an amount of wei"},
		{v.Task, tool.Sequence{Steps: []tool.Step{{Value: "0x1" + strings.Repeat("0", 64)}}}, "not an amount of wei"},
		{v.Task, tool.Sequence{Steps: []tool.Step{{Input: make([]byte, 9000)}}}, "9000 bytes"},
	} {
		if got := stage.Replay(t.Context(), tt.task, tt.seq); !strings.HasPrefix(got, "Not replayed: ") ||
			!strings.Contains(got, tt.says) {
			t.Errorf("%q, want %q", got, tt.says)
		}
	}
}

// A contract's name from a report cannot become code, and the attacker's address
// replaces the tool's, only at whole bytes.
func TestAttacker(t *testing.T) {
	odd, _ := hex.DecodeString("0d" + me[2:] + "eadbeef0")
	odd = append([]byte{0xf0}, odd...)
	text, err := replay.Attacker(tool.Sequence{Contract: `X"); selfdestruct(msg.sender); ("`,
		Steps: []tool.Step{{Input: odd}, {}}}, "0.8.30")
	if err != nil || strings.Contains(text, "selfdestruct") || !strings.Contains(text,
		`abi.encodePacked(hex"f00d", address(this), hex"eadbeef0")`) || !strings.Contains(text, `abi.encodePacked(hex"")`) {
		t.Errorf("%v\n%s", err, text)
	}
	shifted, _ := hex.DecodeString("0" + me[2:] + "0")
	text, err = replay.Attacker(tool.Sequence{Steps: []tool.Step{{Input: shifted}}}, "0.4.26")
	if err != nil || strings.Contains(text, "address(this)") || !strings.Contains(text, "function deployed(string name)") {
		t.Errorf("%v\n%s", err, text)
	}
}

package evm

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestCheats runs testdata/Cheats.sol as forge test would: every test_ passes,
// every testBad_ fails. The file was run under forge 1.7.1 with the same outcome.
func TestCheats(t *testing.T) {
	p, err := Load(context.Background(), contractsOf(t, compiled()["Cheats.sol"]),
		Config{Impact: Impact{Kind: "state_corrupted", Asset: "unused"}})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range p.abis.byName["Proof"].abi.Methods {
		if strings.HasPrefix(name, "test") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	if len(names) < 20 {
		t.Fatal("too few functions:", names)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			var res Result
			_, err := p.run(context.Background(), func(*Result) error {
				p.m.reset(p.world, p.time, p.block, false)
				p.rules = rules{phase: phaseRegular}
				_, err := p.transact(&res, selector(name+"()"))
				return err
			})
			bad := strings.HasPrefix(name, "testBad_")
			switch {
			case !bad && err != nil:
				t.Error(err)
			case bad && !errors.Is(err, errRevert):
				t.Errorf("passes (%v)", err)
			case bad:
				t.Log(res.Revert)
			}
		})
	}
}

// FuzzCheatArguments sends malformed calls to the cheat address.
func FuzzCheatArguments(f *testing.F) {
	f.Add([]byte{}, true)
	for sel := range cheats {
		f.Add(append(sel[:], make([]byte, 64)...), true)
		f.Add(append(sel[:], make([]byte, 31)...), false)
	}
	f.Add(append(selector("expectRevert(bytes)"), []byte(strings.Repeat("\xff", 64))...), true)
	p, err := shape(f, 0)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, input []byte, setUp bool) {
		_, err := p.run(context.Background(), func(res *Result) error {
			p.m.reset(p.world, p.time, p.block, false)
			p.rules = rules{phase: phaseExploit}
			if setUp {
				p.rules.phase = phaseRegular
			}
			_, ok := p.onCheat(frame{kind: "CALL", from: usualProof, to: cheatAddress, depth: 1,
				input: input})
			if ok && p.rules.phase == phaseExploit && p.rules.refusal == "" && len(p.rules.moves) != 1 {
				t.Errorf("%x is allowed in exploit()", input)
			}
			return nil
		})
		if errors.Is(err, ErrHost) {
			t.Error(err)
		}
	})
}

package solidity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"assay/internal/lang/edit"
	"assay/internal/lang/solidity"
	"assay/internal/proof/evm"
	"assay/internal/proof/search"
)

// cheats is the address at which the host answers cheat codes.
const cheats = "0x7109709ECfa91a80626fF3989D68f67F5b1DD12D"

// An impact is the goal of a search, with the code that Proof needs so that the host can measure it.
type impact struct {
	evm.Impact
	getter string // a function of Proof, "" where the proof already has what the impact names
	token  string // token_gained: the token's address
	raises int    // how often Minimum, a share of the possible loss, may be raised
}

// A proofText is a host's Proof.sol, read for rewriting.
type proofText struct {
	src              string
	file             *solidity.File
	legacy           bool   // before 0.6: other syntax for a fallback, and for a call with ether
	old              bool   // before 0.5: a call returns one value
	attacker         string // address of the attacker
	attackerContract string // contract of the attacker
	target           string // address
}

func readProof(src, compiler string) *proofText {
	return &proofText{src: src, file: solidity.Parse(src), legacy: strings.HasPrefix(compiler, "0.4.") ||
		strings.HasPrefix(compiler, "0.5."),
		old: strings.HasPrefix(compiler, "0.4.")}
}

// contract finds a contract by its name; nil if there is none.
func (p *proofText) contract(name string) *solidity.Node {
	for n := range p.file.Root.Children() {
		if n.Kind == solidity.NodeContract && p.file.Text(n.Name()) == name {
			return n
		}
	}
	return nil
}

// function finds a function of Proof by its name; nil if there is none.
func (p *proofText) function(name string) *solidity.Node {
	c := p.contract("Proof")
	if c == nil {
		return nil
	}
	for n := range c.Children() {
		if n.Kind == solidity.NodeFunction && p.file.Text(n.Name()) == name {
			return n
		}
	}
	return nil
}

// free returns a name that does not occur in the text.
func (p *proofText) free(name string) string {
	for i := 2; ; i++ {
		if !strings.Contains(p.src, name) {
			return name
		}
		name = fmt.Sprintf("%s%d", strings.TrimRight(name, "0123456789"), i)
	}
}

// with returns the text with getters at the end of Proof.
func (p *proofText) with(getters []string) (string, error) {
	c := p.contract("Proof")
	if c == nil {
		return "", fmt.Errorf("it has no contract Proof")
	}
	return edit.Apply(p.src, []edit.Edit{edit.Insert(c.End-1, strings.Join(getters, ""))})
}

// call returns a statement that makes a call and requires it to succeed.
func (p *proofText) call(to, amount, data, ok string) string {
	switch {
	case p.old:
		return fmt.Sprintf("bool %s = %s.call.value(%s)(%s);", ok, to, amount, data)
	case p.legacy:
		return fmt.Sprintf("(bool %s, ) = %s.call.value(%s)(%s);", ok, to, amount, data)
	}
	return fmt.Sprintf("(bool %s, ) = %s.call{value: %s}(%s);", ok, to, amount, data)
}

// tokenGetter returns a getter of Proof for a token.
func tokenGetter(name, token string) string {
	return fmt.Sprintf("\n    function %s() public pure returns (address) {\n        return %s;\n    }\n", name, token)
}

// bookGetter returns a view of Proof that sums an honest user's entry and the user's holdings outside the
// contract, so that a payout is no loss.
func bookGetter(name string, b *evm.Book, stakes []evm.Stake) string {
	var out strings.Builder
	fmt.Fprintf(&out, "\n    function %s() public view returns (uint256 sum) {\n        sum = address(%s).balance;\n    "+
		"    bool known;\n        bytes memory data;\n", name, b.Who)
	read := func(contract, signature string) {
		fmt.Fprintf(&out, "        (known, data) = address(%s).staticcall(abi.encodeWithSignature(\"%s\", %s));\n        "+
			"require(known, \"not known\");\n        sum += abi.decode(data, (uint256));\n", contract, signature, b.Who)
	}
	read(b.Contract, b.Signature)
	for _, s := range stakes {
		if s.Token != "" && s.Token != b.Contract {
			read(s.Token, "balanceOf(address)")
		}
	}
	out.WriteString("    }\n")
	return out.String()
}

// serviceGetter returns a function of Proof with an honest call.
func (p *proofText) serviceGetter(name string, tx *evm.Tx, call string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n    function %s() public {\n", name)
	if from := tx.From.Hex(); from != evm.ProofAddress() {
		fmt.Fprintf(&b, "        %s\n        require(set, \"prank\");\n",
			p.call("address("+cheats+")", "0", fmt.Sprintf(`abi.encodeWithSignature("prank(address)", %s)`, from), "set"))
	}
	fmt.Fprintf(&b, "        %s\n        require(served, \"not served\");\n    }\n",
		p.call("address("+tx.To.Hex()+")", "0", call, "served"))
	return b.String()
}

// A script writes the calls of a sequence as code of the attacker.
type script struct {
	p      *proofText
	proof  *evm.Proof
	name   string // of the function that makes a call
	number int
	backs  strings.Builder // the actions in callbacks
}

// prove rewrites the host's proof so that exploit() is the sequence that was found: the attacker makes its
// calls in one transaction. gone lists the tests of Proof that do not hold on the mutant.
func (p *proofText) prove(e *evm.Proof, f *search.Finding, im impact, gone []string, canary [2]string) (string, error) {
	thief, exploit, test := p.contract(p.attackerContract), p.function("exploit"), p.function("test_Exploit")
	if thief == nil || exploit == nil || test == nil {
		return "", fmt.Errorf("its proof is of another shape")
	}
	s := &script{p: p, proof: e, name: p.free("forward")}
	courier, clock, purse := p.free("Courier"), p.free("Clock"), p.free("Purse")
	scripted := f.Guise == evm.Scripted
	number := ""
	if scripted {
		number = "uint256 number, "
	}
	location := "calldata "
	if p.old {
		location = ""
	}
	extra := fmt.Sprintf("\ninterface %s {\n    function %s(%saddress to, uint256 amount, bytes %sdata) external;\n}\n",
		courier, s.name, number, location)

	var body strings.Builder
	body.WriteString("{\n")
	timed := false
	for i := range f.Sequence {
		tx := &f.Sequence[i]
		for _, move := range []struct {
			by      uint64
			call, v string
		}{{tx.Wait, "warp", "block.timestamp"}, {tx.Blocks, "roll", "block.number"}} {
			if move.by > 0 {
				timed = true
				fmt.Fprintf(&body, "        %s(%s).%s(%s + %d);\n", clock, cheats, move.call, move.v, move.by)
			}
		}
		if tx.To == (common.Address{}) {
			continue
		}
		fmt.Fprintf(&body, "        %s(%s).%s(%s);\n", courier, p.attacker, s.name, s.args(tx, scripted))
	}
	body.WriteString("    }")
	if timed {
		extra += fmt.Sprintf("\ninterface %s {\n    function warp(uint256 time) external;\n    function "+
			"roll(uint256 number) external;\n}\n", clock)
	}

	before, after := "", ""
	amount := func(read string) {
		before = fmt.Sprintf("        uint256 before = %s;\n", read)
		after = fmt.Sprintf("require(%s >= before + %s, \"nothing gained\")", read, im.Minimum)
	}
	switch im.Kind {
	case "ether_gained":
		amount("address(" + p.attacker + ").balance")
	case "token_gained":
		extra += fmt.Sprintf("\ninterface %s {\n    function balanceOf(address who) external view returns (uint256);\n}\n",
			purse)
		amount(fmt.Sprintf("%s(%s).balanceOf(%s)", purse, im.token, p.attacker))
	case "value_destroyed":
		before = fmt.Sprintf("        uint256 before = this.%s();\n", im.Asset)
		after = fmt.Sprintf("require(this.%s() + %s <= before, \"nothing lost\")", im.Asset, im.Minimum)
	case "ownership_taken":
		extra += fmt.Sprintf("\ninterface %s {\n    function %s() external view returns (address);\n}\n", purse, im.Asset)
		after = fmt.Sprintf("require(%s(%s).%s() == %s, \"the office was not taken\")", purse, p.target, im.Asset, p.attacker)
	case "state_corrupted":
		after = fmt.Sprintf("require(!this.%s(), \"the books are right\")", im.Asset)
	case "service_denied":
		after = p.call("address(this)", "0", fmt.Sprintf(`abi.encodeWithSignature("%s()")`, im.Asset), "served") +
			"\n        require(!served, \"still served\")"
	}
	edits := []edit.Edit{
		replace(exploit.Find(solidity.NodeBlock), body.String()),
		replace(test.Find(solidity.NodeBlock), "{\n"+before+"        exploit();\n        "+after+";\n    }"),
		edit.Insert(len(p.src), extra),
	}
	if im.getter != "" {
		edits = append(edits, edit.Insert(p.contract("Proof").End-1, im.getter))
	}
	for _, name := range gone {
		n := p.function(name)
		if n == nil {
			return "", fmt.Errorf("its proof is of another shape")
		}
		edits = append(edits, edit.Delete(n.Start, n.End))
	}
	code := s.plain()
	if scripted {
		code = s.callbacks()
		for n := range thief.Children() {
			if n.Kind != solidity.NodeFunction {
				continue
			}
			name := p.file.Text(n.Name())
			word := p.file.Words(n)[0].Text(p.src)
			if name == "" && word != "constructor" || slices.Contains(hooks, name) {
				edits = append(edits, edit.Delete(n.Start, n.End))
			}
		}
	}
	edits = append(edits, edit.Insert(thief.End-1, code))
	out, err := edit.Apply(p.src, edits)
	return strings.ReplaceAll(out, canary[0], canary[1]), err
}

// hooks are functions that contracts call on a recipient.
var hooks = []string{"onERC721Received", "onERC1155Received", "onERC1155BatchReceived", "tokensReceived", "onFlashLoan",
	"uniswapV2Call", "onTransferReceived",
	"onApprovalReceived", "isValidSignature", "onTokenTransfer", "tokenFallback"}

// args returns the arguments of the function that makes a call. It also writes the actions of the callbacks.
func (s *script) args(tx *evm.Tx, scripted bool) string {
	call := fmt.Sprintf("%s, %s, %s", tx.To.Hex(), evm.Amount(&tx.Value), s.proof.Call(tx))
	if !scripted {
		return call
	}
	s.number++
	number := s.number
	for i, group := range tx.Back {
		if len(group) == 0 {
			continue
		}
		var b strings.Builder
		for j := range group {
			fmt.Fprintf(&b, "            _%s(%s);\n", s.name, s.args(&group[j], true))
		}
		fmt.Fprintf(&s.backs, "        if (number == %d && count == %d) {\n%s        }\n", number, i+1, b.String())
	}
	return fmt.Sprintf("%d, %s", number, call)
}

// plain returns the call function of an attacker that is a contract itself.
func (s *script) plain() string {
	return fmt.Sprintf("\n    function %s(address to, uint256 amount, bytes memory data) public {\n        %s\n        "+
		"require(made, \"refused\");\n    }\n",
		s.name, s.p.call("to", "amount", "data", "made"))
}

// callbacks returns the functions of an attacker that acts when it is called back, as the attacker program of the
// proof host does: only when there is gas to spend, and not in a static call.
func (s *script) callbacks() string {
	p := s.p
	running, count, note := p.free("running"), p.free("counted"), p.free("note")
	var b strings.Builder
	fmt.Fprintf(&b, "\n    uint256 private %s;\n    uint256 private %s;\n", running, count)
	fmt.Fprintf(&b, "\n    function %s(uint256 number, address to, uint256 amount, bytes memory data) public {\n        "+
		"require(_%s(number, to, amount, data), \"refused\");\n    }\n", s.name, s.name)
	fmt.Fprintf(&b, "\n    function _%s(uint256 number, address to, uint256 amount, bytes memory "+
		"data) private returns (bool) {\n", s.name)
	fmt.Fprintf(&b, "        uint256 outer = %s;\n        uint256 times = %s;\n        %s = number;\n        %s = 0;\n  "+
		"      %s\n        %s = outer;\n        %s = times;\n        return made;\n    }\n",
		running, count, running, count, p.call("to", "amount", "data", "made"), running, count)
	fmt.Fprintf(&b, "\n    function %s() public {\n        require(msg.sender == address(this), \"own calls "+
		"only\");\n        %s += 1;\n    }\n", note, count)
	fmt.Fprintf(&b, "\n    function _answer() private {\n        if (gasleft() < 40000 || %s == 0) return;\n", running)
	self := fmt.Sprintf(`abi.encodeWithSignature("%s()")`, note)
	switch {
	case p.old:
		fmt.Fprintf(&b, "        if (!address(this).call.gas(30000)(%s)) return;\n", self)
	case p.legacy:
		fmt.Fprintf(&b, "        (bool free, ) = address(this).call.gas(30000)(%s);\n        if (!free) return;\n", self)
	default:
		fmt.Fprintf(&b, "        (bool free, ) = address(this).call{gas: 30000}(%s);\n        if (!free) return;\n", self)
	}
	fmt.Fprintf(&b, "        uint256 number = %s;\n        uint256 count = %s;\n%s    }\n", running, count,
		s.backs.String())
	answer := `        _answer();
        bytes32 said = bytes32(uint256(1));
        if (
            msg.sig == bytes4(keccak256("onERC721Received(address,address,uint256,bytes)")) ||
            msg.sig == bytes4(keccak256("onERC1155Received(address,address,uint256,uint256,bytes)")) ||
            msg.sig == bytes4(keccak256("onERC1155BatchReceived(address,address,uint256[],uint256[],bytes)")) ||
            msg.sig == bytes4(keccak256("onTransferReceived(address,address,uint256,bytes)")) ||
            msg.sig == bytes4(keccak256("onApprovalReceived(address,uint256,bytes)")) ||
            msg.sig == bytes4(keccak256("isValidSignature(bytes32,bytes)"))
        ) {
            said = bytes32(msg.sig);
        }
        if (msg.sig == bytes4(keccak256("onFlashLoan(address,address,uint256,uint256,bytes)"))) {
            said = keccak256("ERC3156FlashBorrower.onFlashLoan");
        }
        assembly {
            mstore(0, said)
            return(0, 32)
        }
`
	if p.legacy {
		fmt.Fprintf(&b, "\n    function () external payable {\n%s    }\n", answer)
	} else {
		fmt.Fprintf(&b, "\n    receive() external payable {\n        _answer();\n    }\n\n    fallback() "+
			"external payable {\n%s    }\n", answer)
	}
	return b.String()
}

package solidity

import (
	"maps"
	"strconv"
	"strings"
)

// always lists the words that no version from 0.4 on permits as a declared name.
const always = `abstract after alias anonymous apply as assembly auto bool break byte case catch const constant continue contract copyof default
	define delete do else enum event external false final fixed for function hex if implements import in indexed inline int interface internal is
	let library macro mapping match memory modifier mutable new null of override partial payable pragma private promise public pure reference
	relocatable return returns sealed sizeof static storage string struct supports switch this throw true try type typedef typeof ufixed uint
	unchecked using var view virtual while super immutable address bytes
	wei szabo finney ether seconds minutes hours days weeks years gwei _`

// sometimes lists words that only some versions reserve, or that have a meaning only
// in one place of the grammar.
var sometimes = map[string][2]int{ // minor version and patch from which it is reserved
	"emit": {5, 0}, "constructor": {5, 0}, "calldata": {5, 0}, "unchecked": {5, 0}, "immutable": {5, 0},
	"override": {5, 0}, "virtual": {6, 0},
	"alias": {5, 0}, "apply": {5, 0}, "auto": {5, 0}, "copyof": {5, 0}, "define": {5, 0}, "implements": {5, 0},
	"macro": {5, 0}, "mutable": {5, 0},
	"partial": {5, 0}, "promise": {5, 0}, "reference": {5, 0}, "sealed": {5, 0}, "sizeof": {5, 0}, "supports": {5, 0},
	"typedef": {5, 0},
	"gwei":    {7, 0}, "receive": {99, 0}, "fallback": {99, 0}, "leave": {99, 0}, "from": {99, 0}, "error": {99, 0},
	"global": {99, 0}, "revert": {99, 0},
	"transient": {99, 0}, "layout": {99, 0}, "at": {99, 0},
}

// Reserved returns the words that may not name anything in the given compiler version,
// such as "0.7.6": keywords, words reserved for the future, types and units. For "" it
// returns those of any version, and the words with a meaning only in some place of the
// grammar. The map belongs to the caller.
func Reserved(version string) map[string]bool {
	out := set(always)
	minor, patch := 99, 99
	if version != "" {
		minor, patch = versionOf(version)
	}
	for w, since := range sometimes {
		if minor > since[0] || minor == since[0] && patch >= since[1] {
			out[w] = true
		} else {
			delete(out, w)
		}
	}
	for i := 1; i <= 32; i++ {
		out["bytes"+strconv.Itoa(i)] = true
		out["int"+strconv.Itoa(8*i)] = true
		out["uint"+strconv.Itoa(8*i)] = true
	}
	return out
}

// versionOf parses the minor version and patch of "0.7.6".
func versionOf(version string) (minor, patch int) {
	parts := strings.SplitN(strings.TrimPrefix(version, "v"), ".", 3)
	if len(parts) > 1 {
		minor, _ = strconv.Atoi(parts[1])
	}
	if len(parts) > 2 {
		patch, _ = strconv.Atoi(parts[2])
	}
	return minor, patch
}

// globals lists the functions and objects that are in scope everywhere.
const globals = `abi addmod assert block blobhash blockhash ecrecover erc7201 gasleft keccak256 log0 log1 log2 log3 log4 msg mulmod now require revert ripemd160
	selfdestruct sha256 sha3 suicide super this tx type Error Panic`

// members lists the members of the language's own values and types, and the options of a call.
const members = `balance code codehash call callcode delegatecall staticcall send transfer length push pop concat selector address value gas salt slot
	offset encode encodePacked encodeWithSelector encodeWithSignature encodeCall decode name creationCode runtimeCode interfaceId min max wrap unwrap
	data sender sig gasprice origin basefee blobbasefee chainid coinbase difficulty gaslimit number prevrandao timestamp blockhash`

// yul lists the functions and instructions of assembly, including those of 0.4.
const yul = `stop add sub mul div sdiv mod smod exp not lt gt slt sgt eq iszero and or xor byte shl shr sar clz addmod mulmod signextend keccak256 sha3 pc
	pop mload mstore mstore8 sload sstore tload tstore msize gas address balance selfbalance caller callvalue calldataload calldatasize calldatacopy
	codesize codecopy extcodesize extcodecopy returndatasize returndatacopy extcodehash create create2 call callcode delegatecall staticcall return
	revert selfdestruct suicide invalid log0 log1 log2 log3 log4 chainid basefee blobbasefee blobhash mcopy origin gasprice blockhash coinbase timestamp
	difficulty prevrandao number gaslimit jump jumpi jumpdest datasize dataoffset datacopy setimmutable loadimmutable linkersymbol memoryguard
	verbatim dup1 dup2 dup3 dup4 dup5 dup6 dup7 dup8 dup9 dup10 dup11 dup12 dup13 dup14 dup15 dup16 swap1 swap2 swap3 swap4 swap5 swap6 swap7 swap8
	swap9 swap10 swap11 swap12 swap13 swap14 swap15 swap16 if for switch case default let function leave break continue true false hex auxdataloadn
	eofcreate returncontract extcall extdelegatecall extstaticcall bool u8 u32 u64 u128 u256 s8 s32 s64 s128 s256`

var (
	globalWords = set(globals)
	memberWords = set(members)
	yulWords    = set(yul)
	sharedWords = func() map[string]bool {
		m := Reserved("")
		for _, more := range []map[string]bool{globalWords, memberWords, yulWords} {
			maps.Copy(m, more)
		}
		return m
	}()
)

// Shared reports whether the language itself uses name somewhere, in any version: as a
// word, a global, a member, an option or in assembly. Every other name has a meaning
// only because the sources declare it.
func Shared(name string) bool { return sharedWords[name] }

// Package evm executes the Proof.sol of a sample (docs/add-a-sample.md) in an
// embedded go-ethereum EVM and measures, from state, whether the exploit had
// the impact the sample claims; it draws the random calls and arguments that
// searches and campaigns send.
//
// Load deploys contract Proof and runs setUp. Regular, Exploit, Null and Fuzz then
// each start from that state. The verdict depends only on balances, getters and
// storage that the host reads before and after; return values, logs and reverts of the
// exploit have no influence.
//
// The environment is Foundry's, so that the same file passes under `forge test`: Proof
// is at 0x7FA9…1496 with 2^96-1 wei and is called by 0x1804…1f38, at block 1, time 1,
// chain 31337, base fee 0. Contracts obey the 24,576-byte limit, except Proof itself.
//
// # Cheat codes
//
// At 0x7109709ECfa91a80626fF3989D68f67F5b1DD12D, for Proof only:
//
//	deal(address,uint256)            warp(uint256)       roll(uint256)
//	prank(address[,address])         startPrank(address[,address])         stopPrank()
//	expectRevert()                   expectRevert(bytes4)                  expectRevert(bytes)
//	addr(uint256)                    sign(uint256,bytes32)
//	getNonce(address)                assume(bool)
//
// Others, such as store, etch, mockCall and ffi, are not offered. During exploit()
// only warp and roll are allowed, only from exploit() itself and only forwards; any
// other use is refused. So is every call of Proof that changes state outside the
// attacker, the cheat address and contracts created during exploit(): Proof owns what
// it deployed, and the attacker must not act with its authority.
//
// Gas, time and, through gas, memory limit the cost of a candidate's code (Config). A
// limit that is reached is an error, never a verdict.
//
// The package does not compile, does not read files, and does not decide whether a
// label is right: it reports what happened.
package evm

